/**
 * Clusters over a directory that nobody writes (storage/vfs/still-directory.js): each is a fork of what the directory
 * holds, as if it had been opened there and all others were not. What recovery changes is in memory like everything
 * else; a directory that was closed leaves it nothing to do.
 */
import { catalogTemplate } from '../../catalog/template.js'
import { openTemplate } from '../../storage/template.js'
import { StillDirectory } from '../../storage/vfs/still-directory.js'
import { ControlFile } from '../../wal/control-file.js'
import { notADataDirectory } from '../../errors/clusters.js'
import { Cluster, ENGINE_LOCK } from './cluster.js'
import { UNTOUCHED_PATH } from './start.js'
import { Common } from './common.js'
import { POOL, frameOf } from './fork.js'

/** @import { Lsn } from '../../util/identifiers.js' */
/** @import { ClusterOptions } from './options.js' */
/** @import { Template } from '../../storage/template.js' */

export class StillCluster {
  /** Clusters that are open, and the holder itself. */
  #users = 1
  #closed = false

  /**
   * @param {StillDirectory} directory @param {Template | null} template @param {Lsn} logBeginLsn
   * @param {number} nextOid
   */
  constructor(directory, template, logBeginLsn, nextOid) {
    this.directory = directory
    this.template = template
    this.logBeginLsn = logBeginLsn
    this.common = new Common(nextOid)
  }

  /**
   * @param {string} path of a data directory
   * @returns {Promise<StillCluster>} to be closed @throws {DbError} 55006, 58P01, XX001, 22023
   */
  static async open(path) {
    const directory = await StillDirectory.open(path, ENGINE_LOCK, `process ${process.pid}, which reads it`)
    try {
      const files = directory.overlay(path)
      if (!ControlFile.exists(files)) throw notADataDirectory(path)
      const control = ControlFile.open(files)
      const { logStartLsn, redoLsn, walSegmentBytes: segmentBytes, systemIdentifier, nextOid } = control.fields
      control.close()
      const own = openTemplate(files, UNTOUCHED_PATH)
      const usual = catalogTemplate()
      // What this process has inflated already is not inflated twice.
      const template = own?.stamp === usual.stamp ? usual : own
      const logBeginLsn = frameOf(files, { segmentBytes, systemIdentifier }, Math.min(logStartLsn, redoLsn))
      return new StillCluster(directory, template, logBeginLsn, nextOid)
    } catch (error) {
      directory.close()
      throw error
    }
  }

  /**
   * @param {ClusterOptions & { readOnly?: boolean }} [options] as for a cluster; where it is, is known
   * @returns {Promise<Cluster>} resolves when sessions may begin in it; to be closed
   * @throws {DbError} as `Cluster.open`
   */
  async cluster({ readOnly = false, ...options } = {}) {
    this.#users++
    const vfs = this.directory.overlay(readOnly ? this.directory.disk.name : ':fork:')
    const { template, logBeginLsn, common } = this
    const released = () => this.#leave()
    try {
      const own = { bufferPool: POOL, ...options, path: undefined, vfs, walSync: /** @type {'none'} */ ('none') }
      return await Cluster.open(own, { template, logBeginLsn, released, common, isOfDirectory: true, readOnly })
    } catch (error) {
      released()
      throw error
    }
  }

  #leave() { if (--this.#users === 0) this.directory.close() }

  /** The directory is let go when the last cluster over it has been closed. */
  close() {
    if (this.#closed) return
    this.#closed = true
    this.#leave()
  }
}
