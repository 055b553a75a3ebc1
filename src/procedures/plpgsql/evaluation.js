/**
 * One call of a PL/pgSQL function under way: what its generated code calls. Scalar variables are JavaScript locals of
 * that code; rows are RecordVariables. What may wait is a generator of promises; what `now` can answer is not. Each
 * of these classes adds to the one before: Conversion, Evaluation, StatementRun, CursorRun, ResultRun, Run.
 */
import { requireExecute } from '../../catalog/guarded.js'
import { LAYER } from '../../profile/profile.js'
import {
  notInBody, wrongColumnCount, queriedColumns, severalRows, typeOfVariableChanged,
} from '../../errors/plpgsql-run.js'
import { addContext, DbError } from '../../errors/db-error.js'
import { asDbError } from '../../errors/engine.js'
import { compileExpression } from '../../executor/compile.js'
import { bindBodyExpression } from '../../planner/body-expression.js'
import { fieldFailure, known, MISSING } from './query.js'
import { RECORD, RecordVariable } from './records.js'
import { Conversion } from './conversion.js'

/** @import { Catalog, Prepared, Value } from '../host.js' */
/** @import { TransitionTables } from './transition.js' */
/** @import { Query } from './query.js' */
/** @import { Shape } from './records.js' */

/** @typedef {{ rows: Value[][], columns: Value[], count: number }} Answer columns: empty where there are none */

/** To plan a statement counts as so many steps of a loop. */
const PLAN_STEPS = 512

export class Evaluation extends Conversion {
  // --- expressions -------------------------------------------------------------------------------------------------

  /**
   * An expression, where nothing can wait. @param {Query} query @param {Value[]} params by `query.datums`: values, and
   *   RecordVariables for records and fields
   * @returns {boolean} false: it needs a plan, `later` has to do it
   */
  now(query, params) {
    if (query.needsPlan) return false
    const { session } = this
    const catalog = session.catalog()
    const { types, values } = query.changeable ? this.resolved(query, params)
      : { types: query.staticTypes, values: params }
    let isLate = false
    if (query.compute === null || !query.isCurrent(catalog, session)) {
      if (!this.bind(query, catalog, types, params)) return false
    } else if (types !== query.types && !sameTypes(types, query.types)) {
      this.refuse(query, params, types, values)
      isLate = true
    }
    if (query.sites !== null && !session.procedures.areReady(query.sites)) return false
    if (query.permittedRole !== session.roleOid) query.permit(catalog, session.roleOid)
    const { ctx } = this
    ctx.params = values
    ctx.catalog = catalog
    const compute = isLate ? query.late(catalog) : /** @type {Value} */ (query.compute)
    this.value = compute(ctx)
    this.type = query.type
    this.typmod = query.typmod
    return true
  }

  /**
   * @param {Query} query @param {Catalog} catalog @param {number[]} types @param {Value[]} params @returns {boolean}
   */
  bind(query, catalog, types, params) {
    if (this.transition !== null && this.transition.isReadBy(query.parsed.stmt)) {
      query.needsPlan = true
      return false
    }
    try {
      if (query.bind(this.session, catalog, types, shapesOf(params))) return true
    } catch (error) {
      throw query.placed(error)
    }
    query.needsPlan = true
    return false
  }

  /**
   * Types and values of variables some of which are records.
   * @param {Query} query @param {Value[]} params @returns {{ types: number[], values: Value[] }}
   */
  resolved(query, params) {
    const { datums } = query
    const types = new Array(datums.length)
    const values = new Array(datums.length)
    for (let at = 0; at < datums.length; at++) {
      const datum = datums[at]
      const given = params[at]
      if (datum.kind === 'field') {
        const { shape } = given
        const place = shape === null ? -1 : shape.names.indexOf(datum.name)
        if (place >= 0) {
          types[at] = shape.types[place]
          values[at] = given.values === null ? null : given.values[place]
        } else {
          types[at] = shape?.system?.[datum.name] ?? MISSING
          values[at] = given.system?.[datum.name] ?? null
        }
      } else if (datum.kind === 'rec') {
        types[at] = given.shape === null ? RECORD : given.shape.type
        values[at] = given.whole()
      } else {
        types[at] = query.staticTypes[at]
        values[at] = given
      }
    }
    return { types, values }
  }

