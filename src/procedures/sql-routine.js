/**
 * LANGUAGE SQL: a function's statements run one after the other, each planned and executed as if the session had sent
 * it; the last one's rows are the result. A routine is a function as one kind of call uses it: polymorphic arguments
 * settled, statements ready, the way from rows to values known.
 */
import { notInSqlFunction, copyInSqlFunction } from '../errors/ddl/sql-functions.js'
import { notInNonVolatile } from '../errors/engine.js'
import { functionResult, settledTypes } from '../planner/function-result.js'
import { compileRowExpression } from '../executor/compile.js'
import { PgRecord } from '../types/record.js'
import { isTired } from '../util/effort.js'
import { bodyStatements } from './body.js'
import { SqlCall } from './plpgsql/own-work.js'

/** @import { Steps } from '../util/effort.js' */
/** @typedef {import('./host.js').ProcedureHost} ProcedureHost */
/** @typedef {import('./host.js').Value} Value */
/** @typedef {import('./host.js').HostCursor} HostCursor */
/** @typedef {import('../catalog/descriptors.js').FuncDesc} FuncDesc */
/** @typedef {import('../planner/function-result.js').FunctionResult} FunctionResult */
/** TRANS_STMT_COMMIT_PREPARED as COMMIT PREPARED. @param {string} kind */
function transactionTag(kind) {
  const words = kind.replace('TRANS_STMT_', '').replaceAll('_', ' ')
  return words === 'START'
    ? 'START TRANSACTION'
    : words === 'ROLLBACK TO'
      ? 'ROLLBACK'
      : words === 'PREPARE'
        ? 'PREPARE TRANSACTION'
        : words
}

/**
 * @typedef {{ oid: number, result: number, args: number[], columns?: any[], collation?: number }} Call collation: of
 *   its arguments, where that is not their types' own
 */

export class SqlRoutine {
  /** @param {ProcedureHost} host @param {FuncDesc} func @param {Call} call */
  constructor(host, func, call) {
    this.func = func
    this.call = call
    const argTypes = settledTypes(host.catalog(), func, call.args, func.argTypes)
    const inputNames =
      func.argModes.length === 0 ? func.argNames : func.argNames.filter((_, at) => 'ibv'.includes(func.argModes[at]))
    // A stored body was analysed under the types' own collation, and stays so.
    const scope = { name: func.name, argNames: inputNames, collation: func.body === null ? call.collation ?? 0 : 0 }
    /** @type {any[]} Prepared of the engine */
    this.statements = bodyStatements(func).map(({ parsed, text }, at) => func.oid === 0
      ? host.prepare(parsed, text, argTypes, scope)
      : host.prepareShared(
        `${func.oid}.${func.version} ${JSON.stringify([at, argTypes, scope])}`, parsed, text, argTypes, scope))
    /** Statements may change nothing and see what the caller sees. */
    this.readOnly = func.volatility !== 'v'
    /** The plan of the last statement that `result` was made for. @type {any} */
    this.resultOf = undefined
    /** @type {FunctionResult | null} */
    this.result = null
    /**
     * The result's domain or the relation of its row type, which may change under it, with the version it was made for.
     * @type {{ oid: number, version: number }[]}
     */
    this.resultTypes = []
    /** @type {((ctx: any, values: any[]) => any)[] | null} */
    this.convert = null
  }

  /** Its statements follow the catalog by themselves. */
  isStale() { return false }

  /**
   * Analyses every statement, and the last one's result against the declared one.
   * @param {ProcedureHost} host @returns {Steps<void>} @throws {DbError} 42P13 …
   */
  *validate(host) {
    for (const prepared of this.statements) {
      if (prepared.isPlanned) prepared.prepare(host.session, false, true)
      if (isTired()) yield
    }
    this.prepareResult(host, true)
  }

  /** @param {ProcedureHost} host @param {boolean} [toDescribe] it does not run now */
  prepareResult(host, toDescribe = false) {
    const last = this.statements.at(-1)
    if (last?.tag === 'CallStmt') host.refuseCallOutputs(last)
    if (last?.isPlanned) last.prepare(host.session, false, toDescribe)
    const plan = last?.isPlanned ? last.planned : null
    const catalog = host.catalog()
    if (
      this.result !== null && plan === this.resultOf
      && this.resultTypes.every(({ oid, version }) => catalog.version(oid) === version)
    )
      return
    const columns = plan !== null && (plan.columns.length > 0 || plan.command === 'select') ? plan.columns : null
    this.result = functionResult(catalog, this.func, this.call, columns)
    this.convert =
      this.result.exprs === null ? null : this.result.exprs.map((expr) => compileRowExpression(expr, catalog))
    this.resultOf = plan
    this.resultTypes = changeable(catalog, this.result.type).map((oid) => ({ oid, version: catalog.version(oid) }))
  }

  /**
   * Everything but the last statement, and the cursor over that one.
   * @param {ProcedureHost} host
   * @param {any[]} args
   * @param {any} snapshot the caller's
   * @param {SqlCall} call
   * @returns {Generator<Promise<unknown>, HostCursor | null, void>}
   */
  *start(host, args, snapshot, call) {
    const { statements } = this
    // All of them are planned before the first one runs.
    for (const prepared of statements) {
      const { tag, parsed } = prepared
      const isUnready = prepared.isPlanned && (prepared.planned === null || prepared.planned.failure !== null)
      if (isUnready) yield* prepared.prepareInTurns(host.session)
      if (tag === 'TransactionStmt') throw notInSqlFunction(transactionTag(parsed.node.kind))
      if (tag === 'CopyStmt' && parsed.node.filename === undefined) throw copyInSqlFunction()
      this.refuseWrites(host, prepared)
    }
    this.prepareResult(host)
    for (let at = 0; at < statements.length; at++) {
      call.statement = at + 1
      const cursor = host.open(statements[at], args, this.readOnly ? snapshot : null)
      if (at === statements.length - 1) return cursor
      yield* cursor.run()
      // Thousands of short ones are long together.
      const turn = host.program.rest()
      if (turn !== null) yield turn
    }
    return null
  }

