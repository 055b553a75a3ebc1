/**
 * Functions of libraries (functions/libraries.js) that run statements, or that triggers call. Their code is a
 * generator: what it yields is a promise to wait for or, of a set, a row; what it returns is the value.
 */
import { INTERNAL_LANGUAGE } from '../catalog/languages.js'
import { noSuchCursor } from '../errors/cursors.js'
import { DbError } from '../errors/db-error.js'
import { notInNonVolatile } from '../errors/engine.js'
import { notACursor, notFired, severalStatements } from '../errors/procedures.js'
import { libraryFunction } from '../functions/libraries.js'
import { lookup } from '../functions/lookup.js'
import { parse } from '../parser/parser.js'
import { PgRecord } from '../types/record.js'
import { RECORD, TRIGGER } from '../types/oids.js'

/** Commands that have rows, and yet are none of a function that only reads. @type {Record<string, string>} */
const READS = { ExplainStmt: 'EXPLAIN', VariableShowStmt: 'SHOW', FetchStmt: 'FETCH', ExecuteStmt: 'EXECUTE' }

/** @import { FuncDesc } from '../catalog/descriptors.js' */
/** @import { FunctionImpl } from '../functions/impl.js' */
/** @import { Context, HostCursor, ProcedureHost, Snapshot, Value } from './host.js' */
/** @import { TriggerCall } from './plpgsql/trigger.js' */

/** @import { Column } from '../functions/routine-call.js' */
/** @typedef {{ oid: number, result: number, args: number[], columns?: Column[] }} Call */

/** What the code of such a function may ask for. */
export class RoutineCall {
  /** @param {ProcedureHost} host @param {FuncDesc} func @param {Call} call @param {Snapshot} snapshot */
  constructor(host, func, call, snapshot) {
    this.host = host
    this.func = func
    this.call = call
    this.snapshot = snapshot
    this.turnEndsMs = 0
  }

  /** FunctionContext, as functions that run no statements have it. @returns {Context} */
  get context() { return this.host.expressionContext() }

  get catalog() { return this.host.catalog() }

  /** @returns {Value} */
  get session() { return this.host.session }

  /** Whether it is time for others: then `yield call.rest()`, holding no page. */
  isTired() {
    const { session } = this.host
    if (session.synchronous) return false
    const { clock, slices } = session.cluster
    const nowMs = clock.monotonicMs()
    if (this.turnEndsMs === 0) this.turnEndsMs = nowMs + slices.next(nowMs)
    return nowMs >= this.turnEndsMs
  }

  /** Others have their turn. @returns {Promise<void>} @throws {DbError} 57014 */
  rest() {
    this.turnEndsMs = 0
    return this.host.session.turn()
  }

  /** A row as its value. @param {Value[]} values @returns {PgRecord} */
  record(values) {
    const columns = this.columns() ?? []
    return new PgRecord(RECORD, values, columns.map(({ type }) => type), columns.map(({ name }) => name))
  }

  /**
   * The columns that rows of its result have.
   * @returns {Column[] | null} null: the call does not say
   */
  columns() {
    const { func, call } = this
    if (call.columns !== undefined) return call.columns
    const outputs = func.argModes.flatMap((mode, at) =>
      'obt'.includes(mode) ? [{ name: func.argNames[at], type: func.allArgTypes[at], typmod: -1 }] : [])
    if (outputs.length > 0) return outputs
    const catalog = this.host.catalog()
    const type = catalog.type(catalog.baseType(func.returnType))
    if (type?.kind !== 'c') return null
    return catalog.relation(type.relationOid).columns.map((/** @type {Value} */ { name, typeOid, typmod, dropped }) =>
      ({ name, type: dropped ? 0 : typeOid, typmod }))
  }

  /**
   * Statements that only read, as the calling statement sees things. All but the last are run; whoever calls closes.
   * @param {string} text
   * @returns {Generator<Promise<unknown>, Query, void>} the last one
   * @throws {DbError} 0A000 one that writes
   */
  *query(text) {
    if (this.isTired()) yield this.rest()
    try {
      const statements = parse(text)
      const last = statements.pop()
      for (const parsed of statements) yield* this.open(parsed, text).cursor?.run() ?? []
      return last === undefined ? new Query(text, null, null) : this.open(last, text)
    } catch (error) {
      throw explained(error, text)
    }
  }

  /** @param {import('../parser/parser.js').ParsedStatement} parsed @param {string} text */
  open(parsed, text) {
    const prepared = this.host.prepare(parsed, text, [], undefined)
    this.host.refuseWrite(prepared)
    this.host.permit(prepared)
    return new Query(text, prepared.columns, this.host.open(prepared, [], this.snapshot))
  }

  /**
   * The columns of one query, which is not run, but by somebody who might run it.
   * @param {string} text @returns {Column[]} @throws {DbError} 42P11 it is no query, 0A000 it writes, 42501
   */
  describe(text) {
    try {
      const statements = parse(text)
      if (statements.length !== 1) throw severalStatements()
      const prepared = this.host.prepare(statements[0], text, [], undefined)
      const reads = READS[statements[0].tag]
      if (reads !== undefined) throw notInNonVolatile(reads)
      if (prepared.isPlanned) prepared.prepare(this.host.session)
      if (!prepared.isPlanned || prepared.columns === null) throw notACursor(this.host.tagOf(prepared))
      this.host.refuseWrite(prepared)
      this.host.permit(prepared)
      return prepared.columns
    } catch (error) {
      throw error instanceof DbError && error.code === '42P11' ? error : explained(error, text)
    }
  }

