/** Functions of the less common types and of no type in particular, in one list. */
import { bitFunctions } from './bits.js'
import { areaFunctions } from './geometry/areas.js'
import { pointFunctions } from './geometry/points.js'
import { degreeFunctions } from './degrees.js'
import { encodingFunctions } from './encodings.js'
import { hardwareAddressFunctions } from './hardware-addresses.js'
import { identifierFunctions } from './identifiers.js'
import { inputOutputFunctions } from './input-output.js'
import { lsnFunctions } from './lsn.js'
import { miscellaneousFunctions } from './miscellany.js'
import { moneyFunctions } from './money.js'
import { transactionFunctions } from './transactions.js'

export const ofOtherTypes = [
  ...bitFunctions,
  ...pointFunctions,
  ...areaFunctions,
  ...degreeFunctions,
  ...encodingFunctions,
  ...identifierFunctions,
  ...miscellaneousFunctions,
  ...hardwareAddressFunctions,
  ...inputOutputFunctions,
  ...lsnFunctions,
  ...moneyFunctions,
  ...transactionFunctions,
]
