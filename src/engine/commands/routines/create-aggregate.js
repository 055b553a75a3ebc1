/** CREATE AGGREGATE: transition, final and moving functions looked up by the types the aggregate hands them. */
import { requireTypeUsage } from '../../../catalog/ddl/may-change.js'
import { requireExecute } from '../../../catalog/guarded.js'
import { createAggregate } from '../../../catalog/ddl/routines/operators.js'
import { char } from '../../../catalog/ddl/context.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { aggregateFunction } from '../../../planner/function-result.js'
import { readParameters, requireDetermined } from './create-function.js'
import { beginDdl, creationNamespace, endDdl } from '../../session/ddl.js'
import { definedType, definitionOf, flagOf, qualifiedOf } from './definition.js'
import { nameOf } from '../types/types.js'
import {
  aggregateDefaults, aggregateInputMissing, aggregateMinvfuncMustBeSpecified, aggregateMsfuncMustBeSpecified,
  aggregateOutputArguments, aggregatePartWithoutMstype, aggregateSetArguments, aggregateSfuncMustBeSpecified,
  aggregateStypeMustBeSpecified, badModify, badParallel, badTransitionType, basetypeRedundant, combineReturns,
  hypotheticalNotOrdered, initialValueNeeded, inverseReturns, movingResultDiffers, operatorDoesNotExist,
  serializationHalfGiven, serializationNeedsInternal, sortOperatorNeedsOneArgument, strictCombine,
  strictFinalWithExtra, strictnessDiffers, supportFunctionReturns, transitionReturns, undeterminedTransitionType,
  variadicOrderedSet,
} from '../../../errors/commands/routines.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */
/** @import { FuncDesc } from '../../../catalog/descriptors.js' */

const INTERNAL = 2281
const BYTEA = 17
const ANY = 2276
/** Old spellings. @type {Record<string, string>} */
const SYNONYMS = { sfunc1: 'sfunc', stype1: 'stype', initcond1: 'initcond' }
const KNOWN = new Set([
  'sfunc', 'stype', 'sspace', 'finalfunc', 'finalfunc_extra', 'finalfunc_modify', 'combinefunc', 'serialfunc',
  'deserialfunc', 'initcond', 'msfunc', 'minvfunc', 'mstype', 'msspace', 'mfinalfunc', 'mfinalfunc_extra',
  'mfinalfunc_modify', 'minitcond', 'sortop', 'parallel', 'hypothetical', 'basetype',
])

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').DefineStmt>} node
 * @param {UtilityCall} call
 */
