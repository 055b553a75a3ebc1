/**
 * The log against a model, with the power cut at every change and every sync: what is read back is a prefix of what was
 * appended, it holds everything that was called durable, and the log goes on from there, through several crashes, with
 * segments recycled under it.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { FaultVfs, PowerCut } from '../../support/disk/fault-vfs.js'
import { seededRandom } from '../../../src/util/prng.js'
import { ControlFile } from '../../../src/wal/control-file.js'
import { firstLsn } from '../../../src/wal/frame.js'
import { LogReader } from '../../../src/wal/log-reader.js'
import { segmentPath } from '../../../src/wal/segment.js'
import { Wal } from '../../../src/wal/wal.js'

const GEOMETRY = { segmentBytes: 2048, systemIdentifier: 77n }
const FIELDS = {
  systemIdentifier: 77n, pageBytes: 8192, walSegmentBytes: 2048, epoch: 0, checkpointLsn: 0, redoLsn: 2048,
  logStartLsn: firstLsn(2048), nextXid: 3, nextOid: 16384, nextFileId: 1, checkpointTime: 0, cleanShutdown: false,
  mockSecret: '',
}

/** @typedef {{lsn: number, stamp: number, size: number}} Appended */
class Model {
  /** @type {Appended[]} every record appended and not known to be lost */
  records = []
  /** How many of them were called durable. */
  durable = 0
  stamps = 0
  created = false
}

/** @param {() => Promise<void>} body @returns {Promise<boolean>} the power was cut */
async function untilCut(body) {
  try {
    await body()
    return false
  } catch (error) {
    const { cause } = /** @type {Error} */ (error)
    if (error instanceof PowerCut || cause instanceof PowerCut) return true
    throw error
  }
}

/**
 * Opens, checks what is there against the model, appends.
 * @param {FaultVfs} vfs
 * @param {Model} model
 * @param {number} seed
 * @param {number} steps
 */
async function incarnation(vfs, model, seed, steps) {
  const random = seededRandom(seed)
  if (!ControlFile.exists(vfs)) {
    assert.ok(!model.created, 'the control file survives')
    await new Wal(vfs, { ...GEOMETRY, epoch: 0 }).close()
    ControlFile.create(vfs, FIELDS).close()
  }
  model.created = true
  const control = ControlFile.open(vfs)
  const reader = new LogReader(vfs, GEOMETRY)
  reader.seek(control.fields.logStartLsn)
  let index = model.records.findIndex((record) => record.lsn >= control.fields.logStartLsn)
  if (index < 0) index = model.records.length
  for (; reader.next(); index++) {
    const { lsn, xid, at, end, bytes } = reader.record
    const wanted = model.records[index]
    assert.deepEqual({ lsn, stamp: xid, size: end - at }, wanted, `record ${index} is the one appended`)
    assert.ok(bytes.subarray(at, end).every((byte) => byte === wanted.stamp % 256), 'its payload too')
  }
  reader.close()
  assert.ok(index >= model.durable, `${model.durable} records were durable, ${index} are there`)
  model.records.length = index
  control.update({ epoch: control.fields.epoch + 1 })
  const wal = new Wal(vfs, { ...GEOMETRY, epoch: control.fields.epoch, endLsn: reader.endOfLog, stagingBytes: 1024 })
  model.durable = index // opening synced them
  const called = () => {
    while (model.durable < model.records.length && model.records[model.durable].lsn <= wal.durableLsn) model.durable++
  }
  for (let step = 0; step < steps; step++) {
    const choice = random.below(10)
    if (choice < 6) {
      const stamp = ++model.stamps
      const size = random.below(random.below(5) === 0 ? 900 : 100)
      const at = wal.reserve(size)
      wal.buffer.fill(stamp, at, at + size)
      // Pushed before it can reach the disk: the cut may come in a later call.
      model.records.push({ lsn: wal.seal(1 + random.below(200), stamp, 0, at + size), stamp, size })
    } else if (choice === 6) wal.writeOut()
    else if (choice === 7) await wal.durable(wal.position)
    else if (choice === 8)
      random.below(2) ? wal.syncSync(wal.position) : void wal.durable(wal.position).catch(() => undefined)
    else if (random.below(2)) await new Promise(setImmediate)
    else {
      control.update({ logStartLsn: wal.durableLsn })
      if (random.below(2) === 0) wal.recycleBefore(wal.durableLsn)
      else wal.recycleLater(wal.durableLsn).catch(() => undefined)
    }
    called()
  }
  if (random.below(3) === 0) {
    await wal.close()
    called()
  } else if (random.below(2)) {
    await wal.durable(wal.position)
    called()
  } else wal.writeOut()
}

/**
 * @param {import('../../support/disk/fault-vfs.js').FaultOptions} options
 * @param {number} seed
 * @returns {Promise<boolean>} the first cut happened
 */
async function run(options, seed) {
  const model = new Model()
  const random = seededRandom(seed)
  let vfs = new FaultVfs({ ...options, seed })
  let first = false
  for (let life = 0; life < 5; life++) {
    const cut = await untilCut(() => incarnation(vfs, model, seed + life, 60))
    if (life === 0) first = cut
    // The later lives are cut while recovering, early, or not at all. Some end by a kill, which loses nothing.
    const next = { crashAtWrite: 1 + random.below(40 * (life + 1)) }
    if (cut || random.below(2) === 0) {
      vfs.cut()
      vfs = vfs.crashImage(seed * 7 + life, next)
    } else {
      model.durable = model.records.length
      vfs = vfs.afterKill(next)
    }
  }
  vfs.options = {}
  await incarnation(vfs, model, seed + 9, 20)
  return first
}

