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
