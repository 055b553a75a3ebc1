/**
 * Functions and procedures in JavaScript: `db.createFunction`, `db.createProcedure`. Their signature is in the catalog
 * like any other's; the code is entered anew by each program that opens the database. A body gets values as results
 * give them, and a transaction: its caller's.
 */
import {
  bodyIsNoFunction, unknownVolatility, generatorWithoutSetof, parameterCountMismatch, statementReturnsNoRows,
} from '../errors/library.js'
import { PROGRAM_SOURCE } from '../catalog/languages.js'
import { javaScriptResult } from '../errors/procedures.js'
import { mayNotWait } from './callbacks.js'
import { rowMaker } from './result.js'
import { TriggerConversation } from './triggers.js'
import { inputValue, outputConverter } from './values.js'
import { trimSqlSpaces } from '../util/ascii.js'

/** @import { EmbeddedSession } from './session.js' */
/** @import { ProcedureHost } from '../procedures/host.js' */
/** @import { RequestQueue } from '../procedures/javascript.js' */
/** @import { ValueOptions } from './values.js' */

/**
 * @typedef {object} RoutineOptions
 * @property {string[]} [args] types as SQL writes them, each with a name before it if wanted: `['int4', 'amount int8']`
 * @property {string} [returns='void'] type of a function's result; `setof type`: the body returns something iterable;
 *   `trigger`: the body is told what happened (a TriggerEvent) and gives the row to write, null to leave it alone, or
 *   nothing; `event_trigger`: it is told of the command (`{ event, tag }`)
 * @property {'immutable' | 'stable' | 'volatile'} [volatility='volatile'] the first two may read under the caller's
 *   snapshot, and write nothing
 * @property {boolean} [strict=false] null for a null argument, without a call
 */

const RECORD = 2249
export const VOID = 2278
/** Statements a body has used, per session. */
const STATEMENTS_MAX = 1000

/**
 * Enters a function. The catalog is written only if it does not have this very signature yet.
 * @param {EmbeddedSession} session
 * @param {'FUNCTION' | 'PROCEDURE'} kind
 * @param {string} name as SQL writes it, with its schema if wanted
 * @param {RoutineOptions} options
 * @param {(...args: any[]) => any} body @returns {void} when calls may come
 * @throws {DbError} 42704 no such type; 42809 the name is another kind of routine's; 42P13 another result than before;
 *   0A000 a result that is a row
 */
export function createRoutine(
  session,
  kind,
  name,
  { args = [], returns = 'void', volatility = 'volatile', strict = false },
  body
) {
  if (typeof body !== 'function') throw bodyIsNoFunction(name)
  if (!['immutable', 'stable', 'volatile'].includes(volatility))
    throw unknownVolatility(volatility)
  const isSet = /^[ \t\n\f\r]*setof[ \t\n\f\r]/i.test(returns)
  if (body.constructor.name === 'AsyncGeneratorFunction')
    throw mayNotWait(`the rows of ${name}`, 'An async function may return an array of them.')
  if (body.constructor.name === 'GeneratorFunction' && !isSet)
    throw generatorWithoutSetof(name)
  const { door } = session
  const signature = `${name}(${args.join(', ')})`
  const result = kind === 'FUNCTION' ? ` RETURNS ${returns} ${volatility}${strict ? ' STRICT' : ''}` : ''
  const definition = `CREATE OR REPLACE ${kind} ${signature}${result} LANGUAGE javascript AS '${PROGRAM_SOURCE}'`
  const made = door.defineRoutine(() => { session.prepare(definition).run() })
  const bare = args.map((arg) => trimSqlSpaces(arg))
  const found = session.prepare('SELECT p.oid, p.prorettype, p.proargtypes::oid[] AS args, t.typtype, t.typname FROM pg_proc p JOIN pg_type t ON t.oid = p.prorettype JOIN pg_language l ON l.oid = p.prolang AND l.lanname = $2 WHERE p.oid = $1::int8::oid')
  const { oid, prorettype, args: argTypes, typtype, typname } = found.get(made, 'javascript')
  if (prorettype === RECORD || typtype === 'c') throw javaScriptResult(typname)
  const options = session.options
  // A body with one parameter more than there are arguments is given the transaction first; a procedure's always is.
  const wantsTransaction = kind === 'PROCEDURE' || body.length > bare.length
  const isAsync = body.constructor.name === 'AsyncFunction'
  /** @type {((value: any) => any)[]} */
  const convert = argTypes.map((/** @type {number} */ type) => outputConverter(type, door.types, options) ?? same)
  if (TRIGGERS.has(prorettype)) {
    door.enterRoutine(oid, triggerCode(body, isAsync, options))
    return
  }
  door.enterRoutine(oid, {
    isAsync,
    invoke: (host, datums, requests) => {
      const values = new Array(datums.length)
      for (let at = 0; at < values.length; at++) values[at] = datums[at] === null ? null : convert[at](datums[at])
      if (!wantsTransaction) return body(...values)
      const tx = requests === null ? transactionOf(host, options) : new AsyncTransaction(host, options, requests)
      return body(tx, ...values)
    },
    toDatum: (host, value) => {
      if (isSet) return Array.from(value ?? [], (item) => inputValue(item, prorettype, host.session))
      return prorettype === VOID || kind === 'PROCEDURE' ? null : inputValue(value, prorettype, host.session)
    },
  })
}

