/** Errors of to_char, to_date, to_number and their like. */
import { DbError } from './db-error.js'

/** 22008. @param {string} key */
export const formattedValueOutOfRange = (key) =>
  new DbError('22008', `value for "${key}" in source string is out of range`, {
    detail: 'Value must be in the range -2147483648 to 2147483647.',
  })

/** 0A000. @param {string} key */
export const fieldOnlyInToChar = (key) => new DbError('0A000', `formatting field "${key}" is only supported in to_char`)

/** 22007. */
export const mixedDateConventions = () =>
  new DbError('22007', 'invalid combination of date conventions', {
    hint: 'Do not mix Gregorian and ISO week date conventions in a formatting template.',
  })

/** 22007. @param {number} hour */
export const invalidTwelveHour = (hour) =>
  new DbError('22007', `hour "${hour}" is invalid for the 12-hour clock`, {
    hint: 'Use the 24-hour clock, or give an hour between 1 and 12.',
  })

/** 22007. */
export const invalidIntervalFormat = () =>
  new DbError('22007', 'invalid format specification for an interval value', {
    hint: 'Intervals are not tied to specific calendar dates.',
  })

/** 0A000. */
export const romanInput = () => new DbError('0A000', '"RN" not supported for input')

/** 0A000. */
export const scientificInput = () => new DbError('0A000', '"EEEE" not supported for input')

/** 22P02. */
export const pointIsNoNumber = () => new DbError('22P02', '"." is not a number')

/** 0A000. @param {string | number} what */
export const noIntegerOf = (what) => new DbError('0A000', `cannot convert ${what} to integer`)

/** 42601. @param {string} message @param {string | undefined} detail */
export const badNumberFormat = (message, detail) => new DbError('42601', message, { detail })

/** 22007: digits that are fewer than the pattern's. @param {string} message @param {string} detail */
export const tooFewDigits = (message, detail) => new DbError('22007', message, {
  detail, hint: 'If your source string is not fixed-width, try using the "FM" modifier.',
})
