/**
 * Vectors of short texts of ASCII, which most are: their bytes are looked at instead of strings. Plain words between
 * blanks are cut here and found by their bytes (known-words.js); what else there is goes through the parser.
 */
import { encodeUtf8, utf8Bytes } from '../../types/strings/text.js'
import { decodeUtf8 } from '../../types/strings/utf8.js'
import {
  LEXEME_BYTES_MAX, POSITIONS_MAX, TsVector, limitedPlace, putU16, putU32, vectorMemory,
} from '../../types/textsearch/vector.js'
import { NEXT_PLACE } from './dictionaries/dictionary.js'
import { KNOWN_LENGTH_MAX, hashed } from './known-words.js'
import { lexizeNew, lexizeWord } from './lexize.js'
import { ASCII_WORD, PLAIN, Parser } from './parser.js'
/** @import { Lexeme } from './dictionaries/dictionary.js' */
/** @import { Configuration } from './lexize.js' */

/** Bytes of a text that is read in one go. */
export const SHORT = 2000
/** Bytes of all lexemes; a dictionary may make many of a word. */
const LEXEMES_BYTES = 16 * 1024
const WORDS = 4096

const encoder = new TextEncoder()
/** Large enough for characters of three bytes, so that it shows that there are some. */
const text = new Uint8Array(3 * SHORT)
/** Lexemes one after another, each once. */
const texts = new Uint8Array(LEXEMES_BYTES)
let textsEnd = 0
/** Of each lexeme, as they came: where it begins, its bytes, the first four of them. */
const starts = new Uint16Array(WORDS)
const lengths = new Uint16Array(WORDS)
const heads = new Uint32Array(WORDS)
/** Of each lexeme: how many places, the first and the last of them. */
const counts = new Uint16Array(WORDS)
const firsts = new Uint16Array(WORDS)
const lasts = new Uint16Array(WORDS)
/** Places in chains: what follows in `nexts`. */
const places = new Uint16Array(WORDS)
const nexts = new Uint16Array(WORDS)
let placeCount = 0
/** Lexemes in the order of their bytes. */
const sorted = new Uint16Array(WORDS)
let count = 0
let place = 0

/**
 * @param {Configuration} config none of whose dictionaries asks for more words
 * @param {string} document
 * @returns {TsVector | null} null: it is not short, not ASCII, or something in it is not simple
 */
export function shortVector(config, document) {
  const { length } = document
  if (length > SHORT || encoder.encodeInto(document, text).written !== length) return null
  textsEnd = placeCount = count = place = 0
  /** @type {Parser | null} */
  let parser = null
  for (let at = 0; at < length;) {
    if (parser === null || parser.isBetween) {
      at = readPlain(config, at, length)
      if (at < 0) return null
      if (at === length) break
      parser ??= new Parser(document, config.plainLetters)
      parser.place.at = at
    }
    if (!parser.next()) break
    at = parser.place.at
    const dictionaries = config.byType[parser.type]
    if (dictionaries.length === 0) continue
    const lexemes = lexizeWord(dictionaries, parser.token)
    if (lexemes !== null && !addAll(lexemes)) return null
  }
  return made()
}

/**
 * Words of ASCII letters between blanks.
 * @param {Configuration} config @param {number} at @param {number} length of the text
 * @returns {number} where something else begins; -1: it is not simple
 */
function readPlain({ byType, known }, at, length) {
  for (;;) {
    const blanksAt = at
    while (at < length && PLAIN[text[at]] === 2) at++
    // Something else may belong to the blanks, and below to the word.
    if (at < length && PLAIN[text[at]] === 0) return blanksAt
    const start = at
    let hash = 0
    while (at < length && PLAIN[text[at]] === 1) hash = hashed(hash, text[at++])
    if (at === start) return at
    if (at < length && PLAIN[text[at]] === 0) return start
    if (at - start > KNOWN_LENGTH_MAX) {
      const lexemes = lexizeWord(byType[ASCII_WORD], wordAt(start, at))
      if (lexemes !== null && !addAll(lexemes)) return -1
      continue
    }
    if (!known.find(text, start, at, hash))
      known.keep(text, start, at, lexizeNew(byType[ASCII_WORD], wordAt(start, at)))
    const bytes = known.lexemeLength
    if (bytes <= 0) {
      if (bytes === 0) place++
      else {
        const lexemes = known.lexemesThere()
        if (lexemes !== null && !addAll(lexemes)) return -1
      }
      continue
    }
    if (!isRoom(bytes)) return -1
    const from = /** @type {Uint8Array} */ (known.bytes)
    for (let i = 0, lexemeAt = known.lexemeAt; i < bytes; i++) texts[textsEnd + i] = from[lexemeAt + i]
    place++
    add(bytes)
  }
}

