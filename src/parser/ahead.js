/**
 * Long texts are read by the grammar on another thread, before they are needed here: who can wait asks for a text's
 * statements under `readingAhead`, is told by a LongText what to have
 * read, waits for that, and asks again. Who cannot wait does not ask this way, and the text is read here.
 */

/** Characters that the grammar reads in some milliseconds. */
const LONG_TEXT = 16_384

/**
 * What became of a text on the other thread: its tree, or what is wrong with it as grammar.js tells it.
 * @typedef {{ tree?: import('./wide.js').Tree, glance?: import('./glance.js').Glance, failure?: unknown,
 *   statements?: import('./parser.js').ParsedStatement[] }} Read
 */

/** Thrown where a text is to be read first. */
export class LongText {
  /** @param {string} text as the grammar gets it */
  constructor(text) {
    this.text = text
  }
}

/** @type {Map<string, Read> | null} */
let texts = null

/**
 * @template T
 * @param {Map<string, Read>} known texts that were read
 * @param {() => T} call that parses
 * @returns {T}
 * @throws {LongText}
 */
export function readingAhead(known, call) {
  const before = texts
  texts = known
  try {
    return call()
  } finally {
    texts = before
  }
}

/**
 * @param {string} text as the grammar gets it
 * @returns {Read | undefined} undefined: it is to be read here
 * @throws {LongText}
 */
export function readAlready(text) {
  if (texts === null || text.length <= LONG_TEXT) return undefined
  const known = texts.get(text)
  if (known === undefined) throw new LongText(text)
  return known
}
