/**
 * Errors of class 22 (data exceptions): what a value, its text or a computation on it can do wrong. One constructor per
 * condition and wording, so that SQLSTATE and message stay PostgreSQL's wherever the condition is found.
 */
import { DbError } from './db-error.js'

/** 22P02. @param {string} typeName as format_type prints it @param {string} text @param {string} [detail] */
export const invalidInput = (typeName, text, detail) =>
  new DbError('22P02', `invalid input syntax for type ${typeName}: "${text}"`, { detail })

/** 22P02 with a message of its own. @param {string} message @param {string} [detail] */
export const invalidText = (message, detail) => new DbError('22P02', message, { detail })

/** 08P01: a binary value ends before all of it was there. */
export const messageTooShort = () => new DbError('08P01', 'insufficient data left in message')

/** 42883. @param {string} typeName */
export const noEqualityOperator = (typeName) =>
  new DbError('42883', `could not identify an equality operator for type ${typeName}`)

/** 22003 for a text that names too large a number. @param {string} text @param {string} typeName */
export const valueOutOfRange = (text, typeName) =>
  new DbError('22003', `value "${text}" is out of range for type ${typeName}`)

/** 22003. @param {string} message @param {string} [detail] */
export const outOfRange = (message, detail) => new DbError('22003', message, { detail })

/** Of a function whose name in PostgreSQL is known, or not. @param {string} message */
const beyond = (message) => (/** @type {string | undefined} */ routine) => new DbError('22003', message, { routine })

/** 22003. @type {(routine?: string) => DbError} */
export const smallintOutOfRange = beyond('smallint out of range')
/** 22003. @type {(routine?: string) => DbError} */
export const integerOutOfRange = beyond('integer out of range')
/** 22003. @type {(routine?: string) => DbError} */
export const bigintOutOfRange = beyond('bigint out of range')
export const oidOutOfRange = () => outOfRange('OID out of range')
export const floatOverflow = () => outOfRange('value out of range: overflow')
/** 22P01: what the processor refuses, the smallest integer divided by -1. */
export const floatingPointException = () =>
  new DbError('22P01', 'floating-point exception', {
    detail:
      'An invalid floating-point operation was signaled. This probably means an out-of-range result or an invalid '
      + 'operation, such as division by zero.',
  })
export const floatUnderflow = () => outOfRange('value out of range: underflow')
export const numericOverflow = () => outOfRange('value overflows numeric format')

/**
 * 22003.
 * @param {number} precision
 * @param {number} scale
 * @param {string} [infinite] 'infinite value' wording when set
 */
export const numericFieldOverflow = (precision, scale, infinite) => outOfRange('numeric field overflow', infinite
  ? `A field with precision ${precision}, scale ${scale} cannot hold an infinite value.`
  : `A field with precision ${precision}, scale ${scale} must round to an absolute value less than ${precision === scale ? '' : '10^'}${precision === scale ? 1 : precision - scale}.`)

/** 0A000, PostgreSQL's wording for NaN and infinities. @param {string} what @param {string} typeName */
export const cannotConvertSpecial = (what, typeName) => new DbError('0A000', `cannot convert ${what} to ${typeName}`)

/** 22012. @param {string} [routine] PostgreSQL's function */
export const divisionByZero = (routine) => new DbError('22012', 'division by zero', { routine })

/** 22001. @param {string} typeName with its length, as character varying(5) @param {string} [routine] */
export const valueTooLong = (typeName, routine) =>
  new DbError('22001', `value too long for type ${typeName}`, { routine })

/** 22007. @param {string} typeName @param {string} text */
export const invalidDatetime = (typeName, text) =>
  new DbError('22007', `invalid input syntax for type ${typeName}: "${text}"`)

/** 22007 with a message of its own. @param {string} message @param {string} [detail] */
export const invalidDatetimeFormat = (message, detail) => new DbError('22007', message, { detail })

/** 22008. @param {string} message @param {string} [hint] */
export const datetimeOverflow = (message, hint) => new DbError('22008', message, { hint })

/** 22008. @param {string} text @param {string} [hint] */
export const datetimeFieldOverflow = (text, hint) =>
  new DbError('22008', `date/time field value out of range: "${text}"`, { hint })

/** 22015. @param {string} text */
export const intervalFieldOverflow = (text) => new DbError('22015', `interval field value out of range: "${text}"`)

/** 22009. @param {string} text */
export const timeZoneDisplacement = (text) => new DbError('22009', `time zone displacement out of range: "${text}"`)

/** 22023. @param {string} message @param {string} [detail] @param {string} [hint] */
export const invalidParameter = (message, detail, hint) => new DbError('22023', message, { detail, hint })

