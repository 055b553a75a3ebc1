/**
 * What an instrumented execution counts per plan node, for EXPLAIN ANALYZE: rows, loops, and time. Pipelines nest: a
 * node's loop contains its consumers' code. So a stack says whose time it is: entering a node's loop pushes it, handing
 * a row up pops to its parent and back.
 */

/** @import { PlanNode } from '../planner/plan.js' */

/**
 * @typedef {{ rows: number, loops: number, selfMs: number, filtered: number, unjoined: number }} NodeStats filtered,
 *   unjoined: rows that the node's filter, its join condition took away
 */

export class PlanStats {
  /** @param {() => number} clockMs monotonic */
  constructor(clockMs) {
    this.clockMs = clockMs
    /** @type {Map<number, NodeStats>} */
    this.nodes = new Map()
    /** @type {number[]} */
    this.stack = []
    this.since = clockMs()
  }

  /** @param {number} id @returns {NodeStats} */
  of(id) {
    let stats = this.nodes.get(id)
    if (stats === undefined) this.nodes.set(id, stats = { rows: 0, loops: 0, selfMs: 0, filtered: 0, unjoined: 0 })
    return stats
  }

  /** Time since the last call belongs to the node on top. */
  charge() {
    const now = this.clockMs()
    if (this.stack.length > 0) this.of(this.stack[this.stack.length - 1]).selfMs += now - this.since
    this.since = now
  }

  /** A node starts making rows. @param {number} id @returns {number} depth to come back to */
  enter(id) {
    this.charge()
    const depth = this.stack.length
    this.stack.push(id)
    this.of(id).loops++
    return depth
  }

  /** It hands up a row. @param {number} id @param {number} depth */
  row(id, depth) {
    this.charge()
    this.of(id).rows++
    this.stack.length = depth
  }

  /** The row is dealt with. @param {number} id @param {number} depth */
  back(id, depth) {
    this.charge()
    this.stack.length = depth
    this.stack.push(id)
  }

  /** It has no more, or nobody wants more. @param {number} depth */
  leave(depth) {
    this.charge()
    this.stack.length = depth
  }

  /**
   * EXPLAIN's figures: a node's time includes that of the nodes below it. @param {PlanNode} node
   * @returns {{ rows: number, loops: number, totalMs: number, filtered: number, unjoined: number }}
   */
  total(node) {
    const own = this.of(node.id)
    let totalMs = own.selfMs
    for (const below of inputsOf(node)) totalMs += this.total(below).totalMs
    return { rows: own.rows, loops: own.loops, totalMs, filtered: own.filtered, unjoined: own.unjoined }
  }
}

/** @param {any} node @returns {any[]} */
function inputsOf(node) {
  const found = []
  for (const name of ['input', 'outer', 'inner']) if (node[name]) found.push(node[name])
  for (const name of ['left', 'right', 'base', 'step']) if (node[name]?.input) found.push(node[name].input)
  for (const branch of node.inputs ?? []) found.push(branch.input)
  return found
}
