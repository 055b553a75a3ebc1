/**
 * What a running statement may say to the engine besides its rows: why it stopped for a moment, and how to let it go
 * on.
 *
 *   SLICE    1  its fuel is used up: give `ctx.fuel` back and resume
 *   WAIT     2  `ctx.wait` is a Wait: resume when its promise resolved, throw its error into the generator when it rejected
 *   SUSPEND 3 the row limit is reached or the writer is over its high-water mark: raise the limit or drain, then resume
 *   READ     4  `ctx.wait` is {promise}: blocks are on their way into the pool
 *   PROMISE 5 `ctx.wait` is {promise} of a procedure's own work: resume when it resolved, throw its error into the
 *   generator when it rejected
 */

export const SLICE = 1
export const WAIT = 2
export const SUSPEND = 3
export const READ = 4
export const PROMISE = 5

/**
 * What a plain body returns instead of a row count when it would have to wait and has had no effect: the generator body
 * meets the same wait again.
 */
export const WAITS = -1

/**
 * The same, thrown by a function that a plain body calls. Not an error: the engine starts the generator body.
 */
export class WaitSignal {
  /** @param {unknown} wait a Wait of the transaction layer */
  constructor(wait) {
    this.wait = wait
  }
}
