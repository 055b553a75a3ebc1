/**
 * Files with pages that were written and not synced. Each remembers the oldest change of those (`unsyncedFrom`), which
 * holds back redo's start until a sync has ended.
 */

/** @import { Lsn } from '../util/identifiers.js' */
/** @import { FileManager, RelationFile } from './relation-files.js' */

export class UnsyncedFiles {
  /** @param {FileManager} files */
  constructor(files) {
    this.files = files
    /** @type {Set<RelationFile>} */
    this.set = new Set()
  }

  /**
   * A page that has a change was written and not synced.
   * @param {RelationFile} file
   * @param {Lsn} recLsn of the change, the oldest if there are several
   */
  note(file, recLsn) {
    if (recLsn < file.unsyncedFrom) file.unsyncedFrom = recLsn
    file.unsyncedPages++
    this.set.add(file)
  }

  /** The oldest change that a power cut may take from its file. @returns {Lsn} */
  oldest() {
    let oldest = Infinity
    for (const { dropped, unsyncedFrom, syncingFrom } of this.set)
      if (!dropped) oldest = Math.min(oldest, unsyncedFrom, syncingFrom)
    return oldest
  }

  /** Async: syncs files of which at least so many pages were written without. @param {number} pages */
  async sync(pages) {
    for (const file of [...this.set]) {
      if (file.dropped) this.set.delete(file)
      else if (file.unsyncedPages >= pages) {
        const handle = this.files.handle(file)
        file.syncingFrom = Math.min(file.syncingFrom, file.unsyncedFrom) // one that found no room has covered nothing
        file.unsyncedFrom = Infinity
        file.unsyncedPages = 0
        file.busy++
        try {
          await handle.sync()
        } finally {
          this.files.leave(file)
        }
        file.syncingFrom = Infinity
        if (file.unsyncedFrom === Infinity) this.set.delete(file)
      }
    }
  }

  /** As `sync` of all, on the spot. What a sync under way covers stays noted until that one has ended. */
  syncNow() {
    for (const file of [...this.set]) {
      if (!file.dropped) this.files.handle(file).syncSync()
      file.unsyncedFrom = Infinity
      file.unsyncedPages = 0
      if (file.dropped || file.syncingFrom === Infinity) this.set.delete(file)
    }
  }
}
