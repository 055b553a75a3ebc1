/**
 * Functions for whoever runs the server. What they are about may not exist here (a log collector, replication, event
 * triggers, binary upgrades): they answer, or refuse, as they do in a PostgreSQL that does not use it.
 */
import { catalogShape } from '../../catalog/store/shapes.js'
import { KNOWN_EXTENSIONS, updatePath, versionsOf } from '../../catalog/known-extensions.js'
import { requireIndexOwner } from '../../catalog/guarded.js'
import { isSuperuser } from '../../catalog/roles.js'
import { extensionNotAvailable } from '../../errors/extensions.js'
import { readItem } from '../../types/acl-item.js'
import { invalidParameter } from '../../errors/data.js'
import {
  wrongObject, unknownLogFormat, recoveryNotInProgress, noReplicationOrigin, onlyInBinaryUpgrade,
  noOperatorClassWithOid,
} from '../../errors/functions.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { denied } from '../../errors/privileges.js'
import { arrayOf } from '../../types/array.js'
import { tidBlock, tidOffset } from '../../types/numbers/integers.js'
import { toUtf8 } from '../../types/strings/text.js'
import * as T from '../../types/oids.js'
import { moveWaiting } from '../../storage/gin/move.js'
import { waitingBytes } from '../../storage/gin/waiting.js'
import { hashBytes, hashInteger } from '../comparison/hash.js'
import { Family } from '../impl.js'
import { BTREE, FIRST_USER_OID, GIN, HASH } from '../../types/oids.js'

/** @import { Tid } from '../../util/identifiers.js' */
/** @import { FunctionContext } from '../impl.js' */

const family = new Family()
export const administrationFunctions = family.functions

/** @param {FunctionContext} ctx @param {string} message */
const warn = ({ session }, message) => session.notice({ severity: 'WARNING', code: '01000', message })

/** @param {FunctionContext} ctx @param {string} message @param {string} [hint] @throws {DbError} 42501 */
export function requireSuperuser({ catalog, session }, message, hint) {
  if (!isSuperuser(catalog, session.roleOid)) throw denied(message, { hint })
}

// ---- the server's own log

family.add('pg_current_logfile', () => null)
family.add('pg_current_logfile_1arg', (format) => {
  if (format === null || ['stderr', 'csvlog', 'jsonlog'].includes(format)) return null
  throw unknownLogFormat(format)
})
const cannotRotate = (/** @type {FunctionContext} */ ctx) => {
  warn(ctx, 'rotation not possible because log collection not active')
  return false
}
family.context('pg_rotate_logfile_v2', cannotRotate)
// What adminpack 1.0 calls trusts no grant: only superusers may.
family.context('pg_rotate_logfile', (ctx) => {
  requireSuperuser(ctx, 'must be superuser to rotate log files with adminpack 1.0',
    'Consider using pg_logfile_rotate(), which is part of core, instead.')
  return cannotRotate(ctx)
})
family.context('pg_stop_making_pinned_objects', (ctx) => {
  requireSuperuser(ctx, 'must be superuser to call pg_stop_making_pinned_objects()')
  throw featureNotSupported('function pg_stop_making_pinned_objects()')
})
family.context('pg_nextoid', (ctx) => {
  requireSuperuser(ctx, 'must be superuser to call pg_nextoid()')
  throw featureNotSupported('function pg_nextoid(regclass, name, regclass)')
})
family.context('pg_log_backend_memory_contexts', (ctx, pid) => {
  const { shared } = ctx.session
  if (![...shared.sessions].some((session) => session.pid === pid)) {
    warn(ctx, `PID ${pid} is not a PostgreSQL server process`)
    return false
  }
  // Every session lives in the same process.
  const { heapTotal, heapUsed, external } = process.memoryUsage()
  shared.log(
    `memory of the process of PID ${pid}: ${heapTotal} bytes of heap, ${heapUsed} used; ${external} bytes outside it`
  )
  return true
})

// ---- what is not used

