/**
 * ALTER COLUMN … TYPE. All types change in one pass; then indexes and constraints over the columns, dropped before,
 * come back from their definitions in the passes of old indexes and old constraints.
 */
import { requireTypeUsage } from '../../../../catalog/ddl/may-change.js'
import {
  dependentsOnType, restoreComment, restoreIndexFlags, setColumnType,
} from '../../../../catalog/ddl/tables/column-type.js'
import { setConstraintInheritance } from '../../../../catalog/ddl/tables/inherit.js'
import { setColumnDefault } from '../../../../catalog/ddl/tables/alter.js'
import { CLASS } from '../../../../catalog/ddl/context.js'
import { dropObjects } from '../../../../catalog/ddl/drop.js'
import { ownedSequences } from '../../../../catalog/ddl/tables/sequences.js'
import { withoutPlaces } from '../../../../errors/syntax.js'
import { alteredTwice, isNot } from '../../../../errors/ddl/alter.js'
import { requireNoCycle } from '../../../../catalog/ddl/types/containment.js'
import { pseudoTypeColumn } from '../../../../errors/ddl/catalog.js'
import { undefinedCollationUtf8 } from '../../../../errors/commands/types.js'
import { typeWithoutCollation } from '../../../../errors/ddl/definitions.js'
import {
  alsoInherited, inheritedColumn, keyColumn, typeInChildrenToo,
} from '../../../../errors/ddl/inherited-changes.js'
import { formatType } from '../../../../catalog/deparse/types.js'
import { parse } from '../../../../parser/parser.js'
import { readFirst } from '../../../turns/long-calls.js'
import { Turns } from '../../../turns/steps.js'
import { typeOfName } from '../../../../planner/table-expressions.js'
import { bindDefaultChange, bindTypeChange } from '../../../../planner/type-change.js'
import { addDomainConstraint } from '../../types/domains.js'
import { createIndexOn } from '../create-index.js'
import { alterSequence } from '../sequences.js'
import { requireUnused } from '../typed-tables.js'
import { columnNamed } from './columns.js'
import { addTableConstraint } from './constraints.js'
import { usesColumn } from './partition-key.js'
import { REWRITE } from './rewrite-reasons.js'

/** @import { Tree } from '../../../../parser/tree.js' */
/** @import { TableWork as Work } from './work.js' */
/** @import { ParseNode } from '../../../../parser/tree.js' */

/**
 * @param {Work} work
 * @param {Tree<import('@pgsql/types').AlterTableCmd>} command
 * @param {import('./subcommands.js').Reach} reach
 */
export function alterColumnType(work, command, { recurse, recursing }) {
  const { session, ddl } = work
  const column = columnNamed(work, command.name)
  if (column.inheritCount > 0 && !recursing) throw inheritedColumn('alter', column.name)
  const { partitionKey } = work.relation
  if (partitionKey !== null && usesColumn(partitionKey, column.attnum))
    throw keyColumn('alter', column.name, work.relation.name)
  if (!recurse && work.relation.children.length > 0) throw typeInChildrenToo(column.name)
  if (
    recursing
    && column.inheritCount > work.relation.parents.filter((parent) => work.statement.works.has(parent)).length
  )
    throw alsoInherited(column.name, work.relation.name)
  const stored = work.before.columns[column.attnum - 1]
  if (stored.typeOid !== column.typeOid || stored.typmod !== column.typmod) throw alteredTwice(column.name)
  const { relation } = work
  const definition = command.def.ColumnDef
  const catalog = session.catalog()
  const { type, typmod, collation } = withoutPlaces(() => typeOfName(catalog, definition.typeName))
  requireTypeUsage(ddl, type)
  const target = {
    type, typmod, collation: collationOf(work, definition, type, collation),
    dimensions: definition.typeName.arrayBounds?.length ?? 0,
  }
  if (column.identity !== '' && !recursing) {
    for (const oid of ownedSequences(ddl, relation.oid, column.attnum, 'i'))
      alterSequence(session, ddl, oid, { typeOid: type }, true)
  }
  if (catalog.type(type)?.kind === 'p') throw pseudoTypeColumn(column.name, formatType(catalog, type, -1))
  requireNoCycle(work.ddl, work.relation.typeOid, type)
  session.typeOps(type)
  if (relation.kind === 'f' && definition.raw_default !== undefined) throw isNot(relation.name, 'a table')
  // A foreign table's rows are what they are elsewhere, a type has none: no cast is asked for.
  const change =
    relation.kind === 'f' || relation.kind === 'c'
      ? null
      : bindTypeChange(
          catalog,
          { ...relation, columns: work.before.columns },
          stored,
          target,
          definition.raw_default ?? null,
          work.options,
        )
  if (relation.kind !== 'c') requireUnused(session, relation)
  const newDefault = column.default === null ? null : bindDefaultChange(catalog, column, target, work.options)
  const rebuilt = dependentsOnType(ddl, relation, column)
  for (const each of rebuilt)
    if (!work.rebuilt.some((known) => known.object.objectId === each.object.objectId)) work.rebuilt.push(each)
  if (change?.rewrites) {
    work.startRewrite(REWRITE.COLUMN)
    work.newValues.push({ attnum: column.attnum, expr: change.expr, over: 'old' })
  }
  setColumnDefault(ddl, work.oid, column.attnum, null)
  setColumnType(ddl, relation, column, target, work.rewrites)
  if (newDefault !== null) setColumnDefault(ddl, work.oid, column.attnum, newDefault, column.generated !== '')
}

