/** What fuzzystrmatch's functions refuse. Messages as PostgreSQL 15 words them. */
import { DbError } from './db-error.js'

/** 22023. @param {number} most */
export const levenshteinArgumentTooLong = (most) =>
  new DbError('22023', `levenshtein argument exceeds maximum length of ${most} characters`)

/** 22023. @param {number} most */
export const metaphoneArgumentTooLong = (most) =>
  new DbError('22023', `argument exceeds the maximum length of ${most} bytes`)

/** 22023. @param {number} most */
export const metaphoneOutputTooLong = (most) =>
  new DbError('22023', `output exceeds the maximum length of ${most} bytes`)

/** 2200F */
export const emptyOutputLength = () => new DbError('2200F', 'output cannot be empty string')
