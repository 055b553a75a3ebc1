/**
 * Work that keeps no program alive, in a turn of its own, and soon. An immediate that is not waited for does not wake
 * an event loop that has nothing to do: in a server that nobody talks to it would come with whatever happens next.
 */

const nothing = () => undefined
/** A loop with statements to run comes to its immediates before that: woken each millisecond it did 15 % more. */
const FIRST_MS = 10
/** Of what has more to do than one turn. */
const NEXT_MS = 1
/** Turns that have not come yet. */
let awaited = 0

/**
 * Wakes the loop. Where it comes due before the loop waits, one immediate that is waited for keeps it from waiting.
 * One for all: commits ask for turns.
 * @param {number} ms
 */
const waker = (ms) => setTimeout(() => { if (awaited > 0) setImmediate(nothing) }, ms).unref()
const [first, next] = [waker(FIRST_MS), waker(NEXT_MS)]

/** @param {() => void} work @param {boolean} [goesOn] it has had a turn, and is not done */
export function inTurn(work, goesOn = false) {
  awaited++
  setImmediate(() => {
    awaited--
    work()
  }).unref()
  if (goesOn) next.refresh()
  else first.refresh()
}
