/**
 * INSERT of many rows that were folded to one (parser/row-list.js): its plan is made for one row and serves any number of them; the executor goes through the parameters row by row.
 *
 *   parameters   the text's own statement (ManyRows, prepared.js) says how many there are, in Describe and for Bind; the plan is its template's, shared by all texts that fold to it
 *   literals     the template itself runs, with the literals as values
 *
 * What the template cannot be planned for (a view, rules, an error, whose place is in the whole text) is parsed and planned as it was written.
 */
import { DbError } from '../../errors/db-error.js'
import { INT, STRING } from '../../parser/literals.js'
import { parse } from '../../parser/parser.js'
import { FALSE, NULL, TRUE } from '../../parser/row-list.js'
import { parseNumeric } from '../../types/numbers/numeric.js'
import { nullOf } from './parameters.js'

/** @import { ParsedStatement } from '../../parser/parser.js' */
/** @import { Cells, RowList } from '../../parser/row-list.js' */
/** @import { Prepared } from './prepared.js' */
/** @import { Session } from '../session/session.js' */

const NUMERIC = 1700
const TEXT = 25
const VARCHAR = 1043

/** The tree of a folded text, which says that its row stands for many. @param {RowList} folded @returns {ParsedStatement | null} null: it is to be parsed as it is written */
export function parseTemplate({ text, width }) {
  let statements
  try {
    statements = parse(text)
  } catch (error) {
    if (error instanceof DbError) return null // raised again, with its place in the whole text
    throw error
  }
  const [parsed] = statements
  if (statements.length !== 1 || parsed.notices !== undefined || parsed.tag !== 'InsertStmt') return null
  const select = parsed.node.selectStmt?.SelectStmt
  if (select?.valuesLists?.length !== 1 || select.sortClause || select.limitCount || select.limitOffset || select.withClause || select.lockingClause) return null
  select.rowWidth = width
  return parsed
}

/** The literals of all rows, strings as they are written: `readRows` knows their types. @param {string} text @param {Cells} cells @param {number} count of all @returns {any[]} */
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
    case STRING: {
      const content = text.slice(start + 1, end - 1)
      return content.includes("'") ? content.replaceAll("''", "'") : content
    }
    case NULL: return null
    case TRUE: return true
    case FALSE: return false
    default: {
      if (type === NUMERIC) return parseNumeric(text.slice(start, end))
      const value = Number(text.slice(start, end))
      return kind === INT || Number.isSafeInteger(value) ? value : BigInt(text.slice(start, end))
    }
  }
}

/** Reads the strings among the values of a template's rows in place. @param {Session} session @param {Prepared} template planned @param {any[]} values @throws {DbError} as its type's input does */
export function readRows(session, { paramTypes }, values) {
  const width = paramTypes.length
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
