/**
 * Buffers of a MB that engines which have closed leave to those that open: every engine has one of its log and one of
 * its undo log. Where forks come and go by the thousand, malloc would give them from its heap after the first was freed
 * (glibc raises the size from which it maps memory), and what is small between them keeps that heap from shrinking.
 */

export const SPARE_BYTES = 1 << 20
/** What an idle process may keep: 8 MB. */
const SPARES_MAX = 8

/** @type {Uint8Array[]} */
const spares = []

/** @param {number} length @returns {Uint8Array} whatever it holds, nobody has written that */
export function takeBuffer(length) {
  return (length === SPARE_BYTES ? spares.pop() : undefined) ?? new Uint8Array(length)
}

/** @param {Uint8Array | null} buffer from `takeBuffer`; nobody reads or writes it any more */
export function giveBuffer(buffer) {
  if (buffer !== null && buffer.length === SPARE_BYTES && spares.length < SPARES_MAX) spares.push(buffer)
}
