/** Errors of rules. */
import { DbError } from '../db-error.js'
import { located } from '../syntax.js'

/** 42P17. @param {string} relation */
export const ruleRecursion = (relation) =>
  new DbError('42P17', `infinite recursion detected in rules for relation "${relation}"`)

/** 0A000. @param {string} command @param {string} relation */
export const noReturning = (command, relation) =>
  new DbError('0A000', `cannot perform ${command} RETURNING on relation "${relation}"`, {
    hint: `You need an unconditional ON ${command} DO INSTEAD rule with a RETURNING clause.`,
  })

/** 0A000. */
export const conflictWithRules = () =>
  new DbError('0A000', 'INSERT with ON CONFLICT clause cannot be used with table that has INSERT or UPDATE rules')

/** 0A000. */
export const withAndSeveralQueries = () =>
  new DbError('0A000', 'WITH cannot be used in a query that is rewritten by rules into multiple queries')

/** 0A000. @param {string} kind of rules */
export const ruleOfWritingCte = (kind) =>
  new DbError('0A000', `${kind} rules are not supported for data-modifying statements in WITH`)

/** 0A000. */
export const writingCteInInsertSelect = () =>
  new DbError(
    '0A000',
    'INSERT ... SELECT rule actions are not supported for queries having data-modifying statements in WITH'
  )

/** 0A000. @param {string} name */
export const cteNameTwice = (name) =>
  new DbError('0A000', `WITH query name "${name}" appears in both a rule action and the query being rewritten`)

/** 0A000. */
export const conditionalSetOperation = () =>
  new DbError('0A000', 'conditional UNION/INTERSECT/EXCEPT statements are not implemented')

/** 0A000. @param {string} relation */
export const mergeWithRules = (relation) =>
  new DbError('0A000', `cannot execute MERGE on relation "${relation}"`, {
    detail: 'MERGE is not supported for relations with rules.',
  })

/** 42P17. */
export const conditionalUtility = () =>
  new DbError('42P17', 'rules with WHERE conditions can only have SELECT, INSERT, UPDATE, or DELETE actions')

/** 42P17. @param {string} event @param {string} row OLD or NEW */
export const ruleCannotUse = (event, row) => new DbError('42P17', `ON ${event} rule cannot use ${row}`)

/** 0A000. @param {string} row OLD or NEW */
export const ruleRowInWith = (row) => new DbError('0A000', `cannot refer to ${row} within WITH query`)

/** 42P10. @param {number} [location] */
export const memberOfSetOperation = (location) =>
  located('42P10', 'UNION/INTERSECT/EXCEPT member statement cannot refer to other relations of same query level', {
    location,
  })

/** 0A000. */
export const ruleOnMaterializedView = () => new DbError('0A000', 'rules on materialized views are not supported')

/** 42809. @param {string} relation @param {string} [detail] */
export const cannotHaveRules = (relation, detail) =>
  new DbError('42809', `relation "${relation}" cannot have rules`, { detail })

/** 0A000. @param {string} message @param {string} [hint] */
export const unsupportedRule = (message, hint) => new DbError('0A000', message, { hint })

/** 42P17. @param {string} message @param {string} [detail] */
export const invalidRule = (message, detail) => new DbError('42P17', message, { detail })

/** 42710. @param {string} rule @param {string} relation */
export const duplicateRule = (rule, relation) =>
  new DbError('42710', `rule "${rule}" for relation "${relation}" already exists`)

/** 42704. @param {string} rule @param {string} relation */
export const undefinedRule = (rule, relation) =>
  new DbError('42704', `rule "${rule}" for relation "${relation}" does not exist`)

/** 55000. @param {string} relation */
export const alreadyView = (relation) => new DbError('55000', `"${relation}" is already a view`)

/** 55000. @param {string} relation @param {string} why */
export const cannotBecomeView = (relation, why) =>
  new DbError('55000', `could not convert table "${relation}" to a view because it ${why}`)

/** 0A000. @param {string} kind of rules */
export const ruleOfCopy = (kind) => new DbError('0A000', `${kind} rules are not supported for COPY`)
