/** What is known of one file of a relation: its length, its handle, which of its blocks are in the pool. */
import { relationPath } from '../errors/pages.js'

/** @import { BlockNumber } from '../util/identifiers.js' */
/** @import { FreeMap } from './free-space.js' */
/** @import { VfsFile } from './vfs/vfs.js' */

export class RelationFile {
  /** @param {number} fileId @param {number} blockCount */
  constructor(fileId, blockCount) {
    this.fileId = fileId
    this.path = relationPath(fileId)
    this.blockCount = blockCount
    /** block -> frame + 1, in chunks of 1024. @type {(Int32Array | undefined)[]} */
    this.directory = []
    /** Blocks the file has on disk, those beyond blockCount being zeros. */
    this.allocatedBlocks = blockCount
    /** @type {VfsFile | null} */
    this.handle = null
    this.lastUse = 0
    /** Reads and writes under way or to come: it is not cut, and a handle in use stays. */
    this.busy = 0
    /** How many of them have no call under way, and need no handle meanwhile: pages of a batch wait for their turn. */
    this.waiting = 0
    /** Syncs through another handle that nobody has heard of yet: this one stays (early-syncs.js). */
    this.earlySyncs = 0
    this.dropped = false
    /**
     * Of pages written and not synced (page-writer.js): the oldest change, and the same of those that a sync under way
     * covers. Infinity: none.
     */
    this.unsyncedFrom = Infinity
    this.syncingFrom = Infinity
    this.unsyncedPages = 0
    /** The block rows were last added to, -1: none known. The heap's own hint. @type {BlockNumber} */
    this.insertBlock = -1
    /** By block, of a heap: heap/settled-pages.js. */
    this.settledPages = new Uint8Array(0)
    /** Where misses would go on, and how many have gone on so far (miss-runs.js). @type {BlockNumber} */
    this.missExpected = 0
    this.missRun = 0
    /** See free-space.js. @type {FreeMap | null} */
    this.freeMap = null
    /** Blocks that were never written; null: none. @type {Set<number> | null} */
    this.holes = null
    /** Has a name of its own: not the template's. */
    this.isOwn = true
    /** Nobody reads or changes it (quarantine.js). */
    this.quarantined = false
  }

  /** The block is in the file, empty. @param {BlockNumber} blockNo */
  addHole(blockNo) {
    this.holes ??= new Set()
    this.holes.add(blockNo)
  }
}
