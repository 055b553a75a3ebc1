/**
 * Objects as statements name them, found: COMMENT ON, ALTER … RENAME / SET SCHEMA / OWNER, DROP all look here.
 * Relations are locked by their own statements; this only looks.
 */
import { OBJECT_CLASSES } from '../../../catalog/object-classes.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { requireOwner } from '../../../catalog/ddl/may-change.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { undefinedSchema } from '../../../errors/ddl/catalog.js'
import {
  undefinedObjectNamed, undefinedInSchema, undefinedForAccessMethod, undefinedRelationNamed, undefinedOfRelation,
  undefinedLargeObjectNumber, undefinedCast, undefinedTransform, routineNameNotUnique, noSuchRoutine, noSuchSignature,
  notThatRoutine,
} from '../../../errors/commands/objects.js'
import {
  accessMethodDoesNotExist, postfixOperatorsAreNotSupported, undefinedOperatorNamed,
} from '../../../errors/commands/routines.js'
import { notADomainQuoted } from '../../../errors/commands/types.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { asker } from '../../session/access.js'
import { addressedType } from '../../../planner/table-expressions.js'
import { writtenType } from '../routines/routine-names.js'

/** @import { ObjectAddress } from '../../../catalog/ddl/context.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */
/** @import { FuncDesc } from '../../../catalog/descriptors.js' */

/**
 * The object type's words in tags and messages, and its catalog.
 * @type {Record<string, { words: string, classId: number }>}
 */
export const OBJECT_TYPES = {
  OBJECT_ACCESS_METHOD: { words: 'access method', classId: 2601 },
  OBJECT_AGGREGATE: { words: 'aggregate', classId: 1255 }, OBJECT_CAST: { words: 'cast', classId: 2605 },
  OBJECT_COLLATION: { words: 'collation', classId: 3456 }, OBJECT_CONVERSION: { words: 'conversion', classId: 2607 },
  OBJECT_DATABASE: { words: 'database', classId: 1262 }, OBJECT_DOMAIN: { words: 'domain', classId: 1247 },
  OBJECT_EVENT_TRIGGER: { words: 'event trigger', classId: 3466 },
  OBJECT_EXTENSION: { words: 'extension', classId: 3079 }, OBJECT_FDW: { words: 'foreign-data wrapper', classId: 2328 },
  OBJECT_FOREIGN_SERVER: { words: 'server', classId: 1417 }, OBJECT_FUNCTION: { words: 'function', classId: 1255 },
  OBJECT_INDEX: { words: 'index', classId: 1259 }, OBJECT_LANGUAGE: { words: 'language', classId: 2612 },
  OBJECT_LARGEOBJECT: { words: 'large object', classId: 2613 },
  OBJECT_MATVIEW: { words: 'materialized view', classId: 1259 },
  OBJECT_OPCLASS: { words: 'operator class', classId: 2616 }, OBJECT_OPERATOR: { words: 'operator', classId: 2617 },
  OBJECT_OPFAMILY: { words: 'operator family', classId: 2753 }, OBJECT_POLICY: { words: 'policy', classId: 3256 },
  OBJECT_PROCEDURE: { words: 'procedure', classId: 1255 }, OBJECT_PUBLICATION: { words: 'publication', classId: 6104 },
  OBJECT_ROLE: { words: 'role', classId: 1260 }, OBJECT_ROUTINE: { words: 'routine', classId: 1255 },
  OBJECT_RULE: { words: 'rule', classId: 2618 }, OBJECT_SCHEMA: { words: 'schema', classId: 2615 },
  OBJECT_SEQUENCE: { words: 'sequence', classId: 1259 }, OBJECT_STATISTIC_EXT: { words: 'statistics', classId: 3381 },
  OBJECT_SUBSCRIPTION: { words: 'subscription', classId: 6100 }, OBJECT_TABLE: { words: 'table', classId: 1259 },
  OBJECT_TABLESPACE: { words: 'tablespace', classId: 1213 }, OBJECT_TRIGGER: { words: 'trigger', classId: 2620 },
  OBJECT_TSCONFIGURATION: { words: 'text search configuration', classId: 3602 },
  OBJECT_TSDICTIONARY: { words: 'text search dictionary', classId: 3600 },
  OBJECT_TSPARSER: { words: 'text search parser', classId: 3601 },
  OBJECT_TSTEMPLATE: { words: 'text search template', classId: 3764 }, OBJECT_TYPE: { words: 'type', classId: 1247 },
  OBJECT_VIEW: { words: 'view', classId: 1259 }, OBJECT_FOREIGN_TABLE: { words: 'foreign table', classId: 1259 },
  OBJECT_TRANSFORM: { words: 'transform', classId: 3576 },
  OBJECT_USER_MAPPING: { words: 'user mapping', classId: 1418 },
}

