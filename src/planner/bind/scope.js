/**
 * Names to columns: PostgreSQL's scoping. The innermost query that knows a name wins; two items of one FROM that know
 * it make it ambiguous; an item beside a LATERAL-less subquery is known but out of reach, which the error says.
 */
import { RECORD, TID, XID, CID, OID } from '../../types/oids.js'
import {
  ambiguousColumn, ambiguousAlias, undefinedColumn, undefinedTable, syntaxError, invalidColumnReference, notSupportedAt,
  wrongObjectType,
} from '../../errors/syntax.js'
import { columnProjection, recordFields } from './expressions/field-notation.js'
import { resolveFunction } from './expressions/function-candidates.js'
import { plainCall } from './expressions/functions.js'
import { nameParts } from './expressions/typename.js'
import { bindAmongVariables } from './variables.js'

/** @import { Tree } from '../../parser/tree.js' */
/** @import { RangeEntry } from '../../catalog/query.js' */

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('./context.js').BindContext} BindContext */
/** @typedef {import('./context.js').Level} Level */
/** @typedef {import('./context.js').NameItem} NameItem */

const SYSTEM_COLUMNS = /** @type {Record<string, [number, number]>} */ ({
  ctid: [-1, TID], xmin: [-2, XID], cmin: [-3, CID], xmax: [-4, XID], cmax: [-5, CID], tableoid: [-6, OID],
})

/** Where no name can be a column's. */
const NO_COLUMNS = /** @type {Record<string, string>} */ ({
  DEFAULT: 'DEFAULT expression',
  BOUND: 'partition bound expression',
})

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Tree<import('@pgsql/types').ColumnRef>} node
 * @returns {Expr}
 */
export function bindColumnRef(ctx, level, node) {
  const variables = ctx.functionScope?.variables
  const bind = () => bindColumn(ctx, level, node)
  return variables === undefined ? bind()
    : bindAmongVariables(ctx, node, variables, bind, hasNoColumns(ctx, level))
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Tree<import('@pgsql/types').ColumnRef>} node
 * @returns {Expr}
 */
function bindColumn(ctx, level, node) {
  const location = node.location ?? 0
  const refused = NO_COLUMNS[level.clause]
  if (refused !== undefined) throw notSupportedAt(`cannot use column reference in ${refused}`, { location })
  const last = node.fields[node.fields.length - 1]
  if (last.A_Star) {
    if (node.fields.length === 1) throw syntaxError('row expansion via "*" is not supported here', { location })
    // t.* as a value is the whole row.
    const names = nameParts(node.fields.slice(0, -1))
    if (names.length === 3) names.shift()
    const schema = names.length === 2 ? names[0] : null
    const owner = findItem(ctx, level, schema, names[names.length - 1], location)
    if (!owner) throw missingTable(ctx, level, schema, names[names.length - 1], location)
    return wholeRow(ctx, owner.item, location)
  }
  const parts = nameParts(node.fields)
  if (parts.length === 1) {
    if (ctx.domainValue !== null && parts[0] === 'value') return placed(ctx.domainValue, location)
    const found = findColumn(ctx, level, parts[0], location)
    if (found) return found
    const whole = findItem(ctx, level, null, parts[0], location)
    if (whole) return wholeRow(ctx, whole.item, location)
    const argument = functionArgument(ctx, parts, location)
    if (argument) return argument
    throw missingColumn(ctx, level, null, parts[0], location)
  }
  if (parts.length > 4)
    throw syntaxError(`improper qualified name (too many dotted names): ${parts.join('.')}`, { location })
  if (parts.length === 4) parts.shift()
  const column = parts[parts.length - 1]
  const table = parts[parts.length - 2]
  const schema = parts.length === 3 ? parts[0] : null
  const owner = findItem(ctx, level, schema, table, location)
  if (!owner) {
    const argument = functionArgument(ctx, parts, location)
    if (argument) return argument
    throw missingTable(ctx, level, schema, table, location)
  }
  const found = itemColumn(owner.item, column, location)
  if (found) return found
  const row = wholeRow(ctx, owner.item, location)
  if (row.type !== RECORD) {
    const called = resolveFunction(ctx, {
      name: column, schema: null, args: [row], argNames: [], variadic: false, location,
    })
    if (called && called.func.kind === 'f') return plainCall(ctx, level, called, [row], location)
  }
  throw missingColumn(ctx, level, table, column, location)
}

