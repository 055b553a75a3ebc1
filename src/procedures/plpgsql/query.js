/**
 * One piece of SQL of a body, as a routine uses it: which variables it names, and how it is run. What is no more than
 *   an expression becomes a function of
 * its variables' values; everything else is a statement of the engine's, prepared once, whose plan follows the catalog.
 *   Nothing is bound before it is run
 * for the first time, as in PostgreSQL: what is wrong with it is said there.
 */
import { isEverybodys, requireExecute } from '../../catalog/guarded.js'
import { addContext, DbError, namedRoutine } from '../../errors/db-error.js'
import { noSuchField, notAssigned, systemColumnAssigned } from '../../errors/plpgsql.js'
import { compileExpression } from '../../executor/compile.js'
import { bindBodyExpression, loneExpression } from '../../planner/body-expression.js'
import { fieldOf } from './parse/names.js'
import { RECORD } from './records.js'
import { sqlOf, visitNames } from './sql-text.js'
import { SYSTEM_TYPES } from './stored-row.js'
import { FIRST_USER_OID, TEXT } from '../../types/oids.js'

/** @typedef {import('../host.js').Value} Value */
/** @typedef {import('../host.js').Catalog} Catalog */
/** @typedef {import('../host.js').Session} Session */

/** @typedef {import('./parse/names.js').Datum} Datum */
/** @typedef {import('./parse/tree.js').Expression} Expression */
/** @typedef {import('./records.js').RecordVariable} RecordVariable */
/** @typedef {{ type: number, typmod: number }} Wanted */

/** Instead of the type of a field that its row does not have. */
export const MISSING = 0

/** For who binds: what is missing is said where it is read. @param {number[]} types @returns {number[]} */
export const known = (types) => types.includes(MISSING) ? types.map((type) => type === MISSING ? TEXT : type) : types

/** What PostgreSQL calls the three. */
const CONTEXTS = { expression: 'SQL expression', assign: 'PL/pgSQL assignment', statement: 'SQL statement' }

export class Query {
  /**
   * @param {Expression} expression @param {string} conflict #variable_conflict @param {Wanted | null} wanted what its
   *   one value is converted to @param {Datum | null} target of an assignment
   */
  constructor(expression, conflict, wanted, target) {
    this.expression = expression
    this.conflict = conflict
    this.wanted = wanted
    this.target = target
    /** It is not SQL: said when it is run, if it was not when the function was made. @type {unknown} */
    this.broken = null
    const { parsed, source, prefix, steps, firstName = '' } = this.read(expression)
    this.parsed = parsed
    this.source = source
    this.prefix = prefix
    this.steps = steps
    /** Of an assignment's target, as it is written; '' where it is a number. */
    this.firstName = firstName
    /** What contexts of errors and messages under it say, '' nothing. */
    this.line = ''
    this.lone = expression.mode !== 'statement' && parsed.tag === 'SelectStmt' ? loneExpression(parsed.node) : null
    /** Variables it may name: $1 … of it. @type {Datum[]} */
    this.datums = []
    /** Which of them are fields of records, whose type may change. */
    this.changeable = false
    this.targetNumber = target === null || target.kind === 'row' ? 0 : this.numberOf(target)
    /** Calls of this session that are computing it. */
    this.active = 0
    /**
     * The transaction of the session in which it failed last. PostgreSQL takes it for being computed until that ends,
     * and runs it as a query meanwhile, which contexts of errors say.
     */
    this.failedIn = 0
    /** It has a query inside. */
    this.hasSubquery = false
    this.collect()
    /** PostgreSQL runs it as one, not as an expression; of aggregates and sets it is known when it is bound. */
    this.isQuery = this.lone === null || this.hasSubquery
    if (this.isQuery) this.line = this.context()
    /** Types of the variables, 0 for those of records. @type {number[]} */
    this.staticTypes = this.datums.map((datum) => datum.kind === 'var' ? datum.type : 0)
    /** Shapes that `prepared` was made for. @type {(import('./records.js').Shape | null)[]} */
    this.shapes = []
    /** What runs it where nothing can wait, once it has run so. @type {Value} PointRunner */
    this.point = null
    /** Types of the variables that it was bound with. @type {number[]} */
    this.types = []
    /** @type {((ctx: Value) => Value) | null} */
    this.compute = null
    /** What `compute` gives. */
    this.type = 0
    this.typmod = -1
    /** @type {Value} Prepared of the engine */
    this.prepared = null
    /** The role it was prepared in. */
    this.roleOid = 0
    /** What it was bound under. @type {Value} */
    this.catalog = null
    this.pathKey = ''
    this.settingsAt = -1
    /** @type {Map<number, number>} */
    this.dependencies = new Map()
    this.isLasting = false
    this.onlyBuiltin = false
    /** It turned out to need a plan. */
    this.needsPlan = this.lone === null
    this.plannedAt = /** @type {Value} */ (null)
  }

