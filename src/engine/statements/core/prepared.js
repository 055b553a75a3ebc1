/**
 * A statement made ready: parsed once, analysed and planned under a version of the catalog, compiled per output format.
 * Shared by everything that runs it: simple queries find theirs by text in the plan cache, Parse and PREPARE keep
 * theirs by name, the synchronous API holds one per Statement.
 *
 *   parse tree ──plan()──► PlannedStatement ──compile()──► Executable (one per output)
 *      shared              dies with the catalog objects it depends on
 */
import { compile } from '../../../executor/compile.js'
import { callSite } from '../../../executor/expressions/procedures.js'
import { plan, planSteps } from '../../../planner/planner.js'
import { atOnce } from '../../../util/effort.js'
import { requireOwnDatabases } from '../../session/own-database.js'
import { inTurns } from '../../turns/steps.js'
import { withDetaching } from '../../../catalog/detaching.js'
import { DbError, isInterruption } from '../../../errors/db-error.js'
import { nodeOf } from '../../../parser/parser.js'
import { LAYER } from '../../../profile/profile.js'
import { atCursor, isCurrentOf } from './current-of.js'
import { requireNeeds } from './require-needs.js'
import { resultTypeChanged } from '../../../errors/engine.js'
import { NO_EDGE, plainEdge } from './edge-kind.js'
import { GENERIC, PlanKey, executableKey } from './plan-key.js'
import { columnsOf, sizesOf, sameColumns } from './answer-columns.js'

/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { Mark } from '../../../parser/lift.js' */
/** @import { ParsedStatement } from '../../../parser/parser.js' */
/** @import { Again } from '../../../planner/left-calls.js' */
/** @import { PlannedStatement, ResultColumn } from '../../../planner/plan.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { Steps } from '../../../util/effort.js' */

/**
 * A plan that was put aside, and what is made of it.
 * @typedef {{ planned: PlannedStatement, key: PlanKey, paramTypes: number[], columns: ResultColumn[] | null,
 *   typeSizes: number[], executables: Map<string, any>, steps: Prepared[] | null }} KeyedPlan
 */

/** @type {Mark[]} */
const NO_MARKS = []

