/**
 * LANGUAGE javascript: bodies that stand in SQL text and in the catalog, made functions of when they are called. Values
 * go in and out as with `db.createFunction` (routines.js). A database has this only if the program that opens it, or
 * the server's flag, says so: a body may do whatever the process may.
 *
 *   parameters    tx, then the arguments by their names; $1, $2 … where a name is none in JavaScript
 *   trigger       tx, event
 *   body          strict; with the word `await` in it it is an async function, with `yield` and RETURNS SETOF a
 *                 generator
 */
import { resultColumns, settledTypes } from '../planner/function-result.js'
import { RECORD } from '../types/oids.js'
import { PgRecord } from '../types/record.js'
import { BODY_URL } from '../procedures/javascript.js'
import { javaScriptRow, javaScriptSyntax, javaScriptWaitsInSet } from '../errors/procedures.js'
import { AsyncTransaction, transactionOf, triggerCode, TRIGGERS, VOID } from './routines.js'
import { inputValue, outputConverter } from './values.js'

/** @import { FuncDesc } from '../catalog/descriptors.js' */
/** @import { JavaScriptCode } from '../procedures/javascript.js' */
/** @import { ProcedureHost } from '../procedures/host.js' */
/** @import { ValueOptions } from './values.js' */
/** @import { BodyCall } from '../procedures/javascript.js' */
/** @typedef {(...args: unknown[]) => unknown} Body */
/** @typedef {{ name: string, type: number }} Column */
/** @typedef {(parameters: string, body: string) => Body} FunctionMaker */

const AsyncFunction = /** @type {FunctionMaker} */ (/** @type {unknown} */ ((async () => undefined).constructor))
function* none() { /* for its constructor */ }
const GeneratorFunction = /** @type {FunctionMaker} */ (/** @type {unknown} */ (none.constructor))

/**
 * What makes bodies of sources, for the databases of one `open`.
 * @param {ValueOptions} options
 * @returns {import('../procedures/javascript.js').JavaScriptBodies}
 */
export const javaScriptBodies = (options) => ({
  check: (func) => { compiled(func) },
  code: (host, func, call) => codeOf(host, func, call, options),
})

/**
 * @param {ProcedureHost} host @param {FuncDesc} func @param {BodyCall} call @param {ValueOptions} options
 * @returns {JavaScriptCode}
 */
function codeOf(host, func, call, options) {
  const { body, isAsync, takesTransaction } = compiled(func)
  if (TRIGGERS.has(func.returnType)) return triggerCode((tx, event) => body(tx, event), isAsync, options)
  const argTypes = settledTypes(host.catalog(), func, call.args, func.argTypes)
  const convert = argTypes.map((type) => outputConverter(type, host.session, options))
  return {
    isAsync,
    invoke: (host, datums, requests) => {
      const values = datums.map((datum, at) => {
        const converter = convert[at]
        return datum === null || converter === null ? datum : converter(datum)
      })
      if (!takesTransaction) return body(...values)
      const tx = requests === null ? transactionOf(host, options) : new AsyncTransaction(host, options, requests)
      return body(tx, ...values)
    },
    toDatum: resultMaker(host, func, call),
  }
}

/**
 * What the body returned, as the function's result: a value, a row, or all of them.
 * @param {ProcedureHost} host
 * @param {FuncDesc} func
 * @param {BodyCall} call
 * @returns {(host: ProcedureHost, value: unknown) => unknown}
 */
function resultMaker(host, func, call) {
  if (func.returnType === VOID) return () => null
  const { type, columns } = resultColumns(host.catalog(), func, call)
  /** @type {(host: ProcedureHost, value: unknown) => unknown} */
  const one = columns === null ? ({ session }, value) => inputValue(value, type, session)
    : (now, value) => rowOf(now, func.name, type, columns, value)
  if (!func.retset) return one
  return (now, values) => Array.from(/** @type {Iterable<unknown>} */ (values ?? []), (value) => one(now, value))
}

/**
 * A row: an object by the columns' names, or an array in their order.
 * @param {ProcedureHost} host
 * @param {string} name of the function
 * @param {number} type
 * @param {(Column | null)[]} columns null: dropped
 * @param {unknown} value
 */
function rowOf(host, name, type, columns, value) {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object') throw javaScriptRow(name)
  const live = columns.filter((column) => column !== null)
  const fields = /** @type {Record<string, unknown>} */ (value)
  const extra = Array.isArray(value) ? value.length > live.length
    : Object.keys(value).some((key) => !live.some((column) => column.name === key))
  if (extra) throw javaScriptRow(name)
  const { session } = host
  let next = 0
  const values = columns.map((column) => {
    if (column === null) return null
    const field = Array.isArray(value) ? value[next++] : Object.hasOwn(fields, column.name) ? fields[column.name] : null
    return inputValue(field, column.type, session)
  })
  const types = columns.map((column) => column?.type ?? 0)
  return new PgRecord(type, values, types, type === RECORD ? columns.map((column) => column?.name ?? null) : undefined)
}

/** @param {FuncDesc} func @returns {string[]} a name for each input, usable as a parameter's */
function parameterNames({ argTypes, argModes, argNames }) {
  const inputs = argModes.length === 0 ? argNames : argNames.filter((_, at) => 'ibv'.includes(argModes[at]))
  return argTypes.map((_, at) => {
    const name = inputs[at] ?? ''
    return isParameterName(name) ? name : `$${at + 1}`
  })
}

/** @param {string} name */
function isParameterName(name) {
  if (!/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name)) return false
  try {
    Function(name, '"use strict"')
    return true
  } catch {
    return false // a word of the language
  }
}

/**
 * @param {FuncDesc} func @returns {{ body: Body, isAsync: boolean, takesTransaction: boolean }}
 * @throws {DbError} 42601
 */
function compiled(func) {
  const isAsync = /\bawait\b/.test(func.source)
  if (isAsync && func.retset && /\byield\b/.test(func.source)) throw javaScriptWaitsInSet(func.name)
  const given = TRIGGERS.has(func.returnType) ? ['event'] : parameterNames(func)
  const takesTransaction = !given.includes('tx')
  const parameters = takesTransaction ? ['tx', ...given] : given
  const make = isAsync ? AsyncFunction : func.retset && /\byield\b/.test(func.source) ? GeneratorFunction
    : /** @type {FunctionMaker} */ (/** @type {unknown} */ (Function))
  try {
    const url = BODY_URL + func.name.replace(/[^\p{ID_Continue}$]/gu, '_')
    const body = make(parameters.join(), `"use strict";${func.source}\n//# sourceURL=${url}`)
    return { body, isAsync, takesTransaction }
  } catch (error) {
    throw javaScriptSyntax(func.name, error instanceof Error ? error.message : String(error))
  }
}
