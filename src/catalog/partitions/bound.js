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

const LONG_TEXT = 4096
/** The last long one: a table that is made is looked at several times. @type {WeakRef<PartitionBound> | null} */
let lastBound = null
let lastText = ''

/** @param {string} text @returns {PartitionBound} that nobody changes */
export function boundFromText(text) {
  if (text.length < LONG_TEXT) return exprFromText(text)
  const known = text === lastText ? lastBound?.deref() : undefined
  if (known !== undefined) return known
  const bound = exprFromText(text)
  lastText = text
  lastBound = new WeakRef(bound)
  return bound
}

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
