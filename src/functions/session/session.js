/** Functions that tell about and change the session: names, settings, transaction ids, the clock, randomness. */
import { hasPrivsOf, isSuperuser, SIGNAL_BACKEND } from '../../catalog/roles.js'
import { canceledByUser } from '../../errors/engine.js'
import { signalDenied } from '../../errors/privileges.js'
import { maySeeSetting } from '../../catalog/roles.js'
import { settingHidden } from '../../errors/privileges.js'
import { DbError } from '../../errors/db-error.js'
import { nullNotAllowed } from '../../errors/data.js'
import { arrayOf } from '../../types/array.js'
import * as T from '../../types/oids.js'
import { ENCODINGS, encodingNumber } from '../../types/strings/encodings.js'
import { Family } from '../impl.js'
import { currentUser, sessionUser } from './sql-values.js'
import { notInRecovery } from '../../errors/functions.js'
/** @import { FunctionContext } from '../impl.js' */

const family = new Family()
export const sessionFunctions = family.functions

family.context('pgsql_version', (ctx) => `PostgreSQL ${ctx.session.settings.show('server_version')} (Seawall)`)
family.context('current_database', (ctx) => ctx.session.database.name)
family.context('current_user', currentUser)
family.context('session_user', sessionUser)
family.context('pg_backend_pid', (ctx) => ctx.session.backendPid ?? 0)
family.context('current_query', (ctx) => ctx.session.query)
family.context('current_schema', (ctx) => {
  const oid = ctx.catalog.creationNamespace
  return oid === 0 ? null : ctx.catalog.namespace(oid)?.name ?? null
})
family.context('current_schemas', (ctx, implicit) => {
  const { catalog } = ctx
  const first = catalog.searchPath.indexOf(catalog.creationNamespace)
  const oids = implicit
    ? catalog.relationPath
    : catalog.searchPath.filter(
        (/** @type {number} */ oid, /** @type {number} */ i) => oid !== 11 || i >= Math.max(first, 1)
      )
  return arrayOf(
    T.NAME,
    oids
      .map((/** @type {number} */ oid) => catalog.namespace(oid)?.name)
      .filter((/** @type {any} */ name) => name !== undefined)
  )
})
family.context('pg_get_userbyid', (ctx, oid) => ctx.catalog.role(oid)?.name ?? `unknown (OID=${oid})`)
family.context('pg_my_temp_schema', (ctx) => ctx.catalog.temporaryNamespace)
family.context(
  'pg_is_other_temp_schema',
  ({ catalog }, oid) =>
    oid !== catalog.temporaryNamespace && /^pg_(toast_)?temp_\d+$/.test(catalog.namespace(oid)?.name ?? '')
)

// ---- encodings

family.add('getdatabaseencoding', () => 'UTF8')
family.context('pg_client_encoding', ({ session }) => session.settings.show('client_encoding'))
family.add('PG_encoding_to_char', (number) => ENCODINGS[number] ?? '')
family.add('PG_char_to_encoding', encodingNumber)
family.add('pg_encoding_max_length_sql', (number) =>
  number === 6
    ? 4
    : number === 0 || (number >= 8 && number <= 34)
      ? 1
      : number === 39 || number === 4 || number === 7
        ? 4
        : number >= 1 && number <= 5
          ? 3
          : number === 40
            ? 3
            : number >= 35 && number <= 41
              ? 2
              : null,
)

// ---- settings

/** @param {FunctionContext} ctx @param {string} name @param {boolean} missingOk */
function settingText({ catalog, session }, name, missingOk) {
  if (name !== null && !maySeeSetting(catalog, session.roleOid, name)) throw settingHidden(name)
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
  ctx.session.changeSetting(name, value, local === true)
  return settingText(ctx, name, true)
})

// ---- time and chance

family.context('now', (ctx) => ctx.now)
family.context('statement_timestamp', (ctx) => ctx.session.statementStart || ctx.now)
// A transaction's start is settled when it is first asked for, which must not be later than what is told here.
family.context('clock_timestamp', (ctx) => (ctx.session.settleStart(), ctx.session.clock()))
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
family.context('pg_current_wal_insert_lsn', (ctx) => ctx.session.shared.wal.position)
family.context('pg_current_wal_lsn', (ctx) => ctx.session.shared.wal.writtenLsn)
family.context('pg_current_wal_flush_lsn', (ctx) => ctx.session.shared.wal.durableLsn)
family.add('pg_is_in_recovery', () => false)
family.add(['pg_last_wal_receive_lsn', 'pg_last_wal_replay_lsn', 'pg_last_xact_replay_timestamp'], () => null)
for (const name of [
  'pg_is_wal_replay_paused',
  'pg_get_wal_replay_pause_state',
  'pg_wal_replay_pause',
  'pg_wal_replay_resume',
]) {
  family.add(name, () => {
    throw notInRecovery()
  })
}

// ---- other sessions

/** @param {FunctionContext} ctx @param {number} pid @returns {any} null, with a warning: there is none */
export function sessionWithPid({ session }, pid) {
  for (const other of session.shared.sessions) if (other.pid === pid) return other
  session.notice?.({ severity: 'WARNING', code: '01000', message: `PID ${pid} is not a PostgreSQL backend process` })
  return null
}

/**
 * Sessions of superusers are superusers' to end; others their own roles' and pg_signal_backend's.
 * @param {FunctionContext} ctx @param {import('../host.js').SessionHost} other
 * @param {'cancel' | 'terminate'} verb @throws {DbError} 42501
 */
export function requireSignal({ session }, other, verb) {
  const view = session.identity.view()
  const { authenticatedOid } = other.identity
  if (isSuperuser(view, authenticatedOid)) {
    if (!isSuperuser(view, session.roleOid)) throw signalDenied(verb, true)
  } else if (![authenticatedOid, SIGNAL_BACKEND].some((role) => hasPrivsOf(view, session.roleOid, role))) {
    throw signalDenied(verb, false)
  }
}
family.context('pg_cancel_backend', (ctx, pid) => {
  const other = sessionWithPid(ctx, pid)
  if (other !== null) requireSignal(ctx, other, 'cancel')
  if (other === ctx.session) throw canceledByUser()
  other?.cancel()
  return other !== null
})
family.context('pg_notify', ({ session }, channel, payload) => {
  session.notifyChannel(channel ?? '', payload ?? '')
  return ''
})
family.context('pg_listening_channels', function* ({ session }) { yield* session.listening }, { set: true })
family.context('pg_notification_queue_usage', ({ session }) => session.database.channels.usage)
