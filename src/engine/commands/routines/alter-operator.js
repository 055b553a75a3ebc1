/** ALTER OPERATOR … SET (RESTRICT, JOIN): the functions that estimate how much of a table an operator lets through. */
import { requireOwner } from '../../../catalog/ddl/may-change.js'
import { requireExecute } from '../../../catalog/guarded.js'
import { asker } from '../../session/access.js'
import { setOperatorEstimators } from '../../../catalog/ddl/routines/operators.js'
import { describeObject } from '../../../catalog/object-classes.js'
import { featureNotSupported } from '../../../errors/db-error.js'
/** @import { DbError } from '../../../errors/db-error.js' */
import { beginDdl, endDdl } from '../../session/ddl.js'
import { qualifiedOf, requireFunction } from './definition.js'
import { findNamed } from '../objects/object-address.js'
import {
  argumentMustBeName, badOperatorAttribute, estimatorIsSuperusers, estimatorReturns, joinOfNonBoolean, joinOfUnary,
  restrictOfNonBoolean,
} from '../../../errors/commands/routines.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */

const FLOAT8 = 701
const BOOL = 16
/** OIDs of what initdb makes from SQL and of users' objects. */
const FIRST_NOT_BUILT_IN = 10000
/** (internal, oid, internal, integer); (internal, oid, internal, smallint, internal) */
const ARGUMENTS = { restrict: [2281, 26, 2281, 23], join: [2281, 26, 2281, 21, 2281] }
const WORDS = { restrict: 'restriction', join: 'join' }
/** What CREATE OPERATOR knows and ALTER does not change. */
const FIXED = new Set(['leftarg', 'rightarg', 'function', 'procedure', 'commutator', 'negator', 'hashes', 'merges'])

/** @param {Session} session @param {Tree<import('@pgsql/types').AlterOperatorStmt>} node @param {UtilityCall} call */
export function runAlterOperator(session, node, call) {
  const object = findNamed(session, 'OBJECT_OPERATOR', { ObjectWithArgs: node.opername })
  /** @type {Partial<Record<'restrict' | 'join', number>>} */
  const changes = {}
  requireOwner(asker(session), object)
  for (const { DefElem: item } of node.options) {
    if (item.arg !== undefined && qualifiedOf(item).length === 0) throw argumentMustBeName(item.defname)
    if (item.defname === 'restrict' || item.defname === 'join')
      changes[/** @type {'restrict' | 'join'} */ (item.defname)] = estimator(session, item)
    else throw badOperatorAttribute(item.defname, FIXED.has(item.defname) ? 'cannot be changed' : 'not recognized')
  }
  const ddl = beginDdl(session)
  if (ddl.isPinned(object.objectId))
    throw featureNotSupported(`changing the built-in ${describeObject(ddl.view, object)}`)
  const operator = /** @type {import('../../../catalog/descriptors.js').OperatorDesc} */ (
    ddl.view.operator(object.objectId)
  )
  if ((operator.left === 0 || operator.right === 0) && changes.join) throw joinOfUnary()
  if (operator.result !== BOOL) {
    if (changes.restrict) throw restrictOfNonBoolean()
    if (changes.join) throw joinOfNonBoolean()
  }
  setOperatorEstimators(ddl, object.objectId, changes)
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER OPERATOR')
}

/**
 * What is not built in is a superuser's to name: it is handed what it cannot tell from other things.
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').DefElem>} item; no value is NONE
 * @returns {number} OID, 0: none
 * @throws {DbError} 42883, 42P17, 42501
 */
export function estimator(session, item) {
  if (item.arg === undefined) return 0
  const kind = /** @type {'restrict' | 'join'} */ (item.defname)
  const names = qualifiedOf(item)
  const func = requireFunction(session, names, ARGUMENTS[kind])
  if (func.returnType !== FLOAT8) throw estimatorReturns(WORDS[kind], names.join('.'))
  if (func.oid >= FIRST_NOT_BUILT_IN && !session.superuser) throw estimatorIsSuperusers(WORDS[kind])
  requireExecute(session.catalog(), session.roleOid, func.oid, names.join('.'))
  return func.oid
}