const TAG_WORDS = /** @type {Record<string, string>} */ ({ OBJECT_FDW: 'FOREIGN DATA WRAPPER' })

/** @param {string} type @param {string} [verb] */
export const commandTag = (type, verb = 'ALTER') =>
  `${verb} ${TAG_WORDS[type] ?? OBJECT_TYPES[type]?.words.toUpperCase() ?? type}`

/** @param {ParseNode} item a String node @returns {string} */
const textOf = (item) => item.String.sval
/** Names of a list, one name or a List. @param {ParseNode[] | ParseNode} object @returns {string[]} */
export const namesOf = (object) =>
  Array.isArray(object)
    ? object.map(textOf)
    : object?.List
      ? object.List.items.map(textOf)
      : object?.String
        ? [object.String.sval]
        : []

/** Found by a bare name, no schema. */
const UNSCOPED = new Set([
  'OBJECT_ACCESS_METHOD', 'OBJECT_DATABASE', 'OBJECT_EVENT_TRIGGER', 'OBJECT_EXTENSION', 'OBJECT_FDW',
  'OBJECT_FOREIGN_SERVER', 'OBJECT_LANGUAGE', 'OBJECT_PUBLICATION', 'OBJECT_ROLE', 'OBJECT_SCHEMA',
  'OBJECT_SUBSCRIPTION', 'OBJECT_TABLESPACE',
])
const SCOPED = new Set([
  'OBJECT_COLLATION', 'OBJECT_CONVERSION', 'OBJECT_STATISTIC_EXT', 'OBJECT_TSCONFIGURATION', 'OBJECT_TSDICTIONARY',
  'OBJECT_TSPARSER', 'OBJECT_TSTEMPLATE',
])
const OF_TABLE = new Set(['OBJECT_POLICY', 'OBJECT_RULE', 'OBJECT_TRIGGER'])

/**
 * The object of a RenameStmt, AlterOwnerStmt or AlterObjectSchemaStmt.
 * @param {Session} session
 * @param {string} type OBJECT_…
 * @param {any} node with `object`, `relation` or `subname`
 * @returns {ObjectAddress} @throws {DbError} 42704 and its like
 */
export function findObject(session, type, node) {
  if (OF_TABLE.has(type)) return ofRelation(session, type, node.relation, node.subname)
  return findNamed(session, type, node.object ?? { String: { sval: node.subname } })
}

/**
 * By the object's node as the grammar gives it.
 * @param {Session} session
 * @param {string} type
 * @param {any} object
 * @returns {ObjectAddress}
 */
export function findNamed(session, type, object) {
  if (UNSCOPED.has(type)) return unscoped(session, type, namesOf(object)[0])
  if (SCOPED.has(type)) return scoped(session, type, namesOf(object))
  switch (type) {
    case 'OBJECT_FUNCTION': case 'OBJECT_PROCEDURE': case 'OBJECT_ROUTINE': case 'OBJECT_AGGREGATE': return routine(session, type, object.ObjectWithArgs)
    case 'OBJECT_OPERATOR': return operator(session, object.ObjectWithArgs)
    case 'OBJECT_OPCLASS': case 'OBJECT_OPFAMILY': return operatorClass(session, type, namesOf(object))
    case 'OBJECT_TYPE': case 'OBJECT_DOMAIN': return ofType(session, type, object)
    case 'OBJECT_LARGEOBJECT': return largeObject(session, object)
    case 'OBJECT_CAST': return cast(session, object)
    case 'OBJECT_TRANSFORM': return transform(session, object)
    default: throw featureNotSupported(`naming a ${OBJECT_TYPES[type]?.words ?? type}`)
  }
}

/** What else is told by the name that was written. */
const AS_WRITTEN = new Set([...SCOPED, 'OBJECT_OPCLASS', 'OBJECT_OPFAMILY'])

/**
 * Its owner's, as DROP and COMMENT ask: refused by the name that was written, of operator classes and families with the
 * access method before it.
 * @param {Session} session
 * @param {string} type OBJECT_…
 * @param {unknown} object as the grammar gives it: a node, or names
 * @param {ObjectAddress} target what it was found to be
 * @param {{ dropping?: boolean }} [how]
 * @throws {DbError} 42501
 */
export function requireNamedOwner(session, type, object, target, how = {}) {
  const node = /** @type {ParseNode | undefined} */ (object)
  const names = node?.ObjectWithArgs?.objname?.map(textOf) ?? (node && AS_WRITTEN.has(type) ? namesOf(node) : null)
  const { words } = OBJECT_TYPES[type] ?? {}
  const word = type === 'OBJECT_STATISTIC_EXT' ? 'statistics object' : words
  requireOwner(asker(session), target, names === null ? how : { ...how, word, name: names.join('.') })
}