  /** @param {ProcedureHost} host @param {any} prepared */
  refuseWrites(host, prepared) {
    if (!this.readOnly) return
    if (prepared.isPlanned) prepared.prepare(host.session)
    if (prepared.isPlanned && prepared.planned.readOnly) return
    throw notInNonVolatile(host.tagOf(prepared))
  }

  /**
   * One value.
   * @param {ProcedureHost} host
   * @param {any[]} args
   * @param {any} snapshot
   * @returns {Generator<Promise<unknown>, any, void>}
   */
  *value(host, args, snapshot) {
    const { program } = host
    const call = program.run = new SqlCall(program.run, this.func)
    try {
      return yield* this.valueWithin(call, host, args, snapshot)
    } catch (error) {
      throw call.explained(error)
    } finally {
      program.run = call.caller
    }
  }

  /**
   * @param {SqlCall} call @param {ProcedureHost} host @param {Value[]} args @param {Value} snapshot
   * @returns {Generator<Promise<unknown>, Value, void>}
   */
  *valueWithin(call, host, args, snapshot) {
    const cursor = yield* this.start(host, args, snapshot, call)
    this.prepareResult(host)
    const { shape } = /** @type {FunctionResult} */ (this.result)
    if (cursor === null) return null
    if (shape === 'void') {
      yield* cursor.run()
      return null
    }
    const rows = yield* cursor.first()
    return rows.length === 0 ? null : this.made(host, rows[0])
  }

  /**
   * The same where nothing can wait.
   * @param {ProcedureHost} host
   * @param {any[]} args
   * @param {any} snapshot
   * @returns {any}
   */
  valueNow(host, args, snapshot) {
    const { program } = host
    const call = program.run = new SqlCall(program.run, this.func)
    try {
      this.prepareResult(host)
      const [first] = this.statements
      if (this.statements.length !== 1 || !first.isPlanned || !first.planned.readOnly) {
        return host.withoutRests(this.valueWithin(call, host, args, snapshot))
      }
      call.statement = 1
      const rows = host.rowsNow(this.statements[0], args, snapshot)
      return rows.length === 0 || /** @type {FunctionResult} */ (this.result).shape === 'void'
        ? null
        : this.made(host, rows[0])
    } catch (error) {
      throw call.explained(error)
    } finally {
      program.run = call.caller
    }
  }

  /**
   * A row of the last statement as the function's value.
   * @param {ProcedureHost} host
   * @param {any[]} row
   * @returns {any}
   */
  made(host, row) {
    const result = /** @type {FunctionResult} */ (this.result)
    const values = this.convert === null ? row : this.convert.map((convert) => convert(host.expressionContext(), row))
    if (result.shape === 'value') return values[0]
    return new PgRecord(result.type, values, result.types, result.type === 2249 ? result.names : undefined)
  }

  /** The rows of a set. @param {ProcedureHost} host @param {any[]} args @param {any} snapshot @returns {RoutineRows} */
  rows(host, args, snapshot) {
    return new RoutineRows(this, host, args, snapshot)
  }
}

/**
 * What says how values of a type are made, where ALTER may change it.
 * @param {any} catalog
 * @param {number} typeOid
 * @returns {number[]} OIDs
 */
function changeable(catalog, typeOid) {
  const type = catalog.type(typeOid)
  if (type?.kind === 'd') return [typeOid, ...changeable(catalog, type.baseType)]
  return type?.kind === 'c' ? [type.relationOid] : []
}

/** A set-returning call under way. */
class RoutineRows {
  /** @param {SqlRoutine} routine @param {ProcedureHost} host @param {any[]} args @param {any} snapshot */
  constructor(routine, host, args, snapshot) {
    this.routine = routine
    this.host = host
    this.args = args
    this.snapshot = snapshot
    /** @type {HostCursor | null | undefined} */
    this.cursor = undefined
    this.call = new SqlCall(null, routine.func)
  }

  /** @param {number} count @returns {Generator<Promise<unknown>, any[], void>} fewer than count: that was all */
  *fetch(count) {
    const { call, host: { program } } = this
    call.caller = program.run
    program.run = call
    try {
      return yield* this.more(count)
    } catch (error) {
      throw call.explained(error)
    } finally {
      program.run = call.caller
    }
  }

  /** @param {number} count @returns {Generator<Promise<unknown>, Value[], void>} */
  *more(count) {
    const { routine, host } = this
    if (this.cursor === undefined) {
      this.cursor = yield* routine.start(host, this.args, this.snapshot, this.call)
      routine.prepareResult(host)
    }
    if (this.cursor === null) return []
    if (/** @type {FunctionResult} */ (routine.result).shape === 'void') {
      yield* this.cursor.run()
      this.cursor = null
      return []
    }
    const rows = yield* this.cursor.fetch(count)
    return rows.map((row) => routine.made(host, row))
  }

  close() {
    this.cursor?.close()
    this.cursor = null
  }
}
