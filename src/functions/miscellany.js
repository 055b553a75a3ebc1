/**
 * Functions that belong nowhere else: seeded chance, the time of day as text, sizes of values, record images,
 * statistics of pairs.
 */
import { isSuperuser } from '../catalog/roles.js'
import { COLLATION_VERSION } from '../types/collation/collator.js'
import { invalidParameter } from '../errors/data.js'
import { denied } from '../errors/privileges.js'
import { builtinType } from '../types/lookup.js'
import { formatTimestamptz } from '../types/datetime/datetime.js'
import { makeInterval } from '../types/datetime/interval.js'
import { FIXED_ABBREVIATIONS, MOVED_ABBREVIATIONS } from '../types/datetime/zone-abbreviations.js'
import { zoneNames } from '../types/datetime/zone-names.js'
import { zoneNamed, zoneSummary } from '../types/datetime/zones.js'
import { Xoroshiro } from '../util/xoroshiro.js'
import { Family } from './impl.js'
import {
  differentColumnCounts, dissimilarColumnTypes, functionIsGone, undefinedCollationOid, undefinedDatabaseOid,
  valuesNotSupported,
} from '../errors/values.js'
/** @import { FunctionContext } from './impl.js' */

const family = new Family()
export const miscellaneousFunctions = family.functions

// ---- chance: one seed per session; identifiers keep the strong source

family.context('setseed', (ctx, seed) => {
  if (!(seed >= -1 && seed <= 1)) throw invalidParameter(`setseed parameter ${seed} is out of allowed range [-1,1]`)
  ctx.session.seeded = new Xoroshiro(seed)
  return ''
})
family.context('drandom', (ctx) => (ctx.session.seeded ?? ctx.session.random).double())

// ---- time zones

const EPOCH_SECONDS = 946684800

/** @param {FunctionContext} ctx */
const unixNow = (ctx) => Math.floor(Number(ctx.now) / 1000000) + EPOCH_SECONDS
/** @param {number} seconds */
const span = (seconds) => makeInterval(0, 0, seconds * 1000000)

family.context(
  'pg_timezone_abbrevs',
  (ctx) => {
    const now = unixNow(ctx)
    const rows = []
    for (const [word, { offset, daylight }] of FIXED_ABBREVIATIONS)
      rows.push([word.toUpperCase(), span(offset), daylight])
    for (const [word, place] of MOVED_ABBREVIATIONS) {
      const zone = /** @type {import('../types/datetime/zones.js').Zone} */ (zoneNamed(place))
      const { offset, daylight } = zoneSummary(zone, now)
      rows.push([word.toUpperCase(), span(offset), daylight])
    }
    return rows.sort((a, b) => (a[0] < b[0] ? -1 : 1))
  },
  { set: true }
)
family.context(
  'pg_timezone_names',
  function* (ctx) {
    const now = unixNow(ctx)
    for (const name of zoneNames()) {
      const zone = zoneNamed(name)
      if (zone === undefined) continue
      const { offset, daylight, abbreviation } = zoneSummary(zone, now)
      yield [name, abbreviation, span(offset), daylight]
    }
  },
  { set: true }
)
family.context('timeofday', (ctx) => {
  ctx.session.settleStart()
  const now = ctx.session.clock()
  // Www Mmm dd hh:mm:ss.uuuuuu yyyy zone
  const micros = String(((Number(now) % 1000000) + 1000000) % 1000000).padStart(6, '0')
  const text = formatTimestamptz(Math.floor(Number(now) / 1000000) * 1000000, {
    ...ctx.env,
    now,
    dateStyle: 'Postgres, MDY',
  })
  return text.replace(/(:\d\d)( \d+)/, `$1.${micros}$2`)
})

// ---- values as they are kept

/** Bytes a value takes: what the type's stored form has, and the length word of those without a fixed one. */
family.typed('pg_column_size', (ctx, types, value) => {
  if (value === null) return null
  const type = builtinType(types.args[0])
  if (type === undefined) throw valuesNotSupported(types.args[0])
  const fixed = ctx.catalog.type(types.args[0])?.length ?? -1
  return fixed > 0 ? fixed : type.encodedBytes(value) + 4
})
family.add('pg_column_compression', () => null)

/** @param {any} a @param {any} b records: the same bytes in every field */
function compareImages(a, b) {
  for (let at = 0; at < Math.min(a.values.length, b.values.length); at++) {
    const [left, right] = [a.values[at], b.values[at]]
    const [type, other] = [a.fieldTypes[at], b.fieldTypes[at]]
    if (type !== other)
      throw dissimilarColumnTypes(builtinType(type)?.display ?? '', builtinType(other)?.display ?? '', at + 1)
    if (left === null || right === null) {
      if (left !== right) return left === null ? 1 : -1
      continue
    }
    const order = Buffer.compare(imageOf(a.fieldTypes[at], left), imageOf(b.fieldTypes[at], right))
    if (order !== 0) return order
  }
  if (a.values.length !== b.values.length)
    throw differentColumnCounts()
  return 0
}

/** @param {number} typeOid @param {any} value */
function imageOf(typeOid, value) {
  const type = builtinType(typeOid)
  if (type === undefined) throw valuesNotSupported(typeOid)
  const bytes = new Uint8Array(type.encodedBytes(value))
  type.encode(value, bytes, new DataView(bytes.buffer), 0)
  return bytes
}
family.all({
  record_image_eq: (a, b) => compareImages(a, b) === 0,
  record_image_ne: (a, b) => compareImages(a, b) !== 0,
  record_image_lt: (a, b) => compareImages(a, b) < 0,
  record_image_le: (a, b) => compareImages(a, b) <= 0,
  record_image_gt: (a, b) => compareImages(a, b) > 0,
  record_image_ge: (a, b) => compareImages(a, b) >= 0,
  btrecordimagecmp: compareImages,
})

// ---- collations, settings, tablespaces

family.context('pg_database_collation_actual_version', ({ catalog }, oid) => {
  if (catalog.database(oid) === undefined) throw undefinedDatabaseOid(oid)
  return null
})
family.context('pg_collation_actual_version', ({ catalog }, oid) => {
  const found = catalog.collation(oid)
  if (found === undefined) throw undefinedCollationOid(oid)
  return found.provider === 'i' ? COLLATION_VERSION : null
})
// Where there is a collation to name, the call says it (executor/expressions/operations.js).
family.add('pg_collation_for', () => null)
// All that there are have been there from the start.
family.context('pg_import_system_collations', ({ session }) => {
  if (!isSuperuser(session.identity.view(), session.roleOid)) {
    throw denied('must be superuser to import system collations')
  }
  return 0
})
family.add(['btequalimage', 'btvarstrequalimage'], () => true)
family.context('pg_reload_conf', ({ session }) => {
  session.reloadSettings?.()
  return true
})
family.add('pg_stat_force_next_flush', () => '')
for (const name of ['aclinsert', 'aclremove']) family.add(name, () => { throw functionIsGone(name) })
