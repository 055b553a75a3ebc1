/**
 * CREATE OPERATOR, CREATE CAST; DROP OPERATOR, DROP CAST. Definitions are lists of name = value; what is not known
 * among them is warned about, as in PostgreSQL.
 */
import { findNamed, requireNamedOwner } from '../objects/object-address.js'
import { nameParts } from '../../../planner/bind/expressions/typename.js'
import { CLASS } from '../../../catalog/ddl/context.js'
import { address } from '../../../catalog/ddl/dependencies.js'
import { dropObjects } from '../../../catalog/ddl/drop.js'
import { requireTypeOwner, requireTypeUsage } from '../../../catalog/ddl/may-change.js'
import { requireExecute } from '../../../catalog/guarded.js'
import { asker } from '../../session/access.js'
import { castWithoutFunctionDenied } from '../../../errors/privileges.js'
import { createCast, createOperator } from '../../../catalog/ddl/routines/operators.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { undefinedObject } from '../../../errors/syntax.js'
import { DbError } from '../../../errors/db-error.js'
import { isBinaryPath } from '../../../planner/function-result.js'
import { runCreateAggregate } from './create-aggregate.js'
import { estimator } from './alter-operator.js'
import { beginDdl, creationNamespace, endDdl } from '../../session/ddl.js'
import { definedType, definitionOf, flagOf, qualifiedOf, requireFunction } from './definition.js'
import { findRoutine, functionTypeOf, missingRoutine, missingTypeAmong, writtenType } from './routine-names.js'
import { runCreateBaseType } from '../types/base-types.js'
import { runCreateCollation } from '../types/collations.js'
import { runCreateTextSearch } from '../objects/text-search.js'
import { nameOf } from '../types/types.js'
import {
  arrayNotBinary, arrowIsNoOperator, castArgumentCount, castArgumentType, castFromPseudoType, castNotNormalFunction,
  castReturns, castReturnsSet, castSecondArgument, castThirdArgument, castToItself, castToPseudoType,
  commutatorOfUnary, compositeNotBinary, domainNotBinary, enumNotBinary, hashesOfNonBoolean, hashesOfUnary,
  joinOfNonBoolean, joinOfUnary, mergesOfNonBoolean, mergesOfUnary, negatorOfNonBoolean, notPhysicallyCompatible,
  operatorWithoutArguments, operatorWithoutFunction, operatorWithoutRight, postfixOperatorsAreNotSupported,
  restrictOfNonBoolean, setofOperatorArgument, undefinedOperatorNamed,
} from '../../../errors/commands/routines.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/** @param {Session} session @param {Tree<import('@pgsql/types').DefineStmt>} node @param {UtilityCall} call */
export function runDefine(session, node, call) {
  switch (node.kind) {
    case 'OBJECT_OPERATOR': return runCreateOperator(session, node, call)
    case 'OBJECT_AGGREGATE': return runCreateAggregate(session, node, call)
    case 'OBJECT_TYPE': return runCreateBaseType(session, node, call)
    case 'OBJECT_COLLATION': return runCreateCollation(session, node, call)
    case 'OBJECT_TSDICTIONARY': case 'OBJECT_TSCONFIGURATION': case 'OBJECT_TSTEMPLATE': case 'OBJECT_TSPARSER':
      return runCreateTextSearch(session, node, call)
    default: throw featureNotSupported(`CREATE ${node.kind.replace('OBJECT_', '').replaceAll('_', ' ')}`)
  }
}

