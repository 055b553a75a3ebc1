/**
 * Forks: a cluster of its own over an image of another's files (storage/vfs/imaged-vfs.js) and of what its pool has
 * that they have not (storage/held-pages.js), in memory, as if the other had been killed at this moment with every page
 * written, and its directory copied. Nothing is written for it and no log is repeated, however much has changed: what
 * recovery would read in the log the parent knows. What was in flight is undone in the fork, by its records in the
 * parent's log, which keeps them until that is done.
 *
 *   base/*          the image; blocks the fork writes are its own, in the block store of its origin
 *   wal/*           none: the fork's own log begins where its parent's stands
 *   control, settings, catalogs of an upgrade     copied
 *   catalog-template     held in memory, once for all forks
 *
 * Everything of the image happens in one turn, so that files, pages and facts are of one moment.
 */
import { catalogTemplate } from '../../catalog/template.js'
import { RecordedLengths } from '../../storage/file-lengths.js'
import { HeldBelow, HeldPages } from '../../storage/held-pages.js'
import { PAGE_BYTES } from '../../storage/page.js'
import { Quarantine } from '../../storage/quarantine.js'
import { WholeTemplate } from '../../storage/template.js'
import { MemoryBytes } from '../../storage/vfs/memory-file.js'
import { OverlayBytes } from '../../storage/vfs/overlay-bytes.js'
import { LogReader } from '../../wal/log-reader.js'
import { LiveRecords } from '../../wal/live-records.js'
import { segmentPath } from '../../wal/segment.js'
import { commonOf } from './common.js'
import { filesInMemory } from './memory.js'
import { shuttingDown } from '../../errors/engine.js'

/** @import { Lsn, Xid } from '../../util/identifiers.js' */
/** @import { MemoryVfs } from '../../storage/vfs/memory-vfs.js' */
/** @import { BlockStore } from '../../storage/vfs/block-store.js' */
/** @import { Below } from '../../storage/vfs/overlay-bytes.js' */
/** @import { MemoryAccount } from '../../util/memory-account.js' */
/** @import { Cluster } from './cluster.js' */
/** @import { Common } from './common.js' */
/** @import { ClusterOptions } from './options.js' */
/** @import { Template } from '../../storage/template.js' */
/** @import { FileManager } from '../../storage/relation-files.js' */
/** @import { Image } from '../../storage/vfs/imaged-vfs.js' */
/** @import { Vfs } from '../../storage/vfs/vfs.js' */
/** @import { LogSays } from './start.js' */

/**
 * What makes a cluster a fork. readOnly: it takes no writes either. template: the catalogs its parent began with;
 * logBeginLsn: where its log begins, of a snapshot the frame that its directory's is read from; released: called when
 * it has been closed. isOfDirectory: what it is a fork of is, in the end; common: what its siblings know; memory,
 * blocks: its origin's, which its own counts for; parent: if that is open, what its log would say, files that committed
 * transactions and those in flight have dropped, and records of the log.
 * @typedef
 *   {{ template: Template | null, logBeginLsn: Lsn, released: () => void, common: Common,
 *   isOfDirectory: boolean, readOnly?: boolean, memory?: MemoryAccount, blocks?: BlockStore,
 *   parent?: { said: LogSays, leaving: Map<number, Xid>, records: LiveRecords } }} ForkFacts
 */

/** Of a fork, unless it is told otherwise: most are small, and there are many. */
export const POOL = '4MB'
/** The same of its log, which is in memory. */
const LOG = '64MB'
/** Small files that a fork starts from. */
const COPIED = /^(control|catalog-base\..*|.*\.conf)$/

/** A copy of a template's relation that has no name yet (storage/template.js). */
const UNNAMED = '.new'

/** @type {WeakMap<Cluster, Template>} */
const templates = new WeakMap()
/**
 * Files by path; dropped ones that are among them, with the drops' transactions.
 * @typedef {{ parts: Map<string, Below>, lengths: ReturnType<FileManager['lengthsNow']>,
 *   leaving: Map<number, Xid> }} Seen
 */
/** What there is to be seen by an image. @type {WeakMap<Image, Seen>} */
const seen = new WeakMap()

/**
 * What a fork is opened with.
 * @param {Cluster} cluster open
 * @returns {Promise<{ options: ClusterOptions, facts: ForkFacts, opened: () => void }>} resolves when all that the
 *   image shows is durable; opened: to be called when the fork is open, or will not be
 * @throws {import('../../errors/db-error.js').DbError} 57P03, 53100, 58030
 */
