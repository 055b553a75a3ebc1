/**
 * Listeners at the row-change door, run: BEFORE and INSTEAD OF ones where the row is, AFTER ones when their event
 * fires. README.md, "The row-change door".
 *
 * A listener's work is a generator that yields promises (its function may run statements, which may wait); in a
 * statement's code these pass through as PROMISE.
 */
import { firesIn } from '../../catalog/triggers.js'
import { mergedTwice } from '../../errors/execution.js'
import { modifiedByTrigger, triggerReturnsNothing } from '../../errors/triggers.js'
import { SELF_MODIFIED, WAIT as ROW_WAIT } from '../../storage/heap/status.js'
import { WAIT } from '../codes.js'
import { releaseCursors } from '../context.js'
import { through } from '../expressions/procedures.js'

/** @import { Tid } from '../../util/identifiers.js' */
/** @import { DbError } from '../../errors/db-error.js' */
/** @import { TriggerData, TriggerDesc, TriggerOperation } from '../../catalog/triggers.js' */
/** @import { ExecContext } from '../context.js' */
/** @import { Heap } from '../../storage/heap/heap.js' */
/** @import { Datum } from '../../types/datum.js' */

/** @typedef {import('../../catalog/relation.js').RelationDesc} RelationDesc */
/**
 * What a listener is run in; null where there is no session.
 * @typedef {{ replicates: boolean, procedures: TriggerCalls } | null} TriggerSession
 */
/**
 * @typedef {Generator<Promise<unknown>, any[] | null | undefined, void>} TriggerWork a row, or null to leave it alone
 */
/**
 * @typedef {object} TriggerCalls
 * @property {(data: TriggerData) => TriggerWork} trigger
 * @property {(trigger: TriggerDesc, relation: RelationDesc, operation: TriggerOperation, old: any[] | null,
 *   now: any[] | null, oldTid: Tid, newTid: Tid, pointer: number) => any[] | null | typeof NOT_PLAIN}
 *   plainTrigger the same by
 *   ordinary code; NOT_PLAIN: `trigger` has to do it
 * @property {(trigger: TriggerDesc, relation: RelationDesc, operation: TriggerOperation) => boolean} isQuietTrigger
 *   `plainTrigger` runs it, and says nothing to the client
 */
/** @typedef {(ctx: any, old: any[] | null, now: any[] | null) => boolean} When */
/** @typedef {{ trigger: TriggerDesc, when: When | null }} Listener when: null where the trigger has none */
/** @typedef {{ relation: RelationDesc, operation: TriggerOperation, listeners: Listener[], checkRow: ((ctx: any, name:
 *   string, before: any[], row: any[]) => void) | null }} Gate listeners of one moment;
 *   checkRow: what a BEFORE INSERT listener of a partition may not do to a row
 */

/** What a trigger calls may wait: it cannot be called by ordinary code. */
export const NOT_PLAIN = Symbol('not plain')

/** Whether a trigger fires in this session. @param {TriggerSession} session @param {TriggerDesc} trigger */
export const isOn = (session, trigger) => firesIn(trigger.enabled, session?.replicates === true)

/**
 * Calls one.
 * @param {TriggerSession} session
 * @param {TriggerData} data
 * @returns {Generator<Promise<unknown>, any[] | null | undefined, void>}
 */
export function* callTrigger(session, data) {
  const { listener } = data.trigger
  if (listener !== null) return listener(data)
  return yield* /** @type {NonNullable<TriggerSession>} */ (session).procedures.trigger(data)
}

/**
 * `fireRow` where there is one listener, in which nothing waits and nothing is read or written.
 * @param {ExecContext} ctx @param {Gate} gate @param {any[] | null} old @param {any[] | null} now
 * @param {Tid} tid @returns {any[] | null | typeof NOT_PLAIN} NOT_PLAIN: fireRow has to do it
 */
export function fireRowNow(ctx, gate, old, now, tid) {
  const { listeners, relation, checkRow } = gate
  const { session } = ctx
  if (listeners.length !== 1 || session === null) return NOT_PLAIN
  const { trigger, when } = listeners[0]
  if (trigger.listener !== null || !isOn(session, trigger)) return NOT_PLAIN
  releaseCursors(ctx)
  if (when !== null && !when(ctx, old, now)) return now ?? old
  const result = session.procedures.plainTrigger(trigger, relation, gate.operation, old, now, tid, -1, Infinity)
  if (result === NOT_PLAIN || result === null) return result
  if (now === null) return old
  if (checkRow !== null && !isSameRow(now, result)) checkRow(ctx, trigger.name, now, result)
  return result
}

