/** Which hash partition a row is in, as PostgreSQL computes it: rows dumped by partition must come back to the same one. */
import { HASH_SEED, combineHash } from '../catalog/partition-search.js'
import { formatType } from '../catalog/deparse/types.js'
import { DbError, featureNotSupported } from '../errors/db-error.js'
import { Family } from './impl.js'

/** @import { PartitionKey } from '../catalog/partition-key.js' */
/** @typedef {(value: any, seed: bigint) => number | bigint} ExtendedHash */

const family = new Family()
export const partitionHashFunctions = family.functions

/** Number of the 64-bit hash among an operator family's functions. */
const EXTENDED = 2

/** @type {(prosrc: string) => any} */
let lookup = () => undefined

/** registry.js hands its table down here. @param {typeof lookup} table */
export function setLookup(table) {
  lookup = table
}

/** @type {(catalog: any, oid: number, typeOid: number) => ExtendedHash} */
let compileUserHash = () => { throw featureNotSupported('hash partitioning by a function of one\'s own') }

/** The engine hands down how functions of users run. @param {typeof compileUserHash} compile */
export function setUserHashes(compile) {
  compileUserHash = compile
}

const FIRST_USER_OID = 16384

/** The 64-bit hash of each key column. @param {PartitionKey} key @param {any} catalog @returns {ExtendedHash[]} @throws {DbError} 0A000 */
export function keyHashes(key, catalog) {
  return key.parts.map((part) => {
    const oid = catalog.familyFunction(part.family, part.inputType, part.inputType, EXTENDED)
    if (oid >= FIRST_USER_OID) return compileUserHash(catalog, oid, part.inputType)
    const prosrc = catalog.func(oid)?.source ?? ''
    const impl = lookup(prosrc)
    if (impl === undefined || impl.context || impl.typed) throw featureNotSupported(`hash partitioning by a type that ${prosrc || 'no function'} hashes`)
    const collator = catalog.collator?.(part.collation) ?? null
    return collator === null || collator.deterministic ? impl.call : (value, seed) => impl.call(collator.canonical(value), seed)
  })
}

/** @param {ExtendedHash[]} hashes @param {any[]} values @returns {bigint} unsigned; nulls add nothing */
export function rowHash(hashes, values) {
  let row = 0n
  for (let at = 0; at < hashes.length; at++) {
    if (values[at] !== null) row = combineHash(row, BigInt.asUintN(64, BigInt(hashes[at](values[at], HASH_SEED))))
  }
  return row
}

/** @param {string} message */
const refused = (message) => new DbError('22023', message)

family.typed('satisfies_hash_partition', ({ catalog }, types, parentOid, modulus, remainder, /** @type {any[]} */ ...values) => {
  if (parentOid === null || modulus === null || remainder === null) return false
  if (modulus <= 0) throw refused('modulus for hash partition must be an integer value greater than zero')
  if (remainder < 0) throw refused('remainder for hash partition must be an integer value greater than or equal to zero')
  if (remainder >= modulus) throw refused('remainder for hash partition must be less than modulus')
  const parent = catalog.relation(parentOid)
  if (parent === undefined) throw new DbError('42P01', `could not open relation with OID ${parentOid}`)
  const key = parent.partitionKey
  if (key === null || key.strategy !== 'h') throw new DbError('22023', `"${parent.name}" is not a hash partitioned table`)
  const isList = types.variadic && values.length === 1
  const given = isList ? values[0]?.values ?? [] : values
  // A list is told the types' names in quotes.
  const named = (/** @type {number} */ type) => isList ? `"${formatType(catalog, type)}"` : formatType(catalog, type)
  if (given.length !== key.parts.length) throw new DbError('22023', `number of partitioning columns (${key.parts.length}) does not match number of partition keys provided (${given.length})`)
  key.parts.forEach((/** @type {any} */ part, /** @type {number} */ at) => {
    const type = isList ? values[0].elementType : types.args[3 + at]
    if (catalog.baseType(type) !== catalog.baseType(part.typeOid) && catalog.cast(type, part.typeOid)?.method !== 'b') {
      throw refused(`column ${at + 1} of the partition key has type ${named(part.typeOid)}, but supplied value is of type ${named(type)}`)
    }
  })
  return rowHash(keyHashes(key, catalog), given) % BigInt(modulus) === BigInt(remainder)
})
