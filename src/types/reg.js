/**
 * The reg* types: OIDs that read and print as names, resolved in env.catalog. Digits and '-' (0) need no catalog; a
 * printed OID that no longer names anything prints as digits, as does everything when there is no catalog.
 */
import {
  ambiguousFunction, improperName, invalidName, undefinedFunction, undefinedObject, undefinedRelation,
} from '../errors/data.js'
import { crossDatabaseReference, undefinedSchema } from '../errors/ddl/catalog.js'
import { featureNotSupported } from '../errors/db-error.js'
/** @import { DbError } from '../errors/db-error.js' */
import { formatType, typeFromWord } from './format-type.js'
import { quoteIdentifier, splitQualifiedName } from './identifiers.js'
import { parseOid, unsignedType } from './numbers/integers.js'
import { compareSimple } from './type-ops.js'
import * as T from './oids.js'
import { TypeOps } from './type-ops.js'
import { isSqlSpace, lowerAscii, trimSqlSpaces } from '../util/ascii.js'
import {
  improperTypeName, leftParenthesisExpected, missingOperatorArgument, rightParenthesisExpected, tooManyArguments2,
  tooManyArgumentTypes, tooManyDottedNames, typeNameExpected,
} from '../errors/values.js'

/**
 * @typedef {(catalog: any, text: string) => number} Find
 * @typedef {(catalog: any, oid: number) => string | undefined} Print
 */

/**
 * @param {number} oid
 * @param {string} name
 * @param {Find} find
 * @param {Print} print
 * @param {string} [none] how 0 is written: - may be an operator's name
 */
function regType(oid, name, find, print, none = '-') {
  const base = unsignedType(oid, name, 'N')
  return new TypeOps({
    .../** @type {any} */ (base), compare: compareSimple,
    parse: (text, typmod, env) => {
      if (text === none) return 0
      if (/^\d+$/.test(text)) return parseOid(text)
      if (!env.catalog) throw featureNotSupported(`a name of type ${name} here`)
      return find(env.catalog, text)
    },
    format: (value, env) =>
      value === 0 ? none : ((env.catalog ? print(env.catalog, value) : undefined) ?? String(value)),
    writeText: undefined,
  })
}

/** @param {any} catalog @param {number} namespaceOid @param {string} name @param {boolean} visible */
const qualified = (catalog, namespaceOid, name, visible) => (visible ? quoteIdentifier(name)
  : `${quoteIdentifier(catalog.namespace(namespaceOid)?.name ?? '')}.${quoteIdentifier(name)}`)

/**
 * Of a name in one to three parts.
 * @param {{ databaseOid: number, database(oid: number): { name: string } | undefined }} catalog
 * @param {string} text @returns {[string | null, string]} schema and name
 */
function twoParts(catalog, text) {
  const names = splitQualifiedName(text)
  if (names.length > 3) throw improperName(text)
  if (names.length === 3 && names[0] !== catalog.database(catalog.databaseOid)?.name)
    throw crossDatabaseReference(names.join('.'))
  return [names.length > 1 ? names[names.length - 2] : null, names[names.length - 1]]
}

/** @param {any} catalog @param {string | null} schema */
function checkSchema(catalog, schema) {
  if (schema !== null && catalog.usedNamespace(schema) === 0) throw undefinedSchema(schema)
}

/** @param {any} catalog @param {string} text */
export function findRelation(catalog, text) {
  const names = splitQualifiedName(text)
  if (names.length > 3) throw tooManyDottedNames(names.join('.'))
  if (names.length === 3 && names[0] !== catalog.database(catalog.databaseOid)?.name)
    throw crossDatabaseReference(`"${names.join('.')}"`)
  const name = names[names.length - 1]
  const schema = names.length > 1 ? names[names.length - 2] : null
  checkSchema(catalog, schema)
  const oid = catalog.relationOid(schema, name)
  if (oid === 0) throw undefinedRelation(schema === null ? name : `${schema}.${name}`)
  return oid
}

/** @param {any} catalog @param {number} oid */
function printRelation(catalog, oid) {
  const relation = catalog.relation(oid)
  const index = relation === undefined ? catalog.index(oid) : undefined
  const found = relation ?? index
  if (found === undefined) return undefined
  const namespaceOid = found.namespaceOid ?? catalog.relation(index.relationOid)?.namespaceOid
  return qualified(catalog, namespaceOid, found.name, catalog.relationOid(null, found.name) === oid)
}

/** @param {any} catalog @param {string} text */
function findProc(catalog, text) {
  const [schema, name] = twoParts(catalog, text)
  checkSchema(catalog, schema)
  const found = catalog.functionsNamed(name, schema)
  if (found.length === 0) throw undefinedFunction(`function "${text}" does not exist`)
  if (found.length > 1) throw ambiguousFunction(`more than one function named "${text}"`)
  return found[0].oid
}

