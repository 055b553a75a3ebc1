/**
 * Disks that fail, are full, are taken, are damaged: each a clear error with its SQLSTATE, the engine lives on where it
 * can, and nothing acknowledged is lost.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import pg from 'pg'
import { open } from '../../src/index.js'
import { fileAccessError, systemError } from '../../src/errors/storage.js'
import { FaultVfs } from '../support/disk/fault-vfs.js'
import { crc32 } from '../../src/util/crc32.js'

const OPTIONS = { bufferPool: '2MB', walSegmentBytes: 256 * 1024 }
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** @param {FaultVfs} vfs */
const openOn = (vfs) => open({ ...OPTIONS, vfs })

/** A table with the numbers 1 to `count`. @param {any} db @param {number} [count] */
const numbers = (db, count = 100) => db.exec(`create table t (a int primary key, b text); insert into t select g, repeat('b', 50) from generate_series(1, ${count}) g`)

/** @param {any} db @param {string} [table] */
const countOf = async (db, table = 't') => Number((await db.query(`select count(*) as n from ${table}`)).rows[0].n)

/** @param {number} port */
async function client(port) {
  const connection = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  /** @type {any} */
  const told = { error: null }
  connection.on('error', (/** @type {any} */ error) => { told.error = error })
  await connection.connect()
  return Object.assign(connection, { told })
}

test(
  'a failed sync of the log: no answer for who waits, 58030 for everybody else, and a reopen recovers',
  { timeout: 20_000 },
  async () => {
    const disk = new FaultVfs({ seed: 3 })
    const db = await openOn(disk)
    await numbers(db)
    const server = await db.serve({ port: 0 })
    const { port } = server
    const [waiting, idle, blocked, holder] = [
      await client(port), await client(port), await client(port), await client(port),
    ]
    await holder.query('begin')
    await holder.query('update t set b = $1 where a = 2', ['held'])
    const lockWait = blocked.query('update t set b = $1 where a = 2', ['never']).then(
      () => null,
      (/** @type {any} */ error) => error,
    )
    await idle.query('select 1')
    let failures = 0
    db.cluster.onFailure = () => { failures++ }
    disk.options.failAtSync = disk.syncCount + 1
    const answer = await waiting.query('insert into t values (1000)').then(
      () => 'acknowledged',
      (/** @type {any} */ error) => error,
    )
    assert.notEqual(answer, 'acknowledged')
    assert.equal(answer.code, undefined, 'the connection ended, there was no answer')
    assert.equal(failures, 1)
    for (const other of [
      () => idle.query('select count(*) from t'), () => holder.query('commit'), () => client(port),
      () => db.query('select 1'), () => db.connect(),
    ]) {
      await assert.rejects(other, { code: '58030' })
    }
    assert.equal((await lockWait).code, '58030', 'nobody waits for a lock any more')
    for (const connection of [waiting, idle, blocked, holder]) await connection.end().catch(() => undefined)
    await server.close()
    await db.close()
    const again = await openOn(disk.crashImage(9))
    assert.deepEqual((await again.check()).problems, [])
    const rows = await countOf(again)
    assert.ok(rows === 100 || rows === 101, 'the insert without an answer is there or not')
    assert.equal((await again.query('select count(*) as n from t where b = $1', ['held'])).rows[0].n, '0')
    await again.close()
  },
)

test(
  'a failed write of the log, seen by the synchronous API and by a statement of many rows',
  { timeout: 20_000 },
  async () => {
    const disk = new FaultVfs({ seed: 4 })
    const db = await openOn(disk)
    await numbers(db)
    const write = db.prepare('insert into t values ($1, $2)')
    disk.options.failAtWrite = disk.writeCount + 1
    assert.throws(() => write.run(500, 'x'), { code: '58030' })
    assert.throws(() => write.run(501, 'x'), { code: '58030' })
    await assert.rejects(db.query('insert into t select g, $1 from generate_series(2000, 9000) g', ['y']), {
      code: '58030',
    })
    await db.close()
    const again = await openOn(disk.crashImage(5))
    assert.ok([100, 101].includes(await countOf(again)))
    await again.close()
  }
)

test('pages that cannot be written end the engine too', { timeout: 20_000 }, async () => {
  const disk = new FaultVfs({ seed: 5 })
  const db = await openOn(disk)
  await numbers(db)
  const change = disk.change.bind(disk)
  disk.change = (path, work) => {
    if (path.startsWith('base/')) throw fileAccessError('write', path, systemError('EIO'))
    change(path, work)
  }
  await assert.rejects(db.checkpoint())
  await assert.rejects(db.query('insert into t values (1000)'), { code: '58030' })
  await db.close()
  disk.change = change
  const again = await openOn(disk.crashImage(6))
  assert.equal(await countOf(again), 100)
  assert.deepEqual((await again.check()).problems, [])
  await again.close()
})

