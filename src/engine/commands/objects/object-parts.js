/**
 * pg_get_object_address(): an object named by its kind and two lists of texts. The lists become the nodes that
 * statements' names are, and are looked up like these.
 */
import { catalogShape } from '../../../catalog/store/shapes.js'
import { invalidParameter, undefinedObject } from '../../../errors/syntax.js'
import { undefinedRelationColumn } from '../../../errors/ddl/catalog.js'
import { syntaxErrorAtOrNear } from '../../../errors/commands/maintenance.js'
import { invalidTypeName } from '../../../errors/ddl/definitions.js'
import {
  tooManyDots, columnUnqualified, noDefaultOfColumn, relationAndObjectNeeded, tooManyDotsInName, unknownDefaultAclKind,
} from '../../../errors/commands/objects.js'
import { isNot } from '../../../errors/ddl/alter.js'
import { notADomainQuoted } from '../../../errors/commands/types.js'
import { DbError } from '../../../errors/db-error.js'
import { parse } from '../../../parser/parser.js'
import { addressedType } from '../../../planner/table-expressions.js'
import { builtinType } from '../../../types/lookup.js'
import { OID as OID_TYPE } from '../../../types/oids.js'
import { relationOidOf, undefinedRelation } from '../../session/ddl.js'
import { findNamed, ofRelation } from './object-address.js'
import { kindOf } from './relation-kind.js'

/** @import { ParseNode } from '../../../parser/tree.js' */
/** @import { ObjectAddress } from '../../../catalog/ddl/context.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { Datum } from '../../../types/datum.js' */

const RELATION = 1259

/**
 * Kinds by their words, with the statement's name for them where there is one. Null: pg_identify_object says it, but
 * nothing is found by it.
 * @type {Record<string, string | null>}
 */
