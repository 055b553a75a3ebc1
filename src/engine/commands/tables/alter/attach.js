/**
 * ALTER TABLE … ATTACH and DETACH PARTITION, INHERIT and NO INHERIT, ALTER INDEX … ATTACH PARTITION: tables that exist
 * already enter and leave a tree.
 */
import {
  addParents, removeParent, setColumnInheritance, setConstraintInheritance,
} from '../../../../catalog/ddl/tables/inherit.js'
import { attachPartition } from '../../../../catalog/ddl/tables/partition.js'
import { exprToText } from '../../../../catalog/expr-text.js'
import { columnMap, descendsFrom } from '../../../../catalog/inheritance.js'
import { isOthersTemporary } from '../../../../catalog/temporary.js'
import { attachedToOthersTemporary, inheritsFromOthersTemporary } from '../../../../errors/ddl/temporary.js'
import { notPartitionedTable } from '../../../../errors/commands/tables.js'
import {
  alreadyPartition, attachedInTree, circular, conflictingCheckKind, differentCheck, differentColumn, extraColumn,
  inheritanceFixed, inheritedTwice, inheritsFromAPartition, inheritsFromPartitioned, differentGeneration,
  isNotPartitioned, missingCheck, missingColumn, mixedPersistence, mustBeGenerated, mustBeNotNull, notRelated,
  parentIsTemporary,
} from '../../../../errors/ddl/inheritance.js'
import { cannotChangeTyped } from '../../../../errors/ddl/typed-tables.js'
import { actionNotForKind, partsBesideOthers, typedTableAttached } from '../../../../errors/ddl/alter.js'
import { commandTag } from '../../objects/object-address.js'
import { kindOf } from '../../objects/relation-kind.js'
import { detach, finalize } from './detach.js'
import { checkTarget, missing, relationOf, separate } from './tree-commands.js'
import { checkDefaultPartition, checkPartitionRows } from '../create-partition.js'
import { asAnyone } from '../../../session/access.js'
import {
  ACCESS_EXCLUSIVE, SHARE_UPDATE_EXCLUSIVE, beginDdl, endDdl, lockOid, lockRelation,
} from '../../../session/ddl.js'
import { givePartitionTriggers } from '../../../../catalog/ddl/tables/triggers.js'
import { givePartitionForeignKeys } from '../../constraints/foreign-key-trees.js'
import { mapColumns } from '../merge-parents.js'
import { attachIndexPartition, givePartitionIndexes } from '../partition-indexes.js'
import { readBound } from '../partition-spec.js'
import { refuseOthersTemporary, refuseWhileInUse } from '../../in-use.js'

/** @import { Session } from '../../../session/session.js' */
/** @import { UtilityCall } from '../../dispatch.js' */
/** @import { RelationDesc } from '../../../../catalog/relation.js' */
/** @import { DdlContext } from '../../../../catalog/ddl/context.js' */
/** @import { Expr } from '../../../../catalog/expr.js' */
/** @import { Tree } from '../../../../parser/tree.js' */

/**
 * @type {Record<string, (session: Session, node: any, command: any, call: UtilityCall) => Generator<Promise<unknown>,
 *   void, void>>}
 */
const COMMANDS = {
  AT_AttachPartition: attach, AT_DetachPartition: detach, AT_DetachPartitionFinalize: finalize, AT_AddInherit: inherit,
  AT_DropInherit: noInherit,
}

/**
 * Whether ALTER TABLE is about the table's place in a tree.
 * @param {Tree<import('@pgsql/types').AlterTableStmt>} node
 */
export const changesTree = (node) =>
  node.cmds.some((/** @type {any} */ { AlterTableCmd: command }) => command.subtype in COMMANDS)

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').AlterTableStmt>} node AlterTableStmt whose only command is one of these
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* alterTree(session, node, call) {
  const tag = commandTag(node.objtype)
  for (const { AlterTableCmd: command } of node.cmds) {
    if (!(command.subtype in COMMANDS)) throw partsBesideOthers(tag)
    yield* COMMANDS[command.subtype](session, node, command, call)
  }
  call.sink.commandComplete(tag)
}

