/**
 * Which statements about types and routines go where: dispatch.js takes its entries, and statements of several kinds of
 * object, from here.
 */
import { runAlterDomain, runCreateDomain, runRenameDomainConstraint } from './domains.js'
import { runDropExtension } from '../objects/extensions.js'
import { runCreateRange } from './create-range.js'
import { runAlterOperator } from '../routines/alter-operator.js'
import { runAlterType } from './base-types.js'
import { runCreateAccessMethod } from '../routines/create-access-method.js'
import { runCreateLanguage } from '../routines/create-language.js'
import { runCreateFunction } from '../routines/create-function.js'
import { runAlterConfiguration, runAlterDictionary } from '../objects/text-search.js'
import { runAlterCollation } from './collations.js'
import { runCreateCast, runDefine, runDropCast, runDropOperator, runDropTransform } from '../routines/define.js'
import { objectOwner, requireOwner } from '../../../catalog/ddl/may-change.js'
import { DbError } from '../../../errors/db-error.js'
import { asker } from '../../session/access.js'
import { findNamed } from '../objects/object-address.js'
import { roleOf } from '../databases/role-spec.js'
import { runCall } from '../../statements/core/call.js'
import {
  runAlterFamily, runCreateFamily, runCreateOperatorClass, runDropFamilyObject,
} from '../routines/operator-families.js'
import { runAlterFunction, withRoutines } from '../routines/routines.js'
import {
  runAlterEnum, runCreateComposite, runCreateEnum, runDropType, runMoveType, runOwnType, runRenameType,
} from './types.js'

/** @import { Session } from '../../session/session.js' */
/** @typedef {import('../dispatch.js').UtilityRunner} UtilityRunner */

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

/** @type {Record<string, { run: UtilityRunner, writes?: string }>} */
export const typeRunners = {
  CreateEnumStmt: { run: runCreateEnum, writes: 'CREATE TYPE' },
  CreateRangeStmt: { run: runCreateRange, writes: 'CREATE TYPE' },
  CompositeTypeStmt: { run: runCreateComposite, writes: 'CREATE TYPE' },
  AlterTypeStmt: { run: owned(runAlterType), writes: 'ALTER TYPE' },
  AlterEnumStmt: { run: owned(runAlterEnum), writes: 'ALTER TYPE' },
  CreateDomainStmt: { run: runCreateDomain, writes: 'CREATE DOMAIN' },
  AlterDomainStmt: { run: owned(runAlterDomain), writes: 'ALTER DOMAIN' },
  CreateFunctionStmt: { run: runCreateFunction, writes: 'CREATE FUNCTION' },
  AlterFunctionStmt: { run: runAlterFunction, writes: 'ALTER FUNCTION' },
  CallStmt: { run: runCall },
  AlterCollationStmt: { run: runAlterCollation, writes: 'ALTER COLLATION' },
  AlterTSDictionaryStmt: { run: runAlterDictionary, writes: 'ALTER TEXT SEARCH DICTIONARY' },
  AlterTSConfigurationStmt: { run: runAlterConfiguration, writes: 'ALTER TEXT SEARCH CONFIGURATION' },
  DefineStmt: { run: runDefine, writes: 'CREATE' },
  AlterOperatorStmt: { run: runAlterOperator, writes: 'ALTER OPERATOR' },
  CreateOpFamilyStmt: { run: runCreateFamily, writes: 'CREATE OPERATOR FAMILY' },
  CreateOpClassStmt: { run: runCreateOperatorClass, writes: 'CREATE OPERATOR CLASS' },
  AlterOpFamilyStmt: { run: runAlterFamily, writes: 'ALTER OPERATOR FAMILY' },
  CreateAmStmt: { run: runCreateAccessMethod, writes: 'CREATE ACCESS METHOD' },
  CreatePLangStmt: { run: runCreateLanguage, writes: 'CREATE LANGUAGE' },
  CreateCastStmt: { run: runCreateCast, writes: 'CREATE CAST' },
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
  if (node.removeType === 'OBJECT_OPERATOR') return runDropOperator(session, node, call)
  if (node.removeType === 'OBJECT_EXTENSION') return runDropExtension(session, node, call)
  if (node.removeType === 'OBJECT_OPCLASS' || node.removeType === 'OBJECT_OPFAMILY')
    return runDropFamilyObject(session, node, call)
  if (node.removeType === 'OBJECT_CAST') return runDropCast(session, node, call)
  if (node.removeType === 'OBJECT_TRANSFORM') return runDropTransform(session, node, call)
  if (TYPES.has(node.removeType)) return runDropType(session, node, call)
  if (node.renameType === 'OBJECT_DOMCONSTRAINT') return runRenameDomainConstraint(session, node, call)
  if (TYPES.has(node.renameType)) return runRenameType(session, node, call)
  if (TYPES.has(node.objectType))
    return node.newschema === undefined ? runOwnType(session, node, call) : runMoveType(session, node, call)
  return withRoutines(other)(session, node, call)
}