const KINDS = {
  table: 'OBJECT_TABLE', index: 'OBJECT_INDEX', sequence: 'OBJECT_SEQUENCE', 'toast table': null, view: 'OBJECT_VIEW',
  'materialized view': 'OBJECT_MATVIEW', 'composite type': null, 'foreign table': 'OBJECT_FOREIGN_TABLE',
  'table column': 'OBJECT_COLUMN', 'index column': null, 'sequence column': null, 'toast table column': null,
  'view column': null, 'materialized view column': null, 'composite type column': null,
  'foreign table column': 'OBJECT_COLUMN', aggregate: 'OBJECT_AGGREGATE', function: 'OBJECT_FUNCTION',
  procedure: 'OBJECT_PROCEDURE', type: 'OBJECT_TYPE', cast: 'OBJECT_CAST', collation: 'OBJECT_COLLATION',
  'table constraint': 'OBJECT_TABCONSTRAINT', 'domain constraint': 'OBJECT_DOMCONSTRAINT',
  conversion: 'OBJECT_CONVERSION', 'default value': 'OBJECT_DEFAULT', language: 'OBJECT_LANGUAGE',
  'large object': 'OBJECT_LARGEOBJECT', operator: 'OBJECT_OPERATOR', 'operator class': 'OBJECT_OPCLASS',
  'operator family': 'OBJECT_OPFAMILY', 'access method': 'OBJECT_ACCESS_METHOD',
  'operator of access method': 'OBJECT_AMOP', 'function of access method': 'OBJECT_AMPROC', rule: 'OBJECT_RULE',
  trigger: 'OBJECT_TRIGGER', schema: 'OBJECT_SCHEMA', 'text search parser': 'OBJECT_TSPARSER',
  'text search dictionary': 'OBJECT_TSDICTIONARY', 'text search template': 'OBJECT_TSTEMPLATE',
  'text search configuration': 'OBJECT_TSCONFIGURATION', role: 'OBJECT_ROLE', database: 'OBJECT_DATABASE',
  tablespace: 'OBJECT_TABLESPACE', 'foreign-data wrapper': 'OBJECT_FDW', server: 'OBJECT_FOREIGN_SERVER',
  'user mapping': 'OBJECT_USER_MAPPING', 'default acl': 'OBJECT_DEFACL', extension: 'OBJECT_EXTENSION',
  'event trigger': 'OBJECT_EVENT_TRIGGER', 'parameter ACL': 'OBJECT_PARAMETER_ACL', policy: 'OBJECT_POLICY',
  publication: 'OBJECT_PUBLICATION', 'publication namespace': 'OBJECT_PUBLICATION_NAMESPACE',
  'publication relation': 'OBJECT_PUBLICATION_REL', subscription: 'OBJECT_SUBSCRIPTION', transform: 'OBJECT_TRANSFORM',
  'statistics object': 'OBJECT_STATISTIC_EXT',
}
const RELATIONS = /** @type {Record<string, [string, string]>} */ ({
  OBJECT_TABLE: ['rp', 'a table'], OBJECT_VIEW: ['v', 'a view'], OBJECT_MATVIEW: ['m', 'a materialized view'],
  OBJECT_INDEX: ['iI', 'an index'], OBJECT_SEQUENCE: ['S', 'a sequence'],
  OBJECT_FOREIGN_TABLE: ['f', 'a foreign table'],
})
const TYPE_NAMED = new Set(['OBJECT_TYPE', 'OBJECT_CAST', 'OBJECT_TRANSFORM', 'OBJECT_DOMCONSTRAINT'])
const TYPE_ARGUMENTS = new Set([
  'OBJECT_AGGREGATE', 'OBJECT_FUNCTION', 'OBJECT_PROCEDURE', 'OBJECT_OPERATOR', 'OBJECT_CAST', 'OBJECT_AMOP',
  'OBJECT_AMPROC',
])
const ONE_ARGUMENT = new Set([
  'OBJECT_PUBLICATION_NAMESPACE', 'OBJECT_USER_MAPPING', 'OBJECT_DOMCONSTRAINT', 'OBJECT_CAST',
  'OBJECT_PUBLICATION_REL', 'OBJECT_DEFACL', 'OBJECT_TRANSFORM',
])
const ONE_NAME = new Set(['OBJECT_PUBLICATION_NAMESPACE', 'OBJECT_USER_MAPPING'])
const BARE = new Set([
  'OBJECT_ACCESS_METHOD', 'OBJECT_DATABASE', 'OBJECT_EVENT_TRIGGER', 'OBJECT_EXTENSION', 'OBJECT_FDW',
  'OBJECT_FOREIGN_SERVER', 'OBJECT_LANGUAGE', 'OBJECT_PARAMETER_ACL', 'OBJECT_PUBLICATION', 'OBJECT_ROLE',
  'OBJECT_SCHEMA', 'OBJECT_SUBSCRIPTION', 'OBJECT_TABLESPACE',
])
const OF_TABLE = new Set(['OBJECT_RULE', 'OBJECT_TRIGGER', 'OBJECT_POLICY', 'OBJECT_TABCONSTRAINT'])

/** @param {string} message */
const invalid = (message) => invalidParameter(message)
/** @param {'name' | 'argument'} what @param {string} bound */
const wrongLength = (what, bound) => invalid(`${what} list length must be ${bound}`)
/** @param {string} message */
const missing = (message) => undefinedObject(message)
/** @param {string} text */
const nameNode = (text) => ({ String: { sval: text } })

/**
 * @param {Session} session
 * @param {string} word of the kind
 * @param {(string | null)[]} nameList
 * @param {(string | null)[]} argumentList
 * @returns {ObjectAddress}
 * @throws {DbError} 22023 no such kind, or lists of a wrong length; what a statement with that name would raise
 */
