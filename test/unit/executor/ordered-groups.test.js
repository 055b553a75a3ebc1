/**
 * Groups and different rows made one at a time from an index's order, where a LIMIT ends the input early. The same is
 * asked of a copy of the rows that has no index, which groups by a table and sorts, while rows change and an old
 * snapshot reads on.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { seededRandom } from '../../../src/util/prng.js'
import { rounds } from '../../support/rounds.js'

/** @type {any} */
let db
beforeAll(async () => {
  db = await open(/** @type {any} */ ({ vfs: new MemoryVfs(), walSync: 'none', bufferPool: '16MB' }))
  await db.exec(`create table g (id int primary key, i int, n numeric, f float8, t text collate "C", c char(4), k int not null, v int);
    insert into g select x, nullif((x * 7919) % 61, 3), case x % 5 when 0 then 1.0 when 1 then 1.00 when 2 then null else (x * 31 % 17) / 2.0 end, case x % 7 when 0 then 'NaN' when 1 then '-0'::float8 when 2 then 0
      when 3 then null else x % 13 end, case when x % 11 > 0 then 'k' || (x * 13) % 29 end, (array['a', 'b ', 'b', 'ccc', null])[1 + x % 5], (x * 271) % 401, (x * 37) % 1009 from generate_series(1, 4000) x;
    create index on g (k, i); create index on g (i desc, t); create index on g (t nulls first, n); create index on g (n, f); create index on g (f desc nulls last); create index on g (c, t); create index on g (i) where v > 300; analyze`)
})
afterAll(() => db.close())

const CHANGES = [
  'update g set k = (k * 7 + 13) % 401 where id % 5 = 0',
  "update g set i = nullif((i + 11) % 61, 7), t = t || 'x' where v < 100", 'delete from g where id % 17 = 3',
  'insert into g select id + 100000, i, n, f, t, c, k, v from g where id < 900',
  "update g set n = n + 1, f = -f, c = 'z' where v between 200 and 400", 'update g set k = k where v > 300',
]
const KEYS = [['k'], ['k', 'i'], ['i'], ['i', 't'], ['t'], ['t', 'n'], ['n'], ['n', 'f'], ['f'], ['c'], ['c', 't']]
const AGGREGATES = [
  'count(*)', 'sum(v)', 'min(t)', 'avg(v)', 'count(distinct v)', "string_agg(v::text, ',' order by id)",
  'count(*) filter (where v > 500)', 'array_agg(v order by v, id desc)',
  'percentile_disc(0.5) within group (order by v)', 'max(v) - min(v)',
]
const WAYS = ['', ' desc', ' nulls first', ' desc nulls last']

test('groups in order are those of a table of groups', async () => {
  const { below } = seededRandom(5)
  const pick = (/** @type {any[]} */ list) => list[below(list.length)]
  const [writer, old] = await Promise.all([db.connect(), db.connect()])
  let ordered = 0
  const steps = rounds(30, 104)
  for (let step = 0; step < steps; step++) {
    if (step % 26 === 0) {
      await old.exec('rollback; begin isolation level repeatable read; select count(*) from g')
      await writer.exec(CHANGES[(step / 26) % CHANGES.length])
    }
    const keys = pick(KEYS)
    const where = pick([
      '', '', 'where v > 300', 'where k > 100', 'where v % 3 = 0', 'where i between 5 and 40', 'where t is not null',
    ])
    const way = pick(WAYS)
    const order = keys.map((/** @type {string} */ key) => key + way).join(', ')
    const limit = pick([
      `limit ${1 + below(9)}`, `limit ${below(4)} offset ${below(9)}`,
      `offset ${below(5)} fetch first ${1 + below(4)} rows with ties`,
    ])
    const kind = below(4)
    const shape = (/** @type {string} */ source) =>
      kind === 0
        ? `select distinct ${keys} from ${source} ${where} order by ${order} ${limit}`
        : kind === 1
          ? `select distinct on (${keys}) ${keys}, id from ${source} ${where} order by ${order}, id ${limit}`
          : `select ${keys}, ${aggregates} from ${source} ${where} group by ${keys} ${having} order by ${order}${kind === 2 ? ', count(*)' : ''} ${limit}`
    const aggregates = `${pick(AGGREGATES)}, ${pick(AGGREGATES)}`
    const having = pick(['', '', 'having count(*) > 20', 'having sum(v) % 3 = 0'])
    const session = below(3) === 0 ? old : writer
    const rows = async (/** @type {string} */ text) =>
      JSON.stringify(
        (await session.query({ text, rowMode: 'array' })).rows.map((/** @type {any[]} */ row) =>
          row.map((value) => (/^\d+\.\d*0$/.test(value) ? String(Number(value)) : value === 0 ? 0 : value)),
        ),
      )
    const text = shape('g')
    const plan = await rows(`explain ${text}`)
    if (/GroupAggregate|Unique/.test(plan) && !plan.includes('Sort Key')) ordered++
    assert.equal(await rows(text), await rows(`with copy as materialized (select * from g) ${shape('copy')}`), text)
  }
  assert.ok(ordered > rounds(1, 12), `${ordered} in order`)
  await old.exec('rollback')
})

test('a group that nobody wants is not computed', async () => {
  const rows = async (/** @type {string} */ text) => (await db.query({ text, rowMode: 'array' })).rows
  assert.deepEqual(await rows('select k, sum(1 / (k - 3)) < 0 from g group by k order by k limit 3'), [
    [0, false], [1, false], [2, true],
  ])
  await assert.rejects(rows('select k, sum(1 / (k - 3)) from g group by k order by k limit 4'), { code: '22012' })
})
