/**
 * Conditions on a subquery's output asked inside it, where that cannot change its rows: below grouping in HAVING (from
 * where those that speak of keys alone go on to WHERE), below windows if they speak of what every window is parted by,
 * below DISTINCT ON of its keys, in each branch of a union or intersection.
 */
import { conjunction, conjuncts, contains, exprKey, rebuild } from '../expr-tools.js'
import { mayLeak } from '../leaks.js'

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('../../catalog/query.js').SetOperation} SetOperation */
/** @typedef {import('../../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {import('./state.js').PlanState} PlanState */
/**
 * @typedef {(output: (index: number) => Expr) => Expr | null} Moved the condition over what a query gives; null: it
 *   cannot be said there
 */

/**
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {Expr[]} conditions
 * @returns {{ query: Query, rest: Expr[] }} rest: those that stay above
 */
export function pushDown(state, entry, conditions) {
  let query = /** @type {Query} */ (entry.query)
  /** @type {Expr[]} */
  const rest = []
  for (const condition of conditions) {
    const isMovable =
      !contains(
        condition,
        (node) => node.kind === 'sublink' || (node.kind === 'column' && node.rt === entry.rt && node.attnum <= 0),
      )
      && !state.isVolatile(condition)
      && !(entry.barrier && mayLeak(state.catalog, condition))
    const pushed = isMovable
      ? pushInto(
          state,
          query,
          (output) =>
            rebuild(condition, (node) =>
              node.kind === 'column' && node.rt === entry.rt ? output(node.attnum - 1) : undefined,
            ),
          columnsRead(condition, entry.rt),
        )
      : null
    if (pushed === null) rest.push(condition)
    else query = pushed
  }
  return { query, rest }
}

/** Which outputs a condition is about. @param {Expr} condition @param {number} rt @returns {number[]} */
function columnsRead(condition, rt) {
  /** @type {Set<number>} */
  const found = new Set()
  contains(condition, (node) => {
    if (node.kind === 'column' && node.rt === rt) found.add(node.attnum - 1)
    return false
  })
  return [...found]
}

/**
 * @param {PlanState} state
 * @param {Query} query
 * @param {Moved} moved
 * @param {number[]} read outputs that the condition is about
 * @returns {Query | null}
 */
function pushInto(state, query, moved, read) {
  if (query.command !== 'select' || query.limit !== null || query.offset !== null || query.hasSetReturning) return null
  if (query.setOperation) {
    const shown = query.targets.flatMap((target) => target.resjunk ? [] : [target.expr])
    if (!read.every((index) => shown[index].kind === 'column')) return null
    const place = (/** @type {number} */ index) => /** @type {any} */ (shown[index]).attnum - 1
    const operation = pushIntoBranches(
      state, query.setOperation, (output) => moved((index) => output(place(index))), read.map(place),
    )
    return operation === null ? null : { ...query, setOperation: operation }
  }
  if (query.from.length === 0 || query.locks.length > 0) return null
  const outputs = query.targets.flatMap((target, at) => target.resjunk ? [] : [{ expr: target.expr, at }])
  if (query.distinctOn && !read.every((index) => query.distinct?.includes(outputs[index].at))) return null
  if (
    query.hasWindowCalls
    && !read.every((index) =>
      query.windows.every(({ partitionBy }) =>
        partitionBy.some((expr) => exprKey(expr) === exprKey(outputs[index].expr)),
      ),
    )
  )
    return null
  // A constant that is a key is null in the sets without it, which only the output itself says.
  if (
    query.groupingSets !== null
    && !read.every((index) => contains(outputs[index].expr, (node) => node.kind === 'column'))
  )
    return null
  const condition = moved((index) => outputs[index].expr)
  if (
    condition === null || state.isVolatile(condition)
    || contains(condition, (node) => node.kind === 'sublink' || node.kind === 'window' || node.kind === 'grouping')
  )
    return null
  if (!query.grouped) return { ...query, where: conjunction([...conjuncts(query.where), condition]) }
  // Rows without GROUP BY are one, whatever is asked of them; a set that lacks a key has nulls for it.
  return { ...query, having: conjunction([...conjuncts(query.having), condition]) }
}

/**
 * @param {PlanState} state
 * @param {SetOperation} operation
 * @param {Moved} moved
 * @param {number[]} read
 * @returns {SetOperation | null}
 */
function pushIntoBranches(state, operation, moved, read) {
  if (operation.op === 'except') return null
  const left = pushIntoBranch(state, operation.left, operation.leftOutputs, operation, moved, read)
  const right =
    left === null ? null : pushIntoBranch(state, operation.right, operation.rightOutputs, operation, moved, read)
  return left === null || right === null ? null : { ...operation, left, right }
}

/**
 * @param {PlanState} state
 * @param {Query | SetOperation} branch
 * @param {Expr[]} outputs
 * @param {SetOperation} operation
 * @param {Moved} moved
 * @param {number[]} read
 * @returns {any}
 */
function pushIntoBranch(state, branch, outputs, operation, moved, read) {
  // Converted values may be equal in one type and not in the other.
  if (
    !operation.all
    && !read.every(
      (index) => outputs[index].kind === 'subcolumn' && outputs[index].type === operation.columns[index].type,
    )
  )
    return null
  /** @type {Set<number>} */
  const places = new Set()
  for (const index of read)
    contains(outputs[index], (node) => {
      if (node.kind === 'subcolumn') places.add(node.index)
      return false
    })
  /** @type {Moved} */
  const inside = (output) =>
    moved((index) => rebuild(outputs[index], (node) => (node.kind === 'subcolumn' ? output(node.index) : undefined)))
  return 'columns' in branch
    ? pushIntoBranches(state, branch, inside, [...places])
    : pushInto(state, branch, inside, [...places])
}
