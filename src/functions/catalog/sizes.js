/**
 * Sizes: of relations as their files have them (8 kB pages; long values live in the table's own file, so no table has
 * another one beside it), of databases, and sizes as people write them.
 */
import { CONNECT, CREATE } from '../../catalog/acl.js'
import { DATABASE, privilegesOn, TABLESPACE } from '../../catalog/guarded.js'
import { hasPrivsOf, READ_ALL_STATS } from '../../catalog/roles.js'
import { catalogShape } from '../../catalog/store/shapes.js'
import { invalidSize, noSuchObject, undefinedDatabase } from '../../errors/functions.js'
import { invalidParameter, undefinedObject } from '../../errors/data.js'
import { permissionDenied } from '../../errors/privileges.js'
import { checkedInt8, toInt8 } from '../../types/numbers/int8.js'
import { formatNumeric, fromInteger, multiplyNumeric } from '../../types/numbers/numeric.js'
import { numericToBigInt, truncateNumeric } from '../../types/numbers/numeric-rounding.js'
import { parseNumeric } from '../../types/numbers/numeric-input.js'
import { DbError } from '../../errors/db-error.js'
import { Family } from '../impl.js'
import { lowerAscii } from '../../util/ascii.js'
import { wordTable } from '../../util/word-table.js'

/** @import { SessionHost } from '../host.js' */
/** @import { Numeric } from '../../types/numbers/numeric.js' */

const family = new Family()
export const sizeFunctions = family.functions

const PAGE_BYTES = 8192
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB']

/** Half rounded away; a unit is left at 10240 of it (20480 half ones). @param {bigint} size @returns {string} */
function pretty(size) {
  const magnitude = (/** @type {bigint} */ value) => (value < 0n ? -value : value)
  let rest = size
  for (let unit = 0; ; unit++) {
    const limit = unit === 0 ? 10240n : 20479n
    if (unit === UNITS.length - 1 || magnitude(rest) < limit) {
      if (unit > 0) rest = (rest < 0n ? rest - 1n : rest + 1n) / 2n
      return `${rest} ${UNITS[unit]}`
    }
    rest /= unit === 0 ? 512n : 1024n
  }
}
family.add('pg_size_pretty', (size) => pretty(BigInt(size)))
family.add('pg_size_pretty_numeric', (/** @type {Numeric} */ size) => {
  if (size.special !== 0) return `${formatNumeric(size)} ${UNITS.at(-1)}`
  const whole = numericToBigInt(truncateNumeric(size, 0))
  return whole > -10240n && whole < 10240n ? `${formatNumeric(size)} bytes` : pretty(whole)
})

const UNIT_POWERS = wordTable({ bytes: 0, kb: 1, mb: 2, gb: 3, tb: 4, pb: 5 })
family.add('pg_size_bytes', (text) => {
  const match = /^[ \t\n\v\f\r]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[ \t\n\v\f\r]*(.*?)[ \t\n\v\f\r]*$/s.exec(
    text,
  )
  if (match === null) throw invalidSize(text)
  const power = match[2] === '' ? 0 : UNIT_POWERS[lowerAscii(match[2])]
  if (power === undefined)
    throw invalidSize(
      text, `Invalid size unit: "${match[2]}".`, 'Valid units are "bytes", "kB", "MB", "GB", "TB", and "PB".',
    )
  return checkedInt8(numericToBigInt(multiplyNumeric(parseNumeric(match[1]), fromInteger(1024 ** power))))
})

// ---- relations

/**
 * @param {any} catalog
 * @param {number} oid
 * @returns {number | null} bytes of the file, 0 where nothing is stored; null: no such relation
 */
function fileBytes(catalog, oid) {
  const file = catalog.relation(oid)?.heap?.file ?? catalog.index(oid)?.tree?.file
  if (file !== undefined) return file.blockCount * PAGE_BYTES
  return catalog.relation(oid) === undefined && catalog.index(oid) === undefined ? null : 0
}

/** @param {any} catalog @param {number} oid */
const indexBytes = (catalog, oid) =>
  (catalog.relation(oid)?.indexes ?? []).reduce(
    (/** @type {number} */ sum, /** @type {any} */ index) => sum + (fileBytes(catalog, index.oid) ?? 0),
    0,
  )

