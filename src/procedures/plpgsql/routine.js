/**
 * LANGUAGE plpgsql: a function's body read, made JavaScript once per session and kind of call, and called. See
 *   README.md.
 */
import { functionSignature } from '../../catalog/deparse/objects.js'
import { formatType } from '../../catalog/deparse/types.js'
import { parameterNameTwice } from '../../errors/commands/routines.js'
import { triggerFunctionCalled } from '../../errors/plpgsql-run.js'
import { addContext, DbError, featureNotSupported } from '../../errors/db-error.js'
import { isPolymorphic } from '../../planner/bind/expressions/polymorphic.js'
import { inlinedExpressions } from '../../executor/compile.js'
import { hasElements } from '../../executor/expressions/owned-array.js'
import { settledTypes } from '../../planner/function-result.js'
import { Detour, advance } from '../../util/detour.js'
import { trimSqlSpaces } from '../../util/ascii.js'
import { atOnce } from '../../util/effort.js'
import { STATEMENT_KINDS } from './emit/blocks.js'
import { Emitter } from './emit/emitter.js'
import { readBody } from './parse/blocks.js'
import { Reader } from './parse/reader.js'
import { readStatements } from './parse/statements.js'
import { tokenSteps } from './parse/tokens.js'
import { RECORD, shapeOf } from './records.js'
import { Results } from './results.js'
import { Run } from './run.js'
import { TRIGGER_VARIABLES, EVENT_VARIABLES, rowShape, triggerValues } from './trigger.js'
import { TransitionTables } from './transition.js'
import { resolvedType, typeResolver } from './types.js'
import { INLINE } from './own-work.js'
import { PlpgsqlRows } from './rows.js'
import { FIRST_USER_OID } from '../../types/oids.js'

/** @import { Steps } from '../../util/effort.js' */
/** @typedef {import('../host.js').Value} Value */
/** @typedef {import('../host.js').Catalog} Catalog */
/** @typedef {import('../host.js').Session} Session */
/** @typedef {import('../host.js').Snapshot} Snapshot */

/** @typedef {import('../host.js').ProcedureHost} ProcedureHost */
/** @typedef {import('./query.js').Query} Query */
/** @typedef {import('../../catalog/descriptors.js').FuncDesc} FuncDesc */
/** @typedef {import('./parse/names.js').Datum} Datum */
/** @typedef {import('./parse/tree.js').ParsedBody} ParsedBody */
/** @typedef {import('../../catalog/relation.js').RelationDesc} RelationDesc */
/**
 * @typedef {{ oid: number, result: number, args: number[], columns?: Value[], collation?: number,
 *   relation?: Value }} Call relation: whose rows a trigger's function is given
 */
/** @typedef {Generator<Promise<unknown>, Value, void>} Work */

export const VOID = 2278
export const TRIGGER = 2279
export const EVENT_TRIGGER = 3838
const BOOLEAN = 16
/** Characters that V8 compiles in ten milliseconds or two. */
const LONG_SOURCE = 50_000

/** What a polymorphic type stands for while a function is only checked. @type {Record<number, number>} */
const ASSUMED =
  { 2283: 23, 2776: 23, 3500: 23, 5077: 23, 5079: 23, 2277: 1007, 5078: 1007, 3831: 3904, 5080: 3904, 4537: 4451,
    4538: 4451 }