family.add('pg_promote', () => {
  throw recoveryNotInProgress()
})
family.add('pg_replication_origin_session_is_setup', () => false)
family.add('pg_replication_origin_oid', () => null)
family.add(
  ['pg_replication_origin_session_progress', 'pg_replication_origin_session_reset', 'pg_replication_origin_xact_setup'],
  () => {
    throw noReplicationOrigin()
  }
)
family.add(['pg_stat_reset_replication_slot'], (name) => {
  throw invalidParameter(`replication slot "${name}" does not exist`)
})
family.add('pg_stat_reset_subscription_stats', () => '')
family.context('pg_extension_config_dump', ({ session }, oid, condition) => {
  session.dumpExtensionTable(oid, condition)
  return ''
})
family.add('pg_extension_update_paths', function* (name) {
  const known = Object.hasOwn(KNOWN_EXTENSIONS, name) ? KNOWN_EXTENSIONS[name] : undefined
  if (known === undefined) throw extensionNotAvailable(name, Object.keys(KNOWN_EXTENSIONS))
  const versions = versionsOf(known)
  for (const from of versions) {
    for (const to of versions) if (from !== to) yield [from, to, updatePath(known, from, to)?.join('--') ?? null]
  }
}, { set: true })
const UPGRADES = [
  'create_empty_extension',
  'set_missing_value',
  'set_next_array_pg_type_oid',
  'set_next_heap_pg_class_oid',
  'set_next_heap_relfilenode',
  'set_next_index_pg_class_oid',
  'set_next_index_relfilenode',
  'set_next_multirange_array_pg_type_oid',
  'set_next_multirange_pg_type_oid',
  'set_next_pg_authid_oid',
  'set_next_pg_enum_oid',
  'set_next_pg_tablespace_oid',
  'set_next_pg_type_oid',
  'set_next_toast_pg_class_oid',
  'set_next_toast_relfilenode',
  'set_record_init_privs',
]
family.add(
  UPGRADES.map((name) => `binary_upgrade_${name}`),
  () => {
    throw onlyInBinaryUpgrade()
  }
)

// ---- who blocks whom

family.add('pg_safe_snapshot_blocking_pids', () => arrayOf(T.INT4, []))
family.context('pg_isolation_test_session_is_blocked', ({ session }, pid, others) => {
  const blocked = [...session.shared.sessions].find((one) => one.pid === pid)
  const waiting = /** @type {any} */ (blocked)?.block.txn?.waiting
  if (!waiting) return false
  const blockers = [...(waiting.place?.blockersOf?.(waiting) ?? waiting.blockers)]
  return [...session.shared.sessions].some(
    (/** @type {any} */ one) => others.values.includes(one.pid) && blockers.includes(one.block.txn)
  )
})

// ---- databases, indexes, operator classes

const DEFAULT_TABLESPACE = 1663
const GLOBAL_TABLESPACE = 1664
family.context(
  'pg_tablespace_databases',
  (ctx, oid) => {
    if (oid === DEFAULT_TABLESPACE)
      return ctx.catalog.rowsWith('pg_database', 'dattablespace', oid).map((/** @type {any[]} */ row) => row[0])
    warn(ctx, oid === GLOBAL_TABLESPACE ? 'global tablespace never has databases' : `${oid} is not a tablespace OID`)
    return []
  },
  { set: true }
)

const PAGE_BYTES = 8192
family.routine('gin_clean_pending_list', function* (call, oid) {
  const { catalog } = call
  const index = catalog.index(oid)
  if (index === undefined) throw wrongObject(`"${catalog.relation(oid)?.name ?? oid}" is not an index`)
  if (index.accessMethod !== GIN) throw wrongObject(`"${index.name}" is not a GIN index`)
  requireIndexOwner(catalog, catalog.roleOid, oid)
  const before = waitingBytes(index.tree)
  for (const count of moveWaiting(index.tree)) if (count > 0 && call.isTired()) yield call.rest()
  return Math.ceil(before / PAGE_BYTES) - Math.ceil(waitingBytes(index.tree) / PAGE_BYTES)
})

