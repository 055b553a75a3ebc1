/** COPY's options: PostgreSQL's names, defaults and complaints, in the order in which PostgreSQL makes them. */
import {
  copyRefuses, invalidCopyOption, needsBoolean, needsBooleanOrMatch, needsColumnNames, needsEncoding, needsParameter,
  notInBinary, redundantOption, unknownCopyFormat, unknownCopyOption,
} from '../../../errors/copy.js'
import { encodingNamed } from './encoding.js'
import { lowerAscii } from '../../../util/ascii.js'

/** @import { ParseNode } from '../../../parser/tree.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/** @typedef {import('./encoding.js').CopyEncoding} CopyEncoding */
/**
 * @typedef {object} CopyOptions
 * @property {'text' | 'csv' | 'binary'} format
 * @property {number} delimiter byte
 * @property {string} nullText
 * @property {boolean} header
 * @property {boolean} matchHeader
 * @property {number} quote byte
 * @property {number} escape byte
 * @property {string[] | true} forceQuote
 * @property {string[]} forceNotNull
 * @property {string[]} forceNull
 * @property {boolean} freeze
 * @property {CopyEncoding} encoding
 */

/** Options taken and dropped: PostgreSQL's own use. */
const NAMES = new Set([
  'format', 'delimiter', 'null', 'header', 'quote', 'escape', 'force_quote', 'force_not_null', 'force_null', 'freeze',
  'encoding', 'convert_selectively',
])

/**
 * @param {any[]} options DefElem nodes @param {boolean} isFrom @param {string} [encoding] the client's
 * @returns {CopyOptions} @throws {DbError} 42601, 22023, 0A000
 */
export function copyOptions(options, isFrom, encoding = 'UTF8') {
  /** @type {Record<string, any>} */
  const given = Object.create(null)
  for (const { DefElem: option } of options) {
    const { defname: name, location } = option
    if (name in given) throw redundantOption(location)
    if (!NAMES.has(name)) throw unknownCopyOption(name, location)
    given[name] = read(name, option, isFrom)
  }
  const {
    format = 'text', force_quote: forceQuote, force_not_null: forceNotNull, force_null: forceNull, header = 'off',
  } = given
  const csv = format === 'csv'
  const binary = format === 'binary'
  if (binary && given.delimiter !== undefined) throw notInBinary('DELIMITER')
  if (binary && given.null !== undefined) throw notInBinary('NULL')
  const delimiter = given.delimiter ?? (csv ? ',' : '\t')
  const nullText = given.null ?? (csv ? '' : '\\N')
  const quote = given.quote ?? '"'
  const escape = given.escape ?? quote
  if (Buffer.byteLength(delimiter) !== 1) throw copyRefuses('COPY delimiter must be a single one-byte character')
  if (delimiter === '\r' || delimiter === '\n')
    throw invalidCopyOption('COPY delimiter cannot be newline or carriage return')
  if (/[\r\n]/.test(nullText)) throw invalidCopyOption('COPY null representation cannot use newline or carriage return')
  if (!csv && '\\.abcdefghijklmnopqrstuvwxyz0123456789'.includes(delimiter))
    throw invalidCopyOption(`COPY delimiter cannot be "${delimiter}"`)
  if (binary && header !== 'off') throw copyRefuses('cannot specify HEADER in BINARY mode')
  if (!csv && given.quote !== undefined) throw copyRefuses('COPY quote available only in CSV mode')
  if (csv && Buffer.byteLength(quote) !== 1) throw copyRefuses('COPY quote must be a single one-byte character')
  if (csv && delimiter === quote) throw invalidCopyOption('COPY delimiter and quote must be different')
  if (!csv && given.escape !== undefined) throw copyRefuses('COPY escape available only in CSV mode')
  if (csv && Buffer.byteLength(escape) !== 1) throw copyRefuses('COPY escape must be a single one-byte character')
  if (!csv && forceQuote !== undefined) throw copyRefuses('COPY force quote available only in CSV mode')
  if (forceQuote !== undefined && isFrom) throw copyRefuses('COPY force quote only available using COPY TO')
  if (!csv && forceNotNull !== undefined) throw copyRefuses('COPY force not null available only in CSV mode')
  if (forceNotNull !== undefined && !isFrom) throw copyRefuses('COPY force not null only available using COPY FROM')
  if (!csv && forceNull !== undefined) throw copyRefuses('COPY force null available only in CSV mode')
  if (forceNull !== undefined && !isFrom) throw copyRefuses('COPY force null only available using COPY FROM')
  if (nullText.includes(delimiter)) throw copyRefuses('COPY delimiter must not appear in the NULL specification')
  if (csv && nullText.includes(quote))
    throw copyRefuses('CSV quote character must not appear in the NULL specification')
  return {
    format, delimiter: delimiter.charCodeAt(0), nullText, header: header !== 'off', matchHeader: header === 'match',
    quote: quote.charCodeAt(0), escape: escape.charCodeAt(0), forceQuote: forceQuote ?? [],
    forceNotNull: forceNotNull ?? [], forceNull: forceNull ?? [], freeze: given.freeze === true,
    encoding: given.encoding ?? encodingNamed(encoding),
  }
}

/**
 * @param {string} name
 * @param {Tree<import('@pgsql/types').DefElem>} option
 * @param {boolean} isFrom
 * @returns {any}
 */
function read(name, option, isFrom) {
  const { arg, location } = option
  switch (name) {
    case 'format': {
      const format = text(name, arg)
      if (format !== 'text' && format !== 'csv' && format !== 'binary') throw unknownCopyFormat(format, location)
      return format
    }
    case 'freeze': return flag(arg, () => needsBoolean(name))
    case 'header': {
      if (lowerAscii(arg?.String?.sval ?? '') === 'match') {
        if (isFrom) return 'match'
        throw copyRefuses(`cannot use "${arg.String.sval}" with HEADER in COPY TO`)
      }
      return flag(arg, () => needsBooleanOrMatch(name)) ? 'on' : 'off'
    }
    case 'force_quote': case 'force_not_null': case 'force_null': case 'convert_selectively':
      if (name === 'force_quote' && arg?.A_Star !== undefined) return true
      if (arg?.List === undefined) throw needsColumnNames(name, location)
      return arg.List.items.map((/** @type {ParseNode} */ item) => item.String.sval)
    case 'encoding': {
      const encoding = encodingNamed(text(name, arg))
      if (encoding === null) throw needsEncoding(name, location)
      return encoding
    }
    default: return text(name, arg)
  }
}

/** @param {ParseNode} arg @param {() => Error} refusal @returns {boolean} */
function flag(arg, refusal) {
  if (arg === undefined) return true
  if (arg.Boolean !== undefined) return arg.Boolean.boolval === true
  const word = arg.Integer !== undefined ? String(arg.Integer.ival ?? 0) : lowerAscii(String(arg.String?.sval ?? ''))
  if (word === 'true' || word === 'on' || word === '1') return true
  if (word === 'false' || word === 'off' || word === '0') return false
  throw refusal()
}

/** @param {string} name @param {any} arg @returns {string} */
function text(name, arg) {
  if (arg === undefined || arg === null) throw needsParameter(name)
  if (arg.String !== undefined) return arg.String.sval ?? ''
  if (arg.Boolean !== undefined) return arg.Boolean.boolval ? 'true' : 'false'
  if (arg.Integer !== undefined) return String(arg.Integer.ival ?? 0)
  if (arg.Float !== undefined) return arg.Float.fval
  if (arg.TypeName !== undefined) return arg.TypeName.names.at(-1).String.sval
  return String(arg.A_Const?.sval?.sval ?? '')
}