  /**
   * A cursor of the session, to be moved forward.
   * @param {string} name
   * @returns {{ columns: Column[], fetch: (count: number) => Generator<Promise<unknown>, Value[][], void> }}
   * @throws {DbError} 34000
   */
  cursor(name) {
    const { session, program } = this.host
    const cursor = program.cursor(name)
    if (cursor === null) throw noSuchCursor(name)
    return {
      columns: cursor.columns,
      *fetch(count) {
        /** @type {Value[][]} */
        const rows = []
        yield* cursor.fetch(session, 'FETCH_FORWARD', count, (/** @type {Value[]} */ row) => { rows.push(row) })
        return rows
      },
    }
  }
}

/** A statement of such a function under way. */
export class Query {
  /** @param {string} text @param {Column[] | null} columns null: it gives no rows @param {HostCursor | null} cursor */
  constructor(text, columns, cursor) {
    this.text = text
    this.gives = columns !== null
    this.columns = columns ?? []
    this.cursor = cursor
  }

  /** @param {number} count @returns {Generator<Promise<unknown>, Value[][], void>} fewer than count: that was all */
  *fetch(count) {
    if (this.cursor === null) return []
    try {
      return yield* this.cursor.fetch(count)
    } catch (error) {
      throw explained(error, this.text)
    }
  }

  close() {
    this.cursor?.close()
  }
}

/** @param {unknown} error of a statement that a function runs @param {string} text */
function explained(error, text) {
  if (!(error instanceof DbError)) return error
  if (error.position !== undefined) {
    error.internalPosition = error.position
    error.internalQuery = text
    error.position = undefined
  } else if (error.internalQuery === undefined) {
    const line = `SQL statement "${text}"`
    error.where = error.where === undefined ? line : `${error.where}\n${line}`
  }
  return error
}

export class LibraryRoutine {
  /** @param {ProcedureHost} _host @param {FuncDesc} func @param {Call} call */
  constructor(_host, func, call) {
    this.func = func
    this.call = call
    this.impl = /** @type {FunctionImpl} */ (
      func.language === INTERNAL_LANGUAGE ? lookup(func.source) : libraryFunction(func.source)
    )
  }

  /** Their code does not change. */
  isStale() { return false }

  /** Its code cannot be looked into. */
  validate() { /* it is known */ }

  /**
   * @param {ProcedureHost} host
   * @param {Value[]} args
   * @param {Snapshot} snapshot
   * @returns {Generator<Value, Value, void>}
   */
  begin(host, args, snapshot) {
    if (this.func.returnType === TRIGGER) throw notFired(this.func.name)
    return this.impl.call(new RoutineCall(host, this.func, this.call, snapshot), ...args)
  }

  /** @param {ProcedureHost} host @param {Value[]} args @param {Snapshot} snapshot */
  *value(host, args, snapshot) {
    return yield* this.begin(host, args, snapshot)
  }

  /** @param {ProcedureHost} host @param {Value[]} args @param {Snapshot} snapshot */
  valueNow(host, args, snapshot) {
    return host.withoutRests(this.begin(host, args, snapshot))
  }

  /**
   * @param {ProcedureHost} host
   * @param {TriggerCall} trigger
   * @returns {Generator<Promise<unknown>, Value[] | null | undefined, void>}
   */
  *fire(host, trigger) {
    return yield* this.impl.call(new RoutineCall(host, this.func, this.call, null), trigger)
  }

  /** @param {ProcedureHost} host @param {Value[]} args @param {Snapshot} snapshot */
  rows(host, args, snapshot) {
    return new LibraryRows(new RoutineCall(host, this.func, this.call, snapshot), this.impl, args)
  }
}

/** A set-returning call under way. */
class LibraryRows {
  /** @param {RoutineCall} call @param {FunctionImpl} impl @param {Value[]} args */
  constructor(call, impl, args) {
    this.call = call
    /** @type {Generator<Value, void, void>} */
    this.steps = impl.call(call, ...args)
    this.isDone = false
    const { func } = call
    const catalog = call.host.catalog()
    this.type = func.returnType
    this.isRow = func.returnType === RECORD || catalog.type(catalog.baseType(func.returnType))?.kind === 'c'
    const columns = this.isRow ? call.columns() : null
    this.types = columns?.map(({ type }) => type)
    this.names = columns?.map(({ name }) => name)
  }

  /** @param {number} count @returns {Generator<Promise<unknown>, Value[], void>} fewer than count: that was all */
  *fetch(count) {
    /** @type {Value[]} */
    const rows = []
    while (!this.isDone && rows.length < count) {
      const { done, value } = this.steps.next()
      if (done) this.isDone = true
      else if (!Array.isArray(value)) yield value
      else rows.push(this.isRow ? new PgRecord(this.type, value, this.types, this.names) : value[0])
    }
    return rows
  }

  close() {
    if (!this.isDone) this.steps.return(undefined)
    this.isDone = true
  }
}