export class PlpgsqlRoutine {
  /**
   * @param {ProcedureHost} host @param {FuncDesc} func @param {Call} call
   * @param {boolean} [isCheck] it is made to be checked: where the body is is told
   * @param {boolean} [inSteps] `making` is still to be done
   */
  constructor(host, func, call, isCheck = false, inSteps = false) {
    const catalog = host.catalog()
    this.func = func
    this.call = call
    this.readOnly = func.volatility !== 'v'
    this.config = func.config
    this.retset = func.retset
    this.settings = host.session.settings
    /** Expressions are part of the code: they mean what they mean under this search path. */
    this.inlines = false
    this.pathKey = catalog.pathKey
    /** By which sessions share the statements of its body; '': they do not. */
    this.shareKey = func.oid === 0 || isCheck ? '' : `${func.oid}.${func.version}`
    this.trigger = func.returnType === TRIGGER || func.returnType === EVENT_TRIGGER
    this.returnType = isPolymorphic(func.returnType) ? isCheck ? ASSUMED[func.returnType] : call.result
      : func.returnType === EVENT_TRIGGER ? VOID : func.returnType
    this.signature = func.oid === 0 ? func.name === INLINE ? INLINE : signatureOf(catalog, func)
      : functionSignature(catalog, func.oid)
    /** @type {Datum | null} OUT arguments, or the one there is */
    this.outputs = null
    /** Arguments in their order; in: index among the inputs, -1: none. @type {{ datum: Datum, input: number }[]} */
    this.args = []
    /** NEW and OLD. @type {Datum[]} */
    this.triggerRows = []
    this.printStrictParams = false
    this.returnsRow = this.returnType === RECORD || catalog.type(catalog.baseType(this.returnType))?.kind === 'c'
    /** Places of statements. @type {import('./emit/emitter.js').Place[]} */
    this.places = []
    this.castPlace = 0
    this.nowherePlace = 0
    /** The table whose rows the code is made for. */
    this.relation = call.relation ?? null
    this.source = ''
    /** It gives one value, by ordinary code in which no part of the transaction begins. */
    this.isPlain = false
    this.isPlainTrigger = false
    /** It sends the client no message but an error. */
    this.isQuiet = false
    this.isGenerator = true
    /** What a call without waits ran in, for the next one. @type {Run | null} */
    this.spareRun = null
    /** @type {((run: Run, args: Value[]) => Work | Value) | null} */
    this.code = null
    /** @type {() => (run: Run, args: Value[]) => Work | Value} */
    this.make = () => { throw new Error('not made') }
    /** Statements of EXECUTE, by types of parameters and text. @type {Map<string, Value[]>} */
    this.texts = new Map()
    /** A body that V8 compiles for more than a moment. @type {{ text: () => string, constants: Value[] } | null} */
    this.long = null
    /** Types of its variables that users made, which may be gone when it is called again. @type {number[]} */
    this.ownTypes = []
    /** Whose rows its variables are. @type {RelationDesc[]} */
    this.rowRelations = []
    if (!inSteps) atOnce(this.making(host, catalog, isCheck))
  }

  /**
   * A routine that takes its time: a body of thousands of statements is read and made code between the turns of others.
   * @param {ProcedureHost} host @param {FuncDesc} func @param {Call} call @param {boolean} [isCheck]
   * @returns {Steps<PlpgsqlRoutine>} @throws {DbError} as the constructor
   */
  static *inSteps(host, func, call, isCheck = false) {
    const routine = new PlpgsqlRoutine(host, func, call, isCheck, true)
    yield* routine.making(host, host.catalog(), isCheck)
    return routine
  }

  /** @param {ProcedureHost} host @param {Catalog} catalog @param {boolean} isCheck @returns {Steps<void>} */
  *making(host, catalog, isCheck) {
    const { func, call } = this
    const settle = (/** @type {number[]} */ types) => isCheck ? types.map((type) => ASSUMED[type] ?? type)
      : settledTypes(catalog, func, call.args, types)
    const body = yield* this.read(host, catalog, settle, isCheck)
    // Code is made by the first call; a DO block's is this.
    if (isCheck && func.name !== INLINE) return
    this.printStrictParams = body.printStrictParams
    if (this.relation !== null) for (const row of this.triggerRows) row.fixed = rowShape(host, this.relation)
    this.fixRows(catalog, body)
    const { make, text, source, constants, isPlain } = yield* this.emitted(host, catalog, body)
    this.source = source
    this.isPlain = isPlain && !this.retset && !this.trigger && !source.includes('run.enter()')
    this.isPlainTrigger = isPlain && this.trigger && !source.includes('run.enter()')
    this.isQuiet = !source.includes('run.raise(')
    this.isGenerator = !isPlain
    this.make = () => make(constants)
    if (source.length > LONG_SOURCE) this.long = { text, constants }
    this.ownTypes = [...new Set(body.datums.map((datum) => datum.type))].filter((type) => type >= FIRST_USER_OID)
  }

  /** Variables of composite types have their row all through. @param {Catalog} catalog @param {ParsedBody} body */
  fixRows(catalog, body) {
    for (const datum of body.datums) {
      if (datum.kind !== 'rec' || datum.type === RECORD || this.domains.has(datum.type)) continue
      const relation = catalog.relation(catalog.type(datum.type)?.relationOid ?? 0)
      if (relation === undefined) continue
      this.rowRelations.push(relation)
      datum.fixed = shapeOf(catalog, datum.type)
    }
  }

