/**
 * Outer joins that are not: when a condition above rejects rows whose nullable side is all null, the join is an inner
 * one (a full join a left or right one).
 */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../../catalog/query.js').FromNode} FromNode */
/** @typedef {import('../state.js').PlanState} PlanState */

/** @param {PlanState} state @param {FromNode[]} nodes @param {Expr[]} conditions @returns {FromNode[]} */
export function reduceOuterJoins(state, nodes, conditions) {
  if (!nodes.some((node) => node.kind === 'join')) return nodes
  const rejecting = new Set(conditions.flatMap((condition) => nonNullable(state, condition)))
  return nodes.map((node) => reduce(state, node, rejecting))
}

/**
 * @param {PlanState} state
 * @param {FromNode} node
 * @param {Set<number>} rejecting rts some column of which may not be null
 * @returns {FromNode}
 */
function reduce(state, node, rejecting) {
  if (node.kind !== 'join') return node
  let { join } = node
  const inLeft = (join === 'right' || join === 'full') && isRejected(node.left, rejecting)
  const inRight = (join === 'left' || join === 'full') && isRejected(node.right, rejecting)
  if (join === 'left' && inRight) join = 'inner'
  else if (join === 'right' && inLeft) join = 'inner'
  else if (join === 'full') join = inLeft && inRight ? 'inner' : inLeft ? 'left' : inRight ? 'right' : 'full'
  const below = new Set(rejecting)
  if (join === 'inner' && node.on) for (const rt of nonNullable(state, node.on)) below.add(rt)
  const forLeft = join === 'right' || join === 'full' ? new Set() : below
  const forRight = join === 'left' || join === 'full' ? new Set() : below
  // Inside the nullable side, the join's own condition rejects.
  if ((join === 'left' || join === 'right') && node.on)
    for (const rt of nonNullable(state, node.on)) (join === 'left' ? forRight : forLeft).add(rt)
  const left = reduce(state, node.left, forLeft)
  const right = reduce(state, node.right, forRight)
  return join === node.join && left === node.left && right === node.right ? node : { ...node, join, left, right }
}

/** Whether a row of nulls of all of it is. @param {FromNode} node @param {Set<number>} rejecting @returns {boolean} */
const isRejected = (node, rejecting) =>
  node.kind === 'entry'
    ? rejecting.has(node.rt)
    : node.kind === 'join' && (isRejected(node.left, rejecting) || isRejected(node.right, rejecting))

/**
 * rts whose row of nulls makes the condition false or null, for forms that are surely strict.
 * @param {PlanState} state
 * @param {Expr} condition
 * @returns {number[]}
 */
function nonNullable(state, condition) {
  switch (condition.kind) {
    case 'and': return condition.args.flatMap((arg) => nonNullable(state, arg))
    case 'or': {
      const [first, ...rest] = condition.args.map((arg) => nonNullable(state, arg))
      return first.filter((rt) => rest.every((other) => other.includes(rt)))
    }
    case 'anyall': return condition.all || !isStrict(state, condition) ? [] : strictColumns(state, condition.args[0])
    case 'isnull': return condition.not ? strictColumns(state, condition.arg) : []
    case 'booltest': return !condition.not && condition.test !== 'unknown' ? strictColumns(state, condition.arg) : []
    default: return strictColumns(state, condition)
  }
}

/** rts whose row of nulls makes the value null. @param {PlanState} state @param {Expr} expr @returns {number[]} */
function strictColumns(state, expr) {
  switch (expr.kind) {
    case 'column': return expr.attnum === 0 ? [] : [expr.rt]
    case 'relabel': case 'collate': return strictColumns(state, expr.arg)
    // Not all are: a || b of arrays is b where a is null, and users make operators too.
    case 'op': return isStrict(state, expr) ? expr.args.flatMap((arg) => strictColumns(state, arg)) : []
    default: return []
  }
}

/** @param {PlanState} state @param {{ funcOid: number }} call */
const isStrict = (state, { funcOid }) => state.view.function(funcOid)?.strict === true
