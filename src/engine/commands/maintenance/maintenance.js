/** VACUUM, ANALYZE, CHECKPOINT. */
import { Turns } from '../../turns/steps.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { CHECKPOINTER, hasPrivsOf, isSuperuser } from '../../../catalog/roles.js'
import { denied } from '../../../errors/privileges.js'
import { inheritors } from '../../../catalog/inheritance.js'
import { analyzeRelation } from './analyze.js'
import { undefinedRelationColumn } from '../../../errors/ddl/catalog.js'
import { requireAlone } from '../alone.js'
import {
  columnTwice, maintenanceRefuses, optionNeedsBoolean, parallelNeedsValue, parallelOutOfRange, unknownOption,
} from '../../../errors/maintenance.js'
import {
  ACCESS_EXCLUSIVE, SHARE_UPDATE_EXCLUSIVE, beginDdl, endDdl, lockOid, relationOidOf, undefinedRelation,
} from '../../session/ddl.js'
import { refuseWhileInUse } from '../in-use.js'
import { unreachable } from '../../../catalog/foreign.js'
import { kindOf } from '../objects/relation-kind.js'
import { rewriteTable } from './rewrite.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { Expr } from '../../../catalog/expr.js' */

/**
 * A switch among options in parentheses.
 * @param {any} option DefElem
 * @param {(name: string) => Error} refusal
 * @returns {boolean}
 */
export function flagOption({ defname, arg }, refusal) {
  if (arg === undefined) return true
  const word = String(
    arg.String?.sval ?? (arg.Integer === undefined ? arg.Boolean?.boolval === true : (arg.Integer.ival ?? 0)),
  ).toLowerCase()
  if (['true', 'on', '1'].includes(word)) return true
  if (['false', 'off', '0'].includes(word)) return false
  throw refusal(defname)
}

/**
 * Rows need no freezing here, and some options say how PostgreSQL should go about its own vacuum: they are checked and
 * need nothing done.
 * @typedef {{ analyze: boolean, full: boolean, whole: boolean }} VacuumOptions whole: every index entry is looked at
 */

/**
 * @param {ParseNode[]} options DefElem
 * @param {boolean} vacuum
 * @returns {VacuumOptions}
 * @throws {DbError} 42601, 0A000
 */
function readOptions(options, vacuum) {
  /** @type {Record<string, boolean>} */
  const flags = {}
  let workers = 0
  for (const { DefElem: option } of options) {
    const { defname: name, location } = option
    if (name === 'verbose' || name === 'skip_locked') flags[name] = flagOption(option, optionNeedsBoolean)
    else if (!vacuum) throw unknownOption('ANALYZE', name, location)
    else if (name === 'parallel') {
      if (option.arg === undefined) throw parallelNeedsValue(location)
      workers = Number(option.arg.Integer?.ival ?? 0)
      if (workers < 0 || workers > 1024) throw parallelOutOfRange(location)
    } else if (name === 'index_cleanup' && String(option.arg?.String?.sval).toLowerCase() === 'auto')
      flags[name] = false
    else if (VACUUM_FLAGS.has(name)) flags[name] = flagOption(option, optionNeedsBoolean)
    else throw unknownOption('VACUUM', name, location)
  }
  if (flags.full && workers > 0) throw maintenanceRefuses('VACUUM FULL cannot be performed in parallel')
  if (flags.full && flags.disable_page_skipping)
    throw maintenanceRefuses('VACUUM option DISABLE_PAGE_SKIPPING cannot be used with FULL')
  if (flags.full && flags.process_toast === false) throw maintenanceRefuses('PROCESS_TOAST required with VACUUM FULL')
  return {
    analyze: !vacuum || flags.analyze === true, full: flags.full === true,
    whole: flags.disable_page_skipping === true || flags.index_cleanup === true,
  }
}

const VACUUM_FLAGS = new Set([
  'analyze', 'freeze', 'full', 'disable_page_skipping', 'index_cleanup', 'truncate', 'process_toast',
])

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').VacuumStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runAnalyzeOrVacuum(session, node, call) {
  const vacuum = node.is_vacuumcmd === true
  const { analyze, full, whole } = readOptions(node.options ?? [], vacuum)
  if (vacuum) requireAlone(session, call, 'VACUUM')
  if (!analyze && (node.rels ?? []).some((item) => item.VacuumRelation.va_cols?.length))
    throw maintenanceRefuses('ANALYZE option must be specified when a column list is provided')
  session.block.ensure()
  const isAll = !node.rels?.length
  const turns = new Turns(session)
  for (const { oid, columns } of targets(session, node, vacuum).filter((target) =>
    mayMaintain(session, target.oid, vacuum, isAll),
  )) {
    if (turns.isOver()) yield turns.next()
    yield* lockOid(session, oid, full ? ACCESS_EXCLUSIVE : SHARE_UPDATE_EXCLUSIVE)
    const relation = session.catalog().relation(oid)
    if (relation === undefined) continue
    if (columns !== null) checkColumns(relation, columns)
    if (full && oid >= FIRST_USER_OID) {
      refuseWhileInUse(session, [oid], 'VACUUM')
      yield* rewriteTable(session, oid)
    } else if (vacuum) yield* asOwnerOf(session, relation, () => session.database.vacuum(session, relation, whole))
    if (analyze && oid >= FIRST_USER_OID) {
      const ddl = beginDdl(session)
      yield* asOwnerOf(session, relation, () => analyzeRelation(session, ddl, relation, columns))
      endDdl(session, ddl)
    }
  }
  call.sink.commandComplete(vacuum ? 'VACUUM' : 'ANALYZE')
}

