/**
 * dblink 1.2: statements for other servers. No connection is made to any, so what needs one answers as PostgreSQL does
 * without it, and what would make one is 0A000. Dumps name it, and functions that call it can be made. Statements that
 * would copy a row elsewhere are built.
 */
import { isSuperuser } from '../catalog/roles.js'
import { featureNotSupported } from '../errors/db-error.js'
import {
  brokenConnectionText, invalidAttribute, keyLengthDiffers, noConnection, noKeyAttributes, noSourceRow,
  passwordRequired, severalSourceRows,
} from '../errors/dblink.js'
import { notOpenedAsTable } from '../errors/syntax.js'
import { Family } from '../functions/impl.js'
import { builtinFunction } from '../functions/registry.js'
import { quoteIdentifier, quoteLiteral } from '../catalog/deparse/names.js'
import { findRelation } from '../types/reg.js'
import { functionScript } from './script.js'
import { requireSelect, storedOf } from './storage-looks.js'

/** @import { ColumnDesc, RelationDesc } from '../catalog/relation.js' */
/** @import { RoutineCall } from '../functions/routine-call.js' */
/** @import { FunctionContext, FunctionImpl } from '../functions/impl.js' */
/** @import { FunctionLine } from './script.js' */

const CONNECTIONS = 'connections of dblink to other servers'

/**
 * @param {FunctionContext} ctx @param {string} text what names no connection says how to make one
 * @throws {DbError} 0A000, 08001, 2F003 it would be made with the server's own rights
 */
