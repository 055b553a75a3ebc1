/**
 * Running work that may have to wait, without paying for waiting that does not happen. Such work is a generator that yields
 * promises; as long as it yields none, `drive` is an ordinary synchronous call.
 */

/**
 * @param {Generator<Promise<unknown>, void, void>} work
 * @returns {Promise<void> | null} null: done already. Errors before the first wait are thrown, later ones reject
 */
export function drive(work) {
  const step = work.next()
  return step.done ? null : driveOn(work, step.value)
}

/** @param {Generator<Promise<unknown>, void, void>} work @param {Promise<unknown>} pending */
async function driveOn(work, pending) {
  for (;;) {
    let step
    try {
      await pending
    } catch (error) {
      step = work.throw(error)
      if (step.done) return
      pending = step.value
      continue
    }
    step = work.next()
    if (step.done) return
    pending = step.value
  }
}

/**
 * For callers that cannot wait: runs the work, and where it would have to, gives up with `refusal` thrown into it, so that it cleans
 * up after itself.
 * @param {Generator<Promise<unknown>, void, void>} work @param {(pending: Promise<unknown>) => Error} refusal
 */
export function driveSync(work, refusal) {
  const step = work.next()
  if (step.done) return
  step.value.catch(ignore)
  for (let next = work.throw(refusal(step.value)); !next.done;) {
    next.value.catch(ignore)
    next = work.throw(refusal(next.value))
  }
}

/** Nobody awaits an abandoned wait; its rejection is no news. */
function ignore() { /* see above */ }

/** Lets sockets, timers and other sessions have the thread. @returns {Promise<void>} */
export const nextTurn = () => new Promise((resolve) => { setImmediate(resolve) })
