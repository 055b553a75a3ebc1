/** Functions that tell about and change the session: names, settings, transaction ids, the clock, randomness. */
import { DbError, featureNotSupported } from '../errors/db-error.js'
import { nullNotAllowed } from '../errors/data.js'
import { arrayOf } from '../types/array.js'
import * as T from '../types/oids.js'
import { Family } from './impl.js'
/** @import { FunctionContext } from './impl.js' */

const family = new Family()
export const sessionFunctions = family.functions

export const SERVER_VERSION = '15.0'

family.add('pgsql_version', () => `PostgreSQL ${SERVER_VERSION} (Seawall)`)
family.context('current_database', (ctx) => ctx.session.database.name)
family.context('current_user', (ctx) => ctx.session.user)
family.context('session_user', (ctx) => ctx.session.sessionUser ?? ctx.session.user)
family.context('pg_backend_pid', (ctx) => ctx.session.backendPid ?? 0)
family.context('current_query', (ctx) => ctx.session.query)
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
family.context('pg_get_userbyid', (ctx, oid) => ctx.catalog.role(oid)?.name ?? `unknown (OID=${oid})`)
family.context('pg_my_temp_schema', (ctx) => ctx.catalog.temporaryNamespace)
family.context('pg_is_other_temp_schema', ({ catalog }, oid) => oid !== catalog.temporaryNamespace && /^pg_(toast_)?temp_\d+$/.test(catalog.namespace(oid)?.name ?? ''))

// ---- encodings: PostgreSQL's numbers and names

export const ENCODINGS = ['SQL_ASCII', 'EUC_JP', 'EUC_CN', 'EUC_KR', 'EUC_TW', 'EUC_JIS_2004', 'UTF8', 'MULE_INTERNAL', 'LATIN1', 'LATIN2', 'LATIN3', 'LATIN4', 'LATIN5',
  'LATIN6', 'LATIN7', 'LATIN8', 'LATIN9', 'LATIN10', 'WIN1256', 'WIN1258', 'WIN866', 'WIN874', 'KOI8R', 'WIN1251', 'WIN1252', 'ISO_8859_5', 'ISO_8859_6',
  'ISO_8859_7', 'ISO_8859_8', 'WIN1250', 'WIN1253', 'WIN1254', 'WIN1255', 'WIN1257', 'KOI8U', 'SJIS', 'BIG5', 'GBK', 'UHC', 'GB18030', 'JOHAB', 'SHIFT_JIS_2004']
const ENCODING_ALIASES = /** @type {Record<string, number>} */ ({ unicode: 6, utf8: 6, sqlascii: 0, iso88591: 8, iso88592: 9, iso88593: 10, iso88594: 11, iso88599: 12,
  iso885910: 13, iso885913: 14, iso885914: 15, iso885915: 16, iso885916: 17, koi8: 22, win: 23, alt: 20, tcvn: 19, abc: 19, vscii: 19, windows1252: 24, mskanji: 35,
  shiftjis: 35, windows949: 38, windows936: 37, windows950: 36, windows1250: 29, windows1251: 23, windows866: 20, windows874: 21, windows1253: 30, windows1254: 31,
  windows1255: 32, windows1256: 18, windows1257: 33, windows1258: 19, windows932: 35 })
/** @param {string} name */
const bareName = (name) => name.replace(/[^a-z0-9]/gi, '').toLowerCase()
family.add('getdatabaseencoding', () => 'UTF8')
family.add('pg_client_encoding', () => 'UTF8')
family.add('PG_encoding_to_char', (number) => ENCODINGS[number] ?? '')
/** PostgreSQL's number of an encoding, by any of its names; -1: there is none. @param {string} name @returns {number} */
export function encodingNumber(name) {
  const bare = bareName(name)
  const found = ENCODINGS.findIndex((encoding) => bareName(encoding) === bare)
  return found >= 0 ? found : ENCODING_ALIASES[bare] ?? -1
}
family.add('PG_char_to_encoding', encodingNumber)
family.add('pg_encoding_max_length_sql', (number) => (number === 6 ? 4 : number === 0 || (number >= 8 && number <= 34) ? 1 : number === 39 || number === 4 || number === 7 ? 4
  : number >= 1 && number <= 5 ? 3 : number === 40 ? 3 : number >= 35 && number <= 41 ? 2 : null))

// ---- settings

/** @param {FunctionContext} ctx @param {string} name @param {boolean} missingOk */
function settingText({ session }, name, missingOk) {
  try {
    return session.settings.show(name)
  } catch (error) {
    if (missingOk && error instanceof DbError && error.code === '42704') return null
    throw error
  }
}
family.context('show_config_by_name', (ctx, name) => settingText(ctx, name, false))
family.context('show_config_by_name_missing_ok', settingText)
family.context('set_config_by_name', (ctx, name, value, local) => {
  if (name === null) throw nullNotAllowed('SET requires parameter name')
  ctx.session.settings.set(name, value, local === true)
  return settingText(ctx, name, true)
})

// ---- time and chance

family.context('now', (ctx) => ctx.now)
family.context('statement_timestamp', (ctx) => ctx.session.statementStart || ctx.now)
family.context('clock_timestamp', (ctx) => ctx.session.clock())
family.context('gen_random_uuid', (ctx) => {
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < 16; i += 4) view.setUint32(i, ctx.session.random.uint32())
  bytes[6] = (bytes[6] & 0x0f) | 0x40
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  return bytes
})

// ---- the log

/** Positions in the log, as pg_lsn. */
family.context('pg_current_wal_insert_lsn', (ctx) => ctx.session.cluster.wal.position)
family.context('pg_current_wal_lsn', (ctx) => ctx.session.cluster.wal.writtenLsn)
family.context('pg_current_wal_flush_lsn', (ctx) => ctx.session.cluster.wal.durableLsn)
family.add('pg_is_in_recovery', () => false)
family.add(['pg_last_wal_receive_lsn', 'pg_last_wal_replay_lsn', 'pg_last_xact_replay_timestamp'], () => null)
for (const name of ['pg_is_wal_replay_paused', 'pg_get_wal_replay_pause_state', 'pg_wal_replay_pause', 'pg_wal_replay_resume']) {
  family.add(name, () => { throw new DbError('55000', 'recovery is not in progress', { hint: 'Recovery control functions can only be executed during recovery.' }) })
}

// ---- other sessions

/** @param {FunctionContext} ctx @param {number} pid */
function sessionWithPid({ session }, pid) {
  for (const other of session.cluster.sessions) if (other.pid === pid) return other
  session.notice?.({ severity: 'WARNING', code: '01000', message: `PID ${pid} is not a PostgreSQL server process` })
  return null
}
family.context('pg_cancel_backend', (ctx, pid) => {
  const other = sessionWithPid(ctx, pid)
  other?.cancel()
  return other !== null
})
family.context('pg_terminate_backend', () => { throw featureNotSupported('pg_terminate_backend') })
family.context('pg_notify', ({ session }, channel, payload) => {
  session.notifyChannel(channel ?? '', payload ?? '')
  return ''
})
family.context('pg_listening_channels', function* ({ session }) { yield* session.listening }, { set: true })
family.context('pg_notification_queue_usage', ({ session }) => session.database.channels.usage)
