/**
 * What the last statement of a function in SQL must give, and how its columns become the function's result. Types of
 * the call are known: polymorphic arguments are settled.
 */
import {
  returnTypeMismatch, sqlFunctionsCannotReturn, resultNotSupported, undefinedSignature, functionReturnsSet,
  mustAcceptVariadicAny, needsCoercion,
} from '../errors/ddl/sql-functions.js'
import { javaScriptResult } from '../errors/procedures.js'
import { DEFAULT_ENV } from '../types/type-ops.js'
import { EVENT_TRIGGER, RECORD, TRIGGER, VOID } from '../types/oids.js'
import { BindContext } from './bind/context.js'
import { resolveFunction } from './bind/expressions/function-candidates.js'
import { coerceTo, isComposite } from './bind/expressions/coerce.js'
import { isPolymorphic, resolvePolymorphic, substitute } from './bind/expressions/polymorphic.js'

/** @import { CatalogSnapshot } from '../catalog/snapshot.js' */

/** @typedef {import('../catalog/expr.js').Expr} Expr */
/** @typedef {import('../catalog/descriptors.js').FuncDesc} FuncDesc */
/** @typedef {{ name: string, type: number, typmod: number }} ResultColumn */
/**
 * @typedef {object} FunctionResult
 * @property {'void' | 'value' | 'record'} shape void: null; value: the only column; record: all columns as one row
 * @property {Expr[] | null} exprs conversions over {kind:'column', rt: 1, attnum}; null: the columns as they are
 * @property {number} type of the value or record
 * @property {number[]} types of a record's fields, by attribute number; 0: dropped
 * @property {string[]} names
 */

/** @param {CatalogSnapshot} catalog @returns {BindContext} */
const contextOf = (catalog) => new BindContext(catalog, { env: { ...DEFAULT_ENV, catalog } })

/**
 * A column of the last statement. What is written there as a row becomes one of a type, as if it stood in a cast.
 * @param {BindContext} ctx @param {Expr} column @param {number} type @param {number} typmod @returns {Expr | null}
 */
function fitted(ctx, column, type, typmod) {
  const base = ctx.view.baseType(type)
  if (column.type !== RECORD || base === RECORD || !isComposite(ctx, base))
    return coerceTo(ctx, column, type, typmod, 'assignment')
  const row = /** @type {Expr} */ ({
    kind: 'viaio', arg: column, type: base, typmod: -1, collation: 0, display: 'implicit', location: -1,
  })
  return base === type ? row : coerceTo(ctx, row, type, typmod, 'assignment')
}

/**
 * Declared types of arguments or outputs as a call with these argument types has them.
 * @param {CatalogSnapshot} catalog
 * @param {FuncDesc} func
 * @param {number[]} argTypes
 * @param {number[]} declared
 * @returns {number[]}
 */
export function settledTypes(catalog, func, argTypes, declared) {
  if (!declared.some(isPolymorphic)) return declared
  const solved = resolvePolymorphic(contextOf(catalog), argTypes, func.argTypes)
  return solved === null ? declared : declared.map((type) => substitute(contextOf(catalog), type, solved) || type)
}

/**
 * The output columns that OUT arguments and RETURNS TABLE name.
 * @param {FuncDesc} func
 * @returns {{ name: string, type: number }[]}
 */
const outputArguments = (func) =>
  func.argModes.flatMap((mode, at) =>
    'obt'.includes(mode) ? [{ name: func.argNames[at] || '', type: func.allArgTypes[at] }] : [],
  )

/**
 * @param {CatalogSnapshot} catalog
 * @param {FuncDesc} func
 * @param {{ args: number[], result: number, columns?: ResultColumn[] }} call columns: those a definition list behind
 *   the call names
 * @param {ResultColumn[] | null} columns of the last statement, null: it gives none
 * @returns {FunctionResult} @throws {DbError} 42P13
 */