/**
 * @param {Session} session
 * @param {any} node
 * @param {Tree<import('@pgsql/types').AlterTableCmd>} command
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* attach(session, node, command, call) {
  const { name, bound: boundNode } = command.def.PartitionCmd
  const parentOid = yield* lockRelation(session, node.relation, SHARE_UPDATE_EXCLUSIVE, node.missing_ok === true)
  if (parentOid === 0) { missing(session, node); return }
  checkTarget(session, node, parentOid, 'ATTACH PARTITION', 'rpI')
  if (session.catalog().index(parentOid) !== undefined) {
    if (boundNode !== undefined) throw notPartitionedTable(node.relation.relname)
    yield* attachIndexPartition(session, parentOid, name)
    return
  }
  if (relationOf(session, parentOid).kind !== 'p') throw isNotPartitioned(node.relation.relname, 'table')
  const childOid = yield* lockRelation(session, name, ACCESS_EXCLUSIVE)
  const defaultOid = relationOf(session, parentOid).partitionKey?.defaultOid ?? 0
  if (defaultOid !== 0) yield* lockOid(session, defaultOid, ACCESS_EXCLUSIVE)
  refuseWhileInUse(session, [childOid], 'ALTER TABLE')
  const parent = relationOf(session, parentOid)
  const child = session.catalog().relation(childOid)
  if (child === undefined || !'rpf'.includes(child.kind))
    throw actionNotForKind('ATTACH PARTITION', name.relname, kindOf(session, childOid))
  if (child.isPartition) throw alreadyPartition(child.name)
  if (child.ofType !== 0) throw typedTableAttached()
  if (child.parents.length > 0) throw attachedInTree('child')
  if (child.kind === 'r' && child.children.length > 0) throw attachedInTree('parent')
  if (descendsFrom(session.catalog(), parentOid, childOid)) throw circular(parent.name, child.name)
  if (parent.persistence !== 't' && child.persistence === 't') throw mixedPersistence(parent.name, false)
  if (parent.persistence === 't' && child.persistence !== 't') throw mixedPersistence(parent.name, true)
  if (isOthersTemporary(session.catalog(), parent)) throw attachedToOthersTemporary(true)
  if (isOthersTemporary(session.catalog(), child)) throw attachedToOthersTemporary(false)
  for (const column of child.columns) {
    if (!column.dropped && !parent.columns.some((candidate) => !candidate.dropped && candidate.name === column.name))
      throw extraColumn(child.name, column.name, parent.name)
  }
  const bound = readBound(session, boundNode, parent, child.name, call.prepared.sourceText)
  const ddl = beginDdl(session)
  mergeIntoChild(ddl, parent, child)
  attachPartition(ddl, childOid, parentOid, bound)
  session.block.txn.nextCommand()
  yield* givePartitionIndexes(session, ddl, childOid, parentOid, false)
  session.block.txn.nextCommand()
  session.names.forget()
  yield* checkPartitionRows(session, childOid)
  yield* checkDefaultPartition(session, parentOid, bound)
  yield* givePartitionForeignKeys(session, ddl, parentOid, childOid, false)
  givePartitionTriggers(ddl, parentOid, childOid)
  endDdl(session, ddl)
}

/**
 * The child has everything the parent gives, and is told so.
 * @param {DdlContext} ddl
 * @param {RelationDesc} parent
 * @param {RelationDesc} child
 * @throws {DbError} 42804, 42P21, 42P17
 */