/** @param {Session} session @param {Tree<import('@pgsql/types').DefineStmt>} node @param {UtilityCall} call */
function runCreateOperator(session, node, call) {
  const { sourceText } = call.prepared
  const target = nameOf(node.defnames)
  const namespaceOid = creationNamespace(session, target)
  const items = definitionOf(node)
  let left = 0
  let right = 0
  /** @type {string[] | null} */
  let commutator = null
  /** @type {string[] | null} */
  let negator = null
  /** @type {string[] | null} */
  let names = null
  let canMerge = false
  let canHash = false
  /** @type {Tree<import('@pgsql/types').DefElem> | null} */
  let restrict = null
  /** @type {Tree<import('@pgsql/types').DefElem> | null} */
  let join = null
  for (const [name, item] of items) {
    switch (name) {
      case 'leftarg': case 'rightarg': {
        if (item.arg?.TypeName?.setof) throw setofOperatorArgument()
        const type = definedType(session, item, sourceText)
        if (name === 'leftarg') left = type
        else right = type
        break
      }
      case 'function': case 'procedure': names = qualifiedOf(item); break
      case 'commutator': commutator = qualifiedOf(item); break
      case 'negator': negator = qualifiedOf(item); break
      case 'restrict': restrict = namedIn(item); break
      case 'join': join = namedIn(item); break
      case 'hashes': canHash = flagOf(item); break
      case 'merges': canMerge = flagOf(item); break
      case 'sort1': case 'sort2': case 'ltcmp': case 'gtcmp': canMerge = true; break
      default: session.notice({ severity: 'WARNING', code: '42601', message: `operator attribute "${name}" not recognized` })
    }
  }
  if (names === null) throw operatorWithoutFunction()
  if (left === 0 && right === 0) throw operatorWithoutArguments()
  if (right === 0) throw operatorWithoutRight()
  if (target.relname === '=>') throw arrowIsNoOperator()
  for (const type of [left, right]) requireTypeUsage(asker(session), type)
  const func = requireFunction(session, names, left === 0 ? [right] : [left, right])
  requireExecute(session.catalog(), session.roleOid, func.oid, names.join('.'))
  requireTypeUsage(asker(session), func.returnType)
  const restrictOid = restrict === null ? 0 : estimator(session, restrict)
  const joinOid = join === null ? 0 : estimator(session, join)
  const boolean = func.returnType === 16
  if (left === 0) {
    if (commutator !== null) throw commutatorOfUnary()
    if (joinOid !== 0) throw joinOfUnary()
    if (canMerge) throw mergesOfUnary()
    if (canHash) throw hashesOfUnary()
  }
  if (!boolean) {
    if (negator !== null) throw negatorOfNonBoolean()
    if (restrictOid !== 0) throw restrictOfNonBoolean()
    if (joinOid !== 0) throw joinOfNonBoolean()
    if (canMerge) throw mergesOfNonBoolean()
    if (canHash) throw hashesOfNonBoolean()
  }
  // Without a schema: found along the path, else to be made where things are made, wherever the operator itself goes.
  /** @param {string[] | null} parts @param {number[]} sides */
  const partner = (parts, sides) => parts === null ? null : () => {
    const name = /** @type {string} */ (parts.at(-1))
    const schema = parts.length > 1 ? /** @type {string} */ (parts.at(-2)) : null
    const place = () => creationNamespace(session, { schemaname: schema ?? undefined, relname: name })
    const [known] = session.catalog().operatorsNamed(name, sides[0], sides[1], schema)
    return { name, namespaceOid: known?.namespaceOid ?? place(), written: parts.join('.') }
  }
  const ddl = beginDdl(session)
  createOperator(ddl, {
    name: target.relname, namespaceOid, left, right, result: func.returnType, funcOid: func.oid, canMerge, canHash,
    restrict: restrictOid, join: joinOid, commutator: partner(commutator, [right, left]),
    negator: partner(negator, [left, right]),
  })
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE OPERATOR')
}

/** @param {Tree<import('@pgsql/types').DefElem>} item */
const namedIn = (item) => qualifiedOf(item).length > 0 ? item : null

/** A type or schema that is not there: IF EXISTS forgives it. */
const MISSING = new Set(['42704', '3F000'])

