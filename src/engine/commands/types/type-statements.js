/**
 * Which statements about types and routines go where: runners.js takes its entries, and statements of several kinds of
 * object, from here.
 */
import { objectOwner, requireOwner } from '../../../catalog/ddl/may-change.js'
import { DbError } from '../../../errors/db-error.js'
import { asker } from '../../session/access.js'
import { findNamed } from '../objects/object-address.js'
import { roleOf } from '../databases/role-spec.js'
import { later } from '../../../util/later.js'

/** @type {() => typeof import('./domains.js')} */
const domains = later(import.meta.url, './domains.js')
/** @type {() => typeof import('../objects/extensions.js')} */
const extensions = later(import.meta.url, '../objects/extensions.js')
/** @type {() => typeof import('./create-range.js')} */
const createRange = later(import.meta.url, './create-range.js')
/** @type {() => typeof import('../routines/alter-operator.js')} */
const alterOperator = later(import.meta.url, '../routines/alter-operator.js')
/** @type {() => typeof import('./base-types.js')} */
const baseTypes = later(import.meta.url, './base-types.js')
/** @type {() => typeof import('../routines/create-access-method.js')} */
const createAccessMethod = later(import.meta.url, '../routines/create-access-method.js')
/** @type {() => typeof import('../routines/create-language.js')} */
const createLanguage = later(import.meta.url, '../routines/create-language.js')
/** @type {() => typeof import('../routines/create-function.js')} */
const createFunction = later(import.meta.url, '../routines/create-function.js')
/** @type {() => typeof import('../objects/text-search.js')} */
const textSearch = later(import.meta.url, '../objects/text-search.js')
/** @type {() => typeof import('./collations.js')} */
const collations = later(import.meta.url, './collations.js')
/** @type {() => typeof import('../routines/define.js')} */
const define = later(import.meta.url, '../routines/define.js')
/** @type {() => typeof import('../../statements/core/call.js')} */
const callModule = later(import.meta.url, '../../statements/core/call.js')
/** @type {() => typeof import('../routines/operator-families.js')} */
const operatorFamilies = later(import.meta.url, '../routines/operator-families.js')
/** @type {() => typeof import('../routines/routines.js')} */
const routines = later(import.meta.url, '../routines/routines.js')
/** @type {() => typeof import('./types.js')} */
const types = later(import.meta.url, './types.js')

/** @import { Session } from '../../session/session.js' */
/** @typedef {import('../dispatch.js').UtilityRunner} UtilityRunner */
/** @import { Runner } from '../runners.js' */

/** Of types, by names alone: the owner's. @param {UtilityRunner} run @returns {UtilityRunner} */
function owned(run) {
  return (session, node, call) => {
    requireOwned(session, 'OBJECT_TYPE', { TypeName: { names: node.typeName } })
    return run(session, node, call)
  }
}

/**
 * What is not there is the runner's to say.
 * @param {Session} session
 * @param {string} kind
 * @param {Parameters<UtilityRunner>[1]} object
 * @param {boolean} [plain] routines of all kinds are called functions
 * @param {number} [owner] who has it asks nobody
 * @throws {DbError} 42501
 */
function requireOwned(session, kind, object, plain = false, owner = 0) {
  if (session.superuser) return
  session.block.ensure()
  const isType = kind === 'OBJECT_TYPE' || kind === 'OBJECT_DOMAIN'
  const named = isType && object.List ? { TypeName: { names: object.List.items } } : object
  let found
  try {
    found = findNamed(session, kind, named)
  } catch (error) {
    if (error instanceof DbError) return
    throw error
  }
  if (owner === 0 || objectOwner(asker(session), found) !== owner) requireOwner(asker(session), found, { plain })
}

/** What these are called as is not a relation. */
const OWNED = new Set(['OBJECT_TYPE', 'OBJECT_DOMAIN', 'OBJECT_FUNCTION', 'OBJECT_PROCEDURE', 'OBJECT_ROUTINE',
  'OBJECT_AGGREGATE', 'OBJECT_OPERATOR', 'OBJECT_OPCLASS', 'OBJECT_OPFAMILY'])

