/**
 * Transactions that lock rows and write nothing: what they leave on pages has no record of its own in the log, only the
 * range that their ids were taken from.
 */
import { lookOfTables, turns } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

const ROWS = 300

export const name = 'holders'
export const tables = ['holders.t']

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(`create schema holders; create table holders.t (id int primary key, v text);
    insert into holders.t select g, repeat('h', 200) from generate_series(1, ${ROWS}) g`)
}

/** @param {EmbeddedSession} session */
export const look = (session) => lookOfTables(session, tables)

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random } = lane
  const session = await lane.connect()
  const lock = async () => {
    const strength = lane.pick(['update', 'no key update', 'share', 'key share'])
    await session.query(`select id from holders.t where id % ${1 + random.below(9)} = 0 for ${strength}`)
    await turns(random.below(20))
  }
  while (!lane.over()) {
    if (random.below(2) === 0) await lane.step(session, lock)
    else await lane.never(session, lock)
  }
  await session.release()
}
