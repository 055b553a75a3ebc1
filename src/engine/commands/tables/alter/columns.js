/** ALTER TABLE's subcommands about one column: add, drop, default, not null, and settings that touch no rows. */
import { requireCreateIn } from '../../../../catalog/ddl/may-change.js'
import { addColumn, dropColumnDefault, setColumnDefault } from '../../../../catalog/ddl/tables/alter.js'
import {
  setColumnCompression, setColumnOptions, setColumnStatisticsTarget, setColumnStorage,
} from '../../../../catalog/ddl/tables/attributes.js'
import { setNotNull } from '../../../../catalog/ddl/constraints/constraints.js'
import { CLASS } from '../../../../catalog/ddl/context.js'
import { address } from '../../../../catalog/ddl/dependencies.js'
import { dropObjects } from '../../../../catalog/ddl/drop.js'
import { STATISTICS_TARGET_MAX, statisticsTargetTooLow } from '../../../../errors/ddl/statistics.js'
import {
  columnByNumber, columnInReplicaIdentity, columnIsKind, systemColumnAltered, systemColumnDropped,
  undefinedColumnNumber, statisticsOfIncluded, statisticsOfPlainColumn,
} from '../../../../errors/ddl/alter.js'
import { setColumnInheritance } from '../../../../catalog/ddl/tables/inherit.js'
import { withoutPlaces } from '../../../../errors/syntax.js'
import { columnInPrimaryKey, undefinedRelationColumn } from '../../../../errors/ddl/catalog.js'
import { differentColumn } from '../../../../errors/ddl/inheritance.js'
import {
  columnOfPartition, columnToChildrenToo, dropOnlyPartitioned, identityBelow, inheritedColumn, keyColumn,
  notNullInParent, removeOnlyPartitioned, notNullToChildrenToo,
} from '../../../../errors/ddl/inherited-changes.js'
import { valuesOf } from '../../../statements/core/values-of.js'
import { sequenceDefault } from '../../../../catalog/sequences.js'
import { bindDefault, bindDomainDefault, bindGenerated, isNullDefault } from '../../../../planner/table-expressions.js'
import { attachColumnSequence, makeColumnSequence } from '../column-sequences.js'
import { compressionOf, storageOf } from '../column-storage.js'
import { foldAttributes } from '../../constraints/constraint-attributes.js'
import { readColumn } from '../create-table.js'
import { resetOptions, storageOptions } from '../../../session/ddl.js'
import { usesColumn } from './partition-key.js'
import { REWRITE } from './rewrite-reasons.js'
import { requireUnused } from '../typed-tables.js'
import { isVolatile } from './volatile.js'
import { computeConstantParts } from '../../../statements/core/constant-parts.js'

/** @import { Tree, ParseNode } from '../../../../parser/tree.js' */
/** @import { DbError } from '../../../../errors/db-error.js' */
/** @import { ColumnDefinition } from '../../../../catalog/ddl/tables/table.js' */
/** @import { ColumnDesc } from '../../../../catalog/relation.js' */
/** @import { TableWork } from './work.js' */
/** @import { Reach } from './subcommands.js' */

const SYSTEM_COLUMNS = new Set(['ctid', 'xmin', 'cmin', 'xmax', 'cmax', 'tableoid'])

/**
 * A live column.
 * @param {TableWork} work
 * @param {string} name
 * @param {(name: string) => DbError} [system] for ctid and the like
 * @returns {ColumnDesc}
 * @throws {DbError} 42703, 0A000
 */
export function columnNamed(work, name, system = systemColumnAltered) {
  const { relation } = work
  const column = relation.columns.find((candidate) => !candidate.dropped && candidate.name === name)
  if (column !== undefined) return column
  throw SYSTEM_COLUMNS.has(name) ? system(name) : undefinedRelationColumn(name, relation.name)
}

/** Constraints that ADD COLUMN leaves to ADD CONSTRAINT. */
const TABLE_CONSTRAINTS = new Set([
  'CONSTR_CHECK', 'CONSTR_PRIMARY', 'CONSTR_UNIQUE', 'CONSTR_FOREIGN', 'CONSTR_EXCLUSION',
])

