/**
 * CREATE [OR REPLACE] FUNCTION and PROCEDURE: arguments, result, options and body read into a definition; the body is
 * checked before anything is kept.
 */
import { findNamed } from '../objects/object-address.js'
import { requireLanguage, requireTypeUsage } from '../../../catalog/ddl/may-change.js'
import { addFunctionNeeds, createFunction, javaScriptLanguage } from '../../../catalog/ddl/routines/functions.js'
import { CLASS } from '../../../catalog/ddl/context.js'
import { address } from '../../../catalog/ddl/dependencies.js'
import { queryDependencies, queryToText } from '../../../catalog/stored-query.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { checkSetting, settingDefinition } from '../../../config/settings.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { javaScriptOff } from '../../../errors/procedures.js'
import { noSuchLibrary, notInLibrary } from '../../../errors/extensions.js'
import { located } from '../../../errors/syntax.js'
import { hasLibrary, libraryFunction } from '../../../functions/libraries.js'
import { builtinFunction } from '../../../functions/registry.js'
import { bindArgumentDefault } from '../../../planner/table-expressions.js'
import { bindForKeeping } from '../../../planner/view-query.js'
import { bodyOf, storedBody } from '../../../procedures/body.js'
import { C_LANGUAGE, JAVASCRIPT, languageNamed, librarySource } from '../../../catalog/languages.js'
import { hasLanguage, validateRoutine } from '../../../procedures/languages.js'
import { withSettings } from '../../../procedures/defined-as.js'
import { placed, transposed } from './body-errors.js'
import { signatureType } from './signature-types.js'
import { statementName } from '../../statements/core/statement-names.js'
import { requireStorable, requireStorableValue } from '../../session/change-setting.js'
import { beginDdl, creationNamespace, endDdl } from '../../session/ddl.js'
import { argumentText } from '../conversation/settings.js'
import {
  badParallel, costMustBePositive, defaultOfOutput, duplicateBody, inlineBodyNotSql, noBody, noBuiltinNamed,
  noLanguageSpecified, noResultType, notInUnquotedBody, onlyOneAsItem, parameterNameTwice, polymorphicInlineBody,
  resultTypeMustBe, rowsMustBePositive, rowsWithoutSet, sqlArgumentType, undeterminedRangeResult, undeterminedResult,
  undefinedLanguage, variadicNotArray, variadicNotLast, setArguments, defaultsMustFollow, outAfterDefault,
} from '../../../errors/commands/routines.js'
import { leakproofDenied } from '../../../errors/privileges.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { FunctionDefinition } from '../../../catalog/ddl/routines/functions.js' */
/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { Tree } from '../../../parser/tree.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { FuncDesc } from '../../../catalog/descriptors.js' */

const RECORD = 2249
const VOID = 2278
const ANY = 2276
const ANYARRAY = 2277
const ANYCOMPATIBLEARRAY = 5078
const MODES = /** @type {Record<string, string>} */ ({
  FUNC_PARAM_IN: 'i', FUNC_PARAM_OUT: 'o', FUNC_PARAM_INOUT: 'b', FUNC_PARAM_VARIADIC: 'v', FUNC_PARAM_TABLE: 't',
  FUNC_PARAM_DEFAULT: 'i',
})
/** Polymorphic families: what a result of one needs among the inputs. */
const SIMPLE = new Set([2283, 2277, 2776, 3500, 3831, 4537])
const SQL = 14
const COMMON = new Set([5077, 5078, 5079, 5080, 4538])

