/**
 * Time and dice of a simulated run: both follow from the seed, so that a run can be had again. Time passes by being
 * looked at, a little each time, and by turns of the event loop while somebody waits for a moment that is near. Timers
 * further away wait until looks have brought the time close to them.
 */
import { seededRandom } from '../../../src/util/prng.js'

/** @import { Clock } from '../../../src/engine/turns/clock.js' */

const START_MICROS = 757_382_400_000_000 // 2024-01-01
const NEAR_MS = 2000
/** One look in so many finds that the machine had something else to do: whoever works in slices gives way there. */
const STALL_EVERY = 150
/** … and in one run of so many, on a busy one. */
const STALL_EVERY_BUSY = 6
const BUSY_RUNS = 4
const STALL_MS = 6

/**
 * @param {number} seed
 * @param {() => boolean} [isOver] whose time it is has died: it has no timers any more
 * @returns {{ clock: Clock, random: import('../../../src/util/prng.js').Random }} what `open` takes as options
 */
export function simulatedTime(seed, isOver = () => false) {
  const dice = seededRandom(seed ^ 0x7157)
  const stallEvery = dice.below(BUSY_RUNS) === 0 ? STALL_EVERY_BUSY : STALL_EVERY
  let nowMs = 0
  /** Soonest first. @type {{ atMs: number, work: () => void }[]} */
  const timers = []
  let pumping = false

  const pump = () => {
    pumping = false
    if (isOver()) timers.length = 0
    nowMs += 0.05 + dice.double() * 0.4
    while (timers.length > 0 && timers[0].atMs <= nowMs) /** @type {{ work: () => void }} */ (timers.shift()).work()
    start()
  }
  const start = () => {
    if (pumping || timers.length === 0 || timers[0].atMs - nowMs > NEAR_MS) return
    pumping = true
    setImmediate(pump)
  }
  const look = () => {
    nowMs += dice.below(stallEvery) === 0 ? dice.double() * STALL_MS : dice.double() * 0.02
    start()
    return nowMs
  }
  /** @type {Clock} */
  const clock = {
    nowMicros: () => START_MICROS + Math.round(look() * 1000),
    monotonicMs: look,
    setTimer: (work, ms) => {
      const timer = { atMs: nowMs + ms, work }
      const place = timers.findIndex((other) => other.atMs > timer.atMs)
      timers.splice(place < 0 ? timers.length : place, 0, timer)
      start()
      return { cancel: () => { const at = timers.indexOf(timer); if (at >= 0) timers.splice(at, 1) } }
    },
  }
  return { clock, random: seededRandom(seed ^ 0xd1ce) }
}
