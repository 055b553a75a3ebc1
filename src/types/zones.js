/**
 * Time zones: offsets east of Greenwich in seconds, from Intl's data. Each zone samples Intl once per calendar year it is asked about, finds
 * that year's transitions by bisection and keeps them; after that an offset is a lookup.
 *
 * Names: IANA's, in any letter case; PST8PDT and friends; POSIX forms with a fixed offset (UTC+3, <+03>-03: positive means west); and the
 * abbreviations of PostgreSQL's default set that have one fixed offset.
 */
import { dayNumber, EPOCH_UNIX_DAYS } from './calendar.js'

/** @typedef {{ startSeconds: number, offset: number }} Segment offset holds from startSeconds (Unix) on */

const SAMPLE_SECONDS = 10 * 86400
/** Intl's range is a little short of PostgreSQL's; outside, the rules of the year at its edge hold. */
const YEAR_MIN = -20000
const YEAR_MAX = 20000

export class Zone {
  /** @param {string} name @param {number | null} fixedOffset @param {string} [abbreviation] of a fixed zone */
  constructor(name, fixedOffset, abbreviation = '') {
    this.name = name
    this.fixedOffset = fixedOffset
    this.abbreviation = abbreviation
    /** @type {Map<number, Segment[]>} by year */
    this.years = new Map()
    this.formatter = fixedOffset !== null ? null : new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone: name, era: 'short', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23',
    })
  }

  /** @param {number} unixSeconds UTC @returns {number} seconds east */
  offsetAt(unixSeconds) {
    if (this.fixedOffset !== null) return this.fixedOffset
    const year = 1970 + Math.floor(unixSeconds / 31556952)
    const segments = this.segments(Math.max(Math.min(year, YEAR_MAX), YEAR_MIN))
    let at = segments.length - 1
    while (at > 0 && segments[at].startSeconds > unixSeconds) at--
    return segments[at].offset
  }

  /** Local time to its offset; in a gap the offset before it, in an overlap the one after. @param {number} localSeconds Unix seconds of the local clock */
  offsetOfLocal(localSeconds) {
    if (this.fixedOffset !== null) return this.fixedOffset
    const before = this.offsetAt(localSeconds - 86400)
    const after = this.offsetAt(localSeconds + 86400)
    if (before === after) return before
    if (this.offsetAt(localSeconds - after) === after) return after
    return before
  }

  /** @param {number} year */
  segments(year) {
    const known = this.years.get(year)
    if (known !== undefined) return known
    // A mean year may begin a day or so off the calendar's: sample beyond both ends.
    const start = (year - 1970) * 31556952 - 2 * SAMPLE_SECONDS
    const end = (year + 1 - 1970) * 31556952 + 2 * SAMPLE_SECONDS
    /** @type {Segment[]} */
    const segments = [{ startSeconds: start, offset: this.ask(start) }]
    for (let at = start; at < end; at += SAMPLE_SECONDS) {
      const offset = this.ask(at + SAMPLE_SECONDS)
      const last = segments[segments.length - 1].offset
      if (offset !== last) segments.push({ startSeconds: this.bisect(at, at + SAMPLE_SECONDS, last), offset })
    }
    this.years.set(year, segments)
    return segments
  }

  /** First second in (low, high] whose offset is not `offset`. @param {number} low @param {number} high @param {number} offset */
  bisect(low, high, offset) {
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (this.ask(middle) === offset) low = middle
      else high = middle
    }
    return high
  }

  /** Intl's word. @param {number} unixSeconds */
  ask(unixSeconds) {
    /** @type {Record<string, string>} */
    const part = {}
    for (const { type, value } of /** @type {Intl.DateTimeFormat} */ (this.formatter).formatToParts(unixSeconds * 1000)) part[type] = value
    const year = part.era[0] === 'B' ? 1 - Number(part.year) : Number(part.year)
    const days = gregorianDays(year, Number(part.month), Number(part.day), unixSeconds)
    return days * 86400 + Number(part.hour) * 3600 + Number(part.minute) * 60 + Number(part.second) - unixSeconds
  }
}

/** Intl switches to the Julian calendar before 1582-10-15: a local date is within a day of the UTC one, so place it there.
 * @param {number} year @param {number} month @param {number} day @param {number} unixSeconds */
function gregorianDays(year, month, day, unixSeconds) {
  const days = dayNumber(year, month, day) + EPOCH_UNIX_DAYS
  const near = Math.floor(unixSeconds / 86400)
  if (Math.abs(days - near) <= 1) return days
  // Julian: only the difference of days matters.
  const julian = julianDays(year, month, day)
  return julian
}

/** @param {number} year @param {number} month @param {number} day @returns {number} Unix day of a Julian calendar date */
function julianDays(year, month, day) {
  const shift = Math.floor((14 - month) / 12)
  const y = year + 4800 - shift
  const m = month + 12 * shift - 3
  return day + Math.floor((153 * m + 2) / 5) + 365 * y + Math.floor(y / 4) - 32083 - 2440588
}

/** @type {Map<string, Zone | undefined>} */
const zones = new Map()

