/** User-defined types: enums, domains, composite types. Messages as PostgreSQL 15 words them. */
import { DbError } from '../db-error.js'

/** 22P02. @param {string} type @param {string} label */
export const invalidEnumLabel = (type, label) =>
  new DbError('22P02', `invalid input value for enum ${type}: "${label}"`)
/** 55P04. @param {string} label @param {string} type */
export const unsafeEnumUse = (label, type) =>
  new DbError('55P04', `unsafe use of new value "${label}" of enum type ${type}`, {
    hint: 'New enum values must be committed before they can be used.',
  })
/** 42602. @param {string} label */
export const enumLabelTooLong = (label) =>
  new DbError('42602', `invalid enum label "${label}"`, { detail: 'Labels must be 63 bytes or less.' })
/** 42710. @param {string} label */
export const duplicateEnumLabel = (label) => new DbError('42710', `enum label "${label}" already exists`)
/** 22023. @param {string} label */
export const noSuchEnumLabel = (label) => new DbError('22023', `"${label}" is not an existing enum label`)
/**
 * 23514.
 * @param {string} domain as format_type prints it
 * @param {string} constraint
 * @param {{ schema: string, dataType: string }} place
 */
export const domainCheckViolation = (domain, constraint, place) =>
  new DbError('23514', `value for domain ${domain} violates check constraint "${constraint}"`, {
    ...place,
    constraint,
    routine: 'ExecEvalConstraintCheck',
  })
/** 23502. @param {string} domain @param {{ schema: string, dataType: string }} place */
export const domainNotNull = (domain, place) =>
  new DbError('23502', `domain ${domain} does not allow null values`, {
    ...place,
    routine: 'ExecEvalConstraintNotNull',
  })
/**
 * 23514 while an ALTER DOMAIN looks at what is stored.
 * @param {string} column
 * @param {string} table
 * @param {any} place
 */
export const domainColumnViolation = (column, table, place) =>
  new DbError('23514', `column "${column}" of table "${table}" contains values that violate the new constraint`, {
    ...place,
    routine: 'validateDomainConstraint',
  })
/** 23502. @param {string} column @param {string} table @param {any} place */
export const domainColumnNulls = (column, table, place) =>
  new DbError('23502', `column "${column}" of table "${table}" contains null values`, {
    ...place,
    routine: 'AlterDomainNotNull',
  })

/** 23505. @param {string} label */
export const enumLabelExists = (label) =>
  new DbError('23505', 'duplicate key value violates unique constraint "pg_enum_typid_label_index"', {
    detail: `Key (enumtypid, enumlabel)=(0, ${label}) already exists.`,
    schema: 'pg_catalog',
    table: 'pg_enum',
    constraint: 'pg_enum_typid_label_index',
  })
