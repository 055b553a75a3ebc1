/**
 * Work in steps (util/effort.js) on the engine's thread: between two steps others have their turn, cancel and
 * statement_timeout end it.
 */
import { turnUntil, watchedBy } from '../../util/effort.js'
import { othersTurn } from './others-turn.js'

/** @import { Steps } from '../../util/effort.js' */
/** @import { Session } from '../session/session.js' */

/**
 * @template T
 * @param {Session} session
 * @param {Steps<T>} steps
 * @param {number} layer its time is booked on
 * @returns {Generator<Promise<unknown>, T, void>}
 */
export function* inTurns(session, steps, layer) {
  const { cluster } = session
  const { profile, slices, clock } = cluster
  for (;;) {
    const before = profile === null ? 0 : profile.enter(layer)
    watchedBy(session)
    if (!session.synchronous) {
      const nowMs = clock.monotonicMs()
      turnUntil(nowMs + slices.next(nowMs), clock.monotonicMs)
    }
    let step
    try {
      step = steps.next()
    } finally {
      turnUntil(Infinity)
      if (profile !== null) profile.leave(before)
    }
    if (step.done) return step.value
    session.checkInterrupts()
    // Steps may rest of their own accord; who cannot wait goes on.
    if (session.synchronous) continue
    yield othersTurn(cluster)
    session.checkInterrupts()
  }
}

/**
 * Work in steps for who awaits it. @template T @param {Session} session @param {Steps<T>} steps @returns {Promise<T>}
 * @throws {DbError} 57014
 */
export async function rested(session, steps) {
  const turns = new Turns(session)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (turns.isOver()) await turns.next()
  }
}

/** Turns of a loop whose rounds are short, but may be very many. */
export class Turns {
  /** @param {Session} session */
  constructor(session) {
    this.session = session
    this.endsMs = this.#end()
  }

  #end() {
    const { clock, slices } = this.session.cluster
    const nowMs = clock.monotonicMs()
    return this.session.synchronous ? Infinity : nowMs + slices.next(nowMs)
  }

  /** Is it time to rest? */
  isOver() { return this.session.cluster.clock.monotonicMs() >= this.endsMs }

  /** @returns {Promise<void>} when others have had theirs @throws {DbError} 57014 */
  async next() {
    await this.session.turn()
    this.endsMs = this.#end()
  }
}
