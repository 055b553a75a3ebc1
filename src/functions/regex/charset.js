/**
 * Sets of characters as sorted ranges of code points, and the division of all characters into colors: characters that
 * no set of a regular expression tells apart have the same color, so that automata step on colors.
 */

const CODE_MAX = 0x10ffff

/** @typedef {number[]} CharSet low, high, low, high …: ascending, not touching */

/** @param {number[]} ranges low, high … in any order @returns {CharSet} */
export function charSet(ranges) {
  /** @type {[number, number][]} */
  const pairs = []
  for (let at = 0; at < ranges.length; at += 2) pairs.push([ranges[at], ranges[at + 1]])
  pairs.sort((a, b) => a[0] - b[0])
  /** @type {CharSet} */
  const set = []
  for (const [low, high] of pairs) {
    const last = set.length - 1
    if (last > 0 && low <= set[last] + 1) set[last] = Math.max(set[last], high)
    else set.push(low, high)
  }
  return set
}

/** @param {CharSet} set @returns {CharSet} */
export function complement(set) {
  /** @type {CharSet} */
  const rest = []
  let next = 0
  for (let at = 0; at < set.length; at += 2) {
    if (set[at] > next) rest.push(next, set[at] - 1)
    next = set[at + 1] + 1
  }
  if (next <= CODE_MAX) rest.push(next, CODE_MAX)
  return rest
}

/** @param {CharSet} set @param {number} code */
export function hasCode(set, code) {
  let from = 0
  let to = set.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (set[middle] < code) from = middle + 1
    else to = middle
  }
  return from % 2 === 1 || set[from] === code
}

const TABLE_CODES = 256

export class Colors {
  /** @param {CharSet[]} sets */
  constructor(sets) {
    const bounds = new Set([0])
    for (const set of sets) {
      for (let at = 0; at < set.length; at += 2) {
        bounds.add(set[at])
        if (set[at + 1] < CODE_MAX) bounds.add(set[at + 1] + 1)
      }
    }
    /** where a stretch of characters of one color begins */
    this.starts = Int32Array.from([...bounds].sort((a, b) => a - b))
    this.colorOfStretch = new Int32Array(this.starts.length)
    /** a character of each color @type {number[]} */
    this.samples = []
    /** @type {Map<string, number>} */
    const known = new Map()
    this.starts.forEach((start, index) => {
      const signature = sets.map((set) => (hasCode(set, start) ? '1' : '0')).join('')
      let color = known.get(signature)
      if (color === undefined) {
        color = this.samples.length
        known.set(signature, color)
        this.samples.push(start)
      }
      this.colorOfStretch[index] = color
    })
    this.count = this.samples.length
    this.table = new Int32Array(TABLE_CODES)
    for (let code = 0; code < TABLE_CODES; code++) this.table[code] = this.search(code)
  }

  /** @param {number} code */
  of(code) {
    return code < TABLE_CODES ? this.table[code] : this.search(code)
  }

  /** @param {number} code */
  search(code) {
    let low = 0
    let high = this.starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.starts[middle] <= code) low = middle
      else high = middle - 1
    }
    return this.colorOfStretch[low]
  }

  /** Which colors a set is made of. @param {CharSet} set @returns {Uint8Array} by color, 1 inside */
  members(set) {
    return Uint8Array.from(this.samples, (sample) => (hasCode(set, sample) ? 1 : 0))
  }
}