/** @param {Session} session @param {Tree<import('@pgsql/types').DropStmt>} node @param {UtilityCall} call */
export function runDropOperator(session, node, call) {
  const { sourceText } = call.prepared
  const catalog = session.catalog()
  const targets = []
  for (const { ObjectWithArgs: object } of node.objects) {
    const names = object.objname.map((part) => part.String.sval)
    let types
    try {
      types = object.objargs.map((item) =>
        item.TypeName === undefined ? 0 : functionTypeOf(session, item.TypeName, sourceText),
      )
    } catch (error) {
      if (!node.missing_ok || !(error instanceof DbError) || !MISSING.has(error.code)) throw error
      const message = missingTypeAmong(session, object.objargs.flatMap((item) => item.TypeName ?? []))
      session.notice({ severity: 'NOTICE', code: '00000', message: `${message}, skipping` })
      continue
    }
    const [left, right] = types
    if (right === 0) throw postfixOperatorsAreNotSupported()
    const [found] = catalog.operatorsNamed(names.at(-1), left, right, names.length > 1 ? names.at(-2) : null)
    if (found === undefined) {
      const shown =
        left === 0
          ? `${names.join('.')} ${formatType(catalog, right)}`
          : `${formatType(catalog, left)} ${names.join('.')} ${formatType(catalog, right)}`
      if (!node.missing_ok) throw undefinedOperatorNamed(shown)
      session.notice({
        severity: 'NOTICE', code: '00000', message: `operator ${names.join('.')} does not exist, skipping`,
      })
      continue
    }
    const target = address(CLASS.OPERATOR, found.oid)
    requireNamedOwner(session, node.removeType, { ObjectWithArgs: object }, target, { dropping: true })
    targets.push(target)
  }
  if (targets.length > 0) {
    const ddl = beginDdl(session)
    dropObjects(ddl, targets, { cascade: node.behavior === 'DROP_CASCADE' })
    endDdl(session, ddl)
  }
  call.sink.commandComplete('DROP OPERATOR')
}

/** @param {Session} session @param {Tree<import('@pgsql/types').CreateCastStmt>} node @param {UtilityCall} call */
export function runCreateCast(session, node, call) {
  const { sourceText } = call.prepared
  const catalog = session.catalog()
  const source = functionTypeOf(session, { ...node.sourcetype, location: -1 }, sourceText)
  const target = functionTypeOf(session, { ...node.targettype, location: -1 }, sourceText)
  const [from, to] = [catalog.type(source), catalog.type(target)]
  const shown = `type ${formatType(catalog, source)} to type ${formatType(catalog, target)}`
  if (from.kind === 'p') throw castFromPseudoType(formatType(catalog, source))
  if (to.kind === 'p') throw castToPseudoType(formatType(catalog, target))
  requireTypeOwner(asker(session), source, target)
  for (const type of [source, target]) requireTypeUsage(asker(session), type)
  if (from.kind === 'd')
    session.notice({
      severity: 'WARNING', code: '42809', message: 'cast will be ignored because the source data type is a domain',
    })
  else if (to.kind === 'd')
    session.notice({
      severity: 'WARNING', code: '42809', message: 'cast will be ignored because the target data type is a domain',
    })
  let funcOid = 0
  let argumentCount = 0
  const method = node.inout ? 'i' : node.func ? 'f' : 'b'
  if (method === 'f') {
    const func = findRoutine(session, 'OBJECT_FUNCTION', node.func, sourceText)
    if (func === null) throw missingRoutine(session, 'OBJECT_FUNCTION', node.func, sourceText)
    const count = func.argTypes.length
    argumentCount = count
    if (count < 1 || count > 3) throw castArgumentCount()
    if (!isBinaryPath(catalog, source, func.argTypes[0])) throw castArgumentType()
    if (count > 1 && func.argTypes[1] !== 23) throw castSecondArgument()
    if (count > 2 && func.argTypes[2] !== 16) throw castThirdArgument()
    if (!isBinaryPath(catalog, func.returnType, target)) throw castReturns()
    if (func.kind !== 'f') throw castNotNormalFunction()
    if (func.retset) throw castReturnsSet()
    funcOid = func.oid
  }
  if (method === 'b') {
    if (!session.superuser) throw castWithoutFunctionDenied()
    if (from.length !== to.length || from.byValue !== to.byValue || from.align !== to.align)
      throw notPhysicallyCompatible()
    for (const type of [from, to]) {
      if (type.kind === 'c') throw compositeNotBinary()
      if (type.kind === 'e') throw enumNotBinary()
      if (type.subscriptFunction === 6179 && type.elementType !== 0) throw arrayNotBinary()
      if (type.kind === 'd') throw domainNotBinary()
    }
    // One that is there already is said first, as its row would.
    if (catalog.cast(source, target) === undefined && !sameValues(session, source, target))
      throw featureNotSupported('CREATE CAST … WITHOUT FUNCTION between types whose values are not kept alike here')
  }
  if (source === target && (method !== 'f' || argumentCount < 2)) throw castToItself()
  const context = node.context === 'COERCION_IMPLICIT' ? 'i' : node.context === 'COERCION_ASSIGNMENT' ? 'a' : 'e'
  const ddl = beginDdl(session)
  createCast(ddl, { source, target, funcOid, context, method }, shown)
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE CAST')
}