  /**
   * @param {ProcedureHost} host @param {Catalog} catalog @param {ParsedBody} body
   * @returns {ReturnType<Emitter['build']>}
   */
  *emitted(host, catalog, body) {
    const { func } = this
    const emitter = new Emitter(body, { retset: this.retset, name: func.name.replace(/\W/g, '_') }, STATEMENT_KINDS, {
      code: inlinedExpressions(catalog),
      bind: (query) => this.boundInline(query, host.session, catalog),
      hasElements: (type) => hasElements(catalog, type),
    })
    this.emitPrologue(emitter)
    this.places = emitter.places
    this.castPlace = emitter.places.push({ line: 0,
      what: this.trigger ? 'during function exit' : 'while casting return value to function\'s return type' }) - 1
    this.nowherePlace = emitter.places.push({ line: 0, what: '' }) - 1
    const made = yield* emitter.build((own) => this.emitEnd(own))
    if (!emitter.replacesFixed) return made
    // It puts another row into NEW or OLD: what they are is known when it runs.
    for (const row of this.triggerRows) row.fixed = undefined
    return yield* this.emitted(host, catalog, body)
  }

  /** Whether types it was read with are gone: names may mean others now. @param {Catalog} catalog */
  isStale(catalog) {
    if (this.relation !== null && catalog.relation(this.relation.oid) !== this.relation) return true
    if (this.rowRelations.some((relation) => catalog.relation(relation.oid) !== relation)) return true
    if (this.inlines && catalog.pathKey !== this.pathKey) return true
    return this.ownTypes.length > 0 && this.ownTypes.some((type) => catalog.type(type) === undefined)
  }

  // --- compiling ---------------------------------------------------------------------------------------------------

  /**
   * @param {ProcedureHost} host @param {Catalog} catalog @param {(types: number[]) => number[]} settle
   * @param {boolean} isCheck @returns {Steps<ParsedBody>}
   */
  *read(host, catalog, settle, isCheck) {
    const { func } = this
    const { session } = host
    /** @type {Reader | null} */
    let reader = null
    try {
      const tokens = yield* tokenSteps(func.source)
      reader = new Reader(func.source, {
        ...typeResolver(catalog, func.source), name: func.name, retset: func.retset,
          isProcedure: func.kind === 'p' && func.name !== INLINE,
          returnType: this.returnType,
        variableConflict: String(session.settings.get('plpgsql.variable_conflict')),
          printStrictParams: session.settings.get('plpgsql.print_strict_params') === true,
        checksSyntax: isCheck,
        extra: (check) => isCheck && func.name !== INLINE ? this.extra(check) : 'none',
        typeName: (type) => formatType(catalog, type),
        warn: (message, at) => /** @type {Value} */ (func).tell({ severity: 'WARNING', code: '42712', message,
          internalQuery: func.source, internalPosition: Array.from(func.source.slice(0, at)).length + 1 }),
      }, readStatements, tokens)
      this.declareArguments(reader, catalog, settle)
      const found = reader.declare('found', 0, { type: BOOLEAN, typmod: -1, collation: 0, isRow: false })
      reader.outputs = this.outputs
      const body = yield* readBody(reader, found)
      for (const { type } of [...body.datums, { type: this.returnType }]) {
        if (catalog.type(type)?.kind === 'd') this.domains.add(type)
      }
      return body
    } catch (error) {
      if (error instanceof DbError
        && !(isCheck && error.internalPosition !== undefined && error.internalQuery === func.source)) {
        addContext(error, compilationOf(func.name, reader?.latestLine ?? 1))
      }
      throw error
    }
  }

