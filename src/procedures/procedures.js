/**
 * The door of this folder: calls of functions that are not built in. Finds the routine a call means, counts nesting,
 * puts the function's settings in force, and says in an error's context where it came from.
 */
import { addContext, DbError, featureNotSupported } from '../errors/db-error.js'
import { asDbError } from '../errors/engine.js'
import {
  C_LANGUAGE, INTERNAL_LANGUAGE, JAVASCRIPT, PLPGSQL, PROGRAM_SOURCE, languageCode, languageName,
} from '../catalog/languages.js'
import { callsTooDeep } from '../errors/procedures.js'
import { noFunctionWithOid } from '../errors/functions.js'
import { LAYER, booked } from '../profile/profile.js'
import { Detour } from '../util/detour.js'
import { WaitSignal } from '../executor/codes.js'
import { NOT_PLAIN } from '../executor/events/trigger-run.js'
import { JavaScriptRoutine } from './javascript.js'
import { CallClock } from './call-counters.js'
import { LibraryRoutine } from './library-routine.js'
import { PlainTriggers, triggerCall } from './plain-triggers.js'
import { INLINE, OwnStatement, OwnWork, SqlCall } from './plpgsql/own-work.js'
import { suppressRedundant } from './suppress-redundant.js'
import { FIRST_USER_OID } from '../types/oids.js'
import { LANGUAGES, SQL } from './languages.js'
import { definerOf, asDefined } from './defined-as.js'
import { later } from '../util/later.js'

/** @type {() => typeof import('./update-vector.js')} */
const vectors = later(import.meta.url, './update-vector.js')

/** @type {() => typeof import('./plpgsql/routine.js')} */
const plpgsql = later(import.meta.url, './plpgsql/routine.js')
/** @type {() => typeof import('./plpgsql/trigger.js')} */
const plpgsqlTrigger = later(import.meta.url, './plpgsql/trigger.js')

/** @import { Tid } from '../util/identifiers.js' */
/** @import { FuncDesc } from '../catalog/descriptors.js' */
/** @import { Routine } from './languages.js' */
/** @import { PlpgsqlRoutine } from './plpgsql/routine.js' */
/** @import { ProcedureHost, Value } from './host.js' */
/** @import { CallSite } from '../executor/expressions/procedures.js' */
/** @import { TriggerData } from '../catalog/triggers.js' */
/** @import { FunctionContext } from '../functions/impl.js' */

/** @typedef {{ version: number, routine: Routine, config: string[], definer: number }} Found */

/** @typedef {{ found: Found, catalog: number }} Known catalog: the serial number of the view it was found in */

/**
 * Calls inside calls, each of which keeps some kilobytes. PostgreSQL ends after some hundreds, of SQL some thousands.
 */
const DEPTH_MAX = 6000
/** So many of them stand on one stack of the machine's, which has room for a few hundred; the next begins another. */
const STACK_CALLS_MAX = 40
/** A call counts as so many steps of a loop, after which others have their turn. */
const CALL_STEPS = 8
/** Where calls cannot be put on another stack: those of JavaScript that is called by what it calls. */
const STACK_CALLS_LIMIT = 150

/** What a call makes of a function, as a text. @param {CallSite} site @returns {string} */
function keyOf({ oid, args, result, columns, collation, relation }) {
  const shape = columns === undefined ? '' : JSON.stringify(columns)
  const order = collation === undefined ? '' : `:${collation}`
  return `${oid}:${args.join()}:${result}${shape}${order}${relation === undefined ? '' : `:of ${relation.oid}`}`
}

/** Nothing waits in its body, and nothing has to be set for it. @param {Found} found */
const isPlain = ({ routine, config, definer }) =>
  'isPlain' in routine && routine.isPlain && config.length === 0 && definer === 0

