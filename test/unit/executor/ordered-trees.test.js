/**
 * Partitions and children read in an order by their indexes, one after the other or merged. The same is asked of a copy
 * of the rows that has no index, while rows change and an old snapshot reads on.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { seededRandom } from '../../../src/util/prng.js'
import { rounds } from '../../support/rounds.js'

const COLUMNS = 'id int, k int, t text collate "C", n numeric, f float8'
const ROWS = `select x, nullif((x * 7919) % 611, 3), case when x % 11 > 0 then 'k' || (x * 13) % 29 end,
  (x * 31 % 170) / 2.0, case x % 7 when 0 then 'NaN'::float8 when 1 then null else x % 13 end
  from generate_series(1, 1200) x`
const INDEXES = ['(k, id)', '(t nulls first, k)', '(n desc, k desc)', '(f)', '(lower(t), id)', '(k) where n > 10']

/** Names of the trees. */
const TREES = ['ranged', 'defaulted', 'hashed', 'listed', 'nested', 'many', 'family', 'composed']

/** @type {any} */
let db
beforeAll(async () => {
  db = await open(/** @type {any} */ ({ vfs: new MemoryVfs(), walSync: 'none', bufferPool: '16MB' }))
  const parts = (/** @type {string} */ tree, /** @type {string[]} */ bounds) =>
    bounds.map((bound, at) => `create table ${tree}_${at} partition of ${tree} ${bound}`).join('; ')
  const range = (/** @type {number} */ from, /** @type {number} */ to) => `for values from (${from}) to (${to})`
  await db.exec(`create table ranged (${COLUMNS}) partition by range (id); ${parts('ranged', [
      range(500, 1700), range(1700, 100000), range(-100000, 500), range(100000, 900000),
    ])};
    create table defaulted (${COLUMNS}) partition by range (k); ${parts('defaulted', [
      range(-9, 100), range(100, 400), 'default',
    ])};
    create table hashed (${COLUMNS}) partition by hash (id);
    ${parts('hashed', [0, 1, 2].map((at) => `for values with (modulus 3, remainder ${at})`))};
    create table listed (${COLUMNS}) partition by list ((k % 4));
    ${parts('listed', ['for values in (0, 3)', 'for values in (1, null)', 'default'])};
    create table nested (${COLUMNS}) partition by range (id);
    create table nested_0 partition of nested for values from (minvalue) to (1000);
    create table nested_1 partition of nested for values from (1000) to (maxvalue) partition by hash (k);
    create table nested_2 partition of nested_1 for values with (modulus 2, remainder 0);
    create table nested_3 partition of nested_1 for values with (modulus 2, remainder 1);
    create table many (${COLUMNS}) partition by hash (id);
    ${parts('many', Array.from({ length: 18 }, (_, at) => `for values with (modulus 18, remainder ${at})`))};
    create table composed (${COLUMNS}) partition by range (n, k);
    create table composed_1 partition of composed for values from (20, 200) to (50, 10);
    create table composed_0 partition of composed for values from (minvalue, minvalue) to (20, 200);
    create table composed_2 partition of composed for values from (50, 10) to (maxvalue, maxvalue);
    create table family (${COLUMNS}); create table child (extra text) inherits (family);
    create table grandchild () inherits (child)`)
  // Of another layout, so that members are read by code of their own.
  await db.exec(`create table ranged_5 (gone text, n numeric, f float8, k int, id int, t text collate "C");
      alter table ranged_5 drop gone;
    alter table ranged attach partition ranged_5 for values from (900000) to (9000000)`)
  for (const tree of TREES) {
    const columns = 'id, k, t, n, f'
    if (tree === 'family') {
      const third = (/** @type {number} */ at) => `select * from (${ROWS}) s(${columns}) where id % 3 = ${at}`
      await db.exec(`insert into family (${columns}) ${third(0)}; insert into child (${columns}) ${third(1)};
      insert into grandchild (${columns}) ${third(2)}`)
    } else await db.exec(`insert into ${tree} (${columns}) select *
      from (${ROWS}) s(${columns}) ${tree === 'composed' ? 'where k is not null' : ''}`)
    for (const member of tree === 'family' ? ['family', 'child', 'grandchild'] : [tree]) {
      for (const index of INDEXES) await db.exec(`create index on ${member} ${index}`)
    }
  }
  await db.exec('analyze')
})
afterAll(() => db.close())

