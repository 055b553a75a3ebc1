/**
 * Forks: a cluster of its own over an image of another's files (storage/vfs/imaged-vfs.js), in memory, as if the other
 * had been killed at this moment and its directory copied. What was in flight is undone in the fork by its recovery,
 * which has little to do: a checkpoint goes before where the log since the last one is long.
 *
 *   base/*          the image; blocks the fork writes are its own, in the block store of its origin
 *   wal/*           copied from the frame in which recovery begins to where the log stands
 *   control, settings, catalogs of an upgrade     copied
 *   catalog-template     held in memory, once for all forks
 *
 * Everything from the end of the last wait on happens in one turn, so that log and files are of one moment.
 */
import { catalogTemplate } from '../../catalog/template.js'
import { WholeTemplate } from '../../storage/template.js'
import { MemoryBytes } from '../../storage/vfs/memory-file.js'
import { OverlayBytes } from '../../storage/vfs/overlay-bytes.js'
import { LogReader } from '../../wal/log-reader.js'
import { listSegments, segmentPath } from '../../wal/segments.js'
import { commonOf } from './common.js'
import { filesInMemory } from './memory.js'
import { shuttingDown } from '../../errors/engine.js'
import { imageNeedsRoom } from '../../errors/storage.js'

/** @import { Lsn } from '../../util/identifiers.js' */
/** @import { MemoryVfs } from '../../storage/vfs/memory-vfs.js' */
/** @import { BlockStore } from '../../storage/vfs/block-store.js' */
/** @import { Below } from '../../storage/vfs/overlay-bytes.js' */
/** @import { MemoryAccount } from '../../util/memory-account.js' */
/** @import { Cluster } from './cluster.js' */
/** @import { Common } from './common.js' */
/** @import { ClusterOptions } from './options.js' */
/** @import { Template } from '../../storage/template.js' */
/** @import { Vfs } from '../../storage/vfs/vfs.js' */

/**
 * What makes a cluster a fork. readOnly: it takes no writes either. template: the catalogs its parent began with;
 * logBeginLsn: the frame that its copy of the log begins with; released: called when it has been closed.
 * isOfDirectory: what it is a fork of is, in the end; common: what its siblings know; memory, blocks: its origin's,
 * which its own counts for.
 * @typedef
 *   {{ template: Template | null, logBeginLsn: Lsn, released: () => void, common: Common,
 *   isOfDirectory: boolean, readOnly?: boolean, memory?: MemoryAccount, blocks?: BlockStore }} ForkFacts
 */

/** A recovery of so much log takes less time than a checkpoint. */
const LOG_BYTES_MAX = 128 * 1024
/** Of a fork, unless it is told otherwise: most are small, and there are many. */
export const POOL = '4MB'
/** The same of its log, which is in memory. */
const LOG = '64MB'
const LOG_BLOCK_BYTES = 8192
/** Small files that a fork starts from. */
const COPIED = /^(control|catalog-base\..*|.*\.conf)$/

/** @type {WeakMap<Cluster, Template>} */
const templates = new WeakMap()
/** The last answers of `beginningOf`. @type {WeakMap<Cluster, { lsn: Lsn, frameLsn: Lsn }>} */
const beginnings = new WeakMap()

/**
 * What a fork is opened with.
 * @param {Cluster} cluster open
 * @returns {Promise<{ options: ClusterOptions, facts: ForkFacts }>} resolves when all that the image shows is durable
 * @throws {import('../../errors/db-error.js').DbError} 57P03, 53100, 58030
 */
export async function imageOf(cluster) {
  const { maintenance, storage, vfs, wal } = cluster
  if (wal.position - maintenance.checkpointLsn > LOG_BYTES_MAX) await maintenance.startedCheckpoint()
  // A page under way to its file may be half old, half new there.
  while (storage.writer.isWriting || maintenance.checkpointing !== null) {
    await (maintenance.checkpointing ?? storage.writer.idle())
  }
  if (!cluster.isOpen) throw shuttingDown()
  storage.writer.writeLeft()
  if (storage.writer.holdsTornPages) throw imageNeedsRoom()
  wal.writeOut() // where it finds no room the fork is refused, and nothing else
  const endLsn = wal.position
  const common = commonOf(cluster)
  const image = vfs.image()
  const files = filesOf(cluster)
  const released = () => {
    files.discard()
    image.release()
  }
  try {
    const { store } = vfs
    for (const [path, tracked] of image.files) files.adopt(path, new OverlayBytes(tracked, image.epoch, store))
    const logBeginLsn = beginningOf(cluster)
    copyLog(cluster, logBeginLsn, files)
    for (const name of vfs.list('')) if (COPIED.test(name)) files.adopt(name, copyOf(cluster, name))
    const template = templateOf(cluster)
    if (cluster.walSync === 'immediate') await wal.durable(endLsn)
    const { clock, logger, random } = cluster.options
    return {
      options: { vfs: files, walSync: 'none', bufferPool: POOL, maxWal: LOG, clock, logger, random },
      facts: {
        template, logBeginLsn, released, common, memory: cluster.memory, blocks: store,
        isOfDirectory: cluster.isOfDirectory,
      },
    }
  } catch (error) {
    released()
    throw error
  }
}

