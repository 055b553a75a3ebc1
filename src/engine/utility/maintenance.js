/** VACUUM, ANALYZE, CHECKPOINT. */
import { inheritors } from '../../catalog/inheritance.js'
import { analyzeRelation } from '../analyze.js'
import { DbError, featureNotSupported } from '../../errors/db-error.js'
import { notInsideBlock } from '../../errors/engine.js'
import { FAILED, OPEN } from '../transaction-block.js'
import { SHARE_UPDATE_EXCLUSIVE, beginDdl, endDdl, lockOid, relationOidOf, undefinedRelation } from './ddl.js'

/** @import { Session } from '../session.js' */
/** @import { UtilityCall } from './dispatch.js' */

/** @param {Session} session @param {any} node VacuumStmt @param {UtilityCall} call @returns {Generator<Promise<unknown>, void, void>} */
export function* runAnalyzeOrVacuum(session, node, call) {
  const vacuum = node.is_vacuumcmd === true
  let analyze = !vacuum
  for (const { DefElem: option } of node.options ?? []) {
    const word = String(option.arg?.String?.sval ?? option.arg?.Integer?.ival ?? 'true').toLowerCase()
    const on = !['false', 'off', '0'].includes(word)
    switch (option.defname) {
      case 'analyze': analyze = on; break
      case 'full': if (on) throw featureNotSupported('VACUUM FULL'); break
      // Rows need no freezing here, and the others say how PostgreSQL should go about its own vacuum.
      case 'freeze': case 'verbose': case 'skip_locked': case 'disable_page_skipping': case 'index_cleanup': case 'truncate': case 'parallel': case 'process_toast': break
      default: throw new DbError('42601', `unrecognized ${vacuum ? 'VACUUM' : 'ANALYZE'} option "${option.defname}"`)
    }
  }
  if (vacuum && (session.block.state === OPEN || session.block.state === FAILED || !call.alone)) throw notInsideBlock('VACUUM')
  session.block.ensure()
  for (const { oid, columns } of targets(session, node)) {
    yield* lockOid(session, oid, SHARE_UPDATE_EXCLUSIVE)
    const relation = session.catalog().relation(oid)
    if (relation === undefined) continue
    if (vacuum) yield* session.database.vacuum(session, relation)
    if (analyze) {
      const ddl = beginDdl(session)
      yield* analyzeRelation(session, ddl, relation, columns)
      endDdl(session, ddl)
    }
  }
  call.sink.commandComplete(vacuum ? 'VACUUM' : 'ANALYZE')
}

/** @param {Session} session @param {any} node @returns {{ oid: number, columns: string[] | null }[]} */
function targets(session, node) {
  if (!node.rels?.length) return session.database.userTables(session).map((/** @type {number} */ oid) => ({ oid, columns: null }))
  return node.rels.flatMap((/** @type {any} */ item) => {
    const { relation, va_cols: columns } = item.VacuumRelation
    const oid = relationOidOf(session, relation)
    if (oid === 0) throw undefinedRelation(session, relation)
    const kind = session.catalog().relation(oid)?.kind
    if (kind !== 'r' && kind !== 'm' && kind !== 'p') throw new DbError('42809', `"${relation.relname}" is not a table`)
    // A partitioned table is its partitions.
    const stored = kind !== 'p' ? [oid] : inheritors(session.catalog(), oid).flatMap((member) => member.kind === 'p' ? [] : [member.oid])
    return stored.map((member) => ({ oid: member, columns: columns?.length ? columns.map((/** @type {any} */ column) => column.String.sval) : null }))
  })
}

/** @param {Session} session @param {any} _node @param {UtilityCall} call @returns {Generator<Promise<unknown>, void, void>} */
export function* runCheckpoint(session, _node, call) {
  yield session.cluster.checkpoint()
  call.sink.commandComplete('CHECKPOINT')
}
