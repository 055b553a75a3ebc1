/**
 * Texts that are folded: INSERT of many rows to one row (parser/row-list.js), IN with many parameters to a list of one
 * (parser/in-list.js). The plan is the folded text's and serves any number of rows or parameters; the executor takes
 * the parameters row by row, or as one array.
 *
 *   parameters   the text's own statement (Folded, folded-statement.js) says how many there are and of which types, in Describe and for Bind; the plan is its template's
 *   literals     of rows: the template itself runs, with the literals as values
 *
 * What the template cannot be planned for (a view, rules, an error, whose place is in the whole text) is parsed and
 * planned as it was written.
 */
import { DbError, featureNotSupported } from '../../../errors/db-error.js'
import { STRING, stringContent, wholeNumber } from '../../../parser/literals.js'
import { parse } from '../../../parser/parser.js'
import { FALSE, NULL, TRUE } from '../../../parser/row-list.js'
import { parseNumeric } from '../../../types/numbers/numeric-input.js'
import { nullOf } from './parameters.js'

/** @import { ParsedStatement } from '../../../parser/parser.js' */
/** @import { InList } from '../../../parser/in-list.js' */
/** @import { Cells, RowList } from '../../../parser/row-list.js' */
/** @import { Prepared } from './prepared.js' */
/** @import { Session } from '../../session/session.js' */

const NUMERIC = 1700
const INTERVAL = 1186
const TEXT = 25
const VARCHAR = 1043

/** @param {string} text @returns {ParsedStatement | null} null: it is to be parsed as it is written */
function parseFolded(text) {
  try {
    const [parsed, ...others] = parse(text)
    return others.length > 0 || parsed.notices !== undefined ? null : parsed
  } catch (error) {
    if (error instanceof DbError) return null // raised again, with its place in the whole text
    throw error
  }
}

/**
 * The tree of a folded text, which says that its row stands for many.
 * @param {RowList} folded
 * @returns {ParsedStatement | null} null: it is to be parsed as it is written
 */
export function parseRow({ text, width }) {
  const parsed = parseFolded(text)
  if (parsed?.tag !== 'InsertStmt') return null
  const select = parsed.node.selectStmt?.SelectStmt
  if (
    select?.valuesLists?.length !== 1 || select.sortClause || select.limitCount || select.limitOffset
    || select.withClause || select.lockingClause
  )
    return null
  select.rowWidth = width
  return parsed
}

/**
 * The tree of a folded text, which says that its list stands for many: the binder makes an array of it (bindIn).
 * @param {InList} folded
 * @returns {ParsedStatement | null} null: it is to be parsed as it is written
 */
export function parseList({ text, first, after, rows }) {
  const parsed = parseFolded(text)
  if (parsed === null) return null
  let lists = 0
  let uses = 0
  visit(parsed.stmt, (tag, node) => {
    if (tag === 'ParamRef') {
      if (node.number === first) uses++
      else if (node.number > first) node.fromEnd = first + after - node.number
    } else if (
      tag === 'A_Expr' && node.kind === 'AEXPR_IN' && node.rexpr.List?.items.length === 1
      && node.rexpr.List.items[0].ParamRef?.number === first && !node.lexpr.RowExpr
    ) {
      node.inList = { after, rows }
      lists++
    }
  })
  return lists === 1 && uses === 1 ? parsed : null
}

/** Every node below a tagged one. @param {any} tree @param {(tag: string, node: any) => void} see */
function visit(tree, see) {
  if (tree === null || typeof tree !== 'object') return
  if (!Array.isArray(tree))
    for (const tag in tree) if (tree[tag] !== null && typeof tree[tag] === 'object') see(tag, tree[tag])
  for (const field in tree) visit(tree[field], see)
}

/**
 * Types of the whole text's parameters from those of the folded one's.
 * @param {RowList | InList} fold
 * @param {number[]} types
 * @returns {number[]}
 */
export function expandTypes(fold, types) {
  if ('width' in fold) return Array.from({ length: fold.count * fold.width }, (_, index) => types[index % fold.width])
  const { first, count } = fold
  return [...types.slice(0, first - 1), ...new Array(count).fill(types[first - 1]), ...types.slice(first)]
}

/**
 * The other way round.
 * @param {RowList | InList} fold
 * @param {number[]} types that the client names, perhaps fewer than there are parameters
 * @returns {number[] | null} null: they differ where the folded text has one
 */
export function foldTypes(fold, types) {
  if ('width' in fold) {
    const { width } = fold
    return types.length % width === 0 && types.every((type, index) => type === types[index % width])
      ? types.slice(0, width)
      : null
  }
  const { first, count } = fold
  const of = types.slice(first - 1, first - 1 + count)
  return types.length < first || (of.length === count && of.every((type) => type === of[0]))
    ? [...types.slice(0, first - 1), ...of.slice(0, 1), ...types.slice(first - 1 + count)]
    : null
}

/**
 * The literals of all rows, strings as they are written: `readRows` knows their types.
 * @param {string} text
 * @param {Cells} cells
 * @param {number} count of all
 * @returns {any[]}
 */
export function literalsOf(text, { kinds, starts, ends, types }, count) {
  const values = new Array(count)
  const width = types.length
  for (let at = 0, column = 0; at < count; at++) {
    values[at] = literal(text, kinds[at], starts[at], ends[at], types[column])
    if (++column === width) column = 0
  }
  return values
}

/** @param {string} text @param {number} kind @param {number} start @param {number} end @param {number} type */
function literal(text, kind, start, end, type) {
  switch (kind) {
    case STRING: return stringContent(text, start, end)
    case NULL: return null
    case TRUE: return true
    case FALSE: return false
    default: return type === NUMERIC ? parseNumeric(text.slice(start, end)) : wholeNumber(text.slice(start, end))
  }
}

/**
 * Reads the strings among the values of a template's rows in place.
 * @param {Session} session
 * @param {Prepared} template planned
 * @param {unknown[]} values
 * @throws {DbError} as its type's input does
 */
export function readRows(session, { paramTypes }, values) {
  const width = paramTypes.length
  // What a literal says depends on its column's fields: '5' is five minutes to interval minute.
  if (paramTypes.includes(INTERVAL)) throw featureNotSupported('intervals in rows that are folded')
  const parsers = paramTypes.map((type) => (type === TEXT || type === VARCHAR ? null : session.typeOps(type)))
  for (let at = 0, column = 0; at < values.length; at++) {
    const value = values[at]
    if (value === null) nullOf(paramTypes[column], session)
    else if (typeof value === 'string') {
      const ops = parsers[column]
      if (ops !== null) values[at] = ops.parse(value, -1, session.env)
    }
    if (++column === width) column = 0
  }
}
