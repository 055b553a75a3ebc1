/**
 * The proleptic Gregorian calendar by day numbers: day 0 is 2000-01-01. Years are astronomical (1 BC is 0). Exact over
 * all of int4.
 */
export const MICROS_PER_DAY = 86400000000
/** Julian day number of 2000-01-01. */
export const EPOCH_JULIAN = 2451545
/** Days from 1970-01-01 to 2000-01-01. */
export const EPOCH_UNIX_DAYS = 10957

/** @param {number} year @param {number} month 1..12 @param {number} day may lie outside the month @returns {number} */
export function dayNumber(year, month, day) {
  const shifted = month > 2 ? year : year - 1
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return era * 146097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 730425
}

/** @param {number} dayIndex @returns {{ year: number, month: number, day: number }} */
export function civilDate(dayIndex) {
  const shifted = dayIndex + 730425
  const era = Math.floor(shifted / 146097)
  const dayOfEra = shifted - era * 146097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) / 365
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

/** @param {number} year astronomical */
export const isLeap = (year) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** @param {number} year @param {number} month */
export const daysInMonth = (year, month) => (month === 2 && isLeap(year) ? 29 : MONTH_DAYS[month - 1])

/** 0 Sunday .. 6 Saturday. @param {number} dayIndex */
export const dayOfWeek = (dayIndex) => (((dayIndex + 6) % 7) + 7) % 7

/** 1.. @param {number} dayIndex */
export const dayOfYear = (dayIndex) => dayIndex - dayNumber(civilDate(dayIndex).year, 1, 1) + 1

/** ISO 8601 week. @param {number} dayIndex @returns {{ isoYear: number, week: number }} */
export function isoWeek(dayIndex) {
  const thursday = dayIndex - ((dayOfWeek(dayIndex) + 6) % 7) + 3
  const isoYear = civilDate(thursday).year
  return { isoYear, week: Math.floor((thursday - dayNumber(isoYear, 1, 1)) / 7) + 1 }
}

/** Monday of an ISO week. @param {number} isoYear @param {number} week */
export function isoWeekStart(isoYear, week) {
  const fourth = dayNumber(isoYear, 1, 4)
  return fourth - ((dayOfWeek(fourth) + 6) % 7) + (week - 1) * 7
}
