/** DROP, RENAME, SET SCHEMA, OWNER TO and ALTER of functions, procedures and aggregates. */
import { isAlready, requireCreateIn, requireOwner } from '../../../catalog/ddl/may-change.js'
import { CLASS, char } from '../../../catalog/ddl/context.js'
import { address } from '../../../catalog/ddl/dependencies.js'
import { dropObjects } from '../../../catalog/ddl/drop.js'
import { signatureText, touchFunction } from '../../../catalog/ddl/routines/functions.js'
import { moveDependency } from '../../../catalog/ddl/types/types.js'
import { oidVector, textArray } from '../../../catalog/store/vectors.js'
import { undefinedSchema } from '../../../errors/ddl/catalog.js'
import {
  mustOwnRoutine, routineExistsInSchema, isAnAggregate, procedureAttribute, costMustBePositive, rowsMustBePositive,
  rowsWithoutSet,
} from '../../../errors/commands/routines.js'
import { DbError } from '../../../errors/db-error.js'
import { leakproofDenied } from '../../../errors/privileges.js'
import { readOptions } from './create-function.js'
import { beginDdl, endDdl } from '../../session/ddl.js'
import { findRoutine, isRoutine, missingRoutine, skippedRoutine, wordOf } from './routine-names.js'
import { roleOf } from '../databases/role-spec.js'
import { FIRST_USER_OID } from '../../../types/oids.js'
import { requireReceiver, targetSchema } from '../objects/object-names.js'
import { requireNamedOwner } from '../objects/object-address.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { FuncDesc } from '../../../catalog/descriptors.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/** @param {Session} session @param {Tree<import('@pgsql/types').DropStmt>} node @param {UtilityCall} call */
function runDropRoutine(session, node, call) {
  const { sourceText } = call.prepared
  const targets = []
  for (const { ObjectWithArgs: object } of node.objects) {
    let func
    try {
      func = findRoutine(session, node.removeType, object, sourceText)
    } catch (error) {
      // IF EXISTS forgives a type or schema that is not there, too.
      if (!node.missing_ok || !(error instanceof DbError) || !['42704', '3F000'].includes(error.code)) throw error
      const message = skippedRoutine(session, node.removeType, object)
      session.notice({ severity: 'NOTICE', code: '00000', message: `${message}, skipping` })
      continue
    }
    if (func === null) {
      const names = object.objname.map((/** @type {any} */ part) => part.String.sval)
      const missingSchema = names.length > 1 && session.catalog().namespaceOid(names.at(-2)) === 0
      if (!node.missing_ok)
        throw missingSchema
          ? undefinedSchema(names.at(-2))
          : missingRoutine(session, node.removeType, object, sourceText)
      const message = missingSchema ? `schema "${names.at(-2)}" does not exist`
        : skippedRoutine(session, node.removeType, object)
      session.notice({ severity: 'NOTICE', code: '00000', message: `${message}, skipping` })
      continue
    }
    if (node.removeType === 'OBJECT_FUNCTION' && func.kind === 'a')
      throw isAnAggregate(func.name, 'Use DROP AGGREGATE to drop aggregate functions.')
    const target = address(CLASS.PROC, func.oid)
    requireNamedOwner(session, node.removeType, { ObjectWithArgs: object }, target, { dropping: true })
    targets.push(target)
  }
  if (targets.length > 0) {
    const ddl = beginDdl(session)
    dropObjects(ddl, targets, { cascade: node.behavior === 'DROP_CASCADE' })
    endDdl(session, ddl)
  }
  call.sink.commandComplete(`DROP ${wordOf(node.removeType).toUpperCase()}`)
}

/**
 * @param {Session} session
 * @param {string} objectType
 * @param {Tree<import('@pgsql/types').ObjectWithArgs>} object
 * @param {UtilityCall} call
 */
function requireRoutine(session, objectType, object, call) {
  const func = knownRoutine(session, objectType, object, call)
  refusePinned(func, objectType)
  return func
}

/**
 * @param {Session} session
 * @param {string} objectType
 * @param {Tree<import('@pgsql/types').ObjectWithArgs>} object
 * @param {UtilityCall} call
 */
function knownRoutine(session, objectType, object, call) {
  const func = findRoutine(session, objectType, object, call.prepared.sourceText)
  if (func === null) throw missingRoutine(session, objectType, object, call.prepared.sourceText)
  return func
}

/** @param {FuncDesc} func @param {string} objectType @throws {DbError} 42501 */
function refusePinned(func, objectType) {
  if (func.oid < FIRST_USER_OID) throw mustOwnRoutine(wordOf(objectType), func.name)
}

/** @param {Session} session @param {Tree<import('@pgsql/types').RenameStmt>} node @param {UtilityCall} call */
function runRenameRoutine(session, node, call) {
  const func = requireRoutine(session, node.renameType, node.object.ObjectWithArgs, call)
  const ddl = beginDdl(session)
  requireOwner(ddl, address(CLASS.PROC, func.oid), { plain: true })
  requireCreateIn(ddl, func.namespaceOid)
  requireFree(ddl, func, node.newname, func.namespaceOid)
  ddl.update('pg_proc', ddl.one('pg_proc', 'pg_proc_oid_index', [func.oid]), { proname: node.newname })
  touchFunction(ddl, func.oid, func.name, func.namespaceOid)
  touchFunction(ddl, func.oid, node.newname, func.namespaceOid)
  endDdl(session, ddl)
  call.sink.commandComplete(`ALTER ${wordOf(node.renameType).toUpperCase()}`)
}

