/**
 * gist keys of values that are sets of something: each member is a number of 32 bits (a hash, where there are more than
 * that). A small set is kept as it is, a larger one, and whatever encloses several, as a signature: one bit for each
 * member, several members to a bit. Inner keys of few members are sets as well.
 *
 *   bytes = u8 1, u16 count, members (u32, ascending) | u8 2, SIGNATURE_BYTES of bits
 */
/** @import { GistColumn } from './keys.js' */
/** @import { QuerySession } from '../libraries.js' */

const SIGNATURE_BYTES = 252
const SIGNATURE_BITS = SIGNATURE_BYTES * 8
/** A leaf entry is at most 2000 bytes. */
const LEAF_MEMBERS_MAX = 450
const INNER_MEMBERS_MAX = 63
const SET = 1
const SIGNATURE = 2

/** @param {number} member */
const bitOf = (member) => (Math.imul(member, 0x9e3779b1) >>> 0) % SIGNATURE_BITS

/** A set, or a signature of one. */
export class SetKey {
  /** @param {Uint32Array | null} members ascending, each once @param {Uint8Array | null} bits */
  constructor(members, bits) {
    this.members = members
    this.bits = bits
  }

  /** Whether it may have a member. @param {number} member */
  has(member) {
    if (this.bits !== null) {
      const bit = bitOf(member)
      return (this.bits[bit >> 3] & (1 << (bit & 7))) !== 0
    }
    const members = /** @type {Uint32Array} */ (this.members)
    let low = 0
    let high = members.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      if (members[middle] === member) return true
      if (members[middle] < member) low = middle + 1
      else high = middle - 1
    }
    return false
  }

  /** Exactly how many there are; -1: not known. */
  get count() {
    return this.members === null ? -1 : this.members.length
  }

  /** How many of some it may have. @param {ArrayLike<number>} wanted */
  countOf(wanted) {
    let count = 0
    for (let at = 0; at < wanted.length; at++) if (this.has(wanted[at])) count++
    return count
  }
}

/** @param {Iterable<number>} members @param {number} most as a set */
function keyOf(members, most) {
  const sorted = Uint32Array.from(new Set(members)).sort()
  return sorted.length <= most ? new SetKey(sorted, null) : new SetKey(null, signatureOf(sorted))
}

/** @param {Uint32Array} members @returns {Uint8Array} */
function signatureOf(members) {
  const bits = new Uint8Array(SIGNATURE_BYTES)
  for (const member of members) {
    const bit = bitOf(member)
    bits[bit >> 3] |= 1 << (bit & 7)
  }
  return bits
}

/** @param {SetKey} key @returns {Uint8Array} */
const bitsOf = (key) => key.bits ?? signatureOf(/** @type {Uint32Array} */ (key.members))

/** @param {SetKey} a @param {SetKey} b @returns {SetKey} */
function union(a, b) {
  if (a.members !== null && b.members !== null) return keyOf([...a.members, ...b.members], INNER_MEMBERS_MAX)
  const bits = bitsOf(a).slice()
  const more = bitsOf(b)
  for (let at = 0; at < SIGNATURE_BYTES; at++) bits[at] |= more[at]
  return new SetKey(null, bits)
}

/** How many bits, or members, of a key another has not. @param {SetKey} outer @param {SetKey} key */
function missing(outer, key) {
  let count = 0
  if (key.members !== null) {
    for (const member of key.members) if (!outer.has(member)) count++
    return count
  }
  const have = bitsOf(outer)
  const bits = /** @type {Uint8Array} */ (key.bits)
  for (let at = 0; at < SIGNATURE_BYTES; at++) {
    for (let left = bits[at] & ~have[at]; left !== 0; left &= left - 1) count++
  }
  // A set that has all bits of a signature may still not have all of its members.
  return outer.members === null ? count : count + 1
}

/** @param {SetKey} a @param {SetKey} b @returns {number} signatures by their bits, then sets by their members */
function order(a, b) {
  if (a.members === null || b.members === null) {
    if (a.members !== null) return 1
    if (b.members !== null) return -1
    return Buffer.compare(/** @type {Uint8Array} */ (a.bits), /** @type {Uint8Array} */ (b.bits))
  }
  const shorter = Math.min(a.members.length, b.members.length)
  for (let at = 0; at < shorter; at++) if (a.members[at] !== b.members[at]) return a.members[at] - b.members[at]
  return a.members.length - b.members.length
}

/**
 * @template Query, Value, Operand
 * @param {object} of
 * @param {(value: Value) => Iterable<number>} of.members of a value, 32 bits each, not negative
 * @param {(strategy: number, value: Operand, session: QuerySession | null) => Query} of.query an operator's right side
 * @param {(key: SetKey, query: Query, strategy: number, isLeaf: boolean) => boolean} of.consistent
 * @param {(key: SetKey, query: Operand) => number} [of.distance] exact where the key is a set of one value's members
 * @param {boolean} [of.whole] a leaf has to be a set: what is too large for one is refused (54000)
 * @returns {GistColumn}
 */
export const setColumn = ({ members, query, consistent, distance, whole = false }) => ({
  leaf: (value) => keyOf(members(value), whole ? Infinity : LEAF_MEMBERS_MAX),
  size: (key) => key.members === null ? 1 + SIGNATURE_BYTES : 3 + 4 * key.members.length,
  encode: (key, bytes, view, at) => {
    if (key.members === null) {
      bytes[at] = SIGNATURE
      bytes.set(key.bits, at + 1)
      return at + 1 + SIGNATURE_BYTES
    }
    bytes[at] = SET
    view.setUint16(at + 1, key.members.length, true)
    let end = at + 3
    for (let place = 0; place < key.members.length; place++, end += 4) view.setUint32(end, key.members[place], true)
    return end
  },
  decode: (bytes, view, at) => {
    if (bytes[at] === SIGNATURE) return new SetKey(null, bytes.slice(at + 1, at + 1 + SIGNATURE_BYTES))
    const found = new Uint32Array(view.getUint16(at + 1, true))
    for (let place = 0; place < found.length; place++) found[place] = view.getUint32(at + 3 + 4 * place, true)
    return new SetKey(found, null)
  },
  union,
  covers: (outer, key) => missing(outer, key) === 0,
  penalty: missing,
  orders: [order],
  query,
  consistent,
  distance: distance ?? null,
})
