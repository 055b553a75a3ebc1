/** What dblink refuses. */
import { DbError } from './db-error.js'

/** 08003. @param {string | null} name null: the one without a name */
export const noConnection = (name) =>
  new DbError('08003', name === null ? 'connection not available' : `connection "${name}" not available`)

/** 08001. @param {string} text */
export const brokenConnectionText = (text) => new DbError('08001', 'could not establish connection', {
  detail: `missing "=" after "${text}" in connection info string`,
})

export const noKeyAttributes = () => new DbError('22023', 'number of key attributes must be > 0')
/** @param {number} place */
export const invalidAttribute = (place) => new DbError('22023', `invalid attribute number ${place}`)
/** @param {string} which source, target */
export const keyLengthDiffers = (which) =>
  new DbError('2202E', `${which} key array length must match number of key attributes`)
export const noSourceRow = () => new DbError('21000', 'source row not found')
export const severalSourceRows = () => new DbError('21000', 'source criteria matched more than one record')
export const passwordRequired = () => new DbError('2F003', 'password is required', {
  detail: 'Non-superusers must provide a password in the connection string.',
})
