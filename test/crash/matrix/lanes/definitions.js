/** Tables and indexes made, altered, truncated, rewritten and dropped, some in transactions that roll back. */
import { lookOfSchema } from './schema-look.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

export const name = 'definitions'
export const tables = /** @type {string[]} */ ([])

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec('create schema definitions')
}

/** @param {EmbeddedSession} session */
export const look = (session) => lookOfSchema(session, 'definitions')

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random } = lane
  const session = await lane.connect({ search_path: 'definitions' })
  const there = async () => (await session.query("select relname as name from pg_class where relnamespace = 'definitions'::regnamespace and relkind = 'r' order by oid")).rows.map((/** @type {any} */ row) => row.name)
  for (let number = random.below(1e6); !lane.over(); number++) {
    const names = await there()
    const create = async () => {
      await session.exec(`create table d${number} (a int primary key, b text default 'x' not null, c int check (c > -5));
        insert into d${number} select g, repeat('b', g % 50), g % 7 from generate_series(1, ${30 + random.below(300)}) g`)
      if (random.below(2) === 0) await session.exec(`create index on d${number} (b, c)`)
      if (random.below(4) === 0) await session.exec(`insert into d${number} values (-1, repeat('long', 4000), 1)`)
    }
    if (names.length < 2) { await lane.step(session, create); continue }
    const table = lane.pick(names)
    const drop = () => session.exec(`drop table ${table}`)
    const change = lane.pick([
      create,
      drop,
      drop,
      () => session.exec(`truncate ${table}; insert into ${table} select g, 'after', 1 from generate_series(1, 40) g`),
      () => session.exec(`create index on ${table} (c)`),
      () =>
        session.exec(
          `alter table ${table} add column e${number} int; update ${table} set e${number} = a where a % 3 = 0`,
        ),
      () =>
        session.exec(
          `delete from ${table} where a % 2 = 0; create table d${number} (a int primary key, b text, c int); insert into d${number} select a, b, c from ${table}; drop table ${table}`,
        ),
      () => session.exec(`alter table ${table} alter c type bigint`),
      () => session.exec(`alter table ${table} rename to r${number}`),
      () => session.exec(`create table d${number} as select * from ${table}; create index on d${number} (b)`),
    ])
    if (random.below(3) === 0) await lane.never(session, change)
    else await lane.step(session, async () => {
      await change()
      if (random.below(3) === 0) {
        await session.exec(`savepoint s; create table undone${number} (a int primary key, b text); insert into undone${number} select g, 'b' from generate_series(1, 200) g; create index on undone${number} (b)`)
        await session.exec('rollback to s')
      }
    })
    if (random.below(4) === 0)
      await lane.attempt(() =>
        session.exec(`${lane.pick(['vacuum full', 'vacuum', 'reindex table', 'analyze'])} ${table}`),
      )
  }
  await session.release()
}
