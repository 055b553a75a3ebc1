/**
 * Finding the routine a statement names: ObjectWithArgs of DROP, ALTER, COMMENT, CREATE CAST and their kind; and types
 * as function signatures write them.
 */
import { formatType } from '../../../catalog/deparse/types.js'
import { DbError } from '../../../errors/db-error.js'
import { undefinedSchema } from '../../../errors/ddl/catalog.js'
import { withoutPlaces } from '../../../errors/syntax.js'
import { columnTypeOf, typeOfName } from '../../../planner/table-expressions.js'
import {
  doesNotExist, nameIsNotUnique, noRoutineNamed, noSuchFunction, isNotRoutine, undefinedAggregate,
} from '../../../errors/commands/routines.js'

/** @import { ObjectWithArgs, TypeName } from '@pgsql/types' */
/** @import { Session } from '../../session/session.js' */
/** @import { FuncDesc } from '../../../catalog/descriptors.js' */
/** @import { Tree } from '../../../parser/tree.js' */
/** @import { ParseNode } from '../../../parser/tree.js' */

/**
 * A type in a signature; SETOF is the caller's matter.
 * @param {Session} session
 * @param {any} node TypeName
 * @param {string} sourceText
 * @returns {number} OID
 */
export function functionTypeOf(session, node, sourceText) {
  if (node.pct_type) {
    const { type, shown } = columnTypeOf(session.catalog(), node, sourceText)
    session.notice({
      severity: 'NOTICE', code: '00000',
      message: `type reference ${shown} converted to ${formatType(session.catalog(), type)}`,
    })
    return type
  }
  return typeOfName(session.catalog(), { ...node, setof: undefined }, sourceText).type
}

/** An aggregate is a function as well to all but DROP FUNCTION. */
const WORDS = /** @type {Record<string, { word: string, kinds: string }>} */ ({
  OBJECT_FUNCTION: { word: 'function', kinds: 'fwa' }, OBJECT_PROCEDURE: { word: 'procedure', kinds: 'p' },
  OBJECT_ROUTINE: { word: 'routine', kinds: 'fwpa' }, OBJECT_AGGREGATE: { word: 'aggregate', kinds: 'a' },
})

/**
 * @param {Session} session
 * @param {string} objectType OBJECT_FUNCTION …
 * @param {Tree<import('@pgsql/types').ObjectWithArgs>} object
 * @param {string} sourceText
 * @returns {any} FuncDesc, null: there is no such routine @throws {DbError} 42725 ambiguous, 42809 another kind
 */
export function findRoutine(session, objectType, object, sourceText) {
  const catalog = session.catalog()
  const { word, kinds } = WORDS[objectType]
  const names = object.objname.map((part) => part.String.sval)
  const schema = names.length > 1 ? names.at(-2) : null
  if (schema !== null && catalog.namespaceOid(schema) === 0) return null
  const all = catalog.functionsNamed(names.at(-1), schema)
  if (object.args_unspecified) {
    // A name alone means a function or an aggregate, whichever of the two is looked for; a procedure only as such.
    const named = kinds.includes('p') ? kinds : 'fwa'
    const fitting = all.filter((/** @type {any} */ func) => named.includes(func.kind))
    if (fitting.length > 1) {
      throw nameIsNotUnique(word, names.join('.'))
    }
    if (fitting.length === 1 && !kinds.includes(fitting[0].kind)) throw wrongKind(session, fitting[0], word)
    return fitting[0] ?? null
  }
  const types = argumentTypes(session, object, sourceText)
  if (types === null) return null
  let found = all.find((/** @type {any} */ func) => sameTypes(func.argTypes, types))
  // A procedure may be named with its OUT arguments among the types.
  if (found === undefined && objectType !== 'OBJECT_AGGREGATE')
    found = all.find(
      (/** @type {any} */ func) =>
        func.kind === 'p' && func.allArgTypes.length > 0 && sameTypes(func.allArgTypes, types),
    )
  if (found === undefined) return null
  if (!kinds.includes(found.kind)) throw wrongKind(session, found, word)
  return found
}

/** @param {number[]} a @param {number[]} b */
const sameTypes = (a, b) => a.length === b.length && a.every((type, at) => type === b[at])

