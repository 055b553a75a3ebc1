/**
 * The synchronous API over more pages than any pool here has, in bursts that give the event loop no turn: batches of
 * pages grow, their syncs come later, and checkpoints happen on the spot, beside what the cleaner has begun.
 */
import { linesOf, turns } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

/** Four on a page. */
const ROWS = 2800

export const name = 'wide'
export const tables = ['wide.t']

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(`create schema wide; create table wide.t (id int primary key, n int, v text);
    alter table wide.t alter v set storage plain;
    insert into wide.t select g, 0, repeat('w', 1900) from generate_series(1, ${ROWS}) g`)
}

/** @param {EmbeddedSession} session */
export const look = async (session) => (await linesOf(session, 'select count(*), sum(n) from wide.t'))[0]

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random } = lane
  const session = await lane.connect()
  const before = await lane.first(() => look(session))
  if (before === null) return
  let sum = Number(before.split(' ')[1])
  const update = session.prepare('update wide.t set n = n + 1 where id between $1 and $2')
  while (!lane.over()) {
    // Now and then as much log as makes a checkpoint due.
    const isLong = random.below(6) === 0
    for (let burst = isLong ? 32 : 1 + random.below(12); burst > 0 && !lane.over(); burst--) {
      await lane.attempt(async () => {
        const first = isLong ? 1 : 1 + random.below(ROWS)
        const last = isLong ? ROWS : Math.min(ROWS, first + random.below(500))
        const state = lane.lane.asks(`${ROWS} ${sum + last - first + 1}`)
        update.run(first, last)
        lane.lane.answered(state)
        sum += last - first + 1
      })
    }
    await turns(1 + random.below(6))
  }
  await session.release()
}
