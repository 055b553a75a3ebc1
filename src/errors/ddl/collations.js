/** What collations can find wrong, in PostgreSQL 15's words. */
import { DbError } from '../db-error.js'
import { located } from '../syntax.js'

/** 42601. @param {string | undefined} detail @param {number} [location] */
export const redundantOption = (detail, location = -1) =>
  located('42601', 'conflicting or redundant options', { detail, location })

/** 42P17: of a database. @param {string} name */
export const unknownLocaleProvider = (name) => new DbError('42P17', `unrecognized locale provider: ${name}`)

/** 42P17: of a database. */
export const icuLocaleAlone = () =>
  new DbError('42P17', 'ICU locale cannot be specified unless locale provider is ICU')

/** 42809: of a database. @param {string} name */
export const invalidLocale = (name) => new DbError('42809', `invalid locale name: "${name}"`,
  { hint: 'The locales here are C, POSIX and C.UTF-8.' })

/** 22023. @param {string} name */
export const localeNotFound = (name) =>
  new DbError('22023', `could not create locale "${name}": No such file or directory`, {
    detail: `The operating system could not find any locale data for the locale name "${name}".`,
  })

/**
 * The order of texts may have changed since what depends on it was made.
 * @param {string} name
 * @param {string} qualified
 * @param {string} recorded
 * @param {string} actual
 */
export const versionMismatch = (name, qualified, recorded, actual) => ({
  severity: /** @type {const} */ ('WARNING'), code: '01000', message: `collation "${name}" has version mismatch`,
  detail: `The collation in the database was created using version ${recorded}, but the operating system provides version ${actual}.`,
  hint: `Rebuild all objects affected by this collation and run ALTER COLLATION ${qualified} REFRESH VERSION, or build PostgreSQL with the right library version.`,
})

/** 42P22. @param {string} purpose */
export const indeterminate = (purpose) =>
  new DbError('42P22', `could not determine which collation to use for ${purpose}`, {
    hint: 'Use the COLLATE clause to set the collation explicitly.',
  })

/** 42P22. @param {string} column @param {string} type */
export const noCollation = (column, type) =>
  new DbError('42P22', `no collation was derived for column "${column}" with collatable type ${type}`, {
    hint: 'Use the COLLATE clause to set the collation explicitly.',
  })

/** 0A000. @param {string} what LIKE, regular expressions … */
export const nondeterministicFor = (what) =>
  new DbError('0A000', `nondeterministic collations are not supported for ${what}`)