export class Procedures {
  /** @param {ProcedureHost} host */
  constructor(host) {
    this.host = host
    this.depth = 0
    /** @type {import('../profile/profile.js').Profile | null} */
    this.profile = host.session.cluster.profile
    /** Calls under way that stand on the machine's stack, and how many did where their driver stands. */
    this.stacked = 0
    this.base = 0
    /** Triggers under way, one inside the other. */
    this.triggerDepth = 0
    /** Times calls, once track_functions has asked for it. @type {CallClock | null} */
    this.clock = null
    /** Routines by what a call makes of a function. @type {Map<string, Found>} */
    this.routines = new Map()
    /** What places of calls called last, and under which catalog. @type {WeakMap<CallSite, Known>} */
    this.sites = new WeakMap()
    /** Places that call triggers' functions. @type {WeakMap<object, CallSite>} */
    this.triggerSites = new WeakMap()
    this.plainTriggers = new PlainTriggers(this)
  }

  /** A function's code has changed though its definition has not. */
  forget() {
    this.routines.clear()
    this.sites = new WeakMap()
    this.plainTriggers = new PlainTriggers(this)
  }

  /**
   * What this place called last, if it is still that: seen by the same path of schemas, and the function not changed
   * since. A place in a plan goes with its plan, but a trigger's stays.
   * @param {CallSite} site
   */
  knownOf(site) {
    const known = this.sites.get(site)
    if (known === undefined) return null
    const catalog = this.host.catalog()
    const isSame = known.catalog === catalog.serial && known.found.version === catalog.version(site.oid)
    return isSame ? known.found : null
  }

  /** @param {CallSite} site */
  routineOf(site) {
    const known = this.knownOf(site)
    const catalog = this.host.catalog()
    if (known !== null && !known.routine.isStale(catalog)) return known
    const func = catalog.func(site.oid)
    if (func === undefined) throw noFunctionWithOid(site.oid)
    const found = this.find(site, catalog, func)
    this.sites.set(site, { found, catalog: catalog.serial })
    return found
  }

  /** @param {CallSite} site @param {any} catalog @param {any} func @returns {Found} */
  find(site, catalog, func) {
    const key = keyOf(site)
    const known = this.routines.get(key)
    if (known !== undefined && known.version === func.version && !known.routine.isStale(catalog)) return known
    const code = languageCode(catalog, func.language)
    const Language = func.language === INTERNAL_LANGUAGE ? LibraryRoutine : LANGUAGES[code]?.()
    if (Language === undefined) {
      throw featureNotSupported(`a function in language ${languageName(catalog, func.language)}`)
    }
    try {
      return this.keep(key, func, new Language(this.host, func, site))
    } catch (error) {
      throw func.language === SQL ? new SqlCall(null, func).explained(error) : error
    }
  }

  /** @param {string} key @param {FuncDesc} func @param {Routine} routine @returns {Found} */
  keep(key, func, routine) {
    if (this.routines.size > ROUTINES_MAX) this.routines.clear()
    const found = { version: func.version, routine, config: func.config, definer: definerOf(func) }
    this.routines.set(key, found)
    return found
  }

  /**
   * The function of a call, if its body is long and not made code yet.
   * @param {CallSite} site @returns {FuncDesc | null}
   */
  longUnmade(site) {
    if (this.knownOf(site) !== null) return null
    const catalog = this.host.catalog()
    const func = catalog.func(site.oid)
    if (func === undefined || func.source.length < LONG_BODY || languageCode(catalog, func.language) !== PLPGSQL) {
      return null
    }
    const known = this.routines.get(keyOf(site))
    const isKnown = known !== undefined && known.version === func.version && !known.routine.isStale(catalog)
    return isKnown ? null : func
  }

  /**
   * A body that is long is made code between the turns of others, where the call that needs it may wait.
   * @param {CallSite} site @returns {Generator<Promise<unknown>, void, void>}
   */
  *makeLong(site) {
    const func = this.longUnmade(site)
    if (func === null) return
    const steps = () => plpgsql().PlpgsqlRoutine.inSteps(this.host, func, site)
    this.keep(keyOf(site), func, yield* this.host.session.longCall({ steps }, []))
  }