export async function imageOf(cluster) {
  const { vfs, wal } = cluster
  if (!cluster.isOpen) throw shuttingDown()
  wal.writeOut() // where it finds no room the fork is refused, and nothing else
  cluster.sequences.show()
  const endLsn = wal.position
  const common = commonOf(cluster)
  const image = vfs.image(endLsn)
  const files = filesOf(cluster)
  const released = () => {
    files.discard()
    image.release()
  }
  const reader = { fromLsn: beginOfFlight(cluster) }
  const opened = () => { cluster.logReaders.delete(reader) }
  try {
    const { parts, lengths, leaving } = seenOf(cluster, image)
    for (const [path, part] of parts) files.adopt(path, new OverlayBytes(part, image.epoch, vfs.store))
    files.adopt(segmentPath(Math.floor(endLsn / wal.segmentBytes)), emptySegment(cluster))
    for (const name of vfs.list('')) if (COPIED.test(name)) files.adopt(name, copyOf(cluster, name))
    const template = templateOf(cluster)
    const parent = { said: factsOf(cluster, endLsn, lengths), leaving, records: new LiveRecords(vfs, wal.segmentBytes) }
    cluster.logReaders.add(reader)
    if (cluster.walSync === 'immediate') await wal.durable(endLsn)
    const { clock, logger, random } = cluster.options
    return {
      options: { vfs: files, walSync: 'none', bufferPool: POOL, maxWal: LOG, clock, logger, random },
      facts: {
        template, logBeginLsn: endLsn, released, common, memory: cluster.memory, blocks: vfs.store,
        isOfDirectory: cluster.isOfDirectory, parent,
      },
      opened,
    }
  } catch (error) {
    opened()
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
 * The files of an image as a fork has them, and how long they are: over a file, or a template's relation that has not
 * become one, the pages that were in memory alone.
 * @param {Cluster} cluster @param {Image} image of this turn, or of an earlier one
 * @returns {Seen}
 */
function seenOf(cluster, image) {
  const before = seen.get(image)
  if (before !== undefined) return before
  const { storage: { pool, files }, vfs } = cluster
  const held = pool.held ?? new HeldPages(pool, vfs)
  const nameless = held.hold(image.epoch, image.isOnly)
  /** @type {Map<string, Below>} */
  const parts = new Map()
  for (const [path, tracked] of image.files) {
    const file = files.known.get(tracked.fileId)
    if (path.endsWith(UNNAMED)) {
      if (file === undefined || file.isOwn) continue
      nameless.add(file)
      parts.set(file.path, new HeldBelow(held, file, tracked))
    } else {
      parts.set(path, file?.path === path ? new HeldBelow(held, file, tracked) : tracked)
    }
  }
  const template = templateOf(cluster)
  for (const file of nameless)
    if (!parts.has(file.path)) parts.set(file.path, new HeldBelow(held, file, belowOf(template, file.fileId)))
  /** @type {Map<number, Xid>} */
  const leaving = new Map(files.leaving)
  for (const fileId of files.removal.pending.keys()) leaving.set(fileId, 0)
  const found = { parts, lengths: files.lengthsNow(true, nameless), leaving }
  seen.set(image, found)
  return found
}

/**
 * A relation of a template as what is below a file.
 * @param {Template} template @param {number} fileId @returns {Below}
 */
const belowOf = (template, fileId) => ({
  sizeAt: () => template.blockCount(fileId) * PAGE_BYTES,
  readBlock: (epoch, block, bytes) => {
    const page = template.pages(fileId).subarray(block * PAGE_BYTES, (block + 1) * PAGE_BYTES)
    bytes.set(page)
    bytes.fill(0, page.length)
  },
})

/**
 * What the log of a directory would say that is as the cluster is now.
 * @param {Cluster} cluster @param {Lsn} endLsn @param {Seen['lengths']} lengths @returns {LogSays}
 */
function factsOf({ wal, txns, oids, storage: { files } }, endLsn, lengths) {
  const losers = new Map()
  for (const { xid, lastLsn } of txns.unfinished()) losers.set(xid, lastLsn)
  const said = {
    analysis: {
      endLsn, epoch: wal.epoch, durableLsn: endLsn, losers, nextXid: Math.max(3, txns.xidBound),
      undoPointer: Math.max(txns.undo.bound, txns.undo.next), purgeFiles: txns.filesWithPurgeWork(), records: 0,
    },
    lengths: new RecordedLengths(), quarantine: new Quarantine(), nextOid: oids.nextOid, nextFileId: oids.nextFile,
  }
  said.lengths.byFile = new Map(lengths)
  said.quarantine.byFile = new Map(files.quarantine.byFile)
  return said
}

/** Where the log of what is in flight begins. @param {Cluster} cluster @returns {Lsn} Infinity: nothing is */
function beginOfFlight({ txns }) {
  let first = Infinity
  for (const { firstLsn } of txns.unfinished()) first = Math.min(first, firstLsn)
  return first
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

/** What a log begins in. @param {Cluster} cluster @returns {MemoryBytes} */
function emptySegment({ memory, wal }) {
  const bytes = new MemoryBytes(memory)
  bytes.truncate(wal.segmentBytes)
  return bytes
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
