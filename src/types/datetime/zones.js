/**
 * Time zones: offsets east of Greenwich in seconds, from Intl's data. Each zone samples Intl once per calendar year it
 * is asked about, finds that year's transitions by bisection and keeps them; after that an offset is a lookup.
 *
 * Names: IANA's, in any letter case; POSIX forms (UTC+3, <+03>-03, EST5EDT,M3.2.0,M11.1.0: positive means west), see
 * zone-rules.js; and abbreviations, see zone-abbreviations.js.
 */
import { dayNumber, EPOCH_UNIX_DAYS } from './calendar.js'
import { abbreviationOffset, MOVED_ABBREVIATIONS } from './zone-abbreviations.js'
import { knownZone } from './zone-names.js'
import { lawfulZone, lawHolds, parsePosixZone, ruleOffset } from './zone-rules.js'

/** @typedef {{ startSeconds: number, offset: number }} Segment offset holds from startSeconds (Unix) on */

const SAMPLE_SECONDS = 10 * 86400
/** Intl's range is short of PostgreSQL's; before it the rules of the year at its edge hold. */
const YEAR_MIN = -20000
/** From here on the calendar repeats every 400 years, and rules with it. */
const YEAR_REPEATS = 2400
const REPEAT_SECONDS = 400 * 31556952

export class Zone {
  /**
   * @param {string} name
   * @param {number | null} fixedOffset
   * @param {string} [abbreviation] of a fixed zone
   * @param {import('./zone-rules.js').PosixRule | null} [rule]
   */
  constructor(name, fixedOffset, abbreviation = '', rule = null) {
    this.name = name
    this.fixedOffset = fixedOffset
    this.abbreviation = abbreviation
    /** @type {Map<number, Segment[]>} by year */
    this.years = new Map()
    this.rule = rule
    const lawful = rule === null && fixedOffset === null ? lawfulZone(name) : undefined
    /** what holds while the law does not, and is null for zones that are places */
    this.lawlessOffset = lawful?.offset ?? null
    this.formatter =
      fixedOffset !== null || rule !== null
        ? null
        : new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
            timeZone: lawful?.place ?? name,
            era: 'short',
            year: 'numeric',
            month: 'numeric',
            day: 'numeric',
            hour: 'numeric',
            minute: 'numeric',
            second: 'numeric',
            hourCycle: 'h23',
          })
  }

  /** @param {number} unixSeconds UTC @returns {number} seconds east */
  offsetAt(unixSeconds) {
    if (this.fixedOffset !== null) return this.fixedOffset
    const seconds = repeated(unixSeconds)
    const segments = this.segments(yearOf(seconds))
    let at = segments.length - 1
    while (at > 0 && segments[at].startSeconds > seconds) at--
    return segments[at].offset
  }

  /**
   * Local time to its offset; in a gap the offset before it, in an overlap the one after.
   * @param {number} localSeconds Unix seconds of the local clock
   */
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

  /**
   * First second in (low, high] whose offset is not `offset`.
   * @param {number} low
   * @param {number} high
   * @param {number} offset
   */
  bisect(low, high, offset) {
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (this.ask(middle) === offset) low = middle
      else high = middle
    }
    return high
  }

  /** The rule's word, or Intl's. @param {number} unixSeconds @returns {number} */
  ask(unixSeconds) {
    if (this.rule !== null) return ruleOffset(this.rule, unixSeconds)
    if (this.lawlessOffset !== null && !lawHolds(unixSeconds)) return this.lawlessOffset
    /** @type {Record<string, string>} */
    const part = {}
    for (const { type, value } of /** @type {Intl.DateTimeFormat} */ (this.formatter).formatToParts(unixSeconds * 1000))
      part[type] = value
    const year = part.era[0] === 'B' ? 1 - Number(part.year) : Number(part.year)
    const days = gregorianDays(year, Number(part.month), Number(part.day), unixSeconds)
    return days * 86400 + Number(part.hour) * 3600 + Number(part.minute) * 60 + Number(part.second) - unixSeconds
  }
}

/** The same moment of a year that is known. @param {number} unixSeconds */
const repeated = (unixSeconds) => {
  const year = 1970 + Math.floor(unixSeconds / 31556952)
  return year < YEAR_REPEATS ? unixSeconds : unixSeconds - Math.ceil((year - YEAR_REPEATS + 1) / 400) * REPEAT_SECONDS
}

/** @param {number} unixSeconds repeated */
const yearOf = (unixSeconds) => Math.max(1970 + Math.floor(unixSeconds / 31556952), YEAR_MIN)

/**
 * Intl switches to the Julian calendar before 1582-10-15: a local date is within a day of the UTC one, so place it
 * there.
 * @param {number} year @param {number} month @param {number} day @param {number} unixSeconds
 */
