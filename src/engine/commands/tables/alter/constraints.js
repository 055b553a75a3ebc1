/**
 * ALTER TABLE's subcommands about constraints: ADD (USING INDEX, NOT VALID), DROP, VALIDATE, ALTER. Rows are checked at
 * the end, by rows.js.
 */
import { DbError } from '../../../../errors/db-error.js'
import { requireCreateIn } from '../../../../catalog/ddl/may-change.js'
import {
  addingChecks, addKeyConstraint, constraintOid, setNotNull,
} from '../../../../catalog/ddl/constraints/constraints.js'
import { adoptIndex } from '../../../../catalog/ddl/constraints/constraint-changes.js'
import { setValidated } from '../../../../catalog/ddl/constraints/foreign-keys.js'
import { setConstraintInheritance } from '../../../../catalog/ddl/tables/inherit.js'
import { setIndexValid } from '../../../../catalog/ddl/tables/partition.js'
import { exprToText } from '../../../../catalog/expr-text.js'
import { dropConstraint } from '../../../../catalog/ddl/drop.js'
import { placed, withoutPlacesSteps } from '../../../../errors/syntax.js'
import { duplicateConstraint, undefinedConstraint, undefinedRelationColumn } from '../../../../errors/ddl/catalog.js'
import { neitherForeignKeyNorCheck, foreignKeyNoInherit } from '../../../../errors/ddl/alter.js'
import { conflictsWithOwn } from '../../../../errors/ddl/inheritance.js'
import {
  constraintOnChildrenToo, inheritedConstraint, noInheritOnPartitioned, notNullToChildrenToo, removeOnlyPartitioned,
} from '../../../../errors/ddl/inherited-changes.js'
import { bindCheck } from '../../../../planner/table-expressions.js'
import { fillIndex } from '../partition-indexes.js'
import { readTableConstraint, refuseForeignKeys } from '../create-table.js'
import { requireExclusive } from '../../constraints/exclusion.js'
import { alterConstraint, createTableConstraints, validateForeignKey } from '../../constraints/foreign-keys.js'
import { refuseWhileInUse } from '../../in-use.js'
import { asOwner } from '../../../session/access.js'
import { ACCESS_EXCLUSIVE } from '../../../../txn/lock-modes.js'
import { lockTree } from '../trees.js'
import { inTurns } from '../../../turns/steps.js'
import { LAYER } from '../../../../profile/profile.js'
import { requireNewTablespace } from '../../../session/tablespaces.js'

/** @import { TableWork } from './work.js' */
/** @import { Reach } from './subcommands.js' */
/** @import { Tree } from '../../../../parser/tree.js' */

/**
 * @param {TableWork} work
 * @param {Tree<import('@pgsql/types').Constraint>} constraint
 * @param {Reach} [reach]
 * @returns {Generator<Promise<unknown>, number, void>} its OID
 */
export function* addTableConstraint(work, constraint, reach = { recurse: false, recursing: false }) {
  if (constraint.indexname) return yield* addUsingIndex(work, constraint)
  /** @type {import('../create-table.js').KeyDefinition[]} */
  const keys = []
  /** @type {import('../create-table.js').CheckNode[]} */
  const checks = []
  /** @type {import('../../constraints/foreign-keys.js').ForeignKeyNode[]} */
  const foreignKeys = []
  readTableConstraint(constraint, keys, checks, foreignKeys)
  if (work.relation.kind === 'f') refuseForeignKeys(keys, foreignKeys)
  let name = ''
  for (const key of keys) name = yield* addKey(work, key, reach)
  for (const check of checks) name = yield* addCheck(work, check, constraint.skip_validation === true, reach)
  for (const key of foreignKeys) return yield* addByRows(work, key, !reach.recurse)
  return constraintOid(work.relation, name)
}

/** @param {TableWork['relation']} relation @param {string} name */
const hasColumn = (relation, name) => relation.columns.some((column) => column.name === name && !column.dropped)

/**
 * @param {TableWork} work
 * @param {import('../create-table.js').KeyDefinition} key
 * @param {Reach} reach
 * @returns {Generator<Promise<unknown>, string, void>}
 */
function* addKey(work, key, { recurse }) {
  // ONLY: partitions bring theirs, by ALTER INDEX … ATTACH PARTITION.
  if (!work.rebuilding) {
    requireCreateIn(work.ddl, work.relation.namespaceOid)
    requireNewTablespace(work.session, key.tablespace, work.relation.persistence === 't')
  }
  const alone = !recurse && !work.rebuilding && work.relation.kind === 'p' && work.relation.children.length > 0
  if (alone && key.primary) requireNotNullBelow(work, key.columns)
  // A primary key's columns are made NOT NULL first.
  const missing = key.primary ? key.columns.find((column) => !hasColumn(work.relation, column)) : undefined
  if (missing !== undefined) throw undefinedRelationColumn(missing, work.relation.name)
  const { indexOid, constraintName, newlyNotNull } = addKeyConstraint(work.ddl, work.oid, key)
  if (newlyNotNull.length > 0) yield* notNullInTree(work, newlyNotNull)
  if (alone) setIndexValid(work.ddl, indexOid, false)
  else if (!work.rewrites) yield* fillIndex(work.session, work.ddl, indexOid)
  return constraintName
}