/** @param {any} catalog @param {number} oid */
function printProc(catalog, oid) {
  const func = catalog.func(oid)
  if (func === undefined) return undefined
  const named = catalog.functionsNamed(func.name)
  return qualified(catalog, func.namespaceOid, func.name, named.length === 1 && named[0].oid === oid)
}

/** Of a function or an operator. */
const ARGUMENTS_MAX = 100

/**
 * @param {string} text name(type, type)
 * @param {boolean} allowNone of operators: NONE for an argument that is not there
 * @returns {[string, string[]]} arguments behind one too many are not read
 * @throws {DbError} 22P02
 */
function splitSignature(text, allowNone) {
  let open = 0
  for (let quoted = false; quoted || text[open] !== '('; open++) {
    if (open >= text.length) throw leftParenthesisExpected()
    if (text[open] === '"') quoted = !quoted
  }
  let end = text.length
  while (end > open + 1 && isSqlSpace(text.charCodeAt(end - 1))) end--
  if (text[end - 1] !== ')') throw rightParenthesisExpected()
  /** @type {string[]} */
  const args = []
  for (let at = open + 1, behind = end - 1; ;) {
    while (at < behind && isSqlSpace(text.charCodeAt(at))) at++
    if (at >= behind) {
      if (args.length > 0) throw typeNameExpected()
      return [text.slice(0, open), args]
    }
    const start = at
    let depth = 0
    for (let quoted = false; at < behind && (quoted || depth > 0 || text[at] !== ','); at++) {
      const letter = text[at]
      if (letter === '"') quoted = !quoted
      else if (quoted) continue
      else if (letter === '(' || letter === '[') depth++
      else if ((letter === ')' || letter === ']') && --depth < 0) break
    }
    if (depth !== 0 || (at < behind && text[at] !== ',')) throw improperTypeName()
    const arg = trimSqlSpaces(text.slice(start, at))
    args.push(allowNone && lowerAscii(arg) === 'none' ? '' : arg)
    if (at >= behind || args.length > ARGUMENTS_MAX) return [text.slice(0, open), args]
    at++
    if (trimSqlSpaces(text.slice(at, behind)) === '') throw typeNameExpected()
  }
}

/** @param {any} catalog @param {string} text */
export function findType(catalog, text) {
  // A plain name needs no grammar, if there is such a type.
  return (PLAIN_NAME.test(text) ? typeFromWord(text, catalog) : undefined) ?? catalog.typeNamed(text)
}

const PLAIN_NAME = /^[a-z_][a-z0-9_]*(?:\[\])?$/

/** @param {any} catalog @param {string} text */
function findProcedure(catalog, text) {
  const [name, args] = splitSignature(text, false)
  const types = args.map((arg, at) => {
    if (at === ARGUMENTS_MAX) throw tooManyArgumentTypes()
    return findType(catalog, arg)
  }).join()
  const [schema, bare] = twoParts(catalog, name)
  checkSchema(catalog, schema)
  const found = catalog.functionsNamed(bare, schema).find((/** @type {any} */ func) => func.argTypes.join() === types)
  if (found === undefined) throw undefinedFunction(`function "${text}" does not exist`)
  return found.oid
}

/** @param {any} catalog @param {number} oid */
function printProcedure(catalog, oid) {
  const func = catalog.func(oid)
  if (func === undefined) return undefined
  const visible = catalog.functionsNamed(func.name).some((/** @type {any} */ other) => other.oid === oid)
  return `${qualified(catalog, func.namespaceOid, func.name, visible)}(${func.argTypes.map((/** @type {number} */ type) => formatType(type, -1, catalog, false)).join(',')})`
}

/** @param {any} catalog @param {string} text */
function findOperator(catalog, text) {
  const [schema, name] = twoParts(catalog, text)
  checkSchema(catalog, schema)
  const found = catalog.operatorsNamed(name, undefined, undefined, schema)
  if (found.length === 0) throw undefinedFunction(`operator does not exist: ${text}`)
  if (found.length > 1) throw ambiguousFunction(`more than one operator named ${text}`)
  return found[0].oid
}

/** @param {any} catalog @param {number} oid */
function printOperator(catalog, oid) {
  const operator = catalog.operator(oid)
  if (operator === undefined) return undefined
  const found = catalog.operatorsNamed(operator.name)
  return found.length === 1 && found[0].oid === oid
    ? operator.name
    : `${quoteIdentifier(catalog.namespace(operator.namespaceOid)?.name ?? 'pg_catalog')}.${operator.name}`
}