/**
 * Whether the listeners see nothing of what becomes of rows: many may pass before the first is written.
 * @param {ExecContext} ctx @param {Omit<Gate, 'checkRow'>} gate
 */
export function blindTo({ session }, { listeners, relation, operation }) {
  if (listeners.length !== 1 || session === null) return false
  const { trigger, when } = listeners[0]
  if (trigger.listener !== null || when !== null || !isOn(session, trigger)) return false
  return session.procedures.isQuietTrigger(trigger, relation, operation)
}

/**
 * The BEFORE ROW listeners of a row, or the INSTEAD OF ones of a view's, one after the other. The statement's cursors
 * are given up: offsets into pool memory are good no more.
 * @param {ExecContext} ctx @param {Gate} gate @param {any[] | null} old @param {any[] | null} now
 * @param {Tid} tid of the old row, -1: there is none that is stored
 * @returns {Generator<number, any[] | null, void>} the row as it is to be written (of a delete: as it was); null: leave
 *   it alone
 */
export function* fireRow(ctx, gate, old, now, tid) {
  releaseCursors(ctx)
  for (const { trigger, when } of gate.listeners) {
    if (!isOn(ctx.session, trigger) || (when !== null && !when(ctx, old, now))) continue
    ctx.txn.interruptCommand()
    const result = yield* through(
      ctx,
      callTrigger(ctx.session, {
        trigger,
        relation: gate.relation,
        operation: gate.operation,
        old,
        new: now,
        oldTid: tid,
        newTid: -1,
        pointer: Infinity,
        rows: null,
      }),
    )
    ctx.txn.resumeCommand(ctx.snapshot.cid)
    if (result === null) return null
    if (result === undefined || now === null) continue
    if (gate.checkRow !== null && !isSameRow(now, result)) gate.checkRow(ctx, trigger.name, now, result)
    now = result
  }
  return now ?? old
}

/**
 * Whether a trigger gave back the row that it was given.
 * @param {any[]} before @param {Datum[]} row
 */
const isSameRow = (before, row) => before === row || before.every((value, at) => Object.is(value, row[at]))

/**
 * The row again after its BEFORE listeners: locked, at a place of its own.
 * @param {ExecContext} ctx
 * @param {Heap} heap
 * @param {Tid} tid
 * @param {number} strength
 * @param {'updated' | 'deleted' | 'updated or deleted'} change
 * @returns {Generator<number, number, void>} where its bytes are @throws {DbError} 27000 what they set off changed it
 */
export function* relock(ctx, heap, tid, strength, change) {
  for (;;) {
    const status = heap.lockForUpdate(ctx.txn, tid, ctx.snapshot, strength)
    if (status === SELF_MODIFIED) throw modifiedByTrigger(change)
    if (status !== ROW_WAIT) return heap.currentAt
    ctx.wait = heap.wait
    releaseCursors(ctx)
    yield WAIT
  }
}

/**
 * A row that this transaction has changed since the statement began: by the statement, or by what its listeners set
 * off?
 * @param {ExecContext} ctx
 * @param {Heap} heap
 * @param {'updated' | 'deleted' | 'updated or deleted'} change
 */
export function refuseTriggered(ctx, heap, change) {
  if (heap.state.ownCommand !== ctx.snapshot.cid) throw modifiedByTrigger(change)
}

/**
 * A row that MERGE met before, in this command or in another that this one set off.
 * @param {ExecContext} ctx
 * @param {any} heap
 * @param {boolean} stops its own triggers meet it first
 * @returns {DbError}
 */
export const refusedMerge = (ctx, heap, stops) =>
  heap.state.ownCommand === ctx.snapshot.cid
    ? mergedTwice()
    : modifiedByTrigger(stops ? 'updated' : 'updated or deleted')

/** BEFORE STATEMENT listeners. @param {ExecContext} ctx @param {Gate} gate @returns {Generator<number, void, void>} */
export function* fireBeforeStatement(ctx, gate) {
  for (const { trigger, when } of gate.listeners) {
    if (!isOn(ctx.session, trigger) || (when !== null && !when(ctx, null, null))) continue
    releaseCursors(ctx)
    ctx.txn.interruptCommand()
    const result = yield* through(
      ctx,
      callTrigger(ctx.session, {
        trigger,
        relation: gate.relation,
        operation: gate.operation,
        old: null,
        new: null,
        oldTid: -1,
        newTid: -1,
        pointer: Infinity,
        rows: null,
      }),
    )
    ctx.txn.resumeCommand(ctx.snapshot.cid)
    if (result !== null && result !== undefined) throw triggerReturnsNothing()
  }
}