/** @param {string} type @param {number} objectId @returns {ObjectAddress} */
const found = (type, objectId) => ({ classId: OBJECT_TYPES[type].classId, objectId, subId: 0 })

/** @param {Session} session @param {string} type @param {string} name */
function unscoped(session, type, name) {
  const { words, classId } = OBJECT_TYPES[type]
  const kind = /** @type {import('../../../catalog/object-classes.js').ObjectClass} */ (OBJECT_CLASSES.get(classId))
  const { at } = catalogShape(kind.catalog)
  const row = session.catalog().rowsWith(kind.catalog, /** @type {string} */ (kind.name), name)[0]
  if (row !== undefined) return found(type, row[at.oid])
  if (type === 'OBJECT_SCHEMA') throw undefinedSchema(name)
  throw undefinedObjectNamed(type === 'OBJECT_DATABASE', words, name)
}

/**
 * Rows of a catalog by a name that may have a schema, nearest schema first.
 * @param {Session} session
 * @param {string} type
 * @param {string[]} names
 * @param {(row: any[], at: Record<string, number>) => boolean} [fits]
 * @returns {number} OID, 0: none
 */
function lookUp(session, type, names, fits = () => true) {
  const kind = /** @type {import('../../../catalog/object-classes.js').ObjectClass} */ (
    OBJECT_CLASSES.get(OBJECT_TYPES[type].classId)
  )
  const { at } = catalogShape(kind.catalog)
  const catalog = session.catalog()
  const rows = catalog
    .rowsWith(kind.catalog, /** @type {string} */ (kind.name), names.at(-1))
    .filter((/** @type {unknown[]} */ row) => fits(row, at))
  const schemas = names.length > 1 ? [schemaOid(session, names[names.length - 2])] : catalog.searchPath
  for (const schema of schemas)
    for (const row of rows) if (row[at[/** @type {string} */ (kind.namespace)]] === schema) return row[at.oid]
  return 0
}

/** @param {Session} session @param {string} name @returns {number} @throws {DbError} 3F000 */
function schemaOid(session, name) {
  const oid = session.catalog().usedNamespace(name)
  if (oid === 0) throw undefinedSchema(name)
  return oid
}

/** @param {Session} session @param {string} type @param {string[]} names */
function scoped(session, type, names) {
  const oid = lookUp(session, type, names)
  if (oid !== 0) return found(type, oid)
  const words = type === 'OBJECT_STATISTIC_EXT' ? 'statistics object' : OBJECT_TYPES[type].words
  throw undefinedInSchema(words, names.join('.'), type === 'OBJECT_COLLATION')
}

/** @param {Session} session @param {string} type @param {string[]} names access method first */
function operatorClass(session, type, [method, ...names]) {
  const catalog = session.catalog()
  const am = catalog.rowsWith('pg_am', 'amname', method)[0]
  if (am === undefined) throw accessMethodDoesNotExist(method)
  const column = type === 'OBJECT_OPCLASS' ? 'opcmethod' : 'opfmethod'
  const oid = lookUp(session, type, names, (row, at) => row[at[column]] === am[0])
  if (oid === 0) throw undefinedForAccessMethod(OBJECT_TYPES[type].words, names.join('.'), method)
  return found(type, oid)
}

/**
 * @param {Session} session
 * @param {string} type
 * @param {{ relname: string, schemaname?: string, catalogname?: string }} relation
 * @param {string} name
 */
export function ofRelation(session, type, relation, name) {
  const catalog = session.catalog()
  const oid = catalog.relationOid(relation.schemaname ?? null, relation.relname)
  if (oid === 0) throw undefinedRelationNamed(relation.schemaname, relation.relname)
  const kind = /** @type {import('../../../catalog/object-classes.js').ObjectClass} */ (
    OBJECT_CLASSES.get(OBJECT_TYPES[type].classId)
  )
  const { at } = catalogShape(kind.catalog)
  const column = { OBJECT_POLICY: 'polrelid', OBJECT_RULE: 'ev_class', OBJECT_TRIGGER: 'tgrelid' }[type] ?? ''
  const row = catalog
    .rowsWith(kind.catalog, column, oid)
    .find((/** @type {unknown[]} */ candidate) => candidate[at[/** @type {string} */ (kind.name)]] === name)
  if (row === undefined) throw undefinedOfRelation(kind.word, name, type === 'OBJECT_RULE', relation.relname)
  return found(type, row[at.oid])
}

/** @param {Session} session @param {string} type @param {ParseNode} object TypeName */
function ofType(session, type, object) {
  const node = object.TypeName ?? { names: object.List?.items ?? [object], typemod: -1 }
  const oid = addressedType(session.catalog(), node)
  if (type === 'OBJECT_DOMAIN' && session.catalog().type(oid)?.kind !== 'd') throw notADomainQuoted(writtenType(node))
  return found(type, oid)
}