/** Statements that are planned; all others are utility statements. */
const PLANNED_TAGS = new Set(['SelectStmt', 'StoredQuery', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'])

/** What a failed block takes. */
const EXITS = new Set(['COMMIT', 'ROLLBACK', 'ROLLBACK_TO', 'PREPARE'].map((kind) => `TRANS_STMT_${kind}`))

/** Most statements mean the same to everybody. @type {KeyedPlan[]} */
const NO_OTHERS = []
const OTHERS_MAX = 4
/** Declarations of parameters' types that one statement is kept for. */
const TYPED_MAX = 8

/** So many times a plan is begun again because others changed the catalog between two of its steps. */
const UNRESTED_AFTER = 3

/** Half of the rows that run singly after a batch in vain (run-many.js). */
export const MANY_PUNISHED_MIN = 32

/** Who calls one of several bodies, by a condition, may need more than one run until all are known. */
const CALL_LOOKS = 4

/** Longer statements are planned in turns, once. */
const CUSTOM_TEXT_MAX = 4000

export class Prepared {
  /**
   * @param {ParsedStatement} parsed
   * @param {string} sourceText what locations in the tree count from
   * @param {number[]} declaredTypes parameter types the client named; 0 where it did not
   * @param {Mark[]} [marks] the literals that became its parameters (plan-cache.js)
   */
  constructor(parsed, sourceText, declaredTypes, marks = NO_MARKS) {
    this.parsed = parsed
    this.tag = parsed.tag
    this.node = parsed.node
    this.sourceText = sourceText
    this.declaredTypes = declaredTypes
    this.marks = marks
    /** By the types that clients declare for its parameters. @type {Map<string, Prepared> | null} */
    this.typed = null
    this.notices = parsed.notices ?? null
    /** Parameters of a row that stands for many (folded.js); 0: it does not. */
    this.rowWidth = 0
    /** Its values are literals of a text, read as of its parameters' types. */
    this.hasLiterals = marks.length > 0
    /** The plan whose parameter types were found fit for lifted literals. @type {PlannedStatement | null} */
    this.liftedPlan = null
    /** What its lifted literals are checked by. @type {((ctx: any) => any)[]} */
    this.liftedChecks = []
    this.isPlanned = PLANNED_TAGS.has(parsed.tag)
    this.isTransactionControl = parsed.tag === 'TransactionStmt'
    /** A BEGIN or COMMIT without anything else (edge.js). */
    this.edge = this.isTransactionControl ? plainEdge(parsed.node) : NO_EDGE
    /** @type {PlannedStatement | null} */
    this.planned = null
    /** @type {number[]} */
    this.paramTypes = declaredTypes
    /** @type {ResultColumn[] | null} null: no rows */
    this.columns = null
    /** Plans had different ones: of sessions with other search paths, or before and behind an ALTER TABLE. */
    this.columnsVary = false
    /** @type {number[]} pg_type.typlen per column */
    this.typeSizes = []
    /** What the plan was made under; null: it was given. @type {PlanKey | null} */
    this.key = null
    /** Plans made under other keys, the one left last in front. @type {KeyedPlan[]} */
    this.others = NO_OTHERS
    /** By executableKey. @type {Map<string, any>} */
    this.executables = new Map()
    /** What rules made of it, each with its plan. @type {Prepared[] | null} */
    this.steps = null
    /** One-entry cache in front of the map. */
    this.lastOutput = '\0'
    /** @type {any} */
    this.lastExecutable = null
    /** A statement of a function's body: names of its arguments. @type {any} */
    this.functionScope = undefined
    /** There are no parameters but the declared ones. */
    this.paramsFixed = false
    /** A CALL's procedure and arguments (call.js). @type {any} */
    this.boundCall = null
    /** A cursor's query: where its rows are is among the outputs. */
    this.withRowIds = false
    /** The engine's own work: no policy is asked. */
    this.isInternal = false
    /** Of the engine's own, but by the leave of whom it is run as. */
    this.asksOwner = false
    /** For whom, and of which state of the catalog, it was found that the plan may be run (permit.js). */
    this.permittedRole = -1
    this.permittedAt = -1
    /** @type {Set<number> | null} */
    this.permittedRoles = null
    /** The plan was given, not made from the tree. */
    this.isAdopted = false
    /** How such a plan is made again. @type {((again: Again) => PlannedStatement) | null} */
    this.remake = null
    /** The command tag made last: mostly the next one too. */
    this.tagText = ''
    this.tagOf = ''
    this.tagRows = -1
    /** Plain body, bounded, no utility: the fast path serves. */
    this.isBounded = false
    /** How often it is still to be asked whether the bodies that it calls are plain. */
    this.callLooks = 0
    /** It serves synchronous callers: long perhaps, but nothing to wait for. */
    this.isStraight = false
    /** Rows of runMany that are to run singly before the next batch, and after the next batch in vain. */
    this.manyAlone = 0
    this.manyPunished = MANY_PUNISHED_MIN
    /** How often it was planned, and for how long, since somebody who observes was told. */
    this.planCount = 0
    this.planMs = 0
  }

  /**
   * Analyses and plans, unless the plan at hand is still good.
   * @param {Session} session inside a transaction (names are looked up through it)
   * @param {boolean} [keepColumns] the client was told the result columns: they may not change (0A000)
   * @param {boolean} [toDescribe] it is not executed now: constants that cannot be computed are of no concern
   */
  prepare(session, keepColumns = false, toDescribe = false) {
    const { key } = this
    if (
      key !== null && this.planned !== null && !(keepColumns && this.columnsVary)
      && key.isStillGood(session, session.catalog())
    )
      return
    this.#prepareAnew(session, keepColumns, toDescribe)
  }

  /** Its plan is there: `prepare` has nothing to do. @param {Session} session */
  isReady(session) {
    const { key } = this
    if (key !== null && this.planned !== null && key.isStillGood(session, session.catalog())) return true
    return !this.#needsPlan(session, false)
  }

  /** @param {Session} session @param {boolean} keepColumns @param {boolean} toDescribe */
  #prepareAnew(session, keepColumns, toDescribe) {
    if (!this.#needsPlan(session, keepColumns)) return
    const { profile, observers, clock } = session.cluster
    const before = profile === null ? 0 : profile.enter(LAYER.plan)
    const startedMs = observers === null ? 0 : clock.monotonicMs()
    try {
      atOnce(this.#planSteps(session, keepColumns, toDescribe))
    } finally {
      if (observers !== null) this.#notePlan(clock.monotonicMs() - startedMs)
      if (profile !== null) profile.leave(before)
    }
  }

  /**
   * As `prepare`, and others have turns while a plan is made that takes long.
   * @param {Session} session
   * @param {boolean} [keepColumns]
   * @param {boolean} [toDescribe]
   * @returns {Generator<Promise<unknown>, void, void>}
   */
  *prepareInTurns(session, keepColumns = false, toDescribe = false) {
    const { observers, clock } = session.cluster
    const startedMs = observers === null ? 0 : clock.monotonicMs()
    for (let tries = 0; this.#needsPlan(session, keepColumns); tries++) {
      // Where others change the catalog all the time, it is made without them.
      if (tries === UNRESTED_AFTER) this.prepare(session, keepColumns, toDescribe)
      else if (yield* inTurns(session, this.#planSteps(session, keepColumns, toDescribe), LAYER.plan)) {
        if (observers !== null) this.#notePlan(clock.monotonicMs() - startedMs)
        return
      }
    }
  }

  /** @param {number} ms */
  #notePlan(ms) {
    this.planCount++
    this.planMs += ms
  }

  /** @param {Session} session @param {boolean} keepColumns @returns {boolean} there is no plan that is good now */
  #needsPlan(session, keepColumns) {
    if (!this.isPlanned || this.isAdopted) return false
    const catalog = session.catalog()
    if (this.planned === null) return true
    if (!this.isCurrent(session, catalog)) return !this.#takeOther(session, catalog, keepColumns)
    this.key?.noteGood(session, catalog)
    if (keepColumns && this.columnsVary) this.#mustHave(this.columns, session)
    return false
  }

  /**
   * @param {Session} session
   * @param {boolean} keepColumns
   * @param {boolean} toDescribe
   * @returns {Steps<boolean>} false: between two steps others have changed the catalog
   */
  *#planSteps(session, keepColumns, toDescribe) {
    const catalog = this.#catalog(session)
    const shared = session.database.catalog
    const { epoch, schemaEpoch } = shared
    const unusable = session.database.indexesTooYoungFor(session.block.txn)
    const currentOf = (this.tag === 'UpdateStmt' || this.tag === 'DeleteStmt') && isCurrentOf(this.node)
    requireOwnDatabases(session, this.parsed, this.sourceText)
    let planned
    try {
      const there = currentOf ? atCursor(session, this.tag, this.node) : null
      planned = yield* planSteps(
        there?.stmt ?? this.parsed.stmt, catalog, this.#planOptions(session, this.declaredTypes),
      )
      if (there?.failure) planned = { ...planned, [there.isLate ? 'lateFailure' : 'failure']: there.failure }
    } catch (error) {
      if (epoch !== shared.epoch || schemaEpoch !== shared.schemaEpoch) return false
      throw error
    }
    if (epoch !== shared.epoch || schemaEpoch !== shared.schemaEpoch) return false
    const columns = columnsOf(planned, catalog)
    const key = new PlanKey(session, catalog, planned, GENERIC)
    if (keepColumns) this.#mustHave(columns, session)
    this.#leavePlan(session, catalog)
    this.takePlan(planned, columns, sizesOf(columns, catalog), keepColumns ? session : null)
    this.key = key
    // Of indexes that the transaction alone may not use yet. Or a literal was read under the session's settings, or as
    // of now ('today'): the plan is good for this execution only.
    key.isPrivate =
      catalog !== session.catalog() || unusable !== undefined
      || session.block.txn?.seesKeysTwice === true || planned.sessionDependent || planned.clockDependent || currentOf
      || planned.failure !== null
    if (planned.failure !== null && !toDescribe) {
      // Where a cursor stands is told to who may change the table.
      if (currentOf && planned.needs) requireNeeds(catalog, session.roleOid, planned.needs)
      throw planned.failure
    }
    return true
  }

  /**
   * What it is planned and compiled under: an old snapshot has partitions that are being detached, but the engine's own
   * questions about keys are asked without them.
   * @param {Session} session @returns {CatalogSnapshot}
   */
  #catalog(session) {
    const catalog = session.catalog()
    const detaching = this.isInternal ? undefined : session.database.detachingFor(session.block.txn)
    return detaching === undefined ? catalog : withDetaching(catalog, detaching)
  }

  /** What it is bound and planned under. @param {Session} session @param {number[]} paramTypes */
  #planOptions(session, paramTypes) {
    const { txn } = session.block
    return {
      rowIds: this.withRowIds, paramTypes, settings: session.settings, sourceText: this.sourceText, env: session.env,
      unusableIndexes: session.database.indexesTooYoungFor(txn), bypassesRowSecurity: this.isInternal,
      seesKeysTwice: txn?.seesKeysTwice, functionScope: this.functionScope,
      paramsFixed: this.functionScope !== undefined || this.paramsFixed,
    }
  }

  /** Whether its plan may be made for values: it is made of the statement's own tree, soon, for several executions. */
  get mayCustomize() {
    return this.isPlanned && !this.isAdopted && this.rowWidth === 0 && this.key?.isPrivate === false && !this.key.isOwn
      && this.sourceText.length <= CUSTOM_TEXT_MAX
  }

  /**
   * A plan with an eye on these values, which takes any of their class.
   * @param {Session} session @param {unknown[]} values @param {Set<string>} impliedIndexes partial ones it may use
   */
  planFor(session, values, impliedIndexes) {
    const options = { ...this.#planOptions(session, this.paramTypes), paramValues: values, impliedIndexes }
    return plan(this.parsed.stmt, session.catalog(), options)
  }

  /** Whether it may be planned for who was refused what it mentions. */
  get mayLookAgain() {
    return this.isPlanned && (!this.isAdopted || this.remake !== null) && !this.isInternal
      && this.sourceText.length <= CUSTOM_TEXT_MAX && !isCurrentOf(this.node)
  }

  /**
   * The plan as it is for who may not do all that the statement mentions, with notes of what went.
   * @param {Session} session @param {Again} again
   */
  planAgain(session, again) {
    if (this.remake !== null) return this.remake(again)
    return plan(this.parsed.stmt, this.#catalog(session), { ...this.#planOptions(session, this.paramTypes), again })
  }

  /**
   * @param {ResultColumn[] | null} columns @param {Session} session
   * @throws {DbError} 0A000 its client was told others
   */
  #mustHave(columns, session) {
    const told = session.told.get(this)
    const wanted = told === undefined ? this.columns : told
    if (wanted !== null && !sameColumns(wanted, columns)) throw resultTypeChanged()
  }

  /**
   * Puts the plan at hand aside for those who have what it was made under, and has none; what is stale is let go.
   * @param {Session} session @param {CatalogSnapshot} catalog
   */
  #leavePlan(session, catalog) {
    const { planned, key, paramTypes, columns, typeSizes, executables, steps } = this
    this.executables = new Map()
    this.lastOutput = '\0'
    this.steps = null
    if (planned === null || key === null || key.isPrivate || key.isOwn || key.fits(session, catalog, GENERIC)) return
    const others = this.others.slice(0, OTHERS_MAX - 1)
    this.others = [{ planned, key, paramTypes, columns, typeSizes, executables, steps }, ...others]
  }

  /**
   * Takes up a plan that was put aside. @param {Session} session @param {CatalogSnapshot} catalog
   * @param {boolean} keepColumns as for `prepare` @returns {boolean} false: there is none
   */
  #takeOther(session, catalog, keepColumns) {
    if (this.others.length === 0) return false
    const fitting = this.others.find(({ key }) => key.fits(session, catalog, GENERIC))
    if (fitting === undefined) return false
    this.others = this.others.filter((other) => other !== fitting)
    if (!isGood(session, catalog, fitting.key, fitting.planned)) return false
    if (keepColumns) this.#mustHave(fitting.columns, session)
    this.#leavePlan(session, catalog)
    this.takePlan(fitting.planned, fitting.columns, fitting.typeSizes, keepColumns ? session : null)
    this.paramTypes = fitting.paramTypes
    this.key = fitting.key
    this.executables = fitting.executables
    this.steps = fitting.steps
    return true
  }

  /**
   * Has this plan from here on: the one way by which a statement gets its plan, whoever made it.
   * @param {PlannedStatement} planned @param {ResultColumn[] | null} columns as the client is told of them
   * @param {number[]} typeSizes @param {Session | null} keeper whose client was told columns that may not change
   */
  takePlan(planned, columns, typeSizes, keeper) {
    if (keeper !== null) this.#mustHave(columns, keeper)
    if (this.columns !== null && !sameColumns(this.columns, columns)) this.columnsVary = true
    this.planned = planned
    this.permittedRole = -1
    this.permittedAt = -1
    // the plan's is frozen, and elements of a frozen array are no plain loads to V8
    this.paramTypes = planned.paramTypes.slice()
    this.columns = columns
    this.typeSizes = typeSizes
    this.isBounded = planned.bounded
    this.callLooks = planned.bodyCalls.length === 0 ? 0 : CALL_LOOKS
    this.isStraight = planned.straight
  }

  /**
   * It has run in the way that can wait: the bodies that it calls are known now. Where nothing waits in them, the fast
   * path serves from here on.
   * @param {Session} session
   */
  lookAtCalls(session) {
    this.callLooks--
    const { bodyCalls } = /** @type {PlannedStatement} */ (this.planned)
    const catalog = session.catalog()
    const sites = bodyCalls.map((/** @type {any} */ call) => callSite(catalog.func(call.oid), call))
    if (!session.procedures.arePlain(sites)) return
    this.isBounded = true
    this.callLooks = 0
  }

  /**
   * As `prepare`, for values that were read as being of these types. A table may have changed since: then they are
   * declared, as they are to PostgreSQL from Parse on, for this execution.
   * @param {Session} session
   * @param {number[]} types
   * @param {boolean} [keepColumns]
   * @throws {RunsAsWritten} it has literals, which are something else now
   */
  prepareFor(session, types, keepColumns = false) {
    const isFirst = this.planned === null
    try {
      this.prepare(session, keepColumns)
    } catch (error) {
      // The place it names is in the text that the plan was made of.
      throw this.hasLiterals && error instanceof DbError && !isInterruption(error) ? new RunsAsWritten() : error
    }
    if (isFirst || sameTypes(this.paramTypes, types)) return
    if (this.hasLiterals) throw new RunsAsWritten()
    const own = this.declaredTypes
    this.declaredTypes = types
    this.planned = null
    try {
      this.prepare(session, keepColumns)
    } finally {
      this.declaredTypes = own
      if (this.key !== null) this.key.isPrivate = true
    }
  }

  /** What its rows are inside the server: clients are told a domain's base type. @returns {ResultColumn[] | null} */
  get ownColumns() { return this.planned === null || this.columns === null ? this.columns : this.planned.columns }

  /** Whether a failed block takes it. */
  get isTransactionExit() {
    return this.tag === 'EmptyStmt' || (this.isTransactionControl && EXITS.has(this.node.kind))
  }

  /** The same statement, its parameters of these types. @param {number[]} types @returns {Prepared} */
  withTypes(types) { return new Prepared(this.parsed, this.sourceText, types, this.marks) }

  /**
   * The same statement for all who declare these types, as they share the one of those who declare none: its plans and
   * code are made, and made fast, once.
   * @param {number[]} types @returns {Prepared}
   */
  declared(types) {
    if (!this.isPlanned) return this.withTypes(types)
    const key = types.join()
    let found = this.typed?.get(key)
    if (found === undefined) {
      this.typed ??= new Map()
      if (this.typed.size === TYPED_MAX) this.typed.clear()
      found = this.withTypes(types)
      this.typed.set(key, found)
    }
    return found
  }

  /**
   * The same, of the text's own tree, in which every parameter has its number and place.
   * @param {number[]} types
   * @returns {Prepared}
   */
  asWritten(types) { return this.withTypes(types) }

  /**
   * The same statement, to be planned anew where names mean something else; its parameters stay what they are.
   * @returns {Prepared}
   */
  renewed() { return this.withTypes(this.paramTypes) }

  /**
   * The same for another database that began as this one's did, with the plan where that holds for any of them.
   * @returns {Prepared | null} null: it is this database's own
   */
  copy() {
    if (!this.isPlanned || this.isAdopted || this.functionScope !== undefined || this.paramsFixed) return null
    const made = this.withTypes(this.declaredTypes)
    if (made.constructor !== Prepared) return null
    made.rowWidth = this.rowWidth
    made.hasLiterals = this.hasLiterals
    made.isInternal = this.isInternal
    const { planned, key } = this
    if (planned === null || key === null || key.isPrivate || key.isOwn || !isForAll(planned)) return made
    made.takePlan(planned, this.columns, this.typeSizes, null)
    made.key = key.copy()
    return made
  }

  /** The statements that rules made of it. @param {Session} session @returns {Prepared[]} */
  rewritten(session) {
    this.steps ??= /** @type {any[]} */ (this.planned?.steps).map(({ planned }) => {
      const step =
        planned.utility === null
          ? new Prepared(this.parsed, this.sourceText, this.declaredTypes)
          : new Prepared({ ...this.parsed, stmt: planned.utility, ...nodeOf(planned.utility) }, this.sourceText, [])
      if (planned.utility === null) step.adopt(session, planned)
      return step
    })
    return this.steps
  }

  /**
   * Takes a plan that was made elsewhere (COPY, rules).
   * @param {Session} session @param {PlannedStatement} planned
   * @param {((again: Again) => PlannedStatement) | null} [remake]
   */
  adopt(session, planned, remake = null) {
    const catalog = session.catalog()
    const columns = columnsOf(planned, catalog)
    this.takePlan(planned, columns, sizesOf(columns, catalog), null)
    this.isPlanned = true
    this.isAdopted = true
    this.remake = remake
  }

  /** Whether the plan at hand serves. @param {Session} session @param {CatalogSnapshot} catalog */
  isCurrent(session, catalog) {
    const { key } = this
    return key !== null && key.fits(session, catalog, GENERIC)
      && isGood(session, catalog, key, /** @type {PlannedStatement} */ (this.planned))
  }

  /**
   * @param {Session} session @param {PlannedStatement} planned
   * @param {'wire' | 'rows' | 'objects' | 'none'} output @param {string} formats as for `executable`
   */
  compiled(session, planned, output, formats) {
    return compile(planned, {
      output, formats: formats === '' ? null : [...formats].map(Number),
      catalog: this.#catalog(session), storage: session.cluster.storage,
    })
  }

  /**
   * @param {Session} session
   * @param {'wire' | 'rows' | 'objects' | 'none'} output
   * @param {string} formats '' when all text (or no column is converted), else one digit per column
   * @returns {any} Executable
   */
  executable(session, output, formats) {
    const key = executableKey(output, formats)
    if (this.lastOutput === key) return this.lastExecutable
    let found = this.executables.get(key)
    if (found === undefined) {
      const profile = session.cluster.profile
      const before = profile === null ? 0 : profile.enter(LAYER.compile)
      try {
        found = this.compiled(session, /** @type {PlannedStatement} */ (this.planned), output, formats)
      } finally {
        if (profile !== null) profile.leave(before)
      }
      this.executables.set(key, found)
    }
    this.lastOutput = key
    this.lastExecutable = found
    return found
  }
}

