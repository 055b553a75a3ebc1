/** An array's elements in a set, for the conditions that ask of many rows whether it contains a value. */

/** @import { PgArray } from '../../types/array.js' */
/** @import { MemoryAccount } from '../../util/memory-account.js' */

/** Elements that one question adds: a millisecond or two. */
const ADDED_AT_ONCE = 8192
/** What an element takes in the set, in bytes. */
const ENTRY_BYTES = 40

/**
 * The elements before `end`; whoever asks compares the others. Each question adds some, so that none takes long however
 * many there are.
 */
export class ArrayKeys {
  /**
   * @param {PgArray} array
   * @param {((value: unknown) => unknown) | null} keyOf equal for equal values; null: the values are
   * @param {Pick<MemoryAccount, 'isLimited' | 'left'>} memory whose limit the set stays below: elements it has no room
   *   for are compared
   */
  constructor(array, keyOf, memory) {
    this.array = array
    this.keyOf = keyOf
    /** @type {Set<unknown>} */
    this.keys = new Set()
    this.end = 0
    /** Whether one before `end` is null. */
    this.hasNull = false
    const count = array.values.length
    this.most = memory.isLimited ? Math.min(count, Math.floor(memory.left / ENTRY_BYTES)) : count
  }

  /** @param {unknown} key @returns {boolean} whether an element before `end` has it */
  has(key) {
    if (this.end < this.most) this.#add()
    return this.keys.has(key)
  }

  #add() {
    const { keys, keyOf } = this
    const { values } = this.array
    const end = Math.min(this.end + ADDED_AT_ONCE, this.most)
    for (let at = this.end; at < end; at++) {
      const value = values[at]
      if (value === null) this.hasNull = true
      else keys.add(keyOf === null ? value : keyOf(value))
    }
    this.end = end
  }
}
