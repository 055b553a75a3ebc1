/**
 * Deadlocks: a search of the wait-for graph from a wait that has just begun (or whose blockers have changed). Edges are asked of the
 * waits' places, so there is no graph to maintain; a transaction waits for one thing at a time.
 */
import { deadlockDetected } from '../errors/txn.js'

/** @import { Wait } from './wait.js' */
/** @import { Transaction } from './transaction.js' */

/**
 * Rejects the wait with 40P01 if it closes a cycle.
 * @param {Wait} wait
 * @returns {boolean} whether it did
 */
export function breakDeadlock(wait) {
  const cycle = findCycle(wait)
  if (cycle === null) return false
  wait.cancel(deadlockDetected(describe(cycle)))
  return true
}

/** @param {Wait} wait @returns {Wait[] | null} the waits of a cycle through `wait`, in order */
function findCycle(wait) {
  /** @type {Set<Transaction>} */
  const seen = new Set()
  /** @type {{wait: Wait, blockers: Transaction[], index: number}[]} */
  const path = [{ wait, blockers: wait.place.blockersOf(wait), index: 0 }]
  while (path.length > 0) {
    const top = path[path.length - 1]
    if (top.index === top.blockers.length) { path.pop(); continue }
    const blocker = top.blockers[top.index++]
    if (blocker === wait.txn) return path.map((step) => step.wait)
    const next = blocker.waiting
    if (next === null || seen.has(blocker)) continue
    seen.add(blocker)
    path.push({ wait: next, blockers: next.place.blockersOf(next), index: 0 })
  }
  return null
}

/** @param {Wait[]} cycle */
function describe(cycle) {
  return cycle.map((wait, index) => {
    const blocker = cycle[(index + 1) % cycle.length].txn
    return `Process ${wait.txn.pid} waits for ${wait.place.describe(wait)}; blocked by process ${blocker.pid}.`
  }).join('\n')
}
