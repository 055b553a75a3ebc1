/**
 * `open(path, { worker })` on a disk whose sync does not come: a commit waits, what it did is told nobody, and sessions
 * that have not met it go on.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { open } from '../../../src/index.js'

/** What the thread imports before it opens: while one file is there, syncs wait, and make the other. */
const holding = (/** @type {string} */ hold, /** @type {string} */ waits) => `
  import fs from 'node:fs'
  const { fdatasync } = fs
  fs.fdatasync = (fd, done) => {
    if (!fs.existsSync(${JSON.stringify(hold)})) return fdatasync(fd, done)
    fs.writeFileSync(${JSON.stringify(waits)}, '')
    setTimeout(() => fs.fdatasync(fd, done), 5)
  }
`

const pause = (/** @type {number} */ ms) => new Promise((resolve) => { setTimeout(resolve, ms) })

test('nothing that is not durable leaves the thread, and others go on', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'seawall-worker-'))
  const [hold, waits] = [join(dir, 'hold'), join(dir, 'waits')]
  writeFileSync(join(dir, 'holding.mjs'), holding(hold, waits))
  const db = await open(join(dir, 'data'), { worker: join(dir, 'holding.mjs') })
  const [writer, reader, failing, other] = await Promise.all([1, 2, 3, 4].map(() => db.connect()))
  const client = new pg.Client({ stream: db.createConnection(), user: 'postgres', database: 'postgres' })
  await client.connect()
  await db.exec('create table t (a int primary key); create table quiet (a int); insert into quiet values (7)')
  await db.checkpoint()
  writeFileSync(hold, '')
  /** @type {string[]} */
  const heard = []
  const note = (/** @type {string} */ name) => (/** @type {any} */ told) => {
    heard.push(name)
    return told
  }
  const committing = writer.query('insert into t values (1)').then(note('the commit'))
  while (!existsSync(waits)) await pause(5)
  const rows = reader.query('select a from t').then(note('rows'))
  const count = client.query('select count(*)::int as n from t').then(note('a count'))
  const error = failing.query('insert into t values (1)').catch(note('an error'))
  await pause(200)
  assert.deepEqual((await other.query('select a from quiet')).rows, [{ a: 7 }], 'who has not met it goes on')
  assert.deepEqual(heard, [])
  rmSync(hold)
  await committing
  assert.deepEqual((await rows).rows, [{ a: 1 }])
  assert.deepEqual((await count).rows, [{ n: 1 }])
  assert.equal((await error).code, '23505')
  await client.end()
  for (const session of [writer, reader, failing, other]) await session.release()
  await db.close()
  rmSync(dir, { recursive: true })
})
