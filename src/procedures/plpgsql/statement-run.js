/** SQL statements and loops over their rows of a call under way (see evaluation.js). */
import {
  noDestination, intoWithoutData, noRowsReturned, tooManyRowsReturned, nullQueryText, outputArgumentNotWritable,
  constantAssigned, noTuplesReturned,
} from '../../errors/plpgsql-run.js'
import { addContext, DbError } from '../../errors/db-error.js'
import { asDbError } from '../../errors/engine.js'
import { invalidTermination } from '../../errors/plpgsql.js'
import { notACursor, severalStatements } from '../../errors/procedures.js'
import { parse } from '../../parser/parser.js'
import { Evaluation, NOT_HERE, notHere } from './evaluation.js'
import { changesNothing, RowLoop } from './row-loop.js'

/** @import { Prepared, Value } from '../host.js' */
/** @import { Datum } from './parse/names.js' */
/** @import { Query } from './query.js' */
/** @import { TransitionTables } from './transition.js' */
/** @import { Answer } from './evaluation.js' */

/** @typedef {{ value: Value, type: number }} Argument */

/** @typedef {Generator<Promise<unknown>, void, void>} Work */

const CHANGES = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'])
const TOO_MANY = 'query returned more than one row'

/** To read and plan a text counts as so many steps of a loop. */
const DYNAMIC_STEPS = 512

/** Texts of EXECUTE that a routine keeps, and how long they may be. */
const KEPT_TEXTS_MAX = 64
const KEPT_TEXT_MAX = 4096

export class StatementRun extends Evaluation {
  /** The statement that ran last sets FOUND. */
  setsFound = false
  /** Variables behind the outputs of the CALL that ran last. @type {(Datum | null)[]} */
  outputs = []

  /** @param {Answer} answer @param {boolean} isPlanned */
  took({ count }, isPlanned) {
    this.rowCount = count
    this.found = count > 0
    this.setsFound = isPlanned
  }

  /** A statement whose rows go nowhere. @param {Query} query @param {Value[]} params @returns {Work} */
  *execute(query, params) {
    const answer = yield* this.rows(query, params, Infinity)
    this.took(answer, query.prepared.isPlanned)
    if (answer.columns.length > 0 || query.parsed.tag === 'SelectStmt') {
      throw noDestination(query.parsed.tag === 'SelectStmt'
        ? { hint: 'If you want to discard the results of a SELECT, use PERFORM instead.' } : {})
    }
  }

  /**
   * One whose row is `run.row` afterwards.
   * @param {Query} query @param {Value[]} params @param {boolean} strict @returns {Work}
   */
  *executeInto(query, params, strict) {
    this.setsFound = false
    const changes = CHANGES.has(query.parsed.tag)
    const extra = this.routine.extra('too_many_rows')
    const answer = yield* this.rows(query, params, strict || changes || extra !== 'none' ? 2 : 1)
    this.took(answer, query.prepared.isPlanned)
    if (answer.columns.length === 0 && query.parsed.tag !== 'SelectStmt') throw intoWithoutData()
    this.takeOne(answer, strict, changes, extra, () => this.routine.printStrictParams
      ? this.shownParams(query, params) : undefined)
  }

  /**
   * @param {Answer} answer @param {boolean} strict @param {boolean} changes @param {'none' | 'warning' | 'error'} extra
   * @param {() => string | undefined} detail
   */
  takeOne({ rows, columns }, strict, changes, extra, detail) {
    if (rows.length === 0 && strict) throw noRowsReturned(detail())
    if (rows.length > 1) {
      const hint = 'Make sure the query returns a single row, or use LIMIT 1.'
      if (strict || changes || extra === 'error') {
        throw tooManyRowsReturned(TOO_MANY, detail(), hint)
      }
      if (extra === 'warning') this.notice('WARNING', 'P0003', TOO_MANY, { hint })
      this.rowCount = 1
    }
    this.row = rows.length === 0 ? null : rows[0]
    this.columns = columns
  }

  /** @param {Value} value @param {number} type */
  quoted(value, type) { return value === null ? 'NULL' : `'${this.text(value, type).replaceAll("'", "''")}'` }

  /** @param {Query} query @param {Value[]} params @returns {string} */
  shownParams(query, params) {
    const { types, values } = query.changeable ? this.resolved(query, params)
      : { types: query.staticTypes, values: params }
    const shown = query.datums.map((datum, at) => `${datum.name} = ${this.quoted(values[at], types[at])}`)
    return shown.length === 0 ? '' : `parameters: ${shown.join(', ')}`
  }

  /** @param {Query} query @param {Value[]} params @returns {Work} */
  *perform(query, params) {
    this.took(yield* this.rows(query, params, Infinity), true)
  }

  // --- dynamic statements ------------------------------------------------------------------------------------------

  /** @param {Value} value @param {number} type @returns {string} */
  dynamicText(value, type) {
    if (value === null) throw nullQueryText()
    return this.text(value, type)
  }

