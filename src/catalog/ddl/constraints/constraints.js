/**
 * Constraints: CHECK, PRIMARY KEY, UNIQUE, NOT NULL. Whether existing rows obey one is the caller's to check (it scans
 * the heap) before or after in the same statement; uniqueness is checked by the index build.
 */
import { atOnce, isTired } from '../../../util/effort.js'
import {
  duplicateCheck, duplicateConstraint, multiplePrimaryKeys, undefinedConstraint, undefinedKeyColumn,
  undefinedRelationColumn, columnSpecifiedTwice, columnInPrimaryKey,
} from '../../../errors/ddl/catalog.js'
import { exprTextSteps } from '../../expr-text.js'
import { int2Array } from '../../store/vectors.js'
import { CLASS, char } from '../context.js'
import { address, expressionDependencySteps, recordDependencies } from '../dependencies.js'
import { CONSTRAINT_DEFAULTS, relationOf } from './constraint-row.js'
import { addRecheckTrigger } from './exclusion.js'
import { createIndex } from '../indexes/indexes.js'
import { chooseConstraintName, chooseRelationName, joinedColumns, requireFreeName } from '../names.js'

/** @import { Steps } from '../../../util/effort.js' */
/** @import { Expr } from '../../expr.js' */
/** @import { RelationDesc } from '../../relation.js' */
/** @import { DdlContext } from '../context.js' */

/**
 * @typedef {{ name: string | null, expr: Expr, noInherit?: boolean, validated?: boolean, isLocal?: boolean,
 *   inheritCount?: number, copied?: boolean }} NewCheck copied: by LIKE
 */

/**
 * @param {DdlContext} ddl @param {number} relationOid @param {NewCheck[]} checks
 * @returns {string[]} their names @throws {DbError} 42710
 */
export const addChecks = (ddl, relationOid, checks) => atOnce(addingChecks(ddl, relationOid, checks))

/**
 * @param {DdlContext} ddl @param {number} relationOid @param {NewCheck[]} checks
 * @returns {Steps<string[]>} their names @throws {DbError} 42710
 */
export function* addingChecks(ddl, relationOid, checks) {
  if (checks.length === 0) return []
  const relation = relationOf(ddl, relationOid)
  const before = new Set(relation.constraints.map((constraint) => constraint.name))
  const taken = new Set(before)
  // Given names first, so that a made-up one does not take one of them.
  for (const { name, copied } of checks) {
    if (name === null) continue
    if (taken.has(name))
      throw before.has(name) || copied ? duplicateConstraint(name, relation.name) : duplicateCheck(name)
    taken.add(name)
  }
  /** @type {Map<string, number>} */
  const tried = new Map()
  /** @type {string[]} */
  const names = []
  for (const check of checks) {
    const needs = yield* expressionDependencySteps(check.expr, relationOid, ddl.view)
    const { columns, others } = needs
    const attnums = [...needs.attnums].sort((a, b) => a - b)
    const name =
      check.name
      ?? chooseConstraintName(
        ddl, relation.name, attnums.length === 1 ? columnName(relation, attnums[0]) : null, 'check',
        relation.namespaceOid, taken, tried,
      )
    taken.add(name)
    const oid = ddl.newOid()
    ddl.insert('pg_constraint', {
      ...CONSTRAINT_DEFAULTS,
      oid,
      conname: name,
      connamespace: relation.namespaceOid,
      contype: char('c'),
      conrelid: relationOid,
      connoinherit: check.noInherit === true,
      conislocal: check.isLocal ?? true,
      coninhcount: check.inheritCount ?? 0,
      convalidated: check.validated !== false,
      conkey: attnums.length === 0 ? null : int2Array(attnums),
      conbin: yield* exprTextSteps(check.expr),
    })
    const self = address(CLASS.CONSTRAINT, oid)
    recordDependencies(ddl, self, columns.length === 0 ? [address(CLASS.RELATION, relationOid)] : columns, 'a')
    recordDependencies(ddl, self, [...columns, ...others], 'n')
    names.push(name)
    if (isTired()) yield
  }
  const found = ddl.one('pg_class', 'pg_class_oid_index', [relationOid])
  ddl.update('pg_class', found, { relchecks: relation.checks.length + checks.length })
  ddl.touchRelation(relation)
  return names
}

/**
 * Of the only column a check is about; the whole row has none.
 * @param {RelationDesc} relation
 * @param {number} attnum
 */
const columnName = (relation, attnum) =>
  attnum > 0 ? relation.columns[attnum - 1].name : attnum === 0 ? null : 'tableoid'