export function functionResult(catalog, func, call, columns) {
  const ctx = contextOf(catalog)
  if (func.kind === 'p' && func.returnType !== RECORD)
    return { shape: 'void', exprs: null, type: VOID, types: [], names: [] }
  if (func.returnType === VOID) return { shape: 'void', exprs: null, type: VOID, types: [], names: [] }
  const type = isPolymorphic(func.returnType) ? call.result : func.returnType
  const shown = ctx.view.typeName(type)
  const mismatch = (/** @type {string} */ detail) => returnTypeMismatch(shown, detail, func.name)
  if (type === TRIGGER || type === EVENT_TRIGGER) throw sqlFunctionsCannotReturn(shown)
  if (columns === null) throw mismatch('Function\'s final statement must be SELECT or INSERT/UPDATE/DELETE RETURNING.')
  const source = columns.map(
    (column, at) =>
      /** @type {Expr} */ ({
        kind: 'column', rt: 1, attnum: at + 1, type: column.type, typmod: column.typmod, collation: 0, location: -1,
      }),
  )
  const info = ctx.view.type(type)
  const base = ctx.view.type(ctx.view.baseType(type))
  if (type !== RECORD && base.kind !== 'c') {
    if (info.kind === 'p') throw resultNotSupported(shown)
    if (columns.length !== 1) throw mismatch('Final statement must return exactly one column.')
    const converted = coerceTo(ctx, source[0], type, -1, 'assignment')
    if (!converted) throw mismatch(`Actual return type is ${ctx.view.typeName(columns[0].type)}.`)
    return { shape: 'value', exprs: converted === source[0] ? null : [converted], type, types: [], names: [] }
  }
  // One column that is the whole row; of a procedure it is an output like any other.
  if (
    func.kind !== 'p'
    && columns.length === 1
    && (columns[0].type === type
      || (type !== RECORD && (columns[0].type === RECORD || ctx.view.baseType(columns[0].type) === base.oid)))
  ) {
    const converted = /** @type {Expr} */ (fitted(ctx, source[0], type, -1))
    return { shape: 'value', exprs: converted === source[0] ? null : [converted], type, types: [], names: [] }
  }
  const named = outputArguments(func)
  // A function's only output is its value: a record of which nothing more is known.
  const outputs = named.length === 1 && func.kind !== 'p' ? [] : named
  const wanted =
    type === RECORD && outputs.length === 0
      ? (call.columns ?? []).map((column) => ({ ...column, dropped: false }))
      : type === RECORD
        ? settledTypes(
            catalog,
            func,
            call.args,
            outputs.map((output) => output.type),
          ).map((output, at) => ({ name: outputs[at].name, type: output, typmod: -1, dropped: false }))
        : ctx.compositeColumns(type)
  if (type === RECORD && outputs.length === 0 && call.columns === undefined)
    return {
      shape: 'record', exprs: null, type, types: columns.map((column) => column.type),
      names: columns.map((column) => column.name),
    }
  const live = wanted.filter((column) => !column.dropped)
  if (columns.length > live.length) throw mismatch('Final statement returns too many columns.')
  /** @type {Expr[]} */
  const exprs = []
  let at = 0
  let changed = false
  for (const column of wanted) {
    if (column.dropped) {
      exprs.push({ kind: 'const', value: null, type: 23, typmod: -1, collation: 0, location: -1 })
      changed = true
      continue
    }
    if (at >= source.length) throw mismatch('Final statement returns too few columns.')
    const converted = fitted(ctx, source[at], column.type, column.typmod)
    if (!converted) throw mismatch(`Final statement returns ${ctx.view.typeName(source[at].type)} instead of ${ctx.view.typeName(column.type)} at column ${at + 1}.`)
    if (converted !== source[at]) changed = true
    exprs.push(converted)
    at++
  }
  const value = {
    shape: /** @type {const} */ ('record'), exprs: changed ? exprs : null, type: base.oid,
    types: wanted.map((column) => (column.dropped ? 0 : column.type)), names: wanted.map((column) => column.name),
  }
  return type === RECORD ? { ...value, type: RECORD } : value
}

