/**
 * A table that changes its shape under older snapshots: columns come and go, become NOT NULL and nullable, in
 * transactions that change rows as well; meanwhile purge goes by what is committed. An older snapshot must see what was
 * there when it began.
 */
import assert from 'node:assert/strict'
import { linesOf, lookOfTables, turns } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

export const name = 'shapes'
export const tables = ['shapes.t']

const INDEXES = [
  'btree (k)', 'btree (lower(k))', 'btree ((n + 1))', 'gin (g)', 'btree (id) where k is null',
  "btree (n) where k > 'm'", 'gist (int4range(n, null))', "gin (string_to_array(k, '1'))",
]
/** What stays, whatever the shape. */
const SEEN =
  'select count(*), count(k), coalesce(sum(hashtext(row(id, k, n, g)::text)::bigint), 0) from shapes.t'
const EXTRA = `select attname from pg_attribute
  where attrelid = 'shapes.t'::regclass and attnum > 4 and not attisdropped order by attnum`
const ADDED = ['int', 'int default 5', "text default 'x' not null", 'text', 'int8 default 7 not null']

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(`create schema shapes; create table shapes.other (a int);
    create table shapes.t (id int primary key, k text, n int, g int[]);
    ${INDEXES.map((each) => `create index on shapes.t using ${each}`).join('; ')};
    insert into shapes.t select i, 'k' || i, i, array[i, i + 1] from generate_series(1, 60) i`)
}

/** @param {EmbeddedSession} session */
export const look = (session) => lookOfTables(session, tables)

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random } = lane
  const [session, older, other] = [await lane.connect(), await lane.connect(), await lane.connect()]
  let number = random.below(1e6)
  /** What the older snapshot must see, while there is one. @type {string | null} */
  let seen = null
  const part = () => `id % ${2 + random.below(4)} = 0`
  const change = async () => {
    const extra = await linesOf(session, EXTRA)
    const column = `c${++number}`
    const text = lane.pick([
      `update shapes.t set k = '${lane.pick(['k', 'z', 'w'.repeat(random.below(300))])}' || id where ${part()}`,
      `update shapes.t set k = 'k' || id, n = id, g = array[id, id + 1] where ${part()}`,
      `update shapes.t set n = ${lane.pick(['n + 1', '-id', 'null'])} where ${part()}`,
      `update shapes.t set g = ${lane.pick(['g || n', "'{}'", 'null'])} where ${part()}`,
      `update shapes.t set k = null where ${part()}`,
      `insert into shapes.t select i, 'k' || i, i, array[i, i + 1] from generate_series(1, ${random.below(90)}) i
        on conflict do nothing`,
      `delete from shapes.t where ${part()}`,
      `update shapes.t set k = coalesce(k, 'n' || id), n = coalesce(n, id);
        alter table shapes.t alter k set not null, alter n set not null`,
      `alter table shapes.t alter k drop not null, alter n drop not null;
        update shapes.t set k = null, n = null where id % 5 = 0`,
      ...ADDED.map((type) => `alter table shapes.t add ${column} ${type};
        update shapes.t set ${column} = '7', k = 'k' || id where ${part()}`),
      ...extra.map((each) => `alter table shapes.t drop ${each}; update shapes.t set n = n + 1 where ${part()}`),
      ...extra.slice(0, 2).flatMap((each) => [
        `update shapes.t set ${each} = '3', n = id where ${part()}`,
        `create index on shapes.t (${each});
          update shapes.t set ${each} = '4', k = 'y' || id where ${part()}`,
        `alter table shapes.t alter ${each} type text; update shapes.t set ${each} = ${each} || 'a'`,
      ]),
    ])
    // Tables that are written anew look empty to older snapshots, as in PostgreSQL.
    if (/ type text/.test(text)) seen = null
    await session.exec(text)
  }
  const looksBack = async () => {
    const [now] = await linesOf(older, SEEN)
    assert.equal(now, seen, 'what a snapshot sees of a table whose shape has changed since')
  }
  while (!lane.over()) {
    if (seen === null) {
      await lane.attempt(() => older.exec('rollback'))
      await lane.attempt(async () => {
        await older.exec('begin isolation level repeatable read; select from shapes.other')
        ;[seen] = await linesOf(session, SEEN)
      })
    }
    const work = async () => {
      for (let count = 1 + random.below(3); count > 0; count--) {
        await session.exec('savepoint s')
        const through = await lane.attempt(change)
        if (!through || random.below(4) === 0) await session.exec('rollback to s')
        if (random.below(3) > 0) continue
        // What is older ends, and purge goes on in the middle of this.
        await lane.attempt(() => older.exec('rollback'))
        seen = null
        await lane.attempt(() => other.exec('insert into shapes.other values (1)'))
        await turns(6)
      }
    }
    if (random.below(3) === 0) await lane.never(session, work)
    else await lane.step(session, work)
    if (seen !== null && random.below(2) === 0) {
      await lane.attempt(looksBack)
      seen = null
    }
  }
  await Promise.all([session, older, other].map((each) => each.release()))
}
