/** Conditions of foreign keys: definitions that cannot be, rows that break them. Texts are PostgreSQL's. */
import { DbError } from '../db-error.js'

/** @typedef {import('../execution.js').ShownKey} ShownKey */

/** @typedef {{ schema?: string, table?: string, constraint?: string }} Where */

/**
 * 23503.
 * @param {string} relation
 * @param {string} constraint
 * @param {ShownKey} key
 * @param {string} referenced
 * @param {Where} where
 */
export const keyNotPresent = (relation, constraint, key, referenced, where) =>
  new DbError('23503', `insert or update on table "${relation}" violates foreign key constraint "${constraint}"`, {
    ...where,
    constraint,
    detail: `Key ${key === null ? '' : `(${key.columns})=(${key.values}) `}is not present in table "${referenced}".`,
    routine: 'ri_ReportViolation',
  })
/** 23503. @param {string} relation @param {string} constraint @param {Where} where */
export const mixedNullKey = (relation, constraint, where) =>
  new DbError('23503', `insert or update on table "${relation}" violates foreign key constraint "${constraint}"`, {
    ...where,
    constraint,
    detail: 'MATCH FULL does not allow mixing of null and nonnull key values.',
    routine: 'RI_FKey_check',
  })
/**
 * 23503.
 * @param {string} referenced
 * @param {string} constraint
 * @param {string} relation
 * @param {ShownKey} key
 * @param {Where} where
 */
export const keyStillReferenced = (referenced, constraint, relation, key, where) => new DbError('23503',
  `update or delete on table "${referenced}" violates foreign key constraint "${constraint}" on table "${relation}"`,
  {
    ...where,
    constraint,
    detail: `Key ${key === null ? '' : `(${key.columns})=(${key.values}) `}is still referenced from table "${relation}".`,
  })

/** 42703. @param {string} column */
export const undefinedForeignKeyColumn = (column) =>
  new DbError('42703', `column "${column}" referenced in foreign key constraint does not exist`, {
    routine: 'transformColumnNameList',
  })
/** 0A000 */
export const systemForeignKeyColumn = () => new DbError('0A000', 'system columns cannot be used in foreign keys')
/** 54011 */
export const tooManyForeignKeyColumns = () => new DbError('54011', 'cannot have more than 32 keys in a foreign key')
/** 42704. @param {string} relation */
export const noPrimaryKey = (relation) =>
  new DbError('42704', `there is no primary key for referenced table "${relation}"`)
/** 42830. @param {string} relation */
export const noMatchingUnique = (relation) =>
  new DbError('42830', `there is no unique constraint matching given keys for referenced table "${relation}"`)
/** 55000. @param {'primary key' | 'unique constraint'} what @param {string} relation */
export const deferrableReferenced = (what, relation) =>
  new DbError('55000', `cannot use a deferrable ${what} for referenced table "${relation}"`)
/** 42830 */
export const referencedTwice = () =>
  new DbError('42830', 'foreign key referenced-columns list must not contain duplicates')
/** 42830 */
export const columnCountsDisagree = () =>
  new DbError('42830', 'number of referencing and referenced columns for foreign key disagree')
/**
 * 42804.
 * @param {string} constraint
 * @param {string} column
 * @param {string} referencedColumn
 * @param {string} type
 * @param {string} referencedType
 */
export const incompatibleKeyTypes = (constraint, column, referencedColumn, type, referencedType) =>
  new DbError('42804', `foreign key constraint "${constraint}" cannot be implemented`, {
    detail: `Key columns "${column}" and "${referencedColumn}" are of incompatible types: ${type} and ${referencedType}.`,
    routine: 'ATAddForeignKeyConstraint',
  })
/** 42P10. @param {string} column */
export const setColumnNotInKey = (column) =>
  new DbError('42P10', `column "${column}" referenced in ON DELETE SET action must be part of foreign key`)
/** 42601. @param {string} action */
export const actionOnGenerated = (action) =>
  new DbError('42601', `invalid ${action} action for foreign key constraint containing generated column`)
/** 42809. @param {string} name */
export const referencedNotTable = (name) => new DbError('42809', `referenced relation "${name}" is not a table`)
/** 42P16. @param {'permanent' | 'unlogged' | 'temporary'} kind */
export const persistenceMismatch = (kind) =>
  new DbError(
    '42P16',
    kind === 'permanent'
      ? 'constraints on permanent tables may reference only permanent tables'
      : kind === 'unlogged'
        ? 'constraints on unlogged tables may reference only permanent or unlogged tables'
        : 'constraints on temporary tables may reference only temporary tables'
  )

/** 0A000. @param {string} relation @param {string} referenced */
export const truncateReferenced = (relation, referenced) =>
  new DbError('0A000', 'cannot truncate a table referenced in a foreign key constraint', {
    detail: `Table "${relation}" references "${referenced}".`,
    hint: `Truncate table "${relation}" at the same time, or use TRUNCATE ... CASCADE.`,
    routine: 'heap_truncate_check_FKs',
  })
/** 55006. @param {string} command @param {string} relation */
export const pendingEvents = (command, relation) =>
  new DbError('55006', `cannot ${command} "${relation}" because it has pending trigger events`)

/** 25006. @param {string} statement that looks for the key */
export const checkInReadOnly = (statement) =>
  new DbError('25006', 'cannot execute SELECT FOR KEY SHARE in a read-only transaction', {
    where: `SQL statement "${statement}"`,
  })
