/**
 * JavaScript: functions that the program which embeds the database brings along (`db.createFunction`), and bodies in
 * SQL text where they are allowed. Of the first the catalog keeps the signature; the code is the program's, entered per
 * database by whoever defines it, and gone with the process. Of the others it keeps the source.
 *
 * A body runs in one go, inside the caller's transaction. Where one of its statements would have to wait, nothing may
 * stop in the middle of an ordinary JavaScript call; so everything the call did is undone, the statement is waited out,
 * and the body runs again from its start. An async body is not repeated: its statements are handed to this generator,
 * which can wait.
 */
import { addContext, DbError, recordAsBefore, recordFrames } from '../errors/db-error.js'
import { asDbError } from '../errors/engine.js'
import { javaScriptMissing, javaScriptPromise, triggerOnly, callIsOver } from '../errors/procedures.js'
import { PROGRAM_SOURCE } from '../catalog/languages.js'
import { EVENT_TRIGGER, TRIGGER } from '../types/oids.js'
import { WaitSignal } from '../executor/codes.js'

/** @typedef {import('./host.js').ProcedureHost} ProcedureHost */

/**
 * The code of a function, as the library enters it.
 * @typedef {object} JavaScriptCode
 * @property {boolean} isAsync
 * @property {(host: ProcedureHost, args: any[], requests: RequestQueue | null) => any} invoke datums to what the body
 *   returned, or its promise
 * @property {(host: ProcedureHost, value: any, args: any[]) => any} toDatum what the body returned, as a datum of the
 *   result type @throws {DbError}
 */

/**
 * What makes code of bodies in SQL text.
 * @typedef {object} JavaScriptBodies
 * @property {(func: FuncDesc) => void} check throws 42601
 * @property {(host: ProcedureHost, func: FuncDesc, call: BodyCall) => JavaScriptCode} code
 */
/** @typedef {import('../catalog/descriptors.js').FuncDesc} FuncDesc */
/** @typedef {{ args: number[], result: number, columns?: { name: string, type: number }[] }} BodyCall */

/**
 * @typedef {{ prepared: any, params: any[], resolve: (rows: any[][]) => void, reject: (error: unknown) => void }}
 *   Request
 */

/** Statements of an async body, on their way to the generator that runs them. */
export class RequestQueue {
  constructor() {
    /** @type {Request[]} */
    this.waiting = []
    this.wake = () => { /* nobody listens yet */ }
    this.closed = false
  }

  /** @param {any} prepared @param {any[]} params @returns {Promise<any[][]>} rows */
  run(prepared, params) {
    if (this.closed) return Promise.reject(callIsOver())
    return new Promise((resolve, reject) => {
      this.waiting.push({ prepared, params, resolve, reject })
      this.wake()
    })
  }

  /** @returns {Promise<void>} resolves when there is something to run */
  arrival() {
    return this.waiting.length > 0 ? Promise.resolve() : new Promise((resolve) => { this.wake = () => resolve() })
  }
}

export class JavaScriptRoutine {
  /**
   * @param {ProcedureHost} host @param {FuncDesc} func @param {BodyCall} call
   * @throws {DbError} 55000 the program has not defined it; 0A000 bodies in SQL are off
   */
  constructor(host, func, call) {
    const code = func.source === PROGRAM_SOURCE ? host.javaScript(func.oid) : host.compileJavaScript(func, call)
    if (code === undefined) throw javaScriptMissing(func.name)
    this.func = func
    this.isOfProgram = func.source === PROGRAM_SOURCE
    /** @type {JavaScriptCode} */
    this.code = code
    this.isTrigger = func.returnType === TRIGGER || func.returnType === EVENT_TRIGGER
    this.readOnly = func.volatility !== 'v' && !this.isTrigger
    this.where = `JavaScript function "${func.name}"`
  }

  /** The program says what it means. */
  isStale() { return false }

  /**
   * A trigger's function.
   * @param {ProcedureHost} host
   * @param {import('./plpgsql/trigger.js').TriggerCall} call
   * @returns {Generator<Promise<unknown>, any[] | null | undefined, void>}
   */
  *fire(host, call) { return yield* this.value(host, [call], null) }

  /** Its code cannot be looked into. */
  validate() { /* nothing to find out before the first call */ }

  /**
   * One value where nothing can wait.
   * @param {ProcedureHost} host
   * @param {any[]} args
   * @param {any} snapshot the caller's
   * @returns {any}
   * @throws {WaitSignal} the caller undoes what was done since the call began, and takes the way that can wait
   */
  valueNow(host, args, snapshot) {
    if (this.isTrigger) throw triggerOnly()
    if (this.code.isAsync) throw new WaitSignal(null)
    const value = this.attempt(host, args, snapshot)
    if (host.blocked !== null) {
      host.blocked = null
      throw new WaitSignal(null)
    }
    return value
  }

  /**
   * @param {ProcedureHost} host
   * @param {any[]} args
   * @param {any} snapshot
   * @returns {any} a datum; meaningless if the host is blocked afterwards
   */
  attempt(host, args, snapshot) {
    const before = host.readOnlySnapshot
    host.blocked = null
    host.readOnlySnapshot = this.readOnly ? snapshot : null
    const frames = recordFrames(FRAMES)
    try {
      const result = this.code.invoke(host, args, null)
      if (typeof result?.then === 'function') {
        result.then(undefined, () => undefined)
        throw javaScriptPromise(this.func.name)
      }
      return host.blocked === null ? this.code.toDatum(host, result, args) : null
    } catch (error) {
      if (host.blocked === null) throw this.located(error)
      return null
    } finally {
      recordAsBefore(frames)
      host.readOnlySnapshot = before
    }
  }