for (const kind of /** @type {const} */ (['crashAtWrite', 'crashAtSync'])) {
  test(`the power fails: ${kind}, each of a run`, async () => {
    let cuts = 0
    for (let at = 1, cut = true; cut; at++) {
      cut = false
      for (let seed = 1; seed <= 4; seed++) {
        try {
          if (await run({ [kind]: at }, at * 100 + seed)) cut = true
        } catch (error) {
          throw new Error(`${kind} ${at}, seed ${at * 100 + seed}`, { cause: error })
        }
      }
      cuts = at
    }
    assert.ok(cuts > 20, `${cuts} cuts are a run worth the name`)
  })
}

test('a process that dies loses nothing that was written, whatever it had synced', async () => {
  const model = new Model()
  let vfs = new FaultVfs()
  for (let life = 0; life < 20; life++) {
    await incarnation(vfs, model, life, 80)
    vfs = vfs.afterKill()
    model.durable = model.records.length
  }
})

test('a recycled segment is full of older frames, and none of them is read', async () => {
  const vfs = new FaultVfs()
  const wal = new Wal(vfs, { ...GEOMETRY, epoch: 1 })
  for (let index = 0; index < 300; index++) {
    const at = wal.reserve(200)
    wal.seal(1, index, 0, at + 200)
    if (index % 10 !== 9) continue
    wal.syncSync(wal.position)
    wal.recycleBefore(wal.durableLsn)
  }
  assert.ok(wal.stats.segmentsRecycled > 10, 'segments are recycled')
  assert.ok(wal.stats.segmentsMade < 10, 'and few are made')
  const reader = new LogReader(vfs, GEOMETRY)
  const from = wal.durableLsn - wal.durableLsn % 2048
  reader.seek(from)
  let last = 0
  while (reader.next()) last = reader.record.xid
  assert.equal(last, 299)
  assert.equal(reader.endOfLog, wal.durableLsn)
  await wal.close()
})

test('a segment whose name is durable and whose blocks are not: the log goes on, whatever its length', async () => {
  const some = Array.from({ length: 200 }, (_each, index) => 700 + 7 * index) // records end near there, by luck
  for (const bytes of [0, 5, ...some.filter((each) => each <= 2048)]) {
    for (const number of [1, 2]) { // the one the log ends in, and the one after it
      const vfs = new FaultVfs()
      const first = new Wal(vfs, { ...GEOMETRY, epoch: 1, stagingBytes: 1024 })
      first.seal(1, 1, 0, first.reserve(0))
      const endLsn = first.position
      await first.close()
      if (number === 1 && bytes < 700) continue
      const file = vfs.open(segmentPath(number), { create: true })
      file.truncate(bytes)
      file.allocate(bytes)
      file.close()
      const wal = new Wal(vfs, { ...GEOMETRY, epoch: 2, endLsn: endLsn + 7 & -8, stagingBytes: 1024 })
      for (let stamp = 2; stamp < 40; stamp++) {
        const at = wal.reserve(330 + stamp % 7)
        wal.seal(1, stamp, 0, at + 330 + stamp % 7)
      }
      await wal.close()
      const reader = new LogReader(vfs, GEOMETRY)
      reader.seek(firstLsn(2048))
      let last = 0
      while (reader.next()) last = reader.record.xid
      reader.close()
      assert.equal(last, 39, `segment ${number} of ${bytes} bytes`)
    }
  }
})

for (const first of /** @type {const} */ (['prepared', 'recycled'])) {
  test(`a segment that is ${first} while another is given the same number: what is entered has a durable name`, async () => {
    const vfs = new FaultVfs({ seed: 1 })
    const wal = new Wal(vfs, { ...GEOMETRY, epoch: 1 })
    /** @type {(() => void)[]} directories' syncs under way, asked for in this order */
    const held = []
    const turns = async () => { for (let turn = 0; turn < 40; turn++) await new Promise(setImmediate) }
    let stamp = 0
    const append = async (/** @type {number} */ count) => {
      for (; count > 0; count--) {
        const at = wal.reserve(300)
        wal.seal(1, ++stamp, 0, at + 300)
      }
      await wal.durable(wal.position)
    }
    await append(40)
    await turns()
    vfs.dirSyncTakes = () => new Promise((resolve) => { held.push(resolve) })
    const recycle = () => { wal.recycleLater(wal.durableLsn).catch(() => undefined) }
    for (let round = 0; round < 8; round++) {
      if (first === 'recycled') recycle()
      await append(6) // into the next segment, so that one is prepared behind it
      await turns()
      if (first === 'prepared') recycle()
      held.shift()?.()
      await turns()
      await append(7)
      for (let seed = 0; seed < 12; seed++) {
        const image = vfs.crashImage(seed)
        const reader = new LogReader(image, GEOMETRY)
        reader.seek(wal.position - wal.position % 2048)
        let last = 0
        while (reader.next()) last = reader.record.xid
        reader.close()
        assert.equal(last, stamp, `round ${round}, image ${seed}`)
      }
      while (held.length > 0) {
        held.shift()?.()
        await turns()
      }
    }
    await wal.close()
  })
}
