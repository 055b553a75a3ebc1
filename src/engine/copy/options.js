/** COPY's options: PostgreSQL's names, defaults and complaints (PostgreSQL documentation, "COPY"). */
import { DbError, featureNotSupported } from '../../errors/db-error.js'

/**
 * @typedef {object} CopyOptions
 * @property {'text' | 'csv'} format
 * @property {number} delimiter byte
 * @property {string} nullText
 * @property {boolean} header
 * @property {boolean} matchHeader
 * @property {number} quote byte
 * @property {number} escape byte
 * @property {string[] | true} forceQuote
 * @property {string[]} forceNotNull
 * @property {string[]} forceNull
 */

/**
 * @param {any[]} options DefElem nodes @param {boolean} isFrom
 * @returns {CopyOptions} @throws {DbError} 42601, 22023, 0A000
 */
export function copyOptions(options, isFrom) {
  /** @type {Record<string, any>} */
  const given = {}
  for (const { DefElem: option } of options) {
    if (option.defname in given) throw new DbError('42601', 'conflicting or redundant options', { position: (option.location ?? 0) + 1 })
    given[option.defname] = option.arg
  }
  const format = given.format === undefined ? 'text' : text(given.format)
  if (format === 'binary') throw featureNotSupported('COPY in binary format')
  if (format !== 'text' && format !== 'csv') throw new DbError('22023', `COPY format "${format}" not recognized`)
  const csv = format === 'csv'
  for (const name of Object.keys(given)) {
    if (!['format', 'delimiter', 'null', 'header', 'quote', 'escape', 'force_quote', 'force_not_null', 'force_null', 'freeze', 'encoding'].includes(name)) {
      throw new DbError('42601', `option "${name}" not recognized`)
    }
  }
  if (given.encoding !== undefined && !/^utf-?8$/i.test(text(given.encoding))) throw featureNotSupported(`COPY with encoding ${text(given.encoding)}`)
  const header = !('header' in given) ? 'false' : given.header === undefined ? 'true' : text(given.header).toLowerCase()
  const delimiter = given.delimiter === undefined ? (csv ? ',' : '\t') : text(given.delimiter)
  const quote = given.quote === undefined ? '"' : text(given.quote)
  const escape = given.escape === undefined ? quote : text(given.escape)
  const nullText = given.null === undefined ? (csv ? '' : '\\N') : text(given.null)
  if (Buffer.byteLength(delimiter) !== 1) throw featureNotSupported('COPY delimiter of more than one byte')
  if (delimiter === '\r' || delimiter === '\n') throw new DbError('22023', 'COPY delimiter cannot be newline or carriage return')
  if (/[\r\n]/.test(nullText)) throw new DbError('22023', 'COPY null representation cannot use newline or carriage return')
  if (!csv && '\\.abcdefghijklmnopqrstuvwxyz0123456789'.includes(delimiter)) throw new DbError('22023', `COPY delimiter cannot be "${delimiter}"`)
  if (!csv && given.quote !== undefined) throw featureNotSupported('COPY quote outside CSV mode')
  if (!csv && given.escape !== undefined) throw featureNotSupported('COPY escape outside CSV mode')
  if (!csv && given.force_quote !== undefined) throw featureNotSupported('COPY force quote outside CSV mode')
  if (!csv && given.force_not_null !== undefined) throw featureNotSupported('COPY force not null outside CSV mode')
  if (!csv && given.force_null !== undefined) throw featureNotSupported('COPY force null outside CSV mode')
  if (isFrom && given.force_quote !== undefined) throw new DbError('0A000', 'COPY force quote only available using COPY TO')
  if (!isFrom && given.force_not_null !== undefined) throw new DbError('0A000', 'COPY force not null only available using COPY FROM')
  if (!isFrom && given.force_null !== undefined) throw new DbError('0A000', 'COPY force null only available using COPY FROM')
  if (csv && Buffer.byteLength(quote) !== 1) throw new DbError('0A000', 'COPY quote must be a single one-byte character')
  if (csv && Buffer.byteLength(escape) !== 1) throw new DbError('0A000', 'COPY escape must be a single one-byte character')
  if (csv && delimiter === quote) throw new DbError('22023', 'COPY delimiter and quote must be different')
  if (nullText.includes(delimiter)) throw new DbError('0A000', 'COPY delimiter must not appear in the NULL specification')
  return {
    format: csv ? 'csv' : 'text', delimiter: delimiter.charCodeAt(0), nullText, header: header !== 'false' && header !== 'off' && header !== '0',
    matchHeader: header === 'match', quote: quote.charCodeAt(0), escape: escape.charCodeAt(0),
    forceQuote: given.force_quote === undefined ? [] : given.force_quote?.A_Star !== undefined ? true : names(given.force_quote),
    forceNotNull: given.force_not_null === undefined ? [] : names(given.force_not_null), forceNull: given.force_null === undefined ? [] : names(given.force_null),
  }
}

/** @param {any} arg @returns {string} */
function text(arg) {
  if (arg === undefined || arg === null) return ''
  if (arg.String !== undefined) return arg.String.sval ?? ''
  if (arg.Boolean !== undefined) return arg.Boolean.boolval ? 'true' : 'false'
  if (arg.Integer !== undefined) return String(arg.Integer.ival ?? 0)
  if (arg.TypeName !== undefined) return arg.TypeName.names.at(-1).String.sval
  return String(arg.A_Const?.sval?.sval ?? '')
}

/** @param {any} arg @returns {string[]} */
const names = (arg) => (arg.List?.items ?? []).map((/** @type {any} */ item) => item.String.sval)
