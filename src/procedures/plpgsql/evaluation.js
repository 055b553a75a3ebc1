/**
 * One call of a PL/pgSQL function under way: what its generated code calls. Scalar variables are JavaScript locals of
 *   that code; rows are RecordVariables. What
 * may wait is a generator of promises; what `now` can answer is not.
 */
import { LAYER } from '../../profile/profile.js'
import {
  notInBody, wrongColumnCount, queriedColumns, severalRows, nonCompositeToRecord,
} from '../../errors/plpgsql-run.js'
import { DbError } from '../../errors/db-error.js'
import { asDbError } from '../../errors/engine.js'
import { notNullVariable } from '../../errors/plpgsql.js'
import { compileExpression } from '../../executor/compile.js'
import { bindBodyExpression, valueCast } from '../../planner/body-expression.js'
import { PgRecord } from '../../types/record.js'
import { addContext } from './query.js'
import { RECORD, RecordVariable, shapeOf, shapeOfColumns, shapeOfValue } from './records.js'

/** @typedef {import('../host.js').Value} Value */
/** @typedef {import('../host.js').Catalog} Catalog */
/** @typedef {import('../host.js').Prepared} Prepared */
/** @typedef {import('../host.js').Snapshot} Snapshot */

/** @typedef {import('./parse/names.js').Datum} Datum */
/** @typedef {import('./transition.js').TransitionTables} TransitionTables */
/** @typedef {import('./query.js').Query} Query */
/** @typedef {import('./records.js').Shape} Shape */
/** @typedef {import('../host.js').ProcedureHost} ProcedureHost */
/** @typedef {{ rows: Value[][], columns: Value[], count: number }} Answer columns: empty where there are none */

/**
 * Conversions between types by 'from:typmod:to:typmod'; null: the value stays.
 * @type {WeakMap<object, Map<string, ((ctx: Value) => Value) | null>>}
 * by catalog
 */
const CASTS = new WeakMap()
/** To plan a statement counts as so many steps of a loop. */
const PLAN_STEPS = 512

export class Evaluation {
  /**
   * @param {import('./routine.js').PlpgsqlRoutine} routine @param {ProcedureHost} host
   * @param {Snapshot} snapshot the caller's @param {boolean} mayEnd it may end the transaction
   */
  constructor(routine, host, snapshot, mayEnd) {
    this.routine = routine
    this.host = host
    this.program = host.program
    this.session = host.session
    this.readOnly = routine.readOnly
    this.snapshot = routine.readOnly ? snapshot : null
    this.mayEnd = mayEnd && routine.config.length === 0 && !routine.func.securityDefiner
    this.ctx = host.expressionContext()
    this.ctx.snapshot = snapshot
    this.ctx.workMem = host.session.workMemBytes
    /** Of the statement being executed: index in the routine's places. */
    this.at = 0
    /** What `now` and `later` found. @type {Value} */
    this.value = null
    this.type = 0
    this.typmod = -1
    /** The row that INTO, FETCH or a loop has come to. @type {Value[] | null} */
    this.row = null
    /** @type {Value[]} */
    this.columns = []
    this.rowCount = 0
    this.found = false
    /** The context line of the SQL that is under way, '' none. */
    this.under = ''
    /** Rows of RETURN NEXT and RETURN QUERY. @type {import('./results.js').Results | null} */
    this.results = null
    /** What the innermost exception handler deals with. @type {DbError | null} */
    this.caught = null
    /** @type {import('./trigger.js').TriggerCall | null} */
    this.trigger = null
    /** @type {TransitionTables | null} */
    this.transition = null
  }

  /** As it was made, for another call. @param {Snapshot} snapshot the caller's @returns {this} */
  renewed(snapshot) {
    const { ctx, session } = this
    this.snapshot = this.readOnly ? snapshot : null
    ctx.snapshot = snapshot
    ctx.catalog = session.catalog()
    ctx.txn = session.block.txn
    ctx.params = NO_PARAMS
    ctx.workMem = session.workMemBytes
    ctx.env = session.env
    this.at = 0
    this.value = null
    this.row = null
    this.columns = NO_PARAMS
    this.rowCount = 0
    this.found = false
    return this
  }