/**
 * What is computed of rows on the way is the owner's code.
 * @template T @param {Session} session @param {RelationDesc} relation
 * @param {() => Generator<Promise<unknown>, T, void>} work @returns {Generator<Promise<unknown>, T, void>}
 */
const asOwnerOf = (session, relation, work) => session.identity.restricted(relation.ownerOid, work)

/**
 * The owner of a table, or of the database where it is the database's own; others are told.
 * @param {Session} session @param {number} oid @param {boolean} vacuum @param {boolean} isTold already
 */
function mayMaintain(session, oid, vacuum, isTold) {
  const relation = session.catalog().relation(oid)
  if (relation === undefined || isMaintainer(session, relation)) return true
  if (!isTold) tellSkipped(session, relation, vacuum)
  return false
}

/** @typedef {{ name: string, ownerOid: number, namespaceOid: number, isShared?: boolean }} Owned */

/** @param {Session} session @param {Owned} relation */
function isMaintainer(session, { ownerOid, isShared }) {
  const catalog = session.catalog()
  if (hasPrivsOf(catalog, session.roleOid, ownerOid)) return true
  return !isShared && hasPrivsOf(catalog, session.roleOid, catalog.database(catalog.databaseOid)?.ownerOid ?? 0)
}

/** @param {Session} session @param {Owned} relation @param {boolean} vacuum */
function tellSkipped(session, { name, namespaceOid, isShared }, vacuum) {
  const orOwner = namespaceOid === PG_CATALOG ? 'superuser or database owner' : 'table or database owner'
  const who = isShared ? 'superuser' : orOwner
  const message = `skipping "${name}" --- only ${who} can ${vacuum ? 'vacuum' : 'analyze'} it`
  session.notice({ severity: 'WARNING', code: '01000', message })
}

/**
 * Whoever names no table is told of every relation that is not theirs, views and indexes too: PostgreSQL asks whose it
 * is before it asks what.
 * @param {Session} session @param {boolean} vacuum
 */
function tellOfOthers(session, vacuum) {
  if (isSuperuser(session.catalog(), session.roleOid)) return
  const { at } = catalogShape('pg_class')
  for (const row of session.catalog().allRows('pg_class')) {
    const relation = {
      name: row[at.relname], ownerOid: row[at.relowner], namespaceOid: row[at.relnamespace],
      isShared: row[at.relisshared],
    }
    if (!isMaintainer(session, relation)) tellSkipped(session, relation, vacuum)
  }
}
const PG_CATALOG = 11

/** @param {RelationDesc} relation @param {string[]} columns @throws {DbError} 42703, 42701 */
function checkColumns(relation, columns) {
  columns.forEach((name, at) => {
    if (!relation.columns.some((column) => !column.dropped && column.name === name))
      throw undefinedRelationColumn(name, relation.name)
    if (columns.indexOf(name) !== at) throw columnTwice(name, relation.name)
  })
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').VacuumStmt>} node
 * @param {boolean} vacuum
 * @returns {{ oid: number, columns: string[] | null }[]}
 */
function targets(session, node, vacuum) {
  if (!node.rels?.length) {
    tellOfOthers(session, vacuum)
    return session.database.userTables(session).map((/** @type {number} */ oid) => ({ oid, columns: null }))
  }
  return node.rels.flatMap((item) => {
    const { relation, va_cols: columns } = item.VacuumRelation
    const oid = relationOidOf(session, relation)
    if (oid === 0) throw undefinedRelation(session, relation)
    const kind = kindOf(session, oid)
    if (!'rmp'.includes(kind) && (vacuum || kind !== 'f')) {
      skip(session, relation.relname, vacuum)
      return []
    }
    // A partitioned table is its partitions.
    const below = inheritors(session.catalog(), oid)
    if (!vacuum) requireReachable(session, oid, below)
    if (kind === 'p') for (const member of below) if (member.kind === 'f') skip(session, member.name, vacuum)
    const stored = kind !== 'p' ? [oid] : below.flatMap((member) => 'pf'.includes(member.kind) ? [] : [member.oid])
    return stored.map((member) => ({
      oid: member,
      columns: columns?.length ? columns.map((column) => column.String.sval) : null,
    }))
  })
}

/** @param {Session} session @param {string} name @param {boolean} vacuum */
function skip(session, name, vacuum) {
  const message = `skipping "${name}" --- cannot ${vacuum ? 'vacuum' : 'analyze'} non-tables or special system tables`
  session.notice({ severity: 'WARNING', code: '01000', message })
}

/**
 * ANALYZE samples a tree's foreign tables as well; behind the statements it gathers what can be had.
 * @param {Session} session @param {number} oid @param {RelationDesc[]} below
 * @throws {DbError} 55000
 */
function requireReachable(session, oid, below) {
  const catalog = session.catalog()
  if (catalog.relation(oid)?.kind === 'f') throw unreachable(catalog, oid)
  const foreign = below.find(({ kind }) => kind === 'f')
  if (foreign !== undefined && !session.isBackground) throw unreachable(catalog, foreign.oid)
}

/**
 * @param {Session} session
 * @param {Expr} _node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runCheckpoint(session, _node, call) {
  if (!hasPrivsOf(session.identity.view(), session.roleOid, CHECKPOINTER)) {
    throw denied('must be superuser or have privileges of pg_checkpoint to do CHECKPOINT')
  }
  yield session.cluster.maintenance.checkpoint()
  call.sink.commandComplete('CHECKPOINT')
}
