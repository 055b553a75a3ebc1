/**
 * A full disk: writing is refused and goes on when there is room again, without a restart; what was acknowledged stays;
 * reading, rollback and commit go on meanwhile.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { fileAccessError, systemError } from '../../../src/errors/storage.js'
import { open } from '../../../src/index.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'

const OPTIONS = { bufferPool: '2MB', walSegmentBytes: 256 * 1024 }
const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** @param {any} db */
const accounts = async (db) => (await db.query('select count(*)::int n, sum(balance)::int total from accounts')).rows[0]

/** @param {FaultVfs} disk @param {any} options */
async function makeBank(disk, options = {}) {
  const db = await open({ ...OPTIONS, ...options, vfs: disk })
  await db.exec("create table accounts (a int primary key, balance int, filler text); insert into accounts select g, 0, repeat('x', 80) from generate_series(1, 500) g")
  await db.exec('create table history (a int, delta int, filler text)')
  return db
}

/**
 * Transactions as pgbench's until one is refused.
 * @param {any} db
 * @param {{ done: number }} count
 * @param {number} most
 * @returns {Promise<any>} the error
 */
async function work(db, count, most) {
  for (let step = 0; step < most; step++) {
    try {
      await db.transaction(async (/** @type {any} */ txn) => {
        await txn.query('update accounts set balance = balance + 1 where a = $1', [1 + count.done % 500])
        await txn.query("insert into history values ($1, 1, repeat('h', 200))", [count.done % 500])
      })
      count.done++
    } catch (error) {
      return error
    }
  }
  return null
}

for (const walSync of /** @type {const} */ (['immediate', 'batch', 'none'])) {
  test(`filled several times, ${walSync}`, async () => {
    const disk = new FaultVfs({ seed: 7 })
    /** @type {string[]} */
    const log = []
    const db = await makeBank(disk, { walSync, logger: (/** @type {string} */ line) => log.push(line) })
    const count = { done: 0 }
    for (let round = 0; round < 5; round++) {
      disk.options.capacityBytes = disk.usedBytes() + 40_000 + round * 60_000
      const error = await work(db, count, 20_000)
      assert.equal(error?.code, '53100', `round ${round}: ${error?.stack}`)
      assert.deepEqual(await accounts(db), { n: 500, total: count.done }, 'reading goes on')
      assert.equal((await work(db, count, 1000))?.code, '53100')
      disk.options.capacityBytes = disk.usedBytes() + 4_000_000
      await pause(150)
      assert.equal(await work(db, count, 20), null, `round ${round}: writing goes on`)
    }
    assert.equal(/** @type {any} */ (db).cluster.wal.failed, null, log.join('\n'))
    assert.deepEqual((await db.query('select count(*)::int n from history')).rows, [{ n: count.done }])
    disk.options.capacityBytes = undefined
    const again = await open({ ...OPTIONS, vfs: disk.afterKill() })
    assert.deepEqual(await accounts(again), { n: 500, total: count.done })
    assert.deepEqual((await again.check()).problems, [])
    await again.close()
  })
}

for (const walSync of /** @type {const} */ (['immediate', 'none'])) {
  test(`filled where what is written over needs room as well, ${walSync}`, async () => {
    const disk = new FaultVfs({ seed: 11 })
    const db = /** @type {any} */ (await makeBank(disk, { walSync, walSegmentBytes: 1 << 20 }))
    await db.exec("create table wide (a int primary key, v text); insert into wide select g, repeat('w', 900) from generate_series(1, 4000) g")
    await db.checkpoint()
    const count = { done: 0 }
    disk.options.copyOnWrite = true
    for (let round = 0; round < 2; round++) {
      const session = await db.connect()
      await session.exec("begin; update wide set v = v || 'more' where a % 7 = 0")
      disk.options.capacityBytes = disk.usedBytes() + round * 60_000
      const error = await work(db, count, 20_000)
      assert.equal(error?.code, '53100', `round ${round}: ${error?.stack}`)
      await session.exec('rollback') // of pages that have left the pool
      await session.release()
      assert.deepEqual(await accounts(db), { n: 500, total: count.done }, 'reading goes on')
      assert.equal(db.cluster.wal.failed, null)
      disk.options.capacityBytes = disk.usedBytes() + 6_000_000
      await pause(400)
      assert.equal(await work(db, count, 20), null, `round ${round}: writing goes on`)
      disk.options.capacityBytes = undefined // the next round's update asks for four times the log's buffer
    }
    const again = await open({ ...OPTIONS, vfs: disk.afterKill() })
    assert.deepEqual(await accounts(again), { n: 500, total: count.done })
    assert.deepEqual((await again.query('select max(length(v)) n from wide')).rows, [{ n: 900 }])
    assert.deepEqual((await again.check()).problems, [])
    await again.close()
  })
}