const CHANGES = [
  'update T set k = (k * 7 + 13) % 401 where id % 5 = 0', "update T set t = t || 'x', n = n + 1 where k < 100",
  'delete from T where id % 17 = 3',
  'insert into T (id, k, t, n, f) select id + 1000000, k, t, n, f from T where id < 400',
  'update T set id = id + 200000 where id % 13 = 1', 'update T set f = -f where k > 300',
]
const KEYS = ['id', 'k', 'k, id', 't', 't, k', 'n', 'n, k', 'f', 'lower(t)', 'lower(t), id', 'n, k, id', 'k, t']
const WAYS = ['', ' desc', ' nulls first', ' desc nulls last']
const WHERES = [
  '', '', 'where n > 10', 'where k > 100 and k < 300', 'where id % 3 = 0', 'where k = 17', 'where t is not null',
  "where lower(t) = 'k7'", 'where id between 900 and 2100', 'where k in (5, 9, 17)', 'where id > (select 1500)',
]

test('rows of trees in an order are those of a sort', async () => {
  const { below } = seededRandom(11)
  const pick = (/** @type {any[]} */ list) => list[below(list.length)]
  const [writer, old] = await Promise.all([db.connect(), db.connect()])
  const seen = { merged: 0, followed: 0, backward: 0, ends: 0 }
  const steps = rounds(80, 480)
  for (let step = 0; step < steps; step++) {
    const tree = TREES[step % TREES.length]
    if (step % 40 < TREES.length) {
      if (step % 40 === 0) await old.exec('rollback; begin isolation level repeatable read; table family')
      const change = CHANGES[Math.floor(step / 40) % CHANGES.length]
      if (tree !== 'composed' || !change.includes('set k')) await writer.exec(change.replaceAll('T', tree))
    }
    const session = below(3) === 0 ? old : writer
    const way = pick(WAYS)
    const keys = pick(KEYS)
    const order = keys.split(', ').map((/** @type {string} */ key) => key + way).join(', ')
    const limit = pick([`limit ${1 + below(30)}`, `limit ${below(4)} offset ${below(200)}`, ''])
    const where = pick(WHERES)
    const shape = (/** @type {string} */ source) => step % 5 === 4
      ? `select min(${keys.split(', ')[0]}), max(k), min(id) from ${source} ${where}`
      : `select ${keys} from ${source} ${where} order by ${order} ${limit}`
    const rows = async (/** @type {string} */ text) =>
      JSON.stringify((await session.query({ text, rowMode: 'array' })).rows.map((/** @type {any[]} */ row) =>
        row.map((value) => (/^-?\d+\.\d*0$/.test(value) ? String(Number(value)) : value === 0 ? 0 : value))))
    const text = shape(tree)
    if (limit === '') await session.exec('set enable_seqscan = off')
    const plan = await rows(`explain ${text}`)
    if (plan.includes('Merge Append')) seen.merged++
    else if (/(?:Limit|\[\[") *.*Append/.test(plan) && !plan.includes('Sort')) seen.followed++
    if (plan.includes('Backward')) seen.backward++
    if (plan.includes('InitPlan 2')) seen.ends++
    const found = await rows(text)
    await session.exec('reset enable_seqscan')
    assert.equal(found, await rows(`with copy as materialized (select * from ${tree}) ${shape('copy')}`), text)
  }
  for (const [what, count] of Object.entries(seen)) assert.ok(count > 0, `${what}: ${JSON.stringify(seen)}`)
  await Promise.all([writer.release(), old.release()])
})

test('a cursor goes on in the order while rows before and behind it change', async () => {
  const session = await db.connect()
  await session.exec('create table moved (id int, k int) partition by hash (id)')
  for (let at = 0; at < 20; at++)
    await session.exec(`create table moved_${at} partition of moved for values with (modulus 20, remainder ${at})`)
  await session.exec(`create index on moved (k);
      insert into moved select x, x * 7919 % 4001 from generate_series(1, 4000) x; analyze moved;
    begin; set local enable_seqscan = off; declare c cursor for select k from moved where k is not null order by k`)
  const wanted = (await session.query('select k from moved order by k')).rows.map((/** @type {any} */ { k }) => k)
  const got = []
  for (;;) {
    const { rows } = await session.query('fetch 150 from c')
    if (rows.length === 0) break
    got.push(...rows.map((/** @type {any} */ { k }) => k))
    // Pages behind the cursor's change, split and empty; its rows do not.
    await session.exec(`update moved set k = k + 1 where id % 3 = 1;
      insert into moved select id + 10000, k from moved where id % 9 = 2; delete from moved where id % 40 = 7`)
  }
  assert.deepEqual(got, wanted)
  await session.exec('rollback')
  await session.release()
})
