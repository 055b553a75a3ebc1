/** CALL: which procedure it means, its arguments converted, and the columns its OUT arguments give. */
import { undefinedFunction, wrongObjectType } from '../../../errors/syntax.js'
import { DEFAULT_ENV } from '../../../types/type-ops.js'
import { guarded } from '../bind.js'
import { BindContext, Level } from '../context.js'
import { bindExpr } from './expressions.js'
import { completeArguments } from './functions.js'
import { resolveFunction } from './function-candidates.js'
import { nameParts } from './typename.js'
import { settledTypes } from '../../function-result.js'

/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { Tree } from '../../../parser/tree.js' */
/** @import { FuncDesc } from '../../../catalog/descriptors.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */

/**
 * @param {Tree<import('@pgsql/types').CallStmt>} node
 * @param {CatalogSnapshot} catalog
 * @param {import('../bind.js').BindOptions} options
 * @returns {{ func: FuncDesc, args: Expr[], columns: { name: string, type: number }[], outputs: { name: string, number:
 *   number }[], paramTypes: number[], isLasting: boolean }} args: inputs alone; isLasting: nothing in it was read under
 *   the session's settings
 */
export function bindCall(node, catalog, options) {
  return guarded(options.sourceText ?? '', () => {
    const ctx = new BindContext(catalog, { ...options, env: options.env ?? catalog.env ?? { ...DEFAULT_ENV, catalog } })
    const level = new Level(null)
    level.clause = 'CALL'
    const { funccall: call } = node
    const location = call.location ?? 0
    const parts = nameParts(call.funcname)
    const name = parts[parts.length - 1]
    const schema = parts.length > 1 ? parts[parts.length - 2] : null
    const nodes = call.args ?? []
    const argNames = nodes.flatMap((arg) => arg.NamedArgExpr ? [arg.NamedArgExpr.name] : [])
    const given = nodes.map((arg) => bindExpr(ctx, level, arg.NamedArgExpr ? arg.NamedArgExpr.arg : arg))
    const found = resolveFunction(ctx, {
      name, schema, args: given, argNames, variadic: call.func_variadic === true, location, procedures: true,
    })
    const shown = `${schema ? `${schema}.` : ''}${name}(${given.map((/** @type {Expr} */ arg, /** @type {number} */ at) => `${at >= given.length - argNames.length ? `${argNames[at - given.length + argNames.length]} => ` : ''}${ctx.view.typeName(arg.type)}`).join(', ')})`
    if (found === null)
      throw undefinedFunction(`procedure ${shown} does not exist`, {
        location,
        hint: 'No procedure matches the given name and argument types. You might need to add explicit type casts.',
      })
    const func = ctx.view.function(found.func.oid)
    if (func.kind !== 'p')
      throw wrongObjectType(`${shown} is not a procedure`, { location, hint: 'To call a function, use SELECT.' })
    const { converted } = completeArguments(ctx, found, given)
    ctx.params.finish(ctx.view)
    const modes = func.argModes
    const args = modes.length === 0 ? converted : converted.filter((_, at) => modes[at] !== 'o')
    const types = settledTypes(catalog, func, args.map((arg) => arg.type), func.allArgTypes)
    const columns = modes.flatMap((mode, at) =>
      'ob'.includes(mode) ? [{ name: func.argNames[at] || `column${at + 1}`, type: types[at] }] : [],
    )
    const outputs = modes.flatMap((mode, at) =>
      'ob'.includes(mode) ? [{ name: func.argNames[at] || '', number: parameterOf(converted[at], mode) }] : [],
    )
    return {
      func, args, columns, outputs, paramTypes: ctx.params.types,
      isLasting: !ctx.sessionDependent && !ctx.clockDependent && !ctx.zoneDependent,
    }
  })
}

/**
 * The parameter an output argument is; one that is only given back may be converted.
 * @param {Expr} expr
 * @param {string} mode
 * @returns {number} 0: it is none
 */
function parameterOf(expr, mode) {
  while (mode === 'o' && 'arg' in expr && expr.arg) expr = /** @type {Expr} */ (expr.arg)
  return expr.kind === 'param' ? expr.number : 0
}
