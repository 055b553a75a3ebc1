/** What postgres_fdw refuses of its options: PostgreSQL's words. */
import { DbError } from './db-error.js'

/** 22023. @param {string} option @param {string} value @param {'integer' | 'floating point'} kind */
export const notANumberOption = (option, value, kind) =>
  new DbError('22023', `invalid value for ${kind} option "${option}": ${value}`)

/** 22023. @param {string} option @param {'integer' | 'floating point'} kind */
export const tooSmallOption = (option, kind) => new DbError('22023', kind === 'integer'
  ? `"${option}" must be an integer value greater than zero`
  : `"${option}" must be a floating point value greater than or equal to zero`)

/** 22023 */
export const notExtensionNames = () =>
  new DbError('22023', 'parameter "extensions" must be a list of extension names')

/** 42501 */
export const passwordForOthers = () => new DbError('42501', 'password_required=false is superuser-only', {
  hint: 'User mappings with the password_required option set to false may only be created or modified by the ' +
    'superuser.',
})

/** 42501 */
export const certificatesForOthers = () => new DbError('42501', 'sslcert and sslkey are superuser-only', {
  hint: 'User mappings with the sslcert or sslkey options set may only be created or modified by the superuser.',
})