  /** @param {Reader} reader @param {Catalog} catalog @param {(types: number[]) => number[]} settle */
  declareArguments(reader, catalog, settle) {
    const { func } = this
    const all = settle(func.allArgTypes.length > 0 ? func.allArgTypes : func.argTypes)
    /** @type {Datum[]} */
    const outputs = []
    let input = 0
    all.forEach((type, at) => {
      const mode = func.argModes[at] ?? 'i'
      const name = func.argNames[at] ?? ''
      const datum = reader.declare(`$${at + 1}`, 0, resolvedType(catalog, type, -1))
      if (name !== '') {
        if (reader.scope.names.has(name)) throw parameterNameTwice(name)
        reader.scope.names.set(name, datum)
        datum.name = name
      }
      this.args.push({ datum, input: 'ibv'.includes(mode) ? input++ : -1 })
      if ('obt'.includes(mode)) outputs.push(datum)
    })
    if (outputs.length > 1 || (outputs.length === 1 && func.kind === 'p')) {
      const partNames = outputs.map((datum, at) => datum.name.startsWith('$') ? `column${at + 1}` : datum.name)
      this.outputs = reader.makeDatum('row', '(unnamed row)', 0, { parts: outputs, partNames })
    } else if (outputs.length === 1) [this.outputs] = outputs
    // The result's type, for a variable of a result that is known when it is called.
    if (isPolymorphic(func.returnType) && outputs.length === 0) {
      reader.declare('$0', 0, resolvedType(catalog, this.returnType, -1))
    }
    if (!this.trigger) return
    const variables = func.returnType === TRIGGER ? TRIGGER_VARIABLES : EVENT_VARIABLES
    for (const [name, type] of variables) {
      const datum = reader.declare(name, 0, resolvedType(catalog, type, -1))
      if (type === RECORD) this.triggerRows.push(datum)
      this.args.push({ datum, input: this.args.length })
    }
  }

  /** @param {Query} query @param {Session} session @param {Catalog} catalog */
  boundInline(query, session, catalog) {
    const bound = query.inlinable(session, catalog)
    if (bound !== null) this.inlines = true
    return bound
  }

  /** @param {Emitter} emitter */
  emitPrologue(emitter) {
    for (const { datum, input } of this.args) {
      const name = emitter.variable(datum)
      if (datum.kind === 'rec') {
        emitter.line(`${name} = run.record(${emitter.constant(datum)})`)
        if (input >= 0) {
          emitter.line(this.trigger ? `run.takeTriggerRow(${name}, args[${input}])`
            : `run.assignRecord(${name}, args[${input}], ${datum.type})`)
        }
      } else emitter.line(`${name} = ${input >= 0 ? `args[${input}]` : `run.initial(${emitter.constant(datum)})`}`)
    }
    emitter.found('false')
  }

  /** The end is reached without RETURN. @param {Emitter} emitter */
  emitEnd(emitter) {
    emitter.line('run.fellThrough()')
    if (this.returnType === VOID) emitter.line('return \'\'')
    else if (this.retset || this.outputs === null) emitter.line('return null')
    else {
      const { outputs } = this
      const name = outputs.kind === 'row' ? '' : emitter.shared(outputs)
      if (outputs.kind === 'row') {
        const parts = outputs.parts.map((part) => emitter.shared(part))
        emitter.line(`run.giveRow(${emitter.constant(outputs)}, [${parts.join(', ')}])`)
      }
      else if (outputs.kind === 'rec') emitter.line(`run.giveRecord(${name})`)
      else emitter.line(`run.give(${name}, ${outputs.type}, ${outputs.typmod}, null)`)
      emitter.line('return run.finish()')
    }
  }

  /** plpgsql.extra_errors and extra_warnings. @param {string} check @returns {'none' | 'warning' | 'error'} */
  extra(check) {
    const has = (/** @type {string} */ name) => {
      const list = String(this.settings.get(name)).toLowerCase()
      return (
        list === 'all'
        || (list !== 'none' && list.split(',').some((item) => trimSqlSpaces(item) === check))
      )
    }
    return has('plpgsql.extra_errors') ? 'error' : has('plpgsql.extra_warnings') ? 'warning' : 'none'
  }

  // --- calling -----------------------------------------------------------------------------------------------------

  /** What can be said of it before it is called: the body was read. */
  validate() { /* in the constructor */ }

  /** @param {Run} run @param {Value[]} args @returns {Work} */
  *body(run, args) {
    const { program, session } = run
    if (this.code === null && this.long !== null && !session.synchronous) {
      const { text, constants } = this.long
      this.code = (yield* session.compiledElsewhere(text()))(constants)
    }
    run.caller = program.run
    program.run = run
    try {
      this.code ??= this.make()
      const made = this.code(run, args)
      return this.isGenerator ? yield* /** @type {Work} */ (made) : made
    } catch (error) {
      throw run.explain(error)
    } finally {
      program.run = run.caller
    }
  }

  /**
   * One value, of a routine that isPlain.
   * @param {ProcedureHost} host @param {Value[]} args @param {Snapshot} snapshot the caller's @returns {Value}
   */
  plainValue(host, args, snapshot) {
    const { program } = host
    const run = this.spareRun === null ? new Run(this, host, snapshot, false) : this.spareRun.renewed(snapshot)
    this.spareRun = null
    run.caller = program.run
    program.run = run
    try {
      this.code ??= this.make()
      const value = this.code(run, args)
      this.spareRun = run
      return value
    } catch (error) {
      throw run.explain(error)
    } finally {
      program.run = run.caller
      run.caller = null
    }
  }