  /**
   * A value, of a call that may wait.
   * @param {any} ctx ExecContext of the caller
   * @param {CallSite} site
   * @param {any[]} args
   * @returns {Generator<Promise<unknown>, any, void>}
   */
  *call(ctx, site, args) {
    const undo = this.enter(site)
    try {
      yield* this.makeLong(site)
      return yield* this.stackedWork(this.routineOf(site).routine.value(this.host, args, ctx.snapshot))
    } catch (error) {
      throw this.explained(error, site)
    } finally {
      this.leave(undo)
    }
  }

  /**
   * Whether nothing waits in the bodies that calls at these places have run. @param {CallSite[]} sites
   * @returns {boolean}
   */
  arePlain(sites) {
    return sites.every((site) => {
      const known = this.routines.get(keyOf(site))
      return known !== undefined && isPlain(known)
    })
  }

  /**
   * Whether calls at these places, each once, can be made by `plainCall`. What is wrong with a function is said by the
   * way that can wait.
   * @param {CallSite[]} sites @returns {boolean}
   */
  areReady(sites) {
    const { host } = this
    if (this.clock !== null || host.session.tracksFunctions !== 'none') return false
    if (!host.program.hasFuel(CALL_STEPS * sites.length)) return false
    try {
      for (const site of sites) {
        if (this.longUnmade(site) !== null) return false
        if (!isPlain(this.routineOf(site))) return false
      }
      return true
    } catch (error) {
      if (error instanceof DbError) return false
      throw error
    }
  }

  /**
   * A call of a function in which nothing waits, without the machinery for waiting.
   * @param {import('../executor/context.js').ExecContext} ctx of the caller; `called`: the value
   * @param {CallSite} site @param {unknown[]} args
   * @returns {boolean} false: it is another kind of function, or others have to have a turn first
   */
  plainCall(ctx, site, args) {
    const { host } = this
    if (this.longUnmade(site) !== null) return false
    const found = this.routineOf(site)
    if (!isPlain(found)) return false
    if (this.clock !== null || host.session.tracksFunctions !== 'none') return false
    if (!host.program.hasFuel(CALL_STEPS)) return false
    host.program.fuel -= CALL_STEPS
    this.deeper()
    const { profile } = this
    const layer = profile === null ? 0 : profile.enter(LAYER.procedure)
    try {
      ctx.called = /** @type {PlpgsqlRoutine} */ (found.routine).plainValue(host, args, ctx.snapshot)
    } finally {
      this.depth--
      if (profile !== null) profile.leave(layer)
    }
    return true
  }

  /** Whether a call cannot wait half-way: it is undone and made again where it can. @param {CallSite} site */
  runsInOneGo(site) {
    const { routine } = this.routineOf(site)
    return routine instanceof JavaScriptRoutine && !routine.code.isAsync
  }

  /** A value, where nothing can wait. @param {any} ctx @param {CallSite} site @param {any[]} args @returns {any} */
  callNow(ctx, site, args) {
    const undo = this.enter(site)
    const { base, stacked } = this
    this.base = stacked
    this.stacked = stacked + 1
    try {
      return this.routineOf(site).routine.valueNow(this.host, args, ctx.snapshot)
    } catch (error) {
      throw this.explained(error, site)
    } finally {
      this.base = base
      this.stacked = stacked
      this.leave(undo)
    }
  }

  /** The rows of a set. @param {any} ctx @param {CallSite} site @param {any[]} args */
  open(ctx, site, args) {
    const rows = this.routineOf(site).routine.rows(this.host, args, ctx.snapshot)
    return {
      fetch: (/** @type {number} */ count) => this.fetch(rows, site, count),
      close: () => rows.close(),
    }
  }

