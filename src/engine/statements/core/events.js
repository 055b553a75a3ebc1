/**
 * Row events fire: foreign keys' checks and actions, in the order the rows changed. What an action changes is queued
 * behind in the same log. See src/executor/README.md.
 *
 * Actions are statements, and statements end with their events: whoever fires events brings what runs a statement
 * (`RunSteps`), so that run.js may know of events and not the other way round. When a transaction's waiting ones fire
 * is in deferred.js.
 */
import { EventLog } from '../../../executor/events/event-log.js'
import { CANCELLED, RowTrigger } from '../../../executor/events/trigger-event.js'
import { FOUND, MUST_WAIT } from '../../../executor/events/foreign-key-check.js'
import { waitFor } from '../../session/wait.js'
import { othersTurn } from '../../turns/others-turn.js'
import { actionText, keyText, lookupText, referText } from '../../../catalog/deparse/foreign-key-text.js'
import { DbError } from '../../../errors/db-error.js'
import { checkInReadOnly } from '../../../errors/ddl/foreign-keys.js'
import { foreignKeyStatement } from './foreign-key-statements.js'
import { Execution } from './execution.js'

/** @import { Tid } from '../../../util/identifiers.js' */
/** @import { ActionKind } from '../../../catalog/deparse/foreign-key-text.js' */
/** @import { ForeignKeyAction } from '../../../executor/events/foreign-key-action.js' */
/** @import { ForeignKeyCheck } from '../../../executor/events/foreign-key-check.js' */
/** @import { MovedKey } from '../../../executor/events/moved-key.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { ForeignKeyDesc } from '../../../catalog/foreign-key.js' */
/** @import { Datum } from '../../../types/datum.js' */
/** @typedef {Generator<Promise<unknown>, void, void>} Work */
/** @typedef {typeof import('./run.js').runSteps} RunSteps */

/** Events between looks at the clock. */
const EVENTS_PER_LOOK = 64

/**
 * All events of a statement, those that come up meanwhile too.
 * @param {Session} session @param {EventLog} log @param {RunSteps} steps @returns {Work}
 */
export function* fireEvents(session, log, steps) {
  const slice = newSlice(session)
  for (let index = 0; index < log.count; index++) {
    const target = log.targetOf(index)
    const isDone = target instanceof RowTrigger && target.fireNow(session, log, index)
    if (!isDone) yield* fire(session, log, log, index, steps)
    if (index % EVENTS_PER_LOOK === 0) yield* breathe(session, slice)
  }
  log.close()
}

/**
 * Waiting events whose constraints no longer wait.
 * @param {Session} session @param {import('../../../executor/events/queue.js').TransactionEvents} events
 * @param {number} round @param {RunSteps} steps @param {boolean} [atEnd] those that wait too: the transaction ends
 * @returns {Work}
 */
export function* fireRound(session, events, round, steps, atEnd = false) {
  const { log } = events
  const queue = new EventLog(session.tempFiles, session.workMemBytes)
  const slice = newSlice(session)
  // All that wait are taken before the first fires: SET CONSTRAINTS in what it runs is not for them.
  for (let from = 0; from < log.count;) {
    const end = log.count
    for (let index = from; index < end; index++) {
      if (log.firingOf(index) === 0 && (atEnd || !events.isDeferred(log.targetOf(index)))) log.setFiring(index, round)
      if (index % EVENTS_PER_LOOK === 0) yield* breathe(session, slice)
    }
    for (let index = from; index < end; index++) {
      if (log.firingOf(index) === round) yield* fire(session, log, queue, index, steps)
      if (index % EVENTS_PER_LOOK === 0) yield* breathe(session, slice)
    }
    from = end
  }
  yield* fireEvents(session, queue, steps)
}

/** @param {Session} session */
function newSlice({ cluster }) {
  const nowMs = cluster.clock.monotonicMs()
  return { endsMs: nowMs + cluster.slices.next(nowMs) }
}

/**
 * Gives others a turn when the slice is over.
 * @param {Session} session
 * @param {{ endsMs: number }} slice
 * @returns {Work}
 */