  /**
   * As `dynamic`; what ran before as the same text, with the same types, is not read and planned anew.
   * @param {string} text @param {Argument[]} args @returns {{ prepared: Value[], values: Value[] }}
   */
  known(text, args) {
    if (text.length > KEPT_TEXT_MAX || this.transition !== null) return this.dynamic(text, args)
    const { texts } = this.routine
    const key = `${args.map((arg) => arg.type).join()} ${text}`
    const kept = texts.get(key)
    if (kept !== undefined) return { prepared: kept, values: args.map((arg) => arg.value) }
    const made = this.dynamic(text, args)
    if (texts.size >= KEPT_TEXTS_MAX) texts.clear()
    // What was said of it when it was read is said each time.
    if (made.prepared.every(({ notices }) => notices === null)) texts.set(key, made.prepared)
    return made
  }

  /** @param {string} text @param {Argument[]} args @returns {{ prepared: Value[], values: Value[] }} */
  dynamic(text, args) {
    this.program.fuel -= DYNAMIC_STEPS
    const { transition } = this
    const statements = parse(text)
    // As parameters behind those of USING, all of them or none.
    const sides = transition !== null && statements.some(({ stmt }) => transition.isReadBy(stmt))
      ? [...transition.sides.values()] : []
    const types = args.map((arg) => arg.type)
    for (let at = 0; at < sides.length; at++) types.push(/** @type {TransitionTables} */ (transition).type)
    const prepared = statements.map((parsed) => {
      const stmt = sides.length === 0 ? null
        : /** @type {TransitionTables} */ (transition).rewrittenFor(parsed.stmt, args.length + 1)
      const read = stmt === null ? parsed : { ...parsed, stmt, node: stmt[parsed.tag] }
      const made = this.host.prepare(read, text, types, undefined)
      made.paramsFixed = true
      return made
    })
    const values = args.map((arg) => arg.value)
    for (const side of sides) values.push(/** @type {TransitionTables} */ (transition).array(side))
    return { prepared, values }
  }

  /**
   * EXECUTE.
   * @param {string} text @param {Argument[]} args @param {boolean | null} strict null: no INTO
   * @returns {Work}
   */
  *executeDynamic(text, args, strict) {
    /** @type {Answer} */
    let answer
    const before = this.under
    this.under = `SQL statement "${text}"`
    try {
      answer = yield* this.runDynamic(text, args)
    } catch (error) {
      throw explainedBy(error, text)
    } finally {
      this.under = before
    }
    this.rowCount = answer.count
    if (strict === null) return
    this.setsFound = true
    if (answer.columns.length === 0) throw intoWithoutData()
    const shown = () => this.routine.printStrictParams && args.length > 0
      ? `parameters: ${args.map((arg, at) => `$${at + 1} = ${this.quoted(arg.value, arg.type)}`).join(', ')}`
      : undefined
    // It is not as particular as a statement's INTO: only STRICT counts the rows, and gives no advice.
    if (strict && answer.rows.length > 1) throw tooManyRowsReturned(TOO_MANY, shown())
    this.takeOne(answer, strict, false, 'none', shown)
    // The first is taken, and all of them counted.
    this.rowCount = answer.count
  }

  /**
   * All statements of a text: what the last one says.
   * @param {string} text @param {Argument[]} args @returns {Generator<Promise<unknown>, Answer, void>}
   */
  *runDynamic(text, args) {
    const { prepared, values } = this.known(text, args)
    /** @type {Answer} */
    let answer = { rows: [], columns: [], count: 0 }
    for (const one of prepared) {
      if (one.tag === 'TransactionStmt') {
        throw notHere('EXECUTE of transaction commands is not implemented')
      }
      if (one.tag === 'CreateTableAsStmt' && one.node.is_select_into) {
        throw notHere('EXECUTE of SELECT ... INTO is not implemented',
          'You might want to use EXECUTE ... INTO or EXECUTE CREATE TABLE ... AS instead.')
      }
      const isCall = one.tag === 'CallStmt' || one.tag === 'DoStmt'
      answer = isCall ? yield* this.called(one, values, false) : yield* this.answer(one, values, Infinity)
    }
    return answer
  }

  // --- CALL, DO, COMMIT --------------------------------------------------------------------------------------------

  /**
   * @param {Prepared} prepared @param {Value[]} values @param {boolean} mayEnd
   * @returns {Generator<Promise<unknown>, Answer, void>}
   */
  *called(prepared, values, mayEnd) {
    const { rows, columns } = yield* this.program.utility(prepared, values, mayEnd)
    return { rows, columns: columns ?? [], count: rows.length }
  }

  /** @param {Query} query @param {Value[]} params @param {boolean} isCall @returns {Work} @throws {DbError} 42601 */
  *call(query, params, isCall) {
    const { prepared, values } = this.ready(query, params)
    // Known before it is called: one that cannot be written to stops it.
    if (isCall) this.outputs = this.outputsOf(query)
    const before = this.under
    this.under = query.line
    try {
      if (this.readOnly) this.host.refuseWrite(prepared)
      // Inside an exception block it is as in a transaction block.
      const mayEnd = this.mayEnd && this.session.block.savepoints.length === 0
      const { rows, columns } = yield* this.called(prepared, values, mayEnd)
      this.row = isCall && rows.length > 0 ? rows[0] : null
      this.columns = columns
    } catch (error) {
      throw this.explained(error, query)
    } finally {
      this.under = before
    }
  }

