/** Functions of the less common types and of no type in particular, in one list. */
import { bitFunctions } from './strings/bits.js'
import { areaFunctions } from './geometry/areas.js'
import { pointFunctions } from './geometry/points.js'
import { degreeFunctions } from './numbers/degrees.js'
import { encodingFunctions } from './strings/encodings.js'
import { hardwareAddressFunctions } from './network/hardware-addresses.js'
import { identifierFunctions } from './strings/identifiers.js'
import { inputOutputFunctions } from './input-output.js'
import { lsnFunctions } from './session/lsn.js'
import { miscellaneousFunctions } from './miscellany.js'
import { moneyFunctions } from './numbers/money.js'
import { transactionFunctions } from './session/transactions.js'

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
