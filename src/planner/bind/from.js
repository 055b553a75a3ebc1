/**
 * FROM: tables, views, subqueries, functions, VALUES, WITH references and joins become range-table entries, a join tree
 * and names in scope.
 */
import { RECORD, BOOL, INT8, VOID, CSTRING } from '../../types/oids.js'
import { temporaryTableOfOthers } from '../../errors/ddl/temporary.js'
import { atTopOfFrom } from './expressions/sets.js'
import {
  datatypeMismatch, undefinedTable, duplicateAlias, undefinedColumn, syntaxError, invalidColumnReference,
  notOpenedAsTable, located, notSupportedAt, aliasMissing,
} from '../../errors/syntax.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { namesSchema } from './named-schemas.js'
import {
  commonType, coerceToCommon, coerceToBoolean, isPolymorphic, resolvePolymorphic, substitute,
} from './expressions/coerce.js'
import { operatorCall } from './expressions/operators.js'
import { bindExpr, xmlParts } from './expressions/expressions.js'
import { bindTypeName, nameParts } from './expressions/typename.js'
import { selectSteps } from './select.js'
import { visibleTargets, figureName, origin } from './targets.js'
import { isOn, shownQuery, viewSteps } from './views.js'
import { inClause } from './expressions/aggregates.js'
import { bindTree } from './trees.js'
import { bindXmlTable } from './xml-table.js'
import { bindSample } from './sample.js'
import { contains } from '../expr-tools.js'
import { isTired } from '../../util/effort.js'

/** @import { ParseNode, Tree } from '../../parser/tree.js' */
/** @import { RelationDesc } from '../../catalog/relation.js' */

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../catalog/query.js').FromNode} FromNode */
/** @typedef {import('../../catalog/query.js').OutColumn} OutColumn */
/** @typedef {import('../../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {import('./context.js').BindContext} BindContext */
/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */
/** @typedef {import('./context.js').Level} Level */
/** @typedef {import('./context.js').NameItem} NameItem */
/** @typedef {import('./context.js').ScopeColumn} ScopeColumn */

/** @param {BindContext} ctx @param {Level} level @param {unknown[]} items @returns {Steps<FromNode[]>} */
export function* bindFrom(ctx, level, items) {
  /** @type {FromNode[]} */
  const nodes = []
  for (const item of items) {
    if (isTired()) yield
    const { node, names } = yield* bindItem(ctx, level, item)
    checkNames(level, names)
    for (const name of names) { name.lateralOnly = true; name.lateralOk = true }
    level.items.push(...names)
    nodes.push(node)
  }
  for (const name of level.items) { name.lateralOnly = false; name.lateralOk = true }
  return nodes
}

