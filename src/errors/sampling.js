/** What is wrong with a TABLESAMPLE clause. */
import { DbError } from './db-error.js'
import { located } from './syntax.js'

/** 0A000. @param {number} location */
export const notSampled = (location) =>
  located('0A000', 'TABLESAMPLE clause can only be applied to tables and materialized views', { location })

/** 42704. @param {string} name @param {number} location */
export const noSampleMethod = (name, location) =>
  located('42704', `tablesample method ${name} does not exist`, { location })

/** 2202H. @param {string} method @param {number} wanted @param {number} given @param {number} location */
export const sampleArguments = (method, wanted, given, location) =>
  located('2202H', `tablesample method ${method} requires ${wanted} argument${wanted === 1 ? '' : 's'}, not ${given}`, {
    location,
  })

/** 0A000. @param {string} method @param {number} location */
export const sampleNotRepeatable = (method, location) =>
  located('0A000', `tablesample method ${method} does not support REPEATABLE`, { location })

/** 42809. @param {string} name @param {number} location */
export const notSampleMethod = (name, location) =>
  located('42809', `function ${name} must return type tsm_handler`, { location })

/** 2202H. @param {'size' | 'collection time'} what */
export const negativeSample = (what) => new DbError('2202H', `sample ${what} must not be negative`)

/** 2202H. */
export const sampleNull = () => new DbError('2202H', 'TABLESAMPLE parameter cannot be null')

/** 2202H. */
export const samplePercentage = () => new DbError('2202H', 'sample percentage must be between 0 and 100')

/** 2202G. */
export const sampleRepeatNull = () => new DbError('2202G', 'TABLESAMPLE REPEATABLE parameter cannot be null')