  /**
   * @param {{ fetch: (count: number) => Generator<Promise<unknown>, any[], void> }} rows
   * @param {CallSite} site
   * @param {number} count
   * @returns {Generator<Promise<unknown>, any[], void>}
   */
  *fetch(rows, site, count) {
    const undo = this.enter(site)
    try {
      return yield* this.stackedWork(rows.fetch(count))
    } catch (error) {
      throw this.explained(error, site)
    } finally {
      this.leave(undo)
    }
  }

  /**
   * A trigger's function. @param {TriggerData} data
   * @returns {Generator<Promise<unknown>, any[] | null | undefined, void>} the row to go on with; null: none;
   *   undefined: as it was
   */
  *trigger(data) {
    const { trigger, relation } = data
    const catalog = this.host.catalog()
    const func = catalog.func(trigger.functionOid)
    if (func === undefined) throw noFunctionWithOid(trigger.functionOid)
    const builtin = BUILTIN_TRIGGERS[func.source]
    if (builtin !== undefined && func.oid < FIRST_USER_OID) return builtin(data, this.host.expressionContext())
    const site = this.triggerSite(trigger, relation, func)
    const undo = this.enter(site)
    this.triggerDepth++
    try {
      yield* this.makeLong(site)
      const { routine } = /** @type {{ routine: any }} */ (this.routineOf(site))
      return yield* this.stackedWork(routine.fire(this.host, triggerCall(catalog, data)), LAYER.trigger)
    } catch (error) {
      throw this.explained(error, site)
    } finally {
      this.triggerDepth--
      this.leave(undo)
    }
  }

  /**
   * The place where a trigger calls its function over a table.
   * @param {TriggerData['trigger']} trigger @param {Value} relation @param {Value} func @returns {CallSite}
   */
  triggerSite(trigger, relation, func) {
    let site = this.triggerSites.get(trigger)
    if (site === undefined || site.oid !== func.oid || site.relation !== relation) {
      site = { oid: func.oid, args: [], result: func.returnType, columns: undefined, relation }
      this.triggerSites.set(trigger, site)
    }
    return site
  }

  /** Nobody measures calls. */
  callsPlainly() {
    return this.clock === null && this.profile === null && this.host.session.tracksFunctions === 'none'
  }

  /**
   * Whether `plainTrigger` runs it, and it says nothing to the client.
   * @param {TriggerData['trigger']} trigger @param {Value} relation @param {TriggerData['operation']} operation
   */
  isQuietTrigger(trigger, relation, operation) {
    return this.callsPlainly() && this.plainTriggers.of(trigger, relation, operation)?.routine?.isQuiet === true
  }

  /**
   * A row trigger's function by ordinary code, where nothing in it can wait.
   * @param {TriggerData['trigger']} trigger @param {Value} relation @param {TriggerData['operation']} operation
   * @param {Value[] | null} old @param {Value[] | null} now @param {Tid} oldTid @param {Tid} newTid
   * @param {number} pointer as of TriggerData
   * @returns {Value[] | null | typeof NOT_PLAIN} the row to go on with; null: none; NOT_PLAIN: `trigger` has to do it
   */
  plainTrigger(trigger, relation, operation, old, now, oldTid, newTid, pointer) {
    const { host } = this
    if (!this.callsPlainly()) return NOT_PLAIN
    if (!host.program.hasFuel(CALL_STEPS)) return NOT_PLAIN
    const known = this.plainTriggers.of(trigger, relation, operation)
    if (known === null) return NOT_PLAIN
    host.program.fuel -= CALL_STEPS
    const { call, values } = known
    call.old = old
    call.new = now
    call.oldTid = oldTid
    call.newTid = newTid
    call.pointer = pointer
    plpgsqlTrigger().nextRow(host, values, call)
    this.deeper()
    this.triggerDepth++
    try {
      return known.routine.plainFire(host, values, call)
    } finally {
      this.depth--
      this.triggerDepth--
    }
  }

