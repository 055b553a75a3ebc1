/**
 * What a new table gets from its parents: columns (merged with its own of the same name), defaults, CHECK constraints;
 * with PostgreSQL's notices and refusals on the way. INHERITS and PARTITION OF both come through here.
 */
import { catalogShape } from '../../../catalog/store/shapes.js'
import { exprToText, mapExpr, walkExpr } from '../../../catalog/expr-text.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { isOthersTemporary } from '../../../catalog/temporary.js'
import { inheritsFromOthersTemporary } from '../../../errors/ddl/temporary.js'
import { wholeRowInLike } from '../../../errors/ddl/generated.js'
import { columnSpecifiedTwice, duplicateConstraint } from '../../../errors/ddl/catalog.js'
import {
  columnConflict, conflictingChecks, conflictsWithInherited, conflictingDefaults, generatedInChild, generationConflict,
  inheritedTwice, inheritsFromPartition, inheritsFromPartitioned, inheritsGenerated, parentIsNoTable, parentIsTemporary,
  temporaryPartition,
} from '../../../errors/ddl/inheritance.js'
import { asOwner } from '../../session/access.js'
import { ACCESS_SHARE, SHARE_UPDATE_EXCLUSIVE, lockRelation } from '../../session/ddl.js'

/** @import { Session } from '../../session/session.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { ColumnDefinition } from '../../../catalog/ddl/tables/table.js' */
/** @import { NewCheck } from '../../../catalog/ddl/constraints/constraints.js' */
/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { ParseNode } from '../../../parser/tree.js' */

/** @typedef {ColumnDefinition & { conflictingDefault?: boolean }} MergedColumn */
/** @typedef {{ columns: MergedColumn[], checks: NewCheck[] }} Merged */

/**
 * The parents a statement names, locked.
 * @param {Session} session
 * @param {ParseNode[]} nodes RangeVars
 * @param {{ partition: boolean, persistence: string, mode?: number }} options
 * @returns {Generator<Promise<unknown>, RelationDesc[], void>} @throws {DbError} 42809, 42P07, 42501
 */
export function* lockParents(
  session, nodes, { partition, persistence, mode = partition ? ACCESS_SHARE : SHARE_UPDATE_EXCLUSIVE },
) {
  /** @type {number[]} */
  const oids = []
  for (const { RangeVar: rangeVar } of nodes) {
    const oid = yield* lockRelation(session, rangeVar, mode)
    if (oids.includes(oid)) throw inheritedTwice(rangeVar.relname)
    oids.push(oid)
  }
  return oids.map((oid, at) => {
    const relation = session.catalog().relation(oid)
    const name = nodes[at].RangeVar.relname
    if (!partition) {
      if (relation?.kind === 'p') throw inheritsFromPartitioned(name)
      if (relation?.isPartition) throw inheritsFromPartition(name)
    }
    if (relation === undefined || !'rpf'.includes(relation.kind)) throw parentIsNoTable(name)
    if (relation.persistence === 't' && persistence !== 't') throw parentIsTemporary(name, partition)
    if (isOthersTemporary(session.catalog(), relation)) throw inheritsFromOthersTemporary(partition)
    if (partition && persistence === 't' && relation.persistence !== 't') throw temporaryPartition(name)
    asOwner(session, oid)
    return relation
  })
}

/**
 * The columns of a new table: its parents' first, in their order, then those of its own.
 * @param {Session} session
 * @param {RelationDesc[]} parents
 * @param {MergedColumn[]} own what the statement declares; `defaultNode`s are bound later and win
 * @param {Set<string>} ownDefaults names of columns the statement gives a default
 * @param {boolean} partition @returns {Merged}
 */