export function runCreateAggregate(session, node, call) {
  const { sourceText } = call.prepared
  const target = nameOf(node.defnames)
  const namespaceOid = creationNamespace(session, target)
  /** @type {Map<string, any>} */
  const items = new Map()
  for (const [name, item] of definitionOf(node)) {
    const known = SYNONYMS[name] ?? name
    if (!KNOWN.has(known))
      session.notice({ severity: 'WARNING', code: '42601', message: `aggregate attribute "${name}" not recognized` })
    else items.set(known, item)
  }
  const parameters = readArguments(session, node, items, sourceText)
  const direct = node.oldstyle ? -1 : node.args[1].Integer.ival ?? 0
  const hypothetical = items.has('hypothetical') && flagOf(items.get('hypothetical'))
  const kind = direct < 0 ? 'n' : hypothetical ? 'h' : 'o'
  if (kind === 'n' && items.has('hypothetical')) throw hypotheticalNotOrdered()
  const type = (/** @type {string} */ name) => items.has(name) ? definedType(session, items.get(name), sourceText) : 0
  const names = (/** @type {string} */ name) => items.has(name) ? qualifiedOf(items.get(name)) : null
  const transType = type('stype')
  const sfunc = names('sfunc')
  if (transType === 0) throw aggregateStypeMustBeSpecified()
  if (sfunc === null) throw aggregateSfuncMustBeSpecified()
  checkMoving(items)
  const catalog = session.catalog()
  const { argTypes } = parameters.definition
  requireState(session, transType, argTypes)
  const lookUp = (/** @type {string[]} */ parts, /** @type {number[]} */ types, variadic = 0) => {
    const found = aggregateFunction(catalog, parts, types, variadic)
    requireExecute(catalog, session.roleOid, found.func.oid)
    return found
  }
  const { variadicType } = parameters.definition
  if (kind !== 'n' && variadicType !== 0 && variadicType !== ANY) throw variadicOrderedSet()
  // The transition function takes what is aggregated; the final one the direct arguments, too.
  const aggregated = kind === 'n' ? argTypes : direct < argTypes.length ? argTypes.slice(direct) : argTypes.slice(-1)
  const trans = lookUp(sfunc, [transType, ...aggregated], variadicType)
  if (trans.result !== transType) throw transitionReturns(sfunc.join('.'), formatType(catalog, transType))
  const initial = items.has('initcond') ? textOf(items.get('initcond')) : null
  if (
    trans.func.strict && initial === null && (argTypes.length < 1 || !catalog.isBinaryCoercible(argTypes[0], transType))
    && !isPolymorphicPair(argTypes[0], transType)
  ) {
    throw initialValueNeeded()
  }
  if (initial !== null && catalog.type(transType).kind !== 'p')
    session.typeOps(transType).parse(initial, -1, session.env)
  const extra = items.has('finalfunc_extra') && flagOf(items.get('finalfunc_extra'))
  const finalTypes = extra ? argTypes : argTypes.slice(0, Math.max(direct, 0))
  const final = finalOf(
    names('finalfunc'), [transType, ...finalTypes], extra, extra || direct === argTypes.length ? variadicType : 0,
    lookUp,
  )
  const result = final === null ? transType : final.result
  const combine =
    names('combinefunc') === null
      ? null
      : lookUp(/** @type {string[]} */ (names('combinefunc')), [transType, transType])
  if (combine !== null) {
    if (combine.result !== transType)
      throw combineReturns(names('combinefunc')?.join('.'), formatType(catalog, transType))
    if (combine.func.strict && transType === INTERNAL) throw strictCombine(formatType(catalog, transType))
  }
  const serial = serialOf(session, names('serialfunc'), [INTERNAL], BYTEA, 'serialization', lookUp)
  const deserial = serialOf(session, names('deserialfunc'), [BYTEA, INTERNAL], INTERNAL, 'deserialization', lookUp)
  if ((serial === null) !== (deserial === null)) throw serializationHalfGiven()
  if (serial !== null && transType !== INTERNAL) throw serializationNeedsInternal(formatType(catalog, INTERNAL))
  const moving = movingOf(session, items, argTypes, result, sourceText, lookUp)
  const sortop = sortOperator(session, names('sortop'), argTypes)
  const parallel = items.has('parallel') ? parallelOf(items.get('parallel')) : 'u'
  requireDetermined(session, parameters, result, [])
  const modify = (/** @type {string} */ name) => items.has(name) ? modifyOf(items.get(name)) : kind === 'n' ? 'r' : 'w'
  const ddl = beginDdl(session)
  for (const used of [...argTypes, transType, moving.type]) requireTypeUsage(ddl, used)
  createAggregate(
    ddl,
    {
      name: target.relname, namespaceOid, kind: 'a', language: 12, ...parameters.definition, defaults: [],
      returnType: result, retset: false, strict: false, securityDefiner: false, leakproof: false, volatility: 'i',
      parallel, cost: 1, rows: 0, source: 'aggregate_dummy', body: null, config: [],
    },
    {
      aggkind: char(kind), aggnumdirectargs: Math.max(direct, 0), aggtransfn: trans.func.oid,
      aggfinalfn: final?.func.oid ?? 0, aggcombinefn: combine?.func.oid ?? 0, aggserialfn: serial?.func.oid ?? 0,
      aggdeserialfn: deserial?.func.oid ?? 0, aggmtransfn: moving.trans, aggminvtransfn: moving.inverse,
      aggmfinalfn: moving.final, aggfinalextra: extra, aggmfinalextra: moving.extra,
      aggfinalmodify: char(modify('finalfunc_modify')), aggmfinalmodify: char(modify('mfinalfunc_modify')),
      aggsortop: sortop, aggtranstype: transType, aggtransspace: numberOf(items.get('sspace')),
      aggmtranstype: moving.type, aggmtransspace: numberOf(items.get('msspace')), agginitval: initial,
      aggminitval: moving.initial,
    },
    node.replace === true,
  )
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE AGGREGATE')
}

