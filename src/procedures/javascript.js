/**
 * JavaScript: functions that the program which embeds the database brings along (`db.createFunction`). The catalog keeps their signature; the code is the
 * program's, entered per database by whoever defines it, and gone with the process.
 *
 * A body runs in one go, inside the caller's transaction. Where one of its statements would have to wait, nothing may stop in the middle of an ordinary
 * JavaScript call; so everything the call did is undone, the statement is waited out, and the body runs again from its start. An async body is not
 * repeated: its statements are handed to this generator, which can wait.
 */
import { DbError } from '../errors/db-error.js'
import { asDbError } from '../errors/engine.js'
import { javaScriptMissing, javaScriptPromise, triggerOnly } from '../errors/procedures.js'
import { EVENT_TRIGGER, TRIGGER } from '../types/oids.js'
import { WaitSignal } from '../executor/codes.js'

/** @typedef {import('./host.js').ProcedureHost} ProcedureHost */

/**
 * The code of a function, as the library enters it.
 * @typedef {object} JavaScriptCode
 * @property {boolean} isAsync
 * @property {(host: ProcedureHost, args: any[], requests: RequestQueue | null) => any} invoke datums to what the body returned, or its promise
 * @property {(host: ProcedureHost, value: any, args: any[]) => any} toDatum what the body returned, as a datum of the
 *   result type @throws {DbError}
 */

/** @typedef {{ prepared: any, params: any[], resolve: (rows: any[][]) => void, reject: (error: unknown) => void }} Request */

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
    if (this.closed) return Promise.reject(new DbError('25P01', 'the call this transaction belongs to is over'))
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
  /** @param {ProcedureHost} host @param {any} func FuncDesc @param {any} _call @throws {DbError} 55000 the program has not defined it */
  constructor(host, func, _call) {
    const code = host.javaScript(func.oid)
    if (code === undefined) throw javaScriptMissing(func.name)
    this.func = func
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
   * One value where nothing can wait. @param {ProcedureHost} host @param {any[]} args @param {any} snapshot the caller's @returns {any}
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

  /** @param {ProcedureHost} host @param {any[]} args @param {any} snapshot @returns {any} a datum; meaningless if the host is blocked afterwards */
  attempt(host, args, snapshot) {
    const before = host.readOnlySnapshot
    host.blocked = null
    host.readOnlySnapshot = this.readOnly ? snapshot : null
    try {
      const result = this.code.invoke(host, args, null)
      if (typeof result?.then === 'function') {
        result.then(undefined, () => undefined)
        throw javaScriptPromise(this.func.name)
      }
      return host.blocked === null ? this.code.toDatum(host, result, args) : null
    } catch (error) {
      if (host.blocked === null) throw asExternal(error)
      return null
    } finally {
      host.readOnlySnapshot = before
    }
  }

  /** One value. @param {ProcedureHost} host @param {any[]} args @param {any} snapshot the caller's @returns {Generator<Promise<unknown>, any, void>} */
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

  /** An async body. @param {ProcedureHost} host @param {any[]} args @param {any} snapshot @returns {Generator<Promise<unknown>, any, void>} */
  *awaited(host, args, snapshot) {
    const requests = new RequestQueue()
    let over = false
    /** @type {any} */
    let result
    /** @type {{ error: unknown } | null} */
    let failure = null
    const finished = this.code.invoke(host, args, requests).then((/** @type {any} */ value) => { result = value; over = true }, (/** @type {unknown} */ error) => { failure = { error }; over = true })
    try {
      while (!over) {
        yield Promise.race([finished, requests.arrival()])
        for (let request = requests.waiting.shift(); request !== undefined; request = requests.waiting.shift()) yield* this.serve(host, request, snapshot)
      }
    } finally {
      requests.closed = true
      for (const { reject } of requests.waiting) reject(new DbError('25P01', 'the call this transaction belongs to is over'))
    }
    if (failure !== null) throw asExternal(/** @type {{ error: unknown }} */ (failure).error)
    return this.code.toDatum(host, result, args)
  }

  /** A statement that fails leaves nothing behind; the body hears of it and may go on. @param {ProcedureHost} host @param {Request} request @param {any} snapshot @returns {Generator<Promise<unknown>, void, void>} */
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

  /** The rows of a set: the body returns something iterable. @param {ProcedureHost} host @param {any[]} args @param {any} snapshot */
  rows(host, args, snapshot) {
    return new JavaScriptRows(this, host, args, snapshot)
  }
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

/** What a body threw: the database's own errors and those that name an SQLSTATE keep it, others are 38000. @param {unknown} error */
function asExternal(error) {
  if (error instanceof DbError || error instanceof WaitSignal) return error
  const { code, message } = /** @type {any} */ (error ?? {})
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return new DbError(code, String(message))
  return new DbError('38000', error instanceof Error ? message : String(error))
}
