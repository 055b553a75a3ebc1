/** Types as a body names them: SQL's own names, %TYPE, %ROWTYPE, arrays of these. */
import { pseudoTypeVariable, relationNotComposite } from '../../errors/plpgsql-run.js'
import { undefinedCollationUtf8 } from '../../errors/commands/types.js'
import { DbError } from '../../errors/db-error.js'
import { bodyError } from '../../errors/plpgsql.js'
import { undefinedTable } from '../../errors/syntax.js'
import { parse } from '../../parser/parser.js'
import { typeOfName } from '../../planner/table-expressions.js'
import { tokensOf } from './parse/tokens.js'

/** @typedef {import('../host.js').Value} Value */
/** @typedef {import('../host.js').Catalog} Catalog */

/** @typedef {import('./parse/reader.js').ResolvedType} ResolvedType */

const RECORD = 2249
const CAST = 'SELECT CAST(NULL AS '

/**
 * @param {Catalog} catalog @param {number} type @param {number} typmod @param {number} [collation]
 * @returns {ResolvedType}
 */
export function resolvedType(catalog, type, typmod, collation = 0) {
  const info = catalog.type(type)
  const base = catalog.type(catalog.baseType(type))
  return { type, typmod, collation: collation || (info?.collation ?? 0), isRow: type === RECORD || base?.kind === 'c' }
}

/** How a reader resolves types. @param {Catalog} catalog @param {string} body */
export function typeResolver(catalog, body) {
  return {
    typeOf: (/** @type {string} */ text, /** @type {number} */ at) => typeNamed(catalog, body, text, at),
    columnType: (/** @type {string[]} */ names) => columnType(catalog, names),
    rowType: (/** @type {string[]} */ names) => rowType(catalog, names),
    collationOf: (/** @type {string} */ text) => collationNamed(catalog, text),
  }
}

/** @param {Catalog} catalog @param {string} body @param {string} text @param {number} at @returns {ResolvedType} */
function typeNamed(catalog, body, text, at) {
  /** @type {Value} */
  let node
  const source = `${CAST}${text})`
  try {
    node = parse(source)[0].node.targetList[0].ResTarget.val.TypeCast?.typeName
  } catch (error) {
    if (error instanceof DbError) error.where = `invalid type name "${text}"`
    throw inBody(error, body, at)
  }
  if (node === undefined) throw bodyError('42601', `syntax error at or near "${text}"`, body, at)
  if (node.setof) throw bodyError('42601', 'syntax error at or near "setof"', body, at)
  try {
    const { type, typmod } = typeOfName(catalog, node, source)
    const info = catalog.type(type)
    if (info.kind === 'p' && type !== RECORD) {
      throw pseudoTypeVariable(tokensOf(body.slice(0, at)).at(-2)?.value ?? '', info.name)
    }
    return resolvedType(catalog, type, typmod)
  } catch (error) {
    throw inBody(error, body, at)
  }
}

/** @param {unknown} error its place in CAST … @param {string} body @param {number} at */
function inBody(error, body, at) {
  if (!(error instanceof DbError) || error.position === undefined) return error
  error.internalPosition = Array.from(body.slice(0, at)).length + Math.max(1, error.position - CAST.length)
  error.internalQuery = body
  error.position = undefined
  return error
}

/** @param {Catalog} catalog @param {string[]} names @returns {Value} RelationDesc */
const relationNamed = (catalog, names) =>
  catalog.relationByName(names.length > 1 ? names[names.length - 2] : null, names[names.length - 1])

/** @param {Catalog} catalog @param {string[]} names of a column @returns {ResolvedType | null} null: there is none */
function columnType(catalog, names) {
  const relation = relationNamed(catalog, names.slice(0, -1))
  const name = names[names.length - 1]
  const column = relation?.columns.find((/** @type {Value} */ item) => !item.dropped && item.name === name)
  return column === undefined ? null : resolvedType(catalog, column.typeOid, column.typmod, column.collation)
}

/** @param {Catalog} catalog @param {string[]} names @returns {ResolvedType} */
function rowType(catalog, names) {
  const relation = relationNamed(catalog, names)
  if (!relation) throw undefinedTable(`relation "${names.join('.')}" does not exist`)
  if (!relation.typeOid) throw relationNotComposite(names.join('.'))
  return resolvedType(catalog, relation.typeOid, -1)
}

/** @param {Catalog} catalog @param {string} text @returns {number} OID */
function collationNamed(catalog, text) {
  const parts =
    tokensOf(text).filter((token) => token.kind === 'word' || token.kind === 'quoted').map((token) => token.value)
  const found = catalog.collationByName(parts.length > 1 ? parts[parts.length - 2] : null, parts[parts.length - 1])
  if (!found) throw undefinedCollationUtf8(parts.join('.'))
  return found.oid
}
