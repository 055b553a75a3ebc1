/** Transactions that change many rows and stay open over checkpoints, then commit, or roll all of it back. */
import { lookOfTables, turns } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

const ROWS = 2500

export const name = 'long'
export const tables = ['long.t']

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(`create schema long; create table long.t (id int primary key, n int, note text, key text);
    alter table long.t alter note set storage external; create index on long.t (key);
    insert into long.t select g, 0, repeat('n', 200), 'k' || g from generate_series(1, ${ROWS}) g`)
}

/** @param {EmbeddedSession} session */
export const look = (session) => lookOfTables(session, tables)

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random } = lane
  const session = await lane.connect()
  const other = await lane.connect()
  const work = async () => {
    for (let part = 0; part < 3; part++) {
      await session.exec(
        lane.pick([
          'update long.t set n = n + 1',
          "update long.t set note = repeat('m', 200 + n * 150 % 700)",
          "update long.t set key = 'k' || id || n where id % 3 = 0",
          'delete from long.t where id % 5 = 0',
          `insert into long.t select g, 0, 'again', 'k' || g from generate_series(1, ${ROWS}) g on conflict do nothing`,
          "update long.t set note = repeat('o', 9000) where id % 100 = 1",
        ])
      )
      await turns(random.below(60))
      if (random.below(3) === 0) {
        const ended = lane.history.checkpoint()
        if (await lane.attempt(() => other.exec('checkpoint'))) ended()
      }
      if (part === 0) await session.exec('savepoint s')
      if (part === 1 && random.below(3) === 0) await session.exec('rollback to s')
    }
  }
  while (!lane.over()) {
    if (random.below(2) === 0) await lane.never(session, work)
    else await lane.step(session, work)
  }
  await session.release()
  await other.release()
}