export function objectOfParts(session, word, nameList, argumentList) {
  const type = Object.hasOwn(KINDS, word) ? KINDS[word] : undefined
  if (type === undefined) throw invalid(`unrecognized object type "${word}"`)
  if (type === null) throw invalid(`unsupported object type "${word}"`)
  if ((TYPE_NAMED.has(type) || type === 'OBJECT_LARGEOBJECT') && nameList.length !== 1)
    throw wrongLength('name', 'exactly 1')
  const names = withoutNulls(nameList)
  if (names.length === 0) throw wrongLength('name', 'at least 1')
  const ofName = TYPE_NAMED.has(type) ? typeNode(names[0]) : undefined
  const args = withoutNulls(argumentList)
  const types = TYPE_ARGUMENTS.has(type) ? args.map(typeNode) : []
  checkLengths(type, names, args)
  if (RELATIONS[type] !== undefined) return relation(session, type, names)
  if (OF_TABLE.has(type)) return ofTable(session, type, names)
  if (BARE.has(type)) {
    if (names.length !== 1) throw wrongLength('name', 'exactly 1')
    if (type === 'OBJECT_PARAMETER_ACL') throw missing(`parameter ACL "${names[0]}" does not exist`)
    return findNamed(session, type, nameNode(names[0]))
  }
  switch (type) {
    case 'OBJECT_COLUMN': return column(session, names, (name, shown) => undefinedRelationColumn(name, shown))
    case 'OBJECT_DEFAULT': return columnDefault(session, names)
    case 'OBJECT_TYPE': return findNamed(session, type, { TypeName: ofName })
    case 'OBJECT_CAST': return findNamed(session, type, { List: { items: [{ TypeName: ofName }, { TypeName: types[0] }] } })
    case 'OBJECT_DOMCONSTRAINT': return domainConstraint(session, ofName, args[0])
    case 'OBJECT_AMOP': case 'OBJECT_AMPROC': return familyMember(session, type, names, args, types)
    case 'OBJECT_FUNCTION': case 'OBJECT_PROCEDURE': case 'OBJECT_AGGREGATE': case 'OBJECT_OPERATOR':
      return findNamed(session, type, {
        ObjectWithArgs: { objname: names.map(nameNode), objargs: types.map((node) => ({ TypeName: node })) },
      })
    case 'OBJECT_LARGEOBJECT': return findNamed(session, type, { Float: { fval: String(/** @type {any} */ (builtinType(OID_TYPE)).parse(names[0], -1)) } })
    case 'OBJECT_TRANSFORM':
      return findNamed(session, type, { List: { items: [{ TypeName: ofName }, nameNode(args[0])] } })
    case 'OBJECT_PUBLICATION_REL': case 'OBJECT_PUBLICATION_NAMESPACE': return inPublication(session, type, names, args[0])
    case 'OBJECT_USER_MAPPING': return userMapping(session, names[0], args[0])
    case 'OBJECT_DEFACL': return defaultAcl(names, args[0])
    default: return scoped(session, type, names)
  }
}

/** @param {(string | null)[]} list @returns {string[]} @throws {DbError} 22023 */
function withoutNulls(list) {
  if (list.includes(null)) throw invalid('name or argument lists may not contain nulls')
  return /** @type {string[]} */ (list)
}

/** @param {string} type @param {string[]} names @param {string[]} args @throws {DbError} 22023 */
function checkLengths(type, names, args) {
  if (ONE_NAME.has(type) && names.length !== 1) throw wrongLength('name', 'exactly 1')
  if (ONE_ARGUMENT.has(type) && args.length !== 1) throw wrongLength('argument', 'exactly 1')
  if ((type === 'OBJECT_OPCLASS' || type === 'OBJECT_OPFAMILY') && names.length < 2)
    throw wrongLength('name', 'at least 2')
  const isMember = type === 'OBJECT_AMOP' || type === 'OBJECT_AMPROC'
  if (isMember && names.length < 3) throw wrongLength('name', 'at least 3')
  if ((isMember || type === 'OBJECT_OPERATOR') && args.length !== 2) throw wrongLength('argument', 'exactly 2')
}

/** A type's name by the grammar. @param {string} text @returns {any} TypeName @throws {DbError} 42601 */
function typeNode(text) {
  try {
    const [statement, ...more] = parse(`SELECT NULL::${text}`)
    const select = statement.node
    const node =
      more.length === 0 && select.targetList?.length === 1
      && Object.keys(select).every((key) => ['targetList', 'limitOption', 'op'].includes(key))
        ? select.targetList[0].ResTarget
        : undefined
    if (node?.name !== undefined) throw syntaxErrorAtOrNear(node.name)
    if (node !== undefined && node.val.TypeCast?.arg.A_Const?.isnull && !node.val.TypeCast.typeName.setof)
      return { ...node.val.TypeCast.typeName, location: undefined }
  } catch (error) {
    if (!(error instanceof DbError)) throw error
    throw new DbError(error.code, error.message, { where: `invalid type name "${text}"` })
  }
  throw invalidTypeName(text)
}

/**
 * @param {string[]} names
 * @returns {{ relname: string, schemaname?: string, catalogname?: string }}
 * @throws {DbError} 42601
 */
function rangeOf(names) {
  if (names.length > 3) throw tooManyDots(names.join('.'))
  return { relname: /** @type {string} */ (names.at(-1)), schemaname: names.at(-2), catalogname: names.at(-3) }
}

