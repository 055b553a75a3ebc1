/** What file_fdw refuses of its options: PostgreSQL's words. */
import { DbError } from './db-error.js'

/** HV00D. @param {string} name @param {string[]} valid */
export const invalidFileOption = (name, valid) =>
  new DbError('HV00D', `invalid option "${name}"`, {
    hint: valid.length === 0 ? 'There are no valid options in this context.'
      : `Valid options in this context are: ${valid.join(', ')}`,
  })

/** HV002 */
export const noFileNamed = () =>
  new DbError('HV002', 'either filename or program is required for file_fdw foreign tables')

/** 42601 */
export const conflictingFileOptions = () => new DbError('42601', 'conflicting or redundant options')

/** 42501. @param {string} option @param {string} role */
export const usersFileOption = (option, role) =>
  new DbError('42501', `only superuser or a role with privileges of the ${role} role may specify the ${option} ` +
    'option of a file_fdw foreign table')

/** 22023. @param {string} format */
export const unknownFileFormat = (format) => new DbError('22023', `COPY format "${format}" not recognized`)

/** 42601. @param {string} option @param {string} [or] */
export const notBooleanOption = (option, or = '') =>
  new DbError('42601', `${option} requires a Boolean value${or}`)
