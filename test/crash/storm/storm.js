/** One storm: lanes.js on the fault VFS until the cut, recovery (cut again twice), everything looked at, a little more of the same, and everything looked at again. */
import { open } from '../../../src/index.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { seededRandom } from '../../../src/util/prng.js'
import { emptyStory, fill, run, verify } from './lanes.js'

/** @import { Story } from './lanes.js' */

const OPTIONS = { bufferPool: '2MB', walSegmentBytes: 512 * 1024, maxWal: '3MB' }

/** @typedef {'immediate' | 'none'} Mode */
/** @typedef {{ kind: 'write' | 'sync' | 'kill', at: number }} Cut kill: the process dies at that write, the operating system lives */

/** @param {any} vfs @param {Mode} mode */
export const openDisk = (vfs, mode) => open({ ...OPTIONS, vfs, walSync: mode, logger: process.env.STORM_LOG ? console.log : undefined })

/** @returns {Promise<FaultVfs>} a closed directory that every storm starts from */
export async function baseDisk() {
  const disk = new FaultVfs({ seed: 1 })
  const db = await openDisk(disk, 'none')
  await fill(db)
  await db.close()
  return disk
}

/** A storm without a cut. @param {FaultVfs} base @param {Mode} mode @param {number} seed @param {number} size */
export async function measure(base, mode, seed, size) {
  const disk = base.crashImage(seed)
  const db = await openDisk(disk, mode)
  const story = emptyStory()
  await run(db, seed, story, size)
  await verify(db, story, true)
  await db.close()
  return { writes: disk.writeCount, syncs: disk.syncCount, story }
}

/**
 * @param {FaultVfs} base @param {Mode} mode @param {Cut} cut @param {number} seed of what reached the disk @param {number} workSeed @param {number} size
 * @returns {Promise<boolean>} whether the storm was still going when the cut came
 */
export async function cutAndRecover(base, mode, cut, seed, workSeed, size) {
  const disk = base.crashImage(1, { seed })
  if (cut.kind === 'sync') disk.options.crashAtSync = cut.at
  else disk.options.crashAtWrite = cut.at
  const story = emptyStory()
  let inTime = true
  try {
    const db = await openDisk(disk, mode)
    const outcome = await Promise.race([run(db, workSeed, story, size).then(() => 'done', (error) => error), powerOff(disk)])
    if (outcome === 'done') inTime = false
    else if (!disk.off) throw outcome
  } catch (error) {
    if (!disk.off) throw error
  }
  disk.cut()
  const survives = cut.kind === 'kill'
  let image = survives ? disk.afterKill({ seed }) : disk.crashImage(seed)
  for (let attempt = 0; ; attempt++) {
    if (attempt < 2) image.options.crashAtWrite = 1 + ((seed * 7 + attempt * 31) % 150)
    try {
      const db = await openDisk(image, mode)
      image.options.crashAtWrite = undefined
      await verify(db, story, mode === 'immediate' || survives)
      await lifeGoesOn(db, workSeed + 1, story)
      await db.close()
      return inTime
    } catch (error) {
      if (!image.off) throw error
    }
    image = survives ? image.afterKill({ seed }) : image.crashImage(seed + attempt + 1)
  }
}

/**
 * A storm on a disk that becomes full, or whose reads fail for a while. The statements that meet it fail, and nothing else does, unless it was the log: then the engine ends and a reopen
 * recovers, with nothing lost.
 * @param {FaultVfs} base @param {'full' | 'unreadable'} fault @param {number} seed @param {number} size @returns {Promise<string>} what became of it
 */
export async function failAndGoOn(base, fault, seed, size) {
  const random = seededRandom(seed)
  const disk = base.crashImage(1, { seed })
  const story = emptyStory()
  story.tolerated = fault === 'full' ? /^(53100|58030)$/ : /^(58030|XX001)$/
  const db = await openDisk(disk, 'immediate')
  if (fault === 'full') disk.options.capacityBytes = disk.usedBytes() + random.below(12_000_000)
  else Object.assign(disk.options, { failAtRead: disk.readCount + 1 + random.below(3000), failReads: 1 + random.below(20) })
  const outcome = await Promise.race([run(db, seed, story, size).then(() => 'done', (error) => error), failed(db)])
  if (outcome !== 'done' && db.cluster.wal.failed === null) throw outcome
  Object.assign(disk.options, { capacityBytes: undefined, failAtRead: undefined })
  const refused = [...story.refused].filter(([code]) => story.tolerated.test(code)).map(String).join(' ')
  story.tolerated = /^$/
  if (db.cluster.wal.failed === null) {
    await verify(db, story, true)
    await db.close()
  }
  const again = await openDisk(db.cluster.wal.failed === null ? disk : random.below(2) === 0 ? disk.crashImage(seed) : disk.afterKill({ seed }), 'immediate')
  await verify(again, story, true)
  await lifeGoesOn(again, seed + 1, story)
  await again.close()
  return `${outcome === 'done' ? 'went on' : `ended: ${db.cluster.wal.failed?.detail}`}, ${refused === '' ? 'nothing refused' : refused}`
}

/** Resolves some turns after the engine has ended. @param {any} db */
async function failed(db) {
  while (db.cluster.wal.failed === null && db.cluster.isOpen) await new Promise((resolve) => setImmediate(resolve))
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  return 'failed'
}

/** @param {any} db @param {number} seed @param {Story} story */
async function lifeGoesOn(db, seed, story) {
  const again = emptyStory()
  again.sequence = story.sequence
  const { count } = (await db.query("select count(*)::int as count from pg_database where datname = 'other'")).rows[0]
  if (count > 0) await db.exec('drop database other')
  await run(db, seed, again, 2)
  await verify(db, again, true)
}

/** Resolves some turns after the power is off: who waits for a lock of a session that died waits for ever. @param {FaultVfs} disk */
export async function powerOff(disk) {
  while (!disk.off) await new Promise((resolve) => setImmediate(resolve))
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  return 'off'
}
