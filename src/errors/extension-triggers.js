/** What trigger functions of extensions find wrong with their triggers. */
import { DbError } from './db-error.js'

/** XX000. @param {string} who @param {string} what */
export const brokenTrigger = (who, what) => new DbError('XX000', `${who}: ${what}`)

/** 39P01. @param {string} func @param {string} what */
export const triggerProtocol = (func, what) => new DbError('39P01', `${func}: ${what}`)

/** 39P01. @param {string} func */
export const noPrimaryKey = (func) => triggerProtocol(func, 'must be called on a table with a primary key')

/** 09000. @param {string} relation @param {string} column */
export const noTriggerColumn = (relation, column) => new DbError('09000', `"${relation}" has no attribute "${column}"`)

/** 09000. @param {string} column @param {string} relation @param {string} types */
export const wrongTriggerColumn = (column, relation, types) =>
  new DbError('09000', `attribute "${column}" of "${relation}" must be type ${types}`)

/** 42703. @param {string} column @param {string} relation */
export const noAttribute = (column, relation) =>
  new DbError('42703', `there is no attribute "${column}" in relation "${relation}"`)

/** 09000. @param {string} trigger @param {string} table */
export const noSuchKey = (trigger, table) => new DbError('09000', 'tuple references non-existent key', {
  detail: `Trigger "${trigger}" found tuple referencing non-existent key in "${table}".`,
})

/** 09000. @param {string} trigger @param {string} table */
export const keyInUse = (trigger, table) => new DbError('09000', `"${trigger}": tuple is referenced in "${table}"`)