export function mergeParents(session, parents, own, ownDefaults, partition) {
  const catalog = session.catalog()
  const names = new Set()
  for (const { name } of own) {
    if (names.has(name)) throw columnSpecifiedTwice(name)
    names.add(name)
  }
  /** @type {MergedColumn[]} */
  const columns = []
  /** @type {NewCheck[]} */
  const checks = []
  for (const parent of parents) {
    const map = parent.columns.map((column) => column.dropped ? 0 : inheritColumn(session, columns, column, parent.oid))
    parent.columns.forEach((column, at) => {
      if (column.dropped || column.default === null) return
      const mapped = mapColumns(column.default, map)
      const target = columns[map[at] - 1]
      if (!target.default) target.default = mapped
      else if (exprToText(target.default) !== exprToText(mapped)) target.conflictingDefault = true
    })
    for (const check of parent.checks) {
      if (check.noInherit || check.expr === null) continue
      walkExpr(check.expr, (node) => {
        if (node.kind === 'column' && node.attnum === 0) throw wholeRowInLike(`Constraint "${check.name}"`, parent.name)
      })
      const expr = mapColumns(check.expr, map)
      const known = checks.find((candidate) => candidate.name === check.name)
      if (known === undefined) checks.push({ name: check.name, expr, isLocal: false, inheritCount: 1, validated: true })
      else if (exprToText(known.expr) === exprToText(expr))
        known.inheritCount = /** @type {number} */ (known.inheritCount) + 1
      else throw conflictingChecks(check.name)
    }
  }
  const inherited = columns.length
  own.forEach((column, at) => {
    const place = columns.findIndex((candidate, index) => index < inherited && candidate.name === column.name)
    if (place < 0) { columns.push(column); return }
    if (!partition) {
      session.notice(
        place === at
          ? { severity: 'NOTICE', code: '00000', message: `merging column "${column.name}" with inherited definition` }
          : {
              severity: 'NOTICE',
              code: '00000',
              message: `moving and merging column "${column.name}" with inherited definition`,
              detail: 'User-specified column moved to the position of the inherited column.',
            },
      )
    }
    columns[place] = mergeOwn(catalog, columns[place], column, ownDefaults, partition)
  })
  for (const column of columns) {
    if (column.conflictingDefault && !ownDefaults.has(column.name))
      throw conflictingDefaults(column.name, column.generated === 's')
  }
  return { columns, checks }
}

/** @param {Expr} expr @param {number[]} map attnums @returns {any} */
export const mapColumns = (expr, map) =>
  mapExpr(expr, (node) =>
    node.kind === 'column' && node.attnum > 0 ? { ...node, attnum: map[node.attnum - 1] } : undefined,
  )

/**
 * @param {Session} session
 * @param {MergedColumn[]} columns
 * @param {import('../../../catalog/relation.js').ColumnDesc} column a parent's
 * @param {number} parentOid
 * @returns {number} its attnum in the child
 */
function inheritColumn(session, columns, column, parentOid) {
  const catalog = session.catalog()
  const { storage, compression } = storedAs(catalog, parentOid, column.attnum)
  const at = columns.findIndex((candidate) => candidate.name === column.name)
  if (at < 0) {
    columns.push({
      name: column.name, typeOid: column.typeOid, typmod: column.typmod, collation: column.collation,
      notNull: column.notNull, default: null, generated: column.generated, isLocal: false, inheritCount: 1, storage,
      ...(compression === '' ? {} : { compression }),
    })
    return columns.length
  }
  session.notice({
    severity: 'NOTICE', code: '00000', message: `merging multiple inherited definitions of column "${column.name}"`,
  })
  const known = columns[at]
  sameType(catalog, known, column, true)
  if ((known.generated ?? '') !== column.generated) throw generationConflict(column.name)
  sameStorage(known, storage, compression, true)
  known.inheritCount = /** @type {number} */ (known.inheritCount) + 1
  known.notNull = known.notNull || column.notNull
  return at + 1
}

/**
 * How a column's long values are kept.
 * @param {CatalogSnapshot} catalog
 * @param {number} relationOid
 * @param {number} attnum
 * @returns {{ storage: any, compression: any }}
 */
function storedAs(catalog, relationOid, attnum) {
  const [row] = catalog.rows('pg_attribute', 'pg_attribute_relid_attnum_index', [relationOid, attnum])
  const { at } = catalogShape('pg_attribute')
  const compression = row[at.attcompression]
  return {
    storage: String.fromCharCode(row[at.attstorage]),
    compression: compression === 0 ? '' : String.fromCharCode(compression),
  }
}

