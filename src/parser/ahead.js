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

/** Thrown where others are to have a turn before the call is made again. */
export class Rest {}

/** Characters that are gone through in some milliseconds. */
export const STRETCH = 1 << 20

/** @type {Map<string, Read> | null} */
let texts = null
/** What is known of very long texts, and how far one has got. @type {Map<string, Map<string, Look>>} */
let looks = new Map()

/** @typedef {{ steps: Generator<void, unknown, void>, isDone: boolean, value: unknown }} Look */

/**
 * What is found out about a text that may be very long, in steps of a stretch: who can wait has others' turns between
 * them, and calls again.
 * @template T
 * @param {string} what
 * @param {string} text
 * @param {() => Generator<void, T, void>} make
 * @returns {T}
 * @throws {Rest}
 */
export function lookedAt(what, text, make) {
  if (texts === null || text.length <= STRETCH) {
    for (const steps = make(); ;) {
      const step = steps.next()
      if (step.done) return step.value
    }
  }
  let own = looks.get(text)
  if (own === undefined) looks.set(text, own = new Map())
  let look = own.get(what)
  if (look === undefined) own.set(what, look = { steps: make(), isDone: false, value: undefined })
  if (!look.isDone) {
    const step = look.steps.next()
    look.isDone = step.done === true
    look.value = step.value
    throw new Rest()
  }
  return /** @type {T} */ (look.value)
}

/** What begins none of the marks that are looked for, or ends none: between it and what is before it a text is cut. */
const CUTS = /['\\$,;")]/g

/**
 * Whether an expression whose matches are short is somewhere in a text: a stretch after the other.
 * @param {RegExp} expression no match goes on to one of CUTS
 * @param {string} text
 * @returns {Generator<void, boolean, void>}
 */
export function* isSomewhere(expression, text) {
  if (text.length <= STRETCH) return expression.test(text)
  for (let at = 0; at < text.length;) {
    CUTS.lastIndex = at + STRETCH
    const end = CUTS.exec(text)?.index ?? text.length
    // A long way to the next cut takes its time itself.
    if (end - at > 8 * STRETCH) yield
    if (expression.test(text.slice(at, end))) return true
    at = end
    yield
  }
  return false
}

/** Texts that were read, and what was looked for in them. */
export class Known extends Map {
  /** @type {Map<string, Map<string, Look>>} */
  looks = new Map()
}

/**
 * @template T
 * @param {Known} known
 * @param {() => T} call that parses
 * @returns {T}
 * @throws {LongText | Rest}
 */
export function readingAhead(known, call) {
  const before = texts
  const looksBefore = looks
  texts = known
  looks = known.looks
  try {
    return call()
  } finally {
    texts = before
    looks = looksBefore
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
