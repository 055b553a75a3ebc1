/** Purge that is refused in the middle of a row, for want of room: it goes on later, and takes nothing else. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { fileAccessError, systemError } from '../../../src/errors/storage.js'
import { open } from '../../../src/index.js'
import { vacuum } from '../../../src/storage/heap/heap-purge.js'

/** @import { Database } from '../../../src/index.js' */

/** Rows moved to other pages and back, long values written over and deleted. @param {string} t a table */
const changesOf = (t) => `
  update ${t} set b = repeat('z', 1500), c = c + 100 where a in (5, 9);
  update ${t} set b = 's', c = c + 100 where a in (5, 9);
  update ${t} set b = repeat('v', 1500) where a in (6, 13);
  update ${t} set b = 's' where a in (6, 13);
  update ${t} set b = (select string_agg(md5(g::text), '') from generate_series(1, 900) g) where a in (20, 21);
  update ${t} set b = 'q' where a = 20;
  update ${t} set b = repeat('w', 1500) where a = 7;
  delete from ${t} where a in (7, 11, 21)`

/**
 * The nth record from here on finds no room.
 * @param {Database} db @param {number} nth @returns {() => number} heals it, and says how many there were
 */
function refuseAt({ cluster: { wal } }, nth) {
  const { reserve } = wal
  let count = 0
  wal.reserve = (/** @type {number} */ bytes) => {
    if (++count === nth) throw fileAccessError('extend', 'wal', systemError('ENOSPC'))
    return reserve.call(wal, bytes)
  }
  return () => {
    wal.reserve = reserve
    return count
  }
}

/** Until there is nothing to do or no room. @param {Database} db */
function purge({ cluster: { maintenance } }) {
  try {
    while (maintenance.purge(1000)) { /* the next piece */ }
  } catch (error) {
    assert.equal(/** @type {{ code: string }} */ (error).code, '53100')
  }
}

/**
 * The nth record that purge would log finds no room.
 * @param {Database} db @param {number} nth @returns {Promise<boolean>} whether there were so many
 */
async function purgeRefusedAt(db, nth) {
  const { maintenance } = db.cluster
  const name = `t${nth}`
  await db.exec(`create table ${name} (a int primary key, c int, b text); create index on ${name} (c);
    insert into ${name} select g, g, repeat('x', 300) from generate_series(1, 30) g`)
  while (maintenance.purge(1000)) { /* nothing else is left */ }
  const holder = await db.connect()
  await holder.exec('begin isolation level repeatable read; select 1')
  await db.exec(changesOf(name))
  const heal = refuseAt(db, nth)
  await holder.exec('commit')
  purge(db)
  const count = heal()
  await holder.release()
  // What was freed so far is somebody else's: rows, and bodies of rows that move.
  await db.exec(`update ${name} set b = repeat('m', 1500) where a in (1, 2, 3)`)
  await db.exec(`insert into ${name} select g, g, repeat('n', 400) from generate_series(100, 160) g`)
  while (maintenance.purge(1000)) { /* the rest */ }
  const { rows } = await db.query(
    `select count(*)::int n, sum(length(b))::int l, count(*) filter (where a >= 100)::int m from ${name}`
  )
  assert.deepEqual(rows, [{ n: 27 + 61, l: 19 * 300 + 3 * 1500 + 4 + 1 + 61 * 400, m: 61 }], name)
  return count >= nth
}

test('what purge is refused for want of room it does later, wherever that was, and nothing twice', async () => {
  const db = await open(':memory:')
  const { maintenance } = db.cluster
  let nth = 1
  while (await purgeRefusedAt(db, nth)) nth++
  assert.ok(nth > 25, `${nth} records`)
  maintenance.sweepSoon()
  await maintenance.sweeping
  assert.deepEqual((await db.check()).problems, [])
  await db.close()
})

test('what is left while a sweep goes by is left to the next one', async () => {
  const db = await open(':memory:')
  const { maintenance, txns, heapEnv } = db.cluster
  for (let nth = 1; nth <= 3; nth++) {
    const name = `t${nth}`
    await db.exec(`create table ${name} (a int primary key, b text);
      insert into ${name} select g, repeat('x', 300) from generate_series(1, 30) g;
      update ${name} set b = repeat('z', 1500) where a = 5`)
    purge(db)
    const [{ fileId }] = (await db.query(
      `select relfilenode::int as "fileId" from pg_class where relname = '${name}'`)).rows
    const holder = await db.connect()
    await holder.exec('begin isolation level repeatable read; select 1')
    await db.exec(`delete from ${name} where a = 5`)
    const relation = db.session.database.storage.purgeRelation(fileId)
    assert.ok(relation !== null)
    txns.sweepFiles.add(fileId)
    const sweep = vacuum(heapEnv, relation)
    sweep.next() // has passed the row, and goes by its body, which the row has
    const heal = refuseAt(db, nth)
    await holder.exec('commit')
    purge(db)
    heal()
    await holder.release()
    purge(db)
    while (!sweep.next().done) { /* to its end */ }
    // Its entry goes first, then its home, then its body.
    assert.equal(txns.sweepFiles.has(fileId), nth === 3, name)
    maintenance.sweepSoon()
    await maintenance.sweeping
    assert.equal(txns.sweepFiles.size, 0)
    assert.deepEqual((await db.check()).problems, [])
  }
  await db.close()
})