function mergeIntoChild(ddl, parent, child) {
  const partition = parent.kind === 'p'
  // Not before all columns are known to be there.
  const overChild = (/** @type {Expr} */ expr) => {
    const map = columnMap(parent, child)
    return exprToText(map === null ? expr : mapColumns(expr, map))
  }
  for (const column of parent.columns) {
    if (column.dropped) continue
    const own = child.columns.find((candidate) => !candidate.dropped && candidate.name === column.name)
    if (own === undefined) throw missingColumn(column.name)
    if (own.typeOid !== column.typeOid || own.typmod !== column.typmod)
      throw differentColumn(child.name, column.name, 'type')
    if (own.collation !== column.collation) throw differentColumn(child.name, column.name, 'collation')
    if (column.notNull && !own.notNull) throw mustBeNotNull(column.name)
    if (column.generated === 's' && own.generated !== 's') throw mustBeGenerated(column.name)
    if (
      column.generated === 's' && column.default !== null && own.default !== null
      && overChild(column.default) !== exprToText(own.default)
    )
      throw differentGeneration(column.name)
    setColumnInheritance(ddl, child.oid, own.attnum, {
      inheritCount: own.inheritCount + 1,
      ...(partition ? { isLocal: false } : {}),
    })
  }
  for (const check of parent.checks) {
    if (check.noInherit || check.expr === null) continue
    const own = child.checks.find((candidate) => candidate.name === check.name)
    if (own === undefined || own.expr === null) throw missingCheck(check.name)
    if (overChild(check.expr) !== exprToText(own.expr)) throw differentCheck(child.name, check.name)
    if (own.noInherit) throw conflictingCheckKind(child.name, check.name, 'non-inherited')
    if (check.validated && !own.validated) throw conflictingCheckKind(child.name, check.name, 'NOT VALID')
    setConstraintInheritance(ddl, own.oid, child.oid, {
      inheritCount: own.inheritCount + 1,
      ...(partition ? { isLocal: false } : {}),
    })
  }
}

/**
 * @param {Session} session
 * @param {any} node
 * @param {Tree<import('@pgsql/types').AlterTableCmd>} command
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* inherit(session, node, command) {
  const rangeVar = command.def.RangeVar
  const childOid = yield* lockRelation(session, node.relation, ACCESS_EXCLUSIVE, node.missing_ok === true)
  if (childOid === 0) { missing(session, node); return }
  checkTarget(session, node, childOid, 'INHERIT', 'rpf')
  const parentOid = yield* lockRelation(session, rangeVar, SHARE_UPDATE_EXCLUSIVE)
  const child = relationOf(session, childOid)
  const parent = session.catalog().relation(parentOid)
  if (child.ofType !== 0) throw cannotChangeTyped('change inheritance of')
  if (child.isPartition) throw inheritanceFixed('a partition')
  if (child.kind === 'p') throw inheritanceFixed('partitioned table')
  if (parent === undefined || !'rpf'.includes(parent.kind))
    throw actionNotForKind('INHERIT', rangeVar.relname, kindOf(session, parentOid))
  if (parent.persistence === 't' && child.persistence !== 't') throw parentIsTemporary(parent.name, false)
  refuseOthersTemporary(session, [childOid], 'alter')
  if (isOthersTemporary(session.catalog(), parent)) throw inheritsFromOthersTemporary(false)
  if (parent.kind === 'p') throw inheritsFromPartitioned(parent.name)
  if (parent.isPartition) throw inheritsFromAPartition()
  if (child.parents.includes(parentOid)) throw inheritedTwice(parent.name)
  if (descendsFrom(session.catalog(), parentOid, childOid)) throw circular(parent.name, child.name)
  const ddl = beginDdl(session)
  mergeIntoChild(ddl, parent, child)
  addParents(ddl, childOid, [parentOid])
  endDdl(session, ddl)
}

/**
 * @param {Session} session
 * @param {any} node
 * @param {Tree<import('@pgsql/types').AlterTableCmd>} command
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* noInherit(session, node, command) {
  const rangeVar = command.def.RangeVar
  const childOid = yield* lockRelation(session, node.relation, ACCESS_EXCLUSIVE, node.missing_ok === true)
  if (childOid === 0) { missing(session, node); return }
  checkTarget(session, node, childOid, 'NO INHERIT', 'rpf')
  refuseOthersTemporary(session, [childOid], 'alter')
  const child = relationOf(session, childOid)
  if (child.isPartition) throw inheritanceFixed('a partition')
  const parentOid = yield* lockRelation(session, rangeVar, SHARE_UPDATE_EXCLUSIVE, false, asAnyone)
  const parent = session.catalog().relation(parentOid)
  if (parent === undefined || !child.parents.includes(parentOid)) throw notRelated(rangeVar.relname, child.name, false)
  const ddl = beginDdl(session)
  separate(ddl, parent, child)
  removeParent(ddl, childOid, parentOid)
  endDdl(session, ddl)
}
