/**
 * LIKE in CREATE TABLE: a column for each of another relation's, and as much of what belongs to them as INCLUDING says.
 * Columns and identity are read before the table is made; expressions once the table's columns are known; indexes, keys
 * and comments when it is there.
 */
import { SELECT } from '../../../catalog/acl.js'
import { withPrivilege } from '../../session/access.js'
import { addExclusion } from '../../../catalog/ddl/constraints/exclusion.js'
import { addKeyConstraint } from '../../../catalog/ddl/constraints/constraints.js'
import { attributeOf } from '../../../catalog/ddl/tables/attributes.js'
import { requireTypeUsage } from '../../../catalog/ddl/may-change.js'
import { copyComment } from '../../../catalog/ddl/comments.js'
import { address } from '../../../catalog/ddl/dependencies.js'
import { classOf, createIndex } from '../../../catalog/ddl/indexes/indexes.js'
import { walkExpr } from '../../../catalog/expr-text.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { sequenceParameters } from '../../../catalog/sequences.js'
import { kindDetail } from '../../../errors/ddl/alter.js'
import { placed, wrongObjectType } from '../../../errors/syntax.js'
import { wholeRowInLike } from '../../../errors/ddl/generated.js'
import { fillIndex } from './partition-indexes.js'
import { ACCESS_SHARE, lockRelation } from '../../session/ddl.js'
import { kindOf } from '../objects/relation-kind.js'
import { mapColumns } from './merge-parents.js'
import { copyStatistics } from '../maintenance/statistics.js'
import { requireNewTablespace } from '../../session/tablespaces.js'

const toRead = withPrivilege(SELECT)

/** @import { Session } from '../../session/session.js' */
/** @import { ColumnDefinition } from '../../../catalog/ddl/tables/table.js' */
/** @import { NewCheck } from '../../../catalog/ddl/constraints/constraints.js' */
/** @import { IndexDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { ColumnSequence } from './column-sequences.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { ParseNode } from '../../../parser/tree.js' */
/** @import { SequenceParameters } from '../../../catalog/sequences.js' */

/** A LIKE clause. @typedef {{ source: RelationDesc, options: number }} Like */

/** Bits of TableLikeClause.options. */
const COMMENTS = 1
const COMPRESSION = 2
const CONSTRAINTS = 4
const DEFAULTS = 8
const GENERATED = 16
const IDENTITY = 32
const INDEXES = 64
const STATISTICS = 128
const STORAGE = 256

const RELATION = 1259
const CONSTRAINT = 2606
/** What can be copied from: tables, views, materialized views, composite types, foreign and partitioned tables. */
const SOURCES = 'rvmcfp'

/**
 * The relations of the statement's LIKE clauses, locked.
 * @param {Session} session
 * @param {ParseNode[]} elements tableElts
 * @returns {Generator<Promise<unknown>, Map<any, Like>, void>} by clause
 */
export function* lockLikes(session, elements) {
  /** @type {Map<any, Like>} */
  const likes = new Map()
  for (const { TableLikeClause: clause } of elements) {
    if (clause === undefined) continue
    const { relation: rangeVar } = clause
    let oid = 0
    try {
      oid = yield* lockRelation(session, rangeVar, ACCESS_SHARE)
    } catch (error) {
      throw placed(error, rangeVar.location)
    }
    const kind = kindOf(session, oid)
    if (!SOURCES.includes(kind))
      throw wrongObjectType(`relation "${rangeVar.relname}" is invalid in LIKE clause`, {
        ...kindDetail(kind),
        location: rangeVar.location,
      })
    const options = clause.options ?? 0
    const source = /** @type {RelationDesc} */ (session.catalog().relation(oid))
    if (source.kind === 'c') requireTypeUsage({ view: session.catalog(), userOid: session.roleOid }, source.typeOid)
    else toRead(session, oid)
    likes.set(clause, { source, options })
  }
  return likes
}

/**
 * @param {Session} session
 * @param {Like} like
 * @returns {{ columns: ColumnDefinition[], sequences: ColumnSequence[] }}
 */
