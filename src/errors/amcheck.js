/** What amcheck's functions refuse. Messages as PostgreSQL 15 words them. */
import { DbError } from './db-error.js'

/** 22023 */
export const invalidSkipOption = () =>
  new DbError('22023', 'invalid skip option', {
    hint: 'Valid skip options are "all-visible", "all-frozen", and "none".',
  })

/** 22023. @param {number} last */
export const badStartBlock = (last) => new DbError('22023', `starting block number must be between 0 and ${last}`)

/** 22023. @param {number} last */
export const badEndBlock = (last) => new DbError('22023', `ending block number must be between 0 and ${last}`)
