/** The table and the columns that a COPY names, and who may copy them. */
import {
  forcedColumnMissing, generatedInCopy, copyOfIndex, copyOfCompositeType, undefinedCopiedColumn,
} from '../../../errors/copy.js'
import { undefinedRelationColumn, columnSpecifiedTwice } from '../../../errors/ddl/catalog.js'
import { INSERT, SELECT } from '../../../catalog/acl.js'
import { columnsOf } from '../../../planner/expr-tools.js'
import { Needs } from '../../../planner/needs.js'
import { requireNeeds } from '../../statements/core/require-needs.js'

/** @import { DbError } from '../../../errors/db-error.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/** PostgreSQL's numbers for what rows are copied with: a file of the server, the client. */
const FILE = 1
const PIPE = 3
/** @param {import('../../../parser/tree.js').Tree<import('@pgsql/types').CopyStmt>} node */
export const otherSide = ({ filename }) => filename === undefined ? PIPE : FILE

/**
 * Of the table, or of each column that is copied; what a condition names is read.
 * @param {Session} session @param {{ oid: number, name: string }} relation @param {number} mask
 * @param {{ attnum: number }[]} columns @param {Expr | null} [where] @throws {DbError} 42501
 */
export function requireGranted(session, relation, mask, columns, where = null) {
  const needs = new Needs()
  const named = where === null ? [] : columnsOf(where)
  const need = needs.relation(relation, 0, named.length > 0 ? mask | SELECT : mask)
  for (const { attnum } of named) need.selected.add(attnum)
  for (const { attnum } of columns) (mask === INSERT ? need.inserted : need.selected).add(attnum)
  requireNeeds(session.catalog(), session.roleOid, needs)
}

/**
 * The table as the catalog has it.
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').RangeVar>} rangeVar
 * @param {number} oid
 * @returns {import('../../../catalog/relation.js').RelationDesc}
 * @throws {DbError} 42809
 */
export function openedRelation(session, rangeVar, oid) {
  const relation = session.catalog().relation(oid)
  if (relation === undefined) throw copyOfIndex(rangeVar.relname)
  if (relation.kind === 'c') throw copyOfCompositeType(rangeVar.relname)
  return relation
}

/**
 * @param {Session} session
 * @param {RelationDesc} relation
 * @param {unknown[] | undefined} list
 * @returns {(import('../copy/row-reader.js').CopyColumn & { attnum: number })[]}
 */
export function copyColumns(session, relation, list) {
  const names = list?.length
    ? list.map((/** @type {any} */ item) => item.String.sval)
    : relation.columns.filter((column) => !column.dropped && column.generated === '').map((column) => column.name)
  const seen = new Set()
  return names.map((/** @type {string} */ name) => {
    const column = relation.columns.find((candidate) => !candidate.dropped && candidate.name === name)
    if (column === undefined) throw undefinedRelationColumn(name, relation.name)
    if (column.generated !== '') throw generatedInCopy(name)
    if (seen.has(name)) throw columnSpecifiedTwice(name)
    seen.add(name)
    return {
      name, type: column.typeOid, typmod: column.typmod, attnum: column.attnum, ops: session.typeOps(column.typeOid),
    }
  })
}

/**
 * @param {RelationDesc} relation null: a query
 * @param {{ name: string }[]} columns
 * @param {string[]} names
 * @param {string} option
 * @throws {DbError} 42703, 42P10
 */
export function checkForced(relation, columns, names, option) {
  names.forEach((name, at) => {
    if (
      relation === null
        ? columns.every((column) => column.name !== name)
        : relation.columns.every((column) => column.dropped || column.name !== name)
    ) {
      throw undefinedCopiedColumn(name, relation === null ? null : relation.name)
    }
    if (names.indexOf(name) !== at) throw columnSpecifiedTwice(name)
    if (columns.every((column) => column.name !== name)) throw forcedColumnMissing(option, name)
  })
}
