/** One power cut: a run on the fault VFS until the n-th write or sync, then recovery, cut again twice, then everything is looked at. */
import { FaultVfs } from '../support/disk/fault-vfs.js'
import { emptyHistory, fill, openDisk, run, verify } from './workload.js'

/** @import { Mode } from './workload.js' */

/** @typedef {{ kind: 'write' | 'sync' | 'kill', at: number }} Cut kill: the process dies at that write, the operating system lives */

/** A disk with the tables filled in and closed: what every run starts from. @param {Mode} mode */
export async function baseDisk(mode) {
  const disk = new FaultVfs({ seed: 1 })
  const db = await openDisk(disk, mode)
  await fill(db)
  await db.close()
  return disk
}

/** How many writes and syncs an uncut run makes. @param {FaultVfs} base @param {Mode} mode @param {number} seed @param {number} size */
export async function measure(base, mode, seed, size) {
  const disk = base.crashImage(seed)
  const db = await openDisk(disk, mode)
  const history = emptyHistory()
  await run(db, mode, seed, history, size)
  await verify(db, history, true)
  await db.close()
  return { writes: disk.writeCount, syncs: disk.syncCount }
}

/**
 * @param {FaultVfs} base @param {Mode} mode @param {Cut} cut @param {number} seed of the cut: what reached the disk @param {number} workSeed @param {number} size
 * @returns {Promise<boolean>} whether the run was still going when the cut came
 */
export async function cutAndRecover(base, mode, cut, seed, workSeed, size) {
  const disk = base.crashImage(1, { seed })
  if (cut.kind === 'sync') disk.options.crashAtSync = cut.at
  else disk.options.crashAtWrite = cut.at
  const history = emptyHistory()
  let inTime = true
  try {
    const db = await openDisk(disk, mode)
    const ended = run(db, mode, workSeed, history, size).then(() => 'done', (error) => error)
    const outcome = await Promise.race([ended, powerOff(disk)])
    if (outcome === 'done') inTime = false
    else if (!disk.off) throw outcome
  } catch (error) {
    if (!disk.off) throw error
  }
  disk.cut()
  const survives = cut.kind === 'kill'
  let image = survives ? disk.afterKill({ seed }) : disk.crashImage(seed)
  // Recovery is cut short twice, anywhere; the third time it may end.
  for (let attempt = 0; ; attempt++) {
    if (attempt < 2) image.options.crashAtWrite = 1 + ((seed * 7 + attempt * 31) % 60)
    let db
    try {
      db = await openDisk(image, mode)
      image.options.crashAtWrite = undefined
      await verify(db, history, mode === 'immediate' || survives)
      // And life goes on.
      const again = { ...history, lanes: [] }
      if (seed % 4 === 0) {
        await run(db, mode, workSeed + 1, again, 2).catch((error) => { if (error.code !== '42P07' && error.code !== '23505') throw error })
        await db.cluster.maintenance.sweeping
      }
      await db.close()
      return inTime
    } catch (error) {
      if (!image.off) throw error
    }
    image = survives ? image.afterKill({ seed }) : image.crashImage(seed + attempt + 1)
  }
}

/** Resolves some turns after the power is off: who waits for a lock of a session that died waits for ever. @param {FaultVfs} disk */
async function powerOff(disk) {
  while (!disk.off) await new Promise((resolve) => setImmediate(resolve))
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  return 'off'
}
