/**
 * Plans that know their parameters' values, and are kept. A value does not become part of the plan: the plan is made
 * with an eye on it (how many rows the conditions leave, which partial indexes have them all), and serves every
 * execution whose values look the same, which is their class:
 *
 *   of each table that parameters select from   how many times more or fewer rows than of any value, in steps of eight
 *   of each partial index of such a table       whether the values imply its predicate
 *   of each pattern that a text is matched with whether it has a fixed beginning, so that an index finds what matches
 *
 * A class in which nothing is out of the ordinary is GENERIC: the plan that serves any value is good for it.
 */
import { overRow } from '../../bind/stored.js'
import { contains } from '../../expr-tools.js'
import { asInlined } from '../../inline.js'
import { isBounding, patternOf } from '../access/derived-bounds.js'
import { implies } from '../access/implication.js'
import { knownValue } from './known-values.js'
import { isPlain, withValues } from './parameter-values.js'
import { selectivity } from './selectivity.js'

/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { RangeEntry } from '../../../catalog/query.js' */
/** @import { PlanState } from '../state.js' */
/** @typedef {{ entry: RangeEntry, conditions: Expr[] }} Selected a table, and conditions on it that have parameters */

export const GENERIC_CLASS = ''
/** Fewer rows are read in any way. */
const ROWS_MIN = 1000
/** Natural logarithm of a step. */
const STEP = Math.log(8)

/** Whether a condition speaks of a parameter. @param {Expr} condition */
const asks = (condition) => contains(condition, (node) => node.kind === 'param' && isPlain(node))

/** @param {PlanState} state @param {RangeEntry} entry @param {Expr[]} conditions on it alone */
export function noteSelected(state, entry, conditions) {
  if (entry.kind !== 'relation' || entry.tree || entry.relation.stats.reltuples < ROWS_MIN) return
  if (conditions.some(asks)) state.selected.push({ entry, conditions })
}

/** Name of a partial index of one table of a statement. @param {RangeEntry} entry @param {{ oid: number }} index */
export const partialOf = (entry, index) => `${entry.rt} ${index.oid}`

/** The classes of a statement's values. */
export class ValueClasses {
  /** @param {PlanState} state of a plan for any values */
  constructor(state) {
    this.state = state
    this.usual = state.selected.map(({ conditions }) => selectivity(state, conditions))
    this.partial = state.selected.map(({ entry, conditions }) => partialIndexes(state, entry, conditions))
    this.patterns = state.selected.flatMap(({ conditions }) => conditions).flatMap((condition) => {
      const matched = patternOf(state, condition)
      return matched !== null && matched.pattern.kind !== 'const' && asks(matched.pattern) ? [matched] : []
    })
  }

  /** @param {unknown[]} values @returns {string} */
  keyOf(values) {
    const { state, usual } = this
    let key = ''
    let isOrdinary = true
    state.selected.forEach(({ conditions }, at) => {
      const step = Math.round(Math.log(selectivity(state, withValues(conditions, values)) / usual[at]) / STEP)
      key += `${step} `
      if (step !== 0) isOrdinary = false
    })
    for (const { pattern, source } of this.patterns) {
      const isBound = isBounding(source, knownValue(state, withValues([pattern], values)[0]))
      key += isBound ? '^' : '-'
      if (isBound) isOrdinary = false
    }
    const implied = this.impliedBy(values)
    return isOrdinary && implied.size === 0 ? GENERIC_CLASS : key + [...implied].join()
  }

  /**
   * The partial indexes that have all rows that these values select, and not those of any.
   * @param {unknown[]} values @returns {Set<string>} partialOf
   */
  impliedBy(values) {
    const { state, partial } = this
    /** @type {Set<string>} */
    const implied = new Set()
    state.selected.forEach(({ conditions }, at) => {
      if (partial[at].length === 0) return
      const given = withValues(conditions, values)
      for (const { name, predicate } of partial[at]) if (implies(state.catalog, given, predicate)) implied.add(name)
    })
    return implied
  }
}

/** @param {PlanState} state @param {RangeEntry} entry @param {Expr[]} conditions */
function partialIndexes(state, entry, conditions) {
  // What planning itself has numbered may be numbered otherwise the next time.
  if (entry.rt >= state.firstRt) return []
  return entry.relation.indexes.flatMap((/** @type {import('../../../catalog/relation.js').IndexDesc} */ index) => {
    if (index.predicate === null || index.valid === false) return []
    const predicate = overRow(asInlined(index.predicate), entry.rt)
    return implies(state.catalog, conditions, predicate) ? [] : [{ name: partialOf(entry, index), predicate }]
  })
}

/** @param {PlanState} state of a plan for any values @returns {ValueClasses | null} null: there is one class */
export const classesOf = (state) => state.selected.length === 0 ? null : new ValueClasses(state)
