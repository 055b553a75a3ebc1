/**
 * Outer joins that are not: when a condition above rejects rows whose nullable side is all null, the join is an inner one (a full join a left or
 * right one).
 */

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../catalog/query.js').FromNode} FromNode */

/** @param {FromNode[]} nodes @param {Expr[]} conditions @returns {FromNode[]} */
export function reduceOuterJoins(nodes, conditions) {
  if (!nodes.some((node) => node.kind === 'join')) return nodes
  const rejecting = new Set(conditions.flatMap(nonNullable))
  return nodes.map((node) => reduce(node, rejecting))
}

/** @param {FromNode} node @param {Set<number>} rejecting rts some column of which may not be null @returns {FromNode} */
function reduce(node, rejecting) {
  if (node.kind !== 'join') return node
  const inLeft = rtsOf(node.left).some((rt) => rejecting.has(rt))
  const inRight = rtsOf(node.right).some((rt) => rejecting.has(rt))
  let { join } = node
  if (join === 'left' && inRight) join = 'inner'
  else if (join === 'right' && inLeft) join = 'inner'
  else if (join === 'full') join = inLeft && inRight ? 'inner' : inLeft ? 'left' : inRight ? 'right' : 'full'
  const below = new Set(rejecting)
  if (join === 'inner' && node.on) for (const rt of nonNullable(node.on)) below.add(rt)
  const forLeft = join === 'right' || join === 'full' ? new Set() : below
  const forRight = join === 'left' || join === 'full' ? new Set() : below
  // Inside the nullable side, the join's own condition rejects.
  if ((join === 'left' || join === 'right') && node.on) for (const rt of nonNullable(node.on)) (join === 'left' ? forRight : forLeft).add(rt)
  const left = reduce(node.left, forLeft)
  const right = reduce(node.right, forRight)
  return join === node.join && left === node.left && right === node.right ? node : { ...node, join, left, right }
}

/** @param {FromNode} node @returns {number[]} */
const rtsOf = (node) => node.kind === 'nothing' ? [] : node.kind === 'entry' ? [node.rt] : [...rtsOf(node.left), ...rtsOf(node.right)]

/** rts whose row of nulls makes the condition false or null, for forms that are surely strict. @param {Expr} condition @returns {number[]} */
function nonNullable(condition) {
  switch (condition.kind) {
    case 'and': return condition.args.flatMap(nonNullable)
    case 'or': {
      const [first, ...rest] = condition.args.map(nonNullable)
      return first.filter((rt) => rest.every((other) => other.includes(rt)))
    }
    case 'op': return condition.args.flatMap(strictColumns)
    case 'anyall': return condition.all ? [] : strictColumns(condition.args[0])
    case 'isnull': return condition.not ? strictColumns(condition.arg) : []
    case 'booltest': return !condition.not && condition.test !== 'unknown' ? strictColumns(condition.arg) : []
    case 'column': return [condition.rt]
    default: return []
  }
}

/** @param {Expr} expr @returns {number[]} */
function strictColumns(expr) {
  switch (expr.kind) {
    case 'column': return expr.attnum === 0 ? [] : [expr.rt]
    case 'relabel': case 'collate': return strictColumns(expr.arg)
    case 'op': return expr.args.flatMap(strictColumns)
    default: return []
  }
}
