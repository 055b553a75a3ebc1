/** Work that takes long in the program's own thread, in slices between which its event loop goes on. */

/** A slice: all that is done of it in one turn of the loop. */
const SLICE_MS = 1.5

/** When the first of this turn began; 0: none has. */
let began = 0
const turnEnds = () => { began = 0 }

/** Whether this turn has had its slice. Asked first when work begins. */
export function restIsDue() {
  const now = performance.now()
  if (began === 0) {
    began = now
    setImmediate(turnEnds)
  }
  return now - began >= SLICE_MS
}

/** @returns {Promise<void>} */
export const rest = () => new Promise((resolve) => { setImmediate(resolve) })
