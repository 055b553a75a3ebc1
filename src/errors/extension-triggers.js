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
