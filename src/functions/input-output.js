/**
 * Types' input, output and send functions as SQL can call them: int4in('1'), date_out(d), float8send(x). Each goes to
 * the type that the call names: its result for input, its argument for the others. (The receive functions take what
 * only the server has.) Type modifiers in and out likewise.
 */
import { invalidParameter } from '../errors/data.js'
import { builtinType } from '../types/lookup.js'
import { typmodText } from '../types/format-type.js'
import * as T from '../types/oids.js'
import { ByteWriter } from '../util/byte-writer.js'
import { Family } from './impl.js'
import { noInput, noOutput, valuesNotSupported } from '../errors/values.js'
/** @import { CallTypes, FunctionContext } from './impl.js' */

const family = new Family()
export const inputOutputFunctions = family.functions

/** Types by the stem of their functions' names: those with an underscore, and those without. */
const APART = [
  'bit', 'box', 'cash', 'cidr', 'circle', 'cstring', 'date', 'inet', 'interval', 'json', 'jsonb', 'jsonpath', 'line',
  'lseg', 'macaddr', 'macaddr8', 'numeric', 'path', 'pg_lsn', 'pg_node_tree', 'pg_snapshot', 'point', 'poly', 'time',
  'timestamp', 'timestamptz', 'timetz', 'uuid', 'varbit', 'void', 'xml',
]
const TOGETHER = [
  'bool', 'bpchar', 'bytea', 'char', 'cid', 'float4', 'float8', 'int2', 'int2vector', 'int4', 'int8', 'name', 'oid',
  'oidvector', 'regclass', 'regcollation', 'regconfig', 'regdictionary', 'regnamespace', 'regoperator', 'regoper',
  'regprocedure', 'regproc', 'regrole', 'regtype', 'text', 'tid', 'tsquery', 'tsvector', 'unknown', 'varchar', 'xid',
  'xid8',
]
/** Of the kinds of types whose members are the call's. */
const KINDS = ['array', 'enum', 'range', 'multirange', 'record']

const names = (/** @type {string} */ ending) =>
  [...APART, ...KINDS].map((stem) => `${stem}_${ending}`).concat(TOGETHER.map((stem) => stem + ending))

/** @param {number} oid */
function typeOf(oid) {
  const type = builtinType(oid)
  if (type === undefined) throw valuesNotSupported(oid)
  return type
}

const WRITER = new ByteWriter(256)

/** @param {FunctionContext} ctx @param {CallTypes} types @param {any} value */
function send(ctx, types, value) {
  WRITER.reset()
  typeOf(types.args[0]).send(value, WRITER, ctx.session.clientEnv)
  return WRITER.bytes.slice(0, WRITER.at)
}
// Ranges have their own.
family.typed(
  [...names('send').filter((name) => !name.endsWith('range_send')), 'anyarray_send', 'anycompatiblearray_send'],
  send
)
family.typed(
  [
    ...names('out').filter((name) => name !== 'float4out' && name !== 'float8out' && name !== 'byteaout'),
    'aclitemout',
    'anyarray_out',
    'anycompatiblearray_out',
    'anyrange_out',
    'anymultirange_out',
    'anyenum_out',
    'anycompatiblerange_out',
    'anycompatiblemultirange_out',
  ],
  (ctx, types, value) => typeOf(types.args[0]).format(value, ctx.env)
)
family.typed(
  [...APART.map((stem) => `${stem}_in`), ...TOGETHER.map((stem) => `${stem}in`)],
  (ctx, types, text, _element, typmod) => typeOf(types.result).parse(text, typmod ?? -1, ctx.env)
)
// Which type they read is told by the second argument.
family.typed('array_in', (ctx, types, text, element, typmod) =>
  typeOf(T.arrayTypeOf(element) || ctx.catalog.type(element)?.arrayType || 0).parse(text, typmod ?? -1, ctx.env)
)
family.typed(['enum_in', 'range_in', 'multirange_in', 'record_in', 'domain_in'], (ctx, types, text, type, typmod) =>
  typeOf(type).parse(text, typmod ?? -1, ctx.env)
)

