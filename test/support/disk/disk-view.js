/**
 * The simulated disk, to be read without its noticing: nothing is counted, nothing fails. As everybody reads it now, or
 * what of it survives if the power goes and no unsynced change was written back.
 */
import { fileAccessError, systemError } from '../../../src/errors/storage.js'
import { namesIn } from '../../../src/storage/vfs/memory-vfs.js'

/** @import { Tree } from './names.js' */

export class DiskView {
  /** @param {Tree} tree @param {'current' | 'durable'} bytes */
  constructor(tree, bytes) {
    this.tree = tree
    this.bytes = bytes
  }

  /** @param {string} path */
  exists(path) {
    return this.tree.files.has(path) || this.tree.dirs.has(path)
  }

  /** @param {string} dir */
  list(dir) {
    return namesIn(dir, this.tree.files.keys(), this.tree.dirs)
  }

  /**
   * @param {string} path
   * @param {'current' | 'durable'} [which] of its bytes, whichever names are looked at
   * @returns {any} what reading needs of a VfsFile
   */
  open(path, which = this.bytes) {
    const inode = this.tree.files.get(path)
    if (inode === undefined) throw fileAccessError('open', path, systemError('ENOENT'))
    const bytes = inode[which]
    return {
      size: () => bytes.size,
      readSync: bytes.read.bind(bytes),
      close: () => undefined,
    }
  }
}
