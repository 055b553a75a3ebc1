/**
 * What one statement's binding shares: the catalog, range-table numbers, parameters; and what one query level knows:
 * the names in scope.
 */
import { UNKNOWN } from '../../types/oids.js'
import { located, ambiguousParameter, indeterminateType, undefinedParameter } from '../../errors/syntax.js'
import { CatalogView } from '../catalog-view.js'
import { Needs } from '../needs.js'
import { opsOf } from '../../catalog/user-types.js'
import { DbError, namedRoutine } from '../../errors/db-error.js'

/** @import { CatalogSnapshot } from '../../catalog/snapshot.js' */

/** @import { Again } from '../left-calls.js' */

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {import('../../catalog/query.js').CteEntry} CteEntry */

/**
 * A name in FROM. `columns[i].expr` is what the name stands for (USING columns: the merged expression).
 * @typedef {object} NameItem
 * @property {string} name '' for an unnamed join
 * @property {string | null} schema set for a relation without alias, so schema.table.column finds it
 * @property {ScopeColumn[]} columns
 * @property {RangeEntry | null} entry null for a join
 * @property {boolean} tableVisible
 * @property {boolean} columnsVisible
 * @property {boolean} lateralOnly visible only to LATERAL items of the same FROM
 * @property {boolean} lateralOk
 */
/** @typedef {{ name: string, expr: Expr, tableOid: number, attnum: number, hidden?: boolean }} ScopeColumn */

/**
 * Names that stand for a function's arguments: a column of that name is nearer.
 * @typedef {{ name: string, argNames: string[], collation?: number, variables?: import('./variables.js').Variables }
 *   } FunctionScope argNames[i] is $i+1, '' unnamed; collation: of the arguments, 0 or none: their types';
 *   variables: of PL/pgSQL
 */

/** @type {ReadonlySet<number>} */
const NONE = new Set()

/** One query level. Where an expression stands (`clause`) decides what it may hold. */
export class Level {
  /** @param {Level | null} parent */
  constructor(parent) {
    this.parent = parent
    /** @type {NameItem[]} */
    this.items = []
    /** @type {RangeEntry[]} */
    this.entries = []
    /** @type {CteEntry[]} */
    this.ctes = []
    this.clause = ''
    this.lateralActive = false
    this.hasAggregates = false
    this.hasWindowCalls = false
    this.hasSetReturning = false
    this.inAggregate = false
    this.inWindow = false
    /** The call that returned a set last. @type {import('./expressions/sets.js').LastSet} */
    this.lastSet = null
    /** @type {import('../../catalog/query.js').WindowSpec[]} */
    this.windows = []
    /** @type {any[]} the WINDOW clause's definitions */
    this.windowDefinitions = []
    /** Named windows already bound: name -> index in windows. @type {Map<string, number> | null} */
    this.windowNames = null
    /**
     * What is wrong with a window, until the rest is bound
     * @type {import('../../errors/db-error.js').DbError | null}
     */
    this.windowError = null
    /** The target list while ORDER BY and friends refer to it. @type {import('../../catalog/query.js').Target[]} */
    this.targets = []
  }
}