/**
 * Whether what a plan that fits depends on is still what it was.
 * @param {Session} session @param {CatalogSnapshot} catalog @param {PlanKey} key @param {PlannedStatement} planned
 */
function isGood(session, catalog, key, planned) {
  const { txn } = session.block
  if (key.isPrivate || key.madeUnder !== (catalog.isPrivate ? catalog.serial : 0)) return false
  const { database } = session
  if (database.detachingFor(txn) !== undefined) return false
  if (database.indexesTooYoungFor(txn) !== undefined || txn?.seesKeysTwice === true) return false
  const { epoch, schemaEpoch } = session.database.catalog
  if (key.epoch === epoch) return true
  if (key.schemas !== schemaEpoch) return false
  for (const [oid, version] of planned.dependencies) if (catalog.version(oid) !== version) return false
  key.epoch = epoch
  return true
}

/**
 * Whether a plan leads to no database: neither to a catalog (classes of values), nor to anything kept by parts of it.
 * @param {PlannedStatement} planned
 */
const isForAll = ({ classes, steps, utility, failure, prunedLocks }) =>
  classes === null && steps === null && utility === null && failure === null && prunedLocks.length === 0

/**
 * While it waited for a lock, a statement that shares its plan with other texts became something else: its literals
 * were read as of types that their columns had, or it can no longer be planned. Its own text says what it is now, or
 * what is wrong with it and where. Nothing has run.
 */
export class RunsAsWritten extends Error {}

/** @param {number[]} a @param {number[]} b */
export const sameTypes = (a, b) => a === b || (a.length === b.length && a.every((type, index) => type === b[index]))

/** What an empty string parses to. */
export const EMPTY_STATEMENT = new Prepared(
  { stmt: {}, tag: 'EmptyStmt', node: {}, text: '', location: 0, length: 0 }, '', [],
)

/** @param {Prepared} prepared @param {number} rows */
export function commandTag(prepared, rows) {
  const tag = /** @type {PlannedStatement} */ (prepared.planned).tag
  if (rows !== prepared.tagRows || tag !== prepared.tagOf) {
    prepared.tagText = tag === 'INSERT' ? `INSERT 0 ${rows}` : `${tag} ${rows}`
    prepared.tagRows = rows
    prepared.tagOf = tag
  }
  return prepared.tagText
}