function* breathe(session, slice) {
  const { clock } = session.cluster
  session.checkInterrupts()
  if (session.synchronous || clock.monotonicMs() < slice.endsMs) return
  yield othersTurn(session.cluster)
  session.checkInterrupts()
  slice.endsMs = newSlice(session).endsMs
}

/**
 * @param {Session} session @param {EventLog} log @param {EventLog} queue where events of what is done now go
 * @param {number} index @param {RunSteps} steps @returns {Work}
 */
function* fire(session, log, queue, index, steps) {
  const target = /** @type {any} */ (log.targetOf(index))
  switch (target.kind) {
    case 'foreignKeyCheck': case 'uniqueCheck': yield* check(session, target, log.tidOf(index), steps); break
    case 'foreignKeyAction':
      yield* actOnRow(session, target, log.tidOf(index), log.pointerOf(index), queue, steps)
      break
    case 'movedKey': yield* actOnMove(session, target, log, queue, index, steps); break
    case 'movedKeyTo': break
    case 'rowTrigger': yield* target.fire(session, log, index); break
    case 'statementTrigger': if (log.firingOf(index) !== CANCELLED) yield* target.fire(session, log, index); break
    default: throw new Error(`an event of kind ${target.kind}`)
  }
}

/**
 * @param {Session} session
 * @param {ForeignKeyCheck} target
 * @param {Tid} tid
 * @param {RunSteps} steps
 * @returns {Work}
 */
function* check(session, target, tid, steps) {
  const { txn } = session.block
  for (;;) {
    const values = target.recheck(txn, { env: session.env, session }, tid)
    if (values !== null) {
      // Of a partitioned table PostgreSQL asks for what is there now, also in REPEATABLE READ (RI_FKey_check).
      const rows = yield* run(session, target.foreignKey, 'find', values, null, steps, target.referenced.kind === 'p')
      if (rows.length === 0) throw target.violation(values, { env: session.env, session })
    }
    if (target.pending === null) return
    yield* waitFor(session, target.pending, null)
  }
}

/**
 * @param {Session} session @param {ForeignKeyAction} target @param {Tid} tid @param {number} pointer
 * @param {EventLog} queue @param {RunSteps} steps @returns {Work}
 */
function* actOnRow(session, target, tid, pointer, queue, steps) {
  const before = target.keyOf(tid, pointer, true)
  const after = target.event === 'update' ? target.keyOf(tid, pointer, false) : null
  yield* act(session, target, before, after, queue, steps, function* isThere(/** @type {any[]} */ key) {
    target.right.require({ env: session.env, session }, keyText)
    for (;;) {
      const found = target.keyIsThere(session.block.txn, key)
      if (found !== MUST_WAIT) return found === FOUND
      yield* waitFor(session, target.probe.wait, null)
    }
  })
}

/**
 * The row went to another partition; where it went is in the next record.
 * @param {Session} session @param {MovedKey} target @param {EventLog} log @param {EventLog} queue @param {number} index
 * @param {RunSteps} steps @returns {Work}
 */
function* actOnMove(session, target, log, queue, index, steps) {
  const to = /** @type {MovedKey} */ (/** @type {unknown} */ (log.targetOf(index + 1)))
  const before = target.keyOf(log.tidOf(index), log.pointerOf(index), true)
  const after = to.keyOf(log.tidOf(index + 1), log.pointerOf(index + 1), false)
  yield* act(session, target, before, after, queue, steps, function* isThere(key) {
    const values = target.order.map((at) => key[at])
    return (yield* run(session, target.foreignKey, 'find', values, null, steps, true)).length > 0
  })
}

/**
 * @param {Session} session @param {ForeignKeyAction | MovedKey} target @param {any[] | null} before the key that was
 * @param {any[] | null} after the key that is, null: none @param {EventLog} queue @param {RunSteps} steps
 * @param {(key: any[]) => Generator<Promise<unknown>, boolean, void>} isThere does some row have the key (again)?
 * @returns {Work}
 */