/** @type {Record<string, Runner>} */
export const typeRunners = {
  CreateEnumStmt: { run: () => types().runCreateEnum, writes: 'CREATE TYPE' },
  CreateRangeStmt: { run: () => createRange().runCreateRange, writes: 'CREATE TYPE' },
  CompositeTypeStmt: { run: () => types().runCreateComposite, writes: 'CREATE TYPE' },
  AlterTypeStmt: { run: () => owned(baseTypes().runAlterType), writes: 'ALTER TYPE' },
  AlterEnumStmt: { run: () => owned(types().runAlterEnum), writes: 'ALTER TYPE' },
  CreateDomainStmt: { run: () => domains().runCreateDomain, writes: 'CREATE DOMAIN' },
  AlterDomainStmt: { run: () => owned(domains().runAlterDomain), writes: 'ALTER DOMAIN' },
  CreateFunctionStmt: { run: () => createFunction().runCreateFunction, writes: 'CREATE FUNCTION' },
  AlterFunctionStmt: { run: () => routines().runAlterFunction, writes: 'ALTER FUNCTION' },
  CallStmt: { run: () => callModule().runCall },
  AlterCollationStmt: { run: () => collations().runAlterCollation, writes: 'ALTER COLLATION' },
  AlterTSDictionaryStmt: { run: () => textSearch().runAlterDictionary, writes: 'ALTER TEXT SEARCH DICTIONARY' },
  AlterTSConfigurationStmt: {
    run: () => textSearch().runAlterConfiguration, writes: 'ALTER TEXT SEARCH CONFIGURATION',
  },
  DefineStmt: { run: () => define().runDefine, writes: 'CREATE' },
  AlterOperatorStmt: { run: () => alterOperator().runAlterOperator, writes: 'ALTER OPERATOR' },
  CreateOpFamilyStmt: { run: () => operatorFamilies().runCreateFamily, writes: 'CREATE OPERATOR FAMILY' },
  CreateOpClassStmt: { run: () => operatorFamilies().runCreateOperatorClass, writes: 'CREATE OPERATOR CLASS' },
  AlterOpFamilyStmt: { run: () => operatorFamilies().runAlterFamily, writes: 'ALTER OPERATOR FAMILY' },
  CreateAmStmt: { run: () => createAccessMethod().runCreateAccessMethod, writes: 'CREATE ACCESS METHOD' },
  CreatePLangStmt: { run: () => createLanguage().runCreateLanguage, writes: 'CREATE LANGUAGE' },
  CreateCastStmt: { run: () => define().runCreateCast, writes: 'CREATE CAST' },
}

const TYPES = new Set(['OBJECT_TYPE', 'OBJECT_DOMAIN'])

/**
 * The runner of DROP, RENAME, SET SCHEMA, OWNER TO: for types, domains and routines ours, else the one given.
 * @param {UtilityRunner} other
 * @returns {UtilityRunner}
 */
export const withTypes = (other) => (session, node, call) => {
  const kind = node.renameType ?? node.objectType
  // Whom it is to belong to comes before whether it is there.
  const owner = node.newowner === undefined ? 0 : roleOf(session, node.newowner.RoleSpec ?? node.newowner).oid
  // What is moved is asked for after where to.
  if (OWNED.has(kind) && node.object && node.newschema === undefined && !(owner !== 0 && TYPES.has(kind)))
    requireOwned(session, kind, node.object, true, owner)
  if (node.removeType === 'OBJECT_OPERATOR') return define().runDropOperator(session, node, call)
  if (node.removeType === 'OBJECT_EXTENSION') return extensions().runDropExtension(session, node, call)
  if (node.removeType === 'OBJECT_OPCLASS' || node.removeType === 'OBJECT_OPFAMILY')
    return operatorFamilies().runDropFamilyObject(session, node, call)
  if (node.removeType === 'OBJECT_CAST') return define().runDropCast(session, node, call)
  if (node.removeType === 'OBJECT_TRANSFORM') return define().runDropTransform(session, node, call)
  if (TYPES.has(node.removeType)) return types().runDropType(session, node, call)
  if (node.renameType === 'OBJECT_DOMCONSTRAINT') return domains().runRenameDomainConstraint(session, node, call)
  if (TYPES.has(node.renameType)) return types().runRenameType(session, node, call)
  if (TYPES.has(node.objectType))
    return (node.newschema === undefined ? types().runOwnType : types().runMoveType)(session, node, call)
  return routines().withRoutines(other)(session, node, call)
}