/** @param {number} start @param {number} end of ASCII */
const wordAt = (start, end) => decodeUtf8(text, start, end)

/** @param {number} bytes of one more lexeme */
const isRoom = (bytes) => textsEnd + bytes <= LEXEMES_BYTES && placeCount < WORDS

/** A word's lexemes. @param {Lexeme[]} lexemes @returns {boolean} false: they are too many */
function addAll(lexemes) {
  place++
  for (let i = 0; i < lexemes.length; i++) {
    const { text, flags } = lexemes[i]
    if (flags & NEXT_PLACE) place++
    const bytes = utf8Bytes(text)
    if (bytes > LEXEME_BYTES_MAX || !isRoom(bytes)) return false
    encodeUtf8(text, texts, textsEnd)
    add(bytes)
  }
  return true
}

/** The lexeme behind all others in `texts`, at `place`. @param {number} bytes */
function add(bytes) {
  const start = textsEnd
  const head = headAt(start, bytes)
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = compare(sorted[middle], start, bytes, head)
    if (order === 0) return addPlace(sorted[middle])
    if (order < 0) low = middle + 1
    else high = middle
  }
  for (let to = count; to > low; to--) sorted[to] = sorted[to - 1]
  sorted[low] = count
  starts[count] = start
  lengths[count] = bytes
  heads[count] = head
  counts[count] = 1
  firsts[count] = lasts[count] = placeCount
  count++
  textsEnd = start + bytes
  places[placeCount++] = limitedPlace(place)
}

/** @param {number} lexeme that is there */
function addPlace(lexeme) {
  const at = limitedPlace(place)
  if (counts[lexeme] >= POSITIONS_MAX - 1 || places[lasts[lexeme]] === at) return
  counts[lexeme]++
  nexts[lasts[lexeme]] = placeCount
  lasts[lexeme] = placeCount
  places[placeCount++] = at
}

/** The first four bytes. @param {number} start @param {number} bytes */
function headAt(start, bytes) {
  const one = bytes > 0 ? texts[start] : 0
  const two = bytes > 1 ? texts[start + 1] : 0
  const three = bytes > 2 ? texts[start + 2] : 0
  return ((one << 24) | (two << 16) | (three << 8) | (bytes > 3 ? texts[start + 3] : 0)) >>> 0
}

/** @param {number} lexeme @param {number} start of another @param {number} bytes of it @param {number} head of it */
function compare(lexeme, start, bytes, head) {
  if (heads[lexeme] !== head) return heads[lexeme] < head ? -1 : 1
  const own = starts[lexeme]
  const length = lengths[lexeme]
  const shorter = length < bytes ? length : bytes
  for (let i = 4; i < shorter; i++) if (texts[own + i] !== texts[start + i]) return texts[own + i] - texts[start + i]
  return length - bytes
}

/** What `makeVector` makes. */
function made() {
  let size = 0
  for (let i = 0; i < count; i++) size = ((size + lengths[sorted[i]] + 1) & ~1) + 2 + 2 * counts[sorted[i]]
  const textsAt = 4 + 4 * count
  const bytes = vectorMemory(textsAt + size)
  putU32(bytes, 0, count)
  let at = textsAt
  for (let i = 0; i < count; i++) {
    const lexeme = sorted[i]
    const length = lengths[lexeme]
    putU32(bytes, 4 + 4 * i, ((at - textsAt) << 12) | (length << 1) | 1)
    for (let from = starts[lexeme], end = from + length; from < end; from++) bytes[at++] = texts[from]
    if ((at - textsAt) & 1) bytes[at++] = 0
    putU16(bytes, at, counts[lexeme])
    at += 2
    for (let left = counts[lexeme], chain = firsts[lexeme]; left > 0; left--, chain = nexts[chain], at += 2)
      putU16(bytes, at, places[chain])
  }
  return new TsVector(bytes)
}
