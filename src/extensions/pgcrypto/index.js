/** pgcrypto 1.3. */
import { pgcryptoFunctions } from './functions.js'
import { pgcryptoScript } from './script.js'

/** @type {import('../bundled.js').ExtensionModule} */
export const extension = { script: pgcryptoScript, functions: pgcryptoFunctions }
