/** Functions in FROM, ROWS FROM and XMLTABLE: their calls and the columns that these have. */
import { RECORD, INT8, VOID, CSTRING } from '../../types/oids.js'
import { atTopOfFrom } from './expressions/sets.js'
import { pseudoTypeColumn } from '../../errors/ddl/catalog.js'
import { datatypeMismatch, syntaxError, invalidColumnReference } from '../../errors/syntax.js'
import { isPolymorphic, resolvePolymorphic, substitute } from './expressions/polymorphic.js'
import { bindExpr, xmlParts } from './expressions/expressions.js'
import { bindTypeName, nameParts } from './expressions/typename.js'
import { figureName } from './targets.js'
import { inClause } from './expressions/aggregates.js'
import { bindXmlTable } from './xml-table.js'
import { inAttempts } from './attempts.js'
import { written, renamed, readsLevel } from './from.js'

const RECORD_ARRAY = 2287

/** @import { ParseNode, Tree } from '../../parser/tree.js' */
/** @import { Expr } from '../../catalog/expr.js' */
/** @import { OutColumn, RangeEntry } from '../../catalog/query.js' */
/** @import { BindContext, Level } from './context.js' */

/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Tree<import('@pgsql/types').RangeFunction>} node
 * @returns {Steps<RangeEntry>}
 */
export function* bindRangeFunction(ctx, level, node) {
  const before = level.lateralActive
  level.lateralActive = true
  /** @type {{ expr: Expr, columnCount: number, defined?: boolean }[]} */
  const functions = []
  /** @type {OutColumn[]} */
  const columns = []
  const only = node.functions.length === 1
  const alias = node.alias?.aliasname ?? figureName(node.functions[0].List.items[0]).name
  try {
    for (const item of node.functions) {
      const [call, definitions] = item.List.items
      const expanded = unnestCalls(call)
      for (const one of expanded) {
        const { lastSet } = level
        const expr = yield* inAttempts(ctx, level, () => inClause(level, 'FROM', () => bindExpr(ctx, level, one)))
        if (!(expr.kind === 'func' && expr.retset)) atTopOfFrom(level, lastSet)
        const definition = definitions?.List?.items ?? (only ? node.coldeflist : null)
      if (only && node.ordinality && node.coldeflist?.length > 0) {
        throw syntaxError('WITH ORDINALITY cannot be used with a column definition list', {
          location: node.coldeflist[0].ColumnDef.location,
          hint: 'Put the column definition list inside ROWS FROM().',
        })
      }
        const made = functionColumns(
          ctx, expr, figureName(one).name, definition,
          only && expanded.length === 1 ? node.alias?.aliasname : undefined,
        )
        if (definition && expr.kind === 'func')
          expr.columns = made.map(({ name, type, typmod }) => ({ name, type, typmod }))
        functions.push(
          definition ? { expr, columnCount: made.length, defined: true } : { expr, columnCount: made.length },
        )
        columns.push(...made)
      }
    }
  } finally {
    level.lateralActive = before
  }
  if (node.ordinality) columns.push({ name: 'ordinality', type: INT8, typmod: -1, collation: 0 })
  return ctx.addEntry(level, {
    kind: 'function', alias, ...written(node.alias), columns: renamed(columns, node.alias, alias), functions,
    ordinality: node.ordinality === true, lateral: true,
    lateralWritten: node.lateral === true || readsLevel(functions, level),
  })
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Tree<import('@pgsql/types').RangeTableFunc>} node
 * @returns {RangeEntry}
 */
export function bindRangeXmlTable(ctx, level, node) {
  const before = level.lateralActive
  level.lateralActive = true
  try {
    const expr = inClause(level, 'FROM', () => bindXmlTable(xmlParts(ctx, level), node))
    const functions = [{ expr, columnCount: expr.columns.length }]
    const alias = node.alias?.aliasname ?? 'xmltable'
    const columns = expr.columns.map(({ name, type, typmod, collation }) => ({ name, type, typmod, collation }))
    const given = node.alias?.colnames?.length ?? 0
    if (given > columns.length)
      throw invalidColumnReference(
        `XMLTABLE function has ${columns.length} columns available but ${given} columns specified`,
      )
    return ctx.addEntry(level, {
      kind: 'function', alias, ...written(node.alias), columns: renamed(columns, node.alias, alias), functions,
      ordinality: false, lateral: true, lateralWritten: node.lateral === true || readsLevel(functions, level),
    })
  } finally {
    level.lateralActive = before
  }
}