export function likeColumns(session, { source, options }) {
  /** @type {ColumnDefinition[]} */
  const columns = []
  /** @type {ColumnSequence[]} */
  const sequences = []
  const catalog = session.catalog()
  const { at } = catalogShape('pg_attribute')
  for (const from of source.columns) {
    if (from.dropped) continue
    /** @type {ColumnDefinition} */
    const column = {
      name: from.name, typeOid: from.typeOid, typmod: from.typmod, collation: from.collation, notNull: from.notNull,
      default: null,
    }
    const [row] = catalog.rows('pg_attribute', 'pg_attribute_relid_attnum_index', [source.oid, from.attnum])
    if (from.generated === 's' && options & GENERATED) column.generated = 's'
    if (options & STORAGE) column.storage = letter(row[at.attstorage])
    if (options & COMPRESSION) column.compression = letter(row[at.attcompression])
    if (from.identity !== '' && options & IDENTITY) {
      column.identity = from.identity
      const { start, increment, min, max, cache, cycle } = /** @type {SequenceParameters} */ (
        sequenceParameters(catalog, from.identitySequence)
      )
      // Its parameters are said again, its type is not: bigint.
      sequences.push({
        column,
        identity: from.identity,
        oid: 0,
        options: {
          typeOid: 20, start: BigInt(start), increment: BigInt(increment), min: BigInt(min), max: BigInt(max),
          cache: BigInt(cache), cycle,
        },
      })
    }
    columns.push(column)
  }
  return { columns, sequences }
}

/** @param {number} code of a "char" @returns {any} */
const letter = (code) => code === 0 ? '' : String.fromCharCode(code)

/**
 * Defaults and generation expressions, for the new table's columns.
 * @param {Like} like
 * @param {ColumnDefinition[]} columns of the new table
 * @returns {import('../../../catalog/ddl/tables/table.js').NewDefault[]}
 * @throws {DbError} 0A000
 */
export function likeDefaults({ source, options }, columns) {
  const map = columnsOfLike(source, columns)
  return source.columns.flatMap((from, index) => {
    if (from.dropped || from.default === null || !(options & (from.generated === 's' ? GENERATED : DEFAULTS))) return []
    return [
      {
        attnum: map[index], expr: mapped(source, from.default, map, `Generation expression for column "${from.name}"`),
        generated: from.generated === 's',
      },
    ]
  })
}

/**
 * @param {Like} like
 * @param {ColumnDefinition[]} columns of the new table
 * @returns {NewCheck[]}
 * @throws {DbError} 0A000
 */
export function likeChecks({ source, options }, columns) {
  if (!(options & CONSTRAINTS)) return []
  const map = columnsOfLike(source, columns)
  return source.checks
    .filter((check) => check.expr !== null)
    .map((check) => ({
      name: check.name, noInherit: check.noInherit, expr: mapped(source, check.expr, map, `Constraint "${check.name}"`),
    }))
}

/**
 * Where the source's columns are in the new table, by name.
 * @param {RelationDesc} source
 * @param {{ name: string }[]} columns
 * @returns {number[]} attnums, 0 of a dropped one
 */
const columnsOfLike = (source, columns) =>
  source.columns.map((from) => (from.dropped ? 0 : columns.findIndex((column) => column.name === from.name) + 1))

/**
 * @param {RelationDesc} source
 * @param {any} expr
 * @param {number[]} map
 * @param {string} what for the message
 * @returns {any}
 */
function mapped(source, expr, map, what) {
  walkExpr(expr, (node) => { if (node.kind === 'column' && node.attnum === 0) throw wholeRowInLike(what, source.name) })
  return mapColumns(expr, map)
}

/**
 * Indexes, keys and comments, once the table is there.
 * @param {Session} session
 * @param {any} ddl
 * @param {number} oid
 * @param {Like} like
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* finishLike(session, ddl, oid, { source, options }) {
  const table = ddl.view.relation(oid)
  const map = columnsOfLike(source, table.columns)
  if (options & COMMENTS) {
    source.columns.forEach((from, index) => {
      if (!from.dropped)
        copyComment(ddl, address(RELATION, source.oid, from.attnum), address(RELATION, oid, map[index]))
    })
    if (options & CONSTRAINTS) for (const check of source.checks) copyConstraintComment(ddl, check.oid, oid, check.name)
  }
  if (options & INDEXES)
    for (const index of source.indexes)
      yield* copyIndex(session, ddl, oid, source, index, map, (options & COMMENTS) !== 0)
  if (options & STATISTICS)
    copyStatistics(session, ddl, oid, source, map, (from, to) => {
      if (options & COMMENTS) copyComment(ddl, from, to)
    })
}

/** @param {any} ddl @param {number} from constraint @param {number} oid of the new table @param {string} name */
function copyConstraintComment(ddl, from, oid, name) {
  const made = ddl.view.relation(oid).constraints.find((/** @type {any} */ constraint) => constraint.name === name)
  copyComment(ddl, address(CONSTRAINT, from), address(CONSTRAINT, made.oid))
}

