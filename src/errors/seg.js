/** Errors of the extension seg. */
import { DbError } from './db-error.js'

/** 42601. @param {string} next '' at the end */
export const badSeg = (next) => new DbError('42601', 'bad seg representation', {
  detail: next === '' ? 'syntax error at end of input' : `syntax error at or near "${next}"`,
})

/** 22023. @param {string} lower @param {string} upper */
export const swappedBoundaries = (lower, upper) =>
  new DbError('22023', `swapped boundaries: ${lower} is greater than ${upper}`)
