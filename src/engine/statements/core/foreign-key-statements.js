/**
 * The statements behind foreign keys' actions, as parse trees (no text is written or read), planned and compiled once
 * per database and version of the two tables:
 *
 *   find     SELECT 1 FROM ONLY referenced WHERE key = $… FOR KEY SHARE          keys of types whose index bytes differ
 *   refer    SELECT 1 FROM ONLY referring WHERE columns = $… LIMIT 1 FOR KEY SHARE
 *   delete   DELETE FROM ONLY referring WHERE columns = $…
 *   update   UPDATE ONLY referring SET columns = $n… WHERE columns = $…
 *   null, default, nullOnDelete, defaultOnDelete    UPDATE ONLY referring SET columns = NULL or DEFAULT WHERE columns = $…
 */
import { Prepared } from './prepared.js'

/** @import { ForeignKeyDesc } from '../../../catalog/foreign-key.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { ColumnDesc } from '../../../catalog/relation.js' */
/** @import { Expr } from '../../../catalog/expr.js' */

/** @import { ActionKind } from '../../../catalog/deparse/foreign-key-text.js' */
/** @typedef {'find' | 'refer' | ActionKind} StatementKind */
/** @typedef {{ prepared: Prepared, versions: string }} Known */

/** More than this many constraints in use at once are planned anew now and then. */
const KEPT_MAX = 1000

/** How the names of those end that one transaction alone may use. */
export const OWN = ':own'

/** @param {Session} session @param {ForeignKeyDesc} key @param {StatementKind} kind @returns {Prepared} */
export function foreignKeyStatement(session, key, kind) {
  const catalog = session.catalog()
  const known = session.database.foreignKeyPlans
  // Of a transaction with schema changes, its own.
  const name = `${key.oid}:${kind}${catalog.isPrivate ? OWN : ''}`
  const view = catalog.isPrivate ? `,${catalog.serial}` : ''
  const versions = `${catalog.version(key.relationOid)},${catalog.version(key.referencedOid)}${view}`
  const found = known.get(name) ?? session.database.planCache.common?.foreignKey(name)
  if (found !== undefined && found.versions === versions) {
    if (!known.has(name)) keep(known, name, found)
    return found.prepared
  }
  const { tag, node, types } = build(catalog, key, kind)
  const prepared = new Prepared({ stmt: { [tag]: node }, tag, node, text: '', location: 0, length: 0 }, '', types)
  prepared.isInternal = true
  prepared.asksOwner = true
  keep(known, name, { prepared, versions })
  return prepared
}

/** @param {Map<string, Known>} to @param {string} name @param {Known} known */
function keep(to, name, known) {
  if (to.size >= KEPT_MAX) to.clear()
  to.set(name, known)
}

/** @param {any} catalog @param {ForeignKeyDesc} key @param {StatementKind} kind */
function build(catalog, key, kind) {
  const relation = catalog.relation(key.relationOid)
  const referenced = catalog.relation(key.referencedOid)
  const columnsOf = (/** @type {any} */ one, /** @type {number[]} */ attnums) =>
    attnums.map((attnum) => one.columns[attnum - 1])
  const referring = columnsOf(relation, key.attnums)
  const keys = columnsOf(referenced, key.referencedAttnums)
  const keyTypes = keys.map((column) => catalog.baseType(column.typeOid))
  if (kind === 'find') {
    // In the order of the index, as ForeignKeyCheck gives its values.
    const index = catalog.index(key.indexOid)
    const inOrder = columnsOf(referenced, index.keyAttnums)
    const types = index.keyAttnums.map((/** @type {number} */ attnum) =>
      catalog.baseType(relation.columns[key.attnums[key.referencedAttnums.indexOf(attnum)] - 1].typeOid),
    )
    return { tag: 'SelectStmt', node: lockingSelect(referenced, equalities(inOrder)), types }
  }
  const where = equalities(referring)
  const target = rangeVar(relation)
  switch (kind) {
    case 'refer': return { tag: 'SelectStmt', node: lockingSelect(relation, where), types: keyTypes }
    case 'delete': return { tag: 'DeleteStmt', node: { relation: target, whereClause: where }, types: keyTypes }
    case 'update': return { tag: 'UpdateStmt', types: [...keyTypes, ...keyTypes],
      node: { relation: target, whereClause: where, targetList: referring.map((column, at) => assignment(column, param(keys.length + at + 1))) } }
    default: {
      const onDelete = kind.endsWith('OnDelete')
      const set = onDelete && key.deleteSetAttnums.length > 0 ? columnsOf(relation, key.deleteSetAttnums) : referring
      const value = kind.startsWith('null')
        ? { A_Const: { isnull: true, location: -1 } }
        : { SetToDefault: { location: -1 } }
      return {
        tag: 'UpdateStmt',
        node: { relation: target, whereClause: where, targetList: set.map((column) => assignment(column, value)) },
        types: keyTypes,
      }
    }
  }
}

/** @param {any} relation by OID: names may change @returns {any} RangeVar */
const rangeVar = (relation) => ({
  relname: relation.name, relationOid: relation.oid, inh: relation.kind === 'p', relpersistence: 'p', location: -1,
})
/** @param {number} number */
const param = (number) => ({ ParamRef: { number, location: -1 } })
/** @param {ColumnDesc} column @param {unknown} val */
const assignment = (column, val) => ({ ResTarget: { name: column.name, val, location: -1 } })
/** @param {string} sval */
const string = (sval) => ({ String: { sval } })

/** @param {ColumnDesc[]} columns @returns {any} column = $1 AND … */
function equalities(columns) {
  const parts = columns.map((column, at) => ({
    A_Expr: {
      kind: 'AEXPR_OP', name: [string('pg_catalog'), string('=')],
      lexpr: { ColumnRef: { fields: [string(column.name)], location: -1 } }, rexpr: param(at + 1), location: -1,
    },
  }))
  return parts.length === 1 ? parts[0] : { BoolExpr: { boolop: 'AND_EXPR', args: parts, location: -1 } }
}

/** @param {unknown} relation @param {Expr} where */
const lockingSelect = (relation, where) => ({
  targetList: [{ ResTarget: { val: { A_Const: { ival: { ival: 1 }, location: -1 } }, location: -1 } }],
  fromClause: [{ RangeVar: rangeVar(relation) }], whereClause: where,
  limitCount: { A_Const: { ival: { ival: 1 }, location: -1 } }, limitOption: 'LIMIT_OPTION_COUNT', op: 'SETOP_NONE',
  lockingClause: [{ LockingClause: { strength: 'LCS_FORKEYSHARE', waitPolicy: 'LockWaitBlock' } }],
})