  /**
   * It was bound, and what it was bound under has not changed, but variables are of other types now: as in PostgreSQL
   * it stays as it was, and who reads such a variable is refused.
   * @param {Query} query @param {Value[]} params @param {number[]} types @param {Value[]} values its own
   */
  refuse(query, params, types, values) {
    query.datums.forEach((datum, at) => {
      // One that was missing is not read, and what is a column's name first may be no variable.
      if (types[at] === query.types[at] || query.types[at] === MISSING || query.conflict === 'use_column') return
      Object.defineProperty(values, at, { get: () => {
        const failure = types[at] === MISSING ? fieldFailure(datum, params[at].shape) : null
        const [now, before] = [types[at], query.types[at]].map((type) =>
          this.routine.formatType(this.session.catalog(), type, -1))
        throw failure ?? typeOfVariableChanged(datum.no + 1, now, before)
      } })
    })
  }

  /**
   * The same by a plan of the engine.
   * @param {Query} query @param {Value[]} params @returns {Generator<Promise<unknown>, void, void>}
   */
  *later(query, params) {
    // A call inside of the same expression's own: PostgreSQL runs it as a statement, and says so.
    const isNested = query.active > 0 && query.failedIn !== this.session.block.starts
    query.active++
    try {
      const answer = yield* this.rows(query, params, 2)
      // A query is run for it, and counts as one.
      if (query.isQuery) this.rowCount = answer.rows.length
      this.takeValue(query, params, answer)
    } catch (error) {
      if (isNested && !query.isQuery && error instanceof DbError)
        addContext(error, query.context())
      throw error
    } finally {
      query.active--
    }
  }

  /** @param {Query} query @param {Value[]} params @param {Answer} answer */
  takeValue(query, params, { columns, rows }) {
    if (columns.length !== 1 && query.expression.mode === 'assign') {
      const message = `assignment source returned ${columns.length} column${columns.length === 1 ? '' : 's'}`
      throw wrongColumnCount(message, query.context())
    }
    if (columns.length !== 1) {
      throw queriedColumns(columns.length, query.expression.text)
    }
    if (rows.length > 1) {
      throw severalRows(query.expression.text)
    }
    const value = rows.length === 0 ? null : rows[0][0]
    const { type, typmod } = columns[0]
    if (query.expression.mode === 'assign') {
      this.assignResult(query, params, value, type)
      return
    }
    this.give(value, type, typmod, query.wanted)
  }

  /**
   * The new value of an assignment's variable, of a value that a query gave.
   * @param {Query} query @param {Value[]} params @param {Value} value @param {number} type
   */
  assignResult(query, params, value, type) {
    const { types, values } = query.changeable ? this.resolved(query, params)
      : { types: query.staticTypes, values: params }
    const catalog = this.session.catalog()
    if (query.steps.length === 0) {
      const { target } = query
      const wanted = target === null || query.targetNumber === 0 ? null
        : target.kind === 'rec' ? target : { type: types[query.targetNumber - 1], typmod: target.typmod }
      // Rows are fitted to each other when the variable gets them.
      if (wanted === null || isRow(catalog, type) && isRow(catalog, wanted.type)) {
        this.give(value, type, -1, query.wanted)
        return
      }
      if (wanted.type !== RECORD) {
        try {
          this.give(value, type, -1, wanted)
        } catch (error) {
          if (query.isQuery && error instanceof DbError) addContext(error, query.context())
          throw error
        }
        return
      }
    }
    const number = types.length + 1
    const options =
      { paramTypes: [...known(types), type], paramsFixed: true, settings: this.session.settings,
        sourceText: query.source, env: this.session.env,
      functionScope: query.functionScope(shapesOf(params)) }
    const source = { ParamRef: { number, location: -1 } }
    const target = query.targetOf(types, shapesOf(params))
    const bound = /** @type {Value} */ (bindBodyExpression(source, catalog, options, null, target, 'all'))
    this.ctx.params = [...values, value]
    this.ctx.catalog = catalog
    try {
      for (const oid of bound.calls) requireExecute(catalog, this.session.roleOid, oid)
      this.value = compileExpression(bound.expr, catalog)(this.ctx)
    } catch (error) {
      if (query.isQuery && error instanceof DbError) addContext(error, query.context())
      throw error
    }
    this.type = bound.expr.type
  }

  // --- statements --------------------------------------------------------------------------------------------------

