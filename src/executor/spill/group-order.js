/**
 * In which order groups leave that nothing sorts. SQL asks for none, but programs, and above all their tests, have been
 * written against the one PostgreSQL gives: that of its hash tables, or of the sort that its planner takes for few
 * rows. What decides is the planner's (planner/build/group-sequence.js); here are the table and the sort, over groups
 * that are complete: nothing is done for a row, and nothing for more than GROUPS_MAX groups, which leave as they came.
 *
 * PostgreSQL's table, as far as it shows: buckets by the lower bits of a hash over the hashes of all keys; a group
 * whose place is taken goes to the next, and those that are nearer to their own place make room for it; at nine tenths
 * it is doubled; it is read from its first free place downward.
 */
import { assert } from '../../util/assert.js'

/** @import { ExecContext } from '../context.js' */
/** @import { Datum } from '../../types/datum.js' */
/** @typedef {(ctx: ExecContext, value: Datum) => number | bigint} KeyHash PostgreSQL's 32 bits of a value */
/** @typedef {(a: Datum, b: Datum) => number} KeyCompare */
/** @typedef {{ place: number, compare: KeyCompare, desc: boolean, nullsFirst: boolean }} OrderKey */
/** @typedef {(key: number, group: number) => Datum} ReadKey */

/** What arranging takes is a small part of what making so many groups took. */
export const GROUPS_MAX = 1024
const FILLED = 0.9
/** Long ways to a free place double the table too, once it is a tenth full. */
const STEPS_MAX = 25
const MOVES_MAX = 150
const FILLED_MIN = 0.1

/** Places of small tables, one after the other. */
const SCRATCH = new Int32Array(2 * GROUPS_MAX)

/** @param {number} size @returns {Int32Array} zeros */
function takePlaces(size) {
  if (size > SCRATCH.length) return new Int32Array(size)
  return SCRATCH.subarray(0, size).fill(0)
}