/**
 * A trigger's function: its body is given what happened, and before that the transaction if it has two parameters.
 * @param {Parameters<typeof createRoutine>[4]} body
 * @param {boolean} isAsync
 * @param {ValueOptions} options
 * @returns {import('../procedures/javascript.js').JavaScriptCode}
 */
export const triggerCode = (body, isAsync, options) => ({
  isAsync,
  invoke: (host, args, requests) => {
    const conversation = new TriggerConversation(host, args[0], options)
    args[1] = conversation
    if (body.length < 2) return body(conversation.told())
    const tx = requests === null ? transactionOf(host, options) : new AsyncTransaction(host, options, requests)
    return body(tx, conversation.told())
  },
  toDatum: (_host, value, args) => args[1].answer(value),
})

/** trigger, event_trigger */
export const TRIGGERS = new Set([2279, 3838])

/** @param {any} value */
const same = (value) => value

/** @type {WeakMap<ProcedureHost, RoutineTransaction>} */
const transactions = new WeakMap()

/** @param {ProcedureHost} host @param {ValueOptions} options */
export function transactionOf(host, options) {
  let tx = transactions.get(host)
  if (tx === undefined || tx.options !== options) {
    tx = new RoutineTransaction(host, options)
    transactions.set(host, tx)
  }
  return tx
}

/** A statement as a body uses it: prepared once per session. */
class BodyStatement {
  /** @param {ProcedureHost} host @param {string} text @param {ValueOptions} options */
  constructor(host, text, options) {
    this.host = host
    this.options = options
    this.prepared = host.statement(text)
    this.point = host.point(this.prepared)
    /** @type {((row: any[]) => any) | null} */
    this.make = null
    /** @type {any} the columns `make` was made for */
    this.madeFor = null
  }

  /** @param {any[]} values the caller's own array, which becomes the datums @returns {any[]} */
  parameters(values) {
    const types = this.prepared.paramTypes
    if (values.length !== types.length)
      throw parameterCountMismatch(types.length, values.length)
    for (let at = 0; at < types.length; at++) values[at] = inputValue(values[at], types[at], this.host.session)
    return values
  }

  /** @returns {(row: any[]) => any} */
  maker() {
    const { columns } = this.prepared
    if (columns === null) throw statementReturnsNoRows()
    if (this.make === null || this.madeFor !== columns) {
      this.make = rowMaker(columns, this.host.session, this.options, false)
      this.madeFor = columns
    }
    return this.make
  }
}

