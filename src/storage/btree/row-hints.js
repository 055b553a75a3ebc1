/**
 * Where rows were found last by a whole key of a unique index: a guess that spares the descent. One table per engine,
 * for all trees, as large as the pool warrants.
 *
 *   cell   tag u32, tuple id u32        found by a hash of (file, key), there or in the cell beside it (same cache line); the newest two finds of a pair stay
 *
 * A guess is never trusted: whoever takes it fetches the row and compares its key, as with an index entry, and asks the
 * tree when that fails. An index that is unique at once (not deferrable, not partial) shows a snapshot at most one row
 * with a key, so a row which passes is the one the tree would have given. Nothing is ever invalidated.
 *
 * Measured (Node 20): lookup among 1M text keys 0.9 us by the tree, 0.15 us by a right guess, the hash included.
 */

/** @import { Tid } from '../../util/identifiers.js' */

/** Cells per frame of the pool: with 8 bytes each, 1/64 of its memory. */
const CELLS_PER_FRAME = 16
const CELLS_MIN = 1024
const TID_MAX = 0xffffffff

export class RowHints {
  /** @param {number} frameCount of the pool */
  constructor(frameCount) {
    let count = CELLS_MIN
    while (count < frameCount * CELLS_PER_FRAME) count *= 2
    this.cells = new Uint32Array(2 * count)
    this.mask = count - 1
    /** Of the key `place` was called for last. */
    this.tag = 0
  }

  /**
   * @param {number} fileId of the index
   * @param {Uint8Array} key from 0 on
   * @param {number} end
   * @returns {number} the key's cell; its tag is in `tag`
   */
  place(fileId, key, end) {
    // MurmurHash3's rounds: keys often differ in a few digits only, and weaker ones let those meet.
    let hash = fileId ^ end
    for (let at = 0; at < end; at += 4) {
      let word =
        at + 4 <= end
          ? key[at] | (key[at + 1] << 8) | (key[at + 2] << 16) | (key[at + 3] << 24)
          : lastWord(key, at, end)
      word = Math.imul(word, 0xcc9e2d51)
      word = Math.imul((word << 15) | (word >>> 17), 0x1b873593)
      hash ^= word
      hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    const tag = Math.imul(hash ^ (hash >>> 13), 0x27d4eb2f) >>> 0
    this.tag = tag
    return ((hash ^ (hash >>> 16)) & this.mask) << 1
  }

  /**
   * @param {number} cell
   * @param {number} tag
   * @param {{ blockCount: number }} file of the rows
   * @returns {number} a tuple id within the file, or -1
   */
  guess(cell, tag, file) {
    const { cells } = this
    if (cells[cell] !== tag) {
      cell ^= 2
      if (cells[cell] !== tag) return -1
    }
    const tid = cells[cell + 1]
    return tid >>> 9 < file.blockCount ? tid : -1
  }

  /** @param {number} cell @param {number} tag @param {Tid} tid where a row with the key is */
  put(cell, tag, tid) {
    if (tid > TID_MAX) return
    const { cells } = this
    const beside = cell ^ 2
    const there = cells[cell]
    if (cells[beside] === tag) cell = beside
    // A key that stands in its own cell stays; what it finds there moves over, if there is anything.
    else if (there !== tag && there !== 0) {
      cells[beside] = there
      cells[beside + 1] = cells[cell + 1]
    }
    cells[cell] = tag
    cells[cell + 1] = tid
  }
}

/** The bytes of a key behind its last whole word. @param {Uint8Array} key @param {number} at @param {number} end */
function lastWord(key, at, end) {
  let word = 0
  for (let shift = 0; at < end; at++, shift += 8) word |= key[at] << shift
  return word
}
