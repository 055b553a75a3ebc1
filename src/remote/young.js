/**
 * Small young generations. Whoever reads a long answer makes values that stay: V8 moves all of them that it finds alive
 * when its young generation is full, which is up to 16 MB and holds the program's loop for ten milliseconds and more.
 * So it is asked to collect before that much has come, at the end of a slice (docs/decisions/0026).
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What was read or made between two collections, in bytes on the wire, which become some times as much memory. */
const [LEAST_BYTES, MOST_BYTES] = [16 * 1024, 128 * 1024]
/** A collection should take about that. */
const [SHORT_MS, LONG_MS] = [0.5, 1]

/** @typedef {(options: { type: 'minor' }) => void} Collect */

/**
 * undefined: no engine has a thread, and nobody was promised short turns; null: V8 gives none.
 * @type {Collect | null | undefined}
 */
let collect
let limit = MOST_BYTES
let made = 0

/** @returns {Collect | null} V8's own collector, which programs see as `gc` where they ask for it by a flag */
function collector() {
  const given = /** @type {{ gc?: Collect }} */ (globalThis).gc
  if (given !== undefined) return given
  try {
    setFlagsFromString('--expose-gc')
    const found = runInNewContext('typeof gc === "function" ? gc : null')
    setFlagsFromString('--no-expose-gc')
    return found
  } catch {
    return null
  }
}

/** Finds the collector, which takes a millisecond or two: when an engine gets a thread, where no statement waits. */
export function prepareYoung() { collect ??= collector() }

/** @param {number} bytes of values that were made for the program */
export function kept(bytes) {
  if (!collect) return
  made += bytes
  if (made < limit) return
  made = 0
  const began = performance.now()
  collect({ type: 'minor' })
  const ms = performance.now() - began
  if (ms > LONG_MS) limit = Math.max(LEAST_BYTES, limit >> 1)
  else if (ms < SHORT_MS) limit = Math.min(MOST_BYTES, limit << 1)
}