/** @param {Session} session @param {string[]} names @returns {number} @throws {DbError} 42P01 */
function relationOid(session, names) {
  const rangeVar = rangeOf(names)
  const oid = relationOidOf(session, rangeVar)
  if (oid === 0) throw undefinedRelation(session, rangeVar)
  return oid
}

/** @param {Session} session @param {string} type @param {string[]} names @returns {ObjectAddress} */
function relation(session, type, names) {
  const oid = relationOid(session, names)
  const [kinds, what] = RELATIONS[type]
  if (!kinds.includes(kindOf(session, oid))) throw isNot(names.at(-1), what)
  return { classId: RELATION, objectId: oid, subId: 0 }
}

/**
 * @param {Session} session
 * @param {string[]} names
 * @param {(column: string, relation: string) => DbError} none
 * @returns {ObjectAddress}
 */
function column(session, names, none) {
  if (names.length < 2) throw columnUnqualified()
  const oid = relationOid(session, names.slice(0, -1))
  const name = /** @type {string} */ (names.at(-1))
  const { at } = catalogShape('pg_attribute')
  const found = session
    .catalog()
    .rowsWith('pg_attribute', 'attrelid', oid)
    .find((/** @type {unknown[]} */ row) => row[at.attname] === name && !row[at.attisdropped])
  if (found === undefined) throw none(name, names.slice(0, -1).join('.'))
  return { classId: RELATION, objectId: oid, subId: found[at.attnum] }
}

/** @param {Session} session @param {string[]} names @returns {ObjectAddress} */
function columnDefault(session, names) {
  const none = (/** @type {string} */ name, /** @type {string} */ shown) => noDefaultOfColumn(name, shown)
  const { objectId, subId } = column(session, names, none)
  const { at } = catalogShape('pg_attrdef')
  const found = session
    .catalog()
    .rowsWith('pg_attrdef', 'adrelid', objectId)
    .find((/** @type {unknown[]} */ row) => row[at.adnum] === subId)
  if (found === undefined) throw none(/** @type {string} */ (names.at(-1)), names.slice(0, -1).join('.'))
  return { classId: 2604, objectId: found[at.oid], subId: 0 }
}

/**
 * @param {Session} session
 * @param {string} type
 * @param {string[]} names relation's, and its own
 * @returns {ObjectAddress}
 */
function ofTable(session, type, names) {
  if (names.length < 2) throw relationAndObjectNeeded()
  const oid = relationOid(session, names.slice(0, -1))
  const name = /** @type {string} */ (names.at(-1))
  if (type !== 'OBJECT_TABCONSTRAINT') return ofRelation(session, type, rangeOf(names.slice(0, -1)), name)
  const { at } = catalogShape('pg_constraint')
  const found = session
    .catalog()
    .rowsWith('pg_constraint', 'conrelid', oid)
    .find((/** @type {unknown[]} */ row) => row[at.conname] === name)
  if (found === undefined) throw missing(`constraint "${name}" for table "${names.at(-2)}" does not exist`)
  return { classId: 2606, objectId: found[at.oid], subId: 0 }
}

/** @param {any} node TypeName @returns {string} as it was written */
const written = (node) =>
  node.names.map((/** @type {any} */ item) => item.String.sval).join('.')
  + (node.arrayBounds ?? []).map(() => '[]').join('')

/** @param {Session} session @param {ParseNode} node TypeName @param {string} name @returns {ObjectAddress} */
function domainConstraint(session, node, name) {
  const catalog = session.catalog()
  const type = addressedType(catalog, node)
  if (catalog.type(type)?.kind !== 'd') throw notADomainQuoted(written(node))
  const { at } = catalogShape('pg_constraint')
  const found = catalog
    .rowsWith('pg_constraint', 'contypid', type)
    .find((/** @type {Datum[]} */ row) => row[at.conname] === name)
  if (found === undefined) throw missing(`constraint "${name}" for domain ${written(node)} does not exist`)
  return { classId: 2606, objectId: found[at.oid], subId: 0 }
}

/**
 * @param {Session} session
 * @param {string} type
 * @param {string[]} names method, family, number
 * @param {string[]} args
 * @param {any[]} types TypeNames
 * @returns {ObjectAddress}
 */