  /**
   * The variables behind a CALL's outputs, in their order.
   * @param {Query} query @returns {(Datum | null)[]} @throws {DbError} 42601
   */
  outputsOf(query) {
    /** @type {{ number: number, name: string }[]} */
    let places
    try {
      places = this.program.outputArguments(query.prepared)
    } catch (error) {
      throw this.explained(error, query)
    }
    return places.map(({ number, name }) => {
      const datum = number === 0 ? undefined : query.datums[number - 1]
      if (datum === undefined) {
        throw outputArgumentNotWritable(name)
      }
      if (datum.isConstant) throw constantAssigned(datum.name)
      return datum
    })
  }

  /** COMMIT and ROLLBACK. @param {boolean} isCommit @param {boolean} chain @returns {Work} */
  *end(isCommit, chain) {
    if (!this.mayEnd) throw invalidTermination()
    yield* this.program.end(isCommit, chain)
    this.ctx.txn = this.session.block.txn
  }

  // --- rows --------------------------------------------------------------------------------------------------------

  /**
   * @param {Query} query @param {Value[]} params @param {boolean} isResult of RETURN QUERY
   * @returns {Generator<Promise<unknown>, RowLoop, void>}
   */
  *openRows(query, params, isResult) {
    const { prepared, values } = this.ready(query, params)
    return yield* this.loop(prepared, values, (error) => this.explained(error, query), isResult, query.line)
  }

  /**
   * A loop over the rows of EXECUTE.
   * @param {string} text @param {Argument[]} args @returns {Generator<Promise<unknown>, RowLoop, void>}
   */
  *openDynamic(text, args) {
    const { prepared, values, explain } = this.dynamicRows(text, args)
    if (prepared.length !== 1) throw severalStatements()
    return yield* this.loop(prepared[0], values, explain, false)
  }

  /**
   * The rows of EXECUTE, one loop for each statement in it.
   * @param {string} text @param {Argument[]} args @returns {Generator<Promise<unknown>, RowLoop, void>[]}
   */
  openResults(text, args) {
    const { prepared, values, explain } = this.dynamicRows(text, args)
    if (prepared.length === 0) throw explain(notASet('empty'))
    return prepared.map((one) => this.loop(one, values, explain, true, `SQL statement "${text}"`))
  }

  /** @param {string} text @param {Argument[]} args */
  dynamicRows(text, args) {
    const explain = (/** @type {unknown} */ error) => explainedBy(error, text)
    try {
      return { ...this.known(text, args), explain }
    } catch (error) {
      throw explain(error)
    }
  }

  /**
   * @param {Prepared} prepared @param {Value[]} values @param {(error: unknown) => unknown} explain
   * @param {boolean} isResult of RETURN QUERY @param {string} [line] the context of a result's rows
   * @returns {Generator<Promise<unknown>, RowLoop, void>}
   */
  *loop(prepared, values, explain, isResult, line = '') {
    const without = isResult ? notASet : noCursor
    try {
      if (this.readOnly) this.host.refuseWrite(prepared)
      if (!prepared.isPlanned) {
        const answer = yield* this.answer(prepared, values, Infinity)
        if (answer.columns.length === 0) throw without(this.host.tagOf(prepared))
        return new RowLoop(this, null, answer, explain, isResult)
      }
      prepared.prepare(this.session)
      if (prepared.columns === null) throw without(prepared.planned.tag)
      const cursor = this.host.open(prepared, values, this.readOnly ? this.snapshot : null)
      const loop = new RowLoop(this, cursor, { rows: [], columns: prepared.ownColumns, count: 0 }, explain,
        isResult, line)
      loop.isQuery = changesNothing(prepared.planned)
      const singly = !isResult && this.program.loopsSingly(this.mayEnd)
      loop.keeps = singly && this.program.loopsAhead(prepared)
      loop.single = singly && !loop.keeps
      return loop
    } catch (error) {
      throw explain(error)
    }
  }

  /** @param {Value} value @param {number} type @returns {string} as its type prints it */
  text(value, type) {
    return this.session.typeOps(type === 0 || type === 705 ? 25 : type).format(value, this.session.env)
  }
}

/** Said before the statement is begun: it is not in the context. @param {string} tag */
export function noCursor(tag) {
  const error = notACursor(tag)
  NOT_HERE.add(error)
  return error
}

/** @param {string} tag */
const notASet = (tag) => noTuplesReturned(tag)

/** @param {unknown} error @param {string} text the statement it happened in @returns {unknown} */
export function explainedBy(error, text) {
  const found = asDbError(error)
  if (!(found instanceof DbError) || NOT_HERE.has(found)) return found
  if (found.position !== undefined) {
    found.internalPosition = found.position
    found.internalQuery = text
    found.position = undefined
  } else addContext(found, `SQL statement "${text}"`)
  return found
}