/** @param {number} hash @returns {number} */
function stirred(hash) {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

/** Places of groups, which come by number. */
class Buckets {
  /** @param {Int32Array} hashes by group @param {number} expected groups */
  constructor(hashes, expected) {
    this.hashes = hashes
    this.count = 0
    this.size = 2
    while (this.size < Math.floor(expected / FILLED)) this.size *= 2
    /** group + 1; 0: free */
    this.places = takePlaces(this.size)
    this.room = Math.floor(this.size * FILLED)
  }

  /** @param {number} group */
  add(group) {
    while (!this.put(group)) this.grow()
    this.count++
  }

  /** @param {number} group @returns {boolean} false: the table is to be doubled first */
  put(group) {
    if (this.count >= this.room) return false
    const { places, hashes, size } = this
    const mask = size - 1
    for (let at = hashes[group] & mask, steps = 0; ; at = (at + 1) & mask) {
      const held = places[at]
      if (held === 0) {
        places[at] = group + 1
        return true
      }
      if (steps > ((at - hashes[held - 1]) & mask)) {
        let free = at
        let moves = 0
        do {
          free = (free + 1) & mask
          if (places[free] !== 0 && ++moves > MOVES_MAX && this.count / size >= FILLED_MIN) return false
        } while (places[free] !== 0)
        for (; free !== at; free = (free - 1) & mask) places[free] = places[(free - 1) & mask]
        places[at] = group + 1
        return true
      }
      if (++steps > STEPS_MAX && this.count / size >= FILLED_MIN) return false
    }
  }

  grow() {
    const { places: before, hashes, size } = this
    const mask = 2 * size - 1
    const places = new Int32Array(2 * size)
    let first = 0
    // Where nothing has come round the end.
    while (before[first] !== 0 && (hashes[before[first] - 1] & mask) !== first) first++
    for (let at = 0; at < size; at++) {
      const held = before[(first + at) & (size - 1)]
      if (held === 0) continue
      let place = hashes[held - 1] & mask
      while (places[place] !== 0) place = (place + 1) & mask
      places[place] = held
    }
    this.places = places
    this.size = 2 * size
    this.room = Math.floor(this.size * FILLED)
  }

  /** @param {Int32Array} order to fill */
  read(order) {
    const { places, size } = this
    const start = places.indexOf(0)
    assert(start >= 0, 'a table of groups has a free place')
    let next = 0
    for (let at = 0; at < size; at++) {
      const held = places[(start - at) & (size - 1)]
      if (held !== 0) order[next++] = held - 1
    }
  }
}

/** Groups as PostgreSQL's hash table gives them out. */
export class HashOrder {
  /**
   * @param {number[]} places of the keys, in the order of GROUP BY
   * @param {KeyHash[]} hashes @param {number} expected groups
   */
  constructor(places, hashes, expected) {
    this.places = places
    this.hashes = hashes
    this.expected = expected
  }

  /**
   * @param {ExecContext} ctx @param {number} count @param {ReadKey} read
   * @param {boolean} isLast whether the last group's first row was the last of all
   * @returns {Int32Array}
   */
  arrange(ctx, count, read, isLast) {
    const { places, hashes } = this
    const stirredHashes = new Int32Array(count)
    for (let group = 0; group < count; group++) {
      let hash = 0
      for (let key = 0; key < places.length; key++) {
        const value = read(places[key], group)
        hash = (hash << 1) | (hash >>> 31)
        if (value !== null) hash ^= Number(hashes[key](ctx, value))
      }
      stirredHashes[group] = stirred(hash)
    }
    const buckets = new Buckets(stirredHashes, this.expected)
    for (let group = 0; group < count; group++) buckets.add(group)
    // A row that comes when the table is full doubles it, of whichever group it is.
    if (!isLast && buckets.count >= buckets.room) buckets.grow()
    const order = new Int32Array(count)
    buckets.read(order)
    return order
  }
}

/** Groups in the order of their keys. */
export class SortedOrder {
  /** @param {OrderKey[]} keys */
  constructor(keys) {
    this.keys = keys
  }

  /** @param {ExecContext} ctx @param {number} count @param {ReadKey} read @returns {Int32Array} */
  arrange(ctx, count, read) {
    const columns = this.keys.map(({ place }) => Array.from({ length: count }, (_, group) => read(place, group)))
    return Int32Array.from({ length: count }, (_, group) => group).sort((a, b) => {
      for (let at = 0; at < columns.length; at++) {
        const { compare, desc, nullsFirst } = this.keys[at]
        const [x, y] = [columns[at][a], columns[at][b]]
        if (x === null || y === null) {
          if (x !== y) return (x === null) === nullsFirst ? -1 : 1
          continue
        }
        const order = compare(x, y)
        if (order !== 0) return desc ? -order : order
      }
      return 0
    })
  }
}

/**
 * The groups of a table, where it holds them all.
 * @param {ExecContext} ctx
 * @param {HashOrder | SortedOrder} sequence
 * @param {import('./group-table.js').GroupTable} table
 * @param {boolean} isLast whether the last row began a group
 * @returns {Int32Array | null} null: as they came
 */
export function groupOrder(ctx, sequence, table, isLast) {
  const { count, rows } = table
  return count < 2 || count > GROUPS_MAX || table.isSplit
    ? null
    : sequence.arrange(ctx, count, (column, group) => rows.read(column, group), isLast)
}

/**
 * The same of groups in a list.
 * @template {{ values: Datum[] }} Group
 * @param {ExecContext} ctx @param {HashOrder | SortedOrder} sequence @param {Group[]} groups
 * @param {boolean} isLast @returns {Group[]}
 */
export function arrangedGroups(ctx, sequence, groups, isLast) {
  return groups.length < 2 || groups.length > GROUPS_MAX
    ? groups
    : Array.from(
        sequence.arrange(ctx, groups.length, (key, group) => groups[group].values[key], isLast),
        (group) => groups[group],
      )
}