for (const end of ['rollback', 'rollback to s']) {
  test(`not a block is free, and the reserve is spent: ${end} waits for room`, async () => {
    const disk = new FaultVfs({ seed: 13 })
    const db = /** @type {any} */ (await makeBank(disk))
    const { wal } = db.cluster
    const session = await db.connect()
    await session.exec("begin; savepoint s; update accounts set balance = 1, filler = repeat('y', 80)")
    // The rollback will not fit what is left of the segment.
    while (wal.segments.roomEnd - wal.position > 20_000)
      await db.query("insert into history values (1, 1, repeat('h', 900))")
    while (wal.segments.giveSpace());
    wal.freeReserve(fileAccessError('write', 'wal', systemError('ENOSPC')))
    Object.assign(disk.options, { copyOnWrite: true, capacityBytes: disk.usedBytes() }) // others have taken its room
    let isOver = false
    const over = session.exec(end).catch((/** @type {any} */ error) => error).then(() => { isOver = true })
    await pause(300)
    assert.equal(isOver, false, 'it waits')
    assert.equal(wal.failed, null)
    assert.equal((await db.query('select count(*)::int n from accounts where balance = 0')).rows[0].n, 500)
    disk.options.capacityBytes = undefined
    await over
    if (end !== 'rollback') await session.exec('rollback')
    await session.release()
    await db.query('update accounts set balance = 2')
    assert.deepEqual(await accounts(db), { n: 500, total: 1000 })
    assert.deepEqual((await db.check()).problems, [])
    await db.close()
  })
}

test('not a block is free: statements that are refused leave synchronous commits their room', async () => {
  const disk = new FaultVfs({ seed: 14 })
  const db = /** @type {any} */ (await makeBank(disk, { walSync: 'none' }))
  const { wal } = db.cluster
  while (wal.segments.giveSpace());
  wal.freeReserve(fileAccessError('write', 'wal', systemError('ENOSPC')))
  Object.assign(disk.options, { copyOnWrite: true, capacityBytes: disk.usedBytes() + 100_000 })
  const before = disk.usedBytes()
  const rows = Array.from({ length: 400 }, (_, a) => [a, 'h'.repeat(900)])
  for (let round = 0; round < 30; round++) {
    assert.throws(() => db.prepare('insert into history values ($1, 1, $2)').runMany(rows), { code: '53100' })
    db.prepare('select 1').get()
  }
  assert.equal(disk.usedBytes(), before, 'no file grows')
  assert.equal(wal.failed, null)
  disk.options.capacityBytes = undefined
  await pause(150)
  db.prepare('insert into history values (1, 1, $1)').run('h')
  assert.deepEqual((await db.query('select count(*)::int n from history')).rows, [{ n: 1 }])
  await db.close()
})

test('not a block is free: a fork is refused, and its origin goes on', async () => {
  const disk = new FaultVfs({ seed: 15 })
  const db = /** @type {any} */ (await makeBank(disk))
  const { wal } = db.cluster
  const session = await db.connect()
  await session.exec('begin; update accounts set balance = 1')
  while (wal.segments.giveSpace());
  wal.freeReserve(fileAccessError('write', 'wal', systemError('ENOSPC')))
  Object.assign(disk.options, { copyOnWrite: true, capacityBytes: disk.usedBytes() })
  await assert.rejects(db.fork(), { code: '53100' })
  assert.equal(wal.failed, null)
  disk.options.capacityBytes = undefined
  await pause(150)
  const fork = await db.fork()
  assert.deepEqual(await accounts(fork), { n: 500, total: 0 })
  await fork.close()
  await session.exec('commit')
  await session.release()
  assert.deepEqual(await accounts(db), { n: 500, total: 500 })
  await db.close()
})