/**
 * @param {Session} session
 * @param {any} ddl
 * @param {number} oid of the new table
 * @param {RelationDesc} source
 * @param {IndexDesc} index
 * @param {number[]} map
 * @param {boolean} comments
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* copyIndex(session, ddl, oid, source, index, map, comments) {
  const table = ddl.view.relation(oid)
  const nameOf = (/** @type {number} */ attnum) => table.columns[map[attnum - 1] - 1].name
  const remap = (/** @type {any} */ expr) => expr === null ? null : mapped(source, expr, map, `Index "${index.name}"`)
  const keys = index.keys.map((key, at) => ({
    opclassOptions: ddl.view.indexClassOptions(index.oid, at + 1) ?? undefined,
    attnum: key.attnum === 0 ? 0 : map[key.attnum - 1], expr: remap(key.expr),
    name: ddl.view.indexColumnName(index.oid, at + 1), desc: key.desc, nullsFirst: key.nullsFirst,
    collation: key.collation, ...classOf(ddl, key.opclass),
  }))
  const predicate = remap(index.predicate)
  const include = index.includedAttnums.map((attnum) => map[attnum - 1])
  const constraint = source.constraints.find((candidate) => candidate.oid === index.constraintOid)
  const method = session.catalog().rowsWith('pg_am', 'oid', index.accessMethod)[0][catalogShape('pg_am').at.amname]
  requireNewTablespace(session, undefined, table.persistence === 't')
  let made
  if (constraint === undefined) {
    made = createIndex(ddl, oid, {
      name: null, method, unique: index.unique, nullsNotDistinct: index.nullsNotDistinct, keys, include,
      includeNames: ddl.view.indexColumnNames(index).slice(keys.length), predicate, options: index.options,
    })
    yield* fillIndex(session, ddl, made)
  } else {
    const { deferrable, deferred } = constraint
    made =
      constraint.type === 'x'
        ? addExclusion(ddl, oid, {
            name: null,
            method,
            keys,
            names: ddl.view.indexColumnNames(index),
            include,
            predicate,
            options: index.options,
            deferrable,
            deferred,
            operators: exclusionOperators(ddl, constraint.oid),
          })
        : addKeyConstraint(ddl, oid, {
            name: null,
            primary: constraint.type === 'p',
            columns: index.keyAttnums.map(nameOf),
            include: index.includedAttnums.map(nameOf),
            nullsNotDistinct: index.nullsNotDistinct,
            options: index.options,
            deferrable,
            deferred,
            names: ddl.view.indexColumnNames(index),
          }).indexOid
  }
  copyStatisticsTargets(ddl, index, made)
  if (!comments) return
  copyComment(ddl, address(RELATION, index.oid), address(RELATION, made))
}

/** @param {DdlContext} ddl @param {number} constraint @returns {number[]} */
const exclusionOperators = (ddl, constraint) =>
  ddl.byOid('pg_constraint', constraint).row[catalogShape('pg_constraint').at.conexclop].values

/**
 * ALTER INDEX … ALTER COLUMN … SET STATISTICS of expressions.
 * @param {DdlContext} ddl
 * @param {IndexDesc} from
 * @param {number} oid
 */
function copyStatisticsTargets(ddl, from, oid) {
  for (let attnum = 1; attnum <= from.keys.length; attnum++) {
    const { row, at } = attributeOf(ddl, from.oid, attnum)
    if (row[at.attstattarget] >= 0)
      ddl.update('pg_attribute', ddl.one('pg_attribute', 'pg_attribute_relid_attnum_index', [oid, attnum]), {
        attstattarget: row[at.attstattarget],
      })
  }
}
