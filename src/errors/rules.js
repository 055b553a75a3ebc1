/** Errors of rules. */
import { DbError } from './db-error.js'

/** 42P17. @param {string} relation */
export const ruleRecursion = (relation) => new DbError('42P17', `infinite recursion detected in rules for relation "${relation}"`)

/** 0A000. @param {string} command @param {string} relation */
export const noReturning = (command, relation) => new DbError('0A000', `cannot perform ${command} RETURNING on relation "${relation}"`,
  { hint: `You need an unconditional ON ${command} DO INSTEAD rule with a RETURNING clause.` })

/** 0A000. */
export const conflictWithRules = () => new DbError('0A000', 'INSERT with ON CONFLICT clause cannot be used with table that has INSERT or UPDATE rules')

/** 0A000. */
export const withAndSeveralQueries = () => new DbError('0A000', 'WITH cannot be used in a query that is rewritten by rules into multiple queries')

/** 0A000. @param {string} kind of rules */
export const ruleOfWritingCte = (kind) => new DbError('0A000', `${kind} rules are not supported for data-modifying statements in WITH`)

/** 0A000. */
export const writingCteInInsertSelect = () => new DbError('0A000', 'INSERT ... SELECT rule actions are not supported for queries having data-modifying statements in WITH')

/** 0A000. @param {string} name */
export const cteNameTwice = (name) => new DbError('0A000', `WITH query name "${name}" appears in both a rule action and the query being rewritten`)

/** 0A000. */
export const conditionalSetOperation = () => new DbError('0A000', 'conditional UNION/INTERSECT/EXCEPT statements are not implemented')

/** 0A000. @param {string} relation */
export const mergeWithRules = (relation) => new DbError('0A000', `cannot execute MERGE on relation "${relation}"`, { detail: 'MERGE is not supported for relations with rules.' })