/**
 * The column's own part; constraints written behind it become ADD CONSTRAINT, for later passes. Tables below get the
 * column too, or count one more parent that has it.
 * @param {TableWork} work
 * @param {any} command
 * @param {Reach} reach
 * @param {ColumnDefinition | null} [above] the column of the table above; a sequence behind it is shared
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* addTableColumn(work, command, { recurse, recursing }, above = null) {
  const { session, ddl, relation } = work
  const definition = command.def.ColumnDef
  const existing = relation.columns.find((column) => !column.dropped && column.name === definition.colname)
  if (relation.isPartition && !recursing) throw columnOfPartition()
  if (existing !== undefined && !recursing && command.missing_ok) {
    work.notice(`column "${definition.colname}" of relation "${relation.name}" already exists, skipping`, '42701')
    return
  }
  const { own, separate } = splitConstraints(definition)
  const { column, defaultNode, generatedNode, sequence } = readColumn(
    session, { ...definition, constraints: own }, relation.name,
  )
  if (column.identity && recurse && relation.children.length > 0) throw identityBelow()
  if (existing !== undefined && recursing) {
    mergeColumn(work, existing, column)
    return
  }
  if (separate.some((constraint) => constraint.contype === 'CONSTR_PRIMARY')) column.notNull = true
  if (recursing) Object.assign(column, { isLocal: false, inheritCount: 1 })
  let missing = null
  if (defaultNode !== null) column.default = storedDefault(work, defaultNode, column)
  const attnum = relation.columns.length + 1
  if (sequence !== null && above !== null) column.default = above.default
  else if (sequence !== null) {
    requireCreateIn(ddl, relation.namespaceOid)
    makeColumnSequence(session, ddl, relation, sequence)
  }
  if (generatedNode !== null) {
    const added = {
      attnum, name: column.name, typeOid: column.typeOid, typmod: column.typmod ?? -1, collation: column.collation ?? 0,
      generated: 's',
    }
    column.default = withoutPlaces(() =>
      bindGenerated(
        session.catalog(), generatedNode, column, relation.name, [...relation.columns, added], work.options,
      ),
    )
    computeConstantParts(session, column.default)
  }
  const counted = sequence !== null && sequence.identity !== '' ? sequenceDefault(sequence.oid, column.typeOid) : null
  // A domain has a default, and rules, of its own.
  const filled = counted ?? column.default ?? bindDomainDefault(session.catalog(), column)
  if (sequence !== null || filled) requireUnused(session, relation)
  if (filled && work.before.fileId !== 0) {
    if (generatedNode !== null || counted !== null || isVolatile(session.catalog(), filled)) {
      work.startRewrite(REWRITE.DEFAULT_VALUE)
      work.newValues.push({ attnum, expr: filled, over: 'new' })
    } else [missing] = yield* valuesOf(session, [filled], [])
  }
  addColumn(ddl, work.oid, column, missing)
  if (sequence !== null && above === null) attachColumnSequence(ddl, work.oid, attnum, sequence)
  if (column.notNull) work.verifyNotNull = true
  if (!recursing)
    for (const constraint of separate)
      work.queued.push({ subtype: 'AT_AddConstraint', def: { Constraint: constraint } })
  if (!recursing && definition.fdwoptions !== undefined) {
    work.queued.push({
      subtype: 'AT_AlterColumnGenericOptions', name: column.name, def: { List: { items: definition.fdwoptions } },
    })
  }
  if (relation.children.length === 0) return
  if (!recurse) throw columnToChildrenToo()
  for (const child of relation.children)
    yield* addTableColumn(work.statement.below(child), command, { recurse, recursing: true }, column)
}

/**
 * A child that has the column already.
 * @param {TableWork} work
 * @param {ColumnDesc} existing
 * @param {ColumnDefinition} column
 */
function mergeColumn(work, existing, column) {
  const { relation } = work
  if (existing.typeOid !== column.typeOid || existing.typmod !== (column.typmod ?? -1))
    throw differentColumn(relation.name, existing.name, 'type')
  if (column.collation && existing.collation !== column.collation)
    throw differentColumn(relation.name, existing.name, 'collation')
  setColumnInheritance(work.ddl, work.oid, existing.attnum, { inheritCount: existing.inheritCount + 1 })
  work.notice(`merging definition of column "${existing.name}" for child "${relation.name}"`)
}

/**
 * @param {Tree<import('@pgsql/types').ColumnDef>} definition
 * @returns {{ own: any[], separate: any[] }} separate: as table constraints
 */
function splitConstraints(definition) {
  const all = foldAttributes(definition.constraints ?? [])
  return {
    own: all
      .filter((constraint) => !TABLE_CONSTRAINTS.has(constraint.contype))
      .map((constraint) => ({ Constraint: constraint })),
    separate: all
      .filter((constraint) => TABLE_CONSTRAINTS.has(constraint.contype))
      .map((constraint) => constraintOfTable(constraint, definition.colname)),
  }
}