/**
 * @param {Session} session @param {Tree<import('@pgsql/types').CreateFunctionStmt>} node @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runCreateFunction(session, node, call) {
  const { sourceText } = call.prepared
  const names = node.funcname.map((part) => part.String.sval)
  const target = { relname: names.at(-1), schemaname: names.at(-2), relpersistence: 'p' }
  const namespaceOid = creationNamespace(session, target, session.extensionOid !== 0)
  const options = readOptions(node)
  const ddl = beginDdl(session)
  const language = languageOf(session, ddl, options, node)
  if (options.leakproof === true && !node.is_procedure && !session.superuser) throw leakproofDenied()
  requireLanguage(ddl, language.oid)
  for (const type of options.transforms ?? []) {
    findNamed(session, 'OBJECT_TRANSFORM', { List: { items: [type, { String: { sval: language.name } }] } })
  }
  const parameters = readParameters(session, node, sourceText, language.oid)
  const result = readResult(session, node, parameters, sourceText, language.oid)
  const { argTypes, allArgTypes } = parameters.definition
  for (const type of [...(allArgTypes.length > 0 ? allArgTypes : argTypes), result.returnType])
    requireTypeUsage(ddl, type)
  const definition = /** @type {FunctionDefinition} */ ({
    name: names.at(-1), namespaceOid, kind: node.is_procedure ? 'p' : options.window ? 'w' : 'f',
    language: language.oid, ...parameters.definition, ...result, strict: options.strict ?? false,
    securityDefiner: options.security ?? false, leakproof: options.leakproof ?? false,
    volatility: options.volatility ?? 'v', parallel: options.parallel ?? 'u',
    cost: options.cost ?? (language.oid === 12 || language.oid === 13 ? 1 : 100),
    rows: options.rows ?? (result.retset ? 1000 : 0), source: '', body: null, config: options.config(session),
  })
  if (node.is_procedure)
    for (const option of ['strict', 'volatility', 'cost', 'rows', 'leakproof', 'parallel', 'window', 'support'])
      if (option in options)
        throw located('42P13', 'invalid attribute in procedure definition', { location: options.places[option] })
  if (options.cost !== undefined && !(options.cost > 0)) throw costMustBePositive()
  if (options.rows !== undefined && !(options.rows > 0)) throw rowsMustBePositive()
  if (options.rows !== undefined && !result.retset) throw rowsWithoutSet()
  readBody(session.catalog(), definition, language, node, options)
  const needs = node.sql_body ? bindBody(session, node, definition, sourceText) : []
  session.lastRoutine = createFunction(ddl, definition, node.replace === true)
  endDdl(session, ddl)
  // A body may call its own function, so it is looked at when the function is there.
  yield* checkBody(session, definition, needs, sourceText)
  call.sink.commandComplete(node.is_procedure ? 'CREATE PROCEDURE' : 'CREATE FUNCTION')
}

const INTERNAL = 2281
const PLANNED = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']

/**
 * @param {CatalogSnapshot} catalog
 * @param {FunctionDefinition} definition
 * @param {{ oid: number, name: string }} language
 * @param {Tree<import('@pgsql/types').CreateFunctionStmt>} node
 * @param {any} options
 */
function readBody(catalog, definition, language, node, options) {
  if (node.sql_body) {
    if (language.oid !== 14) throw inlineBodyNotSql()
    if (options.as !== undefined) throw duplicateBody()
    if (definition.argTypes.some((type) => SIMPLE.has(type) || COMMON.has(type))) throw polymorphicInlineBody()
    const foreign = bodyOf(node.sql_body).find((stmt) => !PLANNED.some((tag) => stmt[tag] !== undefined))
    if (foreign !== undefined) throw notInUnquotedBody(statementName(Object.keys(foreign)[0]))
    return
  }
  if (options.as === undefined) throw noBody()
  if (language.oid !== 13 && options.as.length !== 1) throw onlyOneAsItem(language.name)
  definition.source = options.as[0]
  if (language.oid === 12) {
    // One that is known but not written yet is 0A000 when it is called.
    const known = catalog
      .functionsNamed(definition.source, 'pg_catalog')
      .some((func) => func.oid < FIRST_USER_OID && func.source === definition.source)
    if (!known && builtinFunction(definition.source) === undefined) throw noBuiltinNamed(definition.source)
    return
  }
  if (language.oid === C_LANGUAGE) { inLibrary(definition, options.as); return }
  if (language.name === JAVASCRIPT) return
  if (!hasLanguage(catalog, language.oid)) throw featureNotSupported(`a function in language ${language.name}`)
}

/**
 * AS 'library' [, 'symbol']: what extensions bring, and nothing else.
 * @param {FunctionDefinition} definition @param {string[]} as
 * @throws {DbError} 58P01 there is no such library; 42883 it has no such function
 */