function gregorianDays(year, month, day, unixSeconds) {
  const days = dayNumber(year, month, day) + EPOCH_UNIX_DAYS
  const near = Math.floor(unixSeconds / 86400)
  if (Math.abs(days - near) <= 1) return days
  // Julian: only the difference of days matters.
  const julian = julianDays(year, month, day)
  return julian
}

/**
 * @param {number} year
 * @param {number} month
 * @param {number} day
 * @returns {number} Unix day of a Julian calendar date
 */
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
  if (/^factory$/i.test(name)) return new Zone(name, 0, '-00')
  const rule = /^Etc\//i.test(name) || lawfulZone(name) !== undefined ? null : parsePosixZone(name)
  if (rule !== null)
    return rule.start === null ? new Zone(name, rule.offset, rule.name) : new Zone(name, null, '', rule)
  const west = /^Etc\/GMT([+-]\d{1,2})$/i.exec(name)
  if (west !== null && Number(west[1]) >= -14 && Number(west[1]) <= 12)
    return new Zone(
      name,
      -3600 * Number(west[1]) + 0,
      Number(west[1]) === 0 ? 'GMT' : numericOffset(-3600 * Number(west[1]) + 0)
    )
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
  return (
    (offset < 0 ? '-' : '+') +
    pad(hours) +
    (minutes !== 0 || seconds !== 0 ? `:${pad(minutes)}` : '') +
    (seconds !== 0 ? `:${pad(seconds)}` : '')
  )
}

/**
 * The zone whose clock an abbreviation tells, fixed or moving with its place.
 * @param {string} word lower case
 * @returns {Zone | undefined}
 */
export function abbreviatedZone(word) {
  const fixed = abbreviationOffset(word)
  if (fixed !== undefined) return fixedZone(fixed.offset)
  const place = MOVED_ABBREVIATIONS.get(word)
  return place === undefined ? undefined : zoneNamed(place)
}

/**
 * What the Postgres, SQL and German styles print behind a timestamptz.
 * @param {Zone} zone
 * @param {number} unixSeconds
 * @param {number} offset there
 */
export function abbreviationAt(zone, unixSeconds, offset) {
  if (zone.fixedOffset !== null) return zone.abbreviation
  if (zone.rule !== null) return offset === zone.rule.daylightOffset ? zone.rule.daylightName : zone.rule.name
  const year = yearOf(repeated(unixSeconds))
  let standard = offset
  for (const segment of zone.segments(year)) standard = Math.min(standard, segment.offset)
  // Clocks that were put forward for good, or back after years, had standard time meanwhile: daylight saving time comes
  // and goes within a year.
  if (offset > standard && !(isLower(zone, unixSeconds, offset, -1) && isLower(zone, unixSeconds, offset, 1)))
    standard = offset
  return year < 1900 && offset % 900 !== 0 ? 'LMT' : lettersOf(zone.name, offset, standard)
}

/**
 * Whether the offset is lower some time within ten months.
 * @param {Zone} zone
 * @param {number} unixSeconds
 * @param {number} offset
 * @param {1 | -1} direction
 */
function isLower(zone, unixSeconds, offset, direction) {
  for (let months = 1; months <= 10; months++)
    if (zone.offsetAt(unixSeconds + direction * months * 30 * 86400) < offset) return true
  return false
}

/** @param {string} name @param {number} offset @param {number} standard */
function lettersOf(name, offset, standard) {
  const known = knownZone(name)
  const letters = known === undefined ? '' : offset > standard ? known.daylight : known.standard
  if (letters !== '') return letters
  return numericOffset(offset).replace(':', '')
}

/** By law it is their winter time that differs from standard time. */
const SUMMER_IS_STANDARD = /^(?:Eire|Europe\/Dublin|Africa\/(?:Casablanca|El_Aaiun))$/i
const HALF_YEAR_SECONDS = 182 * 86400

/**
 * What a zone's clock says now, found out without the year's transitions: for lists of all zones.
 * @param {Zone} zone
 * @param {number} unixSeconds
 */
export function zoneSummary(zone, unixSeconds) {
  if (zone.fixedOffset !== null) return { offset: zone.fixedOffset, daylight: false, abbreviation: zone.abbreviation }
  const offset = zone.ask(unixSeconds)
  const other = zone.ask(unixSeconds - HALF_YEAR_SECONDS)
  const standard = Math.min(offset, other)
  return {
    offset,
    daylight: SUMMER_IS_STANDARD.test(zone.name) ? offset < other : offset > standard,
    abbreviation: lettersOf(zone.name, offset, standard),
  }
}
