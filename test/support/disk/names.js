/**
 * The directory tree of the simulated disk: names as they are now, names that survive a power cut, and the changes
 * between the two, each durable once its directories are synced.
 */
import { directoryOf } from '../../../src/storage/vfs/vfs.js'

/** @import { Fate, Inode } from './unsynced.js' */

/**
 * A change that is durable once every directory in `dirs` is synced. `promised`: a sync that lied has said so of one of
 * them.
 * @typedef {{serial: number, kind: 'create' | 'unlink' | 'mkdir' | 'rename', path: string, to: string,
 *   inode: Inode | null, dirs: Set<string>, promised?: boolean}} NameChange
 */

/** @typedef {{files: Map<string, Inode>, dirs: Set<string>}} Tree */

export class Names {
  /** @type {Tree} */
  current = { files: new Map(), dirs: new Set(['']) }
  /** @type {Tree} */
  durable = { files: new Map(), dirs: new Set(['']) }
  /** @type {NameChange[]} */
  pending = []

  /** @param {NameChange} change */
  apply(change) {
    applyName(this.current, change)
    this.pending.push(change)
  }

  /**
   * The directory is synced: what was changed in it, or of that what is in `covered`, survives.
   * @param {string} dir
   * @param {Set<NameChange> | null} covered null: all there is
   */
  settle(dir, covered) {
    this.pending = this.pending.filter((change) => {
      if (covered !== null && !covered.has(change)) return true
      change.dirs.delete(dir)
      if (change.dirs.size > 0) return true
      applyName(this.durable, change)
      return false
    })
  }

  /** As settle, by a sync that lies. @param {string} dir @param {Set<NameChange> | null} covered */
  promise(dir, covered) {
    for (const change of this.pending)
      if (change.dirs.has(dir) && (covered === null || covered.has(change))) change.promised = true
  }

  /** The tree that a power cut leaves. @param {Fate} fate @returns {Tree} */
  afterCut(fate) {
    const tree = { files: new Map(this.durable.files), dirs: new Set(this.durable.dirs) }
    for (const change of this.pending) {
      if (fate.of(change.serial, fate.nextFile(), false) === 'whole') applyName(tree, change)
      else if (change.promised === true) fate.broken.add(change.path)
    }
    // What lies in a directory that is gone is gone.
    const dirs = new Set([''])
    for (const dir of [...tree.dirs].sort()) if (dirs.has(directoryOf(dir))) dirs.add(dir)
    for (const path of [...tree.files.keys()]) if (!dirs.has(directoryOf(path))) tree.files.delete(path)
    return { files: tree.files, dirs }
  }
}

/** Does nothing where an earlier change that it builds on was dropped. @param {Tree} tree @param {NameChange} change */
function applyName(tree, change) {
  if (change.kind === 'mkdir') tree.dirs.add(change.path)
  else if (change.kind === 'create') tree.files.set(change.path, /** @type {Inode} */ (change.inode))
  else if (tree.files.get(change.path) === change.inode) {
    tree.files.delete(change.path)
    if (change.kind === 'rename') tree.files.set(change.to, /** @type {Inode} */ (change.inode))
  }
}
