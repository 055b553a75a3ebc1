/** LOCK TABLE. */
import { cannotLock } from '../../../errors/commands/conversation.js'
import { kindDetail } from '../../../errors/ddl/alter.js'
import { lockNotAvailable, onlyInsideBlock } from '../../../errors/engine.js'
import { OPEN } from '../../session/transaction-block.js'
import { DELETE, INSERT, SELECT, TRUNCATE, UPDATE } from '../../../catalog/acl.js'
import { withPrivilege } from '../../session/access.js'
import { inheritors } from '../../../catalog/inheritance.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { CLASS } from '../../../catalog/ddl/context.js'
import { lockOid, lockRelation, rangeName, relationOidOf, undefinedRelation } from '../../session/ddl.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').LockStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runLock(session, node, call) {
  if (session.block.state !== OPEN && session.procedures.depth === 0) throw onlyInsideBlock('LOCK TABLE')
  for (const { RangeVar: rangeVar } of node.relations) {
    const oid = node.nowait
      ? lockAtOnce(session, rangeVar, node.mode)
      : yield* lockRelation(session, rangeVar, node.mode, false, toLock(node.mode))
    const { kind } = session.catalog().relation(oid) ?? { kind: 'i' }
    if (!LOCKABLE.includes(kind)) throw cannotLock(rangeVar.relname, kindDetail(kind))
    yield* lockBelow(session, oid, node, rangeVar.inh === true, new Set([oid]))
  }
  call.sink.commandComplete('LOCK TABLE')
}

/**
 * A table's children and what a view reads are locked with it.
 * @param {Session} session
 * @param {number} oid
 * @param {Tree<import('@pgsql/types').LockStmt>} node
 * @param {boolean} children
 * @param {Set<number>} seen
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* lockBelow(session, oid, node, children, seen) {
  const catalog = session.catalog()
  const relation = catalog.relation(oid)
  const below =
    relation?.kind === 'v' ? readBy(catalog, oid) : children ? inheritors(catalog, oid).map((child) => child.oid) : []
  for (const next of below) {
    if (seen.has(next)) continue
    seen.add(next)
    if (node.nowait) grabAtOnce(session, next, node.mode, catalog.relation(next)?.name ?? '')
    else yield* lockOid(session, next, node.mode)
    yield* lockBelow(session, next, node, true, seen)
  }
}

const ACCESS_SHARE = 1
const ROW_EXCLUSIVE = 3
/** Who may write may lock. @param {number} mode */
const toLock = (mode) => withPrivilege(mode === ACCESS_SHARE ? SELECT
  : UPDATE | DELETE | TRUNCATE | (mode === ROW_EXCLUSIVE ? INSERT : 0))

const LOCKABLE = 'rpv'

/**
 * Tables and views that a view's query names.
 * @param {import('../../../catalog/snapshot.js').CatalogSnapshot} catalog
 * @param {number} oid
 * @returns {number[]}
 */
function readBy(catalog, oid) {
  const { at } = catalogShape('pg_depend')
  const [rule] = catalog.rows('pg_rewrite', 'pg_rewrite_rel_rulename_index', [oid, '_RETURN'])
  if (rule === undefined) return []
  const found = catalog
    .rows('pg_depend', 'pg_depend_depender_index', [CLASS.REWRITE, rule[catalogShape('pg_rewrite').at.oid]])
    .filter((row) => row[at.refclassid] === CLASS.RELATION && row[at.refobjid] !== oid)
    .map((row) => row[at.refobjid])
  return [...new Set(found)].filter((other) => LOCKABLE.includes(catalog.relation(other)?.kind ?? ' '))
}

/**
 * NOWAIT.
 * @param {Session} session
 * @param {unknown} rangeVar
 * @param {number} mode
 * @returns {number} @throws {DbError} 55P03, 42P01
 */
function lockAtOnce(session, rangeVar, mode) {
  const oid = relationOidOf(session, rangeVar)
  if (oid === 0) throw undefinedRelation(session, rangeVar)
  toLock(mode)(session, oid)
  grabAtOnce(session, oid, mode, rangeName(rangeVar))
  return oid
}

/** @param {Session} session @param {number} oid @param {number} mode @param {string} name */
function grabAtOnce(session, oid, mode, name) {
  const wait = session.cluster.txns.locks.acquire(session.block.ensure(), oid, mode)
  if (wait === null) return
  const refusal = lockNotAvailable(name)
  wait.promise.catch(() => undefined)
  wait.cancel(refusal)
  throw refusal
}