  /** @param {Expression} expression */
  read(expression) {
    try {
      return sqlOf(expression)
    } catch (error) {
      this.broken = error
      return { parsed: { tag: '', node: {}, stmt: {} }, source: expression.text, prefix: 0, steps: [] }
    }
  }

  /** Whether it computes anything: a variable cannot fail, unless it is converted to what it is assigned to. */
  mayFail() {
    if (this.isQuery) return false
    const [kind] = Object.keys(this.lone)
    if (this.expression.mode === 'assign') return kind !== 'A_Const' || this.steps.length > 0
    return kind !== 'A_Const' && kind !== 'ColumnRef' && kind !== 'ParamRef'
  }

  /** A constant and no more, whose value is not assigned. */
  get isConstant() { return this.lone?.A_Const !== undefined && this.expression.mode === 'expression' }

  /** @throws {DbError} 42601 */
  requireSound() {
    if (this.broken !== null) throw this.placed(sameAgain(this.broken))
  }

  /** @param {Datum} datum @returns {number} of its parameter */
  numberOf(datum) {
    if (datum.kind === 'field') datum = fieldOf(/** @type {Datum} */ (datum.parent), datum.name)
    let at = this.datums.indexOf(datum)
    if (at < 0) {
      at = this.datums.push(datum) - 1
      if (datum.kind === 'field' || datum.kind === 'rec') this.changeable = true
    }
    return at + 1
  }

  collect() {
    const { scope } = this.expression
    visitNames([this.parsed.stmt, this.steps], {
      column: (node) => {
        const star = node.fields.at(-1).A_Star !== undefined
        const names =
          (star ? node.fields.slice(0, -1) : node.fields).map((/** @type {Value} */ field) => field.String.sval)
        const datum = names.length > 0 ? variable(scope, names, star) : null
        if (datum !== null) this.numberOf(datum)
      },
      param: (node) => {
        const found = scope.find(`$${node.number}`)
        if (found !== null) node.number = this.numberOf(found.datum)
      },
      subquery: () => { this.hasSubquery = true },
      cursor: (node) => {
        const found = scope.find(node.cursor_name)
        if (found !== null && found.datum.kind === 'var' && found.datum.type === 1790) {
          this.cursorNode = { node, number: this.numberOf(found.datum) }
        }
      },
    })
  }

  /** CURRENT OF a variable. @type {{ node: Value, number: number } | null} */
  cursorNode = null

  /**
   * As the binder asks for names.
   * @param {(import('./records.js').Shape | null)[]} shapes of the records among the variables
   */
  functionScope(shapes) {
    const { conflict, datums, expression: { scope } } = this
    return {
      name: '', argNames: [],
      // Of statements that sessions share: nothing here leads to this one.
      variables: {
        conflict: /** @type {Value} */ (conflict),
        find: (/** @type {string[]} */ names, /** @type {boolean} */ star) => {
          const datum = variable(scope, names, star)
          if (datum === null) return null
          const number = datums.indexOf(datum) + 1
          return { number, typmod: datum.typmod, collation: datum.collation, failure: datum.kind === 'field'
            ? fieldFailure(datum, shapes[number - 1]) : null }
        },
        fieldsOf: (/** @type {number} */ number) => fieldsOf(shapes[number - 1]),
      },
    }
  }

  /**
   * All that its meaning depends on besides the function's text.
   * @param {number[]} types @param {(import('./records.js').Shape | null)[]} shapes @returns {string}
   */
  place(types, shapes) {
    const { at, mode } = this.expression
    const names = this.datums.map(({ kind, name, typmod, collation }) => [kind, name, typmod, collation])
    return JSON.stringify([at, mode, this.source, this.conflict, this.targetNumber, names, types, shapes])
  }

