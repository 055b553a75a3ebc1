/**
 * What one execution of a compiled statement is given. The engine makes one per execution (and may reuse it for the
 * next one of the same session after `resetContext`); generated code keeps its own running state in `state` and
 * `cursors`.
 */

import { HeapCursor } from '../storage/heap/heap-cursor.js'
import { rowBytes } from './spill/row-codec.js'
import { assert } from '../util/assert.js'

/** @import { Lsn } from '../util/identifiers.js' */
/** @import { MemoryAccount } from '../util/memory-account.js' */

/**
 * @typedef {object} ExecContext
 * @property {any} session for session functions (current_user, set_config, nextval …)
 * @property {any} txn Transaction
 * @property {any} snapshot Snapshot of the statement
 * @property {any[]} params values of $1…, as docs/seams.md section 1; null for NULL
 * @property {import('../util/byte-writer.js').ByteWriter | null} writer where DataRow messages go (output 'wire')
 * @property {any[][] | null} rows where rows go (output 'rows'); the caller may empty it at every SUSPEND
 * @property {number} rowLimit the generator body suspends when rowCount reaches it; Infinity for none
 * @property {number} rowCount rows sent or affected so far
 * @property {number} highWater bytes in the writer (or rows in `rows`) after which the generator body suspends
 * @property {number} fuel loop steps left in this time slice
 * @property {any} catalog CatalogSnapshot
 * @property {import('../types/registry.js').TypeEnv} env how values are printed and parsed
 * @property {any} now transaction timestamp, microseconds since 2000-01-01 UTC: the session's
 * @property {number} workMem bytes one sort, hash table or buffer may hold before it spills
 * @property {number} sorters sorts so far, which write their runs at different rows
 * @property {any} vfs where temporary files are made
 * @property {any} profile layer timers, only used by instrumented code
 * @property {any} wait what the last WAIT or READ waits for
 * @property {any[]} state slots of the generated code, empty at start
 * @property {any[]} cursors open cursors; released before every yield and at the end
 * @property {RowSource | null} source where the rows of an external scan come from
 * @property {import('../errors/db-error.js').DbError | null} lateFailure thrown when BEFORE STATEMENT triggers have
 *   fired
 * @property {import('./events/event-log.js').EventLog | null} events of rows changed so far, to fire when the statement
 *   has run to its end
 * @property {Lsn} startLsn the transaction's newest log record as the statement began: it has changed something
 *   since when that is another
 * @property {boolean} mayRestart as long as no row was given, the statement may begin again (RestartSignal)
 * @property {any} stats PlanStats of an instrumented execution, else null
 * @property {(((value: any) => any) | null)[]} convert output 'objects': what turns a column's datum into what the
 *   program sees
 * @property {unknown} called what a call without waits gave, or its arguments where it is another kind of call
 * @property {any} spareSnapshot the one that the last plain body ran under: the next takes its object
 */

/**
 * Rows from outside the database. `lineOf` and `failedLine` are for error messages: rows are written in batches, so the
 * row that failed need not be the last one handed out.
 * @typedef {object} RowSource
 * @property {() => any[] | null | undefined} next a row, one value per column; null: no more; undefined: await
 *   `wait.promise`, then ask again
 * @property {{ promise: Promise<unknown> } | null} wait
 * @property {() => number} [lineOf] where the row handed out last was
 * @property {any} [reader] who has the rows' bytes: operators/write/plain-rows.js reads those that need no second look
 *   itself
 * @property {number} [failedLine] set when a row cannot be written: where that row was
 */

/**
 * A class, because an object literal with a getter is a dictionary to V8: each access of each statement would be looked
 * up in a hash table.
 */
class Context {
  /** @param {Partial<ExecContext>} fields */
  constructor(fields) {
    this.session = fields.session ?? null
    this.txn = fields.txn ?? null
    this.snapshot = fields.snapshot ?? null
    this.params = fields.params ?? []
    this.writer = fields.writer ?? null
    this.rows = fields.rows ?? null
    this.rowLimit = fields.rowLimit ?? Infinity
    this.rowCount = 0
    this.highWater = fields.highWater ?? Infinity
    this.fuel = fields.fuel ?? 0
    this.catalog = fields.catalog ?? null
    this.env = fields.env ?? /** @type {any} */ ({})
    this.workMem = fields.workMem ?? 4 * 1024 * 1024
    this.sorters = 0
    this.vfs = fields.vfs ?? null
    this.profile = fields.profile ?? null
    /** @type {any} */
    this.wait = null
    this.events = fields.events ?? null
    this.lateFailure = fields.lateFailure ?? null
    /** @type {any[]} */
    this.state = []
    /** @type {any[]} */
    this.cursors = []
    /** @type {Lsn} */
    this.startLsn = 0
    this.mayRestart = false
    this.stats = fields.stats ?? null
    this.source = fields.source ?? null
    this.convert = fields.convert ?? []
    /** @type {any} */
    this.spareSnapshot = null
    /** @type {unknown} */
    this.called = null
  }

