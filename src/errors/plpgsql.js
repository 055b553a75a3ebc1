/** Conditions of PL/pgSQL: mistakes in a body, and what goes wrong while it runs. Texts are PostgreSQL's. */
import { DbError } from './db-error.js'

/** @typedef {import('./db-error.js').DbErrorFields} Fields */

/**
 * A mistake at a place in a body.
 * @param {string} code @param {string} message @param {string} body @param {number} at @param {Fields} [fields]
 */
export const bodyError = (code, message, body, at, fields = {}) => new DbError(code, message,
  { ...fields, internalPosition: Array.from(body.slice(0, at)).length + 1, internalQuery: body })

/**
 * 42601.
 * @param {string} message @param {string} body @param {number} start of the token it happened at @param {number} end
 */
export const nearToken = (message, body, start, end) =>
  bodyError('42601', start >= body.length ? `${message} at end of input`
    : `${message} at or near "${body.slice(start, end)}"`, body, start, { routine: 'plpgsql_yyerror' })

/** 42601. @param {string} what @param {string} body @param {number} at */
export const unterminated = (what, body, at) =>
  bodyError('42601', `unterminated ${what} at or near "${body.slice(at)}"`, body, at, { routine: 'plpgsql_yyerror' })

/** 42601. @param {string} name @param {string} body @param {number} at */
export const notAVariable = (name, body, at) => bodyError('42601', `"${name}" is not a known variable`, body, at)

/** 22005. @param {string} name @param {string} body @param {number} at */
export const constantTarget = (name, body, at) =>
  bodyError('22005', `variable "${name}" is declared CONSTANT`, body, at)

/** 55000. @param {string} name */
export const notAssigned = (name) => new DbError('55000', `record "${name}" is not assigned yet`,
  { detail: 'The tuple structure of a not-yet-assigned record is indeterminate.' })

/** 42703. @param {string} record @param {string} field */
export const noSuchField = (record, field) => new DbError('42703', `record "${record}" has no field "${field}"`)

/** 0A000. @param {string} name */
export const systemColumnAssigned = (name) => new DbError('0A000', `cannot assign to system column "${name}"`)

/** 42702. @param {string} name */
export const AMBIGUOUS_DETAIL = 'It could refer to either a PL/pgSQL variable or a table column.'

/** 22004. @param {string} name */
export const notNullVariable = (name) =>
  new DbError('22004', `null value cannot be assigned to variable "${name}" declared NOT NULL`)

/** 2F005. */
export const noReturn = (isTrigger = false) =>
  new DbError('2F005', `control reached end of ${isTrigger ? 'trigger procedure' : 'function'} without RETURN`)

/** 2D000. */
export const invalidTermination = () => new DbError('2D000', 'invalid transaction termination')

/** 0A000: a transition table is only read. @param {string} name */
export const transitionTarget = (name) =>
  new DbError('0A000', `relation "${name}" cannot be the target of a modifying statement`)
