/** The types tsvector and tsquery. */
import { malformedBinary, noLexemes, vectorTooLong, wordTooLong } from '../../errors/text-search.js'
import { mix32 } from '../numbers/int8.js'
import * as T from '../oids.js'
import { atOnce } from '../../util/effort.js'
import { compareText, sendText, utf8Bytes } from '../strings/text.js'
import { receiveText } from '../strings/utf8.js'
import { TypeOps } from '../type-ops.js'
import { compareQueries, decodeQuery, encodeQuery, formatQuery, queryBytes, walk, wordChecksum, WORD } from './query.js'
import { parseQuery } from './query-text.js'
import * as V from './vector.js'
import { WordReader, quotedWord } from './words.js'
/** @import { Steps } from '../../util/effort.js' */
/** @import { TypeEnv } from '../type-ops.js' */
/** @import { ByteWriter } from '../../util/byte-writer.js' */

/** Words between two looks at the clock. */
const WORDS_AT_ONCE = 512

/** @param {string} text @returns {V.TsVector} */
export const parseVector = (text) => atOnce(parseVectorSteps(text))

/** @param {string} text @returns {Steps<V.TsVector>} */
function* parseVectorSteps(text) {
  const reader = new WordReader(text, 'tsvector')
  /** @type {{ word: string, positions: number[] }[]} */
  const lexemes = []
  let bytes = 0
  while (reader.next()) {
    const length = utf8Bytes(reader.word)
    if (length > V.LEXEME_BYTES_MAX) throw wordTooLong(length, V.LEXEME_BYTES_MAX)
    if (bytes > V.TEXTS_BYTES_MAX) throw vectorTooLong(bytes, V.TEXTS_BYTES_MAX)
    bytes += length
    lexemes.push({ word: reader.word, positions: reader.positions })
    if (lexemes.length % WORDS_AT_ONCE === 0) yield
  }
  return yield* V.vectorOf(lexemes)
}

const WEIGHT_LETTERS = ['', 'C', 'B', 'A']

/** @param {V.TsVector} vector */
export function formatVector(vector) {
  let text = ''
  for (let i = 0; i < vector.count; i++) {
    if (i > 0) text += ' '
    text += quotedWord(vector.lexeme(i))
    const positions = vector.positions(i)
    for (let j = 0; j < positions.length; j++)
      text += (j === 0 ? ':' : ',') + V.placeOf(positions[j]) + WEIGHT_LETTERS[V.weightOf(positions[j])]
  }
  return text
}

/**
 * u32 count; of each lexeme its text, 0, u16 count of positions, the positions.
 * @param {V.TsVector} vector @param {ByteWriter} writer @param {TypeEnv} env
 */
function sendVector(vector, writer, env) {
  writer.i32(vector.count)
  for (let i = 0; i < vector.count; i++) {
    sendText(vector.lexeme(i), writer, env)
    writer.u8(0)
    const positions = vector.positions(i)
    writer.i16(positions.length)
    for (const position of positions) writer.i16(position)
  }
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end */
function receiveVector(bytes, start, end) {
  let at = start
  const u16 = () => {
    if (at + 2 > end) throw malformedBinary('insufficient data left in message')
    at += 2
    return (bytes[at - 2] << 8) | bytes[at - 1]
  }
  const count = (u16() * 65536) + u16()
  if (count > end - start) throw malformedBinary('invalid size of tsvector')
  /** @type {string[]} */
  const words = []
  /** @type {number[][]} */
  const positions = []
  for (let i = 0; i < count; i++) {
    let stop = at
    while (stop < end && bytes[stop] !== 0) stop++
    if (stop >= end) throw malformedBinary('invalid string in message')
    if (stop - at > V.LEXEME_BYTES_MAX + 1) throw malformedBinary('invalid tsvector: lexeme too long')
    words.push(receiveText(bytes, at, stop))
    at = stop + 1
    const places = u16()
    if (places > V.POSITIONS_MAX) throw malformedBinary('unexpected number of tsvector positions')
    /** @type {number[]} */
    const list = []
    for (let j = 0; j < places; j++) {
      const position = u16()
      if (j > 0 && V.placeOf(position) <= V.placeOf(list[j - 1]))
        throw malformedBinary('position information is misordered')
      list.push(position)
    }
    positions.push(list)
  }
  if (at !== end) throw malformedBinary('incorrect binary data format')
  const order = words.map((_, index) => index).sort((a, b) => compareText(words[a], words[b]))
  for (let i = 1; i < order.length; i++)
    if (words[order[i]] === words[order[i - 1]]) throw malformedBinary('invalid tsvector: duplicate lexeme')
  return V.makeVector(order.map((index) => words[index]), order.map((index) => positions[index]))
}

/** @param {Uint8Array} bytes */
function hashBytes(bytes) {
  let hash = bytes.length
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x5bd1e995)
  return mix32(hash)
}