family.context(['pg_table_size', 'pg_relation_size(regclass)'], ({ catalog }, oid) => fileBytes(catalog, oid))
family.context('pg_relation_size', ({ catalog }, oid, fork) => {
  if (!['main', 'fsm', 'vm', 'init'].includes(fork))
    throw invalidParameter('invalid fork name', undefined, 'Valid fork names are "main", "fsm", "vm", and "init".')
  const bytes = fileBytes(catalog, oid)
  return bytes === null || fork === 'main' ? bytes : 0
})
family.context('pg_indexes_size', ({ catalog }, oid) =>
  fileBytes(catalog, oid) === null ? null : indexBytes(catalog, oid),
)
family.context('pg_total_relation_size', ({ catalog }, oid) => {
  const bytes = fileBytes(catalog, oid)
  return bytes === null ? null : bytes + indexBytes(catalog, oid)
})

// ---- databases and tablespaces

/** @param {any} database engine's Database @param {boolean} shared count what all databases share */
function databaseBytes(database, shared) {
  const { at } = catalogShape('pg_class')
  const { store, storage } = database
  let blocks = 0
  for (const { row } of store.scan('pg_class', store.latest())) {
    const kind = String.fromCharCode(row[at.relkind])
    if (!'rimtS'.includes(kind) || row[at.relisshared] !== shared) continue
    const fileId = row[at.relfilenode] === 0 ? storage.catalogFile(row[at.oid], shared) : row[at.relfilenode]
    if (storage.files.exists(fileId)) blocks += storage.files.open(fileId).blockCount
  }
  return toInt8(BigInt(blocks) * BigInt(PAGE_BYTES))
}
family.context('pg_database_size_oid', ({ catalog, session }, oid) => {
  const found = catalog.database(oid)
  if (found === undefined) return null
  requireSight(catalog, session, oid, found.name)
  return namedBytes(session, found.name)
})
family.context('pg_database_size_name', ({ catalog, session }, name) => {
  const found = catalog.databaseByName(name)
  if (found === undefined) throw undefinedDatabase(name)
  requireSight(catalog, session, found.oid, name)
  return namedBytes(session, name)
})

/**
 * Of those that one may connect to. @param {any} catalog @param {SessionHost} session @param {number} oid
 * @param {string} name @throws {DbError} 42501
 */
function requireSight(catalog, session, oid, name) {
  if (privilegesOn(catalog, session.roleOid, DATABASE, oid, CONNECT) !== 0) return
  if (!hasPrivsOf(catalog, session.roleOid, READ_ALL_STATS)) throw permissionDenied('database', name)
}

/** A template that nobody may connect to has no files of its own. @param {SessionHost} session @param {string} name */
function namedBytes(session, name) {
  try {
    return databaseBytes(session.shared.database(name), false)
  } catch (error) {
    if (error instanceof DbError && error.code === '55000') return 0
    throw error
  }
}

const DEFAULT_TABLESPACE = 1663
const GLOBAL_TABLESPACE = 1664

/** @param {any} ctx @param {number} oid @throws {DbError} 42501: of another tablespace than the database's own */
function tablespaceBytes({ catalog, session }, oid) {
  if (oid !== DEFAULT_TABLESPACE && !hasPrivsOf(catalog, session.roleOid, READ_ALL_STATS)
    && privilegesOn(catalog, session.roleOid, TABLESPACE, oid, CREATE) === 0) {
    const { at } = catalogShape('pg_tablespace')
    throw permissionDenied('tablespace', tablespaceRow(catalog, 'pg_tablespace_oid_index', oid)[at.spcname])
  }
  if (oid === GLOBAL_TABLESPACE) return databaseBytes(session.database, true)
  const { at } = catalogShape('pg_database')
  let total = 0n
  for (const row of catalog.allRows('pg_database')) {
    if (row[at.dattablespace] === oid && row[at.datallowconn]) total += BigInt(namedBytes(session, row[at.datname]))
  }
  return toInt8(total)
}

/** @param {any} catalog @param {string} index @param {any} key */
const tablespaceRow = (catalog, index, key) => catalog.rows('pg_tablespace', index, [key])[0]
family.context('pg_tablespace_size_oid', (ctx, oid) =>
  tablespaceRow(ctx.catalog, 'pg_tablespace_oid_index', oid) === undefined ? null : tablespaceBytes(ctx, oid),
)
family.context('pg_tablespace_size_name', (ctx, name) => {
  const row = tablespaceRow(ctx.catalog, 'pg_tablespace_spcname_index', name)
  if (row === undefined) throw noSuchObject('tablespace', name)
  return tablespaceBytes(ctx, row[catalogShape('pg_tablespace').at.oid])
})
family.context('pg_tablespace_location', ({ catalog }, oid) => {
  if (
    oid === 0 || oid === DEFAULT_TABLESPACE || oid === GLOBAL_TABLESPACE
    || tablespaceRow(catalog, 'pg_tablespace_oid_index', oid) !== undefined
  )
    return ''
  throw undefinedObject(`tablespace with OID ${oid} does not exist`)
})