/** @param {TableWork} work @param {string[]} names @throws {DbError} 42P16 */
function requireNotNullBelow(work, names) {
  for (const child of work.relation.children) {
    const relation = /** @type {import('../../../../catalog/relation.js').RelationDesc} */ (
      work.ddl.view.relation(child)
    )
    for (const name of names)
      if (relation.columns.some((column) => !column.dropped && column.name === name && !column.notNull))
        throw notNullToChildrenToo(name, relation.name)
  }
}

/**
 * A primary key's columns, which are NOT NULL now, are so in every table below.
 * @param {TableWork} work
 * @param {number[]} attnums
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* notNullInTree(work, attnums) {
  const { ddl, relation } = work
  work.verifyNotNull = true
  if (relation.children.length === 0) return
  for (const { oid } of (yield* lockTree(work.session, work.oid, ACCESS_EXCLUSIVE)).slice(1)) {
    const below = work.statement.workOf(oid)
    for (const attnum of attnums) {
      const column = below.relation.columns.find(
        (candidate) => !candidate.dropped && candidate.name === relation.columns[attnum - 1].name,
      )
      if (column === undefined || column.notNull) continue
      asOwner(work.session, oid)
      setNotNull(ddl, oid, column.attnum, true)
      below.verifyNotNull = true
    }
  }
}

/**
 * Tables below have it too, under the same name.
 * @param {TableWork} work
 * @param {import('../create-table.js').CheckNode} check
 * @param {boolean} unchecked NOT VALID
 * @param {Reach} reach
 * @returns {Generator<Promise<unknown>, string, void>} its name
 */
function* addCheck(work, check, unchecked, { recurse, recursing }) {
  const { session, ddl, relation } = work
  const bound = withoutPlacesSteps(bindCheck(session.catalog(), check.raw, relation, work.options))
  const expr = yield* inTurns(session, bound, LAYER.analyze)
  const existing = recursing ? relation.constraints.find((constraint) => constraint.name === check.name) : undefined
  if (existing !== undefined) {
    mergeCheck(work, existing.oid, expr)
    return existing.name
  }
  if (check.noInherit && relation.kind === 'p') throw noInheritOnPartitioned(relation.name)
  const [name] = yield* inTurns(session, addingChecks(ddl, work.oid, [
    {
      name: check.name, expr, noInherit: check.noInherit, validated: !unchecked,
      ...(recursing ? { isLocal: false, inheritCount: 1 } : {}),
    },
  ]), LAYER.execute)
  if (!unchecked) work.checks.push({ name, expr })
  if (check.noInherit || relation.children.length === 0 || work.rebuilding) return name
  if (!recurse) throw constraintOnChildrenToo('added to')
  for (const child of relation.children)
    yield* addCheck(work.statement.below(child), { ...check, name }, unchecked, { recurse, recursing: true })
  return name
}

/**
 * A child that has such a constraint already.
 * @param {TableWork} work
 * @param {number} oid
 * @param {import('../../../../catalog/expr.js').Expr} expr
 */
function mergeCheck(work, oid, expr) {
  const { relation } = work
  const check = relation.checks.find((candidate) => candidate.oid === oid)
  if (check === undefined || check.expr === null || exprToText(check.expr) !== exprToText(expr)) {
    throw duplicateConstraint(
      relation.constraints.find((constraint) => constraint.oid === oid)?.name ?? '',
      relation.name,
    )
  }
  if (check.noInherit) throw conflictsWithOwn(relation.name, check.name)
  setConstraintInheritance(work.ddl, oid, work.oid, {
    inheritCount: check.inheritCount + 1,
    ...(relation.isPartition ? { isLocal: false } : {}),
  })
  work.notice(`merging constraint "${check.name}" with inherited definition`)
}

/**
 * A foreign key is made as NOT VALID and validated when rows are in place, if it is to be; so is EXCLUDE when its index
 * is built at the end.
 * @param {TableWork} work
 * @param {import('../../constraints/foreign-keys.js').ForeignKeyNode} key
 * @param {boolean} only ONLY was said
 * @returns {Generator<Promise<unknown>, number, void>} its OID
 */
function* addByRows(work, key, only) {
  const { session, ddl } = work
  const known = new Set(work.relation.constraints.map((constraint) => constraint.oid))
  const isExclusion = key.node.contype === 'CONSTR_EXCLUSION'
  yield* createTableConstraints(session, ddl, work.oid, [key], isExclusion && work.rewrites, {
    later: true,
    only: only && !work.rebuilding,
  })
  // The whole comes before its parts.
  const [made] = work.relation.constraints
    .filter((constraint) => !known.has(constraint.oid))
    .sort((a, b) => a.oid - b.oid)
  if (made === undefined) throw new Error('a constraint was made')
  if (!isExclusion && key.node.skip_validation !== true)
    work.afterRows.push(() => validateForeignKey(session, ddl, work.relation, made))
  if (isExclusion && work.rewrites) {
    work.afterRows.push(function* check() {
      const index = ddl.view.index(made.indexOid)
      yield* requireExclusive(session, work.relation, index, index?.predicate ?? null)
    })
  }
  return made.oid
}

