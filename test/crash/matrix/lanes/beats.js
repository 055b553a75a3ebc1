/**
 * Many small commits of all sizes by one session, and little else: what is left of the log in recycled segments, and
 * behind the end that an earlier cut gave it, has frames where the new ones end.
 */
import { lookOfTables } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

export const name = 'beats'
export const tables = ['beats.t']

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(`create schema beats; create table beats.t (id int, v text);
    insert into beats.t select g, repeat('b', 60) from generate_series(1, 40) g`)
}

/** @param {EmbeddedSession} session */
export const look = (session) => lookOfTables(session, tables)

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random, history } = lane
  const session = await lane.connect()
  while (!lane.over()) {
    await lane.step(session, async () => {
      for (let count = 1 + random.below(3); count > 0; count--) {
        const value = 'x'.repeat(random.below(120))
        await session.query('update beats.t set v = $1 where id = $2', [value, 1 + random.below(40)])
      }
    })
    if (random.below(15) > 0) continue
    const ended = history.checkpoint()
    if (await lane.attempt(() => session.exec('checkpoint'))) ended()
  }
  await session.release()
}