/** Nothing of that level has columns, so that a name is no column's. @param {BindContext} ctx @param {Level} level */
function hasNoColumns(ctx, level) {
  if (NO_COLUMNS[level.clause] !== undefined || ctx.domainValue !== null || ctx.functionScope?.argNames.length !== 0)
    return false
  for (let at = /** @type {Level | null} */ (level); at !== null; at = at.parent) if (at.items.length > 0) return false
  return true
}

/**
 * arg, function.arg, arg.field, function.arg.field in a function's body.
 * @param {BindContext} ctx
 * @param {string[]} parts
 * @param {number} location
 * @returns {Expr | null}
 */
function functionArgument(ctx, parts, location) {
  const scope = ctx.functionScope
  if (scope === null || parts.length > 3) return null
  const byName = (/** @type {string} */ name) => {
    const at = scope.argNames.indexOf(name)
    return at < 0 ? null : ctx.params.reference(at + 1, location, ctx.view)
  }
  if (parts.length === 1) return byName(parts[0])
  if (parts[0] === scope.name) {
    const argument = byName(parts[1])
    if (argument) return parts.length === 2 ? argument : columnProjection(ctx, argument, parts[2], location)
  }
  const row = parts.length === 2 ? byName(parts[0]) : null
  return row && columnProjection(ctx, row, parts[1], location)
}

/**
 * A copy, then its field: a field written after a spread that has it goes through V8's runtime.
 * @param {Expr} expr @param {number} location @returns {Expr}
 */
function placed(expr, location) {
  const copy = { ...expr }
  copy.location = location
  return copy
}

/** OLD or NEW; the row ON CONFLICT calls EXCLUDED is in no table. @param {RangeEntry} entry */
const isRuleRow = (entry) => entry.kind === 'new' && entry.alias !== 'excluded'

/** @param {NameItem} item @param {string} name @param {number} location @returns {Expr | null} */
function itemColumn(item, name, location) {
  let found = null
  for (const column of item.columns) {
    if (column.name !== name) continue
    if (found) throw ambiguousColumn(name, location)
    found = column
  }
  if (found) return placed(found.expr, location)
  const system = SYSTEM_COLUMNS[name]
  if (
    system && item.entry && (item.entry.kind === 'relation' || isRuleRow(item.entry))
    && 'rmtpSf'.includes(item.entry.relation.kind)
  ) {
    return { kind: 'column', rt: item.entry.rt, attnum: system[0], type: system[1], typmod: -1, collation: 0, location }
  }
  return null
}

/** @param {BindContext} ctx @param {Level} from @param {string} name @param {number} location @returns {Expr | null} */
function findColumn(ctx, from, name, location) {
  for (let level = /** @type {Level | null} */ (from); level; level = level.parent) {
    /** @type {Expr | null} */
    let found = null
    let owner = null
    for (const item of level.items) {
      if (!item.columnsVisible || (item.lateralOnly && !level.lateralActive)) continue
      const expr = itemColumn(item, name, location)
      if (!expr) continue
      if (found) throw ambiguousColumn(name, location)
      found = expr
      owner = item
    }
    if (found && owner) {
      refuseLateral(level, /** @type {NameItem} */ (owner), location)
      return found
    }
  }
  return null
}

/** @param {Level} level @param {NameItem} item @param {number} location */
function refuseLateral(level, item, location) {
  if (item.lateralOnly && !item.lateralOk) {
    throw invalidColumnReference(`invalid reference to FROM-clause entry for table "${item.name}"`, {
      location,
      detail: 'The combining JOIN type must be INNER or LEFT for a LATERAL reference.',
    })
  }
  void level
}

/**
 * @param {BindContext} ctx
 * @param {Level} from
 * @param {string | null} schema
 * @param {string} name
 * @param {number} location
 * @returns {{ item: NameItem, level: Level } | null}
 */
function findItem(ctx, from, schema, name, location) {
  const namespaceOid = schema === null ? 0 : ctx.catalog.namespaceOid(schema)
  for (let level = /** @type {Level | null} */ (from); level; level = level.parent) {
    let found = null
    for (const item of level.items) {
      if (!item.tableVisible || item.name !== name || (item.lateralOnly && !level.lateralActive)) continue
      if (schema !== null && (item.schema === null || item.entry?.relation?.namespaceOid !== namespaceOid)) continue
      if (found) throw ambiguousAlias(name, location)
      found = item
    }
    if (found) { refuseLateral(level, found, location); return { item: found, level } }
  }
  return null
}

