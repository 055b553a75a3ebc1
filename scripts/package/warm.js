/**
 * Makes the code cache for this version of Node: runs what a program runs first, and keeps what V8 compiled on the way. The package's postinstall; nothing is wrong
 * when it cannot write. Arguments: cli, for the flags of the command line; first, to run only what every program does, and print what of the script that is (for the build).
 */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import v8 from 'node:v8'

const [what] = process.argv.slice(2)
if (what === 'cli') await import('../src/server/process-memory.js')
const { cacheFile, loadBundle } = await import('./load.js')
const path = fileURLToPath(cacheFile())
// What ran long ago is kept too. What ran often is not marked as such: the next process would compile it to machine code when it is first called.
v8.setFlagsFromString('--no-flush-bytecode')
v8.setFlagsFromString('--no-sparkplug')
if (what !== 'first') rmSync(path, { force: true })
const { script, exports } = loadBundle()

const watching = what === 'first' ? await watch() : null
const dir = mkdtempSync(join(tmpdir(), 'seawall-warm-'))
try {
  for (const where of [':memory:', join(dir, 'data'), join(dir, 'data')]) {
    const db = await exports.open(where)
    await everyProgram(db)
    if (what !== 'first') await manyPrograms(db)
    await db.close()
  }
  if (watching !== null) process.stdout.write(JSON.stringify(await watching()))
  else {
    // The cache is valid under the flags that it is made under.
    v8.setFlagsFromString('--flush-bytecode')
    v8.setFlagsFromString('--sparkplug')
    const bytes = script.createCachedData()
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(`${path}.${process.pid}`, bytes)
    renameSync(`${path}.${process.pid}`, path)
  }
} finally {
  rmSync(dir, { recursive: true, force: true })
}

/** @returns {Promise<() => Promise<number[]>>} tells where in the script the functions begin that have run since */
async function watch() {
  const { Session } = await import('node:inspector/promises')
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result.filter(({ url }) => url.endsWith('seawall.js')).flatMap(({ functions }) => functions).map(({ ranges: [range] }) => range).filter(({ count }) => count > 0).map(({ startOffset }) => startOffset)
  }
}

/** @param {any} db */
async function everyProgram(db) {
  await db.exec(`create table if not exists first (id int primary key, name text not null, n bigint, at timestamptz); delete from first;
    insert into first (id, name, n) values (1, 'one', 1), (2, 'two', null)`)
  await db.query('insert into first (id, name) values ($1, $2)', [3, 'three'])
  await db.query('select id, name from first where id = $1', [1])
  await db.query('select name, n from first where id = 1')
  await db.transaction(async (/** @type {any} */ tx) => { await tx.query('update first set n = n + 1 where id = $1', [1]) })
  await db.query('select 42 as answer')
}

/** @param {any} db */
async function manyPrograms(db) {
  await db.exec(`drop table first;
    create table if not exists first (id int primary key, name text not null, at timestamptz default now(), price numeric(10, 2));
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
  await db.query('select nothing from nowhere').catch(() => undefined)
  await db.exec("explain select * from first; alter table first add column more text default 'x'; drop table second, first")
}