/**
 * @param {Work} work
 * @param {Tree<import('@pgsql/types').ColumnDef>} definition
 * @param {number} type
 * @param {number} collation the type's own
 */
function collationOf({ session }, definition, type, collation) {
  if (!definition.collClause) return collation
  const names = definition.collClause.collname.map((/** @type {ParseNode} */ part) => part.String.sval)
  const found = session.catalog().collationByName(names.length > 1 ? names[0] : null, names.at(-1))
  if (found === undefined) throw undefinedCollationUtf8(names.join('.'))
  if (collation === 0) throw typeWithoutCollation(formatType(session.catalog(), type))
  return found.oid
}

/**
 * After the pass: what was made for the old types goes, all of it, before anything of it comes back.
 * @param {Work[]} works
 */
export function dropDependentsOnTypes(works) {
  const objects = new Map(works.flatMap((work) => work.rebuilt.map(({ object }) => [object.objectId, object])))
  if (objects.size === 0) return
  dropObjects(works[0].ddl, [...objects.values()], { cascade: false, quiet: true, isTrusted: true, isInternal: true })
  works[0].step()
}

/** @param {Work} work @param {'index' | 'constraint'} kind @returns {Generator<Promise<unknown>, void, void>} */
export function* restoreDependents(work, kind) {
  const { session, ddl } = work
  const turns = new Turns(session)
  for (const each of work.rebuilt) {
    if (each.kind === 'domain' && kind === 'constraint') {
      yield* restoreDomainCheck(work, each)
      continue
    }
    if (each.kind !== kind || work.statement.restored.has(each.object.objectId)) continue
    work.statement.restored.add(each.object.objectId)
    work.statement.workOf(each.relationOid).rebuilding = true
    const [{ node }] = yield* readFirst(session, () => parse(each.sql))
    if (turns.isOver()) yield turns.next()
    let object
    if (kind === 'index')
      object = {
        classId: 1259, objectId: yield* createIndexOn(session, ddl, work.oid, node, { build: !work.rewrites }),
        subId: 0,
      }
    else {
      const owner = each.relationOid === work.oid ? work : work.statement.workOf(each.relationOid)
      object = {
        classId: 2606, objectId: yield* addTableConstraint(owner, node.cmds[0].AlterTableCmd.def.Constraint), subId: 0,
      }
    }
    const indexOid =
      kind === 'index'
        ? object.objectId
        : (work.statement
            .workOf(each.relationOid)
            .relation.constraints.find((constraint) => constraint.oid === object.objectId)?.indexOid ?? 0)
    if (indexOid !== 0) restoreIndexFlags(ddl, indexOid, each.flags)
    if (each.inherited !== null && each.inherited.inheritCount > 0)
      setConstraintInheritance(ddl, object.objectId, each.relationOid, each.inherited)
    if (each.comment !== null) restoreComment(ddl, object, each.comment)
    if (each.indexComment !== null)
      restoreComment(ddl, { classId: CLASS.RELATION, objectId: indexOid, subId: 0 }, each.indexComment)
    work.step()
  }
}

/**
 * A domain's CHECK over a composite type's attribute.
 * @param {Work} work
 * @param {import('../../../../catalog/ddl/tables/column-type.js').Rebuilt} each
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* restoreDomainCheck(work, each) {
  const [{ node }] = yield* readFirst(work.session, () => parse(each.sql))
  const oid = yield* addDomainConstraint(
    work.session, work.ddl,
    /** @type {import('../../../../catalog/descriptors.js').TypeDesc} */ (work.ddl.view.type(each.relationOid)),
    node.def.Constraint,
  )
  if (each.comment !== null) restoreComment(work.ddl, { classId: 2606, objectId: oid, subId: 0 }, each.comment)
  work.step()
}
