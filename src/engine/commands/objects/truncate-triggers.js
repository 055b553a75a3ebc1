/** ON TRUNCATE triggers: those of every table that is emptied, before the first and behind the last of them. */
import { triggersFor } from '../../../catalog/triggers.js'
import { callTrigger, isOn } from '../../../executor/events/trigger-run.js'
import { triggerReturnsNothing } from '../../../errors/triggers.js'

/** @import { Session } from '../../session/session.js' */
/** @typedef {import('../../../executor/events/trigger-run.js').TriggerSession} TriggerSession */

/**
 * @param {Session} session
 * @param {number[]} oids of the tables
 * @param {'before' | 'after'} timing
 * @returns {Generator<Promise<unknown>, void, void>}
 * @throws {DbError} 39P01 a BEFORE trigger gave a row
 */
export function* fireTruncate(session, oids, timing) {
  const host = /** @type {TriggerSession} */ (/** @type {unknown} */ (session))
  for (const oid of oids) {
    const relation = session.catalog().relation(oid)
    if (relation === undefined) continue
    for (const trigger of triggersFor(relation, 'statement', timing, 'truncate')) {
      if (!isOn(host, trigger)) continue
      const data = { trigger, relation, operation: /** @type {const} */ ('truncate'), old: null, new: null,
        oldTid: -1, newTid: -1, pointer: Infinity, rows: null }
      const row = yield* callTrigger(host, data)
      if (timing === 'before' && row !== null && row !== undefined) throw triggerReturnsNothing()
    }
  }
}