  /** Whether what was made of it is still good. @param {Catalog} catalog @param {Session} session */
  isCurrent(catalog, session) {
    if (catalog === this.catalog && session.settings.changes === this.settingsAt) return true
    if (this.compute === null || this.pathKey !== catalog.pathKey
      || (!this.isLasting && session.settings.changes !== this.settingsAt)) {
      return false
    }
    if (!this.onlyBuiltin) {
      if (catalog.isPrivate) return false
      for (const [oid, version] of this.dependencies) if (catalog.version(oid) !== version) return false
    }
    if (catalog !== this.catalog) this.permittedRole = -1
    this.catalog = catalog
    this.settingsAt = session.settings.changes
    return true
  }

  /**
   * Binds it as an expression. @param {Session} session @param {Catalog} catalog @param {number[]} types of its
   *   variables @param {(import('./records.js').Shape | null)[]} shapes
   * @returns {boolean} false: it needs a plan
   */
  bind(session, catalog, types, shapes) {
    this.types = types
    this.catalog = catalog
    this.settingsAt = session.settings.changes
    this.pathKey = catalog.pathKey
    this.compute = null
    const options =
      { paramTypes: known(types), paramsFixed: true, settings: session.settings, sourceText: this.source,
        env: session.env, functionScope: this.functionScope(shapes) }
    if (this.target?.kind === 'field') this.requireTarget(shapes[this.targetNumber - 1])
    const target = this.targetNumber === 0 || (this.steps.length === 0 && this.target === null) ? null
      : this.targetOf(types, shapes)
    const bound =
      bindBodyExpression(this.lone, catalog, options, this.wanted, this.expression.mode === 'assign' ? target : null,
        true, this)
    if (bound === null) return false
    // It goes by `types`, which are these now.
    this.prepared = null
    this.sites = bound.callsBodies ? [] : null
    this.type = bound.expr.type
    this.typmod = bound.expr.typmod
    this.dependencies = bound.dependencies
    this.isLasting = bound.isLasting
    this.onlyBuiltin = [...bound.dependencies.keys()].every((oid) => oid < FIRST_USER_OID)
    this.compute = compileExpression(bound.expr, catalog, this.sites)
    this.expr = bound.expr
    this.calls = [...bound.calls]
    this.permittedRole = -1
    return true
  }

  /** What computes it, and reads of its variables only those whose values it wants. @param {Catalog} catalog */
  late(catalog) { return compileExpression(this.expr, catalog, this.sites === null ? null : [], true) }

  /**
   * Where it calls functions in PL/pgSQL: it is computed while these cannot wait, else it needs a plan. null: nowhere.
   * @type {import('../../executor/expressions/procedures.js').CallSite[] | null}
   */
  sites = null
  /** Functions that it calls. @type {number[]} */
  calls = []
  /** Who was found to be granted them last, by the catalog at hand. */
  permittedRole = -1

  /** @param {Catalog} catalog @param {number} role @throws {DbError} 42501 */
  permit(catalog, role) {
    for (const oid of this.calls) requireExecute(catalog, role, oid)
    this.permittedRole = role
  }

  /** @type {Value} */
  expr = null

  /**
   * As a part of the function's code: of built-in parts alone, so that it means the same as long as the search path is
   * the same. @param {Session} session @param {Catalog} catalog
   * @returns {{ expr: Value, type: number, typmod: number } | null}
   */
  inlinable(session, catalog) {
    if (this.lone === null || this.broken !== null) return null
    const types = this.datums.map(knownType)
    if (types.includes(0)) return null
    const shapes = this.datums.map((datum) => datum.parent?.fixed ?? null)
    const options = { paramTypes: types, paramsFixed: true, settings: session.settings, sourceText: this.source,
      env: session.env, functionScope: this.functionScope(shapes) }
    const target = this.expression.mode === 'assign' ? this.targetOf(types, shapes) : null
    try {
      const bound = bindBodyExpression(this.lone, catalog, options, this.wanted, target)
      if (bound === null || !bound.isLasting) return null
      for (const oid of bound.dependencies.keys()) if (oid >= FIRST_USER_OID) return null
      for (const oid of bound.calls) if (!isEverybodys(catalog, oid)) return null
      return { expr: bound.expr, type: bound.expr.type, typmod: bound.expr.typmod }
    } catch (error) {
      // What is wrong with it is said when it runs.
      if (error instanceof DbError) return null
      throw error
    }
  }