  /**
   * A trigger's function, of a routine that isPlainTrigger.
   * @param {ProcedureHost} host @param {Value[]} values of triggerValues
   * @param {import('./trigger.js').TriggerCall} call
   * @returns {Value[] | null} the row to go on with; null: none
   */
  plainFire(host, values, call) {
    const { program } = host
    const run = this.spareRun === null ? new Run(this, host, null, false) : this.spareRun.renewed(null)
    this.spareRun = null
    run.trigger = call
    run.caller = program.run
    program.run = run
    try {
      this.code ??= this.make()
      const row = this.code(run, values)
      this.spareRun = run
      return row
    } catch (error) {
      throw run.explain(error)
    } finally {
      program.run = run.caller
      run.caller = null
    }
  }

  /**
   * One value.
   * @param {ProcedureHost} host @param {Value[]} args @param {Snapshot} snapshot the caller's @returns {Work}
   */
  *value(host, args, snapshot) {
    if (this.trigger) throw notCalled(this.func.name)
    const run = new Run(this, host, snapshot, host.program.takeMayEnd())
    return yield* this.body(run, args)
  }

  /**
   * The same where nothing can wait.
   * @param {ProcedureHost} host @param {Value[]} args @param {Snapshot} snapshot @returns {Value}
   */
  valueNow(host, args, snapshot) {
    const { session } = host
    const call = new Detour(this.value(host, args, snapshot))
    const before = session.synchronous
    session.synchronous = true // it takes no turns
    let pending
    try {
      pending = advance([call], undefined)
    } finally {
      session.synchronous = before
    }
    if (pending === null) return call.value
    pending.catch(() => undefined) // nobody waits for it any more
    call.work.return(undefined)
    throw featureNotSupported('a function that waits, in this place')
  }

  /** The rows of a set. @param {ProcedureHost} host @param {Value[]} args @param {Snapshot} snapshot */
  rows(host, args, snapshot) { return new PlpgsqlRows(this, host, args, snapshot) }

  /**
   * A trigger's function. @param {ProcedureHost} host @param {import('./trigger.js').TriggerCall} call
   * @returns {Generator<Promise<unknown>, Value[] | null, void>} the row to go on with; null: none
   */
  *fire(host, call) {
    const run = new Run(this, host, null, false)
    run.trigger = call
    const { transition, relation } = call
    if (transition) run.transition = new TransitionTables(host.catalog(), relation, transition)
    return yield* this.body(run, triggerValues(host, call))
  }

  // --- results -----------------------------------------------------------------------------------------------------

  /**
   * The columns a row of the result has; null: what it is given.
   * @param {Catalog} catalog @returns {import('./records.js').Shape | null}
   */
  resultShape(catalog) {
    if (this.returnType !== RECORD) return shapeOf(catalog, this.returnType)
    const { outputs, call } = this
    if (outputs !== null && outputs.kind === 'row') {
      return { type: RECORD, names: outputs.partNames, types: outputs.parts.map((part) => part.type),
        typmods: outputs.parts.map(() => -1) }
    }
    if (call.columns === undefined) return null
    return { type: RECORD, names: call.columns.map((column) => column.name),
      types: call.columns.map((column) => column.type), typmods: call.columns.map((column) => column.typmod ?? -1) }
  }

  /** @param {Session} session @param {import('./records.js').Shape | null} shape */
  newResults(session, shape) { return new Results(session, this.returnType, shape) }

  /** @param {number} type */
  isDomain(type) { return this.domains.has(type) }

  /** Domains among its variables' types: their rules are asked about NULL. @type {Set<number>} */
  domains = new Set()

  /** @param {Catalog} catalog @param {number} type @param {number} typmod */
  formatType(catalog, type, typmod) { return formatType(catalog, type, typmod < 0 ? null : typmod) }
}

/** @param {Catalog} catalog @param {FuncDesc} func not yet there */
const signatureOf = (catalog, func) =>
  `${func.name}(${func.argTypes.map((type) => formatType(catalog, type)).join(',')})`

/** @param {string} name of the function */
const notCalled = (name) => triggerFunctionCalled(name)

/** @param {string} name @param {number} line */
export const compilationOf = (name, line) => `compilation of PL/pgSQL function "${name}" near line ${line}`
