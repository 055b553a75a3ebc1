/**
 * What a partitioned table is partitioned by: a row of pg_partitioned_table as a descriptor. Expressions name the
 * table's columns with range-table number 1.
 */
import { catalogShape } from '../store/shapes.js'
import { items } from '../descriptors.js'
import { exprFromText } from '../expr-text.js'
import { builtins } from '../store/builtins.js'

/** @import { Expr } from '../expr.js' */
/** @import { ColumnDesc } from '../relation.js' */

/**
 * @typedef {object} PartitionKeyPart
 * @property {number} attnum 0 for an expression
 * @property {Expr | null} expr
 * @property {number} typeOid
 * @property {number} typmod
 * @property {number} collation
 * @property {number} opclass OID
 * @property {number} family OID
 * @property {number} inputType of the operator class
 */
/**
 * @typedef {object} PartitionKey
 * @property {'l' | 'r' | 'h'} strategy list, range, hash
 * @property {PartitionKeyPart[]} parts
 * @property {number} defaultOid the DEFAULT partition, 0 when there is none
 */

/**
 * @param {any[]} row of pg_partitioned_table
 * @param {ColumnDesc[]} columns of the table
 * @param {(oid: number) => import('../descriptors.js').OpClassDesc | undefined} userOpclass
 * @returns {PartitionKey}
 */
export function partitionKeyOf(row, columns, userOpclass) {
  const { at } = catalogShape('pg_partitioned_table')
  const attnums = items(row[at.partattrs])
  const classes = items(row[at.partclass])
  const collations = items(row[at.partcollation])
  const exprs = row[at.partexprs] === null ? [] : exprFromText(row[at.partexprs])
  let next = 0
  const parts = attnums.map((/** @type {number} */ attnum, /** @type {number} */ index) => {
    const expr = attnum === 0 ? exprs[next++] : null
    const column = expr ?? { ...columns[attnum - 1], type: columns[attnum - 1].typeOid }
    const opclass = builtins.opclass(classes[index]) ?? userOpclass(classes[index])
    return {
      attnum, expr, typeOid: column.type, typmod: column.typmod, collation: collations[index], opclass: classes[index],
      family: opclass?.family ?? 0, inputType: opclass?.inputType ?? column.type,
    }
  })
  return { strategy: /** @type {any} */ (String.fromCharCode(row[at.partstrat])), parts, defaultOid: row[at.partdefid] }
}
