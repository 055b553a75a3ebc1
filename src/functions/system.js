/** Functions that tell about the session and the catalog: names, visibility, settings, type and role names. */
import { DbError } from '../errors/db-error.js'
import { arrayOf } from '../types/array.js'
import { formatType } from '../types/format-type.js'
import * as T from '../types/oids.js'
import { findType } from '../types/reg.js'
import { Family } from './impl.js'

const family = new Family()
export const systemFunctions = family.functions

export const SERVER_VERSION = '15.0'

family.add('pgsql_version', () => `PostgreSQL ${SERVER_VERSION} (Seawall)`)
family.context('current_database', (ctx) => ctx.session.database)
family.context('current_user', (ctx) => ctx.session.user)
family.context('session_user', (ctx) => ctx.session.sessionUser ?? ctx.session.user)
family.context('pg_backend_pid', (ctx) => ctx.session.backendPid ?? 0)
family.context('current_schema', (ctx) => {
  const oid = ctx.catalog.creationNamespace
  return oid === 0 ? null : ctx.catalog.namespace(oid)?.name ?? null
})
family.context('current_schemas', (ctx, implicit) => {
  const { catalog } = ctx
  const first = catalog.searchPath.indexOf(catalog.creationNamespace)
  const oids = implicit ? catalog.relationPath : catalog.searchPath.filter((/** @type {number} */ oid, /** @type {number} */ i) => oid !== 11 || i >= Math.max(first, 1))
  return arrayOf(T.NAME, oids.map((/** @type {number} */ oid) => catalog.namespace(oid)?.name).filter((/** @type {any} */ name) => name !== undefined))
})
family.context('format_type', (ctx, oid, typmod) => (oid === null ? null : formatType(oid, typmod ?? -1, ctx.catalog, typmod !== null)))
family.typed('pg_typeof', (ctx, types) => types.args[0])
family.context('to_regtype', (ctx, text) => {
  try {
    return findType(ctx.catalog, text)
  } catch (error) {
    if (error instanceof DbError) return null
    throw error
  }
})
family.context('pg_get_userbyid', (ctx, oid) => ctx.catalog.role(oid)?.name ?? `unknown (OID=${oid})`)

/** Null for an OID that names nothing. @param {string} prosrc @param {(catalog: any, oid: number) => boolean | null} visible */
const visibility = (prosrc, visible) => family.context(prosrc, (ctx, oid) => visible(ctx.catalog, oid))
visibility('pg_table_is_visible', (catalog, oid) => {
  const relation = catalog.relation(oid) ?? catalog.index(oid)
  return relation === undefined ? null : catalog.relationOid(null, relation.name) === oid
})
visibility('pg_type_is_visible', (catalog, oid) => {
  const type = catalog.type(oid)
  return type === undefined ? null : catalog.typeByName(null, type.name)?.oid === oid
})
visibility('pg_function_is_visible', (catalog, oid) => {
  const func = catalog.func(oid)
  return func === undefined ? null : catalog.functionsNamed(func.name).some((/** @type {any} */ other) => other.oid === oid)
})
visibility('pg_operator_is_visible', (catalog, oid) => (catalog.operator(oid) === undefined ? null : true))
visibility('pg_opclass_is_visible', (catalog, oid) => (catalog.opclass(oid) === undefined ? null : true))
visibility('pg_collation_is_visible', (catalog, oid) => {
  const collation = catalog.collation(oid)
  return collation === undefined ? null : catalog.collationByName(null, collation.name)?.oid === oid
})

family.add('getdatabaseencoding', () => 'UTF8')
family.add('pg_client_encoding', () => 'UTF8')
/** @type {Record<number, string>} */
const ENCODINGS = { 0: 'SQL_ASCII', 6: 'UTF8', 8: 'LATIN1' }
family.add('PG_encoding_to_char', (number) => ENCODINGS[number] ?? '')
family.add('PG_char_to_encoding', (name) => Number(Object.keys(ENCODINGS).find((key) => ENCODINGS[Number(key)] === name.toUpperCase().replace('-', '')) ?? -1))
family.context(['now', 'statement_timestamp'], (ctx) => ctx.now)
family.context('clock_timestamp', (ctx) => ctx.session.clock())
family.context('drandom', (ctx) => ctx.session.random.double())
family.context('gen_random_uuid', (ctx) => {
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < 16; i += 4) view.setUint32(i, ctx.session.random.uint32())
  bytes[6] = (bytes[6] & 0x0f) | 0x40
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  return bytes
})

const SIZE_UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB']

/** Half rounded away, a unit left only at 10240 of it (20480 half units). */
family.add('pg_size_pretty', (size) => {
  let rest = BigInt(size)
  const magnitude = (/** @type {bigint} */ value) => (value < 0n ? -value : value)
  for (let unit = 0; ; unit++) {
    const last = unit === SIZE_UNITS.length - 1
    const limit = unit === 0 ? 10240n : 20479n
    if (last || magnitude(rest) < limit) {
      if (unit > 0) rest = (rest < 0n ? rest - 1n : rest + 1n) / 2n
      return `${rest} ${SIZE_UNITS[unit]}`
    }
    rest /= unit === 0 ? 512n : 1024n
  }
})
family.context('pg_is_other_temp_schema', () => false)
family.add('pg_is_in_recovery', () => false)
family.context('show_config_by_name', (ctx, name) => {
  const value = ctx.session.settings?.show?.(name)
  if (value === undefined) throw new DbError('42704', `unrecognized configuration parameter "${name}"`)
  return value
})
family.context('show_config_by_name_missing_ok', (ctx, name, missingOk) => {
  const value = ctx.session.settings?.show?.(name)
  if (value === undefined && !missingOk) throw new DbError('42704', `unrecognized configuration parameter "${name}"`)
  return value ?? null
})