/** @param {Tree<import('@pgsql/types').Constraint>} constraint @param {string} column */
function constraintOfTable(constraint, column) {
  const names = [{ String: { sval: column } }]
  if (constraint.contype === 'CONSTR_FOREIGN') return { ...constraint, fk_attrs: names }
  return constraint.contype === 'CONSTR_CHECK' ? { ...constraint } : { ...constraint, keys: names }
}

/**
 * Tables below lose it too, unless they have it from elsewhere as well; all go together.
 * @param {TableWork} work
 * @param {Tree<import('@pgsql/types').AlterTableCmd>} command
 * @param {Reach} reach
 * @param {import('../../../../catalog/ddl/context.js').ObjectAddress[] | null} [gathered] by who drops them
 */
export function dropTableColumn(work, command, { recurse, recursing }, gathered = null) {
  const { ddl, relation } = work
  if (
    command.missing_ok && !SYSTEM_COLUMNS.has(command.name)
    && !relation.columns.some((column) => !column.dropped && column.name === command.name)
  ) {
    work.notice(`column "${command.name}" of relation "${relation.name}" does not exist, skipping`)
    return
  }
  const column = columnNamed(work, command.name, systemColumnDropped)
  if (column.inheritCount > 0 && !recursing) throw inheritedColumn('drop', column.name)
  if (relation.partitionKey !== null && usesColumn(relation.partitionKey, column.attnum))
    throw keyColumn('drop', column.name, relation.name)
  if (relation.kind === 'p' && !recurse && relation.children.length > 0) throw dropOnlyPartitioned()
  const targets = gathered ?? []
  for (const childOid of relation.children) {
    const child = work.statement.workOf(childOid)
    const there = columnNamed(child, column.name)
    if (!recurse)
      setColumnInheritance(ddl, childOid, there.attnum, { inheritCount: there.inheritCount - 1, isLocal: true })
    else if (there.inheritCount === 1 && !there.isLocal)
      dropTableColumn(work.statement.below(childOid), command, { recurse, recursing: true }, targets)
    else setColumnInheritance(ddl, childOid, there.attnum, { inheritCount: there.inheritCount - 1 })
  }
  targets.push(address(CLASS.RELATION, work.oid, column.attnum))
  if (gathered === null) dropObjects(ddl, targets, { cascade: command.behavior === 'DROP_CASCADE' })
}

/** @param {TableWork} work @param {Tree<import('@pgsql/types').AlterTableCmd>} command */
export function alterDefault(work, command) {
  const { ddl, relation } = work
  const column = columnNamed(work, command.name)
  const dropped = command.def === undefined
  const instead = (/** @type {string} */ what) =>
    dropped ? `Use ALTER TABLE ... ALTER COLUMN ... ${what} instead.` : undefined
  if (column.identity !== '')
    throw columnIsKind(column.name, relation.name, 'an identity column', instead('DROP IDENTITY'))
  if (column.generated !== '')
    throw columnIsKind(column.name, relation.name, 'a generated column', instead('DROP EXPRESSION'))
  if (dropped) dropColumnDefault(ddl, work.oid, column.attnum)
  else setColumnDefault(ddl, work.oid, column.attnum, storedDefault(work, command.def, column))
}

/** @param {TableWork} work @param {ParseNode} node @param {ColumnDefinition | ColumnDesc} column */
function storedDefault(work, node, column) {
  const expr = withoutPlaces(() => bindDefault(work.session.catalog(), node, column, work.options))
  return isNullDefault(expr) ? null : expr
}

/**
 * Partitions are never laxer than what they are partitions of.
 * @param {TableWork} work
 * @param {Tree<import('@pgsql/types').AlterTableCmd>} command
 * @param {Reach} reach
 */
export function alterSetNotNull(work, command, { recurse }) {
  const column = columnNamed(work, command.name)
  if (!recurse && work.relation.kind === 'p') {
    for (const child of work.relation.children) {
      const below = /** @type {import('../../../../catalog/relation.js').RelationDesc} */ (
        work.ddl.view.relation(child)
      )
      if (below.columns.some((own) => !own.dropped && own.name === column.name && !own.notNull))
        throw notNullToChildrenToo(column.name, below.name)
    }
  }
  if (column.notNull) return
  setNotNull(work.ddl, work.oid, column.attnum, true)
  work.verifyNotNull = true
}

