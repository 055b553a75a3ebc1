/** Whether two texts say the same in PostgreSQL's grammar, wherever things stand in them. */
import { isDeepStrictEqual } from 'node:util'
import { DbError } from '../errors/db-error.js'
import { parse } from '../parser/parser.js'

/** Where something is, and by which of several spellings a function is called. */
const IGNORED = new Set(['location', 'list_start', 'list_end', 'rexpr_list_start', 'rexpr_list_end', 'stmt_location',
  'stmt_len', 'name_location', 'funcformat'])
/** Operators that LIKE and ILIKE are spelled as, too. */
const LIKE = new Set(['AEXPR_LIKE', 'AEXPR_ILIKE'])

/** @param {string} one @param {string} other @returns {boolean} false: or one of them cannot be read */
export function sameMeaning(one, other) {
  try {
    return isDeepStrictEqual(meaning(parse(one).map(({ stmt }) => stmt)), meaning(parse(other).map(({ stmt }) => stmt)))
  } catch (error) {
    if (error instanceof DbError) return false
    throw error
  }
}

/** @param {unknown} node @returns {unknown} */
function meaning(node) {
  if (Array.isArray(node)) {
    const made = node.map(meaning)
    // Options are named: their order says nothing.
    return node.every(isOption) ? made.sort((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1) : made
  }
  if (node === null || typeof node !== 'object') return node
  /** @type {Record<string, unknown>} */
  const made = {}
  for (const [name, value] of Object.entries(node)) {
    if (IGNORED.has(name) || value === undefined) continue
    if (name === 'fval' && typeof value === 'string') made.fval = value.replace(/^(-?)\./, '$10.')
    else if (name === 'kind' && LIKE.has(value)) made.kind = 'AEXPR_OP'
    else made[name] = meaning(value)
  }
  return made
}

/** @param {unknown} node */
const isOption = (node) => typeof node === 'object' && node !== null && 'DefElem' in node
