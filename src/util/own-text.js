/** Texts cut from others. */

/** From here on a slice refers to the text that it was cut from. */
const SLICE_LENGTH_MIN = 13

/**
 * The same text, in memory of its own: a slice that is kept would hold all of what it was cut from.
 * @param {string} text a short one
 * @returns {string}
 */
export function ownText(text) {
  if (text.length < SLICE_LENGTH_MIN) return text
  /** @type {number[]} */
  const codes = []
  for (let at = 0; at < text.length; at++) codes.push(text.charCodeAt(at))
  return String.fromCharCode(...codes)
}
