/** Numbers that look random and follow from a seed alone. */

export class Random {
  /** @param {number} seed */
  constructor(seed) {
    this.state = (seed * 2654435761 + 0x9e3779b9) >>> 0
  }

  /** @returns {number} 0 .. 2^32 - 1 */
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = this.state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }

  /** @param {number} count @returns {number} 0 .. count - 1 */
  below(count) { return this.next() % count }

  /** Both included. @param {number} low @param {number} high */
  between(low, high) { return low + this.below(high - low + 1) }

  /** @param {number} probability */
  chance(probability) { return this.next() < probability * 4294967296 }

  /** @template T @param {readonly T[]} items @returns {T} */
  pick(items) { return items[this.below(items.length)] }

  /** `count` of them, no place twice. @template T @param {readonly T[]} items @param {number} count @returns {T[]} */
  some(items, count) {
    const left = [...items]
    const taken = []
    while (taken.length < count && left.length > 0) taken.push(...left.splice(this.below(left.length), 1))
    return taken
  }

  /** @template T @param {number} count @param {(index: number) => T} make @returns {T[]} */
  times(count, make) { return Array.from({ length: count }, (_, index) => make(index)) }
}
