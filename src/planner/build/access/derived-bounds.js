/**
 * Bounds of an index that follow from a condition which is no comparison of its column with a key
 * (types/key-bounds.js): LIKE and regular expressions that begin with a fixed text; (a, b) > (x, y), which says a >= x;
 * a timestamptz beside a date. They say less than the condition, which stays the scan's recheck.
 */
import { isPrefixing, textBounds, timeBound } from '../../../types/key-bounds.js'
import { knownValue } from '../estimates/known-values.js'

/** @import { Expr, RowCompare } from '../../../catalog/expr.js' */
/** @import { End } from '../../../types/key-bounds.js' */
/** @import { PlanState } from '../state.js' */
/**
 * @typedef {{ strategy: number, op: '<' | '<=' | '>' | '>=', left: Expr, value: Expr, oid: number }} Derived oid: an
 *   operator whose family the index must be of; 0: the order of bytes
 */

const TEXT = 25
const STRATEGIES = { '<': 1, '<=': 2, '>=': 4, '>': 5 }

/** @param {PlanState} state @param {Expr} condition @returns {Derived[]} */
export function derivedBounds(state, condition) {
  if (condition.kind === 'rowcompare') return firstFields(condition)
  const matched = patternOf(state, condition)
  if (matched === null) return []
  const { left, pattern, source } = matched
  const known = knownValue(state, pattern)
  const bounds = typeof known === 'string' ? textBounds(source, known) : null
  if (bounds === null) return []
  /** @param {End} end @param {string | null} text @returns {Expr[]} */
  const bound = (end, text) => {
    const like = { type: TEXT, typmod: -1, collation: pattern.collation, location: -1 }
    if (pattern.kind === 'const') return text === null ? [] : [{ kind: 'const', value: text, ...like }]
    // The plan serves other patterns too, of which this much is known: they have both bounds.
    return bounds.to === null ? [] : [{ kind: 'keybound', of: { end, source }, arg: pattern, ...like }]
  }
  return [
    ...bound('from', bounds.from).map(
      (value) => /** @type {Derived} */ ({ strategy: 4, op: '>=', left, value, oid: 0 }),
    ),
    ...bound('to', bounds.to).map((value) => /** @type {Derived} */ ({ strategy: 1, op: '<', left, value, oid: 0 })),
  ]
}

/**
 * A text that is matched with a pattern.
 * @param {PlanState} state @param {Expr} condition
 * @returns {{ left: Expr, pattern: Expr, source: string } | null} source: prosrc of the operator's function
 */
export function patternOf({ catalog }, condition) {
  if (condition.kind !== 'op' || condition.args.length !== 2) return null
  const source = catalog.func(condition.funcOid)?.source
  return source !== undefined && isPrefixing(source)
    ? { left: condition.args[0], pattern: condition.args[1], source }
    : null
}

/** Whether texts that match lie between two others. @param {string} source @param {unknown} pattern */
export const isBounding = (source, pattern) =>
  typeof pattern === 'string' && typeof textBounds(source, pattern)?.to === 'string'

/** @param {RowCompare} condition @returns {Derived[]} */
function firstFields({ op, opOids, left, right, inputCollations }) {
  if (inputCollations?.[0]) return []
  const inclusive = op === '<' ? '<=' : op === '>' ? '>=' : op
  const turned = inclusive === '<=' ? '>=' : '<='
  return [
    { strategy: STRATEGIES[inclusive], op: inclusive, left: left[0], value: right[0], oid: opOids[0] },
    { strategy: STRATEGIES[turned], op: turned, left: right[0], value: left[0], oid: opOids[0] },
  ]
}

/**
 * Bounds of a time's keys by a value of another type of times.
 * @param {number} keyType a base type @param {number} valueType @param {Expr} value @param {number} strategy btree's
 * @returns {{ op: '<=' | '>=', strategy: number, value: Expr }[]}
 */
export function boundsOfTime(keyType, valueType, value, strategy) {
  const ends = /** @type {End[]} */ (strategy === 3 ? ['from', 'to'] : strategy > 3 ? ['from'] : ['to'])
  return ends.flatMap((end) => {
    if (timeBound(keyType, valueType, end) === null) return []
    /** @type {Expr} */
    const bound = {
      kind: 'keybound', of: { end, keyType, valueType }, arg: value, type: keyType, typmod: -1, collation: 0,
      location: -1,
    }
    return [end === 'from' ? { op: '>=', strategy: 4, value: bound } : { op: '<=', strategy: 2, value: bound }]
  })
}

/** Once each. @param {{ condition: Expr }[]} matches @returns {Expr[]} */
export const conditionsOf = (matches) => [...new Set(matches.map(({ condition }) => condition))]
