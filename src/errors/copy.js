/** What COPY can find wrong with its statement and with what it is sent; texts are PostgreSQL's. */
import { DbError } from './db-error.js'
import { located } from './syntax.js'

/** 42601. @param {number} location */
export const redundantOption = (location) => located('42601', 'conflicting or redundant options', { location })
/** 42601. @param {string} name @param {number} location */
export const unknownCopyOption = (name, location) => located('42601', `option "${name}" not recognized`, { location })
/** 22023. @param {string} format @param {number} location */
export const unknownCopyFormat = (format, location) =>
  located('22023', `COPY format "${format}" not recognized`, { location })
/** 22023. @param {string} name @param {number} location */
export const needsColumnNames = (name, location) =>
  located('22023', `argument to option "${name}" must be a list of column names`, { location })
/** 22023. @param {string} name @param {number} location */
export const needsEncoding = (name, location) =>
  located('22023', `argument to option "${name}" must be a valid encoding name`, { location })
/** 42601. @param {string} name */
export const needsBoolean = (name) => new DbError('42601', `${name} requires a Boolean value`)
/** 42601. @param {string} name */
export const needsParameter = (name) => new DbError('42601', `${name} requires a parameter`)
/** 42601. @param {string} name */
export const needsBooleanOrMatch = (name) => new DbError('42601', `${name} requires a Boolean value or "match"`)
/** 42601. @param {string} option */
export const notInBinary = (option) => new DbError('42601', `cannot specify ${option} in BINARY mode`)
/** 0A000. @param {string} message */
export const copyRefuses = (message) => new DbError('0A000', message)
/** 22023. @param {string} message */
export const invalidCopyOption = (message) => new DbError('22023', message)
/** 42P10. @param {string} option @param {string} column */
export const forcedColumnMissing = (option, column) =>
  new DbError('42P10', `${option} column "${column}" not referenced by COPY`)
/** 42P10. @param {string} column */
export const generatedInCopy = (column) =>
  new DbError('42P10', `column "${column}" is a generated column`, {
    detail: 'Generated columns cannot be used in COPY.',
  })
/** 42P10. @param {string} column */
export const generatedInCopyWhere = (column) =>
  new DbError('42P10', 'generated columns are not supported in COPY FROM WHERE conditions', {
    detail: `Column "${column}" is a generated column.`,
  })
/** 22P04: what came is not in the format. @param {string} message @param {string} [hint] */
export const badCopyFormat = (message, hint) => new DbError('22P04', message, hint === undefined ? {} : { hint })

const SOURCES = /** @type {Record<string, string>} */ ({
  v: 'view',
  m: 'materialized view',
  f: 'foreign table',
  S: 'sequence',
  p: 'partitioned table',
})

/** 42809: COPY … TO. @param {string} kind pg_class.relkind @param {string} name */
export function cannotCopyFrom(kind, name) {
  const word = SOURCES[kind] ?? 'non-table relation'
  return new DbError(
    '42809',
    `cannot copy from ${word} "${name}"`,
    'vmfp'.includes(kind) ? { hint: 'Try the COPY (SELECT ...) TO variant.' } : {}
  )
}

/** 42809: COPY … FROM. @param {string} kind @param {string} name */
export function cannotCopyTo(kind, name) {
  const word = { v: 'view', m: 'materialized view', S: 'sequence' }[kind] ?? 'non-table relation'
  return new DbError(
    '42809',
    `cannot copy to ${word} "${name}"`,
    kind === 'v' ? { hint: 'To enable copying to a view, provide an INSTEAD OF INSERT trigger.' } : {}
  )
}

/** 42809. @param {string} relation */
export const copyOfIndex = (relation) => new DbError('42809', `"${relation}" is an index`)

/** 42809. @param {string} relation */
export const copyOfCompositeType = (relation) => new DbError('42809', `"${relation}" is a composite type`)

/** 25000 */
export const freezeAfterActivity = () =>
  new DbError('25000', 'cannot perform COPY FREEZE because of prior transaction activity')

/** 55000 */
export const freezeOfOlderTable = () =>
  new DbError(
    '55000',
    'cannot perform COPY FREEZE because the table was not created or truncated in the current subtransaction'
  )

/** 42703. @param {string} column @param {string | null} relation null: a query's */
export const undefinedCopiedColumn = (column, relation) =>
  new DbError('42703', `column "${column}"${relation === null ? '' : ` of relation "${relation}"`} does not exist`)
