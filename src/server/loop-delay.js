/**
 * How long the event loop was held up, as clients would see it: a timer asks to be woken again and again, and notes how
 * much later it was. It runs only while there are clients, and every few milliseconds only where the loop was held up
 * of late: a timer near at hand makes each wait of the loop set the processor's, a tenth of a point read's time. SHOW
 * event_loop_delay tells the longest delay of the last ten seconds, in milliseconds; `db.stats().eventLoop` that and
 * the longest ever.
 */

/** @typedef {import('../engine/turns/clock.js').Clock} Clock */

const EVERY_MS = 100
const HELD_UP_EVERY_MS = 10
/** Of the last seconds' longest delay: more than timers are late by themselves. */
const HELD_UP_MS = 20
const SECONDS = 10

export class LoopDelay {
  /** @param {Clock} clock */
  constructor(clock) {
    this.clock = clock
    this.longestMs = 0
    /** The longest delay of each of the last seconds. */
    this.seconds = new Float64Array(SECONDS)
    this.second = 0
    this.lastMs = 0
    this.isRunning = false
    this.everyMs = EVERY_MS
  }

  /** Until `goesOn` says no. @param {() => boolean} goesOn */
  watch(goesOn) {
    if (this.isRunning) return
    this.isRunning = true
    this.everyMs = EVERY_MS
    this.lastMs = this.clock.monotonicMs()
    const tick = () => {
      this.note()
      this.everyMs = Math.max(...this.seconds) > HELD_UP_MS ? HELD_UP_EVERY_MS : EVERY_MS
      if (goesOn()) this.clock.setTimer(tick, this.everyMs, true)
      else this.isRunning = false
    }
    this.clock.setTimer(tick, this.everyMs, true)
  }

  note() {
    const nowMs = this.clock.monotonicMs()
    const delayMs = nowMs - this.lastMs - this.everyMs
    this.lastMs = nowMs
    this.forget(nowMs)
    const at = this.second % SECONDS
    if (delayMs > this.seconds[at]) this.seconds[at] = delayMs
    if (delayMs > this.longestMs) this.longestMs = delayMs
  }

  /** Seconds that are too long ago. @param {number} nowMs */
  forget(nowMs) {
    const second = Math.floor(nowMs / 1000)
    if (second === this.second) return
    for (let passed = Math.min(SECONDS, second - this.second); passed > 0; passed--)
      this.seconds[(second - passed + 1) % SECONDS] = 0
    this.second = second
  }

  /** @returns {number} milliseconds, the longest of the last ten seconds */
  recentMs() {
    this.forget(this.clock.monotonicMs())
    return Math.max(...this.seconds)
  }
}