  /**
   * A statement that a trigger of the server's own runs, a foreign key's action: what it sets off is one deeper, and
   * contexts name it.
   * @template T
   * @param {() => string} text of the statement @param {Generator<Promise<unknown>, T, void>} work
   * @returns {Generator<Promise<unknown>, T, void>}
   */
  *ownStatement(text, work) {
    const { program } = this.host
    const { run } = program
    const own = new OwnStatement(run, text)
    program.run = own
    this.triggerDepth++
    try {
      return yield* work
    } catch (error) {
      const found = asDbError(error)
      if (found instanceof DbError) addContext(found, own.under)
      throw found
    } finally {
      this.triggerDepth--
      program.run = run
    }
  }

  /**
   * Work of the server's own whose place is said in the contexts of what it calls, where there is one.
   * @template T
   * @param {() => string} place '': nowhere @param {Generator<Promise<unknown>, T, void>} work
   * @returns {Generator<Promise<unknown>, T, void>}
   */
  *within(place, work) {
    const { program } = this.host
    const { run } = program
    program.run = new OwnWork(run, place)
    try {
      return yield* work
    } finally {
      program.run = run
    }
  }

  /**
   * An event trigger's function.
   * @param {number} functionOid
   * @param {string} event
   * @param {string} tag of the command
   * @returns {Generator<Promise<unknown>, void, void>}
   */
  *eventTrigger(functionOid, event, tag) {
    const func = this.host.catalog().func(functionOid)
    if (func === undefined) throw noFunctionWithOid(functionOid)
    const site = { oid: func.oid, args: [], result: func.returnType, columns: undefined }
    const undo = this.enter(site)
    try {
      yield* this.makeLong(site)
      const { routine } = /** @type {{ routine: any }} */ (this.routineOf(site))
      yield* this.stackedWork(routine.fire(this.host, { level: 'event', timing: 'BEFORE', event, tag, name: '',
        relation: null, schema: '', args: [], old: null, new: null, oldTid: -1, newTid: -1,
        pointer: Infinity, transition: null }), LAYER.trigger)
    } catch (error) {
      throw this.explained(error, site)
    } finally {
      this.leave(undo)
    }
  }

  /** DO. @param {string} language @param {string} source @returns {Generator<Promise<unknown>, void, void>} */
  *runInline(language, source) {
    const func = { ...INLINE_FUNCTION, language: 0, source }
    const call = { oid: 0, args: [], result: VOID }
    const steps = () => plpgsql().PlpgsqlRoutine.inSteps(this.host, func, call, true)
    const routine = language === PLPGSQL ? yield* this.host.session.longCall({ steps }, [])
      : new JavaScriptRoutine(this.host, func, call)
    this.deeper()
    try {
      yield* this.stackedWork(routine.value(this.host, [], null))
    } finally {
      this.depth--
    }
  }

  deeper() {
    if (this.depth >= DEPTH_MAX || this.stacked >= STACK_CALLS_LIMIT) throw callsTooDeep()
    this.depth++
  }

  /** A driver begins on top of the calls under way. @returns {number} `base`, to be put back */
  standsHere() {
    const { base } = this
    this.base = this.stacked
    return base
  }

  /**
   * A call's work, on a stack of its own where this one is high.
   * @template T
   * @param {Generator<Promise<unknown>, T, void>} own @param {number} [layer] of the profile
   * @returns {Generator<Promise<unknown>, T, void>}
   */
  *stackedWork(own, layer = LAYER.procedure) {
    const before = this.stacked
    const { profile } = this
    const work = profile === null ? own : booked(profile, layer, own)
    const { program } = this.host
    program.fuel -= CALL_STEPS
    if (program.fuel < 0) {
      const turn = program.rest()
      if (turn !== null) yield turn
    }
    if (before < this.base + STACK_CALLS_MAX) {
      this.stacked++
      try {
        return yield* work
      } finally {
        this.stacked = before
      }
    }
    const detour = new Detour(work)
    this.stacked = this.base + 1
    try {
      yield /** @type {Promise<unknown>} */ (/** @type {unknown} */ (detour))
      return /** @type {T} */ (detour.value)
    } catch (error) {
      // An error leaves thousands of calls in one go.
      const turn = program.rest()
      if (turn !== null) yield turn
      throw error
    } finally {
      this.stacked = before
    }
  }