  /**
   * A piece of SQL as a statement, and the values of its parameters.
   * @param {Query} query @param {Value[]} params @param {boolean} [isOwn] of a portal, which keeps it
   * @returns {{ prepared: Prepared, values: Value[] }}
   */
  ready(query, params, isOwn = false) {
    const { types, values } = query.changeable ? this.resolved(query, params)
      : { types: query.staticTypes, values: params }
    const { transition } = this
    if (transition !== null) {
      const { node, sides } = this.overNames(transition, query, types.length + 1)
      if (sides.length > 0) return this.overTransition(query, node, types, values, params, sides)
    }
    return { prepared: this.prepared(query, types, values, params, isOwn), values }
  }

  /**
   * @param {TransitionTables} transition @param {Query} query @param {number} number of the first parameter
   * @throws {DbError} 0A000: it changes one of them
   */
  overNames(transition, query, number) {
    try {
      return transition.rewritten(query.parsed.stmt, number)
    } catch (error) {
      throw query.placed(error)
    }
  }

  /**
   * @param {Query} query
   * @param {Value} stmt that reads transition tables
   * @param {number[]} types
   * @param {Value[]} values
   * @param {Value[]} params @param {('old' | 'new')[]} sides @returns {{ prepared: Prepared, values: Value[] }}
   */
  overTransition(query, stmt, types, values, params, sides) {
    const transition = /** @type {TransitionTables} */ (this.transition)
    const scope = query.functionScope(shapesOf(params))
    const parsed = { ...query.parsed, stmt, node: stmt[query.parsed.tag] }
    const all = [...known(types), ...sides.map(() => transition.type)]
    query.prepared = this.host.prepare(parsed, query.source, all, scope)
    const prepared = query.prepared
    // The next trigger that calls may have other tables.
    query.types = NO_TYPES
    return { prepared, values: [...values, ...sides.map((side) => transition.array(side))] }
  }

  /**
   * The engine's statement for a piece of SQL, as its variables are now.
   * @param {Query} query @param {number[]} types @param {Value[]} values @param {Value[]} params
   * @param {boolean} isOwn of a portal, which keeps it
   */
  prepared(query, types, values, params, isOwn) {
    query.requireSound()
    const { roleOid } = this.session
    if (query.changeable && query.prepared?.isPlanned === true && query.types !== NO_TYPES
      && !sameTypes(types, query.types) && query.prepared.isReady(this.session)) {
      this.refuse(query, params, types, values)
      return query.prepared
    }
    if (query.prepared === null || !sameTypes(types, query.types)
      || (query.changeable && !sameShapes(query.shapes, params))
      || (roleOid !== query.roleOid && query.prepared.planned?.roleDependent === true)) {
      const shapes = shapesOf(params)
      query.roleOid = roleOid
      query.types = types
      query.shapes = shapes
      const { shareKey } = this.routine
      const scope = query.functionScope(shapes)
      query.prepared = shareKey === '' || isOwn || query.cursorNode !== null
        ? this.host.prepare(query.parsed, query.source, known(types), scope)
        : this.host.prepareShared(
          `${shareKey} ${query.place(types, shapes)}`, query.parsed, query.source, known(types), scope)
    }
    return query.prepared
  }

  /**
   * @param {Query} query @param {Value[]} params @param {number} limit rows wanted, Infinity: all
   * @returns {Generator<Promise<unknown>, Answer, void>}
   */
  *rows(query, params, limit) {
    // Each is planned when it first runs, and a body may have thousands of them one after the other.
    if (query.point === null) this.program.fuel -= PLAN_STEPS
    if (this.program.fuel < 0) {
      const turn = this.rest()
      if (turn !== null) yield turn
    }
    const { prepared, values } = this.ready(query, params)
    const before = this.under
    this.under = query.line
    try {
      if (query.cursorNode !== null) query.cursorNode.node.cursor_name = values[query.cursorNode.number - 1]
      return this.atOnce(query, prepared, values, limit) ?? (yield* this.answer(prepared, values, limit))
    } catch (error) {
      throw this.explained(error, query)
    } finally {
      this.under = before
    }
  }

  /**
   * A statement that touches few rows, by its plain body; null: it has none, or would have to wait, and nothing
   * happened.
   * @param {Query} query @param {Prepared} prepared @param {Value[]} values @param {number} limit
   * @returns {Answer | null}
   */
  atOnce(query, prepared, values, limit) {
    if (this.readOnly || !prepared.isPlanned) return null
    prepared.prepare(this.host.session)
    if (!prepared.isBounded) return null
    if (query.point === null || query.point.prepared !== prepared) query.point = this.host.point(prepared)
    /** @type {Value[][]} */
    const rows = []
    const { profile } = this.session.cluster
    const layer = profile === null ? 0 : profile.enter(LAYER.execute)
    let count
    try {
      count = query.point.run(values, null, rows)
    } finally {
      if (profile !== null) profile.leave(layer)
    }
    if (count < 0) return null
    if (rows.length > limit) rows.length = limit
    const isSelect = prepared.planned.command === 'select'
    return { rows, columns: prepared.ownColumns ?? NO_COLUMNS, count: isSelect ? rows.length : count }
  }

