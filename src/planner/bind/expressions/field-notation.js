/** What reads like a call of one argument and is none: a cast by its type's name, a field of a composite value. */
import { UNKNOWN, RECORD } from '../../../types/oids.js'
import { undefinedFunction, wrongObjectType, undefinedColumn } from '../../../errors/syntax.js'
import { coerceTo, pathway } from './coerce.js'
import { polymorphicOutput } from '../from-functions.js'

/** @import { Tree } from '../../../parser/tree.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { BindContext } from '../context.js' */

/**
 * f(x) with f a type: when a conversion is trivial, it beats any conversion of the argument for a function of that
 * name.
 * @param {BindContext} ctx
 * @param {string} name
 * @param {string | null} schema
 * @param {Expr} arg
 */
export function castApplies(ctx, name, schema, arg) {
  const type = ctx.view.typeByName(schema, name)
  if (!type || type.kind === 'p' || type.kind === 'c') return false
  if (arg.type === UNKNOWN) return true
  const way = pathway(ctx, arg.type, type.oid, 'explicit')
  if (!way) return false
  if (way.way === 'relabel') return true
  return way.way === 'io' && !((arg.type === RECORD || ctx.view.type(arg.type).kind === 'c') && type.category === 'S')
}

/**
 * @param {BindContext} ctx
 * @param {string} name
 * @param {string | null} schema
 * @param {Expr[]} args
 * @param {unknown} special
 * @param {number} location
 * @returns {Expr | null}
 */
export function castCall(ctx, name, schema, args, special, location) {
  if (args.length !== 1 || special || !castApplies(ctx, name, schema, args[0])) return null
  if (schema === null && ctx.view.typeByName(null, name)?.namespaceOid === ctx.catalog.temporaryNamespace) return null
  const type = /** @type {import('../../../catalog/descriptors.js').TypeDesc} */ (ctx.view.typeByName(schema, name))
  return coerceTo(ctx, args[0], type.oid, -1, 'explicit', 'cast', location)
}

/**
 * f(row) meaning row.f.
 * @param {BindContext} ctx
 * @param {Expr} arg
 * @param {string} name
 * @param {number} location
 * @returns {Expr | null}
 */
export function columnProjection(ctx, arg, name, location) {
  if (arg.type === UNKNOWN || arg.type === RECORD) {
    if (arg.kind === 'row') {
      const at = arg.names.indexOf(name)
      return at < 0 ? null : arg.args[at]
    }
    const fields = recordFields(ctx, arg)
    const at = fields.findIndex((field) => field.name === name)
    return at < 0
      ? null
      : {
          kind: 'field',
          arg,
          attnum: at + 1,
          type: fields[at].type,
          typmod: -1,
          collation: ctx.view.type(fields[at].type).collation,
          location,
        }
  }
  if (ctx.view.type(ctx.view.baseType(arg.type)).kind !== 'c') return null
  const columns = ctx.compositeColumns(arg.type)
  const at = columns.findIndex((column) => column.name === name && !column.dropped)
  if (at < 0) return null
  const column = columns[at]
  if (arg.kind === 'column' && arg.attnum === 0) ctx.wholeRows.add(arg.rt)
  if (arg.kind === 'column' && arg.attnum === 0)
    return {
      kind: 'column', rt: arg.rt, attnum: at + 1, type: column.type, typmod: column.typmod, collation: column.collation,
      location,
    }
  return {
    kind: 'field', arg, attnum: at + 1, type: column.type, typmod: column.typmod, collation: column.collation, location,
  }
}

/**
 * The fields of an anonymous record, as far as its origin tells.
 * @param {BindContext} ctx
 * @param {Expr} expr
 * @returns {{ name: string, type: number }[]}
 */
export function recordFields(ctx, expr) {
  if (expr.kind === 'row') return expr.args.map((arg, at) => ({ name: expr.names[at], type: arg.type }))
  if (expr.kind === 'func') {
    const func = ctx.view.function(expr.oid)
    const { argModes, allArgTypes, argNames } = func
    if (!argModes || !allArgTypes) return []
    return allArgTypes.flatMap((type, at) =>
      'obt'.includes(argModes[at])
        ? [{ name: argNames?.[at] || `column${at + 1}`, type: polymorphicOutput(ctx, expr, type) }]
        : [],
    )
  }
  if (expr.kind === 'column' && expr.attnum > 0) {
    const entry = ctx.entryOf.get(expr.rt)
    const query = entry?.query ?? (entry?.selfReference ? undefined : entry?.cte?.query)
    const target = query ? query.targets.filter((item) => !item.resjunk)[expr.attnum - 1] : undefined
    return target ? recordFields(ctx, target.expr) : []
  }
  return []
}

/**
 * @param {BindContext} ctx
 * @param {string} name
 * @param {Expr[]} args
 * @param {string[]} argNames
 * @param {Tree<import('@pgsql/types').FuncCall>} node
 * @param {number} location
 */
export function missing(ctx, name, args, argNames, node, location) {
  const positional = args.length - argNames.length
  const shown = args.map((arg, at) => `${at >= positional && argNames.length ? `${argNames[at - positional]} => ` : ''}${ctx.view.typeName(arg.type)}`).join(', ')
  const message = `function ${name}(${shown}) does not exist`
  if (node.agg_star) {
    return undefinedFunction(`function ${name}() does not exist`, { location,
      hint: 'No function matches the given name and argument types. You might need to add explicit type casts.' })
  }
  if (node.agg_order && !node.agg_within_group) return undefinedFunction(message, { location, hint: 'No aggregate function matches the given name and argument types. Perhaps you misplaced ORDER BY; ORDER BY must appear after all regular arguments of the aggregate.' })
  return undefinedFunction(message, {
    location,
    hint: 'No function matches the given name and argument types. You might need to add explicit type casts.',
  })
}

/**
 * What field selection on a non-composite says.
 * @param {BindContext} ctx
 * @param {Expr} arg
 * @param {string} name
 * @param {number} location
 */
export function noSuchField(ctx, arg, name, location) {
  if (arg.kind === 'column' && arg.attnum === 0) {
    const table = ctx.entryOf.get(arg.rt)?.alias ?? ctx.view.typeName(arg.type)
    return undefinedColumn(`column ${table}.${name} does not exist`, { location })
  }
  if (arg.type === RECORD)
    return undefinedColumn(`could not identify column "${name}" in record data type`, { location })
  if (ctx.view.type(ctx.view.baseType(arg.type)).kind === 'c')
    return undefinedColumn(`column "${name}" not found in data type ${ctx.view.typeName(arg.type)}`, { location })
  return wrongObjectType(
    `column notation .${name} applied to type ${ctx.view.typeName(arg.type)}, which is not a composite type`,
    { location },
  )
}
