/**
 * The type xml: the text as it came, known to be well formed. Clients see it without what its declaration says
 * needlessly (declaration.js); a cast to text gives it whole. It has no order and no equality.
 */
import { invalidDeclaration, invalidXml } from '../../errors/xml.js'
import * as T from '../oids.js'
import { atOnce } from '../../util/effort.js'
import { sendText, textFields } from '../strings/text.js'
import { receivedText } from '../strings/utf8.js'
import { TypeOps } from '../type-ops.js'
import { readDeclaration, shownXml } from './declaration.js'
import { XmlReader } from './reader.js'

/** @import { Steps } from '../../util/effort.js' */
/** @import { XmlOption } from '../../errors/xml.js' */
/** @import { XmlSink } from './reader.js' */

/** What may stand before a document type, which makes a document of what is taken for content. */
const DOCTYPE_AHEAD = /^(?:[ \t\r\n]+|<!--(?:(?!--)[^])*-->|<\?(?!xml[ \t\r\n?])(?:(?!\?>)[^])*\?>)*<!DOCTYPE/i

/**
 * Reads a text that is to be a value, and tells who listens.
 * @param {string} text @param {XmlOption} option @param {XmlSink | null} [sink]
 * @returns {Steps<string>} the value @throws {DbError} 2200M, 2200N
 */
export function* readXml(text, option, sink = null) {
  const refuse = (/** @type {string} */ detail) => invalidXml(option, detail)
  const declaration = readDeclaration(text)
  if (typeof declaration === 'string') {
    throw option === 'document' ? refuse(declaration) : invalidDeclaration(declaration)
  }
  const isDocument = option === 'document' || DOCTYPE_AHEAD.test(text.slice(declaration.length))
  yield* new XmlReader(text, refuse, sink).read(declaration.length, isDocument)
  return text
}

/**
 * The same at once.
 * @param {string} text @param {XmlOption} option @param {XmlSink | null} [sink]
 * @returns {string} @throws {DbError} 2200M, 2200N
 */
export const parseXml = (text, option, sink = null) => atOnce(readXml(text, option, sink))

/** @param {string} text @param {XmlOption} option @returns {boolean} whether a value can be made of it */
export function isXml(text, option) {
  try {
    parseXml(text, option)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === '2200M' || error.code === '2200N')) return false
    throw error
  }
}

export const xmlTypes = [
  new TypeOps({
    ...textFields(T.XML, 'xml'),
    category: 'U',
    textIsStored: false,
    compare: undefined,
    equals: undefined,
    hash: undefined,
    parse: (text, _typmod, env) => parseXml(text, env.xmlOption),
    parseSteps: (text, _typmod, env) => readXml(text, env.xmlOption),
    format: shownXml,
    writeText: (value, writer) => writer.utf8(shownXml(value)),
    receive: (bytes, start, end, _typmod, env) => parseXml(receivedText(bytes, start, end, env), env.xmlOption),
    send: (value, writer, env) => sendText(shownXml(value), writer, env),
  }),
]
