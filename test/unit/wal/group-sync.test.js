/** Group commit: who shares which sync, counted; the batch timer; what a failure does to everybody. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { Wal } from '../../../src/wal/wal.js'

const GEOMETRY = { segmentBytes: 1 << 20, systemIdentifier: 1n, epoch: 1 }

/** @param {Wal} wal */
function commit(wal) {
  const at = wal.reserve(50)
  return wal.seal(2, 1, 0, at + 50)
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Timers that fire when told. */
function handTimers() {
  /** @type {Set<{callback: () => void, ms: number}>} */
  const pending = new Set()
  return {
    pending,
    setTimeout: (/** @type {() => void} */ callback, /** @type {number} */ ms) => {
      const timer = { callback, ms }
      pending.add(timer)
      return timer
    },
    clearTimeout: (/** @type {any} */ timer) => { pending.delete(timer) },
    setImmediate,
    fire() {
      for (const timer of pending) {
        pending.delete(timer)
        timer.callback()
      }
    },
  }
}

test('32 commits of one turn share one write and one sync; each later group as well', async () => {
  const wal = new Wal(new FaultVfs(), GEOMETRY)
  for (let round = 1; round <= 5; round++) {
    await Promise.all(Array.from({ length: 32 }, () => {
      wal.noteCommit(true)
      return wal.durable(commit(wal))
    }))
    assert.deepEqual([wal.stats.syncs, wal.stats.writes, wal.stats.commits], [round, round, 32 * round])
  }
  await wal.close()
})

test('commits that arrive during a sync share the next, which starts when it ends', async () => {
  const wal = new Wal(new FaultVfs(), GEOMETRY)
  const first = wal.durable(commit(wal))
  await turn()
  assert.equal(wal.stats.syncs, 1)
  const lateLsn = commit(wal)
  const late = [wal.durable(lateLsn), wal.durable(commit(wal)), wal.durable(commit(wal))]
  await first
  assert.ok(wal.durableLsn < lateLsn, 'the first sync says nothing about the late ones')
  assert.equal(wal.stats.syncs, 2, 'the next is under way already')
  await Promise.all(late)
  assert.equal(wal.stats.syncs, 2)
  assert.equal(wal.durableLsn, wal.position)
  await wal.durable(lateLsn)
  assert.equal(wal.stats.syncs, 2, 'what is durable needs no sync')
  await wal.close()
})

test('durable resolves only when the record would survive', async () => {
  const vfs = new FaultVfs()
  const wal = new Wal(vfs, GEOMETRY)
  for (let round = 0; round < 20; round++) {
    const lsns = [commit(wal), commit(wal)]
    await wal.durable(lsns[round % 2])
    assert.ok(wal.durableLsn >= lsns[round % 2])
  }
  await wal.close()
})

test('a synchronous sync releases those who wait, and an asynchronous one under way ends well', async () => {
  const wal = new Wal(new FaultVfs(), GEOMETRY)
  let moved = 0
  const stop = wal.onDurable(() => moved++)
  const first = wal.durable(commit(wal))
  await turn()
  const second = wal.durable(commit(wal))
  const lsn = commit(wal)
  wal.syncSync(lsn)
  assert.ok(wal.durableLsn >= lsn)
  await Promise.all([first, second])
  assert.equal(wal.stats.syncs, 2)
  assert.equal(wal.durableLsn, wal.position)
  stop()
  assert.equal(moved, 2)
  await wal.durable(commit(wal))
  assert.equal(moved, 2)
  await wal.close()
})

test('batch: a noted commit is synced by the timer, or by the count', async () => {
  const timers = handTimers()
  const wal = new Wal(new FaultVfs(), { ...GEOMETRY, mode: 'batch', batchMs: 7, batchCommits: 10, timers })
  for (let index = 0; index < 9; index++) {
    commit(wal)
    wal.noteCommit()
    wal.writeOut()
  }
  await turn()
  assert.deepEqual([wal.stats.syncs, [...timers.pending].map((timer) => timer.ms)], [0, [7]])
  const waiting = wal.durableInBatch(commit(wal))
  wal.noteCommit() // the tenth
  await waiting
  assert.deepEqual([wal.stats.syncs, timers.pending.size], [1, 0], 'the count started a sync and the timer is off')
  commit(wal)
  wal.noteCommit()
  const patient = wal.durableInBatch(commit(wal))
  await turn()
  assert.equal(wal.stats.syncs, 1)
  timers.fire()
  await patient
  assert.equal(wal.stats.syncs, 2)
  assert.equal(wal.durableLsn, wal.position)
  await wal.durable(commit(wal))
  assert.equal(wal.stats.syncs, 3, 'who may not wait for the batch does not')
  commit(wal)
  wal.noteCommit()
  wal.syncSync(wal.position)
  assert.equal(timers.pending.size, 0, 'nothing is left for the timer')
  await wal.close()
})

test('batch: an impatient waiter takes the patient ones along', async () => {
  const timers = handTimers()
  const wal = new Wal(new FaultVfs(), { ...GEOMETRY, mode: 'batch', timers })
  const patient = wal.durableInBatch(commit(wal))
  await wal.durable(commit(wal))
  await patient
  assert.deepEqual([wal.stats.syncs, timers.pending.size], [1, 0])
  await wal.close()
})

test('a gate: requestSync and onDurable, at once in immediate, by the timer in batch', async () => {
  for (const mode of /** @type {const} */ (['immediate', 'batch'])) {
    const timers = handTimers()
    const wal = new Wal(new FaultVfs(), { ...GEOMETRY, mode, timers })
    const lsn = commit(wal)
    let opened = 0
    wal.onDurable(() => { if (wal.durableLsn >= lsn) opened++ })
    wal.requestSync(lsn)
    for (let count = 0; count < 5; count++) await turn()
    assert.equal(opened, mode === 'immediate' ? 1 : 0)
    if (mode === 'batch') {
      timers.fire()
      await wal.durable(lsn)
    }
    wal.requestSync(lsn)
    assert.deepEqual([opened, wal.stats.syncs, timers.pending.size], [1, 1, 0])
    await wal.close()
  }
})

test('none: nothing is synced until asked', async () => {
  const timers = handTimers()
  const wal = new Wal(new FaultVfs(), { ...GEOMETRY, mode: 'none', timers })
  commit(wal)
  wal.noteCommit()
  wal.writeOut()
  await turn()
  assert.deepEqual([wal.stats.syncs, timers.pending.size, wal.writtenLsn], [0, 0, wal.position])
  await wal.close()
  assert.equal(wal.stats.syncs, 1, 'closing syncs')
})

for (const [what, arrange] of /** @type {[string, (vfs: FaultVfs) => void][]} */ ([
  ['sync', (vfs) => { vfs.options.failAtSync = vfs.syncCount + 1 }],
  ['write', (vfs) => { vfs.options.failAtWrite = vfs.writeCount + 1 }],
])) {
  test(`a failed ${what} is final: everybody gets 58030, from then on too`, async () => {
    const vfs = new FaultVfs()
    const wal = new Wal(vfs, { ...GEOMETRY, segmentBytes: 4096 })
    await new Promise((resolve) => setTimeout(resolve, 20)) // the next segment is prepared
    await wal.durable(commit(wal))
    const durableLsn = wal.durableLsn
    arrange(vfs)
    let told = 0
    wal.onDurable(() => told++)
    const waiting = [wal.durable(commit(wal)), wal.durable(commit(wal)), wal.durableInBatch(commit(wal))]
    for (const result of await Promise.allSettled(waiting)) {
      assert.equal(result.status, 'rejected')
      assert.equal(result.status === 'rejected' && result.reason.code, '58030')
    }
    assert.equal(told, 1)
    assert.equal(wal.failed?.code, '58030')
    assert.equal(wal.durableLsn, durableLsn)
    assert.throws(() => wal.reserve(0), { code: '58030' })
    assert.throws(() => wal.writeOut(), { code: '58030' })
    assert.throws(() => wal.syncSync(wal.position), { code: '58030' })
    assert.throws(() => wal.noteCommit(), { code: '58030' })
    assert.throws(() => wal.requestSync(wal.position), { code: '58030' })
    assert.throws(() => wal.recycleBefore(0), { code: '58030' })
    await assert.rejects(wal.durable(wal.position), { code: '58030' })
    await assert.rejects(wal.durableInBatch(wal.position), { code: '58030' })
    await assert.rejects(wal.close(), { code: '58030' })
  })
}

test('a synchronous sync that fails rejects the waiters as well', async () => {
  const vfs = new FaultVfs()
  const wal = new Wal(vfs, GEOMETRY)
  const waiting = wal.durable(commit(wal))
  vfs.options.failAtSync = vfs.syncCount + 1
  assert.throws(() => wal.syncSync(wal.position), { code: '58030' })
  await assert.rejects(waiting, { code: '58030' })
  await assert.rejects(wal.close(), { code: '58030' })
})

test('what was written is synced although what came after it finds no room', async () => {
  const disk = new FaultVfs()
  const timers = handTimers()
  const wal = new Wal(disk, { ...GEOMETRY, mode: 'batch', timers })
  const written = commit(wal)
  wal.writeOut()
  wal.noteCommit()
  commit(wal) // stays staged: the disk needs room to write over what it has given
  disk.options.copyOnWrite = true
  disk.options.capacityBytes = disk.usedBytes()
  timers.fire()
  for (let turns = 0; turns < 20; turns++) await turn()
  assert.equal(wal.failed, null)
  assert.ok(wal.durableLsn > written && wal.durableLsn === wal.writtenLsn && wal.writtenLsn < wal.position)
  disk.options.capacityBytes = undefined
  timers.fire()
  for (let turns = 0; turns < 20; turns++) await turn()
  assert.equal(wal.durableLsn, wal.position)
  await wal.close()
})