const STORAGE_NAMES = /** @type {Record<string, string>} */ ({ p: 'PLAIN', e: 'EXTERNAL', x: 'EXTENDED', m: 'MAIN' })
const COMPRESSION_NAMES = /** @type {Record<string, string>} */ ({ p: 'pglz', l: 'lz4' })

/**
 * What is not said takes the other's.
 * @param {ColumnDefinition} known
 * @param {any} storage
 * @param {any} compression
 * @param {boolean} inherited
 * @throws {DbError} 42804
 */
function sameStorage(known, storage, compression, inherited) {
  if (storage && known.storage && storage !== known.storage)
    throw columnConflict(
      known.name, 'storage parameter', STORAGE_NAMES[known.storage], STORAGE_NAMES[storage], inherited,
    )
  if (compression && known.compression && compression !== known.compression) {
    throw columnConflict(
      known.name, 'compression method', COMPRESSION_NAMES[known.compression], COMPRESSION_NAMES[compression], inherited,
    )
  }
  if (compression && !known.compression) known.compression = compression
}

/**
 * @param {CatalogSnapshot} catalog
 * @param {ColumnDefinition} known
 * @param {{ name: string, typeOid: number, typmod?: number, collation?: number }} other
 * @param {boolean} inherited
 */
function sameType(catalog, known, other, inherited) {
  if (known.typeOid !== other.typeOid || (known.typmod ?? -1) !== (other.typmod ?? -1)) {
    throw columnConflict(
      known.name, 'type', formatType(catalog, known.typeOid, known.typmod ?? -1),
      formatType(catalog, other.typeOid, other.typmod ?? -1), inherited,
    )
  }
  const [one, two] = [known.collation ?? 0, other.collation ?? catalog.type(other.typeOid)?.collation ?? 0]
  if (one !== two)
    throw columnConflict(
      known.name, 'collation', catalog.collation(one)?.name ?? '', catalog.collation(two)?.name ?? '', inherited,
    )
}

/**
 * @param {CatalogSnapshot} catalog
 * @param {MergedColumn} known inherited
 * @param {MergedColumn} column the table's own
 * @param {Set<string>} ownDefaults
 * @param {boolean} partition
 * @returns {MergedColumn}
 */
function mergeOwn(catalog, known, column, ownDefaults, partition) {
  sameType(catalog, known, column, false)
  if (known.generated === 's') {
    if (column.generated === 's') throw generatedInChild(column.name)
    if (ownDefaults.has(column.name)) throw inheritsGenerated(column.name, 'default')
    if (column.identity) throw inheritsGenerated(column.name, 'identity')
  }
  // The statement's own object goes on: its default is bound into it later.
  const own = ownDefaults.has(column.name)
  sameStorage(known, column.storage, column.compression, false)
  return Object.assign(column, {
    ...known, ...column, storage: column.storage ?? known.storage, compression: column.compression ?? known.compression,
    notNull: known.notNull === true || column.notNull === true,
    default: own ? column.default : (known.default ?? column.default ?? null),
    conflictingDefault: known.conflictingDefault,
    generated: own ? (column.generated ?? '') : known.generated || column.generated || '', isLocal: !partition,
    inheritCount: known.inheritCount,
  })
}

/**
 * The table's own CHECKs beside inherited ones: one with the name and the condition of an inherited one is that one.
 * @param {Session} session
 * @param {string} table
 * @param {NewCheck[]} inherited
 * @param {NewCheck[]} own
 * @param {boolean} isPartition what it has in common with its table is not its own
 * @returns {NewCheck[]}
 * @throws {DbError} 42710
 */
export function mergeChecks(session, table, inherited, own, isPartition) {
  const added = own.filter((check) => {
    const known = check.name === null ? undefined : inherited.find((candidate) => candidate.name === check.name)
    if (known === undefined) return true
    if (check.noInherit) throw conflictsWithInherited(/** @type {string} */ (check.name), table)
    if (exprToText(known.expr) !== exprToText(check.expr))
      throw duplicateConstraint(/** @type {string} */ (check.name), table)
    session.notice({
      severity: 'NOTICE', code: '00000', message: `merging constraint "${check.name}" with inherited definition`,
    })
    known.isLocal = !isPartition
    return false
  })
  return [...inherited, ...added]
}
