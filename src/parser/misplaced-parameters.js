/**
 * Parameters where PostgreSQL's grammar has none. The grammar here was extended by its authors, for texts whose
 * constants were replaced by parameters: SET x = $1, PASSWORD $1, date $1, interval $1 day, extract($1 FROM x).
 */
import { parameterMisplaced } from '../errors/syntax.js'
import { isSomewhere, lookedAt } from './ahead.js'

/** Whether it is worth looking closely. */
const PARAMETER = /\$\d/

/** @param {string} text */
export const mayHaveParameters = (text) => lookedAt('parameters', text, () => isSomewhere(PARAMETER, text))

/**
 * @param {any} tree of the whole text @param {string} text
 * @throws {DbError} 42601 at the first such parameter
 */
export function refuseMisplaced(tree, text) {
  if (!mayHaveParameters(text)) return
  /** @type {{ location: number, number: number } | null} */
  let first = null
  const found = (/** @type {any} */ param) => {
    if (param === undefined) return
    const location = param.location ?? 0
    if (first === null || location < first.location) first = { location, number: param.number ?? 0 }
  }
  /** @param {any} node */
  const visit = (node) => {
    if (node.VariableSetStmt !== undefined) setParameters(node.VariableSetStmt, found)
    else if (node.setstmt?.args !== undefined) setParameters(node.setstmt, found)
    else if (node.DefElem?.defname === 'password') found(node.DefElem.arg?.ParamRef)
    else if (node.TypeCast !== undefined) {
      const { arg, typeName } = node.TypeCast
      if ((typeName.location ?? 0) < (arg?.ParamRef?.location ?? 0)) found(arg.ParamRef)
    } else if (
      node.FuncCall?.funcformat === 'COERCE_SQL_SYNTAX'
      && node.FuncCall.funcname.at(-1).String.sval === 'extract'
    ) {
      found(node.FuncCall.args[0].ParamRef)
    }
    for (const key in node) {
      const part = node[key]
      if (typeof part === 'object' && part !== null) rest.push(part)
    }
  }
  // Conditions of many terms are deep.
  const rest = [tree]
  while (rest.length > 0) visit(rest.pop())
  if (first !== null) throw refused(text, first)
}

/** @param {any} stmt VariableSetStmt @param {(param: any) => void} found */
function setParameters(stmt, found) {
  for (const arg of stmt.args ?? []) found(arg.ParamRef ?? arg.TypeCast?.arg?.ParamRef)
}

/** @param {string} text @param {{ location: number, number: number }} param at so many bytes */
function refused(text, { location, number }) {
  const before = new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, location))
  return parameterMisplaced(number, Array.from(before).length + 1)
}
