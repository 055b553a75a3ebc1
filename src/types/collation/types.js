/**
 * Texts of one collation as types of their own, inside the process only: what sorts, hashes, groups or keeps keys is
 * told a type by its number, and is told one of these (negative) where a text's collation is not C's. Their operations
 * are those of the type itself but for order and equality. They are in no catalog and on no page; a number means the
 * same as long as the process lives.
 *
 * An array of texts has the collation of its elements.
 */
import { compareElements, elementOps, equalElements } from '../array.js'
import { putArray } from '../key.js'
import { ownType, types } from '../lookup.js'
import { putText } from '../key/variable.js'
import { noComparison } from '../../errors/data.js'
import { BPCHAR, NAME, RECORD, TEXT, VARCHAR } from '../oids.js'
import { hashText } from '../strings/text.js'
import { TypeOps } from '../type-ops.js'
import { collatorKey } from './collator.js'
/** @import { Collator } from './collator.js' */

/**
 * @typedef {{ base: number, collator: Collator, canonical: ((value: any) => string) | null }} Collated canonical: a
 *   text that is the same for equal values; null: the text itself, for arrays their key bytes
 */

const TEXTS = new Set([TEXT, VARCHAR, NAME, BPCHAR])
/** @type {Map<string, number>} */
const numbers = new Map()
/** @type {Map<number, Collated>} */
const collated = new Map()

/** What a number stands for. @param {number} oid @returns {Collated | undefined} undefined: an ordinary type */
export const collatedInfo = (oid) => collated.get(oid)

/** The type behind a number. @param {number} oid */
export const plainType = (oid) => oid < 0 ? collated.get(oid)?.base ?? oid : oid

/**
 * @param {number} base of a built-in type, not a domain
 * @param {Collator} collator
 * @returns {number} the type itself when a collation means nothing to it
 */
export function collatedType(base, collator) {
  const key = `${base}${collatorKey(collator.locale, collator.deterministic)}`
  let oid = numbers.get(key)
  if (oid === undefined) {
    const ops = TEXTS.has(base) ? textOps(base, collator) : arrayOps(base, collator)
    oid = ops === null ? base : -2 - numbers.size
    numbers.set(key, oid)
    if (ops !== null) {
      types.set(oid, ops)
      collated.set(oid, {
        base,
        collator,
        canonical:
          ops.elementType !== 0
            ? null
            : base === BPCHAR
              ? collator.canonicalBlank
              : collator.deterministic
                ? null
                : collator.canonical,
      })
    }
  }
  return oid
}

/** Rows whose fields are compared as these types, nulls last. @param {number[]} fields @returns {number} */
export function collatedRow(fields) {
  const key = `(${fields.join()})`
  let oid = numbers.get(key)
  if (oid === undefined) {
    const compare = (/** @type {any} */ a, /** @type {any} */ b) => compareFields(fields, a.values, b.values)
    oid = -2 - numbers.size
    numbers.set(key, oid)
    types.set(
      oid,
      derived(/** @type {TypeOps} */ (ownType(RECORD)), {
        compare, equals: (a, b) => compare(a, b) === 0, hash: undefined, putKey: undefined,
      }),
    )
  }
  return oid
}

/** @param {number[]} fields @param {any[]} a @param {any[]} b */
function compareFields(fields, a, b) {
  for (let at = 0; at < fields.length; at++) {
    if (a[at] === null || b[at] === null) {
      if (a[at] !== b[at]) return a[at] === null ? 1 : -1
      continue
    }
    const ops = elementOps(fields[at])
    if (ops.compare === undefined) throw noComparison(ops.display)
    const order = ops.compare(a[at], b[at])
    if (order !== 0) return order
  }
  return 0
}

/** @param {TypeOps} ops @param {Partial<TypeOps>} changed @returns {TypeOps} */
const derived = (ops, changed) => Object.assign(Object.create(TypeOps.prototype), ops, changed)

/** @param {number} base @param {Collator} collator */
function textOps(base, collator) {
  const blank = base === BPCHAR
  const canonical = blank ? collator.canonicalBlank : collator.canonical
  return derived(/** @type {TypeOps} */ (ownType(base)), {
    compare: blank ? collator.compareBlank : collator.compare,
    equals: blank ? collator.equalsBlank : collator.equals,
    hash: (/** @type {string} */ value) => hashText(canonical(value)),
    putKey: (/** @type {string} */ value, out, at) => putText(canonical(value), out, at),
  })
}

/** @param {number} base @param {Collator} collator @returns {TypeOps | null} */
function arrayOps(base, collator) {
  const ops = ownType(base)
  if (ops === undefined || !TEXTS.has(ops.elementType)) return null
  const element = collatedType(ops.elementType, collator)
  const { compare, equals } = elementOps(element)
  return derived(ops, {
    compare: (a, b) => compareElements(a, b, /** @type {any} */ (compare)),
    equals: (a, b) => equalElements(a, b, /** @type {any} */ (equals)),
    hash: undefined,
    putKey: (array, out, at) => putArray({ ...array, elementType: element }, out, at),
  })
}
