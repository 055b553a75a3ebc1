/** How a cluster ends: closed, so that the next open has nothing to recover, or given up in the middle of an open. */
import { shuttingDown } from '../../errors/engine.js'
import { isShortage } from '../../errors/storage.js'
import { nextTurn } from '../turns/drive.js'

/** @import { Cluster } from './cluster.js' */

/** How long a close waits for statements that were told to stop. */
const CLOSE_PATIENCE_MS = 5000

/** Ends all sessions and closes the files. @param {Cluster} cluster open @returns {Promise<void>} */
export async function closeCluster(cluster) {
  await endSessions(cluster)
  cluster.storage.writer.patient = false
  await cluster.maintenance.end()
  if (cluster.forked !== null) {
    for (const { catalog } of cluster.databases.values()) catalog.beforeChange?.()
    cluster.log = () => undefined
    cluster.fail(shuttingDown()) // nothing of it is kept
  }
  try {
    await settleAndClose(cluster)
  } finally {
    cluster.txns.undo.close()
    // A statement that could not be stopped may still run over them.
    if (cluster.sessions.size === 0) {
      cluster.txns.undo.letGo()
      cluster.wal.letGo()
    }
    for (const hook of cluster.onClose) hook()
    cluster.memory.give(cluster.standingBytes)
    await cluster.vfs.rest()
    // Forks read the files: nobody else may open and change them, and what they are an image of is still wanted.
    cluster.vfs.whenNoImage(() => {
      cluster.forked?.released()
      cluster.unlock()
    })
  }
}

/** @param {Cluster} cluster */
async function endSessions(cluster) {
  const { sessions, clock } = cluster
  for (const session of [...sessions]) session.close()
  const patienceEndsMs = clock.monotonicMs() + CLOSE_PATIENCE_MS
  while (sessions.size > 0 && clock.monotonicMs() < patienceEndsMs) await nextTurn()
  // What cannot be stopped is treated as a crash would: the next open recovers.
  if (sessions.size > 0) cluster.fail(shuttingDown())
}

/**
 * What fails on the way is told, and every file is closed all the same.
 * @param {Cluster} cluster
 * @throws {DbError} 58030
 */
async function settleAndClose(cluster) {
  const { wal, storage, control, catalogBase } = cluster
  /** @type {unknown} */
  let failure = null
  const step = async (/** @type {() => Promise<void>} */ work) => {
    try {
      await work()
    } catch (error) {
      failure ??= error
      cluster.fail(error)
    }
  }
  if (wal.failed === null) await step(() => settleFiles(cluster))
  if (wal.failed === null) {
    await step(() => storage.close())
    await step(() => wal.close())
  } else {
    await storage.closeWithoutFlush()
    await wal.close().catch(() => undefined) // it says again that it failed
  }
  control.close()
  catalogBase?.close()
  if (failure !== null) throw failure
}

/**
 * Everything is in the files, as the checkpoint of the shutdown says. Without room for that the log has it all, and the
 * next open recovers.
 * @param {Cluster} cluster
 */
async function settleFiles(cluster) {
  const { wal, maintenance } = cluster
  try {
    wal.syncSync(wal.position)
    maintenance.lastPurge()
    await cluster.storage.writer.stopCleaning()
    cluster.sequences.settle()
    for (const database of cluster.databases.values()) database.close()
    cluster.heapEnv.releasePins()
    maintenance.checkpointSync(true)
  } catch (error) {
    if (!isShortage(error)) throw error
    cluster.log(`closed without a checkpoint: ${error instanceof Error ? error.message : error}`)
    cluster.fail(error)
  }
}

/**
 * The open failed: what it opened is closed, nothing more is written.
 * @param {Cluster} cluster started to some point @param {unknown} error why
 */
export async function abandonCluster(cluster, error) {
  cluster.maintenance.stop()
  // What start() had not come to is not there yet.
  const { storage, wal, control } = /** @type {Partial<Cluster>} */ (cluster)
  if (storage) await storage.closeWithoutFlush()
  if (wal) {
    wal.fail(error)
    await wal.close().catch(() => undefined) // it says again why
  }
  control?.close()
  cluster.catalogBase?.close()
}