/** t as a value. @param {BindContext} ctx @param {NameItem} item @param {number} location @returns {Expr} */
function wholeRow(ctx, item, location) {
  const { entry } = item
  if (entry && (entry.kind === 'relation' || ctx.ruleRows.some((row) => row.entry === entry)))
    return {
      kind: 'column', rt: entry.rt, attnum: 0, type: entry.relation.typeOid || RECORD, typmod: -1, collation: 0,
      location,
    }
  const called =
    entry && entry.kind === 'function' && !entry.ordinality && entry.functions?.length === 1
      ? entry.functions[0].expr
      : null
  // A function of a scalar is its one column; of a composite type with one column it is not.
  if (
    called && item.columns.length === 1 && called.type !== RECORD
    && ctx.view.type(ctx.view.baseType(called.type)).kind !== 'c'
  )
    return placed(item.columns[0].expr, location)
  if (
    called && called.type !== RECORD && ctx.view.type(ctx.view.baseType(called.type)).kind === 'c'
    && ctx.compositeColumns(called.type).filter((column) => !column.dropped).length === item.columns.length
  ) {
    return {
      kind: 'row', args: item.columns.map((column) => column.expr), names: item.columns.map((column) => column.name),
      type: ctx.view.baseType(called.type), typmod: -1, collation: 0, location,
      ...(entry ? { syn: { rt: entry.rt, attnum: 0 } } : null),
    }
  }
  return {
    kind: 'row', args: item.columns.map((column) => column.expr), names: item.columns.map((column) => column.name),
    type: entry?.relation?.typeOid || RECORD, typmod: -1, collation: 0, location,
    ...(entry ? { syn: { rt: entry.rt, attnum: 0 } } : null),
  }
}

/**
 * The columns of * and t.*.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Tree<import('@pgsql/types').ColumnRef>} node
 * @returns {import('./context.js').ScopeColumn[]}
 */
export function expandStar(ctx, level, node) {
  const location = node.location ?? 0
  if (node.fields.length === 1) {
    const visible = level.items.filter((item) => item.columnsVisible && !(item.lateralOnly && !level.lateralActive))
    if (visible.length === 0) throw syntaxError('SELECT * with no tables specified is not valid', { location })
    return visible.flatMap((item) =>
      item.columns
        .filter((column) => !column.hidden)
        .map((column) => ({ ...column, expr: placed(column.expr, location) })),
    )
  }
  const parts = nameParts(node.fields.slice(0, -1))
  if (parts.length === 3) parts.shift()
  const owner = findItem(ctx, level, parts.length === 2 ? parts[0] : null, parts[parts.length - 1], location)
  if (owner)
    return owner.item.columns
      .filter((column) => !column.hidden)
      .map((column) => ({ ...column, expr: placed(column.expr, location) }))
  const argument = ctx.functionScope?.variables === undefined ? functionArgument(ctx, parts, location)
    : bindColumnRef(ctx, level, node)
  const fields = argument?.kind === 'param' ? ctx.functionScope?.variables?.fieldsOf(argument.number) ?? null : null
  if (argument && fields !== null) return fields.map((field, at) => fieldColumn(ctx, argument, field, at, location))
  if (argument && (argument.type === RECORD || ctx.view.type(ctx.view.baseType(argument.type)).kind === 'c'))
    return expandComposite(ctx, argument)
  throw missingTable(ctx, level, parts.length === 2 ? parts[0] : null, parts[parts.length - 1], location)
}

/**
 * A field of a record as a column.
 * @param {BindContext} ctx
 * @param {Expr} arg
 * @param {{ name: string, type: number }} field
 * @param {number} at
 * @param {number} location
 */
const fieldColumn = (ctx, arg, { name, type }, at, location) => ({
  name,
  tableOid: 0,
  attnum: 0,
  expr: /** @type {Expr} */ ({
    kind: 'field', arg, attnum: at + 1, type, typmod: -1, collation: ctx.view.type(type).collation, location,
  }),
})

/** @param {BindContext} ctx @param {Expr} expr of a composite type @returns {import('./context.js').ScopeColumn[]} */
export function expandComposite(ctx, expr) {
  if (expr.type === RECORD) {
    const fields = recordFields(ctx, expr)
    if (fields.length === 0) throw wrongObjectType('record type has not been registered')
    return fields.map((field, at) => ({
      name: field.name,
      tableOid: 0,
      attnum: 0,
      expr: /** @type {Expr} */ ({
        kind: 'field', arg: expr, attnum: at + 1, type: field.type, typmod: -1,
        collation: ctx.view.type(field.type).collation, location: expr.location,
      }),
    }))
  }
  if (ctx.view.type(ctx.view.baseType(expr.type)).kind !== 'c')
    throw wrongObjectType(`type ${ctx.view.typeName(expr.type)} is not composite`)
  return ctx
    .compositeColumns(expr.type)
    .flatMap((column, at) =>
      column.dropped
        ? []
        : [
            {
              name: column.name,
              tableOid: 0,
              attnum: 0,
              expr: /** @type {Expr} */ ({
                kind: 'field', arg: expr, attnum: at + 1, type: column.type, typmod: column.typmod,
                collation: column.collation, location: expr.location,
              }),
            },
          ],
    )
}

