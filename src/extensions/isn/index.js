/** isn 1.2: numbers of products: EAN13, ISBN, ISMN, ISSN, UPC. */
import { hashInt8 } from '../../functions/comparison/hash.js'
import { Family } from '../../functions/impl.js'
import { putFloat } from '../../types/key/fixed.js'
import { int8Type } from '../../types/numbers/integers.js'
import { TypeOps } from '../../types/type-ops.js'
import { valueFunctions } from '../value-functions.js'
import { castTo, formatNumber, parseNumber } from './numbers.js'
import { isnScript } from './script.js'

/** @import { TypeOfLibrary } from '../../types/libraries.js' */
/** @import { TypeEnv } from '../../types/type-ops.js' */
/** @import { Kind } from './numbers.js' */

/** Sessions that take wrong check digits, and put them right. @type {WeakSet<TypeEnv>} */
const weak = new WeakSet()

const family = new Family()
family.all({
  int8lt: (a, b) => a < b,
  int8le: (a, b) => a <= b,
  int8eq: (a, b) => a === b,
  int8ge: (a, b) => a >= b,
  int8gt: (a, b) => a > b,
  int8ne: (a, b) => a !== b,
  btint8cmp: (a, b) => Math.sign(a - b),
  make_valid: (value) => value - value % 2,
  is_valid: (value) => value % 2 === 0,
})
family.add('hashint8', hashInt8)
for (const kind of /** @type {Kind[]} */ (['ISBN', 'ISMN', 'ISSN', 'UPC'])) {
  family.add(`${kind.toLowerCase()}_cast_from_ean13`, (value) => castTo(value, kind))
}
family.context('accept_weak_input', ({ env }, isWeak) => {
  if (isWeak) weak.add(env)
  else weak.delete(env)
  return isWeak
})
family.context('weak_input_status', ({ env }) => weak.has(env))

/** As int8's. @param {number} value */
function hash(value) {
  return /** @type {(value: number) => number} */ (int8Type.hash)(value)
}

/** @param {Kind} kind @param {boolean} isShort */
const typeOf = (kind, isShort) => (/** @type {TypeOfLibrary} */ { oid, name, category }) => new TypeOps({
  oid, name, category, kind: 'int8',
  parse: (text, _typmod, env) => parseNumber(text, kind, weak.has(env)),
  format: (value) => formatNumber(value, isShort),
  encode: int8Type.encode, decode: int8Type.decode,
  compare: (a, b) => a - b, hash, putKey: putFloat,
})

/** One input function serves two types, which are told apart by their names. @param {Kind} kind */
const bothOf = (kind) => (/** @type {TypeOfLibrary} */ type) => typeOf(kind, !type.name.endsWith('13'))(type)

/** @type {import('../bundled.js').ExtensionModule} */
export const extension = {
  script: isnScript,
  functions: [
    ...valueFunctions({
      input: ['ean13_in', 'isbn_in', 'ismn_in', 'issn_in', 'upc_in'], output: ['ean13_out', 'isn_out'],
    }), ...family.functions,
  ],
  values: {
    types: {
      ean13_in: typeOf('EAN13', false), upc_in: typeOf('UPC', true), isbn_in: bothOf('ISBN'), ismn_in: bothOf('ISMN'),
      issn_in: bothOf('ISSN'),
    },
    natural: ['btint8cmp', 'hashint8'],
  },
}
