/**
 * Deadlocks: a search of the wait-for graph from a wait that has just begun (or whose blockers have changed). Edges are
 * asked of the waits' places, so there is no graph to maintain; a transaction waits for one thing at a time.
 */
import { deadlockDetected } from '../errors/txn.js'

/** @import { Wait } from './wait.js' */
/** @import { Transaction } from './transaction.js' */

/** So many waits change places at most to get rid of one cycle. */
const MOVES_MAX = 3

/**
 * If the wait closes a cycle, some queue is put in another order; where no order helps, the wait is rejected with
 * 40P01.
 * @param {Wait} wait
 * @returns {boolean} whether it was
 */
export function breakDeadlock(wait) {
  const cycle = findCycle(wait)
  if (cycle === null || reorder(wait, cycle, MOVES_MAX)) return false
  wait.cancel(deadlockDetected(describe(cycle)))
  return true
}

/**
 * Lets a wait of the cycle pass another that is merely before it in a queue.
 * @param {Wait} wait
 * @param {Wait[]} cycle
 * @param {number} moves
 * @returns {boolean} whether all cycles are gone
 */
function reorder(wait, cycle, moves) {
  for (let index = cycle.length - 1; index >= 0; index--) {
    const step = cycle[index]
    const { place } = step
    if (
      place.moveBefore === undefined ||
      place.moveTo === undefined ||
      place.advance === undefined ||
      place.waits === undefined
    )
      continue
    const from = place.moveBefore(step, cycle[(index + 1) % cycle.length].txn)
    if (from < 0) continue
    const rest = findCycle(wait)
    const isFree =
      rest === null
        ? place.waits().every((other) => findCycle(other) === null)
        : moves > 1 && reorder(wait, rest, moves - 1)
    if (isFree) {
      place.advance()
      return true
    }
    place.moveTo(step, from)
  }
  return false
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
    const { place } = next
    const blockers =
      place.blockersBeyond !== undefined && place === top.wait.place
        ? place.blockersBeyond(next, top.wait)
        : place.blockersOf(next)
    path.push({ wait: next, blockers, index: 0 })
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
