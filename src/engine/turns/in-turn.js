/**
 * Work in a turn of its own, and soon. The first turn comes by an immediate: a loop that has handled what came in comes
 * to it before it waits again, and pays nothing more for it. (A timer near at hand, asked for with each commit, made
 * each wait of the loop set the processor's: a twentieth of a small statement.)
 *
 * What has more to do keeps no program alive meanwhile: its immediates are not waited for. Such an immediate does not
 * wake a loop that has nothing else to do: in a server that nobody talks to it would come with whatever happens next.
 */

const nothing = () => undefined
/** Of what has more to do than one turn. */
const NEXT_MS = 1
/** Turns of such that have not come yet. */
let awaited = 0

/** Wakes the loop. Where it comes due before the loop waits, one immediate that is waited for keeps it from waiting. */
const waker = setTimeout(() => { if (awaited > 0) setImmediate(nothing) }, NEXT_MS).unref()

/** @param {() => void} work @param {boolean} [goesOn] it has had a turn, and is not done */
export function inTurn(work, goesOn = false) {
  if (!goesOn) {
    setImmediate(work)
    return
  }
  awaited++
  setImmediate(() => {
    awaited--
    work()
  }).unref()
  waker.refresh()
}
