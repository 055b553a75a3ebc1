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
 * A query whose keys and ranges are numbers of what is looked for.
 * @typedef {{ all: boolean, least: number, asked: number[], parts: Numbered[] }} Numbered
 */

class Sought {
  /** @param {GinQuery[]} queries */
  constructor(queries) {
    /** @type {Uint8Array[]} where ranges begin, too */
    this.from = []
    /** @type {(Uint8Array | null)[]} where ranges end: with what begins so; null: a key */
    this.to = []
    this.queries = queries.map((query) => this.numbered(query))
    this.found = new Uint8Array(this.from.length)
  }

  /** @param {GinQuery} query @returns {Numbered} */
  numbered({ all, keys, least = 1, parts = [], ranges = [] }) {
    const asked = [...keys.map((key) => this.number(key, null)), ...ranges.map(([from, to]) => this.number(from, to))]
    return { all, least, asked, parts: parts.map((part) => this.numbered(part)) }
  }

  /** @param {Uint8Array} from @param {Uint8Array | null} to */
  number(from, to) {
    this.to.push(to)
    return this.from.push(from) - 1
  }

  /** The row at hand has this key. @param {Uint8Array} bytes @param {number} start @param {number} end */
  meet(bytes, start, end) {
    const { from, to, found } = this
    for (let number = 0; number < from.length; number++) {
      const last = to[number]
      if (found[number] === 1) continue
      if (last === null) {
        if (from[number].length === end - start && compare(bytes, start, end, from[number]) === 0) found[number] = 1
      } else if (compare(bytes, start, end, from[number]) >= 0
        && compare(bytes, start, Math.min(end, start + last.length), last) <= 0) found[number] = 1
    }
  }

  /** Whether the row at hand may be one that is asked for; the next one's keys follow. */
  judge() {
    const isWanted = this.queries.every((query) => this.holds(query))
    this.found.fill(0)
    return isWanted
  }

  /** @param {Numbered} query @returns {boolean} */
  holds({ all, least, asked, parts }) {
    let count = 0
    for (const number of asked) count += this.found[number]
    for (const part of parts) if (this.holds(part)) count++
    return count >= (all ? asked.length + parts.length : least)
  }
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
 * @returns {Float64Array} tuple ids, ascending
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
