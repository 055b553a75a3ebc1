/**
 * Conditions on several columns of one table, where CREATE STATISTICS asked for what the columns have to do with each
 * other. As PostgreSQL: first the lists of common combinations, for conditions that can be asked of one; then, for
 * equalities that are left, how far columns decide each other. What neither knows is for the caller to estimate, column
 * by column.
 */
import { builtinType } from '../../../types/registry.js'
import { DEFAULT_ENV } from '../../../types/type-ops.js'
import { columnOf } from './estimate.js'
/** @import { Column } from '../../../catalog/expr.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {import('../../../catalog/joint-statistics.js').JointStats} JointStats */
/**
 * @typedef {(conditions: Expr[]) => number} Separately what the conditions let pass if columns had nothing to do with
 *   each other
 */

/** Restriction functions of pg_operator.oprrest. @type {Map<number, (order: number) => boolean>} */
const HOLDS = new Map([
  [101, (order) => order === 0], [102, (order) => order !== 0], [103, (order) => order < 0],
  [104, (order) => order > 0], [336, (order) => order <= 0], [337, (order) => order >= 0],
])
const EQ = 101

/** @param {number} fraction */
const clamp = (fraction) => fraction < 0 ? 0 : fraction > 1 ? 1 : fraction

/**
 * @param {PlanState} state @param {Expr[]} conditions @param {Separately} separately
 * @returns {{ fraction: number, rest: Expr[] } | null} null: nothing is known; rest: conditions that the fraction says
 *   nothing of
 */
export function jointSelectivity(state, conditions, separately) {
  const rt = onlyRelation(conditions)
  if (rt < 0) return null
  const joint = state.entries.get(rt)?.relation?.stats.joint?.() ?? []
  if (joint.length === 0) return null
  let fraction = 1
  let rest = conditions
  for (;;) {
    const taken = byCommon(state, joint, rest, separately)
    if (taken === null) break
    fraction *= taken.fraction
    rest = taken.rest
  }
  const taken = byDependencies(state, joint, rest, separately)
  if (taken !== null) {
    fraction *= taken.fraction
    rest = taken.rest
  }
  return rest === conditions ? null : { fraction, rest }
}

/** The range-table entry all the conditions are about, -1 if there are several. @param {Expr[]} conditions */
function onlyRelation(conditions) {
  let rt = -1
  let several = false
  /** @param {Expr} node */
  const walk = (node) => {
    if (several || node === null || typeof node !== 'object') return
    if (node.kind === 'column') {
      several ||= rt >= 0 && node.rt !== rt
      rt = node.rt
    } else if (node.kind === 'sublink') several = true
    else if (node.kind !== 'const') Object.values(node).forEach(walk)
  }
  conditions.forEach(walk)
  return several ? -1 : rt
}

// ---- common combinations

/** @param {PlanState} state @param {JointStats[]} joint @param {Expr[]} conditions @param {Separately} separately */
function byCommon(state, joint, conditions, separately) {
  let best = null
  let bestCount = 1
  for (const stats of joint) {
    if (stats.common.length === 0) continue
    const own = conditions.filter((condition) => isAskable(state, stats, condition))
    const count = new Set(own.flatMap(attnumsOf)).size
    if (
      count < bestCount
      || (count === bestCount && (best === null || stats.attnums.length >= best.stats.attnums.length))
    )
      continue
    if (count < 2) continue
    best = { stats, own }
    bestCount = count
  }
  if (best === null) return null
  const { stats, own } = best
  let matched = 0
  let base = 0
  let total = 0
  const columns = state.entries.get(firstColumn(own[0]).rt)?.relation.columns
  for (const item of stats.common) {
    total += item.frequency
    const value = (/** @type {number} */ attnum) => {
      const text = item.values[stats.attnums.indexOf(attnum)]
      return text === null
        ? null
        : builtinType(state.view.baseType(columns[attnum - 1].typeOid))?.parse(text, -1, DEFAULT_ENV)
    }
    if (!own.every((condition) => holds(state, condition, value) === true)) continue
    matched += item.frequency
    base += item.base
  }
  const others = Math.min(clamp(separately(own) - base), clamp(1 - total))
  return { fraction: clamp(matched + others), rest: conditions.filter((condition) => !own.includes(condition)) }
}

