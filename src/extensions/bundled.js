/**
 * The extensions that come with the engine and bring functions: a script of SQL statements each, and the library that
 * its functions in C are of. What is said of them (version, comment) is in catalog/known-extensions.js.
 */
import { addLibrary } from '../functions/libraries.js'
import { fuzzystrmatchFunctions, fuzzystrmatchScript } from './fuzzystrmatch.js'
import { pgcryptoFunctions } from './pgcrypto/functions.js'
import { pgcryptoScript } from './pgcrypto/script.js'
import { uuidFunctions, uuidScript } from './uuid-ossp.js'

/** @type {Record<string, string>} */
const SCRIPTS = { fuzzystrmatch: fuzzystrmatchScript, pgcrypto: pgcryptoScript, 'uuid-ossp': uuidScript }

addLibrary('fuzzystrmatch', () => fuzzystrmatchFunctions)
addLibrary('pgcrypto', () => pgcryptoFunctions)
addLibrary('uuid-ossp', () => uuidFunctions)

/** @param {string} name @returns {string | null} null: it is made without one */
export const scriptOf = (name) => Object.hasOwn(SCRIPTS, name) ? SCRIPTS[name] : null
