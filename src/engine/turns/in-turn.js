/**
 * Work that keeps no program alive, in a turn of its own, and soon. An immediate that is not waited for does not wake
 * an event loop that has nothing to do: in a server that nobody talks to it would come with whatever happens next.
 */

const nothing = () => undefined
/** Turns that have not come yet. */
let awaited = 0
/**
 * Wakes the loop. Where it comes due before the loop waits, one immediate that is waited for keeps it from waiting.
 * One for all: commits ask for turns.
 */
const waker = setTimeout(() => { if (awaited > 0) setImmediate(nothing) }, 1)
waker.unref()

/** @param {() => void} work */
export function inTurn(work) {
  awaited++
  setImmediate(() => {
    awaited--
    work()
  }).unref()
  waker.refresh()
}
