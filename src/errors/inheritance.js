/** Errors of inheritance and partitioning DDL. */
import { DbError } from './db-error.js'

/** @param {string} name */
export const inheritedTwice = (name) => new DbError('42P07', `relation "${name}" would be inherited from more than once`)
/** @param {string} name */
export const inheritsFromPartitioned = (name) => new DbError('42809', `cannot inherit from partitioned table "${name}"`)
/** @param {string} name */
export const inheritsFromPartition = (name) => new DbError('42809', `cannot inherit from partition "${name}"`)
/** @param {string} name */
export const parentIsNoTable = (name) => new DbError('42809', `inherited relation "${name}" is not a table or foreign table`)
/** @param {string} name @param {boolean} partition */
export const parentIsTemporary = (name, partition) => new DbError('42809', partition ? `cannot create a permanent relation as partition of temporary relation "${name}"`
  : `cannot inherit from temporary relation "${name}"`)

/** @param {string} column @param {string} what type, collation @param {string} one @param {string} other @param {boolean} inherited two parents disagree */
export const columnConflict = (column, what, one, other, inherited) => new DbError(what === 'collation' ? '42P21' : '42804',
  `${inherited ? 'inherited column' : 'column'} "${column}" has a ${what} conflict`, { detail: what === 'collation' ? `"${one}" versus "${other}"` : `${one} versus ${other}` })
/** @param {string} column */
export const generationConflict = (column) => new DbError('42804', `inherited column "${column}" has a generation conflict`)
/** @param {string} column @param {boolean} generated */
export const conflictingDefaults = (column, generated) => generated
  ? new DbError('42611', `column "${column}" inherits conflicting generation expressions`, { hint: 'To resolve the conflict, specify a generation expression explicitly.' })
  : new DbError('42611', `column "${column}" inherits conflicting default values`, { hint: 'To resolve the conflict, specify a default explicitly.' })
/** @param {string} name */
export const conflictingChecks = (name) => new DbError('42710', `check constraint name "${name}" appears multiple times but with different expressions`)
/** @param {string} column */
export const generatedInChild = (column) => new DbError('42611', `child column "${column}" specifies generation expression`,
  { hint: 'Omit the generation expression in the definition of the child table column to inherit the generation expression from the parent table.' })
/** @param {string} column @param {'default' | 'identity'} what */
export const inheritsGenerated = (column, what) => new DbError('42611', `column "${column}" inherits from generated column but specifies ${what}`)

export const truncateOnlyPartitioned = () => new DbError('42809', 'cannot truncate only a partitioned table', { hint: 'Do not specify the ONLY keyword, or use TRUNCATE ONLY on the partitions directly.' })
