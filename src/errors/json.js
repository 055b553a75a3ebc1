/** Errors of JSON values, their functions and of SQL/JSON paths. */
import { DbError } from './db-error.js'

/** 22P02 or 22P05. @param {string} code @param {string} detail @param {string} where */
export const jsonSyntaxError = (code, detail, where) =>
  new DbError(code, code === '22P05' ? 'unsupported Unicode escape sequence' : 'invalid input syntax for type json', {
    detail,
    where,
  })

/** 22023. @param {string} message @param {string} [hint] @param {string} [detail] */
export const jsonInvalid = (message, hint, detail) => new DbError('22023', message, { hint, detail })

/** 22P02: a path of text[] meets an array. @param {number} position 1-based @param {string} text */
export const pathNotInteger = (position, text) =>
  new DbError('22P02', `path element at position ${position} is not an integer: "${text}"`)

/** 22004. @param {number} position 1-based */
export const pathElementNull = (position) => new DbError('22004', `path element at position ${position} is null`)

/** 2202E. */
export const wrongSubscripts = () => new DbError('2202E', 'wrong number of array subscripts')

/** 22023. @param {string} what null, string, numeric, boolean, array, object @param {string} typeName */
export const cannotCastJsonb = (what, typeName) => jsonInvalid(`cannot cast jsonb ${what} to type ${typeName}`)

/**
 * A SQL/JSON path's run-time error of class 2203.
 * @param {string} code
 * @param {string} message
 * @param {string} [detail]
 * @param {string} [hint]
 */
export const jsonPathError = (code, message, detail, hint) => new DbError(code, message, { detail, hint })

/** 42601. @param {string} message @param {string} [detail] */
export const jsonPathSyntax = (message, detail) => new DbError('42601', message, { detail })

/** 2202E. */
export const unevenJsonPairs = () => new DbError('2202E', 'array must have even number of elements')

/** 2202E. */
export const jsonPairsNotInTwo = () => new DbError('2202E', 'array must have two columns')

/** 2202E. */
export const mismatchedArrayDimensions = () => new DbError('2202E', 'mismatched array dimensions')

/** 22004. */
export const nullObjectKey = () => new DbError('22004', 'null value not allowed for object key')

/** 22004. */
export const nullJsonbSubscript = () => new DbError('22004', 'jsonb subscript in assignment must not be null')

/** 22004. */
export const nullJsonValue = () =>
  new DbError('22004', 'JSON value must not be null', {
    detail: 'Exception was raised because null_value_treatment is "raise_exception".',
    hint: 'To avoid, either change the null_value_treatment argument or ensure that an SQL NULL is not passed.',
  })

/** 22P02. @param {string | undefined} hint */
export const expectedJsonArray = (hint) => new DbError('22P02', 'expected JSON array', { hint })

/** 42804. @param {string} name */
export const notARowType = (name) => new DbError('42804', `first argument of ${name} must be a row type`)

/** XX000. @param {string | number} what */
export const unsupportedJsonbVersion = (what) => new DbError('XX000', `unsupported jsonb version number ${what}`)

/** 22P05. */
export const unsupportedUnicodeEscapeSequence = () =>
  new DbError('22P05', 'unsupported Unicode escape sequence', { detail: '\\u0000 cannot be converted to text.' })

/** XX000. @param {string | number} what */
export const unsupportedJsonpathVersion = (what) => new DbError('XX000', `unsupported jsonpath version number: ${what}`)

/** 0A000. @param {string | undefined} given @param {string | undefined} target */
export const needsTimeZone = (given, target) =>
  new DbError('0A000', `cannot convert value from ${given} to ${target} without time zone usage`, {
    hint: 'Use *_tz() function for time zone support.',
  })

/** 42704. @param {string | number} value */
export const undefinedJsonpathVariable = (value) => new DbError('42704', `could not find jsonpath variable "${value}"`)

/** 0A000. @param {string} name */
export const noRowTypeForResult = (name) =>
  new DbError('0A000', `could not determine row type for result of ${name}`, {
    hint: 'Provide a non-null record argument, or call the function in the FROM clause using a column definition list.',
  })

/** 0A000. @param {string} refusal */
export const nanToLsn = (refusal) => new DbError('0A000', refusal)

/** 54001 */
export const nestedTooDeep = () =>
  new DbError('54001', 'stack depth limit exceeded', {
    hint:
      'Increase the configuration parameter "max_stack_depth" (currently 2048kB), ' +
      "after ensuring the platform's stack depth limit is adequate.",
  })
