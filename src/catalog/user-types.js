/** Operations of types that are made by CREATE TYPE, CREATE DOMAIN and CREATE TABLE: from the descriptor to TypeOps. */
import { builtins } from './store/builtins.js'
import { collatorOf } from '../types/collation/collator.js'
import { collatedType } from '../types/collation/types.js'
import { arrayType } from '../types/array.js'
import { compositeOps } from '../types/record.js'
import { domainOps } from '../types/domain.js'
import { enumOps } from '../types/enum.js'
import { RangeKind } from '../types/range/range.js'
import { putValue } from '../types/key.js'
import { multirangeType, nextOf, rangeType } from '../types/range/types.js'
import { isBuiltinType, ownType } from '../types/lookup.js'
import { libraryType } from '../types/libraries.js'
import { TypeOps } from '../types/type-ops.js'
import { libraryNotHere } from '../errors/extensions.js'
import { isLibrarySource } from './languages.js'

/** @import { TypeDesc } from './descriptors.js' */

/**
 * @typedef {{ userTypeOps: (oid: number) => TypeOps | undefined,
 *   func: (oid: number) => { source: string } | undefined }} TypeCatalog
 */

/**
 * @param {TypeCatalog} catalog @param {TypeDesc} type
 * @returns {TypeOps | null} null: a kind of type that has no operations (yet)
 */
export function userTypeOps(catalog, type) {
  const display = type.name
  switch (type.kind) {
    case 'e': return enumOps(type.oid, type.name, display)
    case 'r': {
      const sub = type.range === null ? undefined : boundOps(catalog, type.range)
      return sub?.compare === undefined || type.range === null
        ? null
        : rangeType(
            new RangeKind({
              oid: type.oid, name: type.name, multirangeOid: type.range.multirange, sub,
              next: type.range.canonical === 0 ? null : nextOf(type.range.subtype),
            }),
          )
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
      if (type.subscriptFunction !== 6179 || type.elementType === 0) return baseOps(catalog, type)
      const element = opsOf(catalog, type.elementType)
      return element === undefined ? null : arrayType(type.oid, type.name, element)
    }
    default: return null
  }
}

/**
 * A base type's: what the library of its input function says, or what the built-in type has whose input function is
 * the same.
 * @param {TypeCatalog} catalog @param {TypeDesc} type @returns {TypeOps | null}
 */
function baseOps(catalog, type) {
  const { oid, name, elementType, category, delimiter } = type
  const source = (builtins.func(type.inputFunction) ?? catalog.func(type.inputFunction))?.source ?? ''
  const make = libraryType(source)
  if (make !== undefined) return make({ oid, name, elementType, category, delimiter })
  if (isLibrarySource(source)) return type.length === -1 ? absentType(type, source) : null
  const model = builtins.typeReadBy(source)
  const ops = model === 0 ? undefined : ownType(model)
  if (ops === undefined) return null
  return new TypeOps({ ...ops, oid, name, display: name, category, delimiter, elementType: 0,
    putKey: ops.putKey ?? ((value, out, at) => putValue(ops.oid, value, out, at)) })
}

/**
 * Of a library that is not there: tables of it are there, rows of them cannot be read.
 * @param {TypeDesc} type @param {string} source
 */
function absentType({ oid, name, category, delimiter }, source) {
  const refuse = () => { throw libraryNotHere(source.slice(0, source.lastIndexOf(':'))) }
  return new TypeOps({ oid, name, display: name, kind: 'var', category, delimiter, parse: refuse, format: refuse,
    encodedBytes: refuse, encode: refuse, decode: refuse })
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
export const opsOf = (catalog, oid) => isBuiltinType(oid) ? ownType(oid) : catalog.userTypeOps(oid)

