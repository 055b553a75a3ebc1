/**
 * The one error class that leaves the engine. It carries PostgreSQL's error fields under node-postgres' names, so a
 * wire client, an embedding program and a test all look at the same object.
 *
 * Who constructs one: named constructors beside this file, one per condition (`uniqueViolation(…)`), each of which
 * fixes the SQLSTATE. Nobody chooses a SQLSTATE by looking at a message.
 */
import { routineOf } from './routine-of.js'

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

/** One more line of context. @type {(error: DbError, line: string) => void} */
export let addContext

/** Whether a line is the last one of its context. @type {(error: DbError, line: string) => boolean} */
export let endsWithContext

/**
 * Each call of a routine adds to an error's context once: whether this one has done so, as the last.
 * @type {(error: DbError, call: number) => boolean}
 */
export let toldBefore

/**
 * What whoever raised it named, for who raises it again in other words.
 * @type {(error: DbError) => string | undefined}
 */
export let namedRoutine

export class DbError extends Error {
  // A WeakMap by error would be a multiple of the rest: handlers catch errors by the thousand.
  /** @type {string | undefined} */
  #routine
  /** The line of context that was added last: whoever looks into a text put together of thousands copies it whole. */
  #line = ''
  /** Of the context with it. */
  #length = 0
  /** The call that has added to its context last; 0: none. */
  #call = 0

  static {
    addContext = (error, line) => {
      error.where = error.where === undefined ? line : `${error.where}\n${line}`
      error.#line = line
      error.#length = error.where.length
    }
    endsWithContext = (error, line) => {
      const { where } = error
      if (where === undefined) return false
      return error.#length === where.length ? error.#line === line : where === line || where.endsWith(`\n${line}`)
    }
    toldBefore = (error, call) => {
      const before = error.#call === call
      error.#call = call
      return before
    }
    namedRoutine = (error) => error.#routine
  }

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
    this.#routine = fields.routine
  }

  /** PostgreSQL's function that reports this, where it is known: looked for when somebody asks. */
  get routine() {
    const isPlaced = this.position !== undefined || this.internalPosition !== undefined
    return this.#routine ?? routineOf(this.code, this.message, isPlaced)
  }

  set routine(routine) { this.#routine = routine }
}

/** 0A000. @param {string} feature what is asked for, as the user would name it @param {DbErrorFields} [fields] */
export const featureNotSupported = (feature, fields) => new DbError('0A000', `${feature} is not supported`, fields)

/**
 * Whether the operator, a timeout or the end of the session stopped what ran: who goes on in another way after an error
 * hands this one on, for it is told once.
 * @param {unknown} error
 */
export const isInterruption = (error) => error instanceof DbError && error.code.startsWith('57')
