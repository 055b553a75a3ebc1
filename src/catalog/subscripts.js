/** Subscripts of types that libraries bring. */
import { librarySubscripts } from '../types/libraries.js'
import { FIRST_USER_OID } from '../types/oids.js'

/** @import { FuncDesc, TypeDesc } from './descriptors.js' */
/** @import { Subscripts } from '../types/libraries.js' */

/**
 * @param {{ type: (oid: number) => TypeDesc | undefined, func: (oid: number) => FuncDesc | undefined }} catalog
 * @param {number} oid of a type that is no domain @returns {Subscripts | undefined}
 */
export function ownSubscripts(catalog, oid) {
  const handler = oid < FIRST_USER_OID ? 0 : catalog.type(oid)?.subscriptFunction ?? 0
  const func = handler < FIRST_USER_OID ? undefined : catalog.func(handler)
  return func === undefined ? undefined : librarySubscripts(func.source)
}