  /**
   * @param {Prepared} prepared @param {Value[]} values @param {number} limit
   * @returns {Generator<Promise<unknown>, Answer, void>}
   */
  *answer(prepared, values, limit) {
    const { host } = this
    if (!prepared.isPlanned) {
      if (this.readOnly) host.refuseWrite(prepared)
      this.refuseUtility(prepared)
      const { rows, columns, tag } = yield* this.program.utility(prepared, values, false)
      return { rows, columns: columns ?? [], count: countOf(tag, rows) }
    }
    if (this.readOnly) host.refuseWrite(prepared)
    const cursor = host.open(prepared, values, this.readOnly ? this.snapshot : null)
    try {
      const rows = yield* cursor.fetch(limit)
      const { columns, command } = cursor.ran()
      if (limit < Infinity && command !== 'select') {
        while ((yield* cursor.fetch(1000)).length > 0) { /* a change runs to its end */ }
      }
      const isSelect = columns !== null && command === 'select'
      return { rows, columns: columns ?? [], count: isSelect ? rows.length : cursor.count }
    } finally {
      cursor.close()
    }
  }

  /** @param {Prepared} prepared */
  refuseUtility(prepared) {
    const { tag, node } = prepared
    if (tag === 'TransactionStmt') throw notHere('unsupported transaction command in PL/pgSQL')
    if (tag === 'CopyStmt' && node.filename === undefined) throw notHere('cannot COPY to/from client in PL/pgSQL')
    if (this.readOnly && !READS.has(tag)) this.host.refuseWrite(prepared)
  }

  /**
   * An error of a statement in the body: where in it, or that it was it.
   * @param {unknown} error @param {Query} query
   */
  explained(error, query) {
    const found = asDbError(error)
    if (!(found instanceof DbError)) return found
    if (NOT_HERE.has(found)) return found
    if (found.position !== undefined) return query.placed(found)
    // What is an expression to PostgreSQL, too, has no context of its own.
    if (!query.isQuery) return found
    addContext(found, query.context())
    return found
  }

  // --- loops, parts ------------------------------------------------------------------------------------------------

  /** @returns {Promise<void> | null} null: go on */
  rest() { return this.program.rest() }
}
/** Of no query: it is made ready anew. @type {number[]} */
const NO_TYPES = [-1]

/** Errors of statements that do not belong into a body: not of the statement. @type {WeakSet<DbError>} */
export const NOT_HERE = new WeakSet()

/** @param {Catalog} catalog @param {number} type */
const isRow = (catalog, type) => type === RECORD || catalog.type(catalog.baseType(type))?.kind === 'c'

/** @param {string} message @param {string} [hint] */
export function notHere(message, hint) {
  const error = notInBody(message, hint)
  NOT_HERE.add(error)
  return error
}

/** Utility statements that a function which changes nothing may run. */
const READS = new Set(['VariableShowStmt', 'ExplainStmt', 'FetchStmt'])

/** @param {number[]} a @param {number[]} b */
function sameTypes(a, b) {
  if (a === b) return true
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}

/** @param {Value[]} params @returns {(Shape | null)[]} of the records among them */
const shapesOf = (params) => params.map((param) => param instanceof RecordVariable ? param.shape : null)

/** @param {(Shape | null)[]} shapes @param {Value[]} params */
const sameShapes = (shapes, params) =>
  shapes.every((shape, at) => shape === (params[at] instanceof RecordVariable ? params[at].shape : null))

/** @type {Answer['columns']} */
const NO_COLUMNS = []

/** Rows that a command says it has dealt with. @param {string} tag @param {Value[][]} rows */
function countOf(tag, rows) {
  if (rows.length > 0) return rows.length
  const number = /^(?:SELECT|COPY|REFRESH MATERIALIZED VIEW|FETCH|MOVE|INSERT 0|UPDATE|DELETE|MERGE) (\d+)$/.exec(tag)
  return number === null ? 0 : Number(number[1])
}