/** unnest(a, b) is ROWS FROM (unnest(a), unnest(b)). @param {ParseNode} call @returns {any[]} */
function unnestCalls(call) {
  const func = call.FuncCall
  const names = func ? nameParts(func.funcname) : []
  if (
    !func || names[names.length - 1] !== 'unnest' || names.length > 2 || (func.args?.length ?? 0) < 2
    || func.func_variadic
  )
    return [call]
  return func.args.map((arg) => ({ FuncCall: { ...func, args: [arg] } }))
}

/**
 * @param {BindContext} ctx
 * @param {Expr} expr
 * @param {string} name
 * @param {any[] | null | undefined} definition
 * @param {string | undefined} alias
 * @returns {OutColumn[]}
 */
function functionColumns(ctx, expr, name, definition, alias) {
  const { view } = ctx
  const func = expr.kind === 'func' ? view.function(expr.oid) : null
  const location = expr.location ?? -1
  const named =
    func?.argModes && func.allArgTypes
      ? func.allArgTypes.flatMap((type, at) => ('obt'.includes(func.argModes[at]) ? [{ type, at }] : []))
      : []
  // A function's only output is its value: a record of which nothing more is known.
  const outputs = named.length === 1 && named[0].type === RECORD ? [] : named
  if (definition) {
    if (expr.type !== RECORD || outputs.length > 0) {
      const isRow = view.type(view.baseType(expr.type)).kind === 'c'
      const how = expr.type === RECORD ? 'redundant for a function with OUT parameters'
        : isRow ? 'redundant for a function returning a named composite type'
          : 'only allowed for functions returning "record"'
      throw syntaxError(`a column definition list is ${how}`, { location: definition[0].ColumnDef.location })
    }
    return definition.map((item) => {
      const { type, typmod, collation } = bindTypeName(ctx, item.ColumnDef.typeName)
      if (view.type(type).kind === 'p' && type !== RECORD && type !== RECORD_ARRAY)
        throw pseudoTypeColumn(item.ColumnDef.colname, view.typeName(type))
      return { name: item.ColumnDef.colname, type, typmod, collation }
    })
  }
  if (expr.kind === 'sqlvalue' || expr.kind !== 'func')
    return [{ name: alias ?? name, type: expr.type, typmod: expr.typmod, collation: expr.collation }]
  if (expr.type === RECORD) {
    if (outputs.length === 0)
      throw syntaxError('a column definition list is required for functions returning "record"', { location })
    return outputs
      .map(({ type, at }, index) => ({
        name: func?.argNames?.[at] || `column${index + 1}`, type: polymorphicOutput(ctx, expr, type), typmod: -1,
        collation: 0,
      }))
      .map((column) => ({ ...column, collation: view.type(column.type).collation }))
  }
  if (view.type(view.baseType(expr.type)).kind === 'c') {
    return ctx
      .compositeColumns(expr.type)
      .filter((column) => !column.dropped)
      .map((column) => ({ name: column.name, type: column.type, typmod: column.typmod, collation: column.collation }))
  }
  if (func && view.type(view.baseType(expr.type)).kind === 'p' && expr.type !== VOID && expr.type !== CSTRING) {
    throw datatypeMismatch(`function "${func.name}" in FROM has unsupported return type ${view.typeName(expr.type)}`, {
      location,
    })
  }
  if (expr.type === VOID && !func) throw syntaxError('function in FROM has unsupported return type void', { location })
  const outName = outputs.length === 1 ? func?.argNames?.[outputs[0].at] : undefined
  return [{ name: outName || (alias ?? name), type: expr.type, typmod: expr.typmod, collation: expr.collation }]
}

/**
 * An output argument declared polymorphic, settled by the call's arguments.
 * @param {BindContext} ctx
 * @param {import('../../catalog/expr.js').FuncCall} expr
 * @param {number} type
 */
export function polymorphicOutput(ctx, expr, type) {
  if (!isPolymorphic(type)) return type
  const func = ctx.view.function(expr.oid)
  const solved = resolvePolymorphic(ctx, expr.args.map((arg) => arg.type), func.argTypes)
  return (solved === null ? 0 : substitute(ctx, type, solved)) || type
}
