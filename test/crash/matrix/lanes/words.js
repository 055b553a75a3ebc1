/**
 * Texts and what extensions bring: GIN and GiST over vectors, trigrams, hstore, ltree and arrays of integers, GIN over
 * an expression, classes of ordinary types, bloom, boxes (cube), spans (seg), numbers of products (isn) and queries.
 * Keys of new rows wait in the gin indexes, and are moved while rows change. `check` compares every entry with its row
 * after each cut.
 */
import { lookOfTables } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

export const name = 'words'
export const tables = ['words.t']

const BODY = "concat_ws(' ', 'word' || g % 17, md5((g % 23)::text), "
  + "case when g % 7 = 0 then repeat('long' || g || ' ', 60) end, 'running cats ' || g)"
const ROW = `g, ${BODY}, to_tsvector('english', ${BODY}), words.hstore('k' || g % 9, (g % 31)::text),
  ('a.b' || g % 6 || '.c' || g)::words.ltree, array[g % 5, g % 11, g], g % 40,
  words.cube(array[g % 13, g], array[g % 13 + 2, g + 1]), (g || ' .. ' || g + g % 19)::words.seg,
  to_tsquery('simple', 'word' || g % 17 || ' & !cats')`
const COLUMNS = 'id, body, v, h, path, e, c, box, span, asked'
const INDEXES = [
  'gin (v)', 'gist (v)', "gin (to_tsvector('simple'::regconfig, body))", 'gin (body words.gin_trgm_ops)',
  'gist (body words.gist_trgm_ops)', 'gin (h)', 'gist (h)', 'gist (path)', 'btree (path)', 'gin (e words.gin__int_ops)',
  'gist (e words.gist__int_ops)', 'gin (c, v) where id % 2 = 0', 'gist (c)',
  'gin (e) with (gin_pending_list_limit = 64)', 'gin (v) with (fastupdate = off)', 'gist (box)',
  'gist (span)', 'btree (span)', 'gist (asked)', 'btree (number)', 'hash (number)',
  'bloom (c, body) with (length = 32)',
]
const EXTENSIONS = ['pg_trgm', 'hstore', 'ltree', 'intarray', 'btree_gin', 'btree_gist', 'cube', 'seg', 'isn', 'bloom']

/** Keys that wait go where they belong. */
const MOVE = `select gin_clean_pending_list(c.oid) from pg_class c join pg_index on indexrelid = c.oid
  where indrelid = 'words.t'::regclass and relam = 2742`

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(`create schema words; ${EXTENSIONS.map((each) => `create extension ${each} schema words`).join('; ')};
    set search_path = public, words;
    create table words.t (id int primary key, body text, v tsvector, h words.hstore,
      path words.ltree, e int[], c int, box words.cube, span words.seg, asked tsquery,
      number words.ean13 generated always as
        (('978' || lpad((abs(id) % 1000)::text, 9, '0') || '?')::words.ean13) stored);
    insert into words.t (${COLUMNS}) select ${ROW} from generate_series(1, 60) g;
    ${INDEXES.map((each) => `create index on words.t using ${each}`).join('; ')}; reset search_path`)
}

/** @param {EmbeddedSession} session */
export const look = (session) => lookOfTables(session, tables)

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random } = lane
  const session = await lane.connect({ search_path: 'public, words' })
  const any = () => random.below(2000)
  const change = async () => {
    const from = any()
    await session.exec(lane.pick([
      `insert into words.t (${COLUMNS}) select ${ROW} from generate_series(${from}, ${from + random.below(60)}) g
        on conflict do nothing`,
      `insert into words.t (${COLUMNS}) select ${ROW} from generate_series(${from}, ${from + 3}) g
        on conflict (id) do update set body = excluded.body || ' twice', v = excluded.v || 'twice'`,
      `insert into words.t (id, body, v) values (${2000 + any()}, 'one ${any()} alone', 'one alone:${1 + any()}')`,
      `update words.t set v = v || to_tsvector('english', 'more words ${any()}')
        where id % 6 = ${random.below(6)}`,
      `update words.t set body = reverse(body) where id % 9 = ${random.below(9)}`,
      `update words.t set h = h || words.hstore('n${any()}', null) where id % 7 = ${random.below(7)}`,
      `update words.t set path = path || 'x${random.below(4)}'::text, e = e || ${any()}
        where id % 8 = ${random.below(8)}`,
      `update words.t set c = ${any()}, v = null where id % 10 = ${random.below(10)}`,
      `update words.t set box = words.cube_enlarge(box, ${1 + random.below(4)}, 2), span = '${random.below(50)} .. 60'
        where id % 11 = ${random.below(11)}`,
      `update words.t set asked = asked || 'more${any()}'::tsquery where id % 10 = ${random.below(10)}`,
      `update words.t set id = -id where id % 12 = ${random.below(12)}`,
      `delete from words.t where id % 5 = ${random.below(5)}`,
      `delete from words.t where v @@ 'word${random.below(17)}'`,
      `delete from words.t where body like '%${from % 97}%'`,
    ]))
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
    if (random.below(2) === 0) { // rows change and go again while their keys still wait
      const from = 4000 + any()
      await lane.step(session, () => session.exec(`insert into words.t (${COLUMNS})
        select ${ROW} from generate_series(${from}, ${from + random.below(12)}) g on conflict do nothing`))
      await lane.step(session, () => session.exec(lane.pick([
        'delete from words.t where id > 4000',
        "update words.t set v = 'other:1', e = e || 7 where id > 4000 and id % 2 = 0",
        "update words.t set v = 'one:1', e = array[id % 5] where id > 4000",
      ])))
    }
    if (random.below(3) === 0) await lane.step(session, () => session.exec(MOVE))
    if (random.below(12) === 0) await lane.step(session, () => session.exec('reindex table words.t'))
    const { rows: [{ count }] } = await session.query('select count(*)::int as count from words.t')
    if (count > 300) await lane.step(session, () => session.exec('delete from words.t where id % 3 > 0'))
  }
  await session.release()
}