function connect({ session }, text) {
  if (!isSuperuser(session.identity.view(), session.roleOid) && !/(?:^|\W)password\s*=|:[^/@]+@/.test(text))
    throw passwordRequired()
  if (!/=|^postgres(?:ql)?:\/\//.test(text)) throw brokenConnectionText(text)
  throw featureNotSupported(CONNECTIONS)
}

/** @param {string} name @throws {DbError} 08003 */
const named = (name) => { throw noConnection(name) }
/** @throws {DbError} 08003 */
const unnamed = () => { throw noConnection(null) }
/** Of text arguments alone: a flag (whether errors are raised) is none. @param {unknown[]} args */
const textsOf = (args) => args.filter((arg) => typeof arg === 'string').length

const family = new Family()
family.context('dblink_connect', (ctx, ...args) => connect(ctx, args[args.length - 1]))
family.add('dblink_disconnect', (...args) => args.length === 0 ? unnamed() : named(args[0]))
family.add('dblink_open', (...args) => textsOf(args) === 3 ? named(args[0]) : unnamed())
family.add('dblink_close', (...args) => textsOf(args) === 2 ? named(args[0]) : unnamed())
family.add('dblink_fetch', (...args) => textsOf(args) === 2 ? named(args[0]) : unnamed(), { set: true })
family.context('dblink_record', (ctx, ...args) => {
  if (textsOf(args) === 2) connect(ctx, args[0])
  else unnamed()
}, { set: true })
family.context('dblink_exec', (ctx, ...args) => textsOf(args) === 2 ? connect(ctx, args[0]) : unnamed())
family.add(['dblink_send_query', 'dblink_is_busy', 'dblink_cancel_query', 'dblink_error_message'], named)
family.add('dblink_get_result', named, { set: true })
family.add('dblink_get_notify', (...args) => args.length === 0 ? unnamed() : named(args[0]), { set: true })
family.add('dblink_get_connections', () => null)
const currentQuery = /** @type {FunctionImpl} */ (builtinFunction('current_query'))
family.context('dblink_current_query', (ctx) => currentQuery.call(ctx))
family.add('dblink_fdw_validator', (options) => {
  if (options.values.length > 0) throw featureNotSupported('options of dblink_fdw')
  return ''
})

// ---- tables of this database, which are the caller's to read

/** @param {RoutineCall} call @param {string} name @returns {RelationDesc} @throws {DbError} 42P01, 42501 */
function readable(call, name) {
  const stored = storedOf(call, findRelation(call.catalog, name))
  if (stored.relation === null) throw notOpenedAsTable(stored.name, stored.kind)
  requireSelect(call, stored)
  return stored.relation
}

family.routine('dblink_get_pkey', function* (/** @type {RoutineCall} */ call, /** @type {string} */ name) {
  const { columns, indexes } = readable(call, name)
  const key = indexes.find(({ primary }) => primary)
  let position = 0
  for (const attnum of key?.keyAttnums ?? []) yield [++position, columns[attnum - 1].name]
})

/** @typedef {import('../types/array.js').PgArray} PgArray */
/** @typedef {{ relation: RelationDesc, name: string, keys: ColumnDesc[], texts: (string | null)[][] }} KeyedRow */

/**
 * @param {RoutineCall} call @param {string} name @param {number[]} places of the key's columns, counted without
 *   dropped ones @param {number} count @param {[which: string, values: PgArray][]} given values of the key
 * @returns {KeyedRow} @throws {DbError} 22023
 */
function keyedRow(call, name, places, count, given) {
  const relation = readable(call, name)
  const columns = relation.columns.filter(({ dropped }) => !dropped)
  const used = places.slice(0, Math.max(0, count))
  if (used.length === 0) throw noKeyAttributes()
  const keys = used.map((place) => {
    if (place < 1 || place > columns.length) throw invalidAttribute(place)
    return columns[place - 1]
  })
  const texts = given.map(([which, { values }]) => {
    if (values.length !== keys.length) throw keyLengthDiffers(which)
    return /** @type {(string | null)[]} */ (values)
  })
  const { catalog } = call
  const isVisible = catalog.relationByName(null, relation.name)?.oid === relation.oid
  const schema = isVisible ? '' : `${quoteIdentifier(catalog.namespace(relation.namespaceOid)?.name ?? '')}.`
  return { relation, name: schema + quoteIdentifier(relation.name), keys, texts }
}

/** @param {ColumnDesc[]} keys @param {(string | null)[]} texts */
const condition = (keys, texts) => keys.map(({ name }, at) => {
  const text = texts[at]
  return quoteIdentifier(name) + (text === null ? ' IS NULL' : ` = ${quoteLiteral(text)}`)
}).join(' AND ')

/**
 * Names and literals of a row, its key given. @param {RoutineCall} call @param {KeyedRow} row
 * @returns {Generator<Promise<unknown>, [name: string, literal: string][], void>} @throws {DbError} 21000
 */
function* assignments(call, { relation, name, keys, texts: [source, target] }) {
  const columns = relation.columns.filter(({ dropped }) => !dropped)
  const list = columns.map((column) => `${quoteIdentifier(column.name)}::text`).join(', ')
  const query = yield* call.query(`SELECT ${list} FROM ${name} WHERE ${condition(keys, source)}`)
  try {
    const rows = yield* query.fetch(2)
    if (rows.length > 1) throw severalSourceRows()
    if (rows.length === 0) throw noSourceRow()
    return columns.map((column, at) => {
      const place = keys.indexOf(column)
      const text = place < 0 ? rows[0][at] : target[place]
      return [quoteIdentifier(column.name), text === null ? 'NULL' : quoteLiteral(text)]
    })
  } finally {
    query.close()
  }
}

/**
 * @typedef {[call: RoutineCall, name: string, places: { values: number[] }, count: number, ...arrays: PgArray[]]
 * } KeyArguments
 */

family.routine('dblink_build_sql_insert', function* (
  /** @type {KeyArguments} */ ...[call, name, places, count, source, target]
) {
  const row = keyedRow(call, name, places.values, count, [['source', source], ['target', target]])
  const all = yield* assignments(call, row)
  return `INSERT INTO ${row.name}(${all.map(([column]) => column).join(',')}) ` +
    `VALUES(${all.map(([, literal]) => literal).join(',')})`
})
family.routine('dblink_build_sql_delete', function* (
  /** @type {KeyArguments} */ ...[call, name, places, count, target]
) {
  const row = keyedRow(call, name, places.values, count, [['target', target]])
  return `DELETE FROM ${row.name} WHERE ${condition(row.keys, row.texts[0])}`
})
family.routine('dblink_build_sql_update', function* (
  /** @type {KeyArguments} */ ...[call, name, places, count, source, target]
) {
  const row = keyedRow(call, name, places.values, count, [['source', source], ['target', target]])
  const all = yield* assignments(call, row)
  return `UPDATE ${row.name} SET ${all.map(([column, literal]) => `${column} = ${literal}`).join(', ')} ` +
    `WHERE ${condition(row.keys, row.texts[1])}`
})

/**
 * With and without a flag that says whether errors are raised.
 * @param {FunctionLine} line @returns {FunctionLine[]}
 */
const flagged = ([signature, ...rest]) => [
  [signature, ...rest], [signature.replace(')', `${signature.endsWith('()') ? '' : ', '}boolean)`), ...rest],
]

/** @type {FunctionLine[]} */
const FUNCTIONS = [
  ['dblink_connect(text)', 'text', 'dblink_connect', 'vsr'],
  ['dblink_connect(text, text)', 'text', 'dblink_connect', 'vsr'],
  ['dblink_connect_u(text)', 'text', 'dblink_connect', 'vsr'],
  ['dblink_connect_u(text, text)', 'text', 'dblink_connect', 'vsr'],
  ['dblink_disconnect()', 'text', 'dblink_disconnect', 'vsr'],
  ['dblink_disconnect(text)', 'text', 'dblink_disconnect', 'vsr'],
  ...flagged(['dblink_open(text, text)', 'text', 'dblink_open', 'vsr']),
  ...flagged(['dblink_open(text, text, text)', 'text', 'dblink_open', 'vsr']),
  ...flagged(['dblink_fetch(text, int)', 'SETOF record', 'dblink_fetch', 'vsr']),
  ...flagged(['dblink_fetch(text, text, int)', 'SETOF record', 'dblink_fetch', 'vsr']),
  ...flagged(['dblink_close(text)', 'text', 'dblink_close', 'vsr']),
  ...flagged(['dblink_close(text, text)', 'text', 'dblink_close', 'vsr']),
  ...flagged(['dblink(text, text)', 'SETOF record', 'dblink_record', 'vsr']),
  ...flagged(['dblink(text)', 'SETOF record', 'dblink_record', 'vsr']),
  ...flagged(['dblink_exec(text, text)', 'text', 'dblink_exec', 'vsr']),
  ...flagged(['dblink_exec(text)', 'text', 'dblink_exec', 'vsr']),
  ['dblink_get_pkey(text)', 'SETOF dblink_pkey_results', 'dblink_get_pkey', 'vsr'],
  ['dblink_build_sql_insert(text, int2vector, int, _text, _text)', 'text', 'dblink_build_sql_insert', 'vsr'],
  ['dblink_build_sql_delete(text, int2vector, int, _text)', 'text', 'dblink_build_sql_delete', 'vsr'],
  ['dblink_build_sql_update(text, int2vector, int, _text, _text)', 'text', 'dblink_build_sql_update', 'vsr'],
  ['dblink_current_query()', 'text', 'dblink_current_query', 'vr'],
  ['dblink_send_query(text, text)', 'int4', 'dblink_send_query', 'vsr'],
  ['dblink_is_busy(text)', 'int4', 'dblink_is_busy', 'vsr'],
  ...flagged(['dblink_get_result(text)', 'SETOF record', 'dblink_get_result', 'vsr']),
  ['dblink_get_connections()', 'text[]', 'dblink_get_connections', 'vr'],
  ['dblink_cancel_query(text)', 'text', 'dblink_cancel_query', 'vsr'],
  ['dblink_error_message(text)', 'text', 'dblink_error_message', 'vsr'],
  [
    'dblink_get_notify(OUT notify_name text, OUT be_pid int4, OUT extra text)', 'SETOF record', 'dblink_get_notify',
    'vsr',
  ],
  [
    'dblink_get_notify(conname text, OUT notify_name text, OUT be_pid int4, OUT extra text)', 'SETOF record',
    'dblink_get_notify', 'vsr',
  ],
  ['dblink_fdw_validator(options text[], catalog oid)', 'void', 'dblink_fdw_validator', 'vs'],
]

/** @type {import('./bundled.js').ExtensionModule} */
export const extension = {
  script: `CREATE TYPE dblink_pkey_results AS (position int, colname text);
    ${functionScript('dblink', FUNCTIONS)};
    ALTER FUNCTION dblink_connect_u(text) SECURITY DEFINER;
    ALTER FUNCTION dblink_connect_u(text, text) SECURITY DEFINER;
    REVOKE ALL ON FUNCTION dblink_connect_u(text) FROM public;
    REVOKE ALL ON FUNCTION dblink_connect_u(text, text) FROM public;
    CREATE FOREIGN DATA WRAPPER dblink_fdw VALIDATOR dblink_fdw_validator`,
  functions: family.functions,
}
