/** Definitions are lists of name = value: what stands behind the names. */
import { withoutPlaces } from '../../../errors/syntax.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { functionTypeOf } from './routine-names.js'
import { notABoolean } from '../../../errors/text-search.js'
import { argumentMustBeTypeName } from '../../../errors/commands/routines.js'
import { noSuchTypeFunction } from '../../../errors/ddl/base-types.js'

/** @import { DbError } from '../../../errors/db-error.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { Tree } from '../../../parser/tree.js' */
/** @import { ParseNode } from '../../../parser/tree.js' */
/** @import { FuncDesc } from '../../../catalog/descriptors.js' */

/**
 * A definition's items by lower-case name.
 * @param {Tree<import('@pgsql/types').DefineStmt>} node
 * @returns {Map<string, any>}
 */
export const definitionOf = (node) =>
  new Map((node.definition ?? []).map((item) => [item.DefElem.defname, item.DefElem]))

/**
 * Names in a definition's value: a function or an operator.
 * @param {any} item
 * @returns {string[]}
 */
export function qualifiedOf(item) {
  const { arg } = item
  const parts = arg?.TypeName?.names ?? arg?.List?.items ?? (arg?.String ? [arg] : [])
  return parts.map((/** @type {ParseNode} */ part) => part.String.sval)
}

/** @param {any} item DefElem @returns {boolean} */
export function flagOf(item) {
  const { arg } = item
  if (arg === undefined) return true
  if (arg.Boolean) return arg.Boolean.boolval === true
  if (arg.Integer && [0, 1].includes(arg.Integer.ival ?? 0)) return arg.Integer.ival === 1
  const word = String(arg.String?.sval ?? arg.TypeName?.names.at(-1).String.sval ?? '').toLowerCase()
  if (['true', 'on'].includes(word)) return true
  if (['false', 'off'].includes(word)) return false
  throw notABoolean(item.defname)
}

/**
 * @param {Session} session
 * @param {any} item
 * @param {string} sourceText
 * @returns {number}
 */
export function definedType(session, item, sourceText) {
  const node = item.arg?.TypeName ?? (item.arg?.String ? { names: [item.arg], typemod: -1 } : null)
  if (node === null) throw argumentMustBeTypeName(item.defname)
  return withoutPlaces(() => functionTypeOf(session, node, sourceText))
}

/**
 * The function of exactly these arguments.
 * @param {Session} session
 * @param {string[]} names
 * @param {number[]} types
 * @returns {FuncDesc}
 * @throws {DbError} 42883
 */
export function requireFunction(session, names, types) {
  const catalog = session.catalog()
  const found = catalog
    .functionsNamed(names.at(-1), names.length > 1 ? names.at(-2) : null)
    .find(
      (/** @type {any} */ func) =>
        func.argTypes.length === types.length
        && func.argTypes.every((/** @type {number} */ type, /** @type {number} */ at) => type === types[at]),
    )
  if (found === undefined)
    throw noSuchTypeFunction(names.join('.'), types.map((type) => formatType(catalog, type)).join(', '))
  return found
}
