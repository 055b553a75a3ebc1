/** What an engine knows of its gin indexes' waiting entries (../gin/README.md); one object per engine. */

/** @import { Xid } from '../../util/identifiers.js' */
export class WaitingLists {
  constructor() {
    /** Bytes that wait, by file, as far as they were counted. @type {Map<number, number>} */
    this.sizes = new Map()
    /** Of files whose entries are being moved: rows whose entries went meanwhile. @type {Map<number, Set<number>>} */
    this.moving = new Map()
    /** What the last move left, by file: entries of transactions that were not over. @type {Map<number, number>} */
    this.left = new Map()
    /** Files whose entries are to be moved, and whether soon. @type {Map<number, boolean>} */
    this.due = new Map()
    /** Set by the engine: has this transaction committed? @type {(xid: Xid) => boolean} */
    this.isOver = () => false
    /** Set by the engine: told when a file is due. @type {(isSoon: boolean) => void} */
    this.onDue = () => {}
  }

  /** @param {number} fileId @param {boolean} isSoon it has become long */
  isDue(fileId, isSoon) {
    const known = this.due.get(fileId)
    if (known === true || known === isSoon) return
    this.due.set(fileId, isSoon)
    this.onDue(isSoon)
  }

  /**
   * So many bytes less wait. Nothing waits for sure only where that was counted.
   * @param {number} fileId
   * @param {number} bytes
   */
  less(fileId, bytes) {
    const left = (this.sizes.get(fileId) ?? 0) - bytes
    if (left > 0) this.sizes.set(fileId, left)
    else this.sizes.delete(fileId)
  }

  /** @param {number} fileId */
  forget(fileId) {
    this.sizes.delete(fileId)
    this.left.delete(fileId)
    this.due.delete(fileId)
  }
}
