/**
 * The door of this folder: calls of functions that are not built in. Finds the routine a call means, counts nesting, puts the function's settings in
 * force, and says in an error's context where it came from.
 */
import { DbError, featureNotSupported } from '../errors/db-error.js'
import { asDbError } from '../errors/engine.js'
import { isPolymorphic } from '../planner/bind/coerce.js'
import { bodyStatements } from './body.js'
import { SqlRoutine } from './sql-routine.js'

/** @typedef {import('./host.js').ProcedureHost} ProcedureHost */
/** @typedef {import('../executor/expressions/procedures.js').CallSite} CallSite */

const SQL = 14
/** Calls inside calls: beyond, the machine's stack would be in danger. */
const DEPTH_MAX = 90

/** Routine makers by language OID: a language is a class with validate, value, valueNow and rows. @type {Map<number, new (host: ProcedureHost, func: any, call: any) => SqlRoutine>} */
const LANGUAGES = new Map([[SQL, SqlRoutine]])

/** @param {number} language OID */
export const hasLanguage = (language) => LANGUAGES.has(language)

/** @param {any} catalog @param {string} name @returns {number} OID, 0: there is none */
export function languageNamed(catalog, name) {
  return catalog.rows('pg_language', 'pg_language_name_index', [name])[0]?.[0] ?? 0
}

/**
 * A function about to be made: its body is analysed, unless types of its arguments are known only when it is called.
 * @param {ProcedureHost} host @param {any} definition FunctionDefinition @throws {DbError}
 */
export function validateRoutine(host, definition) {
  const Language = LANGUAGES.get(definition.language)
  if (Language === undefined) return
  const func = { ...definition, oid: 0 }
  if (definition.argTypes.some(isPolymorphic)) bodyStatements(func)
  else new Language(host, func, { oid: 0, args: definition.argTypes, result: definition.returnType }).validate(host)
}

export class Procedures {
  /** @param {ProcedureHost} host */
  constructor(host) {
    this.host = host
    this.depth = 0
    /** Routines by what a call makes of a function. @type {Map<string, { version: number, routine: SqlRoutine }>} */
    this.routines = new Map()
  }

  /** @param {CallSite} site @returns {SqlRoutine} */
  routineOf(site) {
    const catalog = this.host.catalog()
    const func = catalog.func(site.oid)
    if (func === undefined) throw new DbError('XX000', `cache lookup failed for function ${site.oid}`)
    const key = `${site.oid}:${site.args.join()}:${site.result}${site.columns === undefined ? '' : JSON.stringify(site.columns)}`
    const known = this.routines.get(key)
    if (known !== undefined && known.version === func.version) return known.routine
    const Language = LANGUAGES.get(func.language)
    if (Language === undefined) throw featureNotSupported(`a function in language ${languageName(catalog, func.language)}`)
    const routine = new Language(this.host, func, site)
    if (this.routines.size > ROUTINES_MAX) this.routines.clear()
    this.routines.set(key, { version: func.version, routine })
    return routine
  }

  /** A value, of a call that may wait. @param {any} ctx ExecContext of the caller @param {CallSite} site @param {any[]} args @returns {Generator<Promise<unknown>, any, void>} */
  *call(ctx, site, args) {
    const undo = this.enter(site)
    try {
      return yield* this.routineOf(site).value(this.host, args, ctx.snapshot)
    } catch (error) {
      throw this.explained(error, site)
    } finally {
      this.leave(undo)
    }
  }

  /** A value, where nothing can wait. @param {any} ctx @param {CallSite} site @param {any[]} args @returns {any} */
  callNow(ctx, site, args) {
    const undo = this.enter(site)
    try {
      return this.routineOf(site).valueNow(this.host, args, ctx.snapshot)
    } catch (error) {
      throw this.explained(error, site)
    } finally {
      this.leave(undo)
    }
  }

  /** The rows of a set. @param {any} ctx @param {CallSite} site @param {any[]} args */
  open(ctx, site, args) {
    const rows = this.routineOf(site).rows(this.host, args, ctx.snapshot)
    return {
      fetch: (/** @type {number} */ count) => this.fetch(rows, site, count),
      close: () => rows.close(),
    }
  }

  /** @param {{ fetch: (count: number) => Generator<Promise<unknown>, any[], void> }} rows @param {CallSite} site @param {number} count @returns {Generator<Promise<unknown>, any[], void>} */
  *fetch(rows, site, count) {
    const undo = this.enter(site)
    try {
      return yield* rows.fetch(count)
    } catch (error) {
      throw this.explained(error, site)
    } finally {
      this.leave(undo)
    }
  }

  /** @param {CallSite} site @returns {(() => void) | null} what puts settings back */
  enter(site) {
    if (this.depth >= DEPTH_MAX) {
      throw new DbError('54001', 'stack depth limit exceeded', { hint: 'Increase the configuration parameter "max_stack_depth" (currently 2048kB), after ensuring the platform\'s stack depth limit is adequate.' })
    }
    this.depth++
    const func = this.host.catalog().func(site.oid)
    return func === undefined || func.config.length === 0 ? null : withSettings(this.host.session.settings, func.config)
  }

  /** @param {(() => void) | null} undo */
  leave(undo) {
    this.depth--
    if (undo !== null) undo()
  }

  /** @param {unknown} error @param {CallSite} site */
  explained(error, site) {
    const found = asDbError(error)
    if (!(found instanceof DbError)) return found
    const name = this.host.catalog().func(site.oid)?.name
    const line = `SQL function "${name}"`
    if (found.where === undefined) found.where = `${line} statement 1`
    else if (!found.where.startsWith(line)) found.where += `\n${line} statement 1`
    // A place in the body is no place in the statement that called it.
    if (found.position !== undefined) {
      found.internalPosition = found.position
      found.position = undefined
    }
    return found
  }
}

const ROUTINES_MAX = 1000

/** @param {any} settings @param {string[]} config @returns {() => void} */
function withSettings(settings, config) {
  /** @type {[string, any][]} */
  const before = []
  for (const item of config) {
    const name = item.slice(0, item.indexOf('='))
    before.push([name, settings.find(name)])
    settings.set(name, item.slice(item.indexOf('=') + 1), true)
  }
  return () => {
    for (const [name, value] of before.reverse()) if (value !== undefined) settings.assign(name.toLowerCase(), name, value)
  }
}

/** @param {any} catalog @param {number} oid */
function languageName(catalog, oid) {
  return catalog.rows('pg_language', 'pg_language_oid_index', [oid])[0]?.[1] ?? String(oid)
}
