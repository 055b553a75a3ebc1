/**
 * Which hash partition a row is in, as PostgreSQL computes it: rows dumped by partition must come back to the same one.
 */
import { HASH_SEED, combineHash } from '../../catalog/partitions/search.js'
import { relationNameAt } from '../../catalog/guarded.js'
import { formatType } from '../../catalog/deparse/types.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { invalidParameter } from '../../errors/syntax.js'
import { toInt8 } from '../../types/numbers/int8.js'
import { Family } from '../impl.js'
import { lookup } from '../lookup.js'
import { noPartitionHash, notHashPartitioned, relationNotOpened, wrongPartitionKeyCount } from '../../errors/values.js'
import { FIRST_USER_OID } from '../../types/oids.js'

/** @import { PartitionKey } from '../../catalog/partitions/key.js' */
/** @typedef {(value: any, seed: bigint) => number | bigint} ExtendedHash */

const family = new Family()
export const partitionHashFunctions = family.functions

/** Number of the 64-bit hash among an operator family's functions. */
const EXTENDED = 2

/** @type {(catalog: any, oid: number, typeOid: number) => ExtendedHash} */
let compileUserHash = () => { throw featureNotSupported('hash partitioning by a function of one\'s own') }

/** The engine hands down how functions of users run. @param {typeof compileUserHash} compile */
export function setUserHashes(compile) {
  compileUserHash = compile
}

/**
 * The 64-bit hash of each key column.
 * @param {PartitionKey} key
 * @param {any} catalog
 * @returns {ExtendedHash[]}
 * @throws {DbError} 0A000
 */
export function keyHashes(key, catalog) {
  return key.parts.map((part) => {
    const oid = catalog.familyFunction(part.family, part.inputType, part.inputType, EXTENDED)
    if (oid >= FIRST_USER_OID) return compileUserHash(catalog, oid, part.inputType)
    const prosrc = catalog.func(oid)?.source ?? ''
    const impl = lookup(prosrc)
    if (impl === undefined || impl.typed)
      throw featureNotSupported(`hash partitioning by a type that ${prosrc || 'no function'} hashes`)
    // Arrays and rows: made of other types' hashes, which the catalog knows.
    if (impl.context) return (value, seed) => impl.call({ catalog }, value, seed)
    const collator = catalog.collator?.(part.collation) ?? null
    return collator === null || collator.deterministic
      ? impl.call
      : (value, seed) => impl.call(collator.canonical(value), seed)
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
const refused = (message) => invalidParameter(message)

family.typed('satisfies_hash_partition', ({ catalog }, types, parentOid, modulus, remainder, /** @type {any[]} */ ...values) => {
  if (parentOid === null || modulus === null || remainder === null) return false
  if (modulus <= 0) throw refused('modulus for hash partition must be an integer value greater than zero')
  if (remainder < 0)
    throw refused('remainder for hash partition must be an integer value greater than or equal to zero')
  if (remainder >= modulus) throw refused('remainder for hash partition must be less than modulus')
  const parent = catalog.relation(parentOid)
  if (parent === undefined) {
    const name = relationNameAt(catalog, parentOid)
    throw name === undefined ? relationNotOpened(parentOid) : notHashPartitioned(name)
  }
  const key = parent.partitionKey
  if (key === null || key.strategy !== 'h') throw notHashPartitioned(parent.name)
  const isList = types.variadic && values.length === 1
  const given = isList ? values[0]?.values ?? [] : values
  // A list is told the types' names in quotes.
  const named = (/** @type {number} */ type) => isList ? `"${formatType(catalog, type)}"` : formatType(catalog, type)
  if (given.length !== key.parts.length) throw wrongPartitionKeyCount(key.parts.length, given.length)
  key.parts.forEach((/** @type {any} */ part, /** @type {number} */ at) => {
    const type = isList ? values[0].elementType : types.args[3 + at]
    if (catalog.baseType(type) !== catalog.baseType(part.typeOid) && catalog.cast(type, part.typeOid)?.method !== 'b') {
      throw refused(`column ${at + 1} of the partition key has type ${named(part.typeOid)}, but supplied value is of type ${named(type)}`)
    }
  })
  return rowHash(keyHashes(key, catalog), given) % BigInt(modulus) === BigInt(remainder)
})

// ---- hashes of what is made of other values

/**
 * The hash of a type's values by its default operator class.
 * @param {import('../impl.js').FunctionContext} ctx
 * @param {number} typeOid
 * @param {1 | 2} number 32 or 64 bits
 * @returns {(value: any, seed: any) => number | bigint}
 */
function hashOfType(ctx, typeOid, number) {
  const { catalog } = ctx
  const ops = catalog.hashOps(catalog.baseType(typeOid))
  const oid =
    ops === undefined
      ? 0
      : number === 1
        ? ops.hash
        : catalog.familyFunction(
            ops.family,
            ops.inputType ?? catalog.baseType(typeOid),
            ops.inputType ?? catalog.baseType(typeOid),
            EXTENDED,
          )
  const impl = oid === 0 ? undefined : lookup(catalog.func(oid)?.source ?? '')
  if (impl === undefined || impl.typed)
    throw noPartitionHash(number === 1 ? 'a hash' : 'an extended hash', formatType(catalog, typeOid))
  return impl.context ? (value, seed) => impl.call(ctx, value, seed) : (value, seed) => impl.call(value, seed)
}

/**
 * @param {import('../impl.js').FunctionContext} ctx
 * @param {number[]} types
 * @param {any[]} values
 * @param {number} start
 */
function hashAll(ctx, types, values, start) {
  let hash = start
  values.forEach((value, at) => {
    if (types[at] === 0) return // a dropped attribute
    hash = (Math.imul(hash, 31) + (value === null ? 0 : Number(hashOfType(ctx, types[at], 1)(value, undefined)))) | 0
  })
  return hash
}

/**
 * @param {import('../impl.js').FunctionContext} ctx
 * @param {number[]} types
 * @param {any[]} values
 * @param {bigint} start
 * @param {any} seed
 */
function hashAllExtended(ctx, types, values, start, seed) {
  let hash = start
  values.forEach((value, at) => {
    if (types[at] === 0) return
    hash = BigInt.asUintN(
      64,
      hash * 31n + (value === null ? 0n : BigInt.asUintN(64, BigInt(hashOfType(ctx, types[at], 2)(value, seed))))
    )
  })
  return toInt8(BigInt.asIntN(64, hash))
}

/** @param {import('../impl.js').FunctionContext} ctx @param {any} record @returns {number[]} */
const fieldTypes = ({ catalog }, record) =>
  record.fieldTypes ??
  catalog
    .relation(catalog.type(record.typeOid)?.relationOid ?? 0)
    ?.columns.map((/** @type {any} */ column) => column.dropped ? 0 : column.typeOid) ??
  []

family.context('hash_array', (ctx, array) => hashAll(ctx, array.values.map(() => array.elementType), array.values, 1))
family.context('hash_array_extended', (ctx, array, seed) =>
  hashAllExtended(
    ctx, array.values.map(() => array.elementType), array.values, 1n, seed,
  ),
)
family.context('hash_record', (ctx, record) => hashAll(ctx, fieldTypes(ctx, record), record.values, 0))
family.context('hash_record_extended', (ctx, record, seed) =>
  hashAllExtended(ctx, fieldTypes(ctx, record), record.values, 0n, seed)
)
