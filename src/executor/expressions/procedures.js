/**
 * Calls of functions that are not built in: the code they run is the procedures layer's business, reached through
 * `ctx.session.procedures`. In a generator body a call may wait; its own waits pass through as PROMISE. A plain body
 * (CHECK outside statements, index keys, domain checks behind an input) calls the same function where it cannot wait:
 * it may read there, and nothing else.
 */
import { C_LANGUAGE, INTERNAL_LANGUAGE } from '../../catalog/languages.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { isLibraryRoutine } from '../../functions/libraries.js'
import { lookup } from '../../functions/lookup.js'
import { PROMISE } from '../codes.js'
import { releaseCursors } from '../context.js'
import { FIRST_USER_OID } from '../../types/oids.js'

/** @import { ExecContext } from '../context.js' */
/** @import { FuncDesc } from '../../catalog/descriptors.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

/**
 * One place in a statement where a function is called. @typedef {object} CallSite
 * @property {number} [collation] of the arguments, where that is not their types' own
 * @property {number} oid pg_proc OID
 * @property {number} result type of this call
 * @property {number[]} args types of this call
 * @property {any[]} [columns] of the definition list behind a call that returns records
 * @property {boolean} [resumes] of a statement that writes: it goes on with its own command behind the call
 * @property {{ oid: number }} [relation] whose rows a trigger's function is given
 * @property {any} [routine] where the procedures layer keeps what it found out about this call
 */

/** Whether a function's code is the procedures layer's: of built-in ones and a library's what runs statements.
 * @param {FuncDesc} info */
export const isProcedural = (info) => info.kind === 'a' ? false
  : info.oid < FIRST_USER_OID || info.language === INTERNAL_LANGUAGE
    ? info.language === INTERNAL_LANGUAGE && lookup(info.source)?.routine === true
    : info.language !== C_LANGUAGE || isLibraryRoutine(info.source)

/**
 * @param {FunctionBuilder} fn
 * @param {FuncDesc} info
 * @param {unknown} expr the call, for its types
 * @param {string[]} args
 * @returns {string} source of the value
 */
export function procedureCall(fn, info, expr, args) {
  const { module } = fn
  const made = { ...callSite(info, expr), resumes: module.writes }
  const site = module.constant(made, 'site')
  if (module.generator) {
    const plain = `${module.constant(callPlain, 'callPlain')}(ctx, ${site}, [${args.join(', ')}])`
    const waiting = `yield* ${module.constant(callProcedure, 'callProcedure')}(ctx, ${site}, ctx.called)`
    return `(${plain} ? ctx.called : ${waiting})`
  }
  if (module.plainSites !== null) {
    module.plainSites.push(made)
    return `${module.constant(callReady, 'callReady')}(ctx, ${site}, [${args.join(', ')}])`
  }
  return `${module.constant(callProcedureNow, 'callProcedureNow')}(ctx, ${site}, [${args.join(', ')}])`
}

/** @param {FuncDesc} info @param {any} expr @returns {CallSite} */
export const callSite = (info, expr) => ({
  oid: info.oid, result: expr?.type ?? info.returnType,
  args: expr?.args?.map((/** @type {any} */ arg) => arg.type) ?? info.argTypes, routine: undefined,
  ...(expr?.columns ? { columns: expr.columns } : null),
  ...(expr?.inputCollation > 0 ? { collation: expr.inputCollation } : null),
})

/**
 * A call in which nothing can wait; else its arguments stay in `ctx.called`.
 * @param {ExecContext} ctx @param {CallSite} site @param {unknown[]} args @returns {boolean}
 */
function callPlain(ctx, site, args) {
  if (ctx.session.procedures.plainCall(ctx, site, args)) return true
  ctx.called = args
  return false
}

/** Whether calls at these places can be made by `callReady`. @param {ExecContext} ctx @param {CallSite[]} sites */
export const areReady = (ctx, sites) => ctx.session.procedures.areReady(sites)

/** A call that was found ready. @param {ExecContext} ctx @param {CallSite} site @param {unknown[]} args */
function callReady(ctx, site, args) {
  return ctx.session.procedures.plainCall(ctx, site, args) ? ctx.called : callProcedureNow(ctx, site, args)
}