/** @param {string} name @returns {Zone | undefined} undefined: no such zone */
export function zoneNamed(name) {
  if (zones.has(name)) return zones.get(name)
  const zone = makeZone(name)
  if (zones.size > 2000) zones.clear()
  zones.set(name, zone)
  return zone
}

/** @param {string} name */
function makeZone(name) {
  if (/^(utc|gmt|zulu|z|uct|universal|etc\/utc|etc\/gmt|etc\/uct|greenwich|gmt0|etc\/greenwich|etc\/zulu|etc\/universal)$/i.test(name)) {
    return new Zone(name, 0, /gmt|greenwich/i.test(name) ? 'GMT' : 'UTC')
  }
  const posix = /^(?:<([^>]+)>|([A-Za-z]{3,}))([+-]?)(\d{1,2})(?::(\d{1,2}))?(?::(\d{1,2}))?$/.exec(name)
  if (posix !== null) {
    const seconds = Number(posix[4]) * 3600 + Number(posix[5] ?? 0) * 60 + Number(posix[6] ?? 0)
    if (Number(posix[4]) <= 24 && !/^Etc/i.test(name)) return new Zone(name, (posix[3] === '-' ? seconds : -seconds) + 0, posix[1] ?? posix[2])
  }
  // Intl takes '+05:00' as a name; PostgreSQL does not, and handles numbers before it comes here.
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return new Zone(name, null)
  } catch {
    return undefined
  }
}

/** A zone for a numeric displacement. @param {number} offset seconds east */
export const fixedZone = (offset) => new Zone('', offset, numericOffset(offset))

/** As +05, -03:30. @param {number} offset seconds east */
export function numericOffset(offset) {
  const magnitude = Math.abs(offset)
  const hours = Math.floor(magnitude / 3600)
  const minutes = Math.floor(magnitude / 60) % 60
  const seconds = magnitude % 60
  const pad = (/** @type {number} */ value) => (value < 10 ? `0${value}` : String(value))
  return (offset < 0 ? '-' : '+') + pad(hours) + (minutes !== 0 || seconds !== 0 ? `:${pad(minutes)}` : '') + (seconds !== 0 ? `:${pad(seconds)}` : '')
}

const HALF = 1800
/** name, half hours east of Greenwich, 1 when it is daylight time. @type {Record<string, [number, 0 | 1]>} */
const ABBREVIATIONS = {
  acdt: [21, 1], acst: [19, 0], adt: [-6, 1], aedt: [22, 1], aest: [20, 0], akdt: [-16, 1], akst: [-18, 0], art: [-6, 0], ast: [-8, 0], awst: [16, 0],
  bdst: [4, 1], bnt: [16, 0], brst: [-4, 1], brt: [-6, 0], bst: [2, 1], btt: [12, 0], cadt: [21, 1], cast: [19, 0], cct: [16, 0], cdt: [-10, 1],
  cest: [4, 1], cet: [2, 0], cetdst: [4, 1], clst: [-6, 1], cst: [-12, 0], eadt: [-10, 1], east: [-12, 0], eat: [6, 0], edt: [-8, 1], eest: [6, 1],
  eet: [4, 0], eetdst: [6, 1], est: [-10, 0], fjt: [24, 0], gft: [-6, 0], gmt: [0, 0], hkt: [16, 0], hst: [-20, 0], ict: [14, 0], idt: [6, 1],
  ist: [4, 0], jst: [18, 0], kst: [18, 0], mart: [-19, 0], mdt: [-12, 1], mest: [4, 1], met: [2, 0], metdst: [4, 1], mmt: [13, 0], mst: [-14, 0],
  mut: [8, 0], ndt: [-3, 1], nft: [-7, 0], nst: [-7, 0], nut: [-22, 0], nzdt: [26, 1], nzst: [24, 0], nzt: [24, 0], pdt: [-14, 1], pgt: [20, 0],
  pht: [16, 0], pkt: [10, 0], pst: [-16, 0], pwt: [18, 0], sast: [4, 0], scst: [12, 1], sct: [8, 0], sgt: [16, 0], uct: [0, 0], ut: [0, 0], utc: [0, 0],
  wadt: [16, 1], wast: [16, 1], wast2: [4, 0], wat: [2, 0], wdt: [18, 1], wet: [0, 0], wetdst: [2, 1], west: [2, 1], wst: [16, 0], z: [0, 0], zulu: [0, 0],
  msk: [6, 0], msd: [8, 1], wib: [14, 0], wit: [18, 0], wita: [16, 0], chst: [20, 0], chut: [20, 0], fkt: [-8, 0], uyt: [-6, 0], pet: [-10, 0],
}

/** Offset of a fixed abbreviation, in seconds east. @param {string} word lower case @returns {{ offset: number, daylight: boolean } | undefined} */
export function abbreviationOffset(word) {
  const entry = Object.hasOwn(ABBREVIATIONS, word) ? ABBREVIATIONS[word] : undefined
  return entry === undefined ? undefined : { offset: entry[0] * HALF, daylight: entry[1] === 1 }
}