/** Nothing is below: a file that the fork has made. @type {Below} */
const NOTHING = { sizeAt: () => 0, readBlock: () => undefined }

/** @param {Cluster} cluster @returns {MemoryVfs} where a fork of it has its files: empty */
function filesOf({ vfs, memory }) {
  const files = filesInMemory(':fork:', memory)
  const { newBytes } = files
  files.newBytes = (path) => path.startsWith('base/') ? new OverlayBytes(NOTHING, 0, vfs.store) : newBytes(path)
  if (vfs.store.tempFile === null) return files
  files.temporary = () => {
    try {
      return vfs.tempFile()
    } catch {
      return null // The origin's directory is gone.
    }
  }
  return files
}

/**
 * The frame in which the log that recovery needs begins. Found by reading the segment from its start, once per
 * checkpoint.
 * @param {Cluster} cluster @returns {number} its position
 */
function beginningOf(cluster) {
  const { logStartLsn, redoLsn } = cluster.control.fields
  const lsn = Math.min(logStartLsn, redoLsn)
  const known = beginnings.get(cluster)
  if (known?.lsn === lsn) return known.frameLsn
  const frameLsn = frameOf(cluster.vfs, cluster.geometry, lsn)
  beginnings.set(cluster, { lsn, frameLsn })
  return frameLsn
}

/**
 * Recovery may begin where the log ended when a checkpoint began: the frame behind it holds what came then.
 * @param {Vfs} vfs @param {import('../../wal/frame.js').LogGeometry} geometry @param {Lsn} lsn
 * @returns {number} where the frame begins that has a position
 */
export function frameOf(vfs, geometry, lsn) {
  const reader = new LogReader(vfs, geometry)
  try {
    reader.seek(lsn)
    return reader.frameLsn
  } finally {
    reader.close()
  }
}

/** The log from a frame on. @param {Cluster} cluster @param {number} from @param {MemoryVfs} files */
function copyLog({ vfs, wal, memory }, from, files) {
  const first = Math.floor(from / wal.segmentBytes)
  for (const number of listSegments(vfs)) {
    if (number < first) continue
    const bytes = new MemoryBytes(memory)
    const startLsn = number * wal.segmentBytes
    const begin = Math.max(0, from - startLsn)
    const end = Math.min(wal.segmentBytes, wal.position - startLsn)
    if (end > 0) copyPart(vfs, segmentPath(number), bytes, begin - begin % LOG_BLOCK_BYTES, end)
    bytes.truncate(wal.segmentBytes)
    files.adopt(segmentPath(number), bytes)
  }
}

/** @param {Vfs} vfs @param {string} path @param {MemoryBytes} bytes @param {number} begin @param {number} end */
function copyPart(vfs, path, bytes, begin, end) {
  const part = new Uint8Array(end - begin)
  const file = vfs.open(path)
  try {
    bytes.write(part, 0, file.readSync(part, 0, part.length, begin), begin)
  } finally {
    file.close()
  }
}

/** @param {Cluster} cluster @param {string} path @returns {MemoryBytes} */
function copyOf({ vfs, memory }, path) {
  const file = vfs.open(path)
  try {
    const part = new Uint8Array(file.size())
    const bytes = new MemoryBytes(memory)
    bytes.write(part, 0, file.readSync(part, 0, part.length, 0), 0)
    return bytes
  } finally {
    file.close()
  }
}

/** The system catalogs as the directory began, for all its forks. @param {Cluster} cluster @returns {Template} */
function templateOf(cluster) {
  const own = cluster.forked?.template ?? cluster.storage.files.template
  if (cluster.forked !== null || own === null || own === catalogTemplate()) return own ?? catalogTemplate()
  let template = templates.get(cluster)
  if (template === undefined) templates.set(cluster, template = WholeTemplate.of(own.whole()))
  return template
}