/**
 * Whether a value of one type is one of the other as it is.
 * @param {Session} session
 * @param {number} source
 * @param {number} target
 */
function sameValues(session, source, target) {
  const [from, to] = [session.typeOps(source), session.typeOps(target)]
  if (from.kind !== to.kind) return false
  return from.kind === 'var' || from.kind === 'fixed16' ? from.textIsStored === true && to.textIsStored === true : true
}

/**
 * None is ever there: CREATE TRANSFORM is refused.
 * @param {Session} session @param {Tree<import('@pgsql/types').DropStmt>} node @param {UtilityCall} call
 */
export function runDropTransform(session, node, call) {
  for (const object of node.objects) {
    try {
      findNamed(session, 'OBJECT_TRANSFORM', object)
    } catch (error) {
      if (!node.missing_ok || !(error instanceof DbError) || error.code !== '42704') throw error
      const [of, { String: language }] = object.List.items
      const message = error.message.startsWith('type ') ? error.message
        : `transform for type ${nameParts(of.TypeName.names).join('.')} language "${language.sval}" does not exist`
      session.notice({ severity: 'NOTICE', code: '00000', message: `${message}, skipping` })
    }
  }
  call.sink.commandComplete('DROP TRANSFORM')
}

/** @param {string[]} names of its types */
const noCast = ([source, target]) => `cast from type ${source} to type ${target} does not exist`

/** @param {Session} session @param {Tree<import('@pgsql/types').DropStmt>} node @param {UtilityCall} call */
export function runDropCast(session, node, call) {
  const { sourceText } = call.prepared
  const targets = []
  for (const { List: pair } of node.objects) {
    let source
    let target
    try {
      ;[source, target] = pair.items.map(
        (item) => functionTypeOf(session, { ...item.TypeName, location: -1 }, sourceText))
    } catch (error) {
      if (!node.missing_ok || !(error instanceof DbError) || !MISSING.has(error.code)) throw error
      const message = missingTypeAmong(session, pair.items.map((item) => item.TypeName))
      session.notice({ severity: 'NOTICE', code: '00000', message: `${message}, skipping` })
      continue
    }
    const cast = session.catalog().cast(source, target)
    if (cast === undefined) {
      if (!node.missing_ok)
        throw undefinedObject(noCast([source, target].map((type) => formatType(session.catalog(), type))))
      const message = noCast(pair.items.map((item) => writtenType(item.TypeName)))
      session.notice({ severity: 'NOTICE', code: '00000', message: `${message}, skipping` })
      continue
    }
    targets.push(address(CLASS.CAST, cast.oid))
  }
  if (targets.length > 0) {
    const ddl = beginDdl(session)
    dropObjects(ddl, targets, { cascade: node.behavior === 'DROP_CASCADE' })
    endDdl(session, ddl)
  }
  call.sink.commandComplete('DROP CAST')
}