/** @param {TableWork} work @param {Tree<import('@pgsql/types').AlterTableCmd>} command @param {Reach} reach */
export function alterDropNotNull(work, command, { recurse }) {
  const { ddl, relation } = work
  if (relation.kind === 'p' && !recurse && relation.children.length > 0) throw removeOnlyPartitioned()
  const column = columnNamed(work, command.name)
  if (!column.notNull) return
  if (column.identity !== '') throw columnIsKind(column.name, relation.name, 'an identity column')
  for (const index of relation.indexes) {
    if (!index.keyAttnums.includes(column.attnum)) continue
    if (index.primary) throw columnInPrimaryKey(column.name)
    if (ddl.catalog.reader.indexes.isReplicaIdentity(index.oid, ddl.catalog.store.own(ddl.txn)))
      throw columnInReplicaIdentity(column.name)
  }
  if (
    relation.isPartition
    && ddl.view
      .relation(relation.parents[0])
      ?.columns.some((candidate) => candidate.name === column.name && candidate.notNull)
  ) {
    throw notNullInParent(column.name)
  }
  setNotNull(ddl, work.oid, column.attnum, false)
}


/**
 * Of a table's column by name, or of an index's by number.
 * @param {TableWork} work
 * @param {Tree<import('@pgsql/types').AlterTableCmd>} command
 */
export function alterStatistics(work, command) {
  const { ddl } = work
  const index = ddl.view.index(work.oid)
  const given = command.def?.Integer?.ival ?? 0
  if (given < -1) throw statisticsTargetTooLow(given)
  if (given > STATISTICS_TARGET_MAX)
    work.notice(`lowering statistics target to ${STATISTICS_TARGET_MAX}`, '22023', 'WARNING')
  const target = Math.min(given, STATISTICS_TARGET_MAX)
  if (index === undefined) {
    if (command.name === undefined) throw columnByNumber()
    setColumnStatisticsTarget(ddl, work.oid, columnNamed(work, command.name).attnum, target)
    return
  }
  const columnCount = index.keys.length + index.includedAttnums.length
  const number = command.name === undefined ? command.num : indexColumn(work, command.name, columnCount)
  if (number < 1 || number > columnCount) throw undefinedColumnNumber(number, index.name)
  const shown = indexColumnName(work, number)
  if (number > index.keys.length) throw statisticsOfIncluded(shown, index.name)
  if (index.keyAttnums[number - 1] !== 0) {
    throw statisticsOfPlainColumn(shown, index.name)
  }
  setColumnStatisticsTarget(ddl, work.oid, number, target)
}

/** @param {TableWork} work @param {number} number */
function indexColumnName({ ddl, oid }, number) {
  const [row] = ddl.view.rows('pg_attribute', 'pg_attribute_relid_attnum_index', [oid, number])
  return row[1]
}

/** @param {TableWork} work @param {string} name @param {number} count */
function indexColumn(work, name, count) {
  for (let number = 1; number <= count; number++) if (indexColumnName(work, number) === name) return number
  throw undefinedRelationColumn(name, work.ddl.view.index(work.oid)?.name ?? '')
}

/** @param {TableWork} work @param {Tree<import('@pgsql/types').AlterTableCmd>} command */
export function alterColumnOptions(work, command) {
  const column = columnNamed(work, command.name)
  if (command.subtype === 'AT_ResetOptions')
    setColumnOptions(work.ddl, work.oid, column.attnum, {}, resetOptions(command.def.List.items))
  else setColumnOptions(work.ddl, work.oid, column.attnum, storageOptions(command.def.List.items), [])
}

/** @param {TableWork} work @param {Tree<import('@pgsql/types').AlterTableCmd>} command */
export function alterStorage(work, command) {
  const { typeOid, attnum } = columnNamed(work, command.name)
  setColumnStorage(work.ddl, work.oid, attnum, storageOf(work.ddl.view, typeOid, command.def.String.sval))
}

/**
 * Values are stored as they are; the method is kept for dumps.
 * @param {TableWork} work
 * @param {Tree<import('@pgsql/types').AlterTableCmd>} command
 */
export function alterCompression(work, command) {
  const { typeOid, attnum } = columnNamed(work, command.name)
  setColumnCompression(work.ddl, work.oid, attnum, compressionOf(work.ddl.view, typeOid, command.def.String.sval))
}
