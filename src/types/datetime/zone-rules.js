/**
 * POSIX time zones: a name and a distance west of Greenwich, then perhaps the same for daylight saving time and the
 * days it begins and ends on: EST5EDT,M3.2.0,M11.1.0. Without days the United States' hold.
 */
import { civilDate, dayNumber, EPOCH_UNIX_DAYS, isLeap } from './calendar.js'

/**
 * @typedef {{ kind: 'month' | 'julian' | 'day', month: number, week: number, day: number, seconds: number }} ChangeDay
 *   seconds: of the local day
 */
/**
 * @typedef {{ name: string, offset: number, daylightName: string, daylightOffset: number, start: ChangeDay
 *   | null, end: ChangeDay | null }} PosixRule offsets in seconds east; no start: no daylight saving time
 */

const NAME = '(?:<([^>]*)>|([^\\d,+<-]*))'
const OFFSET = '([+-]?\\d{1,3}(?::\\d{1,2}(?::\\d{1,2})?)?)'
const PATTERN = new RegExp(`^${NAME}${OFFSET}(?:${NAME}${OFFSET}?(?:[,;](.*))?)?$`)
const HOURS_MAX = 167

/** @param {string} text hh[:mm[:ss]], signed @returns {number} seconds, NaN when out of range */
function clockSeconds(text) {
  const [hours, minutes = 0, seconds = 0] = text.replace(/^[+-]/, '').split(':').map(Number)
  if (hours > HOURS_MAX || minutes > 59 || seconds > 60) return NaN
  return (text[0] === '-' ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds)
}

/** @param {string} text @returns {ChangeDay | null} */
function changeDay(text) {
  const match = /^(?:M(\d{1,2})\.(\d)\.(\d)|J(\d{1,3})|(\d{1,3}))(?:\/([+-]?\d{1,3}(?::\d{1,2}(?::\d{1,2})?)?))?$/.exec(
    text
  )
  if (match === null) return null
  const seconds = match[6] === undefined ? 7200 : clockSeconds(match[6])
  if (Number.isNaN(seconds)) return null
  if (match[1] !== undefined) {
    const [month, week, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
    return month < 1 || month > 12 || week < 1 || week > 5 || day > 6
      ? null
      : { kind: 'month', month, week, day, seconds }
  }
  const day = Number(match[4] ?? match[5])
  if (match[4] !== undefined ? day < 1 || day > 365 : day > 365) return null
  return { kind: match[4] !== undefined ? 'julian' : 'day', month: 0, week: 0, day, seconds }
}

/** @param {string} text @returns {PosixRule | null} null: it is none */
export function parsePosixZone(text) {
  const match = PATTERN.exec(text)
  if (match === null) return null
  const name = match[1] ?? match[2]
  const offset = -clockSeconds(match[3]) + 0
  const daylightName = match[4] ?? match[5] ?? ''
  if (Number.isNaN(offset)) return null
  if (daylightName === '')
    return match[6] === undefined && match[7] === undefined
      ? { name, offset, daylightName: '', daylightOffset: offset, start: null, end: null }
      : null
  const daylightOffset = match[6] === undefined ? offset + 3600 : -clockSeconds(match[6]) + 0
  const days = (match[7] ?? 'M3.2.0,M11.1.0').split(/[,;]/).map(changeDay)
  if (Number.isNaN(daylightOffset) || days.length !== 2 || days[0] === null || days[1] === null) return null
  return { name, offset, daylightName, daylightOffset, start: days[0], end: days[1] }
}

/** Seconds of the local clock since 1970 at which the change comes. @param {ChangeDay} change @param {number} year */
function changeAt(change, year) {
  const newYear = dayNumber(year, 1, 1) + EPOCH_UNIX_DAYS
  let day = newYear + change.day
  if (change.kind === 'julian') {
    // Days count from 1, and 29 February is none.
    day = newYear + change.day - 1 + (isLeap(year) && change.day >= 60 ? 1 : 0)
  } else if (change.kind === 'month') {
    const first = dayNumber(year, change.month, 1) + EPOCH_UNIX_DAYS
    const next =
      change.month === 12
        ? dayNumber(year + 1, 1, 1) + EPOCH_UNIX_DAYS
        : dayNumber(year, change.month + 1, 1) + EPOCH_UNIX_DAYS
    day = first + ((((change.day - (first + 4)) % 7) + 7) % 7) + (change.week - 1) * 7
    while (day >= next) day -= 7
  }
  return day * 86400 + change.seconds
}

/** @param {PosixRule} rule @param {number} unixSeconds @returns {number} seconds east */
export function ruleOffset(rule, unixSeconds) {
  if (rule.start === null || rule.end === null) return rule.offset
  const { year } = civilDate(Math.floor((unixSeconds + rule.offset) / 86400) - EPOCH_UNIX_DAYS)
  const start = changeAt(rule.start, year) - rule.offset
  const end = changeAt(rule.end, year) - rule.daylightOffset
  const daylight = start < end ? unixSeconds >= start && unixSeconds < end : unixSeconds >= start || unixSeconds < end
  return daylight ? rule.daylightOffset : rule.offset
}

/**
 * Zones that follow the United States' law only while it is one law: the years 1918 and 1919, 1942 to 1945, and from
 * 1967 on (as Unix seconds).
 */
const LAW = [[-1640995200, -1577923200], [-883612800, -757382400], [-94694400, Infinity]]
/** Zone -> standard offset in hours, and a place that has followed the law. @type {Map<string, [number, string]>} */
const LAWFUL = new Map([
  ['est5edt', [-5, 'America/New_York']],
  ['cst6cdt', [-6, 'America/Chicago']],
  ['mst7mdt', [-7, 'America/Denver']],
  ['pst8pdt', [-8, 'America/Los_Angeles']],
])

/** @param {string} name @returns {{ offset: number, place: string } | undefined} */
export function lawfulZone(name) {
  const found = LAWFUL.get(name.toLowerCase())
  return found === undefined ? undefined : { offset: found[0] * 3600, place: found[1] }
}

/** @param {number} unixSeconds */
export const lawHolds = (unixSeconds) => LAW.some(([from, to]) => unixSeconds >= from && unixSeconds < to)
