/** What CREATE and ALTER EXTENSION are given: a name, and options. */
import { redundantOption } from '../../../errors/copy.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { invalidExtensionName } from '../../../errors/extensions.js'

/** @typedef {{ schema: string | null, version: string | null, cascade: boolean }} Options */
/** @typedef {{ defname: string, location: number, arg?: { String?: { sval: string } } }} DefElem */

/** @type {[RegExp, string][]} */
const WRONG_NAMES = [
  [/--/, 'must not contain "--"'], [/^-|-$/, 'must not begin or end with "-"'],
  [/[/\\]/, 'must not contain directory separator characters'],
]

/** @param {string} name @throws {DbError} 22023 */
export function requireName(name) {
  const wrong = WRONG_NAMES.find(([pattern]) => pattern.test(name))
  if (wrong !== undefined) throw invalidExtensionName(name, wrong[1])
}

/** What is not known is 0A000. @param {{ DefElem: DefElem }[]} options @returns {Options} @throws {DbError} 42601 */
export function readOptions(options) {
  /** @type {Options} */
  const read = { schema: null, version: null, cascade: false }
  const seen = new Set()
  for (const { DefElem: option } of options) {
    if (seen.has(option.defname)) throw redundantOption(option.location)
    seen.add(option.defname)
    const text = option.arg?.String?.sval ?? ''
    if (option.defname === 'schema') read.schema = text
    else if (option.defname === 'new_version') read.version = text
    else if (option.defname === 'cascade') read.cascade = true
    else throw featureNotSupported(`CREATE EXTENSION … ${option.defname}`)
  }
  return read
}
