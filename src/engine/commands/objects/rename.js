/**
 * ALTER … RENAME TO: relations, their columns and constraints here; every other kind of object through its row
 * (object-names.js).
 */
import { requireCreateIn } from '../../../catalog/ddl/may-change.js'
import { renameColumn, renameConstraint, renameRelation } from '../../../catalog/ddl/tables/alter.js'
import { kindDetail, systemColumnRenamed } from '../../../errors/ddl/alter.js'
import { duplicateColumn, undefinedTableConstraint } from '../../../errors/ddl/catalog.js'
import { columnsNotRenamed } from '../../../errors/commands/objects.js'
import { columnDoesNotExist } from '../../../errors/commands/maintenance.js'
import {
  inheritedColumn, inheritedConstraintRenamed, renameConstraintInChildrenToo, renameInChildrenToo,
} from '../../../errors/ddl/inherited-changes.js'
import { asOwner } from '../../session/access.js'
import { ACCESS_EXCLUSIVE, beginDdl, endDdl, lockOid, lockRelation } from '../../session/ddl.js'
import { renameObject } from './object-names.js'
import { RENAME_TAGS as TAGS, checkRelation } from './may-change.js'
import { typedTables } from '../tables/typed-tables.js'
import { cannotChangeTyped } from '../../../errors/ddl/typed-tables.js'
import { lockTree } from '../tables/trees.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').RenameStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runRename(session, node, call) {
  const { renameType: type } = node
  const isPart = type === 'OBJECT_COLUMN' || type === 'OBJECT_TABCONSTRAINT' || type === 'OBJECT_ATTRIBUTE'
  // A constraint's statement names no kind of relation.
  const relationType = !isPart ? type : TAGS[node.relationType] === undefined ? 'OBJECT_TABLE' : node.relationType
  if (!isPart && (TAGS[type] === undefined || type === 'OBJECT_TYPE')) {
    yield* renameObject(session, node, call)
    return
  }
  const tag = type === 'OBJECT_ATTRIBUTE' ? 'ALTER TYPE' : TAGS[relationType]
  const oid = yield* lockRelation(session, node.relation, ACCESS_EXCLUSIVE, node.missing_ok === true)
  if (oid === 0)
    session.notice({
      severity: 'NOTICE', code: '00000', message: `relation "${node.relation.relname}" does not exist, skipping`,
    })
  else {
    yield* checkRelation(session, node.relation.relname, oid, isPart ? relationType : type, isPart)
    const ddl = beginDdl(session)
    const recurse = node.relation.inh === true
    const tree =
      isPart && recurse && (ddl.view.relation(oid)?.children.length ?? 0) > 0
        ? yield* lockTree(session, oid, ACCESS_EXCLUSIVE)
        : []
    const below = tree.filter((relation) => relation.oid !== oid).map((relation) => relation.oid)
    for (const child of below) asOwner(session, child)
    const relation = ddl.view.relation(oid)
    for (const follower of relation?.kind === 'c' && isPart ? typedTables(session, relation, node.behavior) : []) {
      asOwner(session, follower)
      yield* lockOid(session, follower, ACCESS_EXCLUSIVE)
      below.push(
        follower,
        ...(yield* lockTree(session, follower, ACCESS_EXCLUSIVE))
          .map((child) => child.oid)
          .filter((child) => child !== follower),
      )
    }
    if (type === 'OBJECT_TABCONSTRAINT') renameConstraintOf(ddl, oid, node, recurse, below)
    else if (isPart) renameColumnOf(ddl, oid, node, recurse, below)
    else {
      const table = relation ?? ddl.view.relation(ddl.view.index(oid)?.relationOid ?? 0)
      const namespaceOid = table?.namespaceOid ?? 0
      requireCreateIn(ddl, namespaceOid)
      renameRelation(ddl, oid, node.newname)
    }
    endDdl(session, ddl)
  }
  call.sink.commandComplete(tag)
}

/** @typedef {import('../../../catalog/ddl/context.js').DdlContext} DdlContext */

/**
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {any} node
 * @param {boolean} recurse
 * @param {number[]} below tables that follow
 */
function renameColumnOf(ddl, oid, node, recurse, below) {
  const relation = ddl.view.relation(oid)
  const kind = relation?.kind ?? 'i'
  if (!'rvmcipIf'.includes(kind)) throw columnsNotRenamed(node.relation.relname, kindDetail(kind))
  if (relation === undefined) {
    renameIndexColumn(ddl, oid, node)
    return
  }
  if (!recurse && relation.children.length > 0) throw renameInChildrenToo(node.subname)
  const column = relation.columns.find((candidate) => !candidate.dropped && candidate.name === node.subname)
  if (column === undefined) {
    if (['ctid', 'xmin', 'cmin', 'xmax', 'cmax', 'tableoid'].includes(node.subname))
      throw systemColumnRenamed(node.subname)
    throw columnDoesNotExist(node.subname, 'renameatt_internal')
  }
  const reached = new Set([oid, ...below])
  const inherited = (/** @type {import('../../../catalog/relation.js').RelationDesc} */ table) => {
    const there = table.columns.find((candidate) => !candidate.dropped && candidate.name === node.subname)
    return there !== undefined && there.inheritCount > table.parents.filter((parent) => reached.has(parent)).length
  }
  if (relation.ofType !== 0) throw cannotChangeTyped('rename column of')
  const tables = [relation, ...below.map((child) => /** @type {any} */ (ddl.view.relation(child)))]
  if (tables.some(inherited)) throw inheritedColumn('rename', column.name)
  for (const table of tables) {
    const there = table.columns.find(
      (/** @type {any} */ candidate) => !candidate.dropped && candidate.name === node.subname,
    )
    if (there !== undefined) renameColumn(ddl, table.oid, there.attnum, node.newname)
  }
}

/** @param {DdlContext} ddl @param {number} oid @param {Tree<import('@pgsql/types').RenameStmt>} node */
function renameIndexColumn(ddl, oid, node) {
  const columns = ddl.find('pg_attribute', 'pg_attribute_relid_attnum_index', [oid])
  const found = columns.find(({ row }) => row[1] === node.subname)
  if (found === undefined) throw columnDoesNotExist(node.subname, 'renameatt_internal')
  if (columns.some(({ row }) => row[1] === node.newname)) throw duplicateColumn(node.newname, node.relation.relname)
  ddl.update('pg_attribute', found, { attname: node.newname })
  ddl.touch([oid])
}

/**
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {Tree<import('@pgsql/types').RenameStmt>} node
 * @param {boolean} recurse
 * @param {number[]} below
 */
function renameConstraintOf(ddl, oid, node, recurse, below) {
  const relation = ddl.view.relation(oid)
  const found = relation?.constraints.find((constraint) => constraint.name === node.subname)
  if (relation === undefined || found === undefined) throw undefinedTableConstraint(node.subname, node.relation.relname)
  const check = relation.checks.find((candidate) => candidate.oid === found.oid)
  if (found.inheritCount > 0) throw inheritedConstraintRenamed(found.name)
  renameConstraint(ddl, oid, found.oid, node.newname)
  if (check === undefined || check.noInherit || relation.children.length === 0) return
  if (!recurse) throw renameConstraintInChildrenToo(found.name)
  for (const child of below) {
    const there = ddl.view.relation(child)?.checks.find((candidate) => candidate.name === node.subname)
    if (there !== undefined) renameConstraint(ddl, child, there.oid, node.newname)
  }
}
