/**
 * Rows of a gin index whose keys wait (storage/gin): each row's keys are compared with those that conditions ask for.
 * Rows are few, and all of them are looked at.
 */
import { eachWaiting, eachWaitingKey } from '../../../storage/gin/waiting.js'
import { spend } from '../../../util/effort.js'
import { TID_BYTES, tidAt } from '../../../util/tuple-id.js'

/** @import { BTree } from '../../../storage/btree/tree.js' */
/** @import { GinQuery } from '../../../types/gin.js' */

export const NO_ROWS = new Float64Array(0)
const STEPS_PER_KEY = 2

/**
 * Keys and ranges of all queries. A row is taken that has one of them waiting, though a query may want more: what its
 * own inserter changed since is where it belongs (storage/gin/README.md), so the row's keys may be here and there. One
 * that has none waiting has them all in the tree. The row's version decides.
 */
class Sought {
  /** @param {GinQuery[]} queries */
  constructor(queries) {
    /** @type {Uint8Array[]} where ranges begin, too */
    this.from = []
    /** @type {(Uint8Array | null)[]} where ranges end: with what begins so; null: a key */
    this.to = []
    for (const query of queries) this.gather(query)
    /** Rows that have no key at all are asked for, too. */
    this.wantsAll = queries.every(holdsOfNone)
    this.isMet = false
  }

  /** @param {GinQuery} query */
  gather({ keys, parts = [], ranges = [] }) {
    for (const key of keys) this.add(key, null)
    for (const [from, to] of ranges) this.add(from, to)
    for (const part of parts) this.gather(part)
  }

  /** @param {Uint8Array} from @param {Uint8Array | null} to */
  add(from, to) {
    this.from.push(from)
    this.to.push(to)
  }

  /** The row at hand has this key. @param {Uint8Array} bytes @param {number} start @param {number} end */
  meet(bytes, start, end) {
    const { from, to } = this
    for (let number = 0; number < from.length && !this.isMet; number++) {
      const last = to[number]
      this.isMet = last === null
        ? from[number].length === end - start && compare(bytes, start, end, from[number]) === 0
        : compare(bytes, start, end, from[number]) >= 0
          && compare(bytes, start, Math.min(end, start + last.length), last) <= 0
    }
  }

  /** Whether the row at hand may be one that is asked for; the next one's keys follow. */
  judge() {
    const isWanted = this.isMet || this.wantsAll
    this.isMet = false
    return isWanted
  }
}

/** @param {GinQuery} query @returns {boolean} */
function holdsOfNone({ all, keys, least = 1, parts = [], ranges = [] }) {
  return all ? keys.length + ranges.length === 0 && parts.every(holdsOfNone)
    : parts.filter(holdsOfNone).length >= least
}

/** @param {Uint8Array} bytes @param {number} at @param {number} end @param {Uint8Array} key */
function compare(bytes, at, end, key) {
  const { length } = key
  for (let index = 0; index < length; index++, at++) {
    if (at === end) return -1
    if (bytes[at] !== key[index]) return bytes[at] - key[index]
  }
  return end - at
}

/**
 * @param {BTree} tree
 * @param {GinQuery[]} queries all of which must hold
 * @returns {Float64Array} tuple ids, ascending; of rows that may be asked for
 */
export function waitingRows(tree, queries) {
  const sought = new Sought(queries)
  /** @type {number[]} */
  const rows = []
  let row = -1
  // A row may have several entries, which are neighbours.
  eachWaiting(tree, -1, (entry, end) => {
    const tid = tidAt(entry, end - TID_BYTES)
    if (tid !== row && row >= 0 && sought.judge()) rows.push(row)
    row = tid
    eachWaitingKey(entry, end, (from, to) => {
      spend(STEPS_PER_KEY)
      sought.meet(entry, from, to)
    })
  })
  if (row >= 0 && sought.judge()) rows.push(row)
  return rows.length === 0 ? NO_ROWS : Float64Array.from(rows)
}