/**
 * PRIMARY KEY or UNIQUE: the constraint and its index, which is still empty: build it next (index-build.js). A primary
 * key makes its columns NOT NULL; returns those that were not, for the caller to check against existing rows.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {{ name: string | null, primary: boolean, columns: string[], include?: string[], nullsNotDistinct?: boolean,
 *   options?: Record<string, string | null>, deferrable?: boolean, deferred?: boolean, names?: string[] }} key
 *   names: of the index's columns, included ones last, where they are not the table's (a copied key's)
 * @returns {{ indexOid: number, constraintName: string, newlyNotNull: number[] }}
 */
export function addKeyConstraint(
  ddl,
  relationOid,
  { name, primary, columns, include = [], nullsNotDistinct = false, options = {}, deferrable = false, deferred = false,
    names = [...columns, ...include] }
) {
  const relation = relationOf(ddl, relationOid)
  if (primary && relation.indexes.some((index) => index.primary)) throw multiplePrimaryKeys(relation.name)
  const attnums = columns.map((column, at) => {
    const found = relation.columns.find((candidate) => candidate.name === column && !candidate.dropped)
    if (found === undefined) throw undefinedKeyColumn(column)
    if (columns.indexOf(column) !== at) throw duplicateKeyColumn(column, primary)
    return found.attnum
  })
  if (name !== null) requireFreeName(ddl, relation, name)
  const constraintName =
    name ??
    (primary
      ? chooseRelationName(ddl, relation.name, null, 'pkey', relation.namespaceOid, true)
      : chooseRelationName(
          ddl,
          relation.name,
          joinedColumns(names),
          'key',
          relation.namespaceOid,
          true
        ))
  const newlyNotNull = primary ? attnums.filter((attnum) => !relation.columns[attnum - 1].notNull) : []
  for (const attnum of newlyNotNull) setNotNull(ddl, relationOid, attnum, true)
  const included = include.map((column) => columnNumber(relation, column))
  const indexOid = createIndex(ddl, relationOid, {
    name: constraintName, unique: true, primary, nullsNotDistinct, options, constraint: true, immediate: !deferrable,
    keys: attnums.map((attnum, at) => ({ attnum, expr: null, name: names[at], desc: false, nullsFirst: false })),
    include: included,
    includeNames: names.slice(columns.length),
  })
  const oid = ddl.newOid()
  ddl.insert('pg_constraint', {
    ...CONSTRAINT_DEFAULTS, oid, conname: constraintName, connamespace: relation.namespaceOid,
    contype: char(primary ? 'p' : 'u'), conrelid: relationOid, conindid: indexOid, condeferrable: deferrable,
    condeferred: deferred, connoinherit: true, conkey: int2Array(attnums),
  })
  recordDependencies(
    ddl, address(CLASS.CONSTRAINT, oid),
    [...attnums, ...included].map((attnum) => address(CLASS.RELATION, relationOid, attnum)), 'a',
  )
  recordDependencies(ddl, address(CLASS.RELATION, indexOid), [address(CLASS.CONSTRAINT, oid)], 'i')
  if (deferrable)
    addRecheckTrigger(ddl, relationOid, {
      constraint: oid,
      indexOid,
      prefix: primary ? 'PK_ConstraintTrigger' : 'Unique_ConstraintTrigger',
      deferred,
    })
  ddl.touchRelation(relation)
  ddl.touch([indexOid])
  return { indexOid, constraintName, newlyNotNull }
}

/**
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {number} attnum
 * @param {boolean} notNull
 * @throws {DbError} 42P16 in a primary key
 */
export function setNotNull(ddl, relationOid, attnum, notNull) {
  const relation = relationOf(ddl, relationOid)
  const column = relation.columns[attnum - 1]
  if (column.notNull === notNull) return
  if (!notNull && relation.indexes.some((index) => index.primary && index.keyAttnums.includes(attnum)))
    throw columnInPrimaryKey(column.name)
  ddl.update('pg_attribute', ddl.one('pg_attribute', 'pg_attribute_relid_attnum_index', [relationOid, attnum]), {
    attnotnull: notNull,
  })
  if (notNull) ddl.files?.nullsRemain(relationOid, ddl.txn)
  ddl.touchRelation(relation)
}

/** @param {RelationDesc} relation @param {string} name @returns {number} OID @throws {DbError} 42704 */
export function constraintOid(relation, name) {
  const found = relation.constraints.find((constraint) => constraint.name === name)
  if (found === undefined) throw undefinedConstraint(name, relation.name)
  return found.oid
}

/** @param {RelationDesc} relation @param {string} name @returns {number} attnum @throws {DbError} 42703 */
function columnNumber(relation, name) {
  const column = relation.columns.find((candidate) => candidate.name === name && !candidate.dropped)
  if (column === undefined) throw undefinedRelationColumn(name, relation.name)
  return column.attnum
}

/** @param {string} column @param {boolean} primary */
function duplicateKeyColumn(column, primary) {
  const error = columnSpecifiedTwice(column)
  error.message = `column "${column}" appears twice in ${primary ? 'primary key' : 'unique'} constraint`
  return error
}
