/**
 * Running work that may have to wait, without paying for waiting that does not happen. Such work is a generator that yields
 * promises; as long as it yields none, `drive` is an ordinary synchronous call.
 */
import { LAYER } from '../../profile/profile.js'
import { typesInUse, useTypes } from '../../types/lookup.js'

/** @import { Profile } from '../../profile/profile.js' */
/** @typedef {Generator<Promise<unknown>, void, void>} Work */

/**
 * @param {Work} work @param {Profile | null} [profile] each stretch between two waits is booked on `execute`
 * @returns {Promise<void> | null} null: done already. Errors before the first wait are thrown, later ones reject
 */
export function drive(work, profile = null) {
  const step = stretch(work, profile)
  return step.done ? null : driveOn(work, step.value, profile)
}

/** @param {Work} work @param {Promise<unknown>} pending @param {Profile | null} profile */
async function driveOn(work, pending, profile) {
  for (;;) {
    let failure
    const types = typesInUse()
    try {
      await pending
    } catch (error) {
      failure = { error }
    }
    // Whoever ran meanwhile has left its own.
    useTypes(types)
    const step = stretch(work, profile, failure)
    if (step.done) return
    pending = step.value
  }
}

/** Runs on to the next wait or the end. @param {Work} work @param {Profile | null} profile @param {{ error: unknown }} [failure] of what was waited for */
function stretch(work, profile, failure) {
  if (profile === null) return failure === undefined ? work.next() : work.throw(failure.error)
  const before = profile.enter(LAYER.execute)
  try {
    return failure === undefined ? work.next() : work.throw(failure.error)
  } finally {
    profile.leave(before)
  }
}

/**
 * For callers that cannot wait: runs the work, and where it would have to, gives up with `refusal` thrown into it, so that it cleans
 * up after itself.
 * @param {Generator<Promise<unknown>, unknown, void>} work @param {(pending: Promise<unknown>) => Error} refusal
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