  /** @param {CallSite} site @returns {(() => void) | null} what puts settings back */
  enter(site) {
    this.deeper()
    if (this.host.session.tracksFunctions !== 'none' || this.clock !== null) this.timed(site.oid)
    const described = this.knownOf(site) ?? this.host.catalog().func(site.oid)
    if (described === undefined) return null
    const definer = 'definer' in described ? described.definer : definerOf(described)
    if (definer === 0 && described.config.length === 0) return null
    try {
      return asDefined(this.host.session, definer, described.config)
    } catch (error) { // it may not have what it asks for
      this.leave(null)
      throw error
    }
  }

  /** A call begins that may be counted. @param {number} oid */
  timed(oid) {
    const { session } = this.host
    this.clock ??= new CallClock(() => Number(session.cluster.clock.nowMicros()), session.database.calls)
    const func = session.tracksFunctions === 'none' ? undefined : this.host.catalog().func(oid)
    const isCounted = func !== undefined && (session.tracksFunctions === 'all' || func.language !== SQL)
    this.clock.begin(isCounted ? oid : 0, session.block.txn?.serial ?? -1)
  }

  /** @param {(() => void) | null} undo */
  leave(undo) {
    this.depth--
    if (this.clock !== null) this.clock.end()
    if (undo !== null) undo()
  }

  /** @param {unknown} error @param {CallSite} site */
  explained(error, site) {
    if (this.clock !== null) this.clock.fail()
    if (error instanceof WaitSignal) return error
    const found = asDbError(error)
    if (!(found instanceof DbError)) return found
    const catalog = this.host.catalog()
    const func = catalog.func(site.oid)
    if (func !== undefined && saysWhereItIs(func, languageCode(catalog, func.language))) return found
    const line = `JavaScript function "${func?.name}"`
    if (found.where === undefined) found.where = line
    else if (!found.where.startsWith(line)) found.where += `\n${line}`
    // A place in the body is no place in the statement that called it.
    if (found.position !== undefined) {
      found.internalPosition = found.position
      found.position = undefined
    }
    return found
  }
}

/**
 * Whether a function's routine adds its lines to errors itself.
 * @param {FuncDesc} func @param {string} language its code
 */
const saysWhereItIs = (func, language) =>
  language === PLPGSQL || func.language === SQL || func.language === C_LANGUAGE || func.language === INTERNAL_LANGUAGE
  || (language === JAVASCRIPT && func.source !== PROGRAM_SOURCE)

const ROUTINES_MAX = 1000
/** Characters of a body that is made code in less than a few milliseconds. */
const LONG_BODY = 4096

/**
 * Trigger functions that are built in.
 * @type {Record<string, (data: TriggerData, ctx: FunctionContext) => ReturnType<typeof suppressRedundant>>}
 */
const BUILTIN_TRIGGERS = {
  suppress_redundant_updates_trigger: suppressRedundant,
  tsvector_update_trigger_byid: (data, ctx) => vectors().updateVector(data, ctx, false),
  tsvector_update_trigger_bycolumn: (data, ctx) => vectors().updateVector(data, ctx, true),
}
const VOID = 2278

/** The function that a DO block is. @type {any} */
const INLINE_FUNCTION = Object.freeze({
  oid: 0, name: INLINE, namespaceOid: 0, kind: 'p', returnType: VOID, retset: false, volatility: 'v', argTypes: [],
  allArgTypes: [], argModes: [], argNames: [], config: [], body: null, version: 0,
})
