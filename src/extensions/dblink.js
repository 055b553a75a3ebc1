/**
 * dblink 1.2: statements for other servers. No connection is made to any, so what needs one answers as PostgreSQL does
 * without it, and what would make one is 0A000. Dumps name it, and functions that call it can be made.
 */
import { featureNotSupported } from '../errors/db-error.js'
import { brokenConnectionText, noConnection } from '../errors/extensions.js'
import { Family } from '../functions/impl.js'
import { builtinFunction } from '../functions/registry.js'
import { findRelation } from '../types/reg.js'
import { functionScript } from './script.js'

/** @import { RelationDesc } from '../catalog/relation.js' */
/** @import { RoutineCall } from '../functions/routine-call.js' */
/** @import { FunctionImpl } from '../functions/impl.js' */
/** @import { FunctionLine } from './script.js' */

const CONNECTIONS = 'connections of dblink to other servers'

/** @param {string} text what names no connection says how to make one @throws {DbError} 0A000, 08001 */
function connect(text) {
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
family.add('dblink_connect', (...args) => connect(args[args.length - 1]))
family.add('dblink_disconnect', (...args) => args.length === 0 ? unnamed() : named(args[0]))
family.add('dblink_open', (...args) => textsOf(args) === 3 ? named(args[0]) : unnamed())
family.add('dblink_close', (...args) => textsOf(args) === 2 ? named(args[0]) : unnamed())
family.add('dblink_fetch', (...args) => textsOf(args) === 2 ? named(args[0]) : unnamed(), { set: true })
family.add('dblink_record', (...args) => textsOf(args) === 2 ? connect(args[0]) : unnamed(), { set: true })
family.add('dblink_exec', (...args) => textsOf(args) === 2 ? connect(args[0]) : unnamed())
family.add(['dblink_send_query', 'dblink_is_busy', 'dblink_cancel_query', 'dblink_error_message'], named)
family.add('dblink_get_result', named, { set: true })
family.add('dblink_get_notify', (...args) => args.length === 0 ? unnamed() : named(args[0]), { set: true })
family.add('dblink_get_connections', () => null)
const currentQuery = /** @type {FunctionImpl} */ (builtinFunction('current_query'))
family.context('dblink_current_query', (ctx) => currentQuery.call(ctx))
for (const [name, args] of [['insert', ', text[], text[]'], ['delete', ', text[]'], ['update', ', text[], text[]']]) {
  family.add(`dblink_build_sql_${name}`, () => {
    throw featureNotSupported(`function dblink_build_sql_${name}(text, int2vector, integer${args})`)
  })
}
family.add('dblink_fdw_validator', (options) => {
  if (options.values.length > 0) throw featureNotSupported('options of dblink_fdw')
  return ''
})
family.routine('dblink_get_pkey', function* (/** @type {RoutineCall} */ { catalog }, /** @type {string} */ name) {
  /** @type {RelationDesc | undefined} */
  const relation = catalog.relation(findRelation(catalog, name))
  const key = relation?.indexes.find(({ primary }) => primary)
  let position = 0
  for (const attnum of key?.keyAttnums ?? []) yield [++position, relation?.columns[attnum - 1].name]
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