function* act(session, target, before, after, queue, steps, isThere) {
  if (before === null || before.includes(null)) return
  if (after !== null && target.sameKey(before, after)) return
  /** Nobody refers to the key that was. @returns {Work} @throws {DbError} 23503 */
  const requireUnreferenced = function* requireUnreferenced() {
    refuseInReadOnly(session, target)
    if (target.action !== 'r' && (yield* isThere(before))) return
    const rows = yield* run(session, target.foreignKey, 'refer', before, null, steps)
    if (rows.length === 0) return
    const catalog = session.catalog()
    const relation = catalog.relation(target.foreignKey.relationOid)
    throw target.violation(before, relation, catalog.namespace(relation.namespaceOid)?.name, {
      env: session.env,
      session,
    })
  }
  switch (target.action) {
    case 'a': case 'r': yield* requireUnreferenced(); return
    case 'c':
      if (target.event === 'delete') yield* run(session, target.foreignKey, 'delete', before, queue, steps)
      else yield* run(session, target.foreignKey, 'update', [...before, .../** @type {any[]} */ (after)], queue, steps)
      return
    default: {
      const isDelete = target.event === 'delete'
      const toNull = isDelete ? 'nullOnDelete' : 'null'
      const toDefault = isDelete ? 'defaultOnDelete' : 'default'
      yield* run(session, target.foreignKey, target.action === 'n' ? toNull : toDefault, before, queue, steps)
      // The defaults may be the key that has gone: rows that had it already were not changed, and not checked.
      if (target.action === 'd') yield* requireUnreferenced()
    }
  }
}

/**
 * Looking for a key locks its row, which a transaction may not that has written and was then made READ ONLY.
 * @param {Session} session @param {ForeignKeyAction | MovedKey} target
 * @throws {DbError} 25006
 */
function refuseInReadOnly(session, { action, foreignKey, referenced }) {
  if (!session.block.txn.readOnly || referenced.persistence === 't') return
  const catalog = session.catalog()
  throw checkInReadOnly(action === 'r' ? referText(catalog, foreignKey) : keyText(catalog, foreignKey))
}

/**
 * @param {Session} session
 * @param {ForeignKeyDesc} foreignKey
 * @param {import('./foreign-key-statements.js').StatementKind} kind
 * @param {Datum[]} params @param {EventLog | null} queue for changes: where their events go @param {RunSteps} steps
 * @param {boolean} [newest] what refers is looked at as it is now; a referenced row as the transaction sees it
 * @returns {Generator<Promise<unknown>, any[][], void>} rows
 */
function* run(session, foreignKey, kind, params, queue, steps, newest = kind !== 'find') {
  const prepared = foreignKeyStatement(session, foreignKey, kind)
  /** @type {any[][]} */
  const rows = []
  const execution = new Execution(DRAIN, queue === null ? 'rows' : 'none', '', null, rows)
  execution.events = queue
  execution.newest = newest
  // Both tables' rows are their owners' business, whoever set it off.
  const { referencedOid, relationOid } = foreignKey
  const owner = session.catalog().relation(kind === 'find' ? referencedOid : relationOid)?.ownerOid ?? session.roleOid
  const before = session.identity.enter(owner)
  try {
    const work = steps(session, prepared, params, execution)
    if (queue === null) yield* looking(session, foreignKey, kind, work)
    else {
      const text = () => actionText(session.catalog(), foreignKey, /** @type {ActionKind} */ (kind))
      yield* session.procedures.ownStatement(text, work)
    }
  } finally {
    session.identity.leave(before)
    execution.finish(session)
  }
  return rows
}

/**
 * A look for rows, whose refusal says which one.
 * @param {Session} session @param {ForeignKeyDesc} foreignKey
 * @param {import('./foreign-key-statements.js').StatementKind} kind @param {Work} work @returns {Work}
 */
function* looking(session, foreignKey, kind, work) {
  try {
    yield* work
  } catch (error) {
    if (error instanceof DbError && error.code === '42501' && error.where === undefined) {
      const text = kind === 'find' ? lookupText : referText
      error.where = `SQL statement "${text(session.catalog(), foreignKey)}"`
    }
    throw error
  }
}

const DRAIN = { drain: () => null, highWater: Infinity }
