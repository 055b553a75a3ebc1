/**
 * Rows of wide keys in three indexes, with out-of-line values, savepoints and failed statements: splits, merges, moved
 * rows, undo of each.
 */
import { lookOfTables } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

export const name = 'rows'
export const tables = ['rows.t']

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(`create schema rows; create table rows.t (id int primary key, k text not null, n int, note text);
    create index on rows.t (k); create unique index on rows.t (n, k);
    insert into rows.t select g, repeat('k', g % 90) || g, g, repeat('n', g % 200) from generate_series(1, 150) g`)
}

/** @param {EmbeddedSession} session */
export const look = (session) => lookOfTables(session, tables)

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random } = lane
  const session = await lane.connect()
  const wide = () => `${'kxyz'[random.below(4)].repeat(20 + random.below(300))}${random.below(1e6)}`
  /** @type {((from: number) => [string, any[]])[]} */
  const changes = [
    (from) => [
      'insert into rows.t select $1 + g, repeat($2, g % 7) || $3 || g, g, $4 from generate_series(1, 12) g',
      [from, wide().slice(0, 60), wide(), 'n'.repeat(random.below(300))],
    ],
    (from) => [
      'insert into rows.t values ($1, $2, $3, $4)',
      [from + 100, wide(), random.below(1000), 'long'.repeat(500 + random.below(6000))],
    ],
    () => ['update rows.t set k = $1 || id where id % 5 = $2', [wide(), random.below(5)]],
    () => ['delete from rows.t where id % 9 = $1', [random.below(9)]],
    () => ['update rows.t set note = note || $1 where id % 4 = $2', ['+'.repeat(random.below(400)), random.below(4)]],
    () => ['update rows.t set n = n + 1 where id % 11 = $1', [random.below(11)]],
    () => ['update rows.t set note = repeat(note, 40) where id % 40 = $1', [random.below(40)]],
    () => [
      'update rows.t set note = left(note, 20), k = left(k, 10) || id where length(note) > $1',
      [random.below(4000)],
    ],
  ]
  const change = async () => {
    const { top } = (await session.query('select coalesce(max(id), 0)::int as top from rows.t')).rows[0]
    const [text, values] = lane.pick(changes)(top)
    await session.query(text, values)
  }
  while (!lane.over()) {
    await lane.step(session, async () => {
      await change()
      await session.exec('savepoint a')
      await change()
      if (random.below(2) === 0) await session.exec('rollback to a')
      await session.exec('savepoint b')
      if (random.below(3) === 0) {
        await session
          .query('insert into rows.t select id, k, n, note from rows.t limit 1')
          .catch((/** @type {any} */ error) => {
            if (error.code !== '23505') throw error
          })
        await session.exec('rollback to b')
      }
      await change()
    })
    if (random.below(3) === 0)
      await lane.never(session, async () => {
        for (let count = 1 + random.below(4); count > 0; count--) await change()
      })
    const { count } = (await session.query('select count(*)::int as count from rows.t')).rows[0]
    if (count > 700) await lane.step(session, () => session.query('delete from rows.t where id % 3 > 0'))
  }
  await session.release()
}
