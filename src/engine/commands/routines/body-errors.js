/** Places in a function's body as places in the statement that brought it. */
import { DbError } from '../../../errors/db-error.js'

/** @typedef {{ position?: number, internalPosition?: number, internalQuery?: string }} Placed */

/**
 * An error's place in the body, as a place in the statement that gave the body; when the body is not found there, it
 *   stays one in the body.
 * @param {unknown} error @param {string} body @param {string} sourceText @returns {unknown}
 */
export function transposed(error, body, sourceText) {
  return error instanceof DbError ? placed(error, body, sourceText) : error
}

/**
 * The same of a message's place.
 * @template {Placed} T @param {T} error @param {string} body @param {string} sourceText @returns {T}
 */
export function placed(error, body, sourceText) {
  const isInternal = error.internalPosition !== undefined && error.internalQuery === body
  const place = error.position ?? (isInternal ? error.internalPosition : undefined)
  if (place === undefined) return error
  const at = sourceText.indexOf(body)
  if (at < 0 || sourceText.indexOf(body, at + 1) >= 0) {
    error.internalPosition = place
    error.internalQuery = body
    error.position = undefined
    return error
  }
  error.position = place + Array.from(sourceText.slice(0, at)).length
  error.internalPosition = undefined
  error.internalQuery = undefined
  return error
}
