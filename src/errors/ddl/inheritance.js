/** Errors of inheritance and partitioning DDL. */
import { DbError } from '../db-error.js'

/** @param {string} name */
export const inheritedTwice = (name) =>
  new DbError('42P07', `relation "${name}" would be inherited from more than once`)
/** @param {string} name */
export const inheritsFromPartitioned = (name) => new DbError('42809', `cannot inherit from partitioned table "${name}"`)
/** @param {string} name */
export const inheritsFromPartition = (name) => new DbError('42809', `cannot inherit from partition "${name}"`)
/** @param {string} name */
export const parentIsNoTable = (name) =>
  new DbError('42809', `inherited relation "${name}" is not a table or foreign table`)
/** @param {string} name @param {boolean} partition */
export const parentIsTemporary = (name, partition) =>
  new DbError(
    '42809',
    partition
      ? `cannot create a permanent relation as partition of temporary relation "${name}"`
      : `cannot inherit from temporary relation "${name}"`
  )

/**
 * @param {string} column
 * @param {string} what type, collation
 * @param {string} one
 * @param {string} other
 * @param {boolean} inherited two parents disagree
 */
export const columnConflict = (column, what, one, other, inherited) =>
  new DbError(
    what === 'collation' ? '42P21' : '42804',
    `${inherited ? 'inherited column' : 'column'} "${column}" has a ${what} conflict`,
    { detail: what === 'collation' ? `"${one}" versus "${other}"` : `${one} versus ${other}` }
  )
/** @param {string} column */
export const generationConflict = (column) =>
  new DbError('42804', `inherited column "${column}" has a generation conflict`)
/** @param {string} column @param {boolean} generated */
export const conflictingDefaults = (column, generated) =>
  generated
    ? new DbError('42611', `column "${column}" inherits conflicting generation expressions`, {
        hint: 'To resolve the conflict, specify a generation expression explicitly.',
      })
    : new DbError('42611', `column "${column}" inherits conflicting default values`, {
        hint: 'To resolve the conflict, specify a default explicitly.',
      })
/** @param {string} name */
export const conflictingChecks = (name) =>
  new DbError('42710', `check constraint name "${name}" appears multiple times but with different expressions`)
/** @param {string} column */
export const generatedInChild = (column) =>
  new DbError('42611', `child column "${column}" specifies generation expression`, {
    hint: 'Omit the generation expression in the definition of the child table column to inherit the generation expression from the parent table.',
  })
/** @param {string} column @param {'default' | 'identity'} what */
export const inheritsGenerated = (column, what) =>
  new DbError('42611', `column "${column}" inherits from generated column but specifies ${what}`)

export const truncateOnlyPartitioned = () =>
  new DbError('42809', 'cannot truncate only a partitioned table', {
    hint: 'Do not specify the ONLY keyword, or use TRUNCATE ONLY on the partitions directly.',
  })

/** @param {string} relation @param {'table' | 'index'} what */
export const isNotPartitioned = (relation, what) => new DbError('42P17', `${what} "${relation}" is not partitioned`)
/** @param {string} name */
export const alreadyPartition = (name) => new DbError('42809', `"${name}" is already a partition`)
/** @param {'child' | 'parent'} what */
export const attachedInTree = (what) => new DbError('42809', `cannot attach inheritance ${what} as partition`)
/** @param {string} name @param {string} ancestor */
export const circular = (name, ancestor) =>
  new DbError('42P07', 'circular inheritance not allowed', { detail: `"${name}" is already a child of "${ancestor}".` })
/** 42809. @param {string} parent */
export const temporaryPartition = (parent) =>
  new DbError('42809', `cannot create a temporary relation as partition of permanent relation "${parent}"`)

/** @param {string} parent @param {boolean} temporaryParent */
export const mixedPersistence = (parent, temporaryParent) =>
  new DbError(
    '42809',
    temporaryParent
      ? `cannot attach a permanent relation as partition of temporary relation "${parent}"`
      : `cannot attach a temporary relation as partition of permanent relation "${parent}"`
  )
/** @param {string} table @param {string} column @param {string} parent */
export const extraColumn = (table, column, parent) =>
  new DbError('42804', `table "${table}" contains column "${column}" not found in parent "${parent}"`, {
    detail: 'The new partition may contain only the columns present in parent.',
  })
/** @param {string} column */
export const missingColumn = (column) => new DbError('42804', `child table is missing column "${column}"`)
/** @param {string} table @param {string} column @param {'type' | 'collation'} what */
export const differentColumn = (table, column, what) =>
  new DbError(
    what === 'type' ? '42804' : '42P21',
    `child table "${table}" has different ${what} for column "${column}"`
  )
/** @param {string} column */
export const mustBeNotNull = (column) =>
  new DbError('42804', `column "${column}" in child table must be marked NOT NULL`)
/** @param {string} column */
export const mustBeGenerated = (column) =>
  new DbError('42804', `column "${column}" in child table must be a generated column`)
/** @param {string} column */
export const differentGeneration = (column) =>
  new DbError('42804', `column "${column}" in child table has a conflicting generation expression`)
/** @param {string} table @param {string} name */
export const differentCheck = (table, name) =>
  new DbError('42804', `child table "${table}" has different definition for check constraint "${name}"`)
/** @param {string} table @param {string} name @param {string} kind */
export const conflictingCheckKind = (table, name, kind) =>
  new DbError('42P17', `constraint "${name}" conflicts with ${kind} constraint on child table "${table}"`)
/** 42P17. @param {string} table @param {string} name */
export const conflictsWithOwn = (table, name) =>
  new DbError('42P17', `constraint "${name}" conflicts with non-inherited constraint on relation "${table}"`)
/** @param {string} name */
export const missingCheck = (name) => new DbError('42804', `child table is missing constraint "${name}"`)
/** @param {string} what */
export const inheritanceFixed = (what) => new DbError('42809', `cannot change inheritance of ${what}`)
export const inheritsFromAPartition = () => new DbError('42809', 'cannot inherit from a partition')
/** @param {string} parent @param {string} child @param {boolean} partition */
export const notRelated = (parent, child, partition) =>
  new DbError(
    '42P01',
    partition
      ? `relation "${child}" is not a partition of relation "${parent}"`
      : `relation "${parent}" is not a parent of relation "${child}"`
  )
export const detachNeedsNoDefault = () =>
  new DbError('55000', 'cannot detach partitions concurrently when a default partition exists')
/** @param {string} name */
export const nothingPending = (name) =>
  new DbError('55000', `cannot complete detaching partition "${name}"`, {
    detail: "There's no pending concurrent detach.",
  })
/** @param {string} constraint @param {string} table */
export const conflictsWithInherited = (constraint, table) =>
  new DbError('42P17', `constraint "${constraint}" conflicts with inherited constraint on relation "${table}"`)
/** @param {string} partition @param {string} table @param {string} schema of the table */
export const alreadyDetaching = (partition, table, schema) =>
  new DbError('55000', `partition "${partition}" already pending detach in partitioned table "${schema}.${table}"`, {
    hint: FINALIZE_FIRST,
  })
/** @param {string} what @param {string} name */
export const removedConcurrently = (what, name) =>
  new DbError('55000', `${what} "${name}" was removed concurrently`)
/** @param {string} name */
export const detachIncomplete = (name) =>
  new DbError('55000', `cannot alter partition "${name}" with an incomplete detach`, { hint: FINALIZE_FIRST })

const FINALIZE_FIRST = 'Use ALTER TABLE ... DETACH PARTITION ... FINALIZE to complete the pending detach operation.'
