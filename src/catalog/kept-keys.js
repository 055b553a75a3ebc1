/**
 * Keys that rows keep. What an index over users' functions holds of a row is also kept in the row, in columns that
 * nobody sees: one for each such key, one for such a predicate. So whoever wants a version's key (purge, rollback,
 * recovery, checks, readers, other rows' unique checks) reads it and calls no function. README.md, "Kept keys".
 *
 * In pg_attribute such a column is a dropped one whose attoptions say what it keeps.
 */
import { calledBy, columnsOf, walkExpr } from './expr-text.js'
import { C_LANGUAGE, INTERNAL_LANGUAGE } from './languages.js'
import { FIRST_USER_OID } from '../types/oids.js'

/** @import { Expr } from './expr.js' */
/** @import { FuncDesc } from './descriptors.js' */
/** @import { ColumnDesc, IndexDesc, RelationDesc } from './relation.js' */

const BOOL = 16
/** Languages of what does not wait, and is what it was. */
const OURS = [INTERNAL_LANGUAGE, C_LANGUAGE]
const OPTION = /^kept_key=(\d+)\.(\d+)\.(\d+)$/

/**
 * @typedef {{ indexOid: number, key: number, typeOid: number }} Kept key: its number in the index from 1; 0: the
 *   predicate
 */
/**
 * @typedef {{ attnum: number, expr: Expr, within: Expr | null, reads: number[] }} KeptColumn expr: over range-table
 *   number 1; within: of a key, its index's predicate
 */

/** Has it a place in rows that is written and read? @param {ColumnDesc} column */
export const isStored = (column) => !column.dropped || Boolean(column.keeps)

/** @param {Kept} kept @returns {string} as attoptions has it */
export const keptOption = ({ indexOid, key, typeOid }) => `kept_key=${indexOid}.${key}.${typeOid}`

/** @param {string[]} options attoptions @returns {Kept | null} */
export function keptOf(options) {
  const found = options.length === 1 ? OPTION.exec(options[0]) : null
  return found === null ? null : { indexOid: Number(found[1]), key: Number(found[2]), typeOid: Number(found[3]) }
}

/**
 * Does computing it call what users wrote in a language: what may wait, may be replaced, may give another value later?
 * Or does it read the row as a whole, which is another one when the table gets a column?
 * @param {{ func: (oid: number) => FuncDesc | undefined }} catalog @param {Expr | null} expr
 */
export function isToBeKept(catalog, expr) {
  let found = false
  walkExpr(expr, (node) => {
    if (isCallKept(catalog, calledBy(node)) || (node.kind === 'column' && node.attnum === 0)) found = true
  })
  return found
}

/** @param {{ func: (oid: number) => FuncDesc | undefined }} catalog @param {number | undefined} oid of a function */
export const isCallKept = (catalog, oid = 0) =>
  oid >= FIRST_USER_OID && !OURS.includes(catalog.func(oid)?.language ?? 0)

/**
 * The place where rows keep what an index has of them.
 * @param {RelationDesc} relation @param {number} indexOid @param {number} key from 1; 0: the predicate
 * @returns {number} attnum, 0: nowhere
 */
export const keptAt = (relation, indexOid, key) =>
  relation.columns.find(({ keeps }) => keeps?.indexOid === indexOid && keeps.key === key)?.attnum ?? 0

/** @param {IndexDesc} index */
export const keepsKeys = (index) => index.predicateAt > 0 || index.keys.some((key) => key.keptAt > 0)

/** What an index's kept keys are in a row, in place of what computes them. @param {IndexDesc} index */
export function keptExprs(index) {
  return {
    exprs: index.keys.map(({ expr, keptAt: attnum, collation }) =>
      attnum === 0 || expr === null ? expr : columnRef(attnum, expr.type, collation)),
    predicate: index.predicateAt === 0 ? index.predicate : columnRef(index.predicateAt, BOOL, 0),
  }
}

/** @param {number} attnum @param {number} type @param {number} collation @returns {Expr} */
const columnRef = (attnum, type, collation) =>
  ({ kind: 'column', rt: 1, attnum, type, typmod: -1, collation, location: -1 })

/**
 * A row as it is shown: what it keeps for indexes is nobody's business, as in dropped columns.
 * @template {unknown[]} T @param {RelationDesc} relation @param {T} values by attnum, changed in place @returns {T}
 */
export function withoutKept({ columns }, values) {
  for (const { attnum, keeps } of columns) if (keeps) values[attnum - 1] = null
  return values
}

/**
 * What a relation's rows keep, in the order in which it is computed: of each index its predicate, then the keys of the
 * rows that it holds for. Functions are not called for others.
 * @param {RelationDesc} relation @param {number} [indexOid] of this index alone; else of all that are written
 * @returns {KeptColumn[]}
 */
export function keptColumns(relation, indexOid = 0) {
  const indexes = indexOid === 0 ? relation.indexes
    : [...relation.indexes, ...relation.unreadyIndexes].filter(({ oid }) => oid === indexOid)
  return indexes.filter(keepsKeys).flatMap((index) => {
    const { predicate } = keptExprs(index)
    /** @type {KeptColumn[]} */
    const columns = []
    if (index.predicateAt > 0 && index.predicate !== null)
      columns.push({
        attnum: index.predicateAt, expr: index.predicate, within: null, reads: columnsOf(index.predicate),
      })
    for (const { keptAt: attnum, expr } of index.keys) {
      if (attnum === 0 || expr === null) continue
      const reads = [...new Set([...columnsOf(expr), ...columnsOf(index.predicate)])]
      columns.push({ attnum, expr: predicate === null ? expr : where(predicate, expr), within: predicate, reads })
    }
    return columns
  })
}

/** @param {Expr} predicate @param {Expr} expr @returns {Expr} CASE WHEN predicate THEN expr END */
const where = (predicate, expr) => /** @type {Expr} */ ({
  kind: 'case', arg: null, whens: [{ when: predicate, then: expr }], else: null,
  type: expr.type, typmod: -1, collation: expr.collation, location: -1,
})
