/**
 * What the disk could have been found like if the power had gone at other moments of a life, or of a recovery: one run
 * of the statements is looked at as after several cuts. A moment is kept as an image of the disk and what was known
 * then; opening it and looking costs about a twentieth of a case.
 *
 * Syncs are likelier than writes, and control files, double-write areas and names likelier than other files: what is
 * wrong with their order shows between two of them.
 */
import { Watch } from './watch.js'

/** @import { Random } from '../../../src/util/prng.js' */
/** @import { FaultVfs } from '../../support/disk/fault-vfs.js' */
/** @import { History } from './history.js' */

const RARE = /^(control|double-write|base$|wal$)/

/** @typedef {{ image: FaultVfs, history: History, turn: number, key: number }} Moment */

export class Moments extends Watch {
  /** @type {Moment[]} the luckiest so far */
  kept = []
  /** Whether it goes on. */
  open = true

  /**
   * @param {FaultVfs} disk @param {History} history as it goes on @param {Random} random
   * @param {number} most @param {() => number} turn of the event loop
   */
  constructor(disk, history, random, most, turn) {
    super(disk)
    this.history = history
    this.random = random
    this.most = most
    this.turn = turn
  }

  /** Before each change and each sync. @param {string} path @param {boolean} isSync */
  passes(path, isSync) {
    if (!this.open || this.disk.off) return
    const weight = (isSync ? 3 : 1) * (RARE.test(path) ? 2 : 1)
    const key = this.random.double() ** (1 / weight)
    if (this.kept.length === this.most) {
      let least = 0
      for (const [index, moment] of this.kept.entries()) if (moment.key < this.kept[least].key) least = index
      if (this.most === 0 || this.kept[least].key > key) return
      this.kept.splice(least, 1)
    }
    const seed = this.random.uint32()
    const image = this.disk.crashImage(seed, { seed })
    this.kept.push({ image, history: this.history.copy(), turn: this.turn(), key })
  }
}
