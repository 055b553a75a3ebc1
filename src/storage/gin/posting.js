/**
 * Postings: many tuple ids of one key in one entry of the tree (README.md).
 *
 *   posting = key, bound, deltas, u16 byte count of the key, last
 *
 * `bound` and `last` are tuple ids (6 bytes, big-endian) with the top bit of the block set, so a posting is told from
 * an ordinary entry by its last bytes, wherever it is met, and postings of a key lie behind its ordinary entries. The
 * bound is what orders them: no tuple id is below it, and it stays when the first one goes. A delta is how much a tuple
 * id is more than the one before (the first: than the bound), seven bits a byte, the lowest first, the top bit set in
 * all bytes but the last.
 */
import { ENTRY_BYTES_MAX } from '../btree/node.js'
import { putTid, SLOTS_MAX, TID_BYTES, tidAt } from '../../util/tuple-id.js'

/** @import { Tid } from '../../util/identifiers.js' */

/** What is added to a tuple id where it is part of a posting. */
export const MARK = 2 ** 31 * SLOTS_MAX
/** Behind the deltas. */
export const TAIL_BYTES = 2 + TID_BYTES
/** Tuple ids of one posting at most. */
export const POSTED_MAX = ENTRY_BYTES_MAX
/** Deltas of one posting when it is made or added to at its end: what lies in between may make it longer. */
export const DELTA_BYTES = 384
/** A delta of tuple ids takes no more. */
export const VARINT_BYTES_MAX = 6
/** Keys longer than this have ordinary entries only. */
export const POSTED_KEY_BYTES_MAX = ENTRY_BYTES_MAX - TID_BYTES - DELTA_BYTES - VARINT_BYTES_MAX - TAIL_BYTES

/** Whether what a tree gives for an entry's tuple id says that it is a posting. @param {Tid} tid */
export const isPosting = (tid) => tid >= MARK

/** Whether a row may be in a posting: rows of a table's first 16 TB. @param {Tid} tid */
export const mayBePosted = (tid) => tid < MARK

/** @param {Uint8Array} out @param {number} at @param {Tid} tid @returns {number} end */
export const putBound = (out, at, tid) => putTid(out, at, tid + MARK)

/** @param {Uint8Array} entry a posting @param {number} end of it @returns {number} how long its key is */
export const postingKeyBytes = (entry, end) => (entry[end - TAIL_BYTES] << 8) | entry[end - TAIL_BYTES + 1]

/** @param {Uint8Array} entry a posting @param {number} end of it */
export const postingLast = (entry, end) => tidAt(entry, end - TID_BYTES) - MARK

/** @param {Uint8Array} entry a posting, at 0 @param {number} keyBytes */
export const postingBound = (entry, keyBytes) => tidAt(entry, keyBytes) - MARK

/** @param {Uint8Array} out @param {number} at @param {number} delta @returns {number} end */
export function putDelta(out, at, delta) {
  while (delta >= 2 ** 31) {
    out[at++] = (delta % 128) | 128
    delta = Math.floor(delta / 128)
  }
  while (delta >= 128) {
    out[at++] = (delta & 127) | 128
    delta >>>= 7
  }
  out[at++] = delta
  return at
}

/**
 * Ends a posting whose deltas end at `at`.
 * @param {Uint8Array} out
 * @param {number} at
 * @param {number} keyBytes
 * @param {number} last
 * @returns {number} end
 */
export function putTail(out, at, keyBytes, last) {
  out[at] = keyBytes >>> 8
  out[at + 1] = keyBytes
  return putBound(out, at + 2, last)
}

/**
 * Tuple ids of a posting, ascending.
 * @param {Uint8Array} entry at 0
 * @param {number} end
 * @param {Float64Array} out with room for POSTED_MAX
 * @returns {number} how many
 */
export function readPosting(entry, end, out) {
  const keyBytes = postingKeyBytes(entry, end)
  const stop = end - TAIL_BYTES
  let tid = postingBound(entry, keyBytes)
  let count = 0
  for (let at = keyBytes + TID_BYTES; at < stop;) {
    let byte = entry[at++]
    if (byte < 128) tid += byte
    else {
      let delta = byte & 127
      for (let scale = 128; byte >= 128; scale *= 128) {
        byte = entry[at++]
        delta += (byte & 127) * scale
      }
      tid += delta
    }
    out[count++] = tid
  }
  return count
}

/**
 * Makes a posting behind a key that is in its place, with tids[from, to) as far as `most` bytes of deltas go.
 * @param {Uint8Array} out where key and bound are, [0, keyBytes + TID_BYTES)
 * @param {number} keyBytes
 * @param {Float64Array} tids ascending, none below the bound
 * @param {number} from
 * @param {number} to
 * @param {number} most
 * @returns {number} end; `posted.to`: how far it came
 */
export function fillPosting(out, keyBytes, tids, from, to, most) {
  let at = keyBytes + TID_BYTES
  const stop = at + most
  let before = postingBound(out, keyBytes)
  while (from < to && at < stop) {
    at = putDelta(out, at, tids[from] - before)
    before = tids[from++]
  }
  posted.to = from
  return putTail(out, at, keyBytes, before)
}
export const posted = { to: 0 }

/**
 * Takes a tuple id out of a posting.
 * @param {Uint8Array} entry at 0
 * @param {number} end
 * @param {Tid} tid
 * @param {Uint8Array} out what is left
 * @returns {number} its end; 0: nothing is left; -1: the tuple id is not there
 */
export function withoutTid(entry, end, tid, out) {
  const count = readPosting(entry, end, scratch)
  let place = 0
  while (place < count && scratch[place] < tid) place++
  if (place === count || scratch[place] !== tid) return -1
  if (count === 1) return 0
  scratch.copyWithin(place, place + 1, count)
  const keyBytes = postingKeyBytes(entry, end)
  for (let at = 0; at < keyBytes + TID_BYTES; at++) out[at] = entry[at]
  return fillPosting(out, keyBytes, scratch, 0, count - 1, Infinity)
}
const scratch = new Float64Array(ENTRY_BYTES_MAX)

/**
 * What is wrong with a posting, for `check`.
 * @param {Uint8Array} entry at 0
 * @param {number} end
 * @returns {string} '': nothing
 */
export function postingProblem(entry, end) {
  const keyBytes = postingKeyBytes(entry, end)
  if (keyBytes + TID_BYTES + 1 + TAIL_BYTES > end) return 'is shorter than its key'
  if (!isPosting(tidAt(entry, keyBytes))) return 'has no bound'
  if (entry[end - TAIL_BYTES - 1] >= 128) return 'ends within a tuple id'
  const count = readPosting(entry, end, scratch)
  for (let at = 1; at < count; at++) if (scratch[at] <= scratch[at - 1]) return 'has tuple ids that do not ascend'
  return scratch[count - 1] === postingLast(entry, end) ? '' : 'ends with another tuple id than it says'
}
