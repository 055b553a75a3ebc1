/**
 * What the compiler knows about types and the hottest operators: comparisons of types whose JavaScript values compare
 * with < and === are written out; everything else goes through TypeOps or the function registry.
 */
import { collationName } from '../../catalog/deparse/visible.js'
import { builtinType } from '../../types/registry.js'
import { collatedFunction, indeterminateFunction } from '../../functions/strings/collated.js'
import { collatedInfo, collatedRow } from '../../types/collation/types.js'
import { isBuiltinType } from '../../types/lookup.js'
import { isLibrarySource } from '../../catalog/languages.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { libraryNotHere } from '../../errors/extensions.js'
import { undefinedFunction } from '../../errors/execution.js'

/** @import { Expr, OpCall } from '../../catalog/expr.js' */
/** @import { TypeOps } from '../../types/type-ops.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */

/**
 * bool, "char", int8, int2, int4, oid and reg*, xid, cid, tid, date, time, timestamp(tz), xid8: values order by < and
 * are equal by ===.
 */
const PLAIN_TYPES = new Set([
  16, 18, 20, 21, 23, 24, 26, 27, 28, 29, 1082, 1083, 1114, 1184, 2202, 2203, 2204, 2205, 2206, 3734, 3769, 4089, 4096,
  4191, 5069,
])
/** text, varchar, name: equal by ===, ordered by compareText. */
const TEXT_TYPES = new Set([19, 25, 1043])
/** float4, float8: NaN equals itself. */
const FLOAT_TYPES = new Set([700, 701])

/** prosrc of functions that are one JavaScript comparison when both sides are plain. @type {Map<string, string>} */
const COMPARISONS = new Map()
for (const [left, right] of [
  ['int2', ''], ['int4', ''], ['int8', ''], ['int24', ''], ['int42', ''], ['int28', ''], ['int82', ''], ['int48', ''],
  ['int84', ''], ['oid', ''], ['bool', ''], ['char', ''], ['date_', ''], ['timestamp_', ''], ['time_', ''],
  ['xid8', ''], ['timestamptz_', ''],
]) {
  for (const [name, operator] of [
    ['eq', '==='], ['ne', '!=='], ['lt', '<'], ['le', '<='], ['gt', '>'], ['ge', '>='],
  ])
    COMPARISONS.set(`${left}${name}${right}`, operator)
}
for (const name of ['texteq', 'nameeq']) COMPARISONS.set(name, '===')
for (const name of ['textne', 'namene']) COMPARISONS.set(name, '!==')
COMPARISONS.set('xideq', '===')
COMPARISONS.set('enum_eq', '===')
COMPARISONS.set('enum_ne', '!==')

/** @param {import('../codegen/module.js').Module} module @param {number} oid @returns {TypeOps} */
export function typeOps(module, oid) {
  const base = baseType(module, oid)
  const ops = isBuiltinType(base) ? builtinType(base) : module.catalog?.userTypeOps?.(base)
  if (!ops) throw featureNotSupported(`type with OID ${oid}`)
  return ops
}

/**
 * What is known of an argument's type; undefined: nothing.
 * @param {import('../codegen/module.js').Module} module
 * @param {number | undefined} oid
 * @returns {TypeOps | undefined} TypeOps
 */
export function argumentOps(module, oid) {
  if (oid === undefined) return undefined
  const base = baseType(module, oid)
  return isBuiltinType(base) ? builtinType(base) : module.catalog?.userTypeOps?.(base)
}

/** The type under a domain. @param {import('../codegen/module.js').Module} module @param {number} oid */
export function baseType(module, oid) {
  for (let at = oid; ;) {
    if (isBuiltinType(at)) return at
    const info = module.catalog?.type?.(at)
    if (!info || info.kind !== 'd') return at
    at = info.baseType
  }
}

/** @param {import('../codegen/module.js').Module} module @param {number} oid @returns {any} FunctionInfo */
export function functionInfo(module, oid) {
  const info = module.catalog?.function?.(oid)
  if (!info) throw undefinedFunction(oid)
  return info
}

/**
 * The operator of a comparison that can be written out, or null.
 * @param {FunctionBuilder} fn
 * @param {OpCall} expr OpCall or like
 */