test('opened while it is full', async () => {
  const disk = new FaultVfs({ seed: 3 })
  const db = await makeBank(disk)
  const count = { done: 0 }
  disk.options.capacityBytes = disk.usedBytes() + 100_000
  assert.equal((await work(db, count, 20_000)).code, '53100')
  const session = await db.connect()
  await session.query('begin')
  await session.query('select 1')
  const { capacityBytes } = disk.options
  const killed = disk.afterKill({ capacityBytes: Math.min(capacityBytes, disk.usedBytes()) })
  /** @type {string[]} */
  const log = []
  const again = await open({ ...OPTIONS, vfs: killed, logger: (line) => log.push(line) })
  assert.deepEqual(await accounts(again), { n: 500, total: count.done }, 'reading works')
  const before = count.done
  await work(again, count, 100)
  assert.deepEqual(await accounts(again), { n: 500, total: count.done })
  killed.options.capacityBytes = undefined
  await pause(150)
  assert.equal(await work(again, count, 20), null, log.join('\n'))
  assert.ok(count.done >= before + 20)
  await again.close()
  const last = await open({ ...OPTIONS, vfs: killed })
  assert.deepEqual(await accounts(last), { n: 500, total: count.done })
  assert.deepEqual((await last.check()).problems, [])
  await last.close()
})

test('closed while it is full', async () => {
  const disk = new FaultVfs({ seed: 5 })
  const db = await makeBank(disk)
  const count = { done: 0 }
  disk.options.capacityBytes = disk.usedBytes() + 60_000
  assert.equal((await work(db, count, 20_000)).code, '53100')
  disk.options.capacityBytes = disk.usedBytes()
  await db.close()
  assert.equal(disk.handleCount, 0)
  const again = await open({ ...OPTIONS, vfs: disk })
  assert.deepEqual(await accounts(again), { n: 500, total: count.done })
  await again.close()
})

test('a large change that does not fit is undone', async () => {
  const disk = new FaultVfs({ seed: 9 })
  const db = await makeBank(disk)
  const before = await accounts(db)
  for (const bytes of [1_000_000, 3_000_000, 6_000_000]) {
    disk.options.capacityBytes = disk.usedBytes() + bytes
    await assert.rejects(
      db.query("insert into accounts select g, 1, repeat('y', 60) from generate_series(1000, 60000) g"),
      { code: '53100' },
    )
    await assert
      .rejects(
        db.query(
          "update accounts set filler = filler || repeat('z', 500), balance = 1 from generate_series(1, 2000) g",
        ),
        { code: '53100' },
      )
      .catch(() => undefined)
    disk.options.capacityBytes = disk.usedBytes() + 4_000_000
    await pause(150)
    await db.query('update accounts set balance = 0, filler = $1', ['x'])
    assert.deepEqual(await accounts(db), before, `${bytes} bytes`)
  }
  assert.deepEqual((await db.check()).problems, [])
  assert.equal(/** @type {any} */ (db).cluster.wal.failed, null)
  await db.close()
})

test('a write of the log that finds no room where it has blocks is tried again', async () => {
  const disk = new FaultVfs({ seed: 11 })
  const db = await makeBank(disk)
  const { wal } = /** @type {any} */ (db).cluster
  const write = wal.segments.write.bind(wal.segments)
  let failures = 8
  wal.segments.write = (/** @type {any[]} */ ...args) => {
    if (failures-- > 0) throw fileAccessError('write', 'wal/1', systemError('ENOSPC'))
    return write(...args)
  }
  const count = { done: 0 }
  const answered = work(db, count, 1)
  await pause(20)
  assert.deepEqual(await accounts(db).then(() => 'answered'), 'answered')
  assert.equal(await answered, null)
  assert.equal(count.done, 1)
  await pause(150)
  assert.equal(await work(db, count, 3), null)
  const again = await open({ ...OPTIONS, vfs: disk.afterKill() })
  assert.deepEqual(await accounts(again), { n: 500, total: 4 })
  await again.close()
})

test('a full log that fails when it looks for room ends the engine by 58030, not the process', async () => {
  const disk = new FaultVfs({ seed: 3 })
  const db = await makeBank(disk)
  const { wal } = /** @type {any} */ (db).cluster
  disk.options.capacityBytes = disk.usedBytes()
  let done = 0
  for (let error = null; error === null && done < 5000;) { // pages stay as they are, the log grows
    const update = db.query('update accounts set balance = balance + 1 where a % 10 = 1')
    error = await update.then(() => null, (refusal) => refusal)
    if (error === null) done++
  }
  assert.notEqual(wal.full, null)
  disk.inject({ call: ['create', 'allocate'], path: /^wal/, times: Infinity, code: 'EIO' })
  disk.options.capacityBytes = undefined
  for (let waits = 0; wal.failed === null && waits < 100; waits++) await pause(20) // the timer's next look
  assert.equal(wal.failed?.code, '58030')
  await assert.rejects(db.query('select 1'), { code: '58030' })
  disk.heal()
  await db.close()
  const again = await open({ ...OPTIONS, vfs: disk.afterKill() })
  assert.deepEqual(await accounts(again), { n: 500, total: 50 * done })
  await again.close()
})
