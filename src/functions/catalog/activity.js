/**
 * What the server is doing, as the statistics views ask for it: sessions, locks, prepared statements, cursors,
 * settings. Counters of table access are not kept yet: they read 0, as after pg_stat_reset().
 */
import { flagsOf } from '../../config/setting-flags.js'
import { allSettings, formatSetting, parseSetting } from '../../config/settings.js'
import { READ_ALL_STATS, hasPrivsOf, maySeeSetting } from '../../catalog/roles.js'
import { LOCK_MODE_NAMES, sharedLock } from '../../txn/table-locks.js'
import { shortReal } from '../../util/short-real.js'
import { arrayOf } from '../../types/array.js'
import { builtinType } from '../../types/lookup.js'
import * as T from '../../types/oids.js'
import { Family } from '../impl.js'

/** @import { Xid } from '../../util/identifiers.js' */
/** @import { SettingDef } from '../../config/settings.js' */
/** @import { SessionHost } from '../host.js' */
/** @import { FunctionContext } from '../impl.js' */

const family = new Family()
export const activityFunctions = family.functions

// ---- sessions

/** @param {SessionHost} session @returns {string} */
function stateOf(session) {
  if (session.running) return 'active'
  switch (String.fromCharCode(session.statusByte())) {
    case 'T': return 'idle in transaction'
    case 'E': return 'idle in transaction (aborted)'
    default: return 'idle'
  }
}

/** @param {SessionHost} session @returns {number | null} */
const xidOf = (session) => session.block.txn?.xid || null

/** @param {SessionHost} session @returns {any} inet; null: this machine, without a network */
const addressOf = ({ client, env }) => inetOf(client.address, env)

/** @param {string | null} address @param {any} env */
const inetOf = (address, env) => (address === null ? null : builtinType(T.INET)?.parse(address, -1, env))

/**
 * The oldest transaction it keeps older row versions and undo for.
 * @param {SessionHost} session
 * @returns {number | null}
 */
const xminOf = (session) => session.block.txn === null ? null : session.shared.txns.xminOf(session.block.txn) || null

/** As type xid has it: the low 32 bits. @param {Xid | null} xid */
const shortXid = (xid) => xid === null ? null : Number(BigInt.asUintN(32, BigInt(xid)))

/** @param {SessionHost} session */
const shownQuery = (session) =>
  session.query.length > SHOWN_QUERY_LENGTH ? session.query.slice(0, SHOWN_QUERY_LENGTH) : session.query

/** @param {SessionHost} session @returns {any[]} the columns of pg_stat_get_activity */
function activityRow(session) {
  const waits = session.wait !== null
  const inTransaction = session.block.txn !== null
  const state = stateOf(session)
  return [
    session.database.oid, session.pid, session.roleOid, session.settings.show('application_name'), state,
    shownQuery(session), waits ? 'Lock' : state === 'active' ? null : 'Client',
    waits ? 'relation' : state === 'active' ? null : 'ClientRead', inTransaction ? session.transactionStart : null,
    session.statementStart || null, session.backendStart, session.statementStart || session.backendStart,
    addressOf(session), null, session.client.port, shortXid(xidOf(session)), shortXid(xminOf(session)),
    session.isBackground ? 'autovacuum worker' : 'client backend', ...encryptionOf(session), false, null, false, null,
    null,
  ]
}

/**
 * @param {SessionHost} session @returns {any[]} ssl, version, cipher, bits, the client's name, serial number, issuer
 */
function encryptionOf({ encryption, env }) {
  if (encryption === null) return [false, null, null, null, null, null, null]
  const { version, cipher, bits, client } = encryption
  const serial = client === null ? null : builtinType(T.NUMERIC)?.parse(client.serial, -1, env)
  return [true, version, cipher, bits, client?.subject ?? null, serial, client?.issuer ?? null]
}

/**
 * What others do is for who has their rights, or those of pg_read_all_stats.
 * @param {FunctionContext} ctx
 * @param {SessionHost} other
 */
const maySee = ({ catalog, session }, { roleOid }) =>
  hasPrivsOf(catalog, session.roleOid, roleOid) || hasPrivsOf(catalog, session.roleOid, READ_ALL_STATS)

const HIDDEN = '<insufficient privilege>'
const [QUERY, BACKEND_XID, BACKEND_XMIN] = [5, 15, 16]

/** That it is there, whose it is and where. @param {SessionHost} session @returns {any[]} */
function hiddenRow(session) {
  const row = activityRow(session)
  for (let at = 4; at < row.length; at++) if (at !== BACKEND_XID && at !== BACKEND_XMIN) row[at] = null
  row[QUERY] = HIDDEN
  return row
}

