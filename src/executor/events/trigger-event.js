/**
 * AFTER listeners in the log of row events: of a row, and of a statement. What they are told is put together when they
 * fire (engine/events.js).
 */
import { withoutKept } from '../../catalog/kept-keys.js'
import { HeapCursor } from '../../storage/heap/heap-cursor.js'
import { EventLog } from './event-log.js'
import { TransitionRows } from './transition-rows.js'
import { NOT_PLAIN, callTrigger, fireBeforeStatement, isOn } from './trigger-run.js'

/** @typedef {import('../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('./trigger-run.js').TriggerSession} TriggerSession */
/** @import { Tid } from '../../util/identifiers.js' */
/** @import { TriggerDesc, TriggerOperation } from '../../catalog/triggers.js' */
/** @import { ExecContext } from '../context.js' */
/** @import { EventTarget } from './event-log.js' */
/** @import { Gate, Listener } from './trigger-run.js' */

/** In `firing` of a record: another stands for it. */
export const CANCELLED = 0xffff

/** An AFTER ROW trigger: a target of the log. */
export class RowTrigger {
  /** @param {TriggerDesc} trigger @param {RelationDesc} relation whose rows @param {TriggerOperation} operation */
  constructor(trigger, relation, operation) {
    this.kind = 'rowTrigger'
    this.constraintOid = trigger.constraintOid
    this.deferrable = trigger.deferrable
    this.initiallyDeferred = trigger.deferred
    this.ownRelation = relation
    this.trigger = trigger
    this.operation = operation
    this.reader = new HeapCursor(relation.heap)
  }

  /** @param {Tid} tid @param {number} pointer @param {boolean} before @returns {any[]} */
  image(tid, pointer, before) {
    const { heap } = this.ownRelation
    const at = this.reader.imageOf(tid, pointer, before)
    try {
      return withoutKept(this.ownRelation, heap.layout.decode(heap.env.pool.bytes, heap.env.pool.view, at))
    } finally {
      this.reader.release()
    }
  }

  /**
   * Fires it by ordinary code. @param {NonNullable<TriggerSession>} session @param {EventLog} log
   * @param {number} index its record @returns {boolean} false: `fire` has to do it
   */
  fireNow(session, log, index) {
    const { operation, trigger } = this
    if (trigger.listener !== null || log.noteOf(index) !== 0) return false
    const tid = log.tidOf(index)
    const pointer = log.pointerOf(index)
    const old = operation === 'insert' ? null : this.image(tid, pointer, true)
    const now = operation === 'delete' ? null : this.image(tid, pointer, false)
    const result = session.procedures.plainTrigger(trigger, this.ownRelation, operation, old, now,
      operation === 'insert' ? -1 : tid, operation === 'delete' ? -1 : tid, pointer)
    return result !== NOT_PLAIN
  }

  /**
   * @param {TriggerSession} session
   * @param {EventLog} log
   * @param {number} index its record
   * @returns {Generator<Promise<unknown>, any, void>}
   */
  *fire(session, log, index) {
    const { operation } = this
    const tid = log.tidOf(index)
    const pointer = log.pointerOf(index)
    const run = log.runs[log.noteOf(index) - 1]
    if (run !== undefined) run.closed = true
    yield* callTrigger(session, {
      trigger: this.trigger,
      relation: this.ownRelation,
      operation,
      old: operation === 'insert' ? null : this.image(tid, pointer, true),
      new: operation === 'delete' ? null : this.image(tid, pointer, false),
      oldTid: operation === 'insert' ? -1 : tid,
      newTid: operation === 'delete' ? -1 : tid,
      pointer,
      rows: run?.rows ?? null,
    })
  }
}

/** An AFTER STATEMENT trigger: a target of the log, whose records name a StatementRun. */
export class StatementTrigger {
  /** @param {TriggerDesc} trigger @param {RelationDesc} relation @param {TriggerOperation} operation */
  constructor(trigger, relation, operation) {
    this.kind = 'statementTrigger'
    this.constraintOid = 0
    this.deferrable = false
    this.initiallyDeferred = false
    this.ownRelation = relation
    this.trigger = trigger
    this.operation = operation
  }

  /**
   * @param {TriggerSession} session
   * @param {EventLog} log
   * @param {number} index
   * @returns {Generator<Promise<unknown>, any, void>}
   */
  *fire(session, log, index) {
    const run = log.runs[log.noteOf(index) - 1]
    run.closed = true
    yield* callTrigger(session, {
      trigger: this.trigger,
      relation: this.ownRelation,
      operation: this.operation,
      old: null,
      new: null,
      oldTid: -1,
      newTid: -1,
      pointer: Infinity,
      rows: run.rows,
    })
  }
}

/** What stands at both ends of a statement's changes of one table by one operation. */
export class StatementGate {
  /**
   * @param {RelationDesc} relation that the statement names
   * @param {TriggerOperation} operation
   * @param {Listener[]} before
   * @param {{ target: StatementTrigger, when: import('./trigger-run.js').When | null }[]} after
   * @param {boolean} captures
   */
  constructor(relation, operation, before, after, captures) {
    this.key = `${relation.oid}:${operation}`
    /** @type {Gate} */
    this.before = { relation, operation, listeners: before, checkRow: null }
    this.after = after
    this.captures = captures
  }
}

/**
 * One statement's changes of a table by one operation; those of foreign keys' actions in one log are one, until what
 * stands behind them begins to fire.
 */
export class StatementRun {
  /**
   * @param {string} key
   * @param {number} number its place in the log's list, from 1
   * @param {TransitionRows | null} rows
   */
  constructor(key, number, rows) {
    this.key = key
    this.number = number
    this.rows = rows
    this.closed = false
    /** Records of AFTER STATEMENT triggers that are queued. @type {number[]} */
    this.queued = []
  }
}

/**
 * The statement is about to change its first row.
 * @param {ExecContext} ctx
 * @param {StatementGate} gate
 * @returns {Generator<number, StatementRun, void>}
 */
export function* beginStatement(ctx, gate) {
  const log = (ctx.events ??= new EventLog(ctx.vfs, ctx.workMem))
  const known = log.runs.find((run) => run.key === gate.key && !run.closed)
  if (known !== undefined) return known
  const run = new StatementRun(
    gate.key,
    log.runs.length + 1,
    gate.captures ? new TransitionRows(gate.before.relation, ctx.vfs, ctx.workMem) : null,
  )
  log.runs.push(run)
  yield* fireBeforeStatement(ctx, gate.before)
  if (ctx.lateFailure !== null) throw ctx.lateFailure
  return run
}

/**
 * The statement has changed its last row.
 * @param {ExecContext} ctx
 * @param {StatementGate} gate
 * @param {StatementRun} run
 */
export function endStatement(ctx, gate, run) {
  const log = /** @type {EventLog} */ (ctx.events)
  for (const index of run.queued.splice(0)) log.setFiring(index, CANCELLED)
  for (const { target, when } of gate.after) {
    if (!isOn(ctx.session, target.trigger) || (when !== null && !when(ctx, null, null))) continue
    run.queued.push(log.count)
    log.add(/** @type {EventTarget} */ (target), 0, ctx.txn.lastUndo, run.number)
  }
}