/** By method, the strategies that each pair of types of a family must have. @type {Record<number, number[]>} */
const STRATEGIES = { [BTREE]: [1, 2, 3, 4, 5], [HASH]: [1] }
const IN_RANGE = 3

/**
 * Built-in classes are whole. A class of a user's for btree and hash is when its family is: every pair of its types has
 * all operators and what compares them, or hashes each, and there is every pair.
 */
family.context('amvalidate', ({ catalog, session }, oid) => {
  const opclass = catalog.opclass(oid)
  if (opclass === undefined) throw noOperatorClassWithOid(oid)
  const { family: of, method, inputType } = opclass
  const strategies = STRATEGIES[method]
  if (oid < FIRST_USER_OID || strategies === undefined) return true
  const amop = catalogShape('pg_amop').at
  const amproc = catalogShape('pg_amproc').at
  /** By pair of types. @type {Map<string, [left: number, right: number]>} */
  const pairs = new Map([[`${inputType}.${inputType}`, [inputType, inputType]]])
  const add = (/** @type {number} */ left, /** @type {number} */ right) => pairs.set(`${left}.${right}`, [left, right])
  for (const row of catalog.rowsWith('pg_amop', 'amopfamily', of)) add(row[amop.amoplefttype], row[amop.amoprighttype])
  for (const row of catalog.rowsWith('pg_amproc', 'amprocfamily', of)) {
    if (method === HASH || row[amproc.amprocnum] !== IN_RANGE)
      add(row[amproc.amproclefttype], row[amproc.amprocrighttype])
  }
  const types = new Set([...pairs.values()].flat())
  const has = (/** @type {number} */ left, /** @type {number} */ right) =>
    catalog.familyFunction(of, left, right, 1) !== 0
  const hasEvery = pairs.size === types.size ** 2
  if (!hasEvery) {
    const name = catalog.rowsWith('pg_opfamily', 'oid', of)[0]?.[catalogShape('pg_opfamily').at.opfname]
    const message = `operator family "${name}" of access method ${method === HASH ? 'hash' : 'btree'} is missing ` +
      'cross-type operator(s)'
    session.notice({ severity: 'INFO', code: '42P17', message })
  }
  return hasEvery && [...pairs.values()].every(([left, right]) =>
    strategies.every((strategy) => catalog.familyOperator(of, left, right, strategy) !== 0)
    && (method === HASH ? has(left, left) && has(right, right) : has(left, right)))
})

// ---- hashes and orders of types that only catalogs use

/** Block and row, as a tid lies in memory. @param {Tid} tid */
function tidBytes(tid) {
  const bytes = new Uint8Array(6)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, tidBlock(tid) >>> 16, true)
  view.setUint16(2, tidBlock(tid) & 0xffff, true)
  view.setUint16(4, tidOffset(tid), true)
  return bytes
}
family.add('hashtid', (tid) => hashBytes(tidBytes(tid)).low)
family.add('hashtidextended', (tid, seed) => hashBytes(tidBytes(tid), BigInt(seed)).wide)
family.add('hashenum', (value) => hashInteger(value | 0))
family.add('hashenumextended', (value, seed) => hashInteger(value | 0, BigInt(seed)))

/** @param {string} a @param {string} b @returns {number} by their bytes */
const compareBytes = (a, b) => Math.sign(Buffer.compare(Buffer.from(toUtf8(a)), Buffer.from(toUtf8(b))))
family.add(['gin_compare_jsonb', 'gin_cmp_tslexeme'], compareBytes)

/** Grantee, grantor and privileges, added up. @param {string} stored aclitem */
function aclSum(stored) {
  const { grantee, grantor, privileges, options } = readItem(stored)
  return ((privileges | (options << 16)) + grantee + grantor) | 0
}
family.add('hash_aclitem', aclSum)
family.add('hash_aclitem_extended', (item, seed) =>
  BigInt(seed) === 0n ? aclSum(item) >>> 0 : hashInteger(aclSum(item), BigInt(seed))
)
