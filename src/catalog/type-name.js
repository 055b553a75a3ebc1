/**
 * A type's name as text, as regtype takes it: all that the grammar allows where a type is named, and nothing behind it.
 */
import { badTypeName, undefinedType } from '../errors/data.js'
import { crossDatabaseReference, undefinedSchema } from '../errors/ddl/catalog.js'
import { DbError } from '../errors/db-error.js'
import { parse } from '../parser/parser.js'
import { trimSqlSpaces } from '../util/ascii.js'
import { invalidTypeName } from '../errors/ddl/definitions.js'

/** Behind the name: a line of its own, because the name may end in a comment. */
const BEHIND = '\n)'

/**
 * @param {any} catalog CatalogSnapshot
 * @param {string} text
 * @returns {number} OID
 * @throws {DbError} 42601, 3F000, 42704; 0A000 of another database
 */
export function typeNamed(catalog, text) {
  const node = parsed(text)
  const names = (node.names ?? []).map((/** @type {any} */ part) => part.String.sval ?? '')
  const schema = names.length > 1 ? names[names.length - 2] : null
  if (names.length === 3 && names[0] !== catalog.database(catalog.databaseOid)?.name)
    throw crossDatabaseReference(names.join('.'))
  if (schema !== null && catalog.namespaceOid(schema) === 0) throw undefinedSchema(schema)
  const type = catalog.typeByName(schema, names[names.length - 1])
  const isArray = (node.arrayBounds?.length ?? 0) > 0
  const oid = isArray ? type?.arrayType : type?.oid
  if (!oid) throw undefinedType(`${names.join('.')}${isArray ? '[]' : ''}`)
  return oid
}

/** Fields of a SELECT that has nothing but its list. */
const PLAIN = new Set(['targetList', 'limitOption', 'op'])

/** @param {string} text @returns {any} TypeName */
function parsed(text) {
  if (trimSqlSpaces(text) === '') throw invalidTypeName(text)
  let statements
  try {
    statements = parse(`SELECT CAST(NULL AS ${text}${BEHIND}`)
  } catch (error) {
    if (!(error instanceof DbError)) throw error
    const message = error.message.replace(`${BEHIND}"`, '"')
    throw badTypeName(
      message === 'syntax error at or near ")"' && error.position === length(text) && isOpen(text)
        ? 'syntax error at end of input'
        : message,
      text
    )
  }
  const select = statements[0].stmt.SelectStmt
  const cast = select.targetList[0].ResTarget.val.TypeCast
  // Whatever else a closing parenthesis in the text began would show.
  const isAlone =
    statements.length === 1 &&
    select.targetList.length === 1 &&
    Object.keys(select).every((field) => PLAIN.has(field)) &&
    select.targetList[0].ResTarget.name === undefined &&
    cast?.arg.A_Const !== undefined
  if (!isAlone) throw badTypeName('syntax error at or near ")"', text)
  if (cast.typeName.setof === true) throw invalidTypeName(text)
  return cast.typeName
}

/** Whether a parenthesis is open at the end. @param {string} text */
const isOpen = (text) => text.split('(').length > text.split(')').length

/** Where the closing parenthesis is, counted as errors count. @param {string} text */
const length = (text) => [...`SELECT CAST(NULL AS ${text}\n`].length + 1
