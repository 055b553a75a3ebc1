/**
 * Variables of a PL/pgSQL body among the columns of a statement in it: which of the two a name means
 *   (`#variable_conflict`), and what is said when it is
 * both. Whoever has the variables hands down a `Variables` with the function's scope.
 */
import { DbError } from '../../errors/db-error.js'
import { located } from '../../errors/syntax.js'
import { nameParts } from './expressions/typename.js'

/** @import { Tree } from '../../parser/tree.js' */

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('./context.js').BindContext} BindContext */
/** @typedef {{ name: string, type: number, typmod: number }} VariableField */

/**
 * @typedef {object} Variables
 * @property {'error' | 'use_variable' | 'use_column'} conflict
 * @property {(names: string[], star: boolean) => FoundVariable | null} find
 * @property {(number: number) => VariableField[] | null} fieldsOf a record behind a parameter; null: it has none that
 *   are known here
 */
/**
 * @typedef {{ number: number, typmod: number, collation: number, failure: DbError | null }} FoundVariable failure: it
 *   is a variable's, but there is no value to be had
 */

/** Names that no column has, and places where none may stand. */
const MISSING = new Set(['42703', '42P01'])

/**
 * @param {BindContext} ctx
 * @param {Tree<import('@pgsql/types').ColumnRef>} node
 * @param {Variables} variables
 * @param {() => Expr} bindColumn
 * @param {boolean} isAlone there are no columns
 * @returns {Expr} a column or a parameter @throws {DbError} 42702 it may be either
 */
export function bindAmongVariables(ctx, node, variables, bindColumn, isAlone) {
  const star = node.fields[node.fields.length - 1].A_Star !== undefined
  const names = nameParts(star ? node.fields.slice(0, -1) : node.fields)
  const location = node.location ?? 0
  const found = names.length > 0 ? variables.find(names, star) : null
  if (found === null) return bindColumn()
  if (isAlone && names.length === 1 && !star) return variableOf(ctx, found, location)
  if (variables.conflict === 'use_variable' && found.failure?.code !== '42703') return variableOf(ctx, found, location)
  /** @type {Expr} */
  let column
  try {
    column = bindColumn()
  } catch (error) {
    if (error instanceof DbError && MISSING.has(error.code)) return variableOf(ctx, found, location)
    throw error
  }
  if (variables.conflict === 'use_column' || found.failure?.code === '42703') return column
  if (found.failure !== null) throw found.failure
  throw located('42702', `column reference "${names.join('.')}${star ? '.*' : ''}" is ambiguous`,
    { location, detail: 'It could refer to either a PL/pgSQL variable or a table column.' })
}

/** @param {BindContext} ctx @param {FoundVariable} found @param {number} location @returns {Expr} */
function variableOf(ctx, { number, typmod, collation, failure }, location) {
  if (failure !== null) throw failure
  const param = ctx.params.reference(number, location, ctx.view)
  return { ...param, typmod, collation: collation === 0 ? param.collation : collation }
}