export class BindContext {
  /**
   * @param {CatalogSnapshot} catalog CatalogSnapshot
   * @param {{ paramTypes?: number[], settings?: any, sourceText?: string, env?: any, paramsFixed?: boolean,
   *   unusableIndexes?: ReadonlySet<number>, seesKeysTwice?: boolean, bypassesRowSecurity?: boolean,
   *   functionScope?: FunctionScope, again?: Again }} options
   */
  constructor(catalog, options) {
    this.catalog = catalog
    this.view = new CatalogView(catalog, options.settings)
    /**
     * Operators by name and by the types that they are to stand between.
     * @type {Map<string, import('../catalog-view.js').OperatorInfo>}
     */
    this.operators = new Map()
    this.settings = options.settings ?? {}
    /** Some call returns a set. */
    this.hasSets = false
    /** `x = NULL` means IS NULL. */
    this.nullEquals = options.settings?.get?.('transform_null_equals') === true
    this.sourceText = options.sourceText ?? ''
    this.env = options.env
    /** What is bound is planned and not stored: long conditions may be taken together (expressions/wide.js). */
    this.foldsWide = false
    /** Attempts at the expression that is being bound. @type {import('./attempts.js').Attempts | null} */
    this.attempts = null
    /** Queries around what is bound. */
    this.nesting = 0
    /**
     * Queries of expressions that are bound before those.
     * @type {Map<object, import('../../catalog/query.js').Query>}
     */
    this.boundFirst = new Map()
    /** So many subqueries around are bound without a rest. */
    this.inOneGo = 0
    /** What is bound is stored and not planned: a view in it stays a name (shownQuery, views.js). */
    this.keepsViews = false
    /** Rows come by COPY, of which rules are not told. */
    this.copies = false
    /** Built after the transaction's snapshot: they lack row versions it may see. @type {ReadonlySet<number>} */
    this.unusableIndexes = options.unusableIndexes ?? NONE
    /** Unique keys are not unique to the transaction (txn/README.md). */
    this.seesKeysTwice = options.seesKeysTwice === true
    this.params = new Parameters(options.paramTypes ?? [], options.paramsFixed === true)
    this.nextRt = 1
    this.nextCte = 1
    /** Calls that were replaced by the expression their function is (inline.js) */
    this.inlinedCalls = 0
    /** What functions are, called with arguments of these types @type {Map<string, Expr | null>} */
    this.inlinedBodies = new Map()
    /** All that can be is replaced, not only what PostgreSQL would. */
    this.inlinesForKeys = false
    /** rt -> the level that owns it @type {Map<number, Level>} */
    this.levelOf = new Map()
    /** rt -> its entry @type {Map<number, RangeEntry>} */
    this.entryOf = new Map()
    /** A literal's value depended on the session's settings; on the clock. */
    this.sessionDependent = false
    this.clockDependent = false
    /** A literal was read under the session's TimeZone. */
    this.zoneDependent = false
    /** Table locks to take: OID -> mode. @type {Map<number, number>} */
    this.locks = new Map()
    /** What is planned holds for the session's role and its setting of row_security alone. */
    this.roleDependent = false
    /** The engine's own queries, of which foreign keys' are some: no policy is asked. */
    this.bypassesRowSecurity = options.bypassesRowSecurity === true
    /** The function whose body is bound. @type {FunctionScope | null} */
    this.functionScope = options.functionScope ?? null
    this.params.collation = options.functionScope?.collation ?? 0
    /** What VALUE stands for in a domain's CHECK. @type {Expr | null} */
    this.domainValue = null
    /** Entries whose rows are named as wholes where only a field of them was left: (t).a. @type {Set<number>} */
    this.wholeRows = new Set()
    /** What the statement needs leave for. */
    this.needs = new Needs()
    /** Functions whose bodies take their calls' places are among them; not while stored expressions are looked at. */
    this.needsInlined = false
    /** What rows are held to as they come, which asks for leave then. @type {Set<Expr>} */
    this.ofRows = new Set()
    /** Functions that are computed for constants, where that is asked. @type {Set<number> | null} */
    this.computed = null
    /** It is planned for who was refused what it mentions. @type {Again | null} */
    this.again = options.again ?? null
    /** It is the engine's own, which asks nobody. */
    this.isTrusted = options.bypassesRowSecurity === true
    /** Whose rights count in what is bound now, where that is not the session's role. @type {number | undefined} */
    this.checkAs = undefined
    /** Some relation stands for a tree of them: their locks are known when the plan is. */
    this.hasTrees = false
    /** Views being expanded, outermost first: a cycle is an error. @type {number[]} */
    this.viewStack = []
    /** OLD and NEW of the rule whose action is bound. @type {NameItem[]} */
    this.ruleRows = []
  }

  /** OLD and NEW, by name only. @param {Level} level of a rule's action */
  showRuleRows(level) {
    for (const item of this.ruleRows) {
      level.items.push({ ...item, columnsVisible: false, lateralOnly: false })
      this.levelOf.set(/** @type {RangeEntry} */ (item.entry).rt, level)
    }
  }

  /** @param {Level} level @param {Omit<RangeEntry, 'rt'>} entry @returns {RangeEntry} */
  addEntry(level, entry) {
    const full = /** @type {RangeEntry} */ ({ ...entry, rt: this.nextRt++ })
    if (this.checkAs !== undefined) full.checkAs = this.checkAs
    level.entries.push(full)
    this.levelOf.set(full.rt, level)
    this.entryOf.set(full.rt, full)
    return full
  }

  /** @param {number} relationOid @param {number} mode */
  lock(relationOid, mode) {
    if ((this.locks.get(relationOid) ?? 0) < mode) this.locks.set(relationOid, mode)
  }

