/** What is refused about foreign keys of partitioned tables. Texts are PostgreSQL's. */
import { DbError } from '../db-error.js'

/** @param {string} table @param {string} referenced */
export const onlyPartitioned = (table, referenced) =>
  new DbError(
    '42809',
    `cannot use ONLY for foreign key on partitioned table "${table}" referencing relation "${referenced}"`
  )
/** @param {string} table @param {string} referenced */
export const notValidPartitioned = (table, referenced) =>
  new DbError(
    '42809',
    `cannot add NOT VALID foreign key on partitioned table "${table}" referencing relation "${referenced}"`,
    { detail: 'This feature is not yet supported on partitioned tables.' }
  )
/** @param {string} constraint @param {string} table @param {string} whole @param {string} wholeTable */
export const derivedConstraint = (constraint, table, whole, wholeTable) =>
  new DbError('XX000', `cannot alter constraint "${constraint}" on relation "${table}"`, {
    detail: `Constraint "${constraint}" is derived from constraint "${whole}" of relation "${wholeTable}".`,
    hint: 'You may alter the constraint it derives from, instead.',
  })
/**
 * @param {string} partition
 * @param {string} constraint
 * @param {string} columns
 * @param {string} values
 * @param {string} table
 * @param {{ schema?: string, table?: string }} where
 */
export const keyLeftBehind = (partition, constraint, columns, values, table, where) =>
  new DbError('23503', `removing partition "${partition}" violates foreign key constraint "${constraint}"`, {
    ...where,
    constraint,
    detail: `Key (${columns})=(${values}) is still referenced from table "${table}".`,
  })
/** @param {string} ancestor @param {string} root */
export const movedUnderReference = (ancestor, root) =>
  new DbError(
    '0A000',
    'cannot move tuple across partitions when a non-root ancestor of the source partition is directly referenced in a foreign key',
    {
      detail: `A foreign key points to ancestor "${ancestor}" but not the root ancestor "${root}".`,
      hint: `Consider defining the foreign key on table "${root}".`,
    },
  )