test('a full disk refuses the statement that needs more of it, and nothing else', { timeout: 20_000 }, async () => {
  const disk = new FaultVfs({ seed: 6 })
  let full = false
  const openFile = disk.open.bind(disk)
  disk.open = (path, options) => {
    const file = openFile(path, options)
    const allocate = file.allocate.bind(file)
    file.allocate = (size) => {
      if (full && path.startsWith('base/')) throw fileAccessError('extend', path, systemError('ENOSPC'))
      allocate(size)
    }
    return file
  }
  const db = await openOn(disk)
  await numbers(db)
  full = true
  for (let round = 0; round < 3; round++) {
    await assert.rejects(db.query("insert into t select g, repeat('z', 700) from generate_series(1000, 3000) g"), {
      code: '53100',
    })
    await assert.rejects(db.query("insert into t values (999, repeat('long', 30000))"), { code: '53100' })
    await assert.rejects(
      db.exec('create table u (a int primary key); insert into u select g from generate_series(1, 5000) g'),
      { code: '53100' }
    )
  }
  await db.query('update t set b = $1 where a = 5', ['small'])
  assert.equal(await countOf(db), 100)
  assert.deepEqual((await db.check()).problems, [])
  full = false
  await db.query("insert into t select g, repeat('z', 700) from generate_series(1000, 3000) g")
  assert.equal(await countOf(db), 2101)
  const image = disk.crashImage(7)
  await db.close()
  const again = await openOn(image)
  assert.equal(await countOf(again), 2101)
  await again.cluster.maintenance.sweeping
  assert.deepEqual((await again.check()).problems, [])
  await again.close()
})

/** Rows whose changes do not fit the memory for undo. @param {any} db */
const wideRows = (db) => db.exec("create table w (a int primary key, b text); insert into w select g, repeat('w', 700) from generate_series(1, 9000) g")

test(
  'undo that no room is left for refuses the statement (53100), which is undone, and nothing else',
  { timeout: 30_000 },
  async () => {
    const disk = new FaultVfs({ seed: 13 })
    const db = await openOn(disk)
    await wideRows(db)
    await numbers(db)
    const tempFile = disk.tempFile.bind(disk)
    let full = true
    disk.tempFile = () => {
      const file = tempFile()
      const write = file.writeSync.bind(file)
      file.writeSync = (...args) => {
        if (full) throw fileAccessError('write', file.path, systemError('ENOSPC'))
        write(...args)
      }
      return file
    }
    const [first, second] = [await db.connect(), await db.connect()]
    await first.exec('begin; update t set b = $$first$$ where a = 1; savepoint s')
    await assert.rejects(first.query("update w set b = b || '+'"), { code: '53100' })
    await first.exec('rollback to s')
    await second.query("update t set b = 'second' where a = 2")
    await first.exec("update t set b = 'again' where a = 3; commit")
    for (let round = 0; round < 3; round++)
      await assert.rejects(second.query("update w set b = b || '+'"), { code: '53100' })
    assert.equal((await db.query("select count(*)::int as n from w where b like '%+'")).rows[0].n, 0)
    full = false
    await second.query("update w set b = b || '+'")
    await first.query('delete from w where a % 2 = 0')
    assert.deepEqual(
      (await db.query("select count(*)::int as n, count(*) filter (where b like '%+')::int as m from w")).rows[0],
      { n: 4500, m: 4500 },
    )
    assert.deepEqual(
      (await db.query('select string_agg(b, $1 order by a) as list from t where a < 4', [','])).rows[0].list,
      'first,second,again',
    )
    assert.deepEqual((await db.check()).problems, [])
    await db.close()
  },
)