/** @param {Expr} condition @returns {any} */
function firstColumn(condition) {
  const found = /** @type {any[]} */ ([])
  collect(condition, found)
  return found[0]
}

/** @param {Expr} node @param {unknown[]} found */
function collect(node, found) {
  if (node === null || typeof node !== 'object') return
  if (node.kind === 'column') found.push(node)
  else if (node.kind !== 'const') Object.values(node).forEach((child) => collect(child, found))
}

/** @param {Expr} condition @returns {number[]} */
function attnumsOf(condition) {
  const found = /** @type {any[]} */ ([])
  collect(condition, found)
  return found.map(({ attnum }) => attnum)
}

/**
 * Can one combination answer it: are its columns known, compared with constants of their own kind?
 * @param {PlanState} state
 * @param {JointStats} stats
 * @param {Expr} condition
 * @returns {boolean}
 */
function isAskable(state, stats, condition) {
  const known = (/** @type {Expr} */ expr) => {
    const column = columnOf(expr)
    return (
      column !== null && stats.attnums.includes(column.attnum)
      && builtinType(state.view.baseType(column.type)) !== undefined
    )
  }
  switch (condition.kind) {
    case 'and': case 'or': case 'not': return condition.args.every((/** @type {Expr} */ arg) => isAskable(state, stats, arg))
    case 'column': return known(condition)
    case 'isnull': return known(condition.arg)
    case 'op': {
      if (condition.args.length !== 2 || !HOLDS.has(state.view.operator(condition.oid)?.restrict ?? 0)) return false
      const [column, value] = columnOf(condition.args[0]) ? condition.args : [condition.args[1], condition.args[0]]
      return known(column) && value.kind === 'const' && sameType(state, column, value)
    }
    case 'anyall': {
      const [column, array] = condition.args
      return (
        HOLDS.has(state.view.operator(condition.oid)?.restrict ?? 0) && known(column)
        && elementsOf(state, column, array) !== null
      )
    }
    default: return false
  }
}

/** @param {PlanState} state @param {Expr} column @param {{ type: number }} value */
function sameType(state, column, value) {
  const own = state.view.baseType(column.type)
  const other = state.view.baseType(value.type)
  return own === other || (INTEGERS.has(own) && INTEGERS.has(other)) || (TEXTS.has(own) && TEXTS.has(other))
}

const INTEGERS = new Set([20, 21, 23])
const TEXTS = new Set([19, 25, 1043])

/**
 * The constants of an array, null: they are not all constants of the column's kind.
 * @param {PlanState} state
 * @param {Expr} column
 * @param {any} array
 * @returns {unknown[] | null}
 */
function elementsOf(state, column, array) {
  if (array.kind === 'array' && !array.multidims)
    return array.elements.every(
      (/** @type {any} */ element) => element.kind === 'const' && sameType(state, column, element),
    )
      ? array.elements.map((/** @type {any} */ { value }) => value)
      : null
  if (
    array.kind !== 'const' || array.value === null
    || !sameType(state, column, { type: state.view.elementType(array.type) })
  )
    return null
  return array.value.values ?? null
}

/**
 * What a condition says of one combination.
 * @param {PlanState} state
 * @param {any} condition
 * @param {(attnum: number) => any} value
 * @returns {boolean | null}
 */
function holds(state, condition, value) {
  switch (condition.kind) {
    case 'and': case 'or': {
      const all = condition.args.map((/** @type {Expr} */ arg) => holds(state, arg, value))
      const decided = condition.kind === 'or'
      return all.includes(decided) ? decided : all.includes(null) ? null : !decided
    }
    case 'not': { const inner = holds(state, condition.args[0], value); return inner === null ? null : !inner }
    case 'column': return value(condition.attnum)
    case 'isnull': return (value(/** @type {Column} */ (columnOf(condition.arg)).attnum) === null) !== condition.not
    case 'anyall': {
      const [column, array] = condition.args
      const all = /** @type {unknown[]} */ (elementsOf(state, column, array)).map((element) =>
        compared(state, condition, column, value, element),
      )
      const decided = !condition.all
      return all.includes(decided) ? decided : all.includes(null) ? null : !decided
    }
    default: {
      const [left, right] = condition.args
      return columnOf(left)
        ? compared(state, condition, left, value, right.value)
        : compared(state, condition, right, value, left.value, true)
    }
  }
}

