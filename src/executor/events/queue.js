/**
 * Where events stand: those of the running statement in its context, deferred ones with their transaction, which also
 * keeps what SET CONSTRAINTS said.
 */
import { EventLog } from './event-log.js'

/** @import { Tid } from '../../util/identifiers.js' */
/** @import { Vfs } from '../../storage/vfs/vfs.js' */
/** @import { EventTarget } from './event-log.js' */
/** @import { ExecContext } from '../context.js' */

/** Deferred events of one transaction, and how its constraints are set. */
export class TransactionEvents {
  /** @param {EventLog} log */
  constructor(log) {
    this.log = log
    /** SET CONSTRAINTS ALL. @type {boolean | null} */
    this.all = null
    /** By constraint, said after that. @type {Map<number, boolean>} */
    this.modes = new Map()
    this.rounds = 0
  }

  /** @param {EventTarget} target */
  isDeferred(target) {
    if (!target.deferrable) return false
    return this.modes.get(target.constraintOid) ?? this.all ?? target.initiallyDeferred
  }

  /** The transaction went back to a savepoint. @param {number} pointer its newest undo record then */
  cut(pointer) {
    this.log.cut(pointer)
  }

  /** What SET CONSTRAINTS fired waits again: it was rolled back. @param {number} round */
  unfire(round) {
    for (let index = 0; index < this.log.count; index++)
      if (this.log.firingOf(index) === round) this.log.setFiring(index, 0)
  }

  close() {
    this.log.close()
  }
}

/** @param {any} txn @param {Vfs} vfs @param {number} bytesMax @returns {TransactionEvents} made when first needed */
export function transactionEvents(txn, vfs, bytesMax) {
  return txn.events ??= new TransactionEvents(new EventLog(vfs, bytesMax))
}

/** @param {ExecContext} ctx @param {EventTarget} target whether its events wait for the end of the transaction */
export function isDeferred(ctx, target) {
  const { events } = ctx.txn
  return events === null ? target.deferrable && target.initiallyDeferred : events.isDeferred(target)
}

/**
 * The row has just been changed.
 * @param {ExecContext} ctx
 * @param {EventTarget} target
 * @param {Tid} tid
 * @param {number} [run] number of the StatementRun it belongs to
 */
export function queueEvent(ctx, target, tid, run) {
  const { txn } = ctx
  if (target.deferrable && isDeferred(ctx, target)) {
    ctx.session?.identity?.refuseRestricted('fire deferred trigger')
    transactionEvents(txn, ctx.vfs, ctx.workMem).log.add(target, tid, txn.lastUndo)
  } else (ctx.events ??= new EventLog(ctx.vfs, ctx.workMem)).add(target, tid, txn.lastUndo, run)
}