function familyMember(session, type, names, args, types) {
  const isOperator = type === 'OBJECT_AMOP'
  const family = findNamed(session, 'OBJECT_OPFAMILY', { List: { items: names.slice(0, -1).map(nameNode) } })
  const catalog = session.catalog()
  const [left, right] = types.map((node) => addressedType(catalog, node))
  const number = Number.parseInt(/** @type {string} */ (names.at(-1)), 10) || 0
  const columns = isOperator
    ? ['pg_amop', 'amopfamily', 'amoplefttype', 'amoprighttype', 'amopstrategy']
    : ['pg_amproc', 'amprocfamily', 'amproclefttype', 'amprocrighttype', 'amprocnum']
  const { at } = catalogShape(columns[0])
  const found = catalog
    .rowsWith(columns[0], columns[1], family.objectId)
    .find(
      (/** @type {unknown[]} */ row) =>
        row[at[columns[2]]] === left && row[at[columns[3]]] === right && row[at[columns[4]]] === number,
    )
  if (found === undefined) {
    throw missing(`${isOperator ? 'operator' : 'function'} ${number} (${args.join(', ')}) of operator family ${names.slice(1, -1).join('.')} for access method ${names[0]} does not exist`)
  }
  return { classId: isOperator ? 2602 : 2603, objectId: found[at.oid], subId: 0 }
}

/** @param {Session} session @param {string} type @param {string[]} names @returns {ObjectAddress} */
function scoped(session, type, names) {
  if (names.length > 3) throw tooManyDotsInName(names.join('.'))
  return findNamed(session, type, { List: { items: names.map(nameNode) } })
}

// ---- what cannot be made here: it is missing, in the words for that

/**
 * @param {Session} session
 * @param {string} type
 * @param {string[]} names of what is published
 * @param {string} publication
 * @returns {ObjectAddress}
 */
function inPublication(session, type, names, publication) {
  const isRelation = type === 'OBJECT_PUBLICATION_REL'
  const part = isRelation
    ? relationOid(session, names)
    : findNamed(session, 'OBJECT_SCHEMA', nameNode(names[0])).objectId
  const { objectId } = findNamed(session, 'OBJECT_PUBLICATION', nameNode(publication))
  const [name, publicationColumn, partColumn] = isRelation
    ? ['pg_publication_rel', 'prpubid', 'prrelid']
    : ['pg_publication_namespace', 'pnpubid', 'pnnspid']
  const { at } = catalogShape(name)
  const found = session
    .catalog()
    .rowsWith(name, publicationColumn, objectId)
    .find((/** @type {unknown[]} */ row) => row[at[partColumn]] === part)
  if (found !== undefined) return { classId: isRelation ? 6106 : 6237, objectId: found[at.oid], subId: 0 }
  throw missing(`publication ${isRelation ? 'relation' : 'schema'} "${names.join('.')}" in publication "${publication}" does not exist`)
}

/** @param {Session} session @param {string} user @param {string} server @returns {ObjectAddress} */
function userMapping(session, user, server) {
  const catalog = session.catalog()
  const role =
    user === 'public' ? 0 : catalog.rowsWith('pg_authid', 'rolname', user)[0]?.[catalogShape('pg_authid').at.oid]
  const none = () => missing(`user mapping for user "${user}" on server "${server}" does not exist`)
  if (role === undefined) throw none()
  const { objectId } = findNamed(session, 'OBJECT_FOREIGN_SERVER', nameNode(server))
  const { at } = catalogShape('pg_user_mapping')
  const found = catalog
    .rowsWith('pg_user_mapping', 'umserver', objectId)
    .find((/** @type {unknown[]} */ row) => row[at.umuser] === role)
  if (found === undefined) throw none()
  return { classId: 1418, objectId: found[at.oid], subId: 0 }
}

const DEFAULT_ACL_OBJECTS = /** @type {Record<string, string>} */ ({
  r: 'tables', S: 'sequences', f: 'functions', T: 'types', n: 'schemas',
})

/** @param {string[]} names role, and schema @param {string} kind @returns {ObjectAddress} */
function defaultAcl([role, schema], kind) {
  const objects = DEFAULT_ACL_OBJECTS[kind[0]]
  if (objects === undefined) {
    throw unknownDefaultAclKind(kind[0] ?? '\0')
  }
  throw missing(`default ACL for user "${role}"${schema === undefined ? '' : ` in schema "${schema}"`} on ${objects} does not exist`)
}
