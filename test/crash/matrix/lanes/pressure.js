/**
 * More than the pool holds is read, sorted and kept in temporary tables: pages leave the pool while others are being
 * changed, and undo spills.
 */
import { turns } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

export const name = 'pressure'
export const tables = ['pressure.t']

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(`create schema pressure; create table pressure.t (id int primary key, f text); insert into pressure.t select g, repeat('f', 700) from generate_series(1, 3500) g`)
}

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random } = lane
  const session = await lane.connect({ work_mem: '64kB', temp_buffers: '800kB' })
  for (let number = 0; !lane.over(); number++) {
    await lane.attempt(() =>
      session.exec(
        lane.pick([
          'select count(*) from pressure.t where length(f) > 3',
          'select f from pressure.t order by md5(id::text) limit 3',
          `select f from pressure.t where id = ${random.below(3500)}`,
          `create temp table k${number} as select id, f from pressure.t where id % 9 = ${random.below(9)}; create index on k${number} (f, id); insert into k${number} values (0, repeat('o', 30000)); update k${number} set id = id + 1`,
          'discard temp',
          `begin; create temp table c${number} (a int) on commit drop; insert into c${number} select generate_series(1, 500); commit`,
        ]),
      ),
    )
    await turns(random.below(10))
  }
  await session.release()
}
