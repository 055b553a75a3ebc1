/**
 * Work on a stack of its own. A generator that yields promises to whoever drives it may yield a Detour instead: the
 * driver runs that work from its own place, where the stack is empty, and then goes on with the generator. So calls can
 * be nested far deeper than the machine's stack is.
 */

/** @typedef {Generator<Promise<unknown> | Detour, unknown, void>} Work */

export class Detour {
  /** @param {Work} work */
  constructor(work) {
    this.work = work
    /** What it returned, when it is over. @type {unknown} */
    this.value = undefined
  }

  /** For who takes it for a promise that it will not wait for. */
  catch() { /* there is nothing to hear of */ }
}

/**
 * Runs works, each of which one of those below it waits for, to the next promise.
 * @param {Detour[]} stack emptied when all is done
 * @param {{ error: unknown } | undefined} failure of what was waited for
 * @returns {Promise<unknown> | null} null: done. Throws what the lowest throws
 */
export function advance(stack, failure) {
  for (;;) {
    const top = stack[stack.length - 1]
    let step
    try {
      step = failure === undefined ? top.work.next() : top.work.throw(failure.error)
      failure = undefined
    } catch (error) {
      stack.pop()
      if (stack.length === 0) throw error
      failure = { error }
      continue
    }
    if (step.done) {
      top.value = step.value
      stack.pop()
      if (stack.length === 0) return null
    } else if (step.value instanceof Detour) stack.push(step.value)
    else return step.value
  }
}