const WAIT_EVENT_TYPE = 6
const SHOWN_QUERY_LENGTH = 1023

/** Not the one of a server's own process, which nobody uses. @param {SessionHost} session */
const isSomebodys = (session) =>
  session.isClients || session.isBackground || session.query !== '' || session.running || session.block.txn !== null

/** In the order of their pids. @param {FunctionContext} ctx */
const sessions = ({ session }) => [...session.shared.sessions].filter(isSomebodys).sort((a, b) => a.pid - b.pid)

family.context('pg_stat_get_activity', function* (ctx, pid) {
  for (const session of sessions(ctx))
    if (pid === null || session.pid === pid) yield maySee(ctx, session) ? activityRow(session) : hiddenRow(session)
}, { set: true })
family.context('pg_stat_get_backend_idset', function* (ctx) {
  const { length } = sessions(ctx)
  for (let at = 1; at <= length; at++) yield at
}, { set: true })

/** @param {string} prosrc @param {(session: SessionHost) => any} read @param {string | null} hidden what others see */
const ofBackend = (prosrc, read, hidden = null) => family.context(prosrc, (ctx, number) => {
  const session = sessions(ctx)[number - 1]
  return session === undefined ? null : OPEN.has(prosrc) || maySee(ctx, session) ? read(session) : hidden
})
/** What everybody may know of a session. */
const OPEN = new Set(['pg_stat_get_backend_pid', 'pg_stat_get_backend_dbid', 'pg_stat_get_backend_userid'])
ofBackend('pg_stat_get_backend_pid', (session) => session.pid)
ofBackend('pg_stat_get_backend_dbid', (session) => session.database.oid)
ofBackend('pg_stat_get_backend_userid', (session) => session.roleOid)
ofBackend('pg_stat_get_backend_activity', shownQuery, HIDDEN)
ofBackend('pg_stat_get_backend_start', (session) => session.backendStart)
ofBackend('pg_stat_get_backend_activity_start', (session) => session.statementStart || null)
ofBackend('pg_stat_get_backend_xact_start', (session) => (session.block.txn === null ? null : session.transactionStart))
ofBackend('pg_stat_get_backend_client_addr', addressOf)
/** Both ends of a session's connection; a port of -1: no network. */
for (const end of /** @type {const} */ (['client', 'server'])) {
  family.context(`inet_${end}_addr`, ({ session }) => inetOf(session[end].address, session.env))
  family.context(`inet_${end}_port`, ({ session }) => (session[end].port < 0 ? null : session[end].port))
}
ofBackend('pg_stat_get_backend_client_port', (session) => session.client.port)
ofBackend('pg_stat_get_backend_wait_event_type', (session) => activityRow(session)[WAIT_EVENT_TYPE], HIDDEN)
ofBackend('pg_stat_get_backend_wait_event', (session) => activityRow(session)[WAIT_EVENT_TYPE + 1], HIDDEN)
family.context(
  'pg_stat_get_db_numbackends',
  (ctx, oid) => sessions(ctx).filter((session) => session.database.oid === oid).length
)

// ---- locks

family.context('pg_lock_status', function* (ctx) {
  for (const session of sessions(ctx)) {
    const { txn } = session.block
    const virtual = `${session.pid}/${session.pid}`
    for (const { tag, mode, granted } of session.shared.txns.advisory.locksOf(session)) {
      yield [
        'advisory', tag.database, null, null, null, null, null, tag.classId, tag.objectId, tag.kind, virtual,
        session.pid, LOCK_MODE_NAMES[mode], granted, false, null,
      ]
    }
    if (txn === null) continue
    for (const [key, mode, granted] of locksOf(txn)) {
      const shared = sharedLock(key)
      if (shared !== null) {
        yield ['object', 0, null, null, null, null, null, shared.classId, shared.objectId, 0, virtual, session.pid,
          LOCK_MODE_NAMES[mode], granted, false, null]
        continue
      }
      yield [
        'relation', session.database.oid, key, null, null, null, null, null, null, null, virtual, session.pid,
        LOCK_MODE_NAMES[mode], granted, granted && mode < 4, null,
      ]
    }
    yield [
      'virtualxid', null, null, null, null, virtual, null, null, null, null, virtual, session.pid, 'ExclusiveLock',
      true, true, null,
    ]
    const xid = xidOf(session)
    if (xid !== null)
      yield [
        'transactionid', null, null, null, null, null, shortXid(xid), null, null, null, virtual, session.pid,
        'ExclusiveLock', true, false, null,
      ]
  }
}, { set: true })

