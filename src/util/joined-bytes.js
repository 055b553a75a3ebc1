/** @param {Uint8Array[]} parts @returns {Uint8Array} one after the other, in memory of their own */
export function joinedBytes(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