  /** What a body threw, with the line of the body if it stands in SQL text. @param {unknown} error */
  located(error) {
    const found = asExternal(error)
    if (this.isOfProgram || !(found instanceof DbError)) return found
    addContext(found, `${this.where}${lineOf(error)}`)
    // A place in its statements is no place in the one that called it.
    if (found.position !== undefined) {
      found.internalPosition = found.position
      found.position = undefined
    }
    return found
  }

  /**
   * One value.
   * @param {ProcedureHost} host
   * @param {any[]} args
   * @param {any} snapshot the caller's
   * @returns {Generator<Promise<unknown>, any, void>}
   */
  *value(host, args, snapshot) {
    // Nobody but a trigger calls it.
    if (this.isTrigger && args.length === 0) throw triggerOnly()
    if (this.code.isAsync) return yield* this.awaited(host, args, snapshot)
    for (;;) {
      const mark = host.mark()
      const value = this.attempt(host, args, snapshot)
      const { blocked } = host
      if (blocked === null) return value
      host.blocked = null
      host.undoTo(mark)
      // The statement is run once to its end, for its waits alone.
      yield* host.open(blocked.prepared, blocked.params, null).run()
      host.undoTo(mark)
    }
  }

  /**
   * An async body.
   * @param {ProcedureHost} host
   * @param {any[]} args
   * @param {any} snapshot
   * @returns {Generator<Promise<unknown>, any, void>}
   */
  *awaited(host, args, snapshot) {
    const requests = new RequestQueue()
    let over = false
    /** @type {any} */
    let result
    /** @type {{ error: unknown } | null} */
    let failure = null
    const finished = this.code.invoke(host, args, requests).then(
      (/** @type {any} */ value) => {
        result = value
        over = true
      },
      (/** @type {unknown} */ error) => {
        failure = { error }
        over = true
      },
    )
    try {
      while (!over) {
        yield Promise.race([finished, requests.arrival()])
        for (let request = requests.waiting.shift(); request !== undefined; request = requests.waiting.shift())
          yield* this.serve(host, request, snapshot)
      }
    } finally {
      requests.closed = true
      for (const { reject } of requests.waiting) reject(callIsOver())
    }
    if (failure !== null) throw this.located(/** @type {{ error: unknown }} */ (failure).error)
    try {
      return this.code.toDatum(host, result, args)
    } catch (error) {
      throw this.located(error)
    }
  }

  /**
   * A statement that fails leaves nothing behind; the body hears of it and may go on.
   * @param {ProcedureHost} host
   * @param {Request} request
   * @param {any} snapshot
   * @returns {Generator<Promise<unknown>, void, void>}
   */
  *serve(host, { prepared, params, resolve, reject }, snapshot) {
    const mark = host.mark()
    try {
      if (this.readOnly) host.refuseWrite(prepared)
      const cursor = host.open(prepared, params, this.readOnly ? snapshot : null)
      try {
        resolve(yield* cursor.fetch(Infinity))
      } finally {
        cursor.close()
      }
    } catch (error) {
      host.undoTo(mark)
      reject(asDbError(error))
    }
  }

  /**
   * The rows of a set: the body returns something iterable.
   * @param {ProcedureHost} host
   * @param {any[]} args
   * @param {any} snapshot
   */
  rows(host, args, snapshot) {
    return new JavaScriptRows(this, host, args, snapshot)
  }
}

/**
 * A function about to be made: its body can be read, if it stands in the statement.
 * @param {ProcedureHost} host @param {any} definition FunctionDefinition @throws {DbError} 42601, 0A000
 */
export function validateJavaScript(host, definition) {
  if (definition.source === PROGRAM_SOURCE) return
  host.checkJavaScript(definition)
}

/** How a body in SQL text is called in stack traces and CPU profiles: this and the function's name. */
export const BODY_URL = 'javascript:'
/** Between an error in a statement of a body and the line of the body, at most. */
const FRAMES = 40
/** Lines of the function's head, before those of the body. */
const HEAD_LINES = 2

/**
 * The innermost line of a body in SQL text that an error passed.
 * @param {unknown} error @returns {string} ` line 3`, or nothing
 */
function lineOf(error) {
  const place = error instanceof Error ? /\bjavascript:[^ :()]*:(\d+):\d+/.exec(error.stack ?? '') : null
  return place === null ? '' : ` line ${Number(place[1]) - HEAD_LINES}`
}

/** A set-returning call under way. */
class JavaScriptRows {
  /** @param {JavaScriptRoutine} routine @param {ProcedureHost} host @param {any[]} args @param {any} snapshot */
  constructor(routine, host, args, snapshot) {
    this.routine = routine
    this.host = host
    this.args = args
    this.snapshot = snapshot
    /** @type {any[] | null} */
    this.datums = null
    this.at = 0
  }

  /** @param {number} count @returns {Generator<Promise<unknown>, any[], void>} fewer than count: that was all */
  *fetch(count) {
    this.datums ??= yield* this.routine.value(this.host, this.args, this.snapshot)
    const rows = /** @type {any[]} */ (this.datums).slice(this.at, this.at + count)
    this.at += rows.length
    return rows
  }

  close() {
    this.datums = []
  }
}

/** @param {unknown} value @returns {string | undefined} */
const textOf = (value) => value === undefined || value === null ? undefined : String(value)

/**
 * What a body threw: the database's own errors and those that name an SQLSTATE keep it, others are 38000.
 * @param {unknown} error
 */
function asExternal(error) {
  if (error instanceof DbError || error instanceof WaitSignal) return error
  const { code, message, detail, hint } = /** @type {any} */ (error ?? {})
  const hasState = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
  const text = hasState || error instanceof Error ? message : error
  return new DbError(hasState ? code : '38000', String(text), { detail: textOf(detail), hint: textOf(hint) })
}