/**
 * Table locks a transaction holds, each pair of table and mode once, and the one it waits for.
 * @param {any} txn
 * @returns {[number, number, boolean][]}
 */
function locksOf(txn) {
  /** @type {Map<string, [number, number, boolean]>} */
  const found = new Map()
  const held = txn.tableLocks
  for (let at = 0; at < held.count; at++)
    found.set(`${held.locks[at].key}/${held.modes[at]}`, [held.locks[at].key, held.modes[at], true])
  const key = txn.waiting?.place?.key
  if (typeof key === 'number') found.set('waiting', [key, txn.waiting.mode, false])
  return [...found.values()]
}

family.context('pg_blocking_pids', (ctx, pid) => {
  const waiting = sessions(ctx).find((session) => session.pid === pid)?.block.txn?.waiting
  /** @type {Set<number>} */
  const pids = new Set()
  if (waiting)
    for (const blocker of waiting.place?.blockersOf?.(waiting) ?? waiting.blockers)
      for (const session of sessions(ctx)) if (session.block.txn === blocker) pids.add(session.pid)
  return arrayOf(T.INT4, [...pids])
})

// ---- what this session keeps

family.context(
  'pg_prepared_statement',
  function* ({ session }) {
    for (const [name, prepared] of session.prepared) {
      if (name === '') continue
      const facts = session.preparedFacts.get(name)
      yield [
        name,
        prepared.sourceText,
        facts?.preparedAt ?? session.backendStart,
        arrayOf(T.REGTYPE, prepared.paramTypes),
        facts?.fromSql ?? false,
        0,
        0,
      ]
    }
  },
  { set: true }
)
family.context(
  'pg_cursor',
  function* ({ session }) {
    for (const [name, portal] of session.portals) {
      if (portal.isCursor) yield [name, portal.text, portal.hold, portal.binary, portal.scroll, portal.createdAt]
      else if (!portal.done) yield [name, portal.prepared.sourceText, false, false, false, session.statementStart]
    }
  },
  { set: true }
)

// ---- settings

family.context(
  'show_all_settings',
  function* ({ catalog, session }) {
    for (const def of allSettings()) {
      if (!maySeeSetting(catalog, session.roleOid, def.name)) continue
      if (/^(session_authorization|role|is_superuser|seed)$/.test(def.name)) continue
      const { settings } = session
      const key = def.name.toLowerCase()
      const boot = parseSetting(def, def.boot)
      const reset = settings.reset.get(key) ?? boot
      const current = settings.get(def.name)
      const source = current !== reset ? 'session'
        : settings.sources.get(key) ?? (reset !== boot ? 'configuration file' : 'default')
      yield [
        def.name,
        plain(def, current),
        def.unit,
        def.category,
        '',
        null,
        def.context,
        def.type,
        source,
        boundText(def, def.min),
        boundText(def, def.max),
        def.values === null ? null : arrayOf(T.TEXT, def.values),
        def.type === 'integer' ? String(boot) : plain(def, boot),
        plain(def, reset),
        null,
        null,
        false,
      ]
    }
  },
  { set: true }
)

/** @param {SettingDef} def @param {number | null} bound */
const boundText = ({ type }, bound) => bound === null ? null : type === 'real' ? shortReal(bound) : String(bound)

/** A value in its own unit, without it. @param {any} def @param {any} value */
const plain = (def, value) => formatSetting({ ...def, unit: null }, value)

family.add('pg_settings_get_flags', (name) => {
  const def = [...allSettings()].find((candidate) => candidate.name.toLowerCase() === name.toLowerCase())
  return def === undefined ? null : arrayOf(T.TEXT, flagsOf(def))
})

// ---- who may connect, as the files say now

const DATABASES = 2
const USERS = 3
const OPTIONS = 7
family.context('pg_hba_file_rules', function* ({ session }) {
  for (const row of session.shared.access.ruleRows()) {
    for (const at of [DATABASES, USERS, OPTIONS]) if (row[at] !== null) row[at] = arrayOf(T.TEXT, row[at])
    yield row
  }
}, { set: true })
family.context('pg_ident_file_mappings', ({ session }) => session.shared.access.mappingRows(), { set: true })
family.context('pg_postmaster_start_time', (ctx) => ctx.session.shared.statistics.startedAt)
family.context('pg_conf_load_time', (ctx) => ctx.session.shared.settingsReadAt)
family.add('pg_jit_available', () => false)
family.context('pg_trigger_depth', ({ session }) => session?.procedures.triggerDepth ?? 0)
family.add('pg_stat_clear_snapshot', () => '')
