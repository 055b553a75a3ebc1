/**
 * UNION, INTERSECT, EXCEPT.
 */
import { isTired } from '../../util/effort.js'
import { rebuild } from '../expr-tools.js'
import { distinctNode } from './aggregate.js'
import { groupCount } from './estimates/estimate.js'
import { sequenceOfSetOp, sequenceOfUnion } from './group-sequence.js'
import { slotRef } from './state.js'

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('./state.js').PlanState} PlanState */
/** @typedef {import('./state.js').Planned} Planned */
/**
 * @typedef {import('./state.js').Input & { isList?: boolean }} Input isList: rows of several inputs, one behind the
 *   other
 */
/** @typedef {import('../../catalog/query.js').SetOperation} SetOperation */
/** @typedef {import('../../catalog/query.js').Query} Query */
/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */

/** @param {PlanState} state @param {SetOperation} operation @returns {Steps<Planned>} */
export function* planSetOperation(state, operation) {
  const types = operation.columns.map((column) => state.catalog.collatedType(column.type, column.collation))
  /** @type {any} */
  let node
  if (operation.op === 'union' && operation.all) {
    node = appended(state, yield* appendInputs(state, operation), operation.columns).input
  } else {
    const { left, right } = isUnion(operation)
      ? yield* unionSides(state, operation)
      : yield* setOperationSides(state, operation)
    if (isUnion(operation)) {
      const hashed = hashedUnion(state, operation, left, right)
      if (hashed !== null) return hashed
    }
    const { op, all } = operation
    const leftRows = differentRows(state, operation.left, left)
    const rightRows = differentRows(state, operation.right, right)
    // What has fewer different rows is held.
    const turns = op === 'intersect' && leftRows > rightRows
    const [first, second] = turns ? [right, left] : [left, right]
    const rows = op === 'union' ? left.input.estimate.rows + right.input.estimate.rows : left.input.estimate.rows
    const sequence = op === 'union' ? null
      : sequenceOfSetOp(
          state, operation.columns.map(({ type }) => type), left.input.estimate, right.input.estimate,
          turns ? rightRows : leftRows,
        )
    node = state.node(
      { node: 'setOp', op, all, left: first, right: second, types, sequence }, rows,
      left.input.estimate.totalCost + right.input.estimate.totalCost + rows * 0.02, 0, 8 * types.length,
    )
  }
  return { node, outputs: operation.columns.map((column, index) => slotRef(node.id, index, column)) }
}

/** @param {PlanState} state @param {SetOperation} operation @returns {Steps<{ left: Input, right: Input }>} */
export function* setOperationSides(state, operation) {
  return {
    left: yield* side(state, operation.left, operation.leftOutputs),
    right: yield* side(state, operation.right, operation.rightOutputs),
  }
}

/**
 * @param {PlanState} state
 * @param {Query | SetOperation} tree
 * @param {Expr[]} wanted
 * @returns {Steps<Input>}
 */
function* side(state, tree, wanted) {
  if (isTired()) yield
  const { node, outputs } = 'columns' in tree ? yield* planSetOperation(state, tree) : yield* state.planQuery(tree)
  return {
    input: node,
    outputs: wanted.map((expr) =>
      rebuild(expr, (child) => (child.kind === 'subcolumn' ? outputs[child.index] : undefined)),
    ),
  }
}

/** @param {SetOperation} operation */
const isUnion = ({ op, all }) => op === 'union' && !all

/**
 * @param {PlanState} state @param {Query | SetOperation} tree @param {Input} side its plan
 * @returns {number}
 */
function differentRows(state, tree, { input, outputs }) {
  const { rows } = input.estimate
  const isDifferent = 'columns' in tree || tree.grouped || tree.distinct !== null
  return isDifferent ? rows : groupCount(state, outputs, rows)
}

/**
 * UNION as PostgreSQL does it but for very few rows: a table of those that were there. Null: it is sorted.
 * @param {PlanState} state @param {SetOperation} operation @param {Input} left @param {Input} right
 * @returns {Planned | null}
 */
function hashedUnion(state, { columns }, left, right) {
  const inputs = left.isList ? [...left.input.inputs, right] : [left, right]
  const { input, outputs } = appended(state, inputs, columns)
  const sequence = sequenceOfUnion(state, columns.map(({ type }) => type), input.estimate)
  if (sequence === null) return null
  const node = distinctNode(state, input, outputs, 'hash', sequence)
  node.estimate.rows = input.estimate.rows
  return { node, outputs }
}

/**
 * a UNION b UNION c looks for equal rows once: what stands on the left of the last one is one list.
 * @param {PlanState} state
 * @param {SetOperation} operation
 * @returns {Steps<{ left: Input, right: Input }>}
 */
function* unionSides(state, operation) {
  const { columns, left, leftOutputs, right, rightOutputs } = operation
  /** @type {Input[]} */
  const inputs = []
  /** @type {[Query | SetOperation, Expr[]][]} */
  const waiting = [[left, leftOutputs]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [tree, wanted] = next
    if (mergesInto(columns, tree, wanted)) waiting.push([tree.right, tree.rightOutputs], [tree.left, tree.leftOutputs])
    else inputs.push(yield* side(state, tree, wanted))
  }
  const last = yield* side(state, right, rightOutputs)
  return { left: inputs.length === 1 ? inputs[0] : { ...appended(state, inputs, columns), isList: true }, right: last }
}

/**
 * A union below a union whose columns are the same: that rows are equal is found above.
 * @param {SetOperation['columns']} columns
 * @param {Query | SetOperation} tree
 * @param {Expr[]} wanted
 * @returns {tree is SetOperation}
 */
const mergesInto = (columns, tree, wanted) =>
  'columns' in tree
  && tree.op === 'union'
  && wanted.every(
    (expr, at) =>
      expr.kind === 'subcolumn' && tree.columns[at].type === columns[at].type
      && tree.columns[at].collation === columns[at].collation,
  )

/**
 * @param {PlanState} state
 * @param {Input[]} inputs
 * @param {SetOperation['columns']} columns
 * @returns {Input}
 */
function appended(state, inputs, columns) {
  const types = columns.map((column) => state.catalog.collatedType(column.type, column.collation))
  const rows = inputs.reduce((sum, { input }) => sum + input.estimate.rows, 0)
  const node = state.node(
    { node: 'append', inputs, types }, rows,
    inputs.reduce((sum, { input }) => sum + input.estimate.totalCost, 0) + rows * 0.005, 0, 8 * types.length,
  )
  return { input: node, outputs: columns.map((column, index) => slotRef(node.id, index, column)) }
}

/**
 * a UNION ALL b UNION ALL c is one list, where no column changes its type on the way.
 * @param {PlanState} state
 * @param {SetOperation} operation
 * @param {Input[]} [inputs] to add to
 * @returns {Steps<Input[]>}
 */
function* appendInputs(state, { left, leftOutputs, right, rightOutputs }, inputs = []) {
  for (const [tree, wanted] of /** @type {[Query | SetOperation, Expr[]][]} */ ([
    [left, leftOutputs],
    [right, rightOutputs],
  ])) {
    const flat =
      'columns' in tree && tree.op === 'union' && tree.all && wanted.every((expr) => expr.kind === 'subcolumn')
    if (flat) yield* appendInputs(state, /** @type {SetOperation} */ (tree), inputs)
    else inputs.push(yield* side(state, tree, wanted))
  }
  return inputs
}
