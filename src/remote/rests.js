/**
 * Work that takes long in the program's own thread, in slices between which its event loop goes on: all of it together
 * has one slice in each turn of the loop, whoever it is done for. Who waits for the next slice has it in the order in
 * which they came.
 */

/** What all do in one turn of the loop. */
const SLICE_MS = 1.2

/** When the first of this turn began; 0: none has. */
let began = 0
/** @type {(() => void)[]} */
const waiting = []

/**
 * The loop's timers have had their turn between two checks: what began while it looked for messages goes on until the
 * second one.
 */
const turnEnds = () => { setImmediate(() => { began = 0 }) }

/** Whether this turn has had its slice. Asked first when work begins. */
export function restIsDue() {
  const now = performance.now()
  if (began === 0) {
    began = now
    setImmediate(turnEnds)
  }
  return now - began >= SLICE_MS
}

/** @param {() => void} work to be done in a later turn, that asks `restIsDue` itself */
export function later(work) {
  waiting.push(work)
  setImmediate(goOn)
}

function goOn() {
  if (waiting.length === 0) return
  if (restIsDue()) setImmediate(goOn)
  else /** @type {() => void} */ (waiting.shift())()
}

/** @returns {Promise<void>} */
export const rest = () => new Promise(later)
