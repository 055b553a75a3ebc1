/** Enum operators and functions. The type is known from the call: values are OIDs of pg_enum rows. */
import { enumValue, enumValues, requireSafe } from '../types/enum.js'
import { arrayOf } from '../types/array.js'
import { Family } from './impl.js'
import { emptyEnum, enumTypeUnknown } from '../errors/values.js'
/** @import { CallTypes } from './impl.js' */

const family = new Family()
export const enumFunctions = family.functions

/** @param {FunctionContextLike} ctx @param {number} type an enum or a domain over one */
const enumOf = (ctx, type) => ctx.catalog.baseType(type)
/** @typedef {{ catalog: any }} FunctionContextLike */

/** @param {string} name @param {(order: number) => boolean} test */
function comparison(name, test) {
  family.typed(name, (ctx, types, a, b) => test(compare(enumOf(ctx, types.args[0]), a, b)), { nullable: false })
}

/** @param {number} type @param {number} a @param {number} b */
const compare = (type, a, b) => a === b ? 0 : enumValue(type, a).order - enumValue(type, b).order

family.add('enum_eq', (a, b) => a === b, { inline: (a, b) => `(${a} === ${b})` })
family.add('enum_ne', (a, b) => a !== b, { inline: (a, b) => `(${a} !== ${b})` })
comparison('enum_lt', (order) => order < 0)
comparison('enum_le', (order) => order <= 0)
comparison('enum_gt', (order) => order > 0)
comparison('enum_ge', (order) => order >= 0)
family.typed('enum_cmp', (ctx, types, a, b) => Math.sign(compare(enumOf(ctx, types.args[0]), a, b)), {
  nullable: false,
})
family.typed('enum_larger', (ctx, types, a, b) => (compare(enumOf(ctx, types.args[0]), a, b) > 0 ? a : b))
family.typed('enum_smaller', (ctx, types, a, b) => (compare(enumOf(ctx, types.args[0]), a, b) < 0 ? a : b))

/** @param {CallTypes} types @param {FunctionContextLike} ctx */
function typeOfCall(types, ctx) {
  const type = enumOf(ctx, types.args[0])
  if (ctx.catalog.type(type)?.kind !== 'e') throw enumTypeUnknown()
  return type
}

/** @param {FunctionContextLike} ctx @param {CallTypes} types @param {boolean} last */
function edge(ctx, types, last) {
  const type = typeOfCall(types, ctx)
  const value = enumValues(type).at(last ? -1 : 0)
  if (value === undefined) throw emptyEnum(ctx.catalog.type(type).name)
  return requireSafe(type, value)
}
family.typed('enum_first', (ctx, types) => edge(ctx, types, false))
family.typed('enum_last', (ctx, types) => edge(ctx, types, true))

/** @param {FunctionContextLike} ctx @param {CallTypes} types @param {number | null} from @param {number | null} to */
function range(ctx, types, from, to) {
  const type = typeOfCall(types, ctx)
  const found = []
  let inside = from === null
  for (const value of enumValues(type)) {
    if (value.oid === from) inside = true
    if (inside) found.push(requireSafe(type, value))
    if (value.oid === to) break
  }
  return arrayOf(type, found)
}
family.typed('enum_range_all', (ctx, types) => range(ctx, types, null, null))
family.typed('enum_range_bounds', (ctx, types, from, to) => range(ctx, types, from, to))
