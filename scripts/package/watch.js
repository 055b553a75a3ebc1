/**
 * Runs what every program does first, and prints where in the script the functions begin that ran (JSON): the build has
 * the others' modules wait. Argument: the lib/load.js of a package being made.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { loadBundle } = await import(pathToFileURL(process.argv[2]).href)
const { exports } = loadBundle()
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

const dir = mkdtempSync(join(tmpdir(), 'seawall-watch-'))
try {
  for (const where of [':memory:', join(dir, 'data'), join(dir, 'data')]) {
    const db = await exports.open(where)
    await everyProgram(db)
    await db.close()
  }
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const ran = result
    .filter(({ url }) => url.endsWith('seawall.js'))
    .flatMap(({ functions }) => functions)
    .map(({ ranges: [range] }) => range)
    .filter(({ count }) => count > 0)
  process.stdout.write(JSON.stringify(ran.map(({ startOffset }) => startOffset)))
} finally {
  rmSync(dir, { recursive: true, force: true })
}

/** @param {any} db */
async function everyProgram(db) {
  await db.exec(`create table if not exists first (id int primary key, name text not null, n bigint, at timestamptz); delete from first;
    insert into first (id, name, n) values (1, 'one', 1), (2, 'two', null)`)
  await db.query('insert into first (id, name) values ($1, $2)', [3, 'three'])
  await db.query('select id, name from first where id = $1', [1])
  await db.query('select name, n from first where id = 1')
  await db.transaction(async (/** @type {any} */ tx) => {
    await tx.query('update first set n = n + 1 where id = $1', [1])
  })
  await db.query('select 42 as answer')
}
