/**
 * xoroshiro128**, seeded from one number: the generator behind setseed() and random(), so that scripts which seed see
 * PostgreSQL's numbers.
 */

const MASK = 0xffffffffffffffffn

/** @param {bigint} value @param {bigint} by */
const rotate = (value, by) => ((value << by) | (value >> (64n - by))) & MASK

export class Xoroshiro {
  /** @param {number} seed from -1 to 1 */
  constructor(seed) {
    /** splitmix64 makes the two words of state. */
    let at = BigInt.asUintN(64, BigInt(Math.trunc(4503599627370495 * seed)))
    const word = () => {
      at = (at + 0x9e3779b97f4a7c15n) & MASK
      let value = at
      value = ((value ^ (value >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK
      value = ((value ^ (value >> 27n)) * 0x94d049bb133111ebn) & MASK
      return value ^ (value >> 31n)
    }
    this.low = word()
    this.high = word()
  }

  uint64() {
    const { low } = this
    const mixed = low ^ this.high
    const value = (rotate((low * 5n) & MASK, 7n) * 9n) & MASK
    this.low = rotate(low, 24n) ^ mixed ^ ((mixed << 16n) & MASK)
    this.high = rotate(mixed, 37n)
    return value
  }

  /** @returns {number} in [0, 1), 52 bits of it */
  double() {
    return Number(this.uint64() >> 12n) / 4503599627370496
  }
}
