/**
 * What a running statement may say to the engine besides its rows: why it stopped for a moment, and how to let it go on.
 *
 *   SLICE    1  its fuel is used up: give `ctx.fuel` back and resume
 *   WAIT     2  `ctx.wait` is a Wait: resume when its promise resolved, throw its error into the generator when it rejected
 *   SUSPEND  3  the row limit is reached or the writer is over its high-water mark: raise the limit or drain, then resume
 *   READ     4  `ctx.wait` is {promise}: blocks are on their way into the pool
 *   PROMISE  5  `ctx.wait` is {promise} of a procedure's own work: resume when it resolved, throw its error into the generator when it rejected
 */

export const SLICE = 1
export const WAIT = 2
export const SUSPEND = 3
export const READ = 4
export const PROMISE = 5

/**
 * Thrown by a plain body that would have to wait before it had any effect. Not an error: the engine awaits `wait` (or just
 * starts the generator body, which meets the same wait again).
 */
export class WaitSignal {
  /** @param {any} wait a Wait of the transaction layer */
  constructor(wait) {
    this.wait = wait
  }
}