/** In the same FROM, but no part of the join at hand. */
const NOT_HERE = { lateralOnly: false }

/**
 * @param {BindContext} ctx
 * @param {Level} from
 * @param {string | null} schema
 * @param {string} name
 * @param {number} location
 */
function missingTable(ctx, from, schema, name, location) {
  let hint
  let detail
  for (let level = /** @type {Level | null} */ (from); level; level = level.parent) {
    const hidden =
      level.items.find((item) => item.name === name)
      ?? (schema === null && level.entries.some((entry) => entry.alias === name && entry.kind !== 'new')
        ? NOT_HERE
        : undefined)
    if (hidden) {
      return undefinedTable(`invalid reference to FROM-clause entry for table "${name}"`, {
        location,
        routine: 'errorMissingRTE',
        ...((level.clause === 'JOIN/ON' && hidden !== NOT_HERE) || hidden.lateralOnly
          ? {
              detail: `There is an entry for table "${name}", but it cannot be referenced from this part of the query.`,
            }
          : {
              hint: `There is an entry for table "${name}", but it cannot be referenced from this part of the query.`,
            }),
      })
    }
    const aliased = level.entries.find(
      (entry) => entry.kind === 'relation' && entry.relation.name === name && entry.alias !== name,
    )
    if (aliased && schema === null) {
      return undefinedTable(`invalid reference to FROM-clause entry for table "${name}"`, { location,
        routine: 'errorMissingRTE', hint: `Perhaps you meant to reference the table alias "${aliased.alias}".` })
    }
  }
  return undefinedTable(`missing FROM-clause entry for table "${name}"`, {
    location, hint, detail, routine: 'errorMissingRTE',
  })
}

/**
 * @param {BindContext} ctx
 * @param {Level} from
 * @param {string | null} table
 * @param {string} name
 * @param {number} location
 */
function missingColumn(ctx, from, table, name, location) {
  let hint
  for (let level = /** @type {Level | null} */ (from); level && !hint; level = level.parent) {
    const hidden = level.entries.find(
      (entry) =>
        (table === null || entry.alias === table) && entry.kind !== 'new'
        && entry.columns.some((column) => column.name === name)
        && level?.items.some((item) => item.entry === entry && (!item.columnsVisible || item.lateralOnly)),
    )
    if (hidden) hint = `There is a column named "${name}" in table "${hidden.alias}", but it cannot be referenced from this part of the query.`
  }
  hint ??= nearest(from, table, name)
  return undefinedColumn(
    table === null ? `column "${name}" does not exist` : `column ${table}.${name} does not exist`,
    { location, hint },
  )
}

/**
 * "Perhaps you meant …": the one or two closest names, of whose letters not more than half differ.
 * @param {Level} from
 * @param {string | null} table
 * @param {string} name
 */
function nearest(from, table, name) {
  let best = FAR
  /** @type {string[]} */
  let names = []
  for (let level = /** @type {Level | null} */ (from); level; level = level.parent) {
    for (const entry of level.entries) {
      const penalty = table !== null && entry.alias !== table ? distance(entry.alias, table) : 0
      for (const column of entry.columns) {
        const letters = distance(name, column.name)
        const far = letters + penalty
        if (letters > name.length >> 1 || far >= FAR || far > best) continue
        if (far < best) names = []
        best = far
        const written = `"${entry.alias}.${column.name}"`
        // An INSERT's table has two entries: its rows before and after.
        if (!names.includes(written)) names.push(written)
      }
    }
  }
  if (names.length === 0 || names.length > 2) return undefined
  return names.length === 1
    ? `Perhaps you meant to reference the column ${names[0]}.`
    : `Perhaps you meant to reference the column ${names[0]} or the column ${names[1]}.`
}

/** Edits that make a name another one. */
const FAR = 4

/** Edits between two words. @param {string} a @param {string} b */
function distance(a, b) {
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let at = 1; at <= b.length; at++)
      current[at] = Math.min(
        previous[at] + 1, current[at - 1] + 1, previous[at - 1] + (a[row - 1] === b[at - 1] ? 0 : 1),
      )
    previous = current
  }
  return previous[b.length]
}
