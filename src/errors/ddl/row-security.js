/** Errors of row security: its commands, and what it refuses. */
import { DbError } from '../db-error.js'

/** 42710. @param {string} name @param {string} table */
export const duplicatePolicy = (name, table) =>
  new DbError('42710', `policy "${name}" for table "${table}" already exists`)

/** 42704. @param {string} name @param {string} table */
export const undefinedPolicy = (name, table) =>
  new DbError('42704', `policy "${name}" for table "${table}" does not exist`)

/** 42601. */
export const checkOfReadPolicy = () => new DbError('42601', 'WITH CHECK cannot be applied to SELECT or DELETE')

/** 42601. */
export const usingOfInsertPolicy = () => new DbError('42601', 'only WITH CHECK expression allowed for INSERT')

/** 42601. */
export const onlyUsing = () => new DbError('42601', 'only USING expression allowed for SELECT, DELETE')

/** 42601. */
export const onlyWithCheck = () => new DbError('42601', 'only WITH CHECK expression allowed for INSERT')

/** 42501. @param {string} name of a relation */
export const systemCatalog = (name) => new DbError('42501', `permission denied: "${name}" is a system catalog`)

/** 42P17. @param {string} relation */
export const policyRecursion = (relation) =>
  new DbError('42P17', `infinite recursion detected in policy for relation "${relation}"`)

/** 42501. @param {string} relation @param {boolean} isOwner who asks owns it: FORCE applies to them */
export const wouldBeAffected = (relation, isOwner) =>
  new DbError('42501', `query would be affected by row-level security policy for table "${relation}"`,
    isOwner
      ? { hint: 'To disable the policy for the table\'s owner, use ALTER TABLE NO FORCE ROW LEVEL SECURITY.' }
      : {})

/**
 * 42501.
 * @param {'new' | 'conflict' | 'target'} row new: as it would become; conflict: that an INSERT met; target: of a MERGE
 * @param {string | null} policy null: no permissive one lets it pass
 * @param {string} table
 */
export function violatesPolicy(row, policy, table) {
  const which = policy === null ? '' : ` "${policy}"`
  const using = row === 'new' ? '' : ' (USING expression)'
  return new DbError('42501',
    `${row === 'target' ? 'target' : 'new'} row violates row-level security policy${which}${using} for table "${table}"`)
}

/** 0A000. */
export const copyFromRefused = () =>
  new DbError('0A000', 'COPY FROM not supported with row-level security', { hint: 'Use INSERT statements instead.' })