/**
 * Order-preserving bytes of a vector: sizes, then lexeme by lexeme as compareVectors goes.
 * @param {V.TsVector} vector @param {Uint8Array} out @param {number} at
 */
function putVectorKey(vector, out, at) {
  at = putU32(vector.bytes.length, out, at)
  at = putU32(vector.count, out, at)
  for (let i = 0; i < vector.count; i++) {
    const entry = vector.entry(i)
    out[at++] = V.hasPositions(entry) ? 0 : 1
    const start = vector.start(entry)
    for (let j = 0; j < V.lengthOf(entry); j++) out[at++] = vector.bytes[start + j]
    out[at++] = 0
    if (!V.hasPositions(entry)) continue
    const positions = vector.positions(i)
    out[at++] = ~positions.length
    for (const position of positions) {
      const key = ~((V.placeOf(position) << 2) | V.weightOf(position))
      out[at] = key >>> 8
      out[at + 1] = key
      at += 2
    }
  }
  return at
}

/** @param {number} value @param {Uint8Array} out @param {number} at */
function putU32(value, out, at) {
  out[at] = value >>> 24
  out[at + 1] = value >>> 16
  out[at + 2] = value >>> 8
  out[at + 3] = value
  return at + 4
}

/** A copy of bytes. @param {Uint8Array} bytes @param {number} start @param {number} end */
function kept(bytes, start, end) {
  const copy = V.vectorMemory(end - start)
  copy.set(bytes.subarray(start, end))
  return copy
}

export const tsvectorType = new TypeOps({
  oid: T.TSVECTOR, name: 'tsvector', kind: 'var', category: 'U',
  parse: parseVector, parseSteps: parseVectorSteps, format: formatVector, receive: receiveVector, send: sendVector,
  compare: V.compareVectors, hash: (value) => hashBytes(value.bytes),
  encodedBytes: (value) => value.bytes.length,
  encode: (value, bytes, view, at) => {
    bytes.set(value.bytes, at)
    return at + value.bytes.length
  },
  decode: (bytes, view, start, end) => new V.TsVector(kept(bytes, start, end)),
  putKey: putVectorKey,
})

export const tsqueryType = new TypeOps({
  oid: T.TSQUERY, name: 'tsquery', kind: 'var', category: 'U',
  parse: (text, typmod, env) => {
    const query = parseQuery(text)
    if (query.root === null) env?.notice?.(noLexemes(text))
    return query
  },
  format: formatQuery,
  receive: (bytes, start, end) => decodeQuery(bytes, start, end, receiveText),
  send: (value, writer) => {
    const bytes = new Uint8Array(queryBytes(value))
    writer.raw(bytes, 0, encodeQuery(value, bytes, 0))
  },
  compare: compareQueries,
  hash: (value) => {
    let hash = value.varSize
    walk(value.root, (node) => {
      hash = mix32(hash ^ (node.kind === WORD ? wordChecksum(node.bytes) : node.kind * 65536 + node.distance))
    })
    return hash
  },
  encodedBytes: queryBytes,
  encode: (value, bytes, view, at) => encodeQuery(value, bytes, at),
  decode: (bytes, view, start, end) => decodeQuery(bytes, start, end),
  putKey: (value, out, at) => {
    at = putU32(value.size, out, at)
    at = putU32(value.varSize, out, at)
    walk(value.root, (node) => {
      out[at++] = node.kind === WORD ? 255 : 254 - node.kind
      if (node.kind !== WORD) return
      at = putU32(~wordChecksum(node.bytes) ^ 0x80000000, out, at)
      for (const byte of node.bytes) out[at++] = byte
      out[at++] = 0
    })
    walk(value.root, (node) => {
      out[at] = ~(node.distance >>> 8)
      out[at + 1] = ~node.distance
      at += 2
    })
    return at
  },
})
