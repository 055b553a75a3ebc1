/** Operations of types that are made by CREATE TYPE, CREATE DOMAIN and CREATE TABLE: from the descriptor to TypeOps. */
import { builtins } from './store/builtins.js'
import { collatorOf } from '../types/collation/collator.js'
import { collatedType } from '../types/collation/types.js'
import { arrayType } from '../types/array.js'
import { compositeOps } from '../types/record.js'
import { domainOps } from '../types/domain.js'
import { enumOps } from '../types/enum.js'
import { RangeKind } from '../types/range/range.js'
import { multirangeType, nextOf, rangeType } from '../types/range/types.js'
import { isBuiltinType, types } from '../types/lookup.js'

/** @import { TypeDesc } from './descriptors.js' */
/** @import { TypeOps } from '../types/type-ops.js' */

/**
 * @param {{ userTypeOps: (oid: number) => TypeOps | undefined }} catalog @param {TypeDesc} type
 * @returns {TypeOps | null} null: a kind of type that has no operations (yet)
 */
export function userTypeOps(catalog, type) {
  const display = type.name
  switch (type.kind) {
    case 'e': return enumOps(type.oid, type.name, display)
    case 'r': {
      const sub = type.range === null ? undefined : boundOps(catalog, type.range)
      return sub?.compare === undefined || type.range === null ? null
        : rangeType(new RangeKind({ oid: type.oid, name: type.name, multirangeOid: type.range.multirange, sub, next: type.range.canonical === 0 ? null : nextOf(type.range.subtype) }))
    }
    case 'm': {
      const kind = type.range === null ? null : opsOf(catalog, type.range.oid)?.range ?? null
      return kind === null ? null : multirangeType(kind, type.name)
    }
    case 'c': return compositeOps(type.oid, type.name, display)
    case 'd': {
      const base = opsOf(catalog, type.baseType)
      return base === undefined ? null : domainOps(type.oid, type.name, type.typmod, base)
    }
    case 'b': {
      if (type.subscriptFunction !== 6179 || type.elementType === 0) return null
      const element = opsOf(catalog, type.elementType)
      return element === undefined ? null : arrayType(type.oid, type.name, element)
    }
    default: return null
  }
}

/**
 * What a range is over, in the order of its collation.
 * @param {any} catalog
 * @param {{ subtype: number, collation: number }} range
 * @returns {TypeOps | undefined}
 */
function boundOps(catalog, { subtype, collation }) {
  const found = collation === 0 ? undefined : (builtins.collation(collation) ?? catalog.collation?.(collation))
  const collated =
    found?.provider === 'i' && isBuiltinType(subtype)
      ? collatedType(subtype, collatorOf(found.icuLocale ?? '', found.deterministic))
      : subtype
  return opsOf(catalog, collated)
}

/**
 * @param {{ userTypeOps: (oid: number) => TypeOps | undefined }} catalog
 * @param {number} oid
 * @returns {TypeOps | undefined}
 */
export const opsOf = (catalog, oid) => isBuiltinType(oid) ? types.get(oid) : catalog.userTypeOps(oid)