/** @param {Level} level @param {NameItem[]} names */
function checkNames(level, names, others = level.items) {
  for (const name of names) {
    if (!name.tableVisible || name.name === '') continue
    for (const other of others) {
      if (!other.tableVisible || other.name !== name.name || other === name) continue
      if (other.schema !== null && name.schema !== null && other.entry?.relation?.oid !== name.entry?.relation?.oid)
        continue
      throw duplicateAlias(`table name "${name.name}" specified more than once`)
    }
  }
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {any} item
 * @returns {Steps<{ node: FromNode, names: NameItem[] }>}
 */
function* bindItem(ctx, level, item) {
  if (item.RangeVar)
    return fromEntry(
      yield* bindRangeVar(ctx, level, item.RangeVar),
      item.RangeVar.alias ? null : (item.RangeVar.schemaname ?? ''),
    )
  if (item.RangeSubselect) return fromEntry(yield* bindSubselect(ctx, level, item.RangeSubselect), null)
  if (item.RangeFunction) return fromEntry(bindRangeFunction(ctx, level, item.RangeFunction), null)
  if (item.JoinExpr) return yield* bindJoin(ctx, level, item.JoinExpr)
  if (item.RangeTableSample) {
    const bound = yield* bindItem(ctx, level, item.RangeTableSample.relation)
    bindSample(ctx, level, item.RangeTableSample, /** @type {RangeEntry} */ (bound.names[0].entry))
    return bound
  }
  if (item.RangeTableFunc) return fromEntry(bindRangeXmlTable(ctx, level, item.RangeTableFunc), null)
  if (item.JsonTable) throw featureNotSupported('JSON_TABLE')
  throw featureNotSupported(`FROM item ${Object.keys(item)[0]}`)
}

/** @param {RangeEntry} entry @param {string | null} schema @returns {{ node: FromNode, names: NameItem[] }} */
function fromEntry(entry, schema) {
  return { node: { kind: 'entry', rt: entry.rt }, names: [nameItem(entry, schema)] }
}

/**
 * @param {RangeEntry} entry
 * @param {string | null} schema '' and names alike: qualified reference possible
 * @returns {NameItem}
 */
export function nameItem(entry, schema) {
  /** @type {ScopeColumn[]} */
  const columns = []
  entry.columns.forEach((column, at) => {
    if (column.type === 0) return
    const expr = /** @type {Expr} */ ({
      kind: 'column', rt: entry.rt, attnum: at + 1, type: column.type, typmod: column.typmod,
      collation: column.collation,
    })
    columns.push({ name: column.name, expr, ...originOf(entry, at), ...(column.hidden ? { hidden: true } : null) })
  })
  return {
    name: entry.alias, schema, columns, entry, tableVisible: true, columnsVisible: true, lateralOnly: false,
    lateralOk: true,
  }
}

/** @param {RangeEntry} entry @param {number} at */
function originOf(entry, at) {
  if (entry.relation && (entry.kind === 'relation' || entry.kind === 'new'))
    return { tableOid: entry.relation.oid, attnum: at + 1 }
  const query = entry.query ?? (entry.selfReference ? null : entry.cte?.query)
  const target = query ? visibleTargets(query)[at] : null
  return target ? { tableOid: target.tableOid, attnum: target.attnum } : { tableOid: 0, attnum: 0 }
}

/**
 * Column names after an alias list.
 * @param {OutColumn[]} columns
 * @param {any} alias
 * @param {string} name
 * @returns {OutColumn[]}
 */
function renamed(columns, alias, name) {
  const names = alias?.colnames ? nameParts(alias.colnames) : []
  const live = columns.filter((column) => column.type !== 0)
  if (names.length > live.length)
    throw invalidColumnReference(
      `table "${name}" has ${live.length} columns available but ${names.length} columns specified`,
    )
  let at = 0
  return columns.map((column) => column.type === 0 || at >= names.length ? column : { ...column, name: names[at++] })
}

/** @param {BindContext} ctx @param {Level} level @param {any} node RangeVar @returns {Steps<RangeEntry>} */
function* bindRangeVar(ctx, level, node) {
  const alias = node.alias?.aliasname ?? node.relname
  if (!node.schemaname) {
    const cte = findCte(level, node.relname)
    if (cte) {
      cte.entry.references++
      const self = cte.entry.query === null
      if (
        cte.entry.query !== null && cte.entry.query.command !== 'select' && cte.entry.query.write?.returning === null
      ) {
        throw notSupportedAt(`WITH query "${node.relname}" does not have a RETURNING clause`, {
          location: node.location ?? 0,
        })
      }
      if (self) cte.entry.onSelf(level, node.location ?? 0)
      return ctx.addEntry(level, {
        kind: 'cte', alias, ...written(node.alias), columns: renamed(cte.entry.columns, node.alias, alias),
        cte: cte.entry, selfReference: self, lateral: false,
      })
    }
  }
  const relation = findRelation(ctx, node)
  ctx.lock(relation.oid, 1)
  const columns = renamed(relationColumns(relation), node.alias, alias)
  const entry = { alias, ...written(node.alias), columns, relation, lateral: false }
  if (relation.kind === 'v')
    return ctx.addEntry(level, {
      kind: 'subquery', ...entry, barrier: isOn(relation.options.security_barrier),
      query: ctx.keepsViews ? shownQuery(relation) : yield* viewSteps(ctx, relation),
    })
  return ctx.addEntry(level, {
    kind: 'relation', ...entry, inh: node.inh === true, tree: bindTree(ctx, relation, node.inh === true, 1),
  })
}

/**
 * How an alias was written, for printing the query again.
 * @param {Tree<import('@pgsql/types').Alias>} alias, or undefined
 * @returns {{ aliased: boolean, columnNames: string[] | undefined }}
 */
const written = (alias) => ({
  aliased: alias !== undefined,
  columnNames: alias?.colnames ? nameParts(alias.colnames) : undefined,
})

/** @param {RelationDesc} relation @returns {OutColumn[]} */
export const relationColumns = (relation) =>
  relation.columns.map((column) =>
    column.dropped
      ? { name: '', type: 0, typmod: -1, collation: 0 }
      : { name: column.name, type: column.typeOid, typmod: column.typmod, collation: column.collation },
  )

/** @param {BindContext} ctx @param {any} node RangeVar @returns {RelationDesc} */
export function findRelation(ctx, node) {
  const location = node.location ?? 0
  const schema = node.schemaname ?? null
  if (schema !== null && !node.relationOid) namesSchema(ctx, schema, location)
  const relation = node.relationOid
    ? ctx.catalog.relation(node.relationOid)
    : ctx.catalog.relationByName(schema, node.relname)
  if (relation?.kind === 'c') throw notOpenedAsTable(node.relname, 'c', { location })
  if (!relation) {
    if (!node.relationOid && ctx.catalog.relationOid(schema, node.relname) !== 0)
      throw notOpenedAsTable(node.relname, 'i', { location })
    if (schema !== null) throw undefinedTable(`relation "${schema}.${node.relname}" does not exist`, { location })
    throw undefinedTable(`relation "${node.relname}" does not exist`, { location })
  }
  if (
    relation.persistence === 't' && relation.namespaceOid !== ctx.catalog.temporaryNamespace && relation.heap !== null
  )
    throw temporaryTableOfOthers()
  ctx.view.dependsOnNamed(relation, schema)
  return relation
}

/** @param {Level} from @param {string} name @returns {{ entry: any, level: Level } | null} */
function findCte(from, name) {
  for (let level = /** @type {Level | null} */ (from); level; level = level.parent) {
    for (let at = level.ctes.length - 1; at >= 0; at--)
      if (level.ctes[at].name === name) return { entry: level.ctes[at], level }
  }
  return null
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Tree<import('@pgsql/types').RangeSubselect>} node
 * @returns {Steps<RangeEntry>}
 */
function* bindSubselect(ctx, level, node) {
  if (!node.alias) throw aliasMissing(node.subquery.SelectStmt.valuesLists !== undefined)
  const before = level.lateralActive
  level.lateralActive = node.lateral === true
  // Few frames: queries in queries in queries are as deep as the stack lets them be.
  const { clause } = level
  level.clause = 'FROM SUBSELECT'
  const query = yield* selectSteps(ctx, level, node.subquery, { isFromItem: true })
  level.clause = clause
  level.lateralActive = before
  const alias = node.alias.aliasname
  const columns = visibleTargets(query).map((target) => ({
    name: target.name, type: target.expr.type, typmod: target.expr.typmod, collation: target.expr.collation,
  }))
  return ctx.addEntry(level, {
    kind: 'subquery', alias, ...written(node.alias), columns: renamed(columns, node.alias, alias), query,
    lateral: node.lateral === true,
  })
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Tree<import('@pgsql/types').RangeFunction>} node
 * @returns {RangeEntry}
 */
function bindRangeFunction(ctx, level, node) {
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
        const expr = inClause(level, 'FROM', () => bindExpr(ctx, level, one))
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
function bindRangeXmlTable(ctx, level, node) {
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

/**
 * Whether functions in FROM use what stands before them there: then they are printed as LATERAL.
 * @param {{ expr: Expr }[]} functions
 * @param {Level} level
 */
function readsLevel(functions, level) {
  const own = new Set(level.entries.map((entry) => entry.rt))
  return functions.some(({ expr }) => contains(expr, (node) => node.kind === 'column' && own.has(node.rt)))
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

const JOIN_TYPES = /** @type {Record<string, 'inner' | 'left' | 'right' | 'full'>} */ ({
  JOIN_INNER: 'inner', JOIN_LEFT: 'left', JOIN_RIGHT: 'right', JOIN_FULL: 'full',
})

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {any} node JoinExpr
 * @returns {Steps<{ node: FromNode, names: NameItem[] }>}
 */
function* bindJoin(ctx, level, node) {
  const join = JOIN_TYPES[node.jointype]
  if (!join) throw featureNotSupported(`join type ${node.jointype}`)
  const left = yield* bindItem(ctx, level, node.larg)
  // LATERAL on the right may look left, unless the left side can be null-extended.
  const lateralOk = join === 'inner' || join === 'left'
  const mark = level.items.length
  for (const name of left.names) { name.lateralOnly = true; name.lateralOk = lateralOk }
  level.items.push(...left.names)
  if (isTired()) yield
  const right = yield* bindItem(ctx, level, node.rarg)
  level.items.length = mark
  for (const name of left.names) { name.lateralOnly = false; name.lateralOk = true }
  checkNames(level, right.names, left.names)
  const leftColumns = left.names.flatMap((name) => name.columnsVisible ? name.columns : [])
  const rightColumns = right.names.flatMap((name) => name.columnsVisible ? name.columns : [])
  let using = node.usingClause ? nameParts(node.usingClause) : null
  if (node.isNatural)
    using = leftColumns
      .map((column) => column.name)
      .filter((name, at, list) => list.indexOf(name) === at && rightColumns.some((other) => other.name === name))
  /** @type {ScopeColumn[]} */
  const merged = []
  /** @type {Expr | null} */
  let on = null
  if (using && (using.length > 0 || node.isNatural)) {
    // The types of all columns are settled before the first is compared.
    const names = using
    const pairs = names.map((name) => {
      if (names.filter((other) => other === name).length > 1)
        throw located('42701', `column name "${name}" appears more than once in USING clause`)
      const a = joinColumn(leftColumns, name, 'left')
      const b = joinColumn(rightColumns, name, 'right')
      merged.push(mergeColumn(ctx, join, a, b))
      return { a, b }
    })
    const conditions = pairs.map(({ a, b }) =>
      coerceToBoolean(ctx, operatorCall(ctx, '=', a.expr, b.expr, -1), 'JOIN/USING'),
    )
    on =
      conditions.length === 0
        ? null
        : conditions.length === 1
          ? conditions[0]
          : { kind: 'and', args: conditions, type: BOOL, typmod: -1, collation: 0, location: -1 }
  } else if (node.quals) {
    const outer = level.items
    level.items = [...left.names, ...right.names]
    try {
      on = inClause(level, 'JOIN/ON', () => coerceToBoolean(ctx, bindExpr(ctx, level, node.quals), 'JOIN/ON'))
    } finally {
      level.items = outer
    }
  }
  const rt = ctx.nextRt++
  const mergedNames = new Set(using ?? [])
  const all = [
    ...merged, ...leftColumns.filter((column) => !mergedNames.has(column.name)),
    ...rightColumns.filter((column) => !mergedNames.has(column.name)),
  ]
  /** @type {import('../../catalog/query.js').JoinNode} */
  const result = {
    kind: 'join', join, left: left.node, right: right.node, on, rt, alias: node.alias?.aliasname ?? null,
    aliasNames: node.alias?.colnames ? nameParts(node.alias.colnames) : [],
    using: using !== null && using.length > 0 ? using : null, usingAlias: node.join_using_alias?.aliasname ?? null,
    columns: joinColumns(all, mergedNames, left.node, leftColumns, right.node, rightColumns),
  }
  // A merged column that is neither input is the join's own; an alias hides both inputs.
  all.forEach((column, at) => {
    const own =
      at < merged.length && !leftColumns.some((input) => input.expr === column.expr)
      && !rightColumns.some((input) => input.expr === column.expr)
    if (own || node.alias) all[at] = { ...column, expr: { ...column.expr, syn: { rt, attnum: at + 1 } } }
    if (own) { merged[at] = all[at]; result.mergedComputed = true }
  })
  const names = [...left.names, ...right.names]
  if (node.join_using_alias) {
    const { aliasname } = node.join_using_alias
    if (names.some((name) => name.name === aliasname && name.tableVisible))
      throw duplicateAlias(`table name "${aliasname}" specified more than once`)
    names.push({
      name: node.join_using_alias.aliasname, schema: null, columns: merged, entry: null, tableVisible: true,
      columnsVisible: false, lateralOnly: false, lateralOk: true,
    })
  }
  if (node.alias) {
    const aliases = node.alias.colnames ? nameParts(node.alias.colnames) : []
    if (aliases.length > all.length)
      throw invalidColumnReference(`column alias list for "${node.alias.aliasname}" has too many entries`)
    const columns = all.map((column, at) => at < aliases.length ? { ...column, name: aliases[at] } : column)
    return {
      node: result,
      names: [
        {
          name: node.alias.aliasname, schema: null, columns, entry: null, tableVisible: true, columnsVisible: true,
          lateralOnly: false, lateralOk: true,
        },
      ],
    }
  }
  if (merged.length === 0) return { node: result, names }
  // The join answers for unqualified names; its inputs only for qualified ones.
  const inputs = names.map((name) => ({ ...name, columnsVisible: false }))
  return {
    node: result,
    names: [
      ...inputs,
      {
        name: '', schema: null, columns: all, entry: null, tableVisible: false, columnsVisible: true,
        lateralOnly: false, lateralOk: true,
      },
    ],
  }
}

/**
 * What the columns of a join are, for printing: their names and, by number, the columns of the inputs they come from
 * (0: not from that side).
 * @param {ScopeColumn[]} all
 * @param {Set<string>} merged
 * @param {FromNode} left
 * @param {ScopeColumn[]} leftColumns
 * @param {FromNode} right
 * @param {ScopeColumn[]} rightColumns
 * @returns {{ name: string, left: number, right: number }[]}
 */
function joinColumns(all, merged, left, leftColumns, right, rightColumns) {
  const number = (/** @type {FromNode} */ side, /** @type {ScopeColumn[]} */ columns, /** @type {number} */ at) =>
    side.kind === 'entry' && columns[at].expr.kind === 'column' ? columns[at].expr.attnum : at + 1
  const numbered = (/** @type {FromNode} */ side, /** @type {ScopeColumn[]} */ columns) =>
    columns.map((column, at) => ({ name: column.name, number: number(side, columns, at) }))
  const lefts = numbered(left, leftColumns)
  const rights = numbered(right, rightColumns)
  const pairs = all
    .slice(0, merged.size)
    .map(({ name }) => ({
      name, left: lefts.find((item) => item.name === name)?.number ?? 0,
      right: rights.find((item) => item.name === name)?.number ?? 0,
    }))
  return [
    ...pairs,
    ...lefts.filter((item) => !merged.has(item.name)).map((item) => ({ name: item.name, left: item.number, right: 0 })),
    ...rights
      .filter((item) => !merged.has(item.name))
      .map((item) => ({ name: item.name, left: 0, right: item.number })),
  ]
}

/** @param {ScopeColumn[]} columns @param {string} name @param {'left' | 'right'} side @returns {ScopeColumn} */
function joinColumn(columns, name, side) {
  const found = columns.filter((column) => column.name === name)
  if (found.length === 0)
    throw undefinedColumn(`column "${name}" specified in USING clause does not exist in ${side} table`)
  if (found.length > 1) throw located('42702', `common column name "${name}" appears more than once in ${side} table`)
  return found[0]
}

/**
 * @param {BindContext} ctx
 * @param {'inner' | 'left' | 'right' | 'full'} join
 * @param {ScopeColumn} a
 * @param {ScopeColumn} b
 * @returns {ScopeColumn}
 */
function mergeColumn(ctx, join, a, b) {
  const type = commonType(ctx, [a.expr, b.expr], 'JOIN/USING')
  const left = coerceToCommon(ctx, a.expr, type, 'JOIN/USING')
  const right = coerceToCommon(ctx, b.expr, type, 'JOIN/USING')
  if (join === 'full') {
    return {
      name: a.name,
      expr: {
        kind: 'coalesce', args: [left, right], type, typmod: left.typmod === right.typmod ? left.typmod : -1,
        collation: left.collation, location: -1,
      },
      tableOid: 0,
      attnum: 0,
    }
  }
  const expr =
    join === 'right' && right.kind === 'column'
      ? right
      : join === 'right'
        ? right
        : left.kind === 'column' || right.kind !== 'column' || join === 'left'
          ? left
          : right
  return { name: a.name, expr, ...origin(ctx, expr) }
}
