/**
 * The type jsonpath. A datum is the parsed path with its printed text; stored is the text. Binary format: a version
 * byte, 1, then the text.
 */
import * as T from '../oids.js'
import { encodeUtf8, sendText, utf8Bytes } from '../strings/text.js'
import { decodeUtf8, receivedText } from '../strings/utf8.js'
import { TypeOps } from '../type-ops.js'
import { parsePath } from './parser.js'
import { printPath } from './print.js'
import { unsupportedJsonpathVersion } from '../../errors/json.js'
/** @import { PathItem } from './parser.js' */

export class JsonPath {
  /** @param {boolean} lax @param {PathItem} root @param {string} text as printed */
  constructor(lax, root, text) {
    this.lax = lax
    this.root = root
    this.text = text
  }
}

/** @param {string} text @returns {JsonPath} */
function parse(text) {
  const parsed = parsePath(text)
  return new JsonPath(parsed.lax, parsed.root, printPath(parsed))
}

/** Stored paths repeat from row to row. @type {Map<string, JsonPath>} */
const cache = new Map()

export const jsonpathType = new TypeOps({
  oid: T.JSONPATH, name: 'jsonpath', kind: 'var', category: 'U',
  parse,
  format: (value) => value.text,
  receive: (bytes, start, end, typmod, env) => {
    if (start === end || bytes[start] !== 1)
      throw unsupportedJsonpathVersion(start === end ? 0 : bytes[start])
    return parse(receivedText(bytes, start + 1, end, env))
  },
  send: (value, writer, env) => {
    writer.u8(1)
    sendText(value.text, writer, env)
  },
  encodedBytes: (value) => utf8Bytes(value.text),
  encode: (value, bytes, view, at) => encodeUtf8(value.text, bytes, at),
  decode: (bytes, view, start, end) => {
    const text = decodeUtf8(bytes, start, end)
    let path = cache.get(text)
    if (path === undefined) {
      if (cache.size >= 200) cache.clear()
      path = parse(text)
      cache.set(text, path)
    }
    return path
  },
})