for (const back of [
  'rollback', 'rollback to s', 'a statement that fails', 'a statement that fails in a block with a savepoint',
]) {
  test(
    `undo that cannot be read back is final (58030), and the reopen undoes it: ${back}`,
    { timeout: 30_000 },
    async () => {
      const disk = new FaultVfs({ seed: 14 })
      const db = await openOn(disk)
      await wideRows(db)
      await numbers(db)
      const tempFile = disk.tempFile.bind(disk)
      let broken = false
      disk.tempFile = () => {
        const file = tempFile()
        const read = file.readSync.bind(file)
        file.readSync = (...args) => {
          if (broken) throw fileAccessError('read', file.path, systemError('EIO'))
          return read(...args)
        }
        return file
      }
      const [session, other] = [await db.connect(), await db.connect()]
      const waits = other.query('select 1 from pg_sleep(0)')
      await waits
      let failures = 0
      db.cluster.onFailure = () => { failures++ }
      if (!back.startsWith('a statement')) {
        await session.exec('begin; update t set b = $$mine$$ where a = 1; savepoint s')
        await session.query("update w set b = b || '+'")
        const blocked = other.query('update w set b = $1 where a = 1', ['theirs']).then(
          () => null,
          (/** @type {any} */ error) => error,
        )
        broken = true
        await session.exec(back).catch(() => undefined)
        assert.equal((await blocked).code, '58030', 'nobody waits for its locks any more')
      } else {
        if (back.endsWith('savepoint')) await session.exec('begin; update t set b = $$mine$$ where a = 1; savepoint s')
        broken = true
        await assert.rejects(
          session.query("update w set b = b || case when a = 9000 then (1 / (a - 9000))::text else '+' end"),
        )
      }
      assert.equal(failures, 1)
      for (const one of [session, other, db]) await assert.rejects(one.query('select 1'), { code: '58030' })
      await db.close()
      const again = await openOn(disk.crashImage(15))
      assert.deepEqual(
        (
          await again.query(
            "select count(*)::int as n, count(*) filter (where b like '%+' or b = 'theirs')::int as m from w",
          )
        ).rows[0],
        { n: 9000, m: 0 },
      )
      assert.equal((await again.query("select count(*)::int as n from t where b = 'mine'")).rows[0].n, 0)
      await again.cluster.maintenance.sweeping
      assert.deepEqual((await again.check()).problems, [])
      await again.close()
    },
  )
}

test('purge passes over what a damaged page keeps from it: undo does not pile up', { timeout: 30_000 }, async () => {
  const disk = new FaultVfs({ seed: 16 })
  const db = await openOn(disk)
  await numbers(db, 5000)
  await wideRows(db)
  const fileId = Number((await db.query("select relfilenode from pg_class where relname = 't'")).rows[0].relfilenode)
  const [holder, session] = [await db.connect(), await db.connect()]
  await holder.exec('begin isolation level repeatable read; select 1 from t limit 1')
  await session.query('delete from t where a <= 400')
  await db.checkpoint()
  // other pages take the memory
  for (let round = 0; round < 2; round++) await session.query('select sum(length(b)) from w')
  await damaged(disk, `base/${fileId.toString(16).padStart(8, '0')}`, 4000, async () => {
    await session.exec('update w set b = b where a = 1; set enable_indexscan = off')
    await holder.exec('commit')
    await session.query('update w set b = b where a = 2')
    for (let count = 0; count < 50; count++) await turn()
    assert.equal(db.cluster.txns.hasPurgeWork, false)
    assert.equal((await session.query('select count(*)::int as n from w')).rows[0].n, 9000)
  })
  await session.query('vacuum t')
  assert.equal(await countOf(db), 4600)
  assert.deepEqual((await db.check()).problems, [])
  await db.close()
})

test('a directory that is open already: 55006, naming who has it', { timeout: 20_000 }, async () => {
  const disk = new FaultVfs()
  const db = await openOn(disk)
  await assert.rejects(
    openOn(disk),
    (/** @type {any} */ error) => error.code === '55006' && error.message.includes(`process ${process.pid}`)
  )
  await numbers(db)
  assert.equal(await countOf(db), 100, 'the first one lives on')
  await db.close()
  await (await openOn(disk)).close()
})

/** A disk whose engine was killed with work in the log only. @param {number} seed */
async function killedDisk(seed) {
  const disk = new FaultVfs({ seed })
  const db = await openOn(disk)
  await numbers(db)
  await db.checkpoint()
  for (let row = 200; row < 230; row++) await db.query('insert into t values ($1, $2)', [row, 'w'.repeat(100)])
  await turn()
  return disk.afterKill()
}

/**
 * Flips a byte, runs `work`, flips it back.
 * @param {FaultVfs} disk
 * @param {string} path
 * @param {number} position
 * @param {() => Promise<void>} work
 */
async function damaged(disk, path, position, work) {
  const byte = new Uint8Array(1)
  const flip = () => {
    const file = disk.open(path)
    file.readSync(byte, 0, 1, position)
    byte[0] ^= 0x40
    file.writeSync(byte, 0, 1, position)
    file.close()
  }
  flip()
  await work()
  flip()
}

