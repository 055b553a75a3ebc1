/** Conditions of exclusion constraints. Texts are PostgreSQL's. */
import { DbError } from '../db-error.js'

/** @typedef {{ schema?: string, table?: string }} Where */

/**
 * 23P01.
 * @param {string} constraint
 * @param {import('../execution.js').ShownKey} key
 * @param {string} others
 * @param {Where} where
 */
export const exclusionViolation = (constraint, key, others, where) =>
  new DbError('23P01', `conflicting key value violates exclusion constraint "${constraint}"`, {
    ...where,
    constraint,
    detail: key === null ? 'Key conflicts with existing key.'
      : `Key (${key.columns})=(${key.values}) conflicts with existing key (${key.columns})=(${others}).`,
  })
/**
 * 23P01.
 * @param {string} constraint
 * @param {string} columns
 * @param {string} values
 * @param {string} others
 * @param {Where} where
 */
export const exclusionCannotBeMade = (constraint, columns, values, others, where) =>
  new DbError('23P01', `could not create exclusion constraint "${constraint}"`, {
    ...where,
    constraint,
    detail: `Key (${columns})=(${values}) conflicts with key (${columns})=(${others}).`,
  })
/** 42809. @param {string} operator @param {boolean} isCommutative @param {any} catalog @param {any} opclass */
export const exclusionOperator = (operator, isCommutative, catalog, opclass) =>
  isCommutative
    ? new DbError(
        '42809',
        `operator ${operator} is not a member of operator family "${catalog.rowsWith('pg_opfamily', 'oid', opclass?.family ?? 0)[0]?.[2] ?? ''}"`,
        { detail: 'The exclusion operator must be related to the index operator class for the constraint.' },
      )
    : new DbError('42809', `operator ${operator} is not commutative`, {
        detail: 'Only commutative operators can be used in exclusion constraints.',
      })

/** 55000. @param {Where} where @param {string} constraint */
export const deferrableArbiter = (where, constraint) =>
  new DbError('55000', 'ON CONFLICT does not support deferrable unique constraints/exclusion constraints as arbiters',
    { ...where, constraint })
/** 42809 */
export const exclusionArbiter = () =>
  new DbError('42809', 'ON CONFLICT DO UPDATE not supported with exclusion constraints')