/** @param {number | undefined} type @param {number} state */
const isPolymorphicPair = (type, state) => type !== undefined && type === state

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').DefineStmt>} node
 * @param {Map<string, any>} items
 * @param {string} sourceText
 */
function readArguments(session, node, items, sourceText) {
  if (!node.oldstyle) {
    if (items.has('basetype')) throw basetypeRedundant()
    const list = node.args[0]?.List?.items ?? []
    for (const { FunctionParameter: parameter } of list) {
      if (!['FUNC_PARAM_IN', 'FUNC_PARAM_DEFAULT', 'FUNC_PARAM_VARIADIC'].includes(parameter.mode))
        throw aggregateOutputArguments()
      if (parameter.defexpr) throw aggregateDefaults()
      if (parameter.argType.setof) throw aggregateSetArguments()
    }
    return readParameters(session, { parameters: list }, sourceText)
  }
  if (!items.has('basetype')) throw aggregateInputMissing()
  const base = items.get('basetype')
  const word = String(base.arg?.String?.sval ?? base.arg?.TypeName?.names.at(-1).String.sval ?? '').toLowerCase()
  if (word === 'any') return readParameters(session, { parameters: [] }, sourceText)
  return readParameters(
    session,
    {
      parameters: [
        {
          FunctionParameter: {
            argType: base.arg.TypeName ?? { names: [base.arg], typemod: -1 },
            mode: 'FUNC_PARAM_DEFAULT',
          },
        },
      ],
    },
    sourceText,
  )
}

/** @param {Map<string, any>} items */
function checkMoving(items) {
  if (items.has('mstype')) {
    if (!items.has('msfunc')) throw aggregateMsfuncMustBeSpecified()
    if (!items.has('minvfunc')) throw aggregateMinvfuncMustBeSpecified()
    return
  }
  for (const [name, shown] of [
    ['msfunc', 'msfunc'], ['minvfunc', 'minvfunc'], ['mfinalfunc', 'mfinalfunc'], ['msspace', 'msspace'],
    ['minitcond', 'minitcond'],
  ]) {
    if (items.has(name)) throw aggregatePartWithoutMstype(shown)
  }
}

/**
 * A state of a polymorphic type needs an input of one; a pseudo-type is refused.
 * @param {Session} session
 * @param {number} type
 * @param {number[]} inputs
 */
function requireState(session, type, inputs) {
  const info = session.catalog().type(type)
  if (info.kind !== 'p') return
  if (type === INTERNAL && session.superuser) return
  const simple = new Set([2277, 2283, 2776, 3500, 3831, 4537])
  const common = new Set([5077, 5078, 5079, 5080, 4538])
  const family = simple.has(type) ? simple : common.has(type) ? common : null
  if (family === null) throw badTransitionType(formatType(session.catalog(), type))
  if (inputs.some((input) => family.has(input))) return
  throw undeterminedTransitionType(family === simple
    ? `A result of type ${formatType(session.catalog(), type)} requires at least one input of type anyelement, anyarray, anynonarray, anyenum, anyrange, or anymultirange.`
    : `A result of type ${formatType(session.catalog(), type)} requires at least one input of type anycompatible, anycompatiblearray, anycompatiblenonarray, anycompatiblerange, or anycompatiblemultirange.`)
}

/** @typedef {(parts: string[], types: number[], variadic?: number) => { func: FuncDesc, result: number }} LookUp */

/**
 * @param {string[] | null} parts
 * @param {number[]} types
 * @param {boolean} extra
 * @param {number} variadic
 * @param {LookUp} lookUp
 */
