/**
 * Running work that may have to wait, without paying for waiting that does not happen. Such work is a generator that
 * yields promises; as long as it yields none, `drive` is an ordinary synchronous call.
 */
import { errorsExpected, expectErrors } from '../../errors/db-error.js'
import { LAYER } from '../../profile/profile.js'
import { advance, Detour } from '../../util/detour.js'
import { typesInUse, useTypes } from '../../types/lookup.js'
import { watchedBy, watcherNow } from '../../util/effort.js'

/** @import { Profile } from '../../profile/profile.js' */
/** @typedef {Generator<Promise<unknown>, void, void>} Work besides, a Detour */

/**
 * @param {Work} work @param {Profile | null} [profile] each stretch between two waits is booked on `execute`
 * @returns {Promise<void> | null} null: done already. Errors before the first wait are thrown, later ones reject
 */
export function drive(work, profile = null) {
  const stack = [new Detour(work)]
  expectErrors(false)
  const pending = stretch(stack, profile)
  return pending === null ? null : driveOn(stack, pending, profile)
}

/** @param {Detour[]} stack @param {Promise<unknown>} first @param {Profile | null} profile */
async function driveOn(stack, first, profile) {
  let pending = first
  for (;;) {
    let failure
    const types = typesInUse()
    const watcher = watcherNow()
    const expected = errorsExpected()
    watchedBy(null)
    expectErrors(false)
    try {
      await pending
    } catch (error) {
      failure = { error }
    }
    // Whoever ran meanwhile has left its own.
    useTypes(types)
    watchedBy(watcher)
    expectErrors(expected)
    const next = stretch(stack, profile, failure)
    if (next === null) return
    pending = next
  }
}

/**
 * Runs on to the next wait or the end.
 * @param {Detour[]} stack @param {Profile | null} profile @param {{ error: unknown }} [failure] of what was waited for
 */
function stretch(stack, profile, failure) {
  if (profile === null) return advance(stack, failure)
  const before = profile.enter(LAYER.execute)
  try {
    return advance(stack, failure)
  } finally {
    profile.leave(before)
  }
}

/**
 * For callers that cannot wait: runs the work, and where it would have to, gives up with `refusal` thrown into it, so
 * that it cleans up after itself.
 * @param {import('../../util/detour.js').Work} work @param {(pending: Promise<unknown>) => Error} refusal
 */
export function driveSync(work, refusal) {
  const stack = [new Detour(work)]
  for (let pending = advance(stack, undefined); pending !== null;) {
    pending.catch(ignore)
    pending = advance(stack, { error: refusal(pending) })
  }
}

/** Nobody awaits an abandoned wait; its rejection is no news. */
function ignore() { /* see above */ }

/** Lets sockets, timers and other sessions have the thread. @returns {Promise<void>} */
export const nextTurn = () => new Promise((resolve) => { setImmediate(resolve) })
