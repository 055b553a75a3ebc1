/** WITH (publish = …, publish_via_partition_root = …) of publications. */
import { conflictingOptions } from '../../../errors/ddl/sequences.js'
import { optionNeedsBoolean } from '../../../errors/maintenance.js'
import { invalidPublishList, unknownPublicationParameter, unknownPublished } from '../../../errors/ddl/publications.js'
import { trimSqlSpaces } from '../../../util/ascii.js'

/** @import { ParseNode, Tree } from '../../../parser/tree.js' */

/** @typedef {Tree<import('@pgsql/types').DefElem>} Option */

const PUBLISHED = /** @type {Record<string, string>} */ ({
  insert: 'pubinsert', update: 'pubupdate', delete: 'pubdelete', truncate: 'pubtruncate',
})
const TRUTHS = /** @type {Record<string, boolean>} */ ({
  true: true, on: true, 1: true, false: false, off: false, 0: false,
})

/** @param {Option} option @returns {string} as it was written */
const textOf = ({ arg }) => String(arg?.String?.sval ?? arg?.Integer?.ival ?? arg?.Float?.fval
  ?? (arg?.Boolean === undefined ? arg?.TypeName?.names?.at(-1)?.String?.sval ?? 0 : arg.Boolean.boolval === true))

/**
 * @param {ParseNode[]} options DefElem nodes
 * @returns {Record<string, boolean>} columns of pg_publication that they set
 * @throws {DbError} 42601
 */
export function publicationOptions(options) {
  /** @type {Record<string, boolean>} */
  const columns = {}
  const seen = new Set()
  for (const { DefElem: option } of options) {
    const name = option.defname
    if (name !== 'publish' && name !== 'publish_via_partition_root') throw unknownPublicationParameter(name)
    if (seen.has(name)) throw conflictingOptions(option.location ?? -1)
    seen.add(name)
    if (name === 'publish') {
      const wanted = listed(textOf(option))
      for (const column of Object.values(PUBLISHED)) columns[column] = false
      for (const word of wanted) {
        if (!Object.hasOwn(PUBLISHED, word)) throw unknownPublished(word)
        columns[PUBLISHED[word]] = true
      }
    } else {
      const value = option.arg === undefined ? true : TRUTHS[textOf(option).toLowerCase()]
      if (value === undefined) throw optionNeedsBoolean(name)
      columns.pubviaroot = value
    }
  }
  return columns
}

/** @param {string} text names with commas between them @returns {string[]} @throws {DbError} 42601 */
function listed(text) {
  if (trimSqlSpaces(text) === '') return []
  return text.split(',').map((part) => {
    const word = trimSqlSpaces(part)
    if (/^"(?:[^"]|"")+"$/.test(word)) return word.slice(1, -1).replaceAll('""', '"')
    if (!/^[^ \t\n\r\f\v",]+$/.test(word)) throw invalidPublishList()
    return word.toLowerCase()
  })
}