  catalog() { return this.host.catalog() }

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
    if (query.compute === null || types !== query.types && !sameTypes(types, query.types)
      || !query.isCurrent(catalog, session)) {
      if (!this.bind(query, catalog, types, params)) return false
    }
    if (query.sites !== null && !session.procedures.areReady(query.sites)) return false
    if (query.permittedRole !== session.roleOid) query.permit(catalog, session.roleOid)
    const { ctx } = this
    ctx.params = values
    ctx.catalog = catalog
    this.value = /** @type {Value} */ (query.compute)(ctx)
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
          types[at] = shape?.system?.[datum.name] ?? TEXT
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
   * @param {Value} value @param {number} type @param {number} typmod
   * @param {{ type: number, typmod: number } | null} wanted
   */
  give(value, type, typmod, wanted) {
    this.value = wanted === null ? value : this.cast(value, type, typmod, wanted.type, wanted.typmod)
    this.type = wanted === null ? type : wanted.type
    this.typmod = wanted === null ? typmod : wanted.typmod
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
      { paramTypes: [...types, type], paramsFixed: true, settings: this.session.settings, sourceText: query.source,
        env: this.session.env,
      functionScope: query.functionScope(shapesOf(params)) }
    const source = { ParamRef: { number, location: -1 } }
    const target = query.targetOf(types, shapesOf(params))
    const bound = /** @type {Value} */ (bindBodyExpression(source, catalog, options, null, target))
    this.ctx.params = [...values, value]
    this.ctx.catalog = catalog
    try {
      this.value = compileExpression(bound.expr, catalog)(this.ctx)
    } catch (error) {
      if (error instanceof DbError) addContext(error, query.context())
      throw error
    }
    this.type = bound.expr.type
  }

  /** An expression that is part of the code. @param {Value} value @param {number} type @param {number} typmod */
  given(value, type, typmod) {
    this.value = value
    this.type = type
    this.typmod = typmod
    return value
  }

  // --- conversions -------------------------------------------------------------------------------------------------

  /**
   * @param {Value} value @param {number} from @param {number} fromTypmod @param {number} to @param {number} typmod
   * @returns {Value}
   */
  cast(value, from, fromTypmod, to, typmod) {
    if (from === to && (typmod < 0 || typmod === fromTypmod)) return value
    const catalog = this.session.catalog()
    if (to === RECORD) return value
    const convert = castFor(catalog, from, fromTypmod, to, typmod)
    if (convert === null) return value
    const { ctx } = this
    ctx.params = [value]
    ctx.catalog = catalog
    return convert(ctx)
  }

  /** `run.value`, for a variable. @param {Datum} datum @returns {Value} */
  taken(datum) { return this.checked(this.cast(this.value, this.type, this.typmod, datum.type, datum.typmod), datum) }

  /** A column of the row at hand, for a variable. @param {number} at @param {Datum} datum @returns {Value} */
  part(at, datum) {
    const { row, columns } = this
    if (row === null || at >= columns.length) return this.checked(null, datum)
    return this.checked(this.cast(row[at], columns[at].type, columns[at].typmod, datum.type, datum.typmod), datum)
  }

  /** @param {Value} value @param {Datum} datum @returns {Value} */
  checked(value, datum) {
    if (value === null && datum.notNull) throw notNullVariable(datum.name)
    return value
  }

  /** NULL for a variable of a domain: its rules are asked. @param {Datum} datum */
  initial(datum) {
    return this.routine.isDomain(datum.type) ? this.cast(null, UNKNOWN_AS_TEXT, -1, datum.type, -1) : null
  }

  /** A variable without an initial value. @param {Datum} datum @returns {RecordVariable} */
  initialRecord(datum) {
    this.requireNullable(datum)
    return this.record(datum)
  }

  /** NULL for a row of a domain: its rules are asked. @param {Datum} datum */
  requireNullable({ type }) {
    if (type !== RECORD && this.routine.isDomain(type)) this.cast(null, RECORD, -1, type, -1)
  }

  /** @param {Datum} datum @returns {RecordVariable} */
  record(datum) { return new RecordVariable(datum, datum.type === RECORD ? null : shapeOf(this.catalog(), datum.type)) }

  /**
   * A field gets a value.
   * @param {RecordVariable} record @param {string} field @param {Value} value @param {number} type
   * @param {number} typmod
   */
  setField(record, field, value, type, typmod) {
    const at = record.placeToSet(field)
    const shape = /** @type {Shape} */ (record.shape)
    const made = this.cast(value, type, typmod, shape.types[at], shape.typmods[at])
    if (this.routine.isDomain(record.datum.type)) {
      const values = record.values?.slice() ?? shape.types.map(() => null)
      values[at] = made
      this.put(record, shape, values)
    } else record.set(field, made)
  }

  /** A field of a record whose row is fixed. @param {RecordVariable} record @param {number} at @param {Value} value */
  setPlace(record, at, value) {
    if (record.values === null) record.values = /** @type {Shape} */ (record.shape).types.map(() => null)
    record.values[at] = value
  }

  /**
   * A column of the row at hand, for a field.
   * @param {number} at @param {RecordVariable} record @param {string} field
   */
  partOfField(at, record, field) {
    const { row, columns } = this
    if (row === null || at >= columns.length) this.setField(record, field, null, TEXT, -1)
    else this.setField(record, field, row[at], columns[at].type, columns[at].typmod)
  }

  /** A row variable gets a value. @param {RecordVariable} record @param {Value} value @param {number} type */
  assignRecord(record, value, type) {
    if (value === null) {
      if (record.datum.notNull) throw notNullVariable(record.datum.name)
      this.requireNullable(record.datum)
      record.clear()
      return
    }
    if (!(value instanceof PgRecord)) {
      throw nonCompositeToRecord()
    }
    void type
    try {
      this.fill(record, value.values, shapeOfValue(this.catalog(), value))
    } catch (error) {
      if (error instanceof DbError) OF_VARIABLES.add(error)
      throw error
    }
  }