function inLibrary(definition, [binary, symbol = definition.name]) {
  if (!hasLibrary(binary)) throw noSuchLibrary(binary)
  // What takes internal is called by no statement: types and index keys of a library are their own
  // (types/libraries.js).
  const isSupport = definition.argTypes.includes(INTERNAL)
  if (!isSupport && libraryFunction(librarySource(binary, symbol)) === undefined) throw notInLibrary(symbol, binary)
  definition.binary = binary
  definition.source = symbol
}

/**
 * @param {Session} session @param {FunctionDefinition} definition
 * @param {import('../../../catalog/ddl/context.js').ObjectAddress[]} needs @param {string} sourceText
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* checkBody(session, definition, needs, sourceText) {
  if (definition.language === SQL) requireSqlArguments(session.catalog(), definition.argTypes)
  if (definition.body !== null) {
    yield* validateRoutine(session.procedures.host, definition)
    const ddl = beginDdl(session)
    addFunctionNeeds(ddl, definition, needs)
    endDdl(session, ddl)
    return
  }
  if (session.settings.get('check_function_bodies') !== true) return
  /** @param {import('../../session/log-messages.js').Notice} notice */
  const tell = (notice) => session.notice(placed(notice, definition.source, sourceText))
  // Its settings hold while it is looked at.
  const leave = withSettings(session, definition.config ?? [])
  try {
    yield* validateRoutine(session.procedures.host, { ...definition, tell })
  } catch (error) {
    throw transposed(error, definition.source, sourceText)
  } finally {
    leave()
  }
}

/**
 * Pseudo-types that no call settles.
 * @param {CatalogSnapshot} catalog
 * @param {number[]} types
 * @throws {DbError} 42P13
 */
function requireSqlArguments(catalog, types) {
  for (const type of types) {
    if (catalog.type(type)?.kind !== 'p' || SIMPLE.has(type) || COMMON.has(type)) continue
    throw sqlArgumentType(formatType(catalog, type))
  }
}

/**
 * The statements of an SQL-standard body, bound: what they refer to is the function's dependency, and they are kept as
 * bound, so that renaming a table or another search path changes nothing.
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreateFunctionStmt>} node
 * @param {FunctionDefinition} definition
 * @param {string} sourceText
 */
function bindBody(session, node, definition, sourceText) {
  const inputNames =
    definition.argModes.length === 0
      ? definition.argNames
      : definition.argNames.filter((_, at) => 'ibv'.includes(definition.argModes[at]))
  /** @type {import('../../../catalog/ddl/context.js').ObjectAddress[]} */
  const needs = []
  const statements = bodyOf(node.sql_body).map((stmt) => {
    const { query, relations } = bindForKeeping(stmt, session.catalog(), {
      settings: session.settings, env: session.env, sourceText, keepsViews: true, paramTypes: definition.argTypes,
      functionScope: { name: definition.name, argNames: inputNames },
    })
    needs.push(
      ...queryDependencies(query, (type) => session.catalog().type(type)?.relationOid ?? 0),
      ...relations.map((relation) => address(CLASS.RELATION, relation.oid)),
    )
    return { StoredQuery: { text: queryToText(query), isReturn: stmt.SelectStmt?.isReturn } }
  })
  definition.body = storedBody(statements, sourceText, node.sql_body.ReturnStmt !== undefined)
  return needs
}

/**
 * @param {Session} session
 * @param {import('../../../catalog/ddl/context.js').DdlContext} ddl
 * @param {FuncDesc} options
 * @param {Tree<import('@pgsql/types').CreateFunctionStmt>} node
 * @returns {{ oid: number, name: string }}
 */
function languageOf(session, ddl, options, node) {
  if (options.language === undefined && !node.sql_body) throw noLanguageSpecified()
  const name = String(options.language ?? 'sql')
  if (name.toLowerCase() === JAVASCRIPT) {
    if (!session.definesJavaScript && session.cluster.javaScriptBodies === null) throw javaScriptOff()
    return { oid: javaScriptLanguage(ddl), name: JAVASCRIPT }
  }
  const found = languageNamed(session.catalog(), name.toLowerCase())
  if (found === 0) throw undefinedLanguage(name)
  return { oid: found, name }
}

