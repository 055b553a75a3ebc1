/**
 * Syncs of relation files that are begun before anybody needs them, on libuv's pool, while nothing but synchronous code
 * runs (page-writer.js). They have handles of their own, which are closed when the event loop has a turn: a program
 * that gives it none has one for each file, however often the file is synced, and no more than a few files have one.
 *
 * A failed sync is told to every handle that was open then, once, and to none that is opened later. So a file whose
 * early sync has not been heard of keeps its own handle (`earlySyncs` of the file, `FileManager`): whoever syncs the
 * file by that one before the event loop has a turn is told as well.
 */

/** @import { RelationFile } from './relation-files.js' */
/** @import { Vfs, VfsFile } from './vfs/vfs.js' */

/** Files with a handle for early syncs. */
const HANDLES_MAX = 16

export class EarlySyncs {
  /** @param {Vfs} vfs @param {(error: unknown) => unknown} onFailure told of a sync that failed */
  constructor(vfs, onFailure) {
    this.vfs = vfs
    this.onFailure = onFailure
    /** @type {Map<RelationFile, VfsFile>} */
    this.handles = new Map()
    /** @type {Set<Promise<void>>} */
    this.underWay = new Set()
  }

  /**
   * Begins a sync of what was written, if it can.
   * @param {RelationFile} file @returns {boolean} false: it is synced later, by whoever needs it
   */
  begin(file) {
    if (file.handle === null) return false // the next one would not be told
    file.earlySyncs++ // before a handle is opened: there may be no descriptor for it but this file's
    const handle = this.#handle(file)
    if (handle === null) {
      file.earlySyncs--
      return false
    }
    const sync = handle.sync()
      .catch((error) => { if (!file.dropped) this.onFailure(error) })
      .finally(() => {
        this.underWay.delete(sync)
        if (--file.earlySyncs > 0) return
        this.handles.delete(file)
        handle.close()
      })
    this.underWay.add(sync)
    return true
  }

  /** @param {RelationFile} file @returns {VfsFile | null} null: it cannot have one now */
  #handle(file) {
    const known = this.handles.get(file)
    if (known !== undefined) return known
    if (this.handles.size === HANDLES_MAX) return null
    if (!this.vfs.exists(file.path)) return null // it gets its name by the sync
    try {
      const handle = this.vfs.open(file.path)
      this.handles.set(file, handle)
      return handle
    } catch {
      return null
    }
  }

  /** Async: none is under way. */
  async ended() {
    await Promise.all(this.underWay)
  }
}
