/** What binding allows and no plan can do. */
import { DbError } from './db-error.js'

export const fullJoinRefused = () =>
  new DbError('0A000', 'FULL JOIN is only supported with merge-joinable or hash-joinable join conditions')

export const recursiveUnionRefused = () =>
  new DbError('0A000', 'could not implement recursive UNION', { detail: 'All column datatypes must be hashable.' })

/** @param {string} view */
export const viewRestricted = (view) => new DbError('55000', `access to non-system view "${view}" is restricted`)
