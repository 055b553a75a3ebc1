/**
 * One table with an index of every kind: btree, unique, partial, expression, hash, gin, gist, spgist, brin, and an
 * exclusion constraint.
 */
import { lookOfTables } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

export const name = 'kinds'
export const tables = ['kinds.t', 'kinds.spans']

const ROW = "g, md5(g::text), g % 30, array[g % 5, g % 11, g], int4range(g, g + 3), point(g % 50, g / 50), jsonb_build_object('k', g % 9, 't', repeat('j', g % 40))"

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(`create schema kinds; create table kinds.t (id int primary key, b text, c int, e int[], r int4range, p point, j jsonb);
    create index on kinds.t (c, b desc); create unique index on kinds.t (b) where c > 5; create index on kinds.t (lower(b), (c + 1)) include (id);
    create index on kinds.t using hash (b); create index on kinds.t using gin (e); create index on kinds.t using gin (j); create index on kinds.t using gist (r);
    create index on kinds.t using gist (p); create index on kinds.t using spgist (p); create index on kinds.t using brin (id);
    create table kinds.spans (id int, r int4range, exclude using gist (r with &&), exclude using btree (id with =));
    insert into kinds.t select ${ROW} from generate_series(1, 120) g; insert into kinds.spans select g, int4range(g * 10, g * 10 + 5) from generate_series(1, 60) g`)
}

/** @param {EmbeddedSession} session */
export const look = (session) => lookOfTables(session, tables)

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random } = lane
  const session = await lane.connect()
  const any = () => random.below(2000)
  const change = async () => {
    const from = any()
    await session.exec(
      lane.pick([
        `insert into kinds.t select ${ROW} from generate_series(${from}, ${from + random.below(120)}) g on conflict do nothing`,
        `insert into kinds.t select ${ROW} from generate_series(${from}, ${from + random.below(40)}) g on conflict (id) do update set c = excluded.c + 1, r = int4range(${any()}, 3000)`,
        `update kinds.t set c = c + 1 where id % 6 = ${random.below(6)}`,
        `update kinds.t set b = md5(b) where id % 9 = ${random.below(9)}`,
        `update kinds.t set e = e || ${any()} where id % 7 = ${random.below(7)}`,
        `update kinds.t set r = int4range(lower(r) + 1, upper(r) + 5), p = point(id % 7, ${any()}) where id % 8 = ${random.below(8)}`,
        `update kinds.t set j = j || '{"n": ${any()}}' where id % 5 = ${random.below(5)}`,
        `delete from kinds.t where id % 10 = ${random.below(10)}`,
        `delete from kinds.t where r && int4range(${from}, ${from + 60})`,
        `update kinds.t set id = -id where id % 12 = ${random.below(12)}`,
        `insert into kinds.spans values (${any()}, int4range(${from}, ${from + 6}))`,
        `update kinds.spans set r = int4range(lower(r) + 1000, upper(r) + 1000) where id % 5 = ${random.below(5)}`,
        `delete from kinds.spans where id % 4 = ${random.below(4)}`,
        `insert into kinds.spans select ${any()} + g, int4range(${from} + g * 7, ${from} + g * 7 + 3) from generate_series(1, 30) g`,
      ]),
    )
  }
  while (!lane.over()) {
    await lane.step(session, async () => {
      for (let count = 1 + random.below(3); count > 0; count--) {
        await session.exec('savepoint s')
        const through = await lane.attempt(change)
        if (!through || random.below(4) === 0) await session.exec('rollback to s')
      }
    })
    if (random.below(3) === 0) await lane.never(session, change)
    const { count } = (await session.query('select count(*)::int as count from kinds.t')).rows[0]
    if (count > 900) await lane.step(session, () => session.exec('delete from kinds.t where id % 3 > 0'))
  }
  await session.release()
}
