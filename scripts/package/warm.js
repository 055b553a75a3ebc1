/**
 * Makes the code cache for this version of Node: runs what a program runs first, and keeps what V8 compiled on the way. The package's postinstall; nothing is wrong
 * when it cannot write. Arguments: cli, for the flags of the command line.
 */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

if (process.argv[2] === 'cli') await import('../bin/process-memory.js')
const { cacheFile, loadBundle } = await import('./load.js')
const path = fileURLToPath(cacheFile())
rmSync(path, { force: true })
const { script, exports } = loadBundle()

const dir = mkdtempSync(join(tmpdir(), 'seawall-warm-'))
try {
  for (const where of [':memory:', join(dir, 'data'), join(dir, 'data')]) await firstSteps(await exports.open(where))
  const bytes = script.createCachedData()
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(`${path}.${process.pid}`, bytes)
  renameSync(`${path}.${process.pid}`, path)
} finally {
  rmSync(dir, { recursive: true, force: true })
}

/** @param {any} db */
async function firstSteps(db) {
  await db.exec(`create table if not exists first (id int primary key, name text not null, at timestamptz default now(), price numeric(10, 2));
    create table if not exists second (id serial primary key, first_id int references first, data jsonb);
    create index if not exists second_first on second (first_id);
    delete from second; delete from first;
    insert into first (id, name, price) values (1, 'one', 1.5), (2, 'two', null);
    insert into second (first_id, data) values (1, '{"a": 1}'), (2, '[1, 2]')`)
  await db.query('insert into first (id, name) values ($1, $2) on conflict (id) do update set name = excluded.name returning *', [3, 'three'])
  await db.query('select f.id, f.name, count(*) as n, max(s.id) from first f left join second s on s.first_id = f.id where f.id < $1 group by f.id, f.name order by n desc, f.id limit 10', [10])
  await db.query("select name from first where id in (select first_id from second) and name like 't%' or price > 1")
  await db.transaction(async (/** @type {any} */ tx) => {
    await tx.query('update first set price = coalesce(price, 0) + 1 where id = $1', [1])
    await tx.query('delete from second where first_id = 2')
  })
  const one = db.prepare('select name from first where id = $1')
  one.get(1)
  one.all(1)
  db.prepare('update first set name = $2 where id = $1').run(1, 'uno')
  await db.query('select 42 as answer')
  await db.query('select nothing from nowhere').catch(() => undefined)
  await db.exec("explain select * from first; alter table first add column more text default 'x'; drop table second, first")
  await db.close()
}
