/** Errors of the extension isn. */
import { DbError } from './db-error.js'

/** 22P02. @param {string} kind @param {string} text */
export const badNumber = (kind, text) => new DbError('22P02', `invalid input syntax for ${kind} number: "${text}"`)

/** 22P02. @param {string} kind @param {string} text @param {string} right */
export const badCheckDigit = (kind, text, right) =>
  new DbError('22P02', `invalid check digit for ${kind} number: "${text}", should be ${right}`)

/** 22P02. @param {string} kind @param {string} wanted @param {string} text */
export const cannotBeKind = (kind, wanted, text) =>
  new DbError('22P02', `cannot cast ${kind} to ${wanted} for number: "${text}"`)

/** 22003. @param {string} text @param {string} kind */
export const numberTooLarge = (text, kind) => new DbError('22003', `value "${text}" is out of range for ${kind} type`)