function plainOperator(fn, expr) {
  const info = fn.module.catalog?.function?.(expr.funcOid)
  if (expr.inputCollation && collatedCall(fn, expr) !== null) return null
  return info?.source === undefined ? null : COMPARISONS.get(info.source) ?? null
}

/**
 * The same for who writes no function.
 * @param {import('../codegen/module.js').Module} module @param {OpCall} expr @returns {string | null}
 */
export const comparisonOf = (module, expr) => plainOperator(/** @type {FunctionBuilder} */ ({ module }), expr)

/**
 * "Both sides are not null and they compare so", for comparisons that can be written out; null for other operators.
 * @param {FunctionBuilder} fn @param {OpCall} expr @returns {string | null}
 */
export function comparisonParts(fn, expr) {
  if (expr.args.length !== 2) return null
  const operator = plainOperator(fn, expr)
  if (operator === null) return null
  const left = fn.expression(expr.args[0])
  const right = fn.expression(expr.args[1])
  if (!left.nullable && !right.nullable) return `(${left.js} ${operator} ${right.js})`
  // x === y is false when exactly one is null, so one null check is enough.
  if (operator === '===' && !left.nullable) return `(${left.js} === ${right.js})`
  if (operator === '===' && !right.nullable) return `(${left.js} === ${right.js})`
  const a = fn.once(left)
  const b = fn.once(right)
  const checks = []
  if (left.nullable) checks.push(`${a.first} !== null`)
  else if (!left.atom) checks.push(`(${a.first}, true)`)
  if (right.nullable) checks.push(`${b.first} !== null`)
  else if (!right.atom) checks.push(`(${b.first}, true)`)
  return `(${checks.join(' && ')} && ${a.again} ${operator} ${b.again})`
}

/**
 * Source of a written-out comparison over two names that are not null, or null.
 * @param {FunctionBuilder} fn
 * @param {any} expr
 * @param {string} a
 * @param {string} b
 */
export function plainComparison(fn, expr, a, b) {
  const operator = plainOperator(fn, expr)
  return operator === null ? null : `${a} ${operator} ${b}`
}

/**
 * Equality by the given = operator over two names that are not null.
 * @param {FunctionBuilder} fn
 * @param {OpCall} expr
 * @param {string} a
 * @param {string} b
 */
export function equalsSource(fn, expr, a, b) {
  const operator = plainOperator(fn, expr)
  if (operator === '===') return `(${a} === ${b})`
  if (expr.inputCollation) {
    const collated = collatedCall(fn, expr)
    if (collated !== null) return `${collated}(${a}, ${b})`
  }
  return `${callName(fn, expr.funcOid, expr.inputCollation)}(${a}, ${b})`
}

/**
 * Equality of two values of one type that are not null.
 * @param {import('../codegen/module.js').Module} module
 * @param {number} oid
 * @param {string} a
 * @param {string} b
 */
export function sameSource(module, oid, a, b) {
  const base = baseType(module, oid)
  if (PLAIN_TYPES.has(base) || TEXT_TYPES.has(base) || isEnum(module, base)) return `${a} === ${b}`
  if (FLOAT_TYPES.has(base)) return `(${a} === ${b} || (${a} !== ${a} && ${b} !== ${b}))`
  return `${module.constant(typeOps(module, base), 'type')}.equals(${a}, ${b})`
}

/**
 * The order of two values of one type that are not null, as a JavaScript number. `a` and `b` are repeated.
 * @param {import('../codegen/module.js').Module} module @param {number} oid @param {string} a @param {string} b
 */
export function compareSource(module, oid, a, b) {
  const base = baseType(module, oid)
  if (PLAIN_TYPES.has(base)) return `(${a} < ${b} ? -1 : ${a} > ${b} ? 1 : 0)`
  const ops = typeOps(module, base)
  if (ops.compare === undefined) throw featureNotSupported(`ordering of type ${ops.name}`)
  if (TEXT_TYPES.has(base)) return `(${a} === ${b} ? 0 : ${module.constant(ops.compare, 'compare')}(${a}, ${b}))`
  return `${module.constant(ops.compare, 'compare')}(${a}, ${b})`
}

/**
 * Are JavaScript's own Map keys right for this type?
 * @param {import('../codegen/module.js').Module} module
 * @param {number} oid
 */