/** Pseudotypes have no values of their own. */
for (const name of [
  'any', 'anyarray', 'anyelement', 'anyenum', 'anynonarray', 'anyrange', 'anymultirange', 'anycompatible',
  'anycompatiblearray', 'anycompatiblenonarray', 'anycompatiblerange', 'anycompatiblemultirange', 'trigger',
  'event_trigger', 'language_handler', 'fdw_handler', 'index_am_handler', 'tsm_handler', 'table_am_handler', 'internal',
  'pg_ddl_command',
]) {
  family.add(`${name}_in`, () => { throw noInput(name) })
}
for (const name of [
  'any', 'anyelement', 'anynonarray', 'anycompatible', 'anycompatiblenonarray', 'trigger', 'event_trigger',
  'language_handler', 'fdw_handler', 'index_am_handler', 'tsm_handler', 'table_am_handler', 'internal',
  'pg_ddl_command',
]) {
  family.add(`${name}_out`, () => { throw noOutput(name) })
}

// ---- type modifiers

/** @param {any} texts PgArray of cstring @returns {number[]} */
const numbersOf = (texts) =>
  texts.values.map((/** @type {string} */ text) => typeOf(T.INT4).parse(text, -1, /** @type {any} */ (undefined)))

/** @param {string} name @param {number} max @param {number} added */
const lengthTypmod = (name, max, added) => (/** @type {any} */ texts) => {
  const values = numbersOf(texts)
  if (values.length !== 1) throw invalidParameter('invalid type modifier')
  if (values[0] < 1) throw invalidParameter(`length for type ${name} must be at least 1`)
  if (values[0] > max) throw invalidParameter(`length for type ${name} cannot exceed ${max}`)
  return values[0] + added
}
family.all({
  bpchartypmodin: lengthTypmod('char', 10485760, 4),
  varchartypmodin: lengthTypmod('varchar', 10485760, 4),
  bittypmodin: lengthTypmod('bit', 83886080, 0),
  varbittypmodin: lengthTypmod('varbit', 83886080, 0),
  numerictypmodin: (texts) => {
    const [digits, scale = 0, ...more] = numbersOf(texts)
    if (digits === undefined || more.length > 0) throw invalidParameter('invalid NUMERIC type modifier')
    if (digits < 1 || digits > 1000) throw invalidParameter(`NUMERIC precision ${digits} must be between 1 and 1000`)
    if (scale < -1000 || scale > 1000) throw invalidParameter(`NUMERIC scale ${scale} must be between -1000 and 1000`)
    return ((digits << 16) | (scale & 0x7ff)) + 4
  },
})
/** @param {string} name */
const timeTypmod = (name) => (/** @type {any} */ texts) => {
  const values = numbersOf(texts)
  if (values.length !== 1) throw invalidParameter('invalid type modifier')
  if (values[0] < 0) throw invalidParameter(`${name} precision must not be negative`.replace('()', `(${values[0]})`))
  return Math.min(values[0], 6)
}
family.all({
  timetypmodin: timeTypmod('TIME()'), timetztypmodin: timeTypmod('TIME() WITH TIME ZONE'),
  timestamptypmodin: timeTypmod('TIMESTAMP()'), timestamptztypmodin: timeTypmod('TIMESTAMP() WITH TIME ZONE'),
})
for (const [name, type] of /** @type {[string, number][]} */ ([
  ['bpchar', T.BPCHAR],
  ['varchar', T.VARCHAR],
  ['bit', T.BIT],
  ['varbit', T.VARBIT],
  ['numeric', T.NUMERIC],
  ['interval', T.INTERVAL],
])) {
  family.add(`${name}typmodout`, (typmod) => typmodText(type, typmod))
}
for (const [name, zone] of [
  ['time', ' without time zone'],
  ['timetz', ' with time zone'],
  ['timestamp', ' without time zone'],
  ['timestamptz', ' with time zone'],
]) {
  family.add(`${name}typmodout`, (typmod) => (typmod >= 0 ? `(${typmod})${zone}` : zone))
}