function finalOf(parts, types, extra, variadic, lookUp) {
  if (parts === null) return null
  const found = lookUp(parts, types, variadic)
  if (extra && found.func.strict) throw strictFinalWithExtra()
  return found
}

/**
 * @param {Session} session
 * @param {string[] | null} parts
 * @param {number[]} types
 * @param {number} result
 * @param {string} what
 * @param {LookUp} lookUp
 */
function serialOf(session, parts, types, result, what, lookUp) {
  if (parts === null) return null
  const found = lookUp(parts, types)
  if (found.result !== result)
    throw supportFunctionReturns(what, parts.join('.'), formatType(session.catalog(), result))
  return found
}

/**
 * @param {Session} session
 * @param {Map<string, any>} items
 * @param {number[]} argTypes
 * @param {number} result
 * @param {string} sourceText
 * @param {LookUp} lookUp
 */
function movingOf(session, items, argTypes, result, sourceText, lookUp) {
  if (!items.has('mstype')) return { trans: 0, inverse: 0, final: 0, extra: false, type: 0, initial: null }
  const catalog = session.catalog()
  const type = definedType(session, items.get('mstype'), sourceText)
  const forward = lookUp(qualifiedOf(items.get('msfunc')), [type, ...argTypes])
  if (forward.result !== type)
    throw transitionReturns(qualifiedOf(items.get('msfunc')).join('.'), formatType(catalog, type))
  const inverse = lookUp(qualifiedOf(items.get('minvfunc')), [type, ...argTypes])
  if (inverse.result !== type)
    throw inverseReturns(qualifiedOf(items.get('minvfunc')).join('.'), formatType(catalog, type))
  if (forward.func.strict !== inverse.func.strict) throw strictnessDiffers()
  const extra = items.has('mfinalfunc_extra') && flagOf(items.get('mfinalfunc_extra'))
  const final = finalOf(
    items.has('mfinalfunc') ? qualifiedOf(items.get('mfinalfunc')) : null, [type, ...(extra ? argTypes : [])], extra, 0,
    lookUp,
  )
  if ((final?.result ?? type) !== result) {
    throw movingResultDiffers(formatType(catalog, final?.result ?? type), formatType(catalog, result))
  }
  return {
    trans: forward.func.oid, inverse: inverse.func.oid, final: final?.func.oid ?? 0, extra, type,
    initial: items.has('minitcond') ? textOf(items.get('minitcond')) : null,
  }
}

/** @param {Session} session @param {string[] | null} parts @param {number[]} argTypes */
function sortOperator(session, parts, argTypes) {
  if (parts === null) return 0
  if (argTypes.length !== 1) throw sortOperatorNeedsOneArgument()
  const catalog = session.catalog()
  const [found] = catalog.operatorsNamed(parts.at(-1), argTypes[0], argTypes[0], parts.length > 1 ? parts.at(-2) : null)
  if (found === undefined) throw operatorDoesNotExist(formatType(catalog, argTypes[0]), parts.join('.'))
  return found.oid
}

/** @param {unknown} item @returns {'s' | 'r' | 'u'} */
function parallelOf(item) {
  const word = textOf(item)
  if (!['safe', 'restricted', 'unsafe'].includes(word)) throw badParallel()
  return /** @type {any} */ (word[0])
}

/** @param {Tree<import('@pgsql/types').DefElem>} item */
function modifyOf(item) {
  const word = textOf(item)
  const letter = /** @type {Record<string, string>} */ ({ read_only: 'r', shareable: 's', read_write: 'w' })[word]
  if (letter === undefined) throw badModify(item.defname)
  return letter
}

/** @param {any} item @returns {string} */
const textOf = ({ arg }) =>
  String(arg.String?.sval ?? arg.Float?.fval ?? arg.TypeName?.names.at(-1).String.sval ?? arg.Integer?.ival ?? 0)

/** @param {any} item @returns {number} */
const numberOf = (item) => item === undefined ? 0 : Number(item.arg.Integer?.ival ?? item.arg.Float?.fval ?? 0)
