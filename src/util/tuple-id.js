/** A tuple id says where a row is: its block and its slot there in one number, blockNo * SLOTS_MAX + slotIndex. */

/** @import { BlockNumber, SlotNumber, Tid } from './identifiers.js' */

/** A power of two. */
export const SLOTS_MAX = 512
const SLOT_MASK = SLOTS_MAX - 1

/** @param {BlockNumber} blockNo @param {SlotNumber} slotIndex @returns {Tid} */
export const tidOf = (blockNo, slotIndex) => blockNo * SLOTS_MAX + slotIndex

/** @param {Tid} tid @returns {SlotNumber} its slot: ids are beyond 32 bits, their slots are not */
export const slotOf = (tid) => tid & SLOT_MASK

/** @param {Tid} tid @returns {BlockNumber} its block */
export const blockOf = (tid) => (tid - (tid & SLOT_MASK)) / SLOTS_MAX

export const TID_BYTES = 6

/**
 * Big-endian block and slot behind a key.
 * @param {Uint8Array} out
 * @param {number} at
 * @param {Tid} tid
 * @returns {number} end
 */
export function putTid(out, at, tid) {
  const slotIndex = slotOf(tid)
  const blockNo = blockOf(tid)
  out[at] = blockNo >>> 24
  out[at + 1] = blockNo >>> 16
  out[at + 2] = blockNo >>> 8
  out[at + 3] = blockNo
  out[at + 4] = slotIndex >>> 8
  out[at + 5] = slotIndex
  return at + TID_BYTES
}

/** What `putTid` wrote. @param {Uint8Array} from @param {number} at @returns {Tid} */
export const tidAt = (from, at) =>
  tidOf(((from[at] << 24) | (from[at + 1] << 16) | (from[at + 2] << 8) | from[at + 3]) >>> 0,
    (from[at + 4] << 8) | from[at + 5])