/**
 * What a call gives, in a language that makes values itself: of which type, and the columns of a row.
 * @param {CatalogSnapshot} catalog
 * @param {FuncDesc} func
 * @param {{ args: number[], result: number, columns?: { name: string, type: number }[] }} call
 * @returns {{ type: number, columns: ({ name: string, type: number } | null)[] | null }} columns null: it is no row; a
 *   column null: dropped
 * @throws {DbError} 0A000 nobody says which columns
 */
export function resultColumns(catalog, func, call) {
  const ctx = contextOf(catalog)
  const { view } = ctx
  const type = isPolymorphic(func.returnType) ? call.result : func.returnType
  if (type === RECORD) {
    const outputs = outputArguments(func)
    if (outputs.length === 0 && call.columns === undefined) throw javaScriptResult('record')
    if (outputs.length === 0) return { type, columns: call.columns ?? [] }
    const types = settledTypes(catalog, func, call.args, outputs.map((output) => output.type))
    return { type, columns: outputs.map(({ name }, at) => ({ name: name || `column${at + 1}`, type: types[at] })) }
  }
  if (view.type(view.baseType(type))?.kind !== 'c') return { type, columns: null }
  return { type, columns: ctx.compositeColumns(type).map((column) => column.dropped ? null : column) }
}

/**
 * The same value serves, or one of a domain over it.
 * @param {CatalogSnapshot} catalog
 * @param {number} from
 * @param {number} to
 */
export const isBinaryPath = (catalog, from, to) => contextOf(catalog).view.binaryCoercible(from, to)

/**
 * A function that an aggregate hands its state and inputs.
 * @param {CatalogSnapshot} catalog
 * @param {string[]} names
 * @param {number[]} types
 * @param {number} variadic element type of a VARIADIC last input
 * @returns {{ func: FuncDesc, result: number }} @throws {DbError} 42883, 42804
 */
export function aggregateFunction(catalog, names, types, variadic) {
  const ctx = contextOf(catalog)
  const args = types.map(
    (type) => /** @type {Expr} */ ({ kind: 'caseTest', type, typmod: -1, collation: 0, location: -1 }),
  )
  const schema = names.length > 1 ? names[names.length - 2] : null
  const found = resolveFunction(ctx, {
    name: names[names.length - 1], schema, args, argNames: [], variadic: variadic !== 0, location: -1,
  })
  const shown = `${names.join('.')}(${types.map((type) => ctx.view.typeName(type)).join(', ')})`
  if (found === null || found.expanded >= 0 || found.func.argTypes.length !== types.length)
    throw undefinedSignature(shown)
  const { func } = found
  if (func.retset) throw functionReturnsSet(shown)
  if (variadic !== 0 && func.variadicType !== variadic && variadic === 2276) throw mustAcceptVariadicAny(shown)
  // Polymorphic types of the aggregate stand for themselves.
  const result =
    types.some(isPolymorphic) || !func.argTypes.some(isPolymorphic)
      ? resultOf(func, types)
      : settledTypes(catalog, func, types, [func.returnType])[0]
  const taken =
    types.some(isPolymorphic) || !func.argTypes.some(isPolymorphic)
      ? func.argTypes
      : settledTypes(catalog, func, types, func.argTypes)
  taken.forEach((type, at) => {
    if (isPolymorphic(type) || isPolymorphic(types[at]) || ctx.view.binaryCoercible(types[at], type)) return
    throw needsCoercion(names.join('.'), taken.map((each) => ctx.view.typeName(each)).join(', '))
  })
  return { func, result }
}

/** @param {FuncDesc} func @param {number[]} types */
function resultOf(func, types) {
  if (!isPolymorphic(func.returnType)) return func.returnType
  const at = func.argTypes.indexOf(func.returnType)
  return at < 0 ? func.returnType : types[at]
}
