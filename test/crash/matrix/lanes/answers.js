/**
 * Clients whose commits come while the sync of another's is under way, and then say nothing until everybody is
 * answered: each is answered soon, though nobody comes after.
 */
import assert from 'node:assert/strict'
import { errorIn, listenerOf, WireClient } from '../wire.js'
import { turns } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

export const name = 'answers'
export const tables = /** @type {string[]} */ ([])

const CLIENTS = 3
/** Turns of the event loop: a sync takes six at most, and what others do on the spot takes one. */
const SOON = 200

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec('create schema answers; create sequence answers.s; create table answers.t (n bigint)')
}

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random, db, history } = lane
  const listener = listenerOf(db)
  const clients = Array.from({ length: CLIENTS }, () => new WireClient(listener))
  for (const client of clients) await client.start(lane.settings)
  while (!lane.over()) {
    let waiting = CLIENTS
    let went = ''
    for (const client of clients) {
      const text = lane.pick(["insert into answers.t values (nextval('answers.s'))", "select setval('answers.s', 1)"])
      void client.query(text).then((messages) => {
        waiting--
        went ||= errorIn(messages)
      })
      await turns(random.below(5))
    }
    for (let turn = 0; waiting > 0 && !lane.over(); turn++) {
      await turns(1)
      if (history.tolerated.source === '^$') assert.ok(turn < SOON, 'a client waits for an answer that does not come')
    }
    if (waiting > 0) return
    assert.ok(went === '' || history.tolerated.test(went), `a client was refused: ${went}`)
    history.statements += CLIENTS
    await turns(random.below(12))
  }
  await listener.close()
}