/** Where the log's newest bytes are. @param {FaultVfs} disk @returns {{ path: string, end: number }} */
function endOfLog(disk) {
  const path = `wal/${disk.list('wal').filter((name) => /^[0-9a-f]+$/i.test(name)).sort()[0]}`
  const file = disk.open(path)
  const bytes = new Uint8Array(file.size())
  file.readSync(bytes, 0, bytes.length, 0)
  file.close()
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end--
  return { path, end }
}

test(
  'a damaged log is refused (XX001), not cut short; undamaged again, everything is there',
  { timeout: 20_000 },
  async () => {
    const disk = await killedDisk(8)
    const { path, end } = endOfLog(disk)
    for (const back of [1500, 3000]) {
      await damaged(disk, path, end - back, async () => {
        await assert.rejects(openOn(disk), { code: 'XX001' })
      })
    }
    const db = await openOn(disk)
    assert.equal(await countOf(db), 130)
    await db.close()
  },
)

test(
  'a log whose last segment is gone or cut before the checkpoint is refused (XX001)',
  { timeout: 20_000 },
  async () => {
    const disk = new FaultVfs({ seed: 9 })
    const db = await openOn(disk)
    await numbers(db)
    await db.close()
    const { path, end } = endOfLog(disk)
    const file = disk.open(path)
    const bytes = new Uint8Array(end)
    file.readSync(bytes, 0, end, 0)
    file.truncate(end - 40)
    await assert.rejects(openOn(disk), { code: 'XX001' })
    file.truncate(0)
    await assert.rejects(openOn(disk), { code: 'XX001' })
    file.writeSync(bytes, 0, end, 0)
    file.close()
    const again = await openOn(disk)
    assert.equal(await countOf(again), 100)
    await again.close()
  }
)

test(
  'a damaged page: XX001 where it is read, all else goes on, and check() finds it',
  { timeout: 20_000 },
  async () => {
    const disk = new FaultVfs({ seed: 10 })
    let db = await openOn(disk)
    await numbers(db, 2000)
    await db.exec('create table other (a int); insert into other values (1)')
    const fileId = Number((await db.query("select relfilenode from pg_class where relname = 't'")).rows[0].relfilenode)
    await db.close()
    // A page that was among the last written would be taken whole from the double-write area.
    db = await openOn(disk)
    await db.exec('insert into other select 1 from generate_series(1, 300)')
    await db.checkpoint()
    await db.exec('truncate other; insert into other values (1)')
    await db.close()
    await damaged(disk, `base/${fileId.toString(16).padStart(8, '0')}`, 3 * 8192 + 4000, async () => {
      db = await openOn(disk)
      await assert.rejects(
        db.query('select sum(length(b)) from t'),
        (/** @type {any} */ error) => error.code === 'XX001' && /block 3 /.test(error.message),
      )
      assert.equal(await countOf(db, 'other'), 1)
      assert.equal((await db.query('select a from t where a = 1')).rows.length, 1)
      const { problems } = await db.check()
      assert.deepEqual(problems.map(({ relation, code }) => [relation, code]), [['t', 'XX001']])
      await db.close()
    })
    db = await openOn(disk)
    assert.equal(await countOf(db), 2000)
    await db.close()
  },
)

test('a newer format is refused by name (22023)', { timeout: 20_000 }, async () => {
  const disk = new FaultVfs({ seed: 11 })
  await (await openOn(disk)).close()
  const file = disk.open('control')
  const bytes = new Uint8Array(512)
  const view = new DataView(bytes.buffer)
  for (const slot of [0, 8192]) {
    file.readSync(bytes, 0, 512, slot)
    view.setUint32(8, 99, true)
    view.setUint32(12, crc32(bytes, 16, 512, crc32(bytes, 0, 12)), true)
    file.writeSync(bytes, 0, 512, slot)
  }
  file.close()
  await assert.rejects(
    openOn(disk),
    (/** @type {any} */ error) => error.code === '22023' && /version 99/.test(error.message)
  )
})

test(
  'a lost control file is refused (XX001): the tables are not taken for a half made directory',
  { timeout: 20_000 },
  async () => {
    const disk = new FaultVfs({ seed: 12 })
    const db = await openOn(disk)
    await numbers(db)
    await db.close()
    disk.rename('control', 'elsewhere')
    await assert.rejects(
      openOn(disk),
      (/** @type {any} */ error) => error.code === 'XX001' && /control file is missing/.test(error.message)
    )
    disk.rename('elsewhere', 'control')
    const again = await openOn(disk)
    assert.equal(await countOf(again), 100)
    await again.close()
  }
)
