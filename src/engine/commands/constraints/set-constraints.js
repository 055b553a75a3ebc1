/**
 * SET CONSTRAINTS: which constraints of this transaction wait for its end. Those that no longer do are checked at once.
 */
import { crossDatabaseReference, undefinedSchema } from '../../../errors/ddl/catalog.js'
/** @import { DbError } from '../../../errors/db-error.js' */
import { transactionEvents } from '../../../executor/events/queue.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { fireRound } from '../../statements/core/events.js'
import { runSteps } from '../../statements/core/run.js'
import { OPEN } from '../../session/transaction-block.js'
import { constraintDoesNotExist, constraintIsNotDeferrable } from '../../../errors/commands/constraints.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').ConstraintsSetStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runSetConstraints(session, node, call) {
  if (session.block.state !== OPEN && call.alone) {
    const message = 'SET CONSTRAINTS can only be used in transaction blocks'
    session.notice({ severity: 'WARNING', code: '25P01', message })
  }
  const txn = session.block.ensure()
  const deferred = node.deferred === true
  const oids = (node.constraints ?? []).flatMap((item) => namedConstraints(session, item.RangeVar, deferred))
  const events = transactionEvents(txn, session.cluster.vfs, session.workMemBytes)
  const before = { all: events.all, modes: new Map(events.modes) }
  const round = ++events.rounds
  txn.onAbort(() => {
    events.all = before.all
    events.modes = before.modes
    events.unfire(round)
  })
  if (node.constraints === undefined || node.constraints.length === 0) {
    events.all = deferred
    events.modes.clear()
  } else for (const oid of oids) events.modes.set(oid, deferred)
  if (!deferred) yield* fireRound(session, events, round, runSteps)
  call.sink.commandComplete('SET CONSTRAINTS')
}

/**
 * Every constraint a name means: it may be several tables'.
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').RangeVar>} rangeVar
 * @param {boolean} deferred
 * @returns {number[]}
 * @throws {DbError} 42704, 42809
 */
function namedConstraints(session, rangeVar, deferred) {
  const catalog = session.catalog()
  const { at } = catalogShape('pg_constraint')
  if (rangeVar.catalogname && rangeVar.catalogname !== session.database.name)
    throw crossDatabaseReference(`"${rangeVar.catalogname}.${rangeVar.schemaname}.${rangeVar.relname}"`)
  if (rangeVar.schemaname && catalog.namespaceOid(rangeVar.schemaname) === 0) throw undefinedSchema(rangeVar.schemaname)
  const schemas = rangeVar.schemaname ? [catalog.namespaceOid(rangeVar.schemaname)] : catalog.relationPath
  for (const namespaceOid of schemas) {
    const rows = catalog.rows('pg_constraint', 'pg_constraint_conname_nsp_index', [rangeVar.relname, namespaceOid])
    const usable = rows.filter((/** @type {unknown[]} */ row) => row[at.condeferrable])
    if (rows.length > 0 && usable.length === 0 && deferred) throw constraintIsNotDeferrable(rangeVar.relname)
    // One that is not deferrable is at once anyway.
    if (rows.length > 0) return usable.flatMap((/** @type {any[]} */ row) => withParts(catalog, row[at.oid]))
  }
  throw constraintDoesNotExist(rangeVar.relname)
}

/**
 * A partitioned table's constraint means those of its partitions too.
 * @param {CatalogSnapshot} catalog
 * @param {number} oid
 * @returns {number[]}
 */
function withParts(catalog, oid) {
  const { at } = catalogShape('pg_constraint')
  return [
    oid,
    ...catalog.rowsWith('pg_constraint', 'conparentid', oid).flatMap((row) => withParts(catalog, row[at.oid])),
  ]
}
