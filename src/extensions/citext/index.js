/**
 * citext: texts that are equal when they are in lower case. Values, stored bytes and what clients see are text's;
 * order, hash and index keys go by the lower-case form.
 */
import { hashBytes } from '../../functions/comparison/hash.js'
import { Family } from '../../functions/impl.js'
import { lookup } from '../../functions/lookup.js'
import { lowerText } from '../../types/collation/letters.js'
import { putText } from '../../types/key/variable.js'
import { compareText, hashText, textFields, toUtf8 } from '../../types/strings/text.js'
import { TypeOps } from '../../types/type-ops.js'
import { valueFunctions } from '../value-functions.js'
import { citextScript } from './script.js'

/** @param {string} a @param {string} b */
const compare = (a, b) => a === b ? 0 : compareText(lowerText(a), lowerText(b))

/** @param {import('../../types/libraries.js').TypeOfLibrary} type */
const citextType = ({ oid, name }) => new TypeOps({
  ...textFields(oid, name),
  compare,
  equals: (a, b) => a === b || lowerText(a) === lowerText(b),
  hash: (value) => hashText(lowerText(value)),
  putKey: (value, out, at) => putText(lowerText(value), out, at),
})

const family = new Family()
family.all({
  citext_eq: (a, b) => a === b || lowerText(a) === lowerText(b),
  citext_ne: (a, b) => lowerText(a) !== lowerText(b),
  citext_lt: (a, b) => compare(a, b) < 0,
  citext_le: (a, b) => compare(a, b) <= 0,
  citext_gt: (a, b) => compare(a, b) > 0,
  citext_ge: (a, b) => compare(a, b) >= 0,
  citext_cmp: (a, b) => Math.sign(compare(a, b)),
  citext_hash: (value) => hashBytes(toUtf8(lowerText(value))).low,
  citext_hash_extended: (value, seed) => hashBytes(toUtf8(lowerText(value)), BigInt(seed)).wide,
  citext_smaller: (a, b) => (compare(a, b) < 0 ? a : b),
  citext_larger: (a, b) => (compare(a, b) > 0 ? a : b),
  citext_pattern_lt: (a, b) => compare(a, b) < 0,
  citext_pattern_le: (a, b) => compare(a, b) <= 0,
  citext_pattern_gt: (a, b) => compare(a, b) > 0,
  citext_pattern_ge: (a, b) => compare(a, b) >= 0,
  citext_pattern_cmp: (a, b) => Math.sign(compare(a, b)),
  citext_of_character: (value) => lookup('rtrim1').call(value),
  citext_of_boolean: (value) => (value ? 'true' : 'false'),
  citext_of_inet: (value) => lookup('network_show').call(value),
})

/** @type {import('../bundled.js').ExtensionModule} */
export const extension = {
  script: citextScript,
  functions: [
    ...valueFunctions({ input: ['citextin'], output: ['citextout'], send: ['citextsend'] }), ...family.functions,
  ],
  values: {
    types: { citextin: citextType },
    natural: ['citext_cmp', 'citext_hash', 'citext_pattern_cmp'],
  },
}
