/**
 * Parameters whose texts are long, in pieces: arrays, objects and bytes become text while they are sent, so that the
 * program's event loop goes on. They are what JSON.stringify and `arrayLiteral` would make of them at once.
 */

/** Characters of a piece. */
const PIECE_UNITS = 16 * 1024
/** What may be made into text at once: so many values, or eight times so many characters. */
const LARGE = 2000

/** A text that is made when it is sent. */
export class TextInPieces {
  /** @param {() => Generator<string, void, void>} make */
  constructor(make) { this.make = make }

  [Symbol.iterator]() { return this.make() }
}

/** @param {unknown} value @returns {boolean} whether its text takes long to be made */
export const isLarge = (value) => weighed(value, LARGE) < 0

/** @param {unknown} value @param {number} left @returns {number} what is left; negative: it is large */
function weighed(value, left) {
  left--
  if (typeof value === 'string') return left - (value.length >> 3)
  if (typeof value !== 'object' || value === null) return left
  if (value instanceof Uint8Array) return left - (value.length >> 2)
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at++) left = weighed(value[at], left)
    return left
  }
  const members = /** @type {Record<string, unknown>} */ (value)
  for (const key in members) {
    left = weighed(members[key], left - (key.length >> 3))
    if (left < 0) break
  }
  return left
}

/** @param {string} text @param {number} from @returns {number} where a piece ends, which is not within a character */
function pieceEnd(text, from) {
  const end = from + PIECE_UNITS
  return end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end + 1 : Math.min(end, text.length)
}

/** @param {string} text @returns {Generator<string, void, void>} */
function* piecesOf(text) {
  for (let at = 0; at < text.length;) {
    const end = pieceEnd(text, at)
    yield text.slice(at, end)
    at = end
  }
}

/** @param {Uint8Array} bytes @returns {Generator<string, void, void>} */
function* hexPieces(bytes) {
  yield '\\x'
  for (let at = 0; at < bytes.length; at += PIECE_UNITS) yield hex(bytes.subarray(at, at + PIECE_UNITS))
}

/** @param {Uint8Array} bytes */
const hex = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')

/** @param {Uint8Array} bytes @returns {TextInPieces} */
export const hexInPieces = (bytes) => new TextInPieces(() => hexPieces(bytes))

/** @param {unknown[]} values @returns {TextInPieces} an array's text */
export const arrayInPieces = (values) => new TextInPieces(() => gathered(arraySteps(values)))

/** @param {object} value @returns {TextInPieces} */
export const jsonInPieces = (value) => new TextInPieces(() => gathered(jsonSteps(value, '', new Set())))

/** @param {Generator<string, void, void>} parts @returns {Generator<string, void, void>} pieces of several of them */
function* gathered(parts) {
  let piece = ''
  for (const part of parts) {
    piece += part
    if (piece.length < PIECE_UNITS) continue
    yield piece
    piece = ''
  }
  yield piece
}

/**
 * @param {unknown} member @param {string} key of it @param {Set<unknown>} around what it is a part of
 * @returns {Generator<string, void, void>} nothing where JSON has no text of it
 */
function* jsonSteps(member, key, around) {
  const value = converted(member, key)
  if (!isLarge(value)) {
    const text = JSON.stringify(value)
    if (text !== undefined) yield text
  } else if (typeof value === 'string') {
    yield '"'
    for (const piece of piecesOf(value)) yield JSON.stringify(piece).slice(1, -1)
    yield '"'
  } else {
    if (around.has(value)) JSON.stringify(value) // a circle: it says so
    around.add(value)
    yield* Array.isArray(value) ? listSteps(value, around) : membersSteps(/** @type {object} */ (value), around)
    around.delete(value)
  }
}

/** As JSON.stringify asks for it. @param {unknown} value @param {string} key */
function converted(value, key) {
  if (typeof value !== 'object' || value === null) return value
  const own = 'toJSON' in value ? value.toJSON : undefined
  const made = typeof own === 'function' ? own.call(value, key) : value
  return made instanceof String ? String(made) : made
}

/** @param {unknown[]} list @param {Set<unknown>} around @returns {Generator<string, void, void>} */
function* listSteps(list, around) {
  yield '['
  for (let at = 0; at < list.length; at++) {
    if (at > 0) yield ','
    let isSaid = false
    for (const part of jsonSteps(list[at], String(at), around)) {
      isSaid = true
      yield part
    }
    if (!isSaid) yield 'null'
  }
  yield ']'
}

/** @param {object} object @param {Set<unknown>} around @returns {Generator<string, void, void>} */
function* membersSteps(object, around) {
  const members = /** @type {Record<string, unknown>} */ (object)
  let before = '{'
  for (const key of Object.keys(members)) {
    for (const part of jsonSteps(members[key], key, around)) {
      if (before !== '') yield `${before}${JSON.stringify(key)}:`
      before = ''
      yield part
    }
    if (before === '') before = ','
  }
  yield before === '{' ? '{}' : '}'
}

/** @param {string} text */
const escaped = (text) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')

/** @param {unknown[]} values @returns {Generator<string, void, void>} */
function* arraySteps(values) {
  yield '{'
  for (let at = 0; at < values.length; at++) {
    if (at > 0) yield ','
    const value = values[at]
    if (Array.isArray(value)) yield* arraySteps(value)
    else if (!isLarge(value)) yield elementText(value)
    else {
      yield '"'
      const parts = typeof value === 'string' ? piecesOf(value)
        : value instanceof Uint8Array ? hexPieces(value) : jsonSteps(value, '', new Set())
      for (const part of parts) yield escaped(part)
      yield '"'
    }
  }
  yield '}'
}

/** @param {unknown[]} values @returns {string} an array's text */
export const arrayLiteral = (values) =>
  `{${values.map((value) => Array.isArray(value) ? arrayLiteral(value) : elementText(value)).join(',')}}`

/** @param {unknown} value @returns {string} */
function elementText(value) {
  if (value === null || value === undefined) return 'NULL'
  const text = value instanceof Date ? value.toISOString()
    : value instanceof Uint8Array ? `\\x${hex(value)}`
      : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return `"${escaped(text)}"`
}
