/**
 * postgres_fdw 1.1: tables of other servers. They are defined, changed and dumped as PostgreSQL's are, with its rules
 * for options; no connection is made, so a statement that reads such a table is 0A000.
 */
import { ATTRIBUTE, FOREIGN_TABLE, SERVER, USER_MAPPING, serverNamed } from '../catalog/foreign.js'
import { isSuperuser } from '../catalog/roles.js'
import { undefinedServer } from '../errors/ddl/foreign.js'
import { featureNotSupported } from '../errors/db-error.js'
import {
  certificatesForOthers, notANumberOption, notExtensionNames, passwordForOthers, tooSmallOption,
} from '../errors/postgres-fdw.js'
import { Family } from '../functions/impl.js'
import { nameList } from '../types/identifiers.js'
import { functionScript } from './script.js'
import { optionsIn, requireBoolean } from './wrapper-options.js'

/** @import { FunctionContext } from '../functions/impl.js' */

/** What the client library takes of a connection, in the order in which a hint names them. */
const CONNECTION = `service passfile channel_binding connect_timeout dbname host hostaddr port options application_name
  keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout sslmode sslcompression sslcert
  sslkey sslrootcert sslcrl sslcrldir sslsni requirepeer ssl_min_protocol_version ssl_max_protocol_version gssencmode
  krbsrvname gsslib target_session_attrs`.split(/[ \n]+/)

/** @type {Map<number, string[]>} */
const VALID = new Map([
  [SERVER, [...CONNECTION, 'use_remote_estimate', 'fdw_startup_cost', 'fdw_tuple_cost', 'extensions', 'updatable',
    'truncatable', 'fetch_size', 'batch_size', 'async_capable', 'parallel_commit', 'keep_connections']],
  [USER_MAPPING, ['user', 'password', 'sslpassword', 'password_required', 'sslcert', 'sslkey']],
  [FOREIGN_TABLE, ['schema_name', 'table_name', 'use_remote_estimate', 'updatable', 'truncatable', 'fetch_size',
    'batch_size', 'async_capable']],
  [ATTRIBUTE, ['column_name']],
])

const NUMBER = /^[ \t-\r]*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?[ \t-\r]*$/i
const HEXADECIMAL = /^[ \t-\r]*[-+]?0x[\da-f]+[ \t-\r]*$/i

/** @param {string} option @param {string} value @throws {DbError} 22023 */
function cost(option, value) {
  if (!NUMBER.test(value)) throw notANumberOption(option, value, 'floating point')
  if (Number(value) < 0) throw tooSmallOption(option, 'floating point')
}

/** @param {string} option @param {string} value @throws {DbError} 22023 */
function size(option, value) {
  const hexadecimal = HEXADECIMAL.test(value)
  const number = hexadecimal ? parseInt(value, 16) : Math.round(Number(value))
  if (!hexadecimal && !NUMBER.test(value) || number > 0x7fffffff) throw notANumberOption(option, value, 'integer')
  if (number <= 0) throw tooSmallOption(option, 'integer')
}

/** @type {Record<string, (option: string, value: string, ctx: FunctionContext) => void>} */
const CHECKS = {
  use_remote_estimate: requireBoolean, updatable: requireBoolean, truncatable: requireBoolean,
  async_capable: requireBoolean, parallel_commit: requireBoolean, keep_connections: requireBoolean,
  fdw_startup_cost: cost, fdw_tuple_cost: cost,
  fetch_size: size, batch_size: size,
  extensions(_option, value, { session }) {
    const names = nameList(value)
    if (names === null) throw notExtensionNames()
    for (const name of names) {
      if (session.catalog().rowsWith('pg_extension', 'extname', name).length > 0) continue
      session.notice({ severity: 'WARNING', code: '42704', message: `extension "${name}" is not installed` })
    }
  },
  password_required(option, value, { session }) {
    requireBoolean(option, value)
    const superuser = isSuperuser(session.identity.view(), session.roleOid)
    if (!superuser && /^(?:false|off)$/i.test(value)) throw passwordForOthers()
  },
  sslcert: certificate, sslkey: certificate,
}

/** @param {string} _option @param {string} _value @param {FunctionContext} ctx @throws {DbError} 42501 */
function certificate(_option, _value, { session }) {
  if (!isSuperuser(session.identity.view(), session.roleOid)) throw certificatesForOthers()
}

const family = new Family()
family.add('postgres_fdw_handler', () => { throw featureNotSupported('function postgres_fdw_handler') })
family.context('postgres_fdw_validator', (ctx, options, classId) => {
  const valid = VALID.get(classId) ?? []
  for (const [name, value] of optionsIn(options, valid)) {
    CHECKS[name]?.(name, value, ctx)
  }
  return ''
})
family.add('postgres_fdw_get_connections', () => [], { set: true })
family.context('postgres_fdw_disconnect', ({ session }, name) => {
  if (serverNamed(session.catalog(), name) === undefined) throw undefinedServer(name)
  return false
})
family.add('postgres_fdw_disconnect_all', () => false)

/** @type {import('./bundled.js').ExtensionModule} */
export const extension = {
  script: `${functionScript('postgres_fdw', [
    ['postgres_fdw_handler()', 'fdw_handler', 'postgres_fdw_handler', 'vsu'],
    ['postgres_fdw_validator(text[], oid)', 'void', 'postgres_fdw_validator', 'vsu'],
    ['postgres_fdw_get_connections(OUT server_name text, OUT valid boolean)', 'SETOF record',
      'postgres_fdw_get_connections', 'vsr'],
    ['postgres_fdw_disconnect(text)', 'boolean', 'postgres_fdw_disconnect', 'vsr'],
    ['postgres_fdw_disconnect_all()', 'boolean', 'postgres_fdw_disconnect_all', 'vsr'],
  ])};
    CREATE FOREIGN DATA WRAPPER postgres_fdw HANDLER postgres_fdw_handler VALIDATOR postgres_fdw_validator`,
  functions: family.functions,
}
