/**
 * Makes test/fixtures/directory-<version>.br: directories as a release makes them, one closed and one killed, which
 * later releases open in test/unit/engine/upgrade.test.js. Once, when the version is released; or with the sources of
 * an earlier release:
 *
 *     node scripts/make-directory-fixture.js [its src/index.js]
 */
import fs from 'node:fs'
import os from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pack } from '../test/support/directory-fixture.js'

const index = resolve(process.argv[2] ?? new URL('../src/index.js', import.meta.url).pathname)
const { open } = await import(pathToFileURL(index).href)
const top = fs.mkdtempSync(join(os.tmpdir(), 'seawall-fixture-'))

/** @param {string} path @returns {Map<string, Uint8Array>} all but the lock */
const filesOf = (path) =>
  new Map(
    fs
      .readdirSync(path, { recursive: true, withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && !entry.name.startsWith('seawall.lock') && !entry.name.startsWith('double-write')
      )
      .map((entry) => {
        const full = join(entry.parentPath ?? entry.path, entry.name)
        return [full.slice(path.length + 1), fs.readFileSync(full)]
      })
  )

/** @param {string} path */
async function work(path) {
  const db = await open({ path, bufferPool: '2MB', walSegmentBytes: 64 * 1024 })
  await db.exec(`create type mood as enum ('sad', 'ok', 'glad');
    create table people (id int primary key, name text not null, feels mood, notes text);
    insert into people select n, 'name ' || n, (array['sad', 'ok', 'glad'])[1 + n % 3]::mood, null from generate_series(1, 200) n;
    update people set notes = repeat('long ', 3000) where id = 7;
    create index people_name on people (name);
    create view glad as select id, name from people where feels = 'glad';
    create sequence numbers start 100;
    select nextval('numbers');
    create table pets (id serial primary key, owner int references people on delete cascade, data jsonb);
    insert into pets (owner, data) select n, jsonb_build_object('n', n) from generate_series(1, 20) n;
    comment on schema public is 'our schema';
    create role clerk login`)
  await db.exec('create database other')
  const other = await db.connect({ database: 'other' })
  await other.exec('create table there (a int); insert into there values (1), (2)')
  return db
}

const closed = await work(join(top, 'closed'))
await closed.close()
const killed = await work(join(top, 'killed'))
await killed.checkpoint()
await killed.exec("insert into people select n, 'late ' || n, 'ok', null from generate_series(201, 250) n; delete from people where id between 11 and 20; select nextval('numbers')")
const unfinished = await killed.connect()
await unfinished.exec("begin; update people set name = 'never' where id < 100; create table never (a int)")
await killed.query('insert into pets (owner) values (1)') // durable, and all before it
const directories = { closed: filesOf(join(top, 'closed')), killed: filesOf(join(top, 'killed')) }
await unfinished.exec('rollback')
await killed.close()
fs.rmSync(top, { recursive: true })

const version = Buffer.from(directories.closed.get('control')).readUInt32LE(8)
const path = new URL(`../test/fixtures/directory-${version}.br`, import.meta.url)
fs.mkdirSync(new URL('.', path), { recursive: true })
fs.writeFileSync(path, pack(directories))
console.log(`${path.pathname}: ${fs.statSync(path).size} bytes`)