  /** The field assigned to is there. @param {import('./records.js').Shape | null} shape */
  requireTarget(shape) {
    const failure = targetFailure(/** @type {Datum} */ (this.target), shape)
    if (failure === null) return
    if (failure.code === '0A000') OF_TARGETS.add(failure)
    throw failure
  }

  /** @param {number[]} types @param {(import('./records.js').Shape | null)[]} shapes */
  targetOf(types, shapes) {
    const target = /** @type {Datum} */ (this.target)
    const shape = target.kind === 'field' ? shapes[this.targetNumber - 1] : null
    const typmod = shape === null ? target.typmod : shape.typmods[shape.names.indexOf(target.name)] ?? -1
    return { name: this.firstName || target.name, number: this.targetNumber, type: types[this.targetNumber - 1], typmod,
      collation: target.collation, steps: this.steps, location: this.prefix }
  }

  /** An error while it was made ready: its place is one in this text. @param {unknown} error */
  placed(error) {
    if (!(error instanceof DbError) || OF_TARGETS.has(error)) return error
    if (error.position !== undefined) {
      error.internalPosition = Math.max(1, error.position - this.prefix)
      error.internalQuery = this.expression.text
      error.position = undefined
    } else if (error.internalPosition === undefined || error.where !== undefined) {
      // To make a constant another type is no part of the expression.
      if (!this.isConstant) addContext(error, this.context())
    }
    return error
  }

  /** An error's context line. */
  context() {
    const { mode, text } = this.expression
    return `${CONTEXTS[mode]} "${text}"`
  }
}

/** Errors of what is assigned to, which the expression has no part in. @type {WeakSet<DbError>} */
const OF_TARGETS = new WeakSet()

/** An error that will be thrown again later, as a new one. @param {unknown} error @returns {unknown} */
const sameAgain = (error) => error instanceof DbError
  ? new DbError(error.code, error.message, { ...error, cause: undefined, routine: namedRoutine(error) })
  : error

/**
 * The variable that a column's name may be.
 * @param {import('./parse/names.js').Scope} scope @param {string[]} names @param {boolean} star @returns {Datum | null}
 */
function variable(scope, names, star) {
  const found =
    scope.find(names[0], names[1] ?? (star ? '*' : undefined), names.length > 2 ? names[2] : names.length === 2 && star
      ? '*' : undefined)
  if (found === null) return null
  const { datum, used } = found
  if (star) return used === names.length && datum.kind === 'rec' ? datum : null
  if (datum.kind === 'field' && used === names.length) {
    return fieldOf(/** @type {Datum} */ (datum.parent), datum.name)
  }
  if (used === names.length) return datum.kind === 'row' ? null : datum
  return datum.kind === 'rec' && used === names.length - 1 ? fieldOf(datum, names[used]) : null
}

/** A variable's type while the code is made, 0: known when it runs. @param {Datum} datum @returns {number} */
function knownType(datum) {
  if (datum.kind === 'var') return datum.type
  const fixed = datum.kind === 'field' ? datum.parent?.fixed : undefined
  return fixed?.types[fixed.names.indexOf(datum.name)] ?? 0
}

/** @param {Datum} datum @param {import('./records.js').Shape | null} shape @returns {DbError | null} */
const targetFailure = (datum, shape) =>
  shape !== null && datum.name in SYSTEM_TYPES && !shape.names.includes(datum.name)
    ? systemColumnAssigned(datum.name) : fieldFailure(datum, shape)

/** @param {Datum} datum @param {import('./records.js').Shape | null} shape @returns {DbError | null} */
export function fieldFailure(datum, shape) {
  const record = /** @type {Datum} */ (datum.parent).name
  if (shape === null) return notAssigned(record)
  const isThere = shape.names.includes(datum.name) || shape.system?.[datum.name] !== undefined
  return isThere ? null : noSuchField(record, datum.name)
}

/** @param {import('./records.js').Shape | null} shape */
const fieldsOf = (shape) => shape === null || shape.type !== RECORD ? null
  : shape.names.map((name, at) => ({ name, type: shape.types[at], typmod: shape.typmods[at] }))
