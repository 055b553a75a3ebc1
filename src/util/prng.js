/**
 * A seeded random source (splitmix32): everything below the server that needs randomness is given one, so that a test
 * or a benchmark replays from its printed seed. Not for secrets: those come from node:crypto.
 */

/** @typedef {{ uint32: () => number, below: (bound: number) => number, double: () => number }} Random */

/** @param {number} seed @returns {Random} */
export function seededRandom(seed) {
  let state = seed | 0
  const uint32 = () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
  return {
    uint32,
    below: (bound) => Math.floor((uint32() / 4294967296) * bound),
    double: () => uint32() / 4294967296,
  }
}
