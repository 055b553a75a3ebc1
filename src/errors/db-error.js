/**
 * The one error class that leaves the engine. It carries PostgreSQL's error fields under node-postgres' names, so a
 * wire client, an embedding program and a test all look at the same object.
 *
 * Who constructs one: named constructors beside this file, one per condition (`uniqueViolation(…)`), each of which
 * fixes the SQLSTATE. Nobody chooses a SQLSTATE by looking at a message.
 */

import { routineOf } from './routines/index.js'

/**
 * @typedef {object} DbErrorFields
 * @property {string} [detail]
 * @property {string} [hint]
 * @property {number} [position] 1-based character position in the statement's text
 * @property {number} [internalPosition]
 * @property {string} [internalQuery]
 * @property {string} [where] context lines
 * @property {string} [schema]
 * @property {string} [table]
 * @property {string} [column]
 * @property {string} [dataType]
 * @property {string} [constraint]
 * @property {string} [routine] PostgreSQL's function that reports it, where SQLSTATE and message do not say
 *   (routines/)
 * @property {'ERROR' | 'FATAL' | 'PANIC'} [severity]
 * @property {unknown} [cause]
 */

/** Whether a handler of a body stands around what runs: most errors are caught, and nobody asks for their stack. */
let isExpected = false

export const errorsExpected = () => isExpected

/** @param {boolean} expected */
export function expectErrors(expected) { isExpected = expected && MAY_LIMIT }

/** V8 records a stack of so many frames: half of what an error costs. Frozen intrinsics keep their limit. */
const MAY_LIMIT = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit')?.writable === true

/**
 * Frames to be recorded from now on, unless it is more already or the host wants none.
 * @param {number} count @returns {number} how many it was
 */
export function recordFrames(count) {
  const { stackTraceLimit } = Error
  if (MAY_LIMIT && stackTraceLimit > 0 && stackTraceLimit < count) Error.stackTraceLimit = count
  return stackTraceLimit
}

/** @param {number} before as recordFrames gave it */
export function recordAsBefore(before) { if (Error.stackTraceLimit !== before) Error.stackTraceLimit = before }

export class DbError extends Error {
  /**
   * @param {string} code SQLSTATE, five characters
   * @param {string} message primary message: lower case, one fact
   * @param {DbErrorFields} [fields]
   */
  constructor(code, message, fields = {}) {
    const { stackTraceLimit } = Error
    if (isExpected) Error.stackTraceLimit = 0
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause })
    if (isExpected) Error.stackTraceLimit = stackTraceLimit
    this.name = 'DbError'
    this.code = code
    /** @type {'ERROR' | 'FATAL' | 'PANIC'} */
    this.severity = fields.severity ?? 'ERROR'
    this.detail = fields.detail
    this.hint = fields.hint
    this.position = fields.position
    this.internalPosition = fields.internalPosition
    this.internalQuery = fields.internalQuery
    this.where = fields.where
    this.schema = fields.schema
    this.table = fields.table
    this.column = fields.column
    this.dataType = fields.dataType
    this.constraint = fields.constraint
    if (fields.routine !== undefined) this.routine = fields.routine
  }

  /** PostgreSQL's function that reports this, where it is known: looked for when somebody asks. */
  get routine() {
    return routineOf(this.code, this.message, this.position !== undefined || this.internalPosition !== undefined)
  }

  set routine(routine) {
    Object.defineProperty(this, 'routine', { value: routine, writable: true, enumerable: true, configurable: true })
  }
}

/** What whoever raised it named, for who raises it again in other words. @param {DbError} error */
export const namedRoutine = (error) => Object.hasOwn(error, 'routine') ? error.routine : undefined

/** 0A000. @param {string} feature what is asked for, as the user would name it @param {DbErrorFields} [fields] */
export const featureNotSupported = (feature, fields) => new DbError('0A000', `${feature} is not supported`, fields)

/**
 * Whether the operator, a timeout or the end of the session stopped what ran: who goes on in another way after an error
 * hands this one on, for it is told once.
 * @param {unknown} error
 */
export const isInterruption = (error) => error instanceof DbError && error.code.startsWith('57')
