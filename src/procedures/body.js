/**
 * The body of a function in SQL: a string of statements, parsed when it is first needed; or the statements of BEGIN
 * ATOMIC and RETURN, kept bound, as a view's query is.
 */
import { nodeOf, parse } from '../parser/parser.js'

/** @typedef {import('../parser/parser.js').ParsedStatement} ParsedStatement */
/** @typedef {{ statements: any[], text: string, isReturn: boolean }} StoredBody */

/** @param {{ source: string, body: string | null }} func @returns {{ parsed: ParsedStatement, text: string }[]} */
export function bodyStatements(func) {
  if (func.body !== null) {
    const { statements, text } = /** @type {StoredBody} */ (JSON.parse(func.body))
    return statements.map((stmt) => ({
      parsed: { stmt, ...nodeOf(stmt), text, location: 0, length: text.length },
      text,
    }))
  }
  return parse(func.source).map((parsed) => ({ parsed, text: func.source }))
}

/** BEGIN ATOMIC … END and RETURN x as statements. @param {any} sqlBody of CreateFunctionStmt @returns {any[]} tagged */
export function bodyOf(sqlBody) {
  if (sqlBody.ReturnStmt) return [returnStatement(sqlBody.ReturnStmt)]
  return (sqlBody.List?.items ?? [])
    .flatMap((/** @type {any} */ item) => item.List?.items ?? [item])
    .filter((/** @type {any} */ stmt) => Object.keys(stmt).length > 0)
    .map((/** @type {any} */ stmt) => (stmt.ReturnStmt ? returnStatement(stmt.ReturnStmt) : stmt))
}

/** RETURN x is SELECT x, printed as it was written. @param {any} node ReturnStmt */
const returnStatement = (node) => ({
  SelectStmt: {
    isReturn: true, targetList: [{ ResTarget: { val: node.returnval, location: 0 } }],
    limitOption: 'LIMIT_OPTION_DEFAULT', op: 'SETOP_NONE',
  },
})

/**
 * @param {any[]} statements { StoredQuery: { text } }
 * @param {string} text what their locations count in
 * @param {boolean} isReturn
 * @returns {string}
 */
export const storedBody = (statements, text, isReturn) => JSON.stringify({ statements, text, isReturn })
