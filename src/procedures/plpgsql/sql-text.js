/**
 * The SQL in a body, through SQL's own grammar: an expression is what stands behind SELECT, an assignment a target and
 *   such an expression.
 * Every place is one in the expression's own text.
 */
import { endOfInput } from '../../errors/plpgsql-run.js'
import { syntaxErrorAtOrNear } from '../../errors/commands/maintenance.js'
import { DbError } from '../../errors/db-error.js'
import { isReservedForColumns } from '../../functions/catalog/keywords.js'
import { parse } from '../../parser/parser.js'
import { trimSqlSpaces } from '../../util/ascii.js'
import { tokensOf } from './parse/tokens.js'

/** @typedef {import('../host.js').Value} Value */

/** @typedef {import('./parse/tree.js').Expression} Expression */
/**
 * @typedef {object} SqlText
 * @property {Value} parsed ParsedStatement
 * @property {string} source what places in it count in
 * @property {number} prefix characters of `source` before the expression's own text
 * @property {Value[]} steps of an assignment's target, behind the variable's name
 * @property {string} [firstName] of that
 */

const SELECT = 'SELECT '

/** @type {WeakMap<Expression, SqlText>} */
const READ = new WeakMap()

/** @param {Expression} expression @returns {SqlText} @throws {DbError} 42601, its place in the expression's text */
export function sqlOf(expression) {
  let found = READ.get(expression)
  if (found === undefined) {
    found = read(expression)
    READ.set(expression, found)
  }
  return found
}

/** @param {Expression} expression @throws {DbError} 42601 */
export function checkExpression(expression) { sqlOf(expression) }

/** @param {Expression} expression @returns {SqlText} */
function read({ mode, text, names }) {
  if (mode === 'statement') return { parsed: theOne(parse(text), text), source: text, prefix: 0, steps: [] }
  const source = SELECT + text
  if (mode === 'expression') {
    return { parsed: within(() => theOne(parse(source), text)), source, prefix: SELECT.length, steps: [] }
  }
  const operator = operatorOf(text)
  refuseReserved(text)
  const { steps, firstName } = within(() => targetOf(text.slice(0, operator.start), names))
  // As long as it was, so that places stay what they are.
  const blank = ' '.repeat(Buffer.byteLength(text.slice(0, operator.end)))
  const parsed = within(() => theOne(parse(SELECT + blank + text.slice(operator.end)), text))
  return { parsed, source, prefix: SELECT.length, steps, firstName }
}

/** @param {Value[]} statements @param {string} text */
function theOne(statements, text) {
  if (statements.length !== 1) throw endOfInput(text.length + 1)
  return statements[0]
}

/** A mistake's place without the SELECT that was put before. @template T @param {() => T} work @returns {T} */
function within(work) {
  try {
    return work()
  } catch (error) {
    if (error instanceof DbError && error.position !== undefined) {
      error.position = Math.max(1, error.position - SELECT.length)
    }
    throw error
  }
}

/**
 * A target's first name may be no word that names no column, unless it is quoted. @param {string} text
 * @throws {DbError} 42601
 */
function refuseReserved(text) {
  const [{ kind, value, start, end }] = tokensOf(text)
  if (kind === 'word' && isReservedForColumns(value)) {
    throw syntaxErrorAtOrNear(text.slice(start, end), Array.from(text.slice(0, start)).length + 1)
  }
}

/** The := or = of an assignment. @param {string} text @returns {{ start: number, end: number }} */
function operatorOf(text) {
  let depth = 0
  for (const token of tokensOf(text)) {
    if (token.kind === 'end') {
      throw endOfInput(Array.from(text).length + 1)
    }
    if (token.kind !== 'op') continue
    if (depth === 0 && (token.value === ':=' || token.value === '=')) return token
    if (token.value === '(' || token.value === '[') depth++
    else if (token.value === ')' || token.value === ']') depth--
    else if (depth === 0 && token.value !== '.') {
      throw syntaxErrorAtOrNear(token.value, Array.from(text.slice(0, token.start)).length + 1)
    }
  }
  return { start: 0, end: 0 }
}

/**
 * Subscripts and fields behind the names of the variable.
 * @param {string} target @param {number} names @returns {{ steps: Value[], firstName?: string }}
 */
function targetOf(target, names) {
  if (/^\$\d+$/.test(trimSqlSpaces(target))) return { steps: [] }
  const { val } = parse(SELECT + target)[0].node.targetList[0].ResTarget
  const column = val.ColumnRef ?? val.A_Indirection?.arg.ColumnRef
  return { steps: [...(column?.fields.slice(names) ?? []), ...(val.A_Indirection?.indirection ?? [])],
    firstName: column?.fields[0].String?.sval }
}

/**
 * Names that may be variables: every ColumnRef and ParamRef of a tree. @param {Value} node
 * @typedef {(node: Value) => void} Visit
 * @param {{ column: Visit, param: Visit, cursor: Visit, subquery: () => void }}
 *   visit
 */
export function visitNames(node, visit) {
  if (node === null || typeof node !== 'object') return
  if (Array.isArray(node)) {
    for (const item of node) visitNames(item, visit)
    return
  }
  for (const tag in node) {
    const inner = node[tag]
    if (tag === 'ColumnRef') visit.column(inner)
    else if (tag === 'ParamRef') visit.param(inner)
    else if (tag === 'CurrentOfExpr') visit.cursor(inner)
    else {
      if (tag === 'SubLink') visit.subquery()
      visitNames(inner, visit)
    }
  }
}