/** @param {ExecContext} ctx @param {CallSite} site @param {unknown[]} args @returns {Generator<number, any, void>} */
function* callProcedure(ctx, site, args) {
  releaseCursors(ctx)
  if (site.resumes) ctx.txn.interruptCommand()
  const value = yield* through(ctx, ctx.session.procedures.call(ctx, site, args))
  if (site.resumes) ctx.txn.resumeCommand(ctx.snapshot.cid)
  return value
}

/**
 * A built-in function that waits.
 * @param {FunctionBuilder} fn
 * @param {any} impl
 * @param {string[]} args
 * @returns {string} source of the value
 */
export function waitingCall(fn, impl, args) {
  const { module } = fn
  const work = `${module.constant(impl.call, 'waiting')}(${['ctx', ...args].join(', ')})`
  return module.generator
    ? `(yield* ${module.constant(waitThrough, 'waitThrough')}(ctx, ${work}))`
    : `${module.constant(runNow, 'runNow')}(${work})`
}

/**
 * @param {ExecContext} ctx
 * @param {Generator<Promise<unknown>, any, void>} work
 * @returns {Generator<number, any, void>}
 */
function* waitThrough(ctx, work) {
  releaseCursors(ctx)
  return yield* through(ctx, work)
}

/** Where nothing can wait. @param {Generator<Promise<unknown>, any, void>} work @throws {DbError} 0A000 */
function runNow(work) {
  const step = work.next()
  if (step.done) return step.value
  step.value.catch(() => undefined)
  work.return(undefined)
  throw featureNotSupported('a function that waits, in this place')
}

/**
 * Work that yields promises, as part of a statement.
 * @param {ExecContext} ctx
 * @param {Generator<Promise<unknown>, any, void>} work
 * @returns {Generator<number, any, void>}
 */
export function* through(ctx, work) {
  let step = work.next()
  try {
    while (!step.done) {
      ctx.wait = { promise: step.value }
      let failure = null
      try {
        yield PROMISE
      } catch (error) {
        failure = { error }
      }
      step = failure === null ? work.next() : work.throw(failure.error)
    }
  } finally {
    if (!step.done) work.return(undefined)
  }
  return step.value
}

/** @param {ExecContext} ctx @param {CallSite} site @param {unknown[]} args @returns {any} */
export function callProcedureNow(ctx, site, args) {
  return ctx.session.procedures.callNow(ctx, site, args)
}

/** Rows per visit to a set-returning function. */
const BATCH = 256

/** The rows of a set-returning function, some at a time: an iterator that must be filled by whoever can wait. */
export class ProcedureSet {
  /** @param {ExecContext} ctx @param {CallSite} site @param {unknown[]} args */
  constructor(ctx, site, args) {
    this.ctx = ctx
    this.resumes = site.resumes
    // What a statement writes of a row is there when the next one is computed.
    this.batch = site.resumes ? 1 : BATCH
    this.source = ctx.session.procedures.open(ctx, site, args)
    /** @type {any[]} */
    this.rows = []
    this.at = 0
    this.finished = false
    ctx.cursors.push(this)
  }

  /** No row is at hand and there may be more. */
  get hungry() {
    return this.at === this.rows.length && !this.finished
  }

  *fill() {
    releaseCursors(this.ctx)
    if (this.resumes) {
      // Snapshots of the function know the transaction's rows by its id.
      this.ctx.txn.assignXid()
      this.ctx.txn.interruptCommand()
    }
    this.rows = yield* through(this.ctx, this.source.fetch(this.batch))
    if (this.resumes) this.ctx.txn.resumeCommand(this.ctx.snapshot.cid)
    this.at = 0
    if (this.rows.length === this.batch) return
    // Of many calls one after the other nothing stays behind.
    this.end()
    const { cursors } = this.ctx
    const at = cursors.lastIndexOf(this)
    if (at >= 0) cursors.splice(at, 1)
  }

  /** @returns {{ done: boolean, value: any }} */
  next() {
    return this.at < this.rows.length ? { done: false, value: this.rows[this.at++] } : { done: true, value: undefined }
  }

  /** It holds no pins between two rows. */
  release() { /* see above */ }

  /** The statement is over. */
  end() {
    this.finished = true
    this.source.close()
  }
}
