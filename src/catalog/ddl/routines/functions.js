/**
 * CREATE [OR REPLACE] FUNCTION and PROCEDURE: rows of pg_proc and what they depend on. Everything is resolved before:
 * OIDs, bound default expressions, the body as its language keeps it.
 */
/** @import { DbError } from '../../../errors/db-error.js' */
import { requireOwner } from '../may-change.js'
import { noCreationSchema } from '../../../errors/ddl/catalog.js'
import { exprToText } from '../../expr-text.js'
import { funcDesc } from '../../descriptors.js'
import { catalogShape } from '../../store/shapes.js'
import { JAVASCRIPT } from '../../languages.js'
import { formatType } from '../../deparse/types.js'
import { oidVector, oidArray, charArray, textArray } from '../../store/vectors.js'
import { CLASS, char } from '../context.js'
import { address, expressionDependencies, recordDependencies, removeDependenciesOf } from '../dependencies.js'
import {
  cannotChangeRoutineKind, functionExists, inputParameterRenamed, outRowTypeChanged, outputParametersChanged,
  parameterDefaultsRemoved, returnTypeChanged,
} from '../../../errors/ddl/definitions.js'

/** @import { Expr } from '../../expr.js' */
/** @import { DdlContext, ObjectAddress } from '../context.js' */
/** @import { FuncDesc } from '../../descriptors.js' */

/**
 * @typedef {object} FunctionDefinition
 * @property {string} name
 * @property {number} namespaceOid
 * @property {'f' | 'p' | 'a' | 'w'} kind
 * @property {number} language
 * @property {string} [binary] the library of a function in C
 * @property {number[]} argTypes input arguments
 * @property {number[]} allArgTypes all of them; empty when all are inputs
 * @property {string[]} argModes as pg_proc.proargmodes; empty when all are inputs
 * @property {string[]} argNames of all; empty when none has a name
 * @property {Expr[]} defaults of the last inputs
 * @property {number} variadicType
 * @property {number} returnType
 * @property {boolean} retset
 * @property {boolean} strict
 * @property {boolean} securityDefiner
 * @property {boolean} leakproof
 * @property {'i' | 's' | 'v'} volatility
 * @property {'s' | 'r' | 'u'} parallel
 * @property {number} cost
 * @property {number} rows
 * @property {string} source
 * @property {string | null} body of a function whose body was bound when it was made; its stored form
 * @property {string[]} config name=value
 * @property {number} [owner] not whoever runs the statement
 */

/**
 * @param {DdlContext} ddl
 * @param {FunctionDefinition} definition
 * @param {boolean} replace
 * @returns {number} OID
 * @throws {DbError} 42723, 42P13, 42809
 */
export function createFunction(ddl, definition, replace) {
  const { name, namespaceOid, argTypes } = definition
  if (namespaceOid === 0) throw noCreationSchema()
  const [known] = ddl.find('pg_proc', 'pg_proc_proname_args_nsp_index', [name, oidVector(argTypes), namespaceOid])
  const fields = rowOf(ddl, definition)
  let oid
  if (known === undefined) {
    oid = ddl.newOid()
    ddl.insert('pg_proc', { oid, proowner: definition.owner ?? ddl.userOid, proacl: null, ...fields })
  } else {
    const old = funcDesc(known.row, 0)
    if (!replace) throw functionExists(name)
    requireOwner(ddl, address(CLASS.PROC, old.oid), { plain: true })
    requireReplaceable(ddl, old, definition)
    oid = old.oid
    // What a program enters at each start is written once.
    if (definition.defaults.length === 0 && definition.body === null && isUnchanged(known.row, fields)) return oid
    ddl.update('pg_proc', known, fields)
    removeDependenciesOf(ddl, address(CLASS.PROC, oid))
  }
  const self = address(CLASS.PROC, oid)
  const types = [...new Set([definition.returnType, ...argTypes, ...definition.allArgTypes])].map((type) =>
    address(CLASS.TYPE, type)
  )
  const defaults = definition.defaults.flatMap((expr) => expressionDependencies(expr, 0, ddl.view).others)
  const language = ddl.isPinned(definition.language) ? [] : [address(2612, definition.language)]
  recordDependencies(
    ddl,
    self,
    [address(CLASS.NAMESPACE, namespaceOid), ...language, ...types, ...defaults].filter(
      (target) => target.objectId !== oid
    ),
    'n'
  )
  touchFunction(ddl, oid, name, namespaceOid)
  return oid
}

/**
 * The row of pg_language that JavaScript functions refer to, made with the first of them.
 * @param {DdlContext} ddl
 * @returns {number} OID
 */
export function javaScriptLanguage(ddl) {
  const [known] = ddl.find('pg_language', 'pg_language_name_index', [JAVASCRIPT])
  if (known !== undefined) return known.row[0]
  const oid = ddl.newOid()
  ddl.insert('pg_language', {
    oid, lanname: JAVASCRIPT, lanowner: ddl.userOid, lanispl: true, lanpltrusted: false, lanplcallfoid: 0, laninline: 0,
    lanvalidator: 0, lanacl: null,
  })
  return oid
}