/** @param {any} catalog @param {string} text */
function findOperatorSignature(catalog, text) {
  const [name, args] = splitSignature(text, true)
  const types = args.map((arg) => (arg === '' ? 0 : findType(catalog, arg)))
  if (types.length === 1)
    throw missingOperatorArgument()
  if (types.length > 2)
    throw tooManyArguments2()
  const [schema, bare] = twoParts(catalog, name)
  const found = catalog.operatorsNamed(bare, types[0], types[1], schema)
  if (types.length !== 2 || found.length === 0) throw undefinedFunction(`operator does not exist: ${text}`)
  return found[0].oid
}

/** @param {any} catalog @param {number} oid */
function printOperatorSignature(catalog, oid) {
  const operator = catalog.operator(oid)
  if (operator === undefined) return undefined
  const side = (/** @type {number} */ type) => (type === 0 ? 'NONE' : formatType(type, -1, catalog, false))
  const bare = `${operator.name}(${side(operator.left)},${side(operator.right)})`
  if (catalog.operatorsNamed(operator.name, operator.left, operator.right)[0]?.oid === oid) return bare
  return `${quoteIdentifier(catalog.namespace(operator.namespaceOid)?.name ?? '')}.${bare}`
}

/** @param {string} text */
function onePart(text) {
  const names = splitQualifiedName(text)
  if (names.length > 1) throw invalidName('invalid name syntax')
  return names[0]
}

/** @param {any} value @param {() => Error} error */
function required(value, error) {
  if (value === undefined || value === 0) throw error()
  return typeof value === 'number' ? value : value.oid
}

/**
 * Of objects that only their catalog's rows (OID, name, schema, …) tell about.
 * @param {number} oid
 * @param {string} name
 * @param {string} catalogName
 * @param {string} words
 */
function rowType(oid, name, catalogName, words) {
  const column = catalogName === 'pg_ts_config' ? 'cfgname' : 'dictname'
  const nearest = (/** @type {any} */ catalog, /** @type {string} */ bare, /** @type {string | null} */ schema) => {
    const rows = catalog.rowsWith(catalogName, column, bare)
    const namespaces = schema === null ? catalog.searchPath : [catalog.usedNamespace(schema)]
    for (const namespaceOid of namespaces) for (const row of rows) if (row[2] === namespaceOid) return row[0]
    return 0
  }
  return regType(oid, name, (catalog, text) => {
    const [schema, bare] = twoParts(catalog, text)
    checkSchema(catalog, schema)
    return required(nearest(catalog, bare, schema), () => undefinedObject(`${words} "${text}" does not exist`))
  }, (catalog, value) => {
    const [row] = catalog.rowsWith(catalogName, 'oid', value)
    return row === undefined ? undefined : qualified(catalog, row[2], row[1], nearest(catalog, row[1], null) === value)
  })
}

export const regTypes = [
  regType(T.REGCLASS, 'regclass', findRelation, printRelation),
  regType(T.REGPROC, 'regproc', findProc, printProc),
  regType(T.REGPROCEDURE, 'regprocedure', findProcedure, printProcedure),
  regType(T.REGOPER, 'regoper', findOperator, printOperator, '0'),
  regType(T.REGOPERATOR, 'regoperator', findOperatorSignature, printOperatorSignature, '0'),
  regType(T.REGTYPE, 'regtype', findType, (catalog, oid) =>
    catalog.type(oid) === undefined ? undefined : formatType(oid, -1, catalog, false)
  ),
  regType(
    T.REGNAMESPACE,
    'regnamespace',
    (catalog, text) => required(catalog.namespaceOid(onePart(text)), () => undefinedSchema(onePart(text))),
    (catalog, oid) => namePart(catalog.namespace(oid))
  ),
  regType(
    T.REGROLE,
    'regrole',
    (catalog, text) =>
      required(catalog.roleByName(onePart(text)), () => undefinedObject(`role "${onePart(text)}" does not exist`)),
    (catalog, oid) => namePart(catalog.role(oid))
  ),
  regType(
    T.REGCOLLATION,
    'regcollation',
    (catalog, text) => {
      const [schema, name] = twoParts(catalog, text)
      checkSchema(catalog, schema)
      return required(catalog.collationByName(schema, name), () =>
        undefinedObject(`collation "${splitQualifiedName(text).join('.')}" for encoding "UTF8" does not exist`)
      )
    },
    (catalog, oid) => namePart(catalog.collation(oid))
  ),
  rowType(T.REGCONFIG, 'regconfig', 'pg_ts_config', 'text search configuration'),
  rowType(T.REGDICTIONARY, 'regdictionary', 'pg_ts_dict', 'text search dictionary'),
]

/** @param {{ name: string } | undefined} object */
function namePart(object) {
  return object === undefined ? undefined : quoteIdentifier(object.name)
}
