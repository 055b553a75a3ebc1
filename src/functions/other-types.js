/** Functions of the less common types, in one list. */
import { bitFunctions } from './bits.js'
import { hardwareAddressFunctions } from './hardware-addresses.js'
import { inputOutputFunctions } from './input-output.js'
import { lsnFunctions } from './lsn.js'
import { moneyFunctions } from './money.js'
import { transactionFunctions } from './transactions.js'

export const ofOtherTypes = [
  ...bitFunctions,
  ...hardwareAddressFunctions,
  ...inputOutputFunctions,
  ...lsnFunctions,
  ...moneyFunctions,
  ...transactionFunctions,
]
