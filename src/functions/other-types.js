/** Functions of the less common types, in one list. */
import { bitFunctions } from './bits.js'
import { areaFunctions } from './geometry/areas.js'
import { pointFunctions } from './geometry/points.js'
import { hardwareAddressFunctions } from './hardware-addresses.js'
import { inputOutputFunctions } from './input-output.js'
import { lsnFunctions } from './lsn.js'
import { moneyFunctions } from './money.js'
import { transactionFunctions } from './transactions.js'

export const ofOtherTypes = [
  ...bitFunctions,
  ...pointFunctions,
  ...areaFunctions,
  ...hardwareAddressFunctions,
  ...inputOutputFunctions,
  ...lsnFunctions,
  ...moneyFunctions,
  ...transactionFunctions,
]