/**
 * @param {PlanState} state
 * @param {any} condition
 * @param {Expr} expr a column
 * @param {(attnum: number) => any} value
 * @param {unknown} constant
 * @param {boolean} [turned] the constant stands first
 * @returns {boolean | null}
 */
function compared(state, condition, expr, value, constant, turned = false) {
  const column = /** @type {Column} */ (columnOf(expr))
  const held = value(column.attnum)
  const compare = builtinType(state.view.baseType(column.type))?.compare
  if (held === null || constant === null || compare === undefined) return null
  const order = compare(held, constant)
  return /** @type {(order: number) => boolean} */ (
    HOLDS.get(/** @type {number} */ (state.view.operator(condition.oid)?.restrict))
  )(turned ? -order : order)
}

// ---- columns that decide each other

/** @param {PlanState} state @param {JointStats[]} joint @param {Expr[]} conditions @param {Separately} separately */
function byDependencies(state, joint, conditions, separately) {
  /** @type {Map<number, Expr[]>} */
  const byColumn = new Map()
  for (const condition of conditions) {
    const attnum = equatedColumn(state, condition)
    if (attnum > 0) byColumn.set(attnum, [...byColumn.get(attnum) ?? [], condition])
  }
  if (byColumn.size < 2) return null
  const left = new Set(byColumn.keys())
  const all = joint.flatMap(({ dependencies }) => dependencies)
  const used = []
  for (;;) {
    const next = all
      .filter(({ from, to }) => left.has(to) && from.every((attnum) => left.has(attnum)))
      .sort((a, b) => b.from.length - a.from.length || b.degree - a.degree)[0]
    if (next === undefined) break
    used.push(next)
    left.delete(next.to)
  }
  if (used.length === 0) return null
  const attnums = [...new Set(used.flatMap(({ from, to }) => [...from, to]))]
  const share = new Map(attnums.map((attnum) => [attnum, separately(/** @type {Expr[]} */ (byColumn.get(attnum)))]))
  const of = (/** @type {number} */ attnum) => /** @type {number} */ (share.get(attnum))
  for (const { from, to, degree } of used.reverse()) {
    const deciding = from.reduce((product, attnum) => product * of(attnum), 1)
    const decided = of(to)
    share.set(to, (deciding <= decided ? degree : degree * decided / deciding) + (1 - degree) * decided)
  }
  const taken = new Set(attnums.flatMap((attnum) => byColumn.get(attnum) ?? []))
  return {
    fraction: clamp(attnums.reduce((product, attnum) => product * of(attnum), 1)),
    rest: conditions.filter((condition) => !taken.has(condition)),
  }
}

/**
 * The column a condition says is equal to one value, or one of some; 0: it says something else.
 * @param {PlanState} state
 * @param {Expr} condition
 * @returns {number}
 */
function equatedColumn(state, condition) {
  const isValue = (/** @type {Expr} */ expr) => attnumsOf(expr).length === 0
  switch (condition.kind) {
    case 'column': return condition.attnum
    case 'not': return condition.args[0].kind === 'column' ? condition.args[0].attnum : 0
    case 'anyall': return !condition.all && state.view.operator(condition.oid)?.restrict === EQ && isValue(condition.args[1]) ? columnOf(condition.args[0])?.attnum ?? 0 : 0
    case 'or': {
      const columns = new Set(condition.args.map((/** @type {Expr} */ arg) => equatedColumn(state, arg)))
      return columns.size === 1 ? [...columns][0] : 0
    }
    case 'op': {
      if (condition.args.length !== 2 || state.view.operator(condition.oid)?.restrict !== EQ) return 0
      const [column, value] = columnOf(condition.args[0]) ? condition.args : [condition.args[1], condition.args[0]]
      return isValue(value) ? columnOf(column)?.attnum ?? 0 : 0
    }
    default: return 0
  }
}
