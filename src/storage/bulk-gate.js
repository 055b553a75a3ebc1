/**
 * How many bulk jobs (read-ahead, page writing) may be in libuv's thread pool at once. The pool has four threads; with
 * two taken a log sync always finds one free. First come, first served.
 */
import { assert } from '../util/assert.js'

export class BulkGate {
  /** @param {number} [jobsMax] */
  constructor(jobsMax = 2) {
    this.jobsMax = jobsMax
    this.free = jobsMax
    /** @type {(() => void)[]} */
    this.waiting = []
  }

  /** Resolves when the job may start; call `leave` when it has ended, however it did. @returns {Promise<void>} */
  enter() {
    if (this.free > 0) {
      this.free--
      return Promise.resolve()
    }
    return new Promise((resolve) => this.waiting.push(resolve))
  }

  leave() {
    const next = this.waiting.shift()
    if (next !== undefined) next()
    else this.free++
    assert(this.free <= this.jobsMax, 'a job leaves once')
  }
}