  /** What is known of a range or multirange type: RangeKind. @param {number} type @returns {any} null: it is neither */
  rangeKind(type) {
    return type === 0 ? null : opsOf(this.catalog, type)?.range ?? null
  }

  /** The type a range is over, 0 for what is no range. @param {number} range */
  rangeSubtype(range) {
    const kind = this.rangeKind(range)
    return kind !== null && kind.oid === range ? kind.subtype : 0
  }

  /** @param {number} range @returns {number} 0: none */
  rangeMultirange(range) {
    const kind = this.rangeKind(range)
    return kind !== null && kind.oid === range ? kind.multirangeOid : 0
  }

  /** @param {number} multirange @returns {number} 0 for what is no multirange */
  multirangeRange(multirange) {
    const kind = this.rangeKind(multirange)
    return kind !== null && kind.multirangeOid === multirange ? kind.oid : 0
  }

  /**
   * Columns of a composite type.
   * @param {number} type
   * @returns {{ name: string, type: number, typmod: number, collation: number, dropped: boolean }[]}
   */
  compositeColumns(type) {
    const info = this.view.type(this.view.baseType(type))
    const relation = info.relationOid ? this.catalog.relation(info.relationOid) : undefined
    if (!relation) return []
    return relation.columns.map((column) => ({
      name: column.name, type: column.typeOid, typmod: column.typmod, collation: column.collation,
      dropped: column.dropped === true,
    }))
  }
}

/** The statement's $n: their types come from the client or from where they stand. */
class Parameters {
  /** @param {number[]} types 0 or unknown: to be inferred @param {boolean} fixed no others may appear */
  constructor(types, fixed) {
    /** @type {number[]} */
    this.types = types.map((type) => type || UNKNOWN)
    this.fixed = fixed
    /** what a function's arguments are given with, where that is not their types' own */
    this.collation = 0
    /** @type {import('../../catalog/expr.js').Param[]} nodes made while still unknown */
    this.pending = []
  }

  /**
   * @param {number} number
   * @param {number} location
   * @param {import('../catalog-view.js').CatalogView} view
   * @returns {Expr}
   */
  reference(number, location, view) {
    if (number <= 0 || number > 65535 || (this.fixed && number > this.types.length))
      throw undefinedParameter(number, location)
    while (this.types.length < number) this.types.push(0)
    if (this.types[number - 1] === 0) this.types[number - 1] = UNKNOWN
    const type = this.types[number - 1]
    const own = type === UNKNOWN ? 0 : view.type(type).collation
    const node = {
      kind: /** @type {'param'} */ ('param'), number, type, typmod: -1,
      collation: own === 0 || this.collation === 0 ? own : this.collation, location,
    }
    if (type === UNKNOWN) this.pending.push(node)
    return node
  }

  /**
   * @param {import('../../catalog/expr.js').Param} param
   * @param {number} type
   * @param {import('../catalog-view.js').CatalogView} view
   * @param {number} location
   * @returns {Expr}
   */
  learn(param, type, view, location) {
    const known = this.types[param.number - 1]
    if (known === UNKNOWN) this.types[param.number - 1] = type
    else if (known !== type) {
      throw ambiguousParameter(`inconsistent types deduced for parameter $${param.number}`, { location: param.location,
        detail: `${view.typeName(known)} versus ${view.typeName(type)}` })
    }
    return { ...param, type, collation: view.type(type).collation, location: location < 0 ? param.location : location }
  }

  /**
   * After binding: what nobody decided is an error; a node bound before its type was known must not survive.
   * @param {import('../catalog-view.js').CatalogView} view
   */
  finish(view) {
    for (let at = 0; at < this.types.length; at++) {
      if (this.types[at] === 0 || this.types[at] === UNKNOWN) {
        throw indeterminateType(`could not determine data type of parameter $${at + 1}`)
      }
    }
    for (const node of this.pending) {
      node.type = this.types[node.number - 1]
      node.collation = view.type(node.type).collation
    }
  }
}

/**
 * An error of an input function or a constant's folding gets the literal's place.
 * @param {unknown} error
 * @param {number} location
 */
export function withLocation(error, location) {
  if (error instanceof DbError && location >= 0 && error.position === undefined) {
    const placed = located(error.code, error.message, {
      detail: error.detail, hint: error.hint, where: error.where, location, routine: namedRoutine(error),
    })
    placed.schema = error.schema
    placed.dataType = error.dataType
    placed.constraint = error.constraint
    return placed
  }
  return error
}