export function primitiveKey(module, oid) {
  const base = baseType(module, oid)
  if (base < 0) return primitiveCollated(base)
  return PLAIN_TYPES.has(base) || TEXT_TYPES.has(base) || FLOAT_TYPES.has(base) || isEnum(module, base)
}

/** Of a deterministic collation: equal texts are the same. @param {number} oid of collation/types.js */
function primitiveCollated(oid) {
  const info = collatedInfo(oid)
  return info !== undefined && info.canonical === null && TEXT_TYPES.has(info.base)
}

/**
 * What values of an expression are compared, sorted or hashed as: its type, or that type's texts of one collation.
 * @param {import('../codegen/module.js').Module} module
 * @param {{ type: number, collation: number }} expr
 * @param {number} [collation] when it is not the expression's own
 * @returns {number}
 */
export const comparedAs = (module, expr, collation = expr.collation) =>
  collation === 0 || collation === DEFAULT_COLLATION ? expr.type : module.catalog.collatedType(expr.type, collation)

/**
 * The same of what may be a row written out, whose fields have collations of their own.
 * @param {import('../codegen/module.js').Module} module
 * @param {Expr} expr
 * @returns {number}
 */
export function rowComparedAs(module, expr) {
  if (expr.kind !== 'row') return comparedAs(module, expr)
  const fields = expr.args.map((arg) => comparedAs(module, arg))
  return fields.some((/** @type {number} */ type) => type < 0)
    ? collatedRow(fields.map((/** @type {number} */ type) => baseType(module, type)))
    : expr.type
}
const DEFAULT_COLLATION = 100

/**
 * Enum values are numbers that are equal by ===; their order is the type's own.
 * @param {import('../codegen/module.js').Module} module
 * @param {number} oid
 */
export const isEnum = (module, oid) => !isBuiltinType(oid) && module.catalog?.type?.(oid)?.kind === 'e'

/**
 * The name under which generated code calls a built-in scalar function with plain arguments.
 * @param {FunctionBuilder} fn @param {number} oid @param {number} [collation] the call's `inputCollation`
 */
export function callName(fn, oid, collation) {
  return fn.module.constant(builtin(fn.module, oid, collation).call, functionInfo(fn.module, oid).name)
}

/**
 * The name under which generated code calls what a function is under its call's collation; null: the ordinary function
 * is right.
 * @param {FunctionBuilder} fn @param {any} expr with `inputCollation`, and funcOid or oid @returns {string | null}
 */
export function collatedCall(fn, expr) {
  const { module } = fn
  const info = functionInfo(module, expr.funcOid ?? expr.oid)
  if (info.namespaceOid !== undefined && info.namespaceOid !== PG_CATALOG) return null
  const call = module.memo(`${info.source} ${expr.inputCollation}`, () => {
    if (expr.inputCollation < 0) return indeterminateFunction(info.source)
    if (info.source === 'pg_collation_for') return nameOf(collationName(module.catalog, expr.inputCollation))
    const collator = module.catalog.collator(expr.inputCollation)
    return collator === null
      ? null
      : collatedFunction(info.source, collator, (source) => module.implementations.lookup(source))
  })
  return call === null ? null : module.constant(call, `${info.name}_collated`)
}
const PG_CATALOG = 11

/** @param {string} name @returns {() => string} */
const nameOf = (name) => () => name

/**
 * @param {import('../codegen/module.js').Module} module @param {number} oid @param {number} [collation] the call's
 *   `inputCollation`: whose letters it goes by
 * @returns {any} FunctionImpl
 */
export function builtin(module, oid, collation = 0) {
  const info = functionInfo(module, oid)
  const source = info.source ?? info.name
  const isPlain = module.catalog.hasPlainLetters(collation)
  const impl = isPlain ? module.implementations.lookupPlain(source) : module.implementations.lookup(source)
  if (!impl && isLibrarySource(source)) throw libraryNotHere(source.slice(0, source.lastIndexOf(':')))
  if (!impl) throw featureNotSupported(`function ${signature(module, info)}`)
  return impl
}

/** name(types), as PostgreSQL writes it. @param {import('../codegen/module.js').Module} module @param {any} info */
export function signature(module, info) {
  const names = (info.argTypes ?? []).map(
    (/** @type {number} */ oid) => builtinType(oid)?.name ?? module.catalog?.type?.(oid)?.name ?? String(oid),
  )
  return `${info.name}(${names.join(', ')})`
}
