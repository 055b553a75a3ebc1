/**
 * Rows across a pipeline breaker: which columns and slots are stored in which places of an array, and their locals on
 * the other side.
 */
import { C_LANGUAGE, INTERNAL_LANGUAGE } from '../../catalog/languages.js'
import { functionReturnedNull } from '../../errors/execution.js'
import { keyOf } from '../codegen/function.js'
import { baseType, builtin, compareSource, functionInfo, typeOps } from '../expressions/operations.js'
import { canonicalKey } from '../canonical-key.js'

/** @import { ExecContext } from '../context.js' */
/** @import { Expr } from '../../catalog/expr.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

export class Carry {
  /**
   * @param {FunctionBuilder} fn
   * @param {Expr[]} exprs columns and slots
   * @param {number} [first] place of the first in the stored array
   */
  constructor(fn, exprs, first = 0) {
    this.fn = fn
    this.first = first
    /** nullable: in some row of those stored. @type {Map<string, { expr: Expr, place: number, nullable: boolean }>} */
    this.places = new Map()
    for (const expr of exprs) {
      const key = keyOf(expr)
      if (!this.places.has(key)) this.places.set(key, { expr, place: first + this.places.size, nullable: false })
    }
  }

  get length() {
    return this.places.size
  }

  /** In order of place. @returns {any[]} */
  exprs() {
    return [...this.places.values()].map(({ expr }) => expr)
  }

  /** TypeOps of the stored places, for spilling. @returns {any[]} */
  types() {
    return [...this.places.values()].map(({ expr }) => typeOrNull(this.fn, expr.type))
  }

  /**
   * Values to store, in order of place; call it where the row is at hand, once for each such place.
   * @returns {string[]}
   */
  values() {
    return [...this.places.values()].map((slot) => {
      const value = this.fn.expression(slot.expr)
      slot.nullable ||= value.nullable
      return value.js
    })
  }

  /**
   * The same for rows that are stored as bytes: what is bytes in pool memory is not decoded.
   * @returns {import('./row-code.js').Stored[]}
   */
  stored() {
    return [...this.places.values()].map((slot) => {
      const value = storedValue(this.fn, slot.expr)
      slot.nullable ||= value.nullable
      return value
    })
  }

  /**
   * Binds the columns to a row of bytes.
   * @param {import('./row-code.js').RowCode} code
   * @param {string} space a name
   * @param {string} at a name
   */
  bindCells(code, space, at) {
    for (const [key, slot] of this.places)
      this.fn.bind(key, {
        read: code.read(slot.place, space, at), nullable: slot.nullable, text: code.textCell(slot.place, space, at),
      })
  }

  /**
   * Binds the columns to a stored array.
   * @param {string} row a name
   * @param {boolean} [nullable] the row may be missing: see nest-loop.js
   */
  bind(row, nullable = false) {
    for (const [key, slot] of this.places)
      this.fn.bind(key, { read: `${row}[${slot.place}]`, nullable: slot.nullable || nullable })
  }
}

/**
 * A value for a row of bytes: what is bytes in pool memory is not decoded.
 * @param {FunctionBuilder} fn
 * @param {Expr} expr
 * @returns {import('./row-code.js').Stored}
 */
export function storedValue(fn, expr) {
  const binding = expr.kind === 'column' || expr.kind === 'slot' ? fn.peek(keyOf(expr)) : null
  if (binding === null || binding.raw === undefined || binding.js !== undefined) {
    const { js, nullable } = fn.expression(expr)
    return { js, nullable }
  }
  return { js: /** @type {string} */ (binding.read), nullable: binding.nullable, raw: binding.raw }
}

/** No more rows come into a sorter. @param {FunctionBuilder} fn @param {string} sorter */
export function finishSorter(fn, sorter) {
  fn.line(fn.module.generator ? `if (!${sorter}.finishNow()) yield* ${sorter}.finishSteps()` : `${sorter}.finish()`)
}

/**
 * TypeOps for the spill codec, or null for types whose values are never objects.
 * @param {FunctionBuilder} fn
 * @param {number} type
 */
export function typeOrNull(fn, type) {
  try {
    return typeOps(fn.module, type)
  } catch {
    return null
  }
}