/** @param {any} node @returns {any} */
export function readOptions(node) {
  /** @type {any} */
  const options = { places: {} }
  /** @type {any[]} */
  const sets = []
  for (const { DefElem: item } of node.options ?? node.actions ?? []) {
    const name = item.defname
    if (name !== 'set' && name in options)
      throw located('42601', 'conflicting or redundant options', { location: item.location })
    options.places[name] = item.location
    switch (name) {
      case 'as': options.as = (item.arg.List?.items ?? [item.arg]).map((/** @type {any} */ part) => part.String.sval ?? ''); break
      case 'language': options.language = item.arg.String.sval; break
      case 'volatility': options.volatility = item.arg.String.sval[0]; break
      case 'strict': options.strict = item.arg.Boolean.boolval === true; break
      case 'security': options.security = item.arg.Boolean.boolval === true; break
      case 'leakproof': options.leakproof = item.arg.Boolean.boolval === true; break
      case 'window': options.window = item.arg.Boolean.boolval === true; break
      case 'cost': case 'rows': options[name] = Number(item.arg.Integer?.ival ?? item.arg.Float?.fval ?? 0); break
      case 'parallel': {
        const word = item.arg.String.sval
        if (!['safe', 'restricted', 'unsafe'].includes(word)) throw badParallel()
        options.parallel = word[0]
        break
      }
      case 'support': throw featureNotSupported('SUPPORT functions')
      case 'transform': options.transforms = item.arg.List.items; break
      case 'set': sets.push(item.arg.VariableSetStmt); break
      default: throw featureNotSupported(`function option ${name}`)
    }
  }
  options.sets = sets
  options.config = (/** @type {Session} */ session, /** @type {string[]} */ before = []) =>
    configAfter(session, before, sets)
  return options
}

/**
 * proconfig after some SET and RESET clauses.
 * @param {Session} session
 * @param {string[]} before
 * @param {Tree<import('@pgsql/types').VariableSetStmt>[]} sets VariableSetStmt
 * @returns {string[]}
 */
function configAfter(session, before, sets) {
  /** name=value by name: what is set again keeps its place. */
  const config = new Map(before.map((item) => [item.slice(0, item.indexOf('=')), item]))
  for (const set of sets) {
    if (set.kind === 'VAR_RESET_ALL') { config.clear(); continue }
    const name = settingDefinition(set.name)?.name ?? set.name
    requireStorable(session, set.name)
    if (set.kind === 'VAR_SET_VALUE') {
      const value = argumentText(set.name, set.args)
      checkSetting(set.name, value)
      requireStorableValue(session, name, value)
      if (name === 'role' || name === 'session_authorization') session.identity.foretell(name, value)
      config.set(name, `${name}=${value}`)
    } else if (set.kind === 'VAR_SET_CURRENT') config.set(name, `${name}=${session.settings.show(set.name)}`)
    else if (set.kind === 'VAR_SET_DEFAULT' || set.kind === 'VAR_RESET') config.delete(name)
    else throw featureNotSupported(`SET of kind ${set.kind} in a function definition`)
  }
  return [...config.values()]
}

/** A pure input and a pure output may share a name. @param {string} a @param {string} b modes */
const apart = (a, b) => ('iv'.includes(a) && 'ot'.includes(b)) || ('ot'.includes(a) && 'iv'.includes(b))

/**
 * @param {Session} session
 * @param {any} node
 * @param {string} sourceText
 * @param {number} [language] 0: of an aggregate
 */