/**
 * What the statements of a body that was bound when it was made refer to.
 * @param {DdlContext} ddl
 * @param {FunctionDefinition} definition
 * @param {ObjectAddress[]} needs
 */
export function addFunctionNeeds(ddl, { name, argTypes, namespaceOid }, needs) {
  const { row } = ddl.one('pg_proc', 'pg_proc_proname_args_nsp_index', [name, oidVector(argTypes), namespaceOid])
  recordDependencies(ddl, address(CLASS.PROC, row[0]), needs.filter((target) => target.objectId !== row[0]), 'n')
}

/** @param {DdlContext} ddl @param {number} oid @param {string} name @param {number} namespaceOid */
export function touchFunction(ddl, oid, name, namespaceOid) {
  ddl.touch([oid, namespaceOid], [`f:${name}`])
}

/** @param {DdlContext} ddl @param {FunctionDefinition} definition */
function rowOf(ddl, definition) {
  const { argTypes, allArgTypes, argModes, argNames, defaults, config } = definition
  return {
    proname: definition.name,
    pronamespace: definition.namespaceOid,
    prolang: definition.language,
    procost: definition.cost,
    prorows: definition.rows,
    provariadic: definition.variadicType,
    prosupport: 0,
    prokind: char(definition.kind),
    prosecdef: definition.securityDefiner,
    proleakproof: definition.leakproof,
    proisstrict: definition.strict,
    proretset: definition.retset,
    provolatile: char(definition.volatility),
    proparallel: char(definition.parallel),
    pronargs: argTypes.length,
    pronargdefaults: defaults.length,
    prorettype: definition.returnType,
    proargtypes: oidVector(argTypes),
    proallargtypes: allArgTypes.length === 0 ? null : oidArray(allArgTypes),
    proargmodes: argModes.length === 0 ? null : charArray(argModes.map(char)),
    proargnames: argNames.length === 0 ? null : textArray(argNames),
    proargdefaults: defaults.length === 0 ? null : exprToText(defaults),
    protrftypes: null,
    prosrc: definition.source,
    probin: definition.binary ?? null,
    prosqlbody: definition.body,
    proconfig: config.length === 0 ? null : textArray(config),
  }
}

/** @param {any[]} row of pg_proc @param {Record<string, any>} fields */
function isUnchanged(row, fields) {
  const { at } = catalogShape('pg_proc')
  return Object.entries(fields).every(([name, value]) => JSON.stringify(row[at[name]]) === JSON.stringify(value))
}

/**
 * CREATE OR REPLACE keeps what callers have relied on.
 * @param {DdlContext} ddl
 * @param {FuncDesc} old
 * @param {FunctionDefinition} made
 */
function requireReplaceable(ddl, old, made) {
  if (old.kind !== made.kind) {
    const words = /** @type {Record<string, string>} */ ({
      a: 'an aggregate function',
      f: 'a function',
      p: 'a procedure',
      w: 'a window function',
    })
    throw cannotChangeRoutineKind(made.name, words[old.kind])
  }
  const drop = `Use DROP ${made.kind === 'p' ? 'PROCEDURE' : made.kind === 'a' ? 'AGGREGATE' : 'FUNCTION'} ${signatureText(ddl, old)} first.`
  const sameOutputs = outputsOf(old).join() === outputsOf(made).join()
  if (old.returnType !== made.returnType || old.retset !== made.retset) {
    if (made.kind === 'p')
      throw outputParametersChanged(drop)
    throw returnTypeChanged(drop)
  }
  if (made.returnType === 2249 && !sameOutputs) {
    throw outRowTypeChanged(drop)
  }
  const oldNames = inputNames(old)
  const newNames = inputNames(made)
  for (let at = 0; at < oldNames.length; at++) {
    if (oldNames[at] !== '' && oldNames[at] !== newNames[at])
      throw inputParameterRenamed(oldNames[at], drop)
  }
  if (old.defaultCount > made.defaults.length)
    throw parameterDefaultsRemoved(drop)
}

/** @param {{ argModes: string[], allArgTypes: number[], argNames: string[] }} func name:type of each output */
const outputsOf = ({ argModes, allArgTypes, argNames }) =>
  allArgTypes.flatMap((type, at) => ('obt'.includes(argModes[at]) ? [`${argNames[at] ?? ''}:${type}`] : []))

/** @param {{ argModes: string[], argNames: string[], argTypes: number[] }} func */
const inputNames = ({ argModes, argNames, argTypes }) => argNames.length === 0 ? argTypes.map(() => '')
  : argModes.length === 0 ? argNames : argNames.filter((_, at) => 'ibv'.includes(argModes[at]))

/** @param {DdlContext} ddl @param {FuncDesc} func */
export const signatureText = (ddl, func) =>
  `${func.name}(${func.argTypes.map((type) => formatType(ddl.view, type)).join(',')})`