/** Zone name patterns and the letters IANA uses there: standard, daylight. @type {[RegExp, string, string][]} */
const LETTERS = [
  [/^(?:America\/(?:New_York|Detroit|Toronto|Montreal|Nassau|Indiana\/Indianapolis)|US\/Eastern|EST5EDT)$/i, 'EST', 'EDT'],
  [/^(?:America\/(?:Chicago|Winnipeg|Menominee)|US\/Central|CST6CDT)$/i, 'CST', 'CDT'],
  [/^(?:America\/(?:Denver|Edmonton|Boise|Phoenix)|US\/(?:Mountain|Arizona)|MST7MDT)$/i, 'MST', 'MDT'],
  [/^(?:America\/(?:Los_Angeles|Vancouver|Tijuana)|US\/Pacific|PST8PDT)$/i, 'PST', 'PDT'],
  [/^(?:America\/Anchorage|US\/Alaska)$/i, 'AKST', 'AKDT'], [/^(?:Pacific\/Honolulu|US\/Hawaii|HST)$/i, 'HST', 'HDT'],
  [/^(?:America\/Halifax|Atlantic\/Bermuda)$/i, 'AST', 'ADT'], [/^America\/St_Johns$/i, 'NST', 'NDT'],
  [/^(?:Europe\/London|GB|Europe\/(?:Jersey|Guernsey|Isle_of_Man|Belfast))$/i, 'GMT', 'BST'], [/^Europe\/Dublin$/i, 'GMT', 'IST'],
  [/^(?:Europe\/Lisbon|WET|Atlantic\/(?:Canary|Madeira|Faroe))$/i, 'WET', 'WEST'], [/^(?:Europe\/(?:Moscow|Simferopol)|W-SU)$/i, 'MSK', 'MSD'],
  [/^(?:Europe\/(?:Athens|Helsinki|Kiev|Kyiv|Sofia|Bucharest|Riga|Tallinn|Vilnius|Chisinau)|EET|Asia\/(?:Beirut|Nicosia)|Africa\/Cairo)$/i, 'EET', 'EEST'],
  [/^(?:Europe\/|CET$|MET$|Africa\/(?:Tunis|Algiers|Ceuta)$)/i, 'CET', 'CEST'],
  [/^(?:Asia\/Tokyo|Japan)$/i, 'JST', 'JDT'], [/^(?:Asia\/Seoul|ROK)$/i, 'KST', 'KDT'], [/^(?:Asia\/(?:Shanghai|Taipei|Macau)|PRC)$/i, 'CST', 'CDT'],
  [/^(?:Asia\/Hong_Kong|Hongkong)$/i, 'HKT', 'HKST'], [/^Asia\/(?:Kolkata|Calcutta)$/i, 'IST', '+0630'], [/^Asia\/Karachi$/i, 'PKT', 'PKST'],
  [/^(?:Asia\/(?:Jerusalem|Tel_Aviv)|Israel)$/i, 'IST', 'IDT'], [/^Asia\/Manila$/i, 'PST', 'PDT'], [/^Asia\/Jakarta$/i, 'WIB', 'WIB'],
  [/^Australia\/(?:Sydney|Melbourne|Hobart|Brisbane|Canberra)$/i, 'AEST', 'AEDT'], [/^Australia\/(?:Adelaide|Darwin)$/i, 'ACST', 'ACDT'],
  [/^Australia\/Perth$/i, 'AWST', 'AWDT'], [/^Pacific\/Auckland$/i, 'NZST', 'NZDT'], [/^Africa\/(?:Johannesburg|Maseru)$/i, 'SAST', 'SAST'],
  [/^Africa\/(?:Nairobi|Addis_Ababa|Kampala)$/i, 'EAT', 'EAT'], [/^Africa\/(?:Lagos|Kinshasa|Luanda)$/i, 'WAT', 'WAT'],
]

/** What the Postgres, SQL and German styles print behind a timestamptz. @param {Zone} zone @param {number} unixSeconds @param {number} offset there */
export function abbreviationAt(zone, unixSeconds, offset) {
  if (zone.fixedOffset !== null) return zone.abbreviation
  const year = 1970 + Math.floor(unixSeconds / 31556952)
  let standard = offset
  for (const segment of zone.segments(Math.max(Math.min(year, YEAR_MAX), YEAR_MIN))) standard = Math.min(standard, segment.offset)
  if (year < 1900 && offset % 900 !== 0) return 'LMT'
  for (const [pattern, plain, daylight] of LETTERS) if (pattern.test(zone.name)) return offset > standard ? daylight : plain
  return numericOffset(offset).replace(':', '')
}

/** Whether daylight saving time is in force there. @param {Zone} zone @param {number} unixSeconds @param {number} offset */
export function isDaylight(zone, unixSeconds, offset) {
  if (zone.fixedOffset !== null) return false
  const year = 1970 + Math.floor(unixSeconds / 31556952)
  return zone.segments(Math.max(Math.min(year, YEAR_MAX), YEAR_MIN)).some((segment) => segment.offset < offset)
}