  get now() { return this.session?.transactionStart ?? 0 }
}

/** @param {Partial<ExecContext>} fields @returns {ExecContext} */
export const makeContext = (fields) => new Context(fields)

/** RestartSignal.node of a call that takes long. */
export const PATIENCE = -1

/**
 * Thrown by a statement that has given no row yet and should begin again with another body. Not an error: the
 * Executable sees to it.
 */
export class RestartSignal {
  /** @param {number} node the hash join that wants to keep its outer rows, or PATIENCE */
  constructor(node) {
    this.node = node
  }
}

/** Steps of a plain body between two looks at cancel and timeout. */
const LOOK_UP_STEPS = 1024

/** @param {ExecContext} ctx @throws {import('../errors/db-error.js').DbError} 57014 */
export function lookUp(ctx) {
  ctx.fuel = LOOK_UP_STEPS
  ctx.session.checkInterrupts()
  if (ctx.session.memory.isLimited) countRows(ctx)
}

/** Rows that wait for whoever asked for them, as memory: among an execution's cursors. */
class RowsHeld {
  bytes = 0
  counted = 0

  /** @param {MemoryAccount} account */
  constructor(account) { this.account = account }

  release() { /* nothing is pinned */ }

  end() {
    this.account.give(this.bytes)
    this.bytes = 0
  }
}

/**
 * Where the engine's memory is limited: rows of output 'rows' and 'objects' that came since the last time count.
 * @param {ExecContext} ctx @throws {import('../errors/db-error.js').DbError} 53200
 */
export function countRows({ rows, cursors, session }) {
  if (rows === null || rows.length === 0) return
  let held = /** @type {RowsHeld | undefined} */ (cursors.find((cursor) => cursor instanceof RowsHeld))
  if (held === undefined) cursors.push(held = new RowsHeld(session.memory))
  let bytes = 0
  for (let at = held.counted; at < rows.length; at++) {
    const row = /** @type {unknown} */ (rows[at])
    bytes += rowBytes(Array.isArray(row) ? row : Object.values(/** @type {object} */ (row)))
  }
  held.counted = rows.length
  held.account.take(bytes, 'the rows of a result')
  held.bytes += bytes
}

/** They were taken. @param {ExecContext} ctx @param {boolean} areGone they were passed on, and are nobody's here */
export function rowsTaken({ cursors }, areGone) {
  const held = /** @type {RowsHeld | undefined} */ (cursors.find((cursor) => cursor instanceof RowsHeld))
  if (held === undefined) return
  held.counted = 0
  if (areGone) held.end()
}

/**
 * Whether the statement has changed a row: what is begun again would change it twice.
 * @param {ExecContext} ctx
 * @returns {boolean}
 */
export const hasChanged = (ctx) => ctx.txn !== null && ctx.txn.lastLsn !== ctx.startLsn

/** Ready for another execution; parameters, snapshot and sinks are the caller's. @param {ExecContext} ctx */
export function resetContext(ctx) {
  ctx.rowCount = 0
  ctx.wait = null
  ctx.events = null
  ctx.mayRestart = false
  clearState(ctx.state)
  if (ctx.cursors.length > 0) releaseCursors(ctx, true)
}

/** What holds when an execution is over. @param {ExecContext} ctx */
export function assertEmpty(ctx) {
  assert(ctx.cursors.length === 0, 'an execution that is over has no open cursor')
  assert(ctx.wait?.done !== false, 'an execution that is over waits for no lock')
}

/**
 * Slots are kept: to cut an array to nothing and let it grow again costs more than to write over it.
 * @param {any[]} state
 */
export function clearState(state) {
  for (let index = 0; index < state.length; index++) state[index] = undefined
}

/** Gives up every pin. @param {ExecContext} ctx @param {boolean} [forget] the execution is over */
export function releaseCursors(ctx, forget = false) {
  const cursors = ctx.cursors
  if (forget) {
    while (cursors.length > 0) {
      const cursor = cursors.pop()
      cursor.release()
      if (!(cursor instanceof HeapCursor)) cursor.end?.()
    }
    return
  }
  for (let index = 0; index < cursors.length; index++) cursors[index].release()
}
