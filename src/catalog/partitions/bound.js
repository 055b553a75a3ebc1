/**
 * A partition's bound: what pg_class.relpartbound holds and pg_get_expr prints as "FOR VALUES …". Stored as the JSON of
 * expr-text.js; `kind` lets the deparser meet it like an expression.
 */
import { exprFromText, exprToText } from '../expr-text.js'

/** @import { Const } from '../expr.js' */

/**
 * One end of a range in one key column.
 * @typedef {{ end: 'min' | 'max' } | { end: 'value', value: Const }} RangeDatum
 */
/**
 * @typedef {object} PartitionBound
 * @property {'partitionBound'} kind
 * @property {'l' | 'r' | 'h'} strategy
 * @property {boolean} isDefault
 * @property {Const[]} values list; a null value among them is NULL
 * @property {RangeDatum[]} lower range, inclusive
 * @property {RangeDatum[]} upper range, exclusive
 * @property {number} modulus hash
 * @property {number} remainder
 */

/** @param {Partial<PartitionBound> & { strategy: 'l' | 'r' | 'h' }} fields @returns {PartitionBound} */
export const partitionBound = (fields) => ({
  kind: 'partitionBound',
  strategy: fields.strategy,
  isDefault: fields.isDefault ?? false,
  values: fields.values ?? [],
  lower: fields.lower ?? [],
  upper: fields.upper ?? [],
  modulus: fields.modulus ?? 0,
  remainder: fields.remainder ?? 0,
})

/** @param {any} node @returns {node is PartitionBound} */
export const isPartitionBound = (node) => node.kind === 'partitionBound'

/** @param {PartitionBound} bound */
export const boundToText = (bound) => exprToText(/** @type {any} */ (bound))

/** @param {string} text @returns {PartitionBound} */
export const boundFromText = (text) => exprFromText(text)

/** "FOR VALUES IN (1, 2)", DEFAULT … @param {PartitionBound} bound @param {(value: Const) => string} print */
export function boundText(bound, print) {
  if (bound.isDefault) return 'DEFAULT'
  if (bound.strategy === 'h') return `FOR VALUES WITH (modulus ${bound.modulus}, remainder ${bound.remainder})`
  if (bound.strategy === 'l') return `FOR VALUES IN (${bound.values.map(print).join(', ')})`
  const side = (/** @type {RangeDatum[]} */ data) =>
    data
      .map((datum) =>
        datum.end === 'min' ? 'MINVALUE' : datum.end === 'max' ? 'MAXVALUE' : print(/** @type {any} */ (datum).value)
      )
      .join(', ')
  return `FOR VALUES FROM (${side(bound.lower)}) TO (${side(bound.upper)})`
}
