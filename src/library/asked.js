/** What a program asks for: a text, or an object with one, and values. What is none of these is refused by name. */
import { isTree } from './ast.js'
import { limitUnknown, notAQuery, notAText, notLimits, valuesNotArray } from '../errors/library.js'

/** @import { QueryConfig, QueryLimits } from './session.js' */
/** @import { StatementTree } from './ast.js' */
/** @typedef {{ text: string | StatementTree, values: unknown[], rowMode?: 'array' }} Asked */

/** @param {unknown} query @returns {query is QueryConfig} */
const isConfig = (query) => typeof query === 'object' && query !== null && 'text' in query
  && typeof query.text === 'string'

/**
 * @param {string | QueryConfig | StatementTree} query @param {unknown[]} [values] instead of the query's own
 * @returns {Asked}
 * @throws {DbError} 22023
 */
export function askedFor(query, values) {
  if (typeof query === 'string') return { text: query, values: listOf(values) }
  if (isTree(query)) return { text: query, values: listOf(values) }
  if (!isConfig(query)) throw notAQuery(query)
  return { text: query.text, values: listOf(values ?? query.values), rowMode: query.rowMode }
}

/** @param {unknown[] | null | undefined} values @returns {unknown[]} */
function listOf(values) {
  if (values === undefined || values === null) return []
  if (!Array.isArray(values)) throw valuesNotArray(values)
  return values
}

/** @param {string} method @param {unknown} text @throws {DbError} 22023 */
export function requireText(method, text) {
  if (typeof text !== 'string') throw notAText(method, text)
}

/** @param {QueryLimits} limits @throws {DbError} 22023 */
export function checkLimits(limits) {
  if (typeof limits !== 'object' || limits === null) throw notLimits(limits)
  for (const name of Object.keys(limits)) if (name !== 'signal' && name !== 'timeout') throw limitUnknown(name)
}