/** @param {DdlContext} ddl @param {FuncDesc} func @param {string} name @param {number} namespaceOid */
function requireFree(ddl, func, name, namespaceOid) {
  if (
    ddl.find('pg_proc', 'pg_proc_proname_args_nsp_index', [name, oidVector(func.argTypes), namespaceOid]).length === 0
  )
    return
  throw routineExistsInSchema(
    signatureText(ddl, { ...func, name }).replaceAll(',', ', '),
    ddl.view.namespace(namespaceOid)?.name,
  )
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').AlterObjectSchemaStmt>} node
 * @param {UtilityCall} call
 */
function runMoveRoutine(session, node, call) {
  const func = knownRoutine(session, node.objectType, node.object.ObjectWithArgs, call)
  const ddl = beginDdl(session)
  const namespaceOid = targetSchema(session, ddl, node.newschema, func.namespaceOid)
  if (namespaceOid !== func.namespaceOid) {
    refusePinned(func, node.objectType)
    requireOwner(ddl, address(CLASS.PROC, func.oid), { plain: true })
    requireFree(ddl, func, func.name, namespaceOid)
    ddl.update('pg_proc', ddl.one('pg_proc', 'pg_proc_oid_index', [func.oid]), { pronamespace: namespaceOid })
    moveDependency(ddl, CLASS.PROC, func.oid, func.namespaceOid, namespaceOid)
    touchFunction(ddl, func.oid, func.name, func.namespaceOid)
    touchFunction(ddl, func.oid, func.name, namespaceOid)
  }
  endDdl(session, ddl)
  call.sink.commandComplete(`ALTER ${wordOf(node.objectType).toUpperCase()}`)
}

/** @param {Session} session @param {Tree<import('@pgsql/types').AlterOwnerStmt>} node @param {UtilityCall} call */
function runOwnRoutine(session, node, call) {
  const func = requireRoutine(session, node.objectType, node.object.ObjectWithArgs, call)
  const ddl = beginDdl(session)
  const owner = roleOf(session, node.newowner)
  const routine = address(CLASS.PROC, func.oid)
  if (!isAlready(ddl, routine, owner.oid)) {
    requireOwner(ddl, routine, { plain: true })
    requireReceiver(session, ddl, routine, owner)
    ddl.update('pg_proc', ddl.one('pg_proc', 'pg_proc_oid_index', [func.oid]), { proowner: owner.oid })
    touchFunction(ddl, func.oid, func.name, func.namespaceOid)
    endDdl(session, ddl)
  }
  call.sink.commandComplete(`ALTER ${wordOf(node.objectType).toUpperCase()}`)
}

/** @param {Session} session @param {Tree<import('@pgsql/types').AlterFunctionStmt>} node @param {UtilityCall} call */
export function runAlterFunction(session, node, call) {
  const func = requireRoutine(session, node.objtype, node.func, call)
  if (func.kind === 'a') throw isAnAggregate(func.name)
  const options = readOptions(node)
  const ddl = beginDdl(session)
  requireNamedOwner(session, node.objtype, { ObjectWithArgs: node.func }, address(CLASS.PROC, func.oid))
  /** @type {Record<string, any>} */
  const changes = {}
  if (func.kind === 'p')
    for (const name of ['strict', 'volatility', 'cost', 'rows', 'leakproof', 'parallel'])
      if (name in options) throw procedureAttribute()
  if (options.volatility !== undefined) changes.provolatile = char(options.volatility)
  if (options.strict !== undefined) changes.proisstrict = options.strict
  if (options.security !== undefined) changes.prosecdef = options.security
  if (options.leakproof === true && !session.superuser) throw leakproofDenied()
  if (options.leakproof !== undefined) changes.proleakproof = options.leakproof
  if (options.parallel !== undefined) changes.proparallel = char(options.parallel)
  if (options.cost !== undefined) {
    if (!(options.cost > 0)) throw costMustBePositive()
    changes.procost = options.cost
  }
  if (options.rows !== undefined) {
    if (!(options.rows > 0)) throw rowsMustBePositive()
    if (!func.retset) throw rowsWithoutSet()
    changes.prorows = options.rows
  }
  if (options.sets.length > 0) {
    const config = options.config(session, func.config)
    changes.proconfig = config.length === 0 ? null : textArray(config)
  }
  ddl.update('pg_proc', ddl.one('pg_proc', 'pg_proc_oid_index', [func.oid]), changes)
  touchFunction(ddl, func.oid, func.name, func.namespaceOid)
  endDdl(session, ddl)
  call.sink.commandComplete(`ALTER ${wordOf(node.objtype).toUpperCase()}`)
}

/**
 * The runner of DROP, RENAME, SET SCHEMA, OWNER TO: for routines ours, else the one given.
 * @param {import('../dispatch.js').UtilityRunner} other
 * @returns {import('../dispatch.js').UtilityRunner}
 */
export const withRoutines = (other) => (session, node, call) => {
  if (isRoutine(node.removeType)) return runDropRoutine(session, node, call)
  if (isRoutine(node.renameType)) return runRenameRoutine(session, node, call)
  if (isRoutine(node.objectType))
    return node.newschema === undefined ? runOwnRoutine(session, node, call) : runMoveRoutine(session, node, call)
  return other(session, node, call)
}
