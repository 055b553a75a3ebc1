/**
 * btree_gin 1.3: gin indexes over ordinary values, so that one index may have columns of both kinds. The key of a value
 * is what a B+tree has for it, cut to a length; a comparison is a range of keys.
 */
import { Family } from '../functions/impl.js'
import { encodeKeyPart, KEY_BUFFER_BYTES } from '../types/key.js'
import { compareNumeric } from '../types/numbers/numeric.js'
import { enumValue } from '../types/enum.js'
import { KEY_BYTES_MAX } from './index-keys.js'
import { functionScript } from './script.js'

/** @import { GinClass } from '../types/libraries.js' */
/** @import { FunctionLine } from './script.js' */

/**
 * @typedef {object} Kind
 * @property {string} name as in int4_ops, gin_extract_value_int4
 * @property {string} type as SQL writes it
 * @property {number} oid
 * @property {string} compare
 * @property {string} [operand] the type whose operators compare it, where it is not the type itself
 */

/** @type {Kind[]} */
const KINDS = [
  { name: 'int2', type: 'int2', oid: 21, compare: 'btint2cmp' },
  { name: 'int4', type: 'int4', oid: 23, compare: 'btint4cmp' },
  { name: 'int8', type: 'int8', oid: 20, compare: 'btint8cmp' },
  { name: 'float4', type: 'float4', oid: 700, compare: 'btfloat4cmp' },
  { name: 'float8', type: 'float8', oid: 701, compare: 'btfloat8cmp' },
  { name: 'money', type: 'money', oid: 790, compare: 'cash_cmp' },
  { name: 'oid', type: 'oid', oid: 26, compare: 'btoidcmp' },
  { name: 'timestamp', type: 'timestamp', oid: 1114, compare: 'timestamp_cmp' },
  { name: 'timestamptz', type: 'timestamptz', oid: 1184, compare: 'timestamptz_cmp' },
  { name: 'time', type: 'time', oid: 1083, compare: 'time_cmp' },
  { name: 'timetz', type: 'timetz', oid: 1266, compare: 'timetz_cmp' },
  { name: 'date', type: 'date', oid: 1082, compare: 'date_cmp' },
  { name: 'interval', type: 'interval', oid: 1186, compare: 'interval_cmp' },
  { name: 'macaddr', type: 'macaddr', oid: 829, compare: 'macaddr_cmp' },
  { name: 'inet', type: 'inet', oid: 869, compare: 'network_cmp' },
  { name: 'cidr', type: 'cidr', oid: 650, compare: 'network_cmp', operand: 'inet' },
  { name: 'text', type: 'text', oid: 25, compare: 'bttextcmp' },
  { name: 'varchar', type: 'varchar', oid: 1043, compare: 'bttextcmp', operand: 'text' },
  { name: 'char', type: '"char"', oid: 18, compare: 'btcharcmp' },
  { name: 'bytea', type: 'bytea', oid: 17, compare: 'byteacmp' },
  { name: 'bit', type: 'bit', oid: 1560, compare: 'bitcmp' },
  { name: 'varbit', type: 'varbit', oid: 1562, compare: 'varbitcmp' },
  { name: 'numeric', type: 'numeric', oid: 1700, compare: 'gin_numeric_cmp' },
  { name: 'macaddr8', type: 'macaddr8', oid: 774, compare: 'macaddr8_cmp' },
  { name: 'anyenum', type: 'anyenum', oid: 3500, compare: 'gin_enum_cmp' },
  { name: 'uuid', type: 'uuid', oid: 2950, compare: 'uuid_cmp' },
  { name: 'name', type: 'name', oid: 19, compare: 'btnamecmp' },
  { name: 'bool', type: 'bool', oid: 16, compare: 'btboolcmp' },
  { name: 'bpchar', type: 'bpchar', oid: 1042, compare: 'bpcharcmp' },
]
const ENUM = 3500
const OPERATORS = ['<', '<=', '=', '>=', '>']

const CONSISTENT = 'gin_btree_consistent(internal, int2, anyelement, int4, internal, internal)'

/** @param {Kind} kind @returns {FunctionLine[]} */
const supportOf = ({ name, type }) => [
  [`gin_extract_value_${name}(${type}, internal)`, 'internal', `gin_extract_value_${name}`, 'isu'],
  [`gin_compare_prefix_${name}(${type}, ${type}, int2, internal)`, 'int4', `gin_compare_prefix_${name}`, 'isu'],
  [
    `gin_extract_query_${name}(${type}, internal, int2, internal, internal)`, 'internal', `gin_extract_query_${name}`,
    'isu',
  ],
]

/** @param {Kind} kind */
function classOf({ name, type, compare, operand = type }) {
  const members = OPERATORS.map((operator, at) =>
    `OPERATOR ${at + 1} ${operator}${operand === type ? '' : ` (${operand}, ${operand})`}`)
  return `CREATE OPERATOR CLASS ${name === 'anyenum' ? 'enum' : name}_ops DEFAULT FOR TYPE ${type} USING gin AS ` +
    `${members.join(', ')}, FUNCTION 1 ${compare}(${operand}, ${operand}), ` +
    `FUNCTION 2 gin_extract_value_${name}(${type}, internal), ` +
    `FUNCTION 3 gin_extract_query_${name}(${type}, internal, int2, internal, internal), ` +
    `FUNCTION 4 ${CONSISTENT}, FUNCTION 5 gin_compare_prefix_${name}(${type}, ${type}, int2, internal)`
}

const script = [
  functionScript('btree_gin', [
    [CONSISTENT, 'bool', 'gin_btree_consistent', 'isu'],
    ['gin_numeric_cmp(numeric, numeric)', 'int4', 'gin_numeric_cmp', 'isu'],
    ['gin_enum_cmp(anyenum, anyenum)', 'int4', 'gin_enum_cmp', 'isu'],
    ...KINDS.flatMap(supportOf),
  ]),
  ...KINDS.map(classOf),
].join(';\n')

const scratch = new Uint8Array(KEY_BUFFER_BYTES)

/** @param {number} oid @param {unknown} value @returns {Uint8Array} in the order of the values, as far as it goes */
function keyOf(oid, value) {
  const end = encodeKeyPart(oid, value, false, false, scratch, 0)
  return scratch.slice(0, Math.min(end, KEY_BYTES_MAX))
}

/**
 * An enum's value is a number of 32 bits that says nothing of its order.
 * @param {number} value @returns {Uint8Array}
 */
const enumKey = (value) => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)

/** @param {Kind} kind @returns {GinClass} */
const ginClass = ({ oid }) => ({
  strategies: [1, 2, 3, 4, 5],
  extract: (value, put) => put(oid === ENUM ? enumKey(value) : keyOf(oid, value)),
  query: (strategy, value) => {
    if (oid === ENUM) return strategy === 3 ? { all: true, keys: [enumKey(value)] } : null
    const key = keyOf(oid, value)
    if (strategy === 3) return { all: true, keys: [key] }
    return { all: true, ranges: [strategy < 3 ? [null, key] : [key, null]] }
  },
})

const family = new Family()
family.add('gin_numeric_cmp', (a, b) => Math.sign(compareNumeric(a, b)))
family.typed('gin_enum_cmp', (_ctx, { args }, a, b) =>
  a === b ? 0 : Math.sign(enumValue(args[0], a).order - enumValue(args[0], b).order))

/** @type {import('./bundled.js').ExtensionModule} */
export const extension = {
  script,
  functions: family.functions,
  values: { gin: Object.fromEntries(KINDS.map((kind) => [`gin_extract_value_${kind.name}`, ginClass(kind)])) },
}