/** @param {Session} session @param {ParseNode} object a number */
function largeObject(session, object) {
  const oid = Number(object.Integer?.ival ?? object.Float?.fval ?? 0)
  if (session.catalog().rowsWith('pg_largeobject_metadata', 'oid', oid).length === 0)
    throw undefinedLargeObjectNumber(oid)
  return found('OBJECT_LARGEOBJECT', oid)
}

/** @param {Session} session @param {ParseNode} object List of two TypeNames */
function cast(session, object) {
  const catalog = session.catalog()
  const [source, target] = object.List.items.map((item) => addressedType(catalog, item.TypeName))
  const { at } = catalogShape('pg_cast')
  const row = catalog
    .rowsWith('pg_cast', 'castsource', source)
    .find((/** @type {any[]} */ candidate) => candidate[at.casttarget] === target)
  if (row === undefined) throw undefinedCast(shownType(session, source), shownType(session, target))
  return found('OBJECT_CAST', row[at.oid])
}

/**
 * None can be made here, so it is missing.
 * @param {Session} session @param {ParseNode} object List of a TypeName and a language's name
 * @returns {ObjectAddress} @throws {DbError} 42704
 */
function transform(session, object) {
  const [of, { String: { sval: language } }] = object.List.items
  const type = addressedType(session.catalog(), of.TypeName)
  unscoped(session, 'OBJECT_LANGUAGE', language)
  throw undefinedTransform(shownType(session, type), language)
}

/** @param {Session} session @param {number} oid */
const shownType = (session, oid) => formatType(session.catalog(), oid)

const KINDS = /** @type {Record<string, string>} */ ({
  OBJECT_FUNCTION: 'fwa', OBJECT_PROCEDURE: 'p', OBJECT_AGGREGATE: 'a', OBJECT_ROUTINE: 'fwpa',
})

/**
 * @param {Session} session
 * @param {string} type
 * @param {Tree<import('@pgsql/types').ObjectWithArgs>} node
 * @returns {ObjectAddress}
 * @throws {DbError} 42883, 42725, 42809
 */
function routine(session, type, node) {
  const names = namesOf(node.objname)
  const name = names.at(-1) ?? ''
  const shown = names.join('.')
  const word = type === 'OBJECT_ROUTINE' ? 'function' : OBJECT_TYPES[type].words
  if (names.length > 1) schemaOid(session, names[names.length - 2])
  const candidates = session.catalog().functionsNamed(name, names.length > 1 ? names[names.length - 2] : null)
  if (node.args_unspecified) {
    const fitting = candidates.filter((/** @type {FuncDesc} */ func) => KINDS[type].includes(func.kind))
    if (fitting.length === 1) return found(type, fitting[0].oid)
    if (fitting.length > 1) {
      throw routineNameNotUnique(word, shown)
    }
    throw noSuchRoutine(word, shown)
  }
  const args = (node.objargs ?? []).map((item) => addressedType(session.catalog(), item.TypeName))
  const match = candidates.find(
    (/** @type {FuncDesc} */ func) =>
      func.argTypes.length === args.length
      && func.argTypes.every((/** @type {number} */ argument, /** @type {number} */ at) => argument === args[at]),
  )
  const types = args.map((/** @type {number} */ oid) => shownType(session, oid)).join(', ')
  if (match === undefined) throw noSuchSignature(word === 'aggregate' && args.length === 0, shown, word, types)
  if (!KINDS[type].includes(match.kind)) throw notThatRoutine(`${shown}(${types})`, type === 'OBJECT_AGGREGATE', word)
  return found(type, match.oid)
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').ObjectWithArgs>} node
 * @returns {ObjectAddress}
 * @throws {DbError} 42883
 */
function operator(session, node) {
  const names = namesOf(node.objname)
  const sides = (node.objargs ?? []).map((item) =>
    item.TypeName === undefined ? 0 : addressedType(session.catalog(), item.TypeName),
  )
  const [left, right] = sides
  if (right === 0) throw postfixOperatorsAreNotSupported()
  const schema = names.length > 1 ? names[names.length - 2] : null
  const [match] =
    schema !== null && session.catalog().namespaceOid(schema) === 0
      ? []
      : session.catalog().operatorsNamed(names.at(-1) ?? '', left, right, schema)
  if (match !== undefined) return found('OBJECT_OPERATOR', match.oid)
  const shown =
    left === 0
      ? `${names.join('.')} ${shownType(session, right)}`
      : `${shownType(session, left)} ${names.join('.')} ${shownType(session, right)}`
  throw undefinedOperatorNamed(shown)
}
