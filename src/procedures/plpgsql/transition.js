/**
 * Transition tables in a trigger's body: REFERENCING OLD TABLE AS …. In a statement of the body such a name stands for
 * the rows as an array, `unnest($n)`, whose type is the table's.
 */
import { PgArray } from '../../types/pg-array.js'
import { PgRecord } from '../../types/record.js'
import { transitionTarget } from '../../errors/plpgsql.js'
import { shapeOf } from './records.js'

/** @typedef {import('../host.js').Value} Value */
/** @typedef {import('../host.js').Catalog} Catalog */
/** @typedef {{ rows: (side: 'old' | 'new') => Iterable<Value[]> }} TransitionRows */
/** @typedef {{ oldTable: string | null, newTable: string | null, rows: TransitionRows }} Transition */

export class TransitionTables {
  /** @param {Catalog} catalog @param {Value} relation RelationDesc @param {Transition} transition */
  constructor(catalog, relation, { oldTable, newTable, rows }) {
    this.rows = rows
    this.shape = shapeOf(catalog, relation.typeOid)
    this.type = catalog.type(relation.typeOid).arrayType
    /** @type {Map<string, 'old' | 'new'>} */
    this.sides = new Map()
    if (oldTable !== null) this.sides.set(oldTable, 'old')
    if (newTable !== null) this.sides.set(newTable, 'new')
    /** @type {Map<'old' | 'new', PgArray>} */
    this.arrays = new Map()
  }

  /** All of a table's rows. @param {'old' | 'new'} side @returns {PgArray} */
  array(side) {
    let array = this.arrays.get(side)
    if (array === undefined) {
      const { type, types } = this.shape
      const values = Array.from(this.rows.rows(side), (row) => new PgRecord(type, row, types))
      array = values.length === 0 ? new PgArray(type, [], [], []) : new PgArray(type, [values.length], [1], values)
      this.arrays.set(side, array)
    }
    return array
  }

  /**
   * A statement that reads them. @param {Value} node of a parse tree @param {number} number of the next parameter
   * @returns {{ node: Value, sides: ('old' | 'new')[] }} sides: none: it does not; else the parameters from `number` on
   */
  rewritten(node, number) {
    /** @type {('old' | 'new')[]} */
    const sides = []
    const made = this.copy(node, (name) => {
      const side = /** @type {'old' | 'new'} */ (this.sides.get(name))
      if (!sides.includes(side)) sides.push(side)
      return number + sides.indexOf(side)
    })
    return { node: made, sides }
  }

  /**
   * A statement that reads them by the parameters from `number` on, one for each table there is, in the order of
   * `sides`.
   * @param {Value} node of a parse tree @param {number} number @returns {Value}
   */
  rewrittenFor(node, number) {
    const names = [...this.sides.keys()]
    return this.copy(node, (name) => number + names.indexOf(name))
  }

  /** @param {Value} node of a parse tree */
  isReadBy(node) { return this.rewritten(node, 1).sides.length > 0 }

  /** @param {Value} node @param {(name: string) => number} take @returns {Value} */
  copy(node, take) {
    if (node === null || typeof node !== 'object') return node
    if (Array.isArray(node)) return node.map((item) => this.copy(item, take))
    const { RangeVar: range } = node
    if (range !== undefined && range.schemaname === undefined && this.sides.has(range.relname)) {
      return rowsOf(range, take(range.relname))
    }
    for (const kind of CHANGES) {
      const target = node[kind]?.relation
      if (target !== undefined && target.schemaname === undefined && this.sides.has(target.relname)) {
        throw transitionTarget(target.relname)
      }
    }
    /** @type {Value} */
    const made = {}
    for (const field in node) made[field] = this.copy(node[field], take)
    return made
  }
}

/** Statements that change a table. */
const CHANGES = ['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']

/** unnest($number) AS name, in place of a table. @param {Value} range RangeVar @param {number} number */
function rowsOf({ relname, alias, location }, number) {
  const call = { FuncCall: { funcname: [{ String: { sval: 'pg_catalog' } }, { String: { sval: 'unnest' } }],
    args: [{ ParamRef: { number, location } }], funcformat: 'COERCE_EXPLICIT_CALL', location } }
  return { RangeFunction: { functions: [{ List: { items: [call, {}] } }], alias: alias ?? { aliasname: relname } } }
}