/** 22P03. @param {string} message */
export const invalidBinary = (message) => new DbError('22P03', message)

/** What is said of a binary value that goes on behind its end, until somebody knows which one it is. */
const LEFT_OVER = 'incorrect binary data format'

/** 22P03: a binary value goes on behind its end. */
export const bytesLeftOver = () => invalidBinary(LEFT_OVER)

/**
 * An error of one binary value of several.
 * @param {unknown} error
 * @param {string} left what is said of bytes that are left over
 * @returns {unknown} error
 */
export function ofValue(error, left) {
  if (error instanceof DbError && error.message === LEFT_OVER) error.message = left
  return error
}

/** 22011. @param {string} message @param {string} [routine] PostgreSQL's function */
export const substringError = (message, routine) => new DbError('22011', message, { routine })

/** 22025. @param {string} message @param {string} [hint] */
export const invalidEscapeSequence = (message, hint) => new DbError('22025', message, { hint })

/** 2201B. @param {string} reason */
export const invalidRegularExpression = (reason) => new DbError('2201B', `invalid regular expression: ${reason}`)

/** 2201E. @param {string} message */
export const invalidLogarithm = (message) => new DbError('2201E', message)

/** 2201F. @param {string} message */
export const invalidPower = (message) => new DbError('2201F', message)

/** 2201G. @param {string} message */
export const invalidWidthBucket = (message) => new DbError('2201G', message)

/** 2202E. @param {string} message @param {string} [detail] */
export const arraySubscript = (message, detail) => new DbError('2202E', message, { detail })

/** 22004. @param {string} message */
export const nullNotAllowed = (message) => new DbError('22004', message)

/** 22021. @param {string} encoding @param {string} bytesText as 0xe4 0x20 */
export const invalidByteSequence = (encoding, bytesText) =>
  new DbError('22021', `invalid byte sequence for encoding "${encoding}": ${bytesText}`)

/** 54000. @param {string} message */
export const programLimit = (message) => new DbError('54000', message)

/** 42804. @param {string} message @param {string} [detail] */
export const datatypeMismatch = (message, detail) => new DbError('42804', message, { detail })

/** 42883. @param {string} typeName */
export const noComparison = (typeName) =>
  new DbError('42883', `could not identify a comparison function for type ${typeName}`)

/** 42704. @param {string} message */
export const undefinedObject = (message) => new DbError('42704', message)

/** 42704. @param {string} name */
export const undefinedType = (name) => new DbError('42704', `type "${name}" does not exist`)

/** 42601, of a type's name as text. @param {string} message @param {string} text */
export const badTypeName = (message, text) => new DbError('42601', message, { where: `invalid type name "${text}"` })

/** 42P01. @param {string} name */
export const undefinedRelation = (name) =>
  new DbError('42P01', `relation "${name}" does not exist`, { routine: 'RangeVarGetRelidExtended' })

/** 42883. @param {string} message */
export const undefinedFunction = (message) => new DbError('42883', message)

/** 42725. @param {string} message */
export const ambiguousFunction = (message) => new DbError('42725', message)

/** 42602. @param {string} message */
export const invalidName = (message) => new DbError('42602', message)

/** 2202E. @param {string} kind '': of no elements */
export const arraysNotAccumulated = (kind) =>
  new DbError('2202E', kind === '' ? 'cannot accumulate empty arrays' : `cannot accumulate arrays of ${kind}`)

/** 42601. @param {string} text */
export const improperName = (text) => new DbError('42601', `improper qualified name (too many dotted names): ${text}`)

/** 22P05. @param {Iterable<number>} bytes @param {string} from @param {string} to */
export const untranslatable = (bytes, from, to) =>
  new DbError(
    '22P05',
    `character with byte sequence ${hexText(bytes)} in encoding "${from}" has no equivalent in encoding "${to}"`
  )

/** @param {Iterable<number>} bytes as 0xe2 0x82 */
export const hexText = (bytes) => Array.from(bytes, (byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(' ')

/** 42883. @param {string} from @param {string} to */
export const noConversion = (from, to) =>
  new DbError('42883', `default conversion function for encoding "${from}" to "${to}" does not exist`)

/** Elements of an array. */
export const ARRAY_SIZE_MAX = 134217727

/** 54000 */
export const arrayTooLarge = () => new DbError('54000', `array size exceeds the maximum allowed (${ARRAY_SIZE_MAX})`)

/** 54000: its last subscript would be no integer. @param {number} bound */
export const lowerBoundTooLarge = (bound) => new DbError('54000', `array lower bound is too large: ${bound}`)

/** 54001 */
export const stackTooDeep = () => new DbError('54001', 'stack depth limit exceeded')
