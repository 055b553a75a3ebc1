/**
 * Files of which purge has left something: after a crash, where a page was damaged, or where there was no room in the
 * middle of a row. VACUUM takes them off, but for those of which something was left while it went by: it may have
 * passed the place.
 */

export class SweepFiles {
  /** When something was last left: by file id. @type {Map<number, number>} */
  #left = new Map()
  #serial = 0

  get size() { return this.#left.size }

  [Symbol.iterator]() { return this.#left.keys() }

  /** @param {number} fileId */
  has(fileId) {
    return this.#left.has(fileId)
  }

  /** Something was left of it. @param {number} fileId */
  add(fileId) {
    this.#left.set(fileId, ++this.#serial)
  }

  /** There is nothing to be swept: the file is gone, or nobody reads it. @param {number} fileId */
  delete(fileId) {
    this.#left.delete(fileId)
  }

  /** A sweep begins. @param {number} fileId @returns {() => void} to be called when it has come to its end */
  begin(fileId) {
    const before = this.#left.get(fileId)
    return () => { if (this.#left.get(fileId) === before) this.#left.delete(fileId) }
  }
}