/** What a body does in its caller's transaction, in one go. */
class RoutineTransaction {
  /** @param {ProcedureHost} host @param {ValueOptions} options */
  constructor(host, options) {
    this.host = host
    this.options = options
    /** @type {Map<string, BodyStatement>} */
    this.statements = new Map()
    /** The two texts asked for last, the newer first: a body mostly goes on with one of them. */
    this.newText = ''
    this.oldText = ''
    /** @type {BodyStatement | null} */
    this.newStatement = null
    /** @type {BodyStatement | null} */
    this.oldStatement = null
    /** An empty array for the rows of the next statement. @type {any[][] | null} */
    this.spare = []
  }

  /** @param {string} text @returns {BodyStatement} */
  statement(text) {
    if (text === this.newText && this.newStatement !== null) return this.newStatement
    const { newText, newStatement } = this
    const statement = text === this.oldText && this.oldStatement !== null ? this.oldStatement : this.find(text)
    this.oldText = newText
    this.oldStatement = newStatement
    this.newText = text
    this.newStatement = statement
    return statement
  }

  /** @param {string} text @returns {BodyStatement} */
  find(text) {
    let statement = this.statements.get(text)
    if (statement === undefined) {
      statement = new BodyStatement(this.host, text, this.options)
      if (this.statements.size >= STATEMENTS_MAX) this.statements.clear()
      this.statements.set(text, statement)
    }
    return statement
  }

  /** An empty array; a statement that calls a function which runs statements has its own. @returns {any[][]} */
  takeRows() {
    const rows = this.spare
    this.spare = null
    return rows ?? []
  }

  /** The first row, or undefined. @param {string} text @param {...any} values @returns {any} */
  get(text, ...values) {
    const statement = this.statement(text)
    const rows = this.takeRows()
    this.host.execute(statement.prepared, statement.parameters(values), rows, statement.point)
    if (rows.length === 0) {
      this.spare = rows
      return undefined
    }
    const make = statement.maker()
    if (rows.length > 1) return make(rows[0])
    const row = /** @type {any[]} */ (rows.pop())
    this.spare = rows
    return make(row)
  }

  /** All rows. @param {string} text @param {...any} values @returns {any[]} */
  all(text, ...values) {
    const statement = this.statement(text)
    /** @type {any[][]} */
    const rows = []
    this.host.execute(statement.prepared, statement.parameters(values), rows, statement.point)
    return rows.length === 0 ? rows : rows.map(statement.maker())
  }

  /**
   * Runs for the effect.
   * @param {string} text
   * @param {...any} values
   * @returns {{ changes: number }} rows inserted, updated or deleted
   */
  run(text, ...values) {
    const statement = this.statement(text)
    const rows = this.takeRows()
    const changes = this.host.execute(statement.prepared, statement.parameters(values), rows, statement.point)
    if (rows.length === 0) this.spare = rows
    return { changes }
  }
}

/** The same for an async body: statements may wait. */
export class AsyncTransaction {
  /** @param {ProcedureHost} host @param {ValueOptions} options @param {RequestQueue} requests */
  constructor(host, options, requests) {
    this.host = host
    this.options = options
    this.requests = requests
  }

  /** All rows. @param {string} text @param {...any} values @returns {Promise<any[]>} */
  async all(text, ...values) {
    const statement = new BodyStatement(this.host, text, this.options)
    const rows = await this.requests.run(statement.prepared, statement.parameters(values))
    return rows.length === 0 ? rows : rows.map(statement.maker())
  }

  /** The first row, or undefined. @param {string} text @param {...any} values @returns {Promise<any>} */
  async get(text, ...values) {
    return (await this.all(text, ...values))[0]
  }

  /** Runs for the effect. @param {string} text @param {...any} values @returns {Promise<void>} */
  async run(text, ...values) {
    const statement = new BodyStatement(this.host, text, this.options)
    await this.requests.run(statement.prepared, statement.parameters(values))
  }
}