  /** The row at hand goes into a row variable. @param {RecordVariable} record */
  takeRow(record) {
    const { row, columns } = this
    const shape = shapeFor(columns)
    if (row === null) {
      if (record.datum.notNull) throw notNullVariable(record.datum.name)
      // Its columns are known even so.
      if (record.declared === null) record.put(shape, shape.types.map(() => null))
      else record.values = record.declared.types.map(() => null)
      return
    }
    this.fill(record, row, shape)
  }

  /** @param {RecordVariable} record @param {Value[]} values @param {Shape} shape theirs */
  fill(record, values, shape) {
    const { declared } = record
    if (declared === null) {
      record.put(shape, values.length === shape.types.length ? values.slice() : values.slice(0, shape.types.length))
      return
    }
    if (shape.type === declared.type) {
      const own = values.slice()
      while (own.length < declared.types.length) own.push(null)
      this.put(record, declared, own)
      return
    }
    this.put(record, declared, this.fitted(values, shape, declared))
  }

  /**
   * Values of a declared type; a domain's rules are asked first.
   * @param {RecordVariable} record @param {Shape} shape @param {Value[]} values
   */
  put(record, shape, values) {
    const { type } = record.datum
    if (this.routine.isDomain(type)) this.cast(new PgRecord(shape.type, values, shape.types), shape.type, -1, type, -1)
    record.put(shape, values)
  }

  /**
   * Columns one by one into others: what is missing is null, what is too much is left out.
   * @param {Value[]} values @param {Shape} from @param {Shape} to @returns {Value[]}
   */
  fitted(values, from, to) {
    let next = 0
    return to.types.map((type, at) => {
      if (type === 0) return null
      while (next < from.types.length && from.types[next] === 0) next++
      const place = next++
      if (place >= from.types.length) return null
      return this.cast(values[place], from.types[place], from.typmods[place], type, to.typmods[at])
    })
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
    return { prepared: this.prepared(query, types, params, isOwn), values }
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
    const all = [...types, ...sides.map(() => transition.type)]
    query.prepared = this.host.prepare(parsed, query.source, all, scope)
    const prepared = query.prepared
    // The next trigger that calls may have other tables.
    query.types = NO_TYPES
    return { prepared, values: [...values, ...sides.map((side) => transition.array(side))] }
  }

  /**
   * The engine's statement for a piece of SQL, as its variables are now.
   * @param {Query} query @param {number[]} types @param {Value[]} params
   * @param {boolean} isOwn of a portal, which keeps it
   */
  prepared(query, types, params, isOwn) {
    query.requireSound()
    const { roleOid } = this.session
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
        ? this.host.prepare(query.parsed, query.source, types, scope)
        : this.host.prepareShared(
          `${shareKey} ${query.place(types, shapes)}`, query.parsed, query.source, types, scope)
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
    return { rows, columns: prepared.columns ?? NO_COLUMNS, count: isSelect ? rows.length : count }
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

const TEXT = 25
/** @type {Value[]} */
const NO_PARAMS = []
/** Of no query: it is made ready anew. @type {number[]} */
const NO_TYPES = [-1]
const UNKNOWN_AS_TEXT = 25

/** Errors of statements that do not belong into a body: not of the statement. @type {WeakSet<DbError>} */
export const NOT_HERE = new WeakSet()

/** Errors of what becomes of a value that was computed without one. @type {WeakSet<DbError>} */
export const OF_VARIABLES = new WeakSet()

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

/** @type {WeakMap<Value[], Shape>} */
const SHAPES = new WeakMap()

/** @param {Value[]} columns @returns {Shape} the same for the same columns */
export function shapeFor(columns) {
  let shape = SHAPES.get(columns)
  if (shape === undefined) SHAPES.set(columns, shape = shapeOfColumns(columns))
  return shape
}

/**
 * @param {Catalog} catalog @param {number} from @param {number} fromTypmod @param {number} to @param {number} typmod
 * @returns {((ctx: Value) => Value) | null}
 */
function castFor(catalog, from, fromTypmod, to, typmod) {
  let casts = CASTS.get(catalog)
  if (casts === undefined) CASTS.set(catalog, casts = new Map())
  const key = `${from}:${fromTypmod}:${to}:${typmod}`
  let convert = casts.get(key)
  if (convert === undefined) {
    const expr = valueCast(catalog, from, fromTypmod, to, typmod)
    convert = expr === null ? null : compileExpression(expr, catalog)
    casts.set(key, convert)
  }
  return convert
}

/** Rows that a command says it has dealt with. @param {string} tag @param {Value[][]} rows */
function countOf(tag, rows) {
  if (rows.length > 0) return rows.length
  const number = /^(?:SELECT|COPY|REFRESH MATERIALIZED VIEW|FETCH|MOVE|INSERT 0|UPDATE|DELETE|MERGE) (\d+)$/.exec(tag)
  return number === null ? 0 : Number(number[1])
}