/** Source that makes one Map key of the values of key expressions; null if one is null and `nulls` is false. Also binds
 * the values.
 * @param {FunctionBuilder} fn
 * @param {string[]} names of the values
 * @param {number[]} types
 * @returns {string}
 */
export function mapKey(fn, names, types) {
  if (names.length === 0) return '0'
  const parts = names.map((name, at) => keyPart(fn, name, types[at]))
  if (parts.length === 1) return parts[0]
  return `\`${parts.map((part, at) => `\${${names[at]} === null ? '\\udfff' : ${part}}`).join('\\0')}\``
}

/**
 * What a value is compared as in hash tables.
 * @param {FunctionBuilder} fn
 * @param {string} name
 * @param {number} type
 * @returns {string}
 */
function keyPart(fn, name, type) {
  const { module } = fn
  const plain = module.primitiveKey(type)
  if (plain) return name
  const ops = typeOrNull(fn, type)
  const canonical = module.constant(canonicalKey(baseType(module, type), ops), 'canonical')
  return `(${name} === null ? null : ${canonical}(${name}))`
}

/**
 * Do two values, neither of them computed twice, belong to one group? Nulls do.
 * @param {FunctionBuilder} fn
 * @param {number} type what they are compared as
 * @param {string} a
 * @param {string} b
 * @returns {string}
 */
export const sameValue = (fn, type, a, b) =>
  `(${a} === ${b} || (${a} !== null && ${b} !== null && ${compareSource(fn.module, type, a, b)} === 0))`

/** Comparator over stored rows, as a helper of the module. @param {FunctionBuilder} fn
 * @param {{ place: number, type: number, desc: boolean, nullsFirst: boolean, nullable: boolean, opOid?: number }[]}
 *   keys
 * @param {string} [hint]
 * @returns {string} source of the
 *  function; where `ctx` is in scope, if an operator's order is a user's
 */
export function rowComparator(fn, keys, hint = 'byKeys') {
  const lines = ['  let order = 0']
  let users = false
  for (const key of keys) {
    const a = `a[${key.place}]`
    const b = `b[${key.place}]`
    const own = key.opOid === undefined ? null : fn.module.catalog.userComparison(key.opOid)
    users ||= own !== null
    const order = own === null ? fn.module.compareSource(key.type, 'x', 'y') : userOrder(fn.module, own)
    const compared = key.desc ? `-(${order})` : order
    lines.push('  {', `    const x = ${a}, y = ${b}`)
    if (key.nullable) {
      const nullFirst = key.nullsFirst ? -1 : 1
      lines.push(
        `    if (x === null) { if (y !== null) return ${nullFirst} } else if (y === null) return ${-nullFirst}`,
        `    else if ((order = ${compared}) !== 0) return order`,
      )
    } else lines.push(`    if ((order = ${compared}) !== 0) return order`)
    lines.push('  }')
  }
  lines.push('  return 0')
  if (!users) return fn.module.helper(hint, 'a, b', lines.join('\n'))
  return `${fn.module.helper(hint, 'ctx', `  return (a, b) => {\n${lines.join('\n')}\n  }`)}(ctx)`
}

/**
 * A comparison of a user's operator class; null is a mistake of its function.
 * @param {import('../codegen/module.js').Module} module
 * @param {{ func: number, type: number }} own
 * @returns {string}
 */
export function userOrder(module, { func, type }) {
  const { language } = functionInfo(module, func)
  if (language === INTERNAL_LANGUAGE || language === C_LANGUAGE) {
    const { call, context, typed } = builtin(module, func)
    const before = typed
      ? `ctx, ${module.constant({ result: 23, args: [type, type], variadic: false }, 'types')}, `
      : context
        ? 'ctx, '
        : ''
    return `${module.constant(call, 'compare')}(${before}x, y)`
  }
  const site = module.constant({ oid: func, result: 23, args: [type, type], routine: undefined }, 'site')
  return `${module.constant(compareByFunction, 'compareByFunction')}(ctx, ${site}, x, y)`
}

/** @param {ExecContext} ctx @param {any} site CallSite @param {unknown} x @param {any} y @returns {number} */
function compareByFunction(ctx, site, x, y) {
  const order = ctx.session.procedures.callNow(ctx, site, [x, y])
  if (order === null) throw functionReturnedNull(site.oid)
  return order
}