export function readParameters(session, node, sourceText, language = 0) {
  /** @type {number[]} */
  const argTypes = []
  /** @type {number[]} */
  const allArgTypes = []
  /** @type {string[]} */
  const argModes = []
  /** @type {string[]} */
  const argNames = []
  /** @type {Expr[]} */
  const defaults = []
  let variadicType = 0
  const catalog = session.catalog()
  for (const { FunctionParameter: parameter } of node.parameters ?? []) {
    const mode = MODES[parameter.mode]
    const type = signatureType(session, parameter.argType, sourceText, 'argument', language)
    if (parameter.argType.setof) throw setArguments(node.is_procedure)
    const input = 'ibv'.includes(mode)
    if (variadicType !== 0 && input) throw variadicNotLast()
    if (input) argTypes.push(type)
    else if (parameter.defexpr) throw defaultOfOutput()
    allArgTypes.push(type)
    const name = parameter.name ?? ''
    if (name !== '' && argNames.some((other, at) => other === name && !apart(mode, argModes[at])))
      throw parameterNameTwice(name)
    argNames.push(name)
    argModes.push(mode)
    if (mode === 'v') {
      variadicType =
        type === ANY ? ANY : type === ANYARRAY ? 2283 : type === ANYCOMPATIBLEARRAY ? 5077 : catalog.elementType(type)
      if (!variadicType) throw variadicNotArray()
    }
    if (parameter.defexpr) {
      const expr = bindArgumentDefault(catalog, parameter.defexpr, type, { settings: session.settings, sourceText })
      defaults.push(expr)
    } else if (defaults.length > 0 && input) {
      throw defaultsMustFollow()
    } else if (defaults.length > 0 && node.is_procedure) {
      throw outAfterDefault()
    }
  }
  const plain = argModes.every((mode) => mode === 'i')
  const unnamed = argNames.every((name) => name === '')
  return {
    all: allArgTypes,
    modes: argModes,
    definition: {
      argTypes, allArgTypes: plain ? [] : allArgTypes, argModes: plain ? [] : argModes,
      argNames: unnamed ? [] : argNames, defaults, variadicType,
    },
  }
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreateFunctionStmt>} node
 * @param {ReturnType<typeof readParameters>} parameters
 * @param {string} sourceText
 * @param {number} language
 * @returns {{ returnType: number, retset: boolean }}
 */
function readResult(session, node, parameters, sourceText, language) {
  const outputs = parameters.all.filter((_, at) => 'obt'.includes(parameters.modes[at]))
  const table = parameters.modes.includes('t')
  const implied = outputs.length === 0 ? 0 : outputs.length === 1 && !node.is_procedure ? outputs[0] : RECORD
  if (node.is_procedure) return { returnType: outputs.length > 0 ? RECORD : VOID, retset: false }
  if (!node.returnType) {
    if (implied === 0) throw noResultType()
    requireDetermined(session, parameters, implied, outputs)
    return { returnType: implied, retset: false }
  }
  if (table) {
    requireDetermined(session, parameters, implied, outputs)
    return { returnType: implied, retset: true }
  }
  const type = signatureType(session, node.returnType, sourceText, 'return', language)
  const retset = node.returnType.setof === true
  if (implied !== 0 && type !== implied) {
    throw resultTypeMustBe(implied === RECORD ? 'record' : formatType(session.catalog(), implied))
  }
  requireDetermined(session, parameters, type, outputs)
  return { returnType: type, retset }
}

/**
 * A polymorphic result needs an input of its family.
 * @param {Session} session
 * @param {ReturnType<typeof readParameters>} parameters
 * @param {number} type
 * @param {number[]} outputs
 */
export function requireDetermined(session, parameters, type, outputs) {
  const inputs = parameters.definition.argTypes
  for (const result of [type, ...outputs]) {
    if (SIMPLE.has(result) && !inputs.some((input) => SIMPLE.has(input))) {
      throw undeterminedResult((result === 3831 || result === 4537)
        ? `A result of type ${formatType(session.catalog(), result)} requires at least one input of type anyrange or anymultirange.`
        : `A result of type ${formatType(session.catalog(), result)} requires at least one input of type anyelement, anyarray, anynonarray, anyenum, anyrange, or anymultirange.`)
    }
    if ((result === 3831 || result === 4537) && !inputs.some((input) => input === 3831 || input === 4537)) {
      throw undeterminedRangeResult(formatType(session.catalog(), result))
    }
    if (
      result === 5080 || result === 4538
        ? !inputs.some((input) => input === 5080 || input === 4538)
        : COMMON.has(result) && !inputs.some((input) => COMMON.has(input))
    ) {
      throw undeterminedResult((result === 5080 || result === 4538)
        ? `A result of type ${formatType(session.catalog(), result)} requires at least one input of type anycompatiblerange or anycompatiblemultirange.`
        : `A result of type ${formatType(session.catalog(), result)} requires at least one input of type anycompatible, anycompatiblearray, anycompatiblenonarray, anycompatiblerange, or anycompatiblemultirange.`)
    }
  }
}
