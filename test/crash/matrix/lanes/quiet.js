/**
 * Tables that are changed once and then left alone, under snapshots that stay, over checkpoints; some are dropped in
 * transactions that stay open over one. What a checkpoint has to say again of them, no later record says.
 */
import { lookOfSchema } from './schema-look.js'
import { linesOf, turns } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

export const name = 'quiet'
export const tables = /** @type {string[]} */ ([])

const TABLES = 6
const LOOKING = 'begin isolation level repeatable read; select count(*) from pg_class'

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec('create schema quiet')
}

/** @param {EmbeddedSession} session */
export const look = (session) => lookOfSchema(session, 'quiet')

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random } = lane
  const session = await lane.connect({ search_path: 'quiet' })
  const [holder, upkeep] = [await lane.connect(), await lane.connect()]
  const there = () => linesOf(session,
    "select relname from pg_class where relnamespace = 'quiet'::regnamespace and relkind = 'r' order by oid")
  const checkpoint = async () => {
    const ended = lane.history.checkpoint()
    if (await lane.attempt(() => upkeep.exec('checkpoint'))) ended()
  }
  const letGo = () => lane.attempt(() => holder.exec('commit'))
  for (let number = random.below(1e6); !lane.over(); number++) {
    const names = await there()
    if (names.length < TABLES) {
      await lane.step(session, () => session.exec(`create table q${number} (id int primary key, k text, v text);
        create index on q${number} (k); alter table q${number} alter v set storage external;
        insert into q${number} select g, 'k' || g, repeat('v', g % 5 * 900) from generate_series(1, 25) g`))
      if (random.below(3) === 0) await checkpoint()
      continue
    }
    const table = lane.pick(names)
    // Somebody's snapshot keeps what is replaced.
    if (random.below(4) > 0) await lane.attempt(() => holder.exec(LOOKING))
    const change = () => session.exec(lane.pick([
      `update ${table} set k = k || 'n' where id % 3 = ${random.below(3)}`,
      `update ${table} set v = repeat('w', id % 4 * 1200) where id % 4 = ${random.below(4)}`,
      `delete from ${table} where id % 5 = ${random.below(5)}`,
    ]))
    // Sometimes a checkpoint comes between a change and its commit.
    await lane.step(session, random.below(3) > 0 ? change : async () => {
      await change()
      await checkpoint()
    })
    if (random.below(2) === 0) await lane.step(session, async () => {
      await session.exec(`drop table ${table}`)
      await checkpoint()
      await letGo()
      await turns(random.below(20)) // what it kept is purged, of a table that is on its way out
    })
    else await checkpoint()
    await turns(random.below(60))
    await letGo()
    await turns(random.below(30))
  }
  for (const each of [session, holder, upkeep]) await each.release()
}