/**
 * @param {TableWork} work
 * @param {Tree<import('@pgsql/types').Constraint>} constraint
 * @returns {Generator<Promise<unknown>, number, void>}
 */
function* addUsingIndex(work, constraint) {
  const { ddl, relation } = work
  const primary = constraint.contype === 'CONSTR_PRIMARY'
  const onRename = (/** @type {string} */ name) =>
    work.notice(`ALTER TABLE / ADD CONSTRAINT USING INDEX will rename index "${constraint.indexname}" to "${name}"`)
  const { oid, newlyNotNull } = adopted(ddl, relation, constraint, primary, onRename)
  if (newlyNotNull.length > 0) yield* notNullInTree(work, newlyNotNull)
  return oid
}

/**
 * What is wrong with the index is said of the constraint.
 * @param {TableWork['ddl']} ddl @param {TableWork['relation']} relation
 * @param {Tree<import('@pgsql/types').Constraint>} constraint @param {boolean} primary
 * @param {(name: string) => void} onRename
 */
function adopted(ddl, relation, constraint, primary, onRename) {
  const { conname, indexname, deferrable, initdeferred, location } = constraint
  try {
    return adoptIndex(ddl, relation, {
      name: conname ?? null, indexName: indexname, primary, deferrable: deferrable === true,
      deferred: initdeferred === true, onRename,
    })
  } catch (error) {
    throw error instanceof DbError && error.code === '42P07' ? error : placed(error, location ?? -1)
  }
}

/**
 * Tables below lose a CHECK too, unless they have it from elsewhere as well.
 * @param {TableWork} work
 * @param {Tree<import('@pgsql/types').AlterTableCmd>} command
 * @param {Reach} reach
 */
export function dropTableConstraint(work, command, { recurse, recursing }) {
  const { ddl, relation } = work
  const existing = relation.constraints.find((constraint) => constraint.name === command.name)
  if (existing === undefined) {
    if (!command.missing_ok) throw undefinedConstraint(command.name, relation.name)
    work.notice(`constraint "${command.name}" of relation "${relation.name}" does not exist, skipping`)
    return
  }
  if (existing.inheritCount > 0 && !recursing) throw inheritedConstraint(existing.name, relation.name)
  const check = relation.checks.find((candidate) => candidate.oid === existing.oid)
  if (check !== undefined && !check.noInherit) {
    if (relation.kind === 'p' && !recurse && relation.children.length > 0) throw removeOnlyPartitioned()
    for (const childOid of relation.children) {
      const child = work.statement.workOf(childOid)
      const there = child.relation.checks.find((candidate) => candidate.name === check.name)
      if (there === undefined) throw undefinedConstraint(check.name, child.relation.name)
      if (!recurse)
        setConstraintInheritance(ddl, there.oid, childOid, { inheritCount: there.inheritCount - 1, isLocal: true })
      else if (there.inheritCount === 1 && !there.isLocal)
        dropTableConstraint(work.statement.below(childOid), command, { recurse, recursing: true })
      else setConstraintInheritance(ddl, there.oid, childOid, { inheritCount: there.inheritCount - 1 })
    }
  }
  // The triggers at the other table go, too.
  const key = relation.foreignKeys.find((candidate) => candidate.oid === existing.oid)
  if (key !== undefined) refuseWhileInUse(work.session, [key.referencedOid], 'ALTER TABLE')
  dropConstraint(ddl, existing.oid, { cascade: command.behavior === 'DROP_CASCADE' })
}

/** @param {TableWork} work @param {Tree<import('@pgsql/types').AlterTableCmd>} command @param {Reach} reach */
export function validateConstraint(work, command, { recurse }) {
  const { ddl, relation } = work
  const existing = relation.constraints.find((constraint) => constraint.name === command.name)
  if (existing === undefined) throw undefinedConstraint(command.name, relation.name)
  if (existing.type !== 'c' && existing.type !== 'f') {
    throw neitherForeignKeyNorCheck(command.name, relation.name)
  }
  const check = relation.checks.find((candidate) => candidate.oid === existing.oid)
  if (check === undefined) {
    work.afterRows.push(() => validateForeignKey(work.session, ddl, work.relation, existing))
    return
  }
  if (check.validated || check.expr === null) return
  if (!check.noInherit && relation.children.length > 0) {
    if (!recurse) throw constraintOnChildrenToo('validated on')
    for (const child of relation.children)
      validateConstraint(work.statement.workOf(child), command, { recurse, recursing: true })
  }
  work.checks.push({ name: check.name, expr: check.expr })
  setValidated(ddl, work.oid, existing.oid)
}

/** @param {TableWork} work @param {Tree<import('@pgsql/types').AlterTableCmd>} command */
export function alterTableConstraint(work, command) {
  const { ATAlterConstraint: change } = command.def
  if (change.alterInheritability) throw foreignKeyNoInherit()
  alterConstraint(work.ddl, work.relation, change)
}
