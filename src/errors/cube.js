/** Errors of the extension cube. */
import { DbError } from './db-error.js'

/** 22P02. @param {string} detail */
export const badCube = (detail) => new DbError('22P02', 'invalid input syntax for cube', { detail })

/** 54000. @param {string} message */
export const cubeTooLong = (message) => new DbError('54000', message, {
  detail: 'A cube cannot have more than 100 dimensions.',
})
