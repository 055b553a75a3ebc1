/**
 * Texts and bytes that are too long for one go: the same functions, piece by piece, with a rest between
 * (FunctionImpl.steps).
 */

/**
 * Characters, or bytes, between two rests: a millisecond or less. A multiple of 57 bytes, which are a line of base64.
 */
const PIECE = 57 * 4096

/** @param {string} text @param {number} end @returns {number} not between the halves of a character */
function wholeAt(text, end) {
  const unit = text.charCodeAt(end - 1)
  return unit >= 0xd800 && unit < 0xdc00 && end < text.length ? end + 1 : end
}

/**
 * A function that makes of each character what it makes of it, wherever it stands.
 * @param {(text: string, ...rest: any[]) => string} call
 * @returns {(text: string, ...rest: any[]) => Generator<void, string, void>}
 */
export const piecewise = (call) => function* (text, ...rest) {
  /** @type {string[]} */
  const pieces = []
  for (let at = 0; at < text.length;) {
    const end = wholeAt(text, Math.min(text.length, at + PIECE))
    pieces.push(call(text.slice(at, end), ...rest))
    at = end
    yield
  }
  return pieces.join('')
}

/** As piecewise, from the end. @param {(text: string) => string} call */
export const piecewiseFromEnd = (call) => function* (/** @type {string} */ text) {
  /** @type {string[]} */
  const pieces = []
  for (let end = text.length; end > 0;) {
    let at = Math.max(0, end - PIECE)
    const unit = text.charCodeAt(at)
    if (unit >= 0xdc00 && unit < 0xe000 && at > 0) at--
    pieces.push(call(text.slice(at, end)))
    end = at
    yield
  }
  return pieces.join('')
}

/**
 * As piecewise, for a function that asks what stands before a character: the one before a piece is put in front of it.
 * @param {(text: string) => string} call
 */
export const piecewiseAfter = (call) => function* (/** @type {string} */ text) {
  /** @type {string[]} */
  const pieces = []
  for (let at = 0; at < text.length;) {
    const end = wholeAt(text, Math.min(text.length, at + PIECE))
    const before =
      at === 0
        ? ''
        : String.fromCodePoint(
            /** @type {number} */ (text.codePointAt(at - (/[\udc00-\udfff]/.test(text[at - 1]) && at > 1 ? 2 : 1))),
          )
    pieces.push(call(before + text.slice(at, end)).slice(call(before).length))
    at = end
    yield
  }
  return pieces.join('')
}

/**
 * A function that makes a text of each stretch of bytes.
 * @param {(bytes: Uint8Array, ...rest: any[]) => string} call
 * @param {string} [between]
 */
export const bytewise = (call, between = '') =>
  function* (/** @type {Uint8Array} */ bytes, /** @type {any[]} */ ...rest) {
    /** @type {string[]} */
    const pieces = []
    for (let at = 0; at < bytes.length; at += PIECE) {
      pieces.push(call(bytes.subarray(at, at + PIECE), ...rest))
      yield
    }
    return pieces.join(between)
  }

/**
 * The places of a separator, one after the other; rests now and then.
 * @param {string} text
 * @param {string} separator
 * @param {(from: number, to: number) => boolean} field false: enough
 * @returns {Generator<void, void, void>}
 */
export function* fieldsOf(text, separator, field) {
  let from = 0
  for (let count = 1; ; count++) {
    // A separator of which much is found again and again, but never all, is looked for a stretch at a time.
    const to = yield* placeOf(text, separator, from)
    if (!field(from, to < 0 ? text.length : to) || to < 0) return
    from = to + separator.length
    if (count % FIELDS === 0) yield
  }
}

const FIELDS = 16384
/** Comparisons of units in a millisecond or so. */
const COMPARISONS = 1 << 20

/**
 * indexOf(), with rests.
 * @param {string} text
 * @param {string} part
 * @param {number} from
 * @returns {Generator<void, number, void>}
 */
export function* placeOf(text, part, from) {
  const stretch = Math.max(256, Math.floor(COMPARISONS / Math.max(1, Math.min(part.length, 4096))))
  if (text.length - from <= stretch + part.length) return text.indexOf(part, from)
  for (let at = from; at + part.length <= text.length; at += stretch) {
    const found = text.slice(at, at + stretch + part.length - 1).indexOf(part)
    if (found >= 0) return at + found
    yield
  }
  return -1
}

/** What a generator comes to, without its rests. @template T @param {Generator<void, T, void>} steps @returns {T} */
export function atOnce(steps) {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