/** @param {Session} session @param {FuncDesc} func @param {string} word */
function wrongKind(session, func, word) {
  const shown = `${func.name}(${func.argTypes.map((/** @type {number} */ type) => formatType(session.catalog(), type)).join(', ')})`
  const what = word === 'aggregate' ? 'an aggregate function' : `a ${word}`
  return isNotRoutine(word === 'aggregate', shown, what)
}

/**
 * Input types of ObjectWithArgs.
 * @param {Session} session
 * @param {{ objname: ParseNode[], objargs: ParseNode[], objfuncargs: ParseNode[], args_unspecified: boolean }} object
 * @param {string} sourceText
 * @returns {number[] | null} null: names a type that does not exist
 */
function argumentTypes(session, object, sourceText) {
  const nodes = object.objfuncargs?.length
    ? object.objfuncargs
        .filter(
          (item) => !['FUNC_PARAM_OUT', 'FUNC_PARAM_TABLE'].includes(item.FunctionParameter.mode),
        )
        .map((item) => item.FunctionParameter.argType)
    : typeNamesOf(object)
  return withoutPlaces(() => nodes.map((node) => functionTypeOf(session, node, sourceText)))
}

/** @param {Tree<ObjectWithArgs>} object @returns {Tree<TypeName>[]} */
const typeNamesOf = (object) => (object.objargs ?? []).map((item) => item.TypeName)

/** A type as it was named. @param {Tree<TypeName>} node @returns {string} */
export const writtenType = ({ names = [], arrayBounds }) =>
  `${names.map((part) => part.String.sval).join('.')}${arrayBounds === undefined ? '' : '[]'}`

/**
 * What IF EXISTS says of the first type that is not there. @param {Session} session @param {Tree<TypeName>[]} types
 * @returns {string | null} null: all are
 */
export function missingTypeAmong(session, types) {
  for (const node of types) {
    try {
      withoutPlaces(() => functionTypeOf(session, node, ''))
    } catch (error) {
      if (!(error instanceof DbError) || !['42704', '3F000'].includes(error.code)) throw error
      const schema = node.names?.at(-2)?.String.sval
      return schema !== undefined && session.catalog().namespaceOid(schema) === 0
        ? `schema "${schema}" does not exist` : `type "${writtenType(node)}" does not exist`
    }
  }
  return null
}

/**
 * What IF EXISTS says of a routine that is not there, its types as they were named.
 * @param {Session} session @param {string} objectType @param {Tree<ObjectWithArgs>} object @returns {string}
 */
export function skippedRoutine(session, objectType, object) {
  const types = typeNamesOf(object)
  const missing = missingTypeAmong(session, types)
  if (missing !== null) return missing
  const name = (object.objname ?? []).map((part) => part.String.sval).join('.')
  return `${WORDS[objectType].word} ${name}(${types.map(writtenType).join(',')}) does not exist`
}

/**
 * As PostgreSQL writes what it did not find.
 * @param {Session} session
 * @param {string} objectType
 * @param {any} object
 * @param {string} sourceText
 */
export function missingRoutine(session, objectType, object, sourceText) {
  const { word } = WORDS[objectType]
  const name = object.objname.map((/** @type {ParseNode} */ part) => part.String.sval).join('.')
  if (object.args_unspecified) return noRoutineNamed(word, name)
  const types = argumentTypes(session, object, sourceText) ?? []
  const list = types.map((type) => formatType(session.catalog(), type)).join(', ')
  if (word === 'aggregate') return undefinedAggregate(types.length === 0, name, list)
  return doesNotExist(word, name, list)
}

/**
 * The function of a name that takes just these types, as what is called with them wants it: validators, handlers,
 * what triggers run. @param {Session} session @param {string[]} names @param {number[]} types
 * @returns {FuncDesc} @throws {DbError} 3F000, 42883
 */
export function functionOfTypes(session, names, types) {
  const catalog = session.catalog()
  const schema = names.length > 1 ? names[names.length - 2] : null
  if (schema !== null && catalog.namespaceOid(schema) === 0) throw undefinedSchema(schema)
  const found = catalog.functionsNamed(/** @type {string} */ (names.at(-1)), schema)
    .find((/** @type {FuncDesc} */ func) => sameTypes(func.argTypes, types))
  if (found !== undefined) return found
  throw noSuchFunction(names.join('.'), types.map((type) => formatType(catalog, type)).join(', '))
}

/** @param {string} objectType */
export const wordOf = (objectType) => WORDS[objectType].word
/** @param {string} objectType */
export const isRoutine = (objectType) => objectType in WORDS
