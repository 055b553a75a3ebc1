/** CREATE [OR REPLACE] VIEW. */
import { indeterminate } from '../../../errors/ddl/collations.js'
import { CLASS } from '../../../catalog/ddl/context.js'
import { address } from '../../../catalog/ddl/dependencies.js'
import { requireOwner } from '../../../catalog/ddl/may-change.js'
import { createView, replaceView } from '../../../catalog/ddl/tables/views.js'
import { duplicateRelation } from '../../../errors/ddl/catalog.js'
import { notUpdatable } from '../../../catalog/updatable.js'
import {
  checkOptionNotSupported, notThatKind, tooManyViewNames, unloggedView, viewWithInto, viewWithWrites,
} from '../../../errors/ddl/views.js'
import { bindForKeeping, hasWrites } from '../../../planner/view-query.js'
import { asker } from '../../session/access.js'
import {
  ACCESS_EXCLUSIVE, ACCESS_SHARE, beginDdl, creationNamespace, endDdl, lockOid, persistenceIn, storageOptions,
} from '../../session/ddl.js'
import { requireNewTablespace } from '../../session/tablespaces.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */

const CHECK_OPTIONS = /** @type {Record<string, string>} */ ({
  LOCAL_CHECK_OPTION: 'local',
  CASCADED_CHECK_OPTION: 'cascaded',
})

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').ViewStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runCreateView(session, node, call) {
  const rangeVar = node.view
  if (rangeVar.relpersistence === 'u') throw unloggedView()
  if (node.query.SelectStmt?.intoClause) throw viewWithInto()
  const bound = yield* boundUnderLocks(session, node.query, call.prepared.sourceText)
  if (hasWrites(bound.query)) throw viewWithWrites()
  const names = (node.aliases ?? []).map((item) => item.String.sval)
  if (names.length > bound.columns.length) throw tooManyViewNames()
  for (const [at, column] of bound.columns.entries()) {
    if (column.collation === 0 && session.catalog().type(column.type)?.collation)
      throw indeterminate(`view column "${names[at] ?? column.name}"`)
  }
  const columns = bound.columns.map((column, at) => ({
    name: names[at] ?? column.name, typeOid: column.type, typmod: column.typmod, collation: column.collation,
  }))
  let persistence = rangeVar.relpersistence
  if (persistence === 'p' && bound.relations.some((relation) => relation.persistence === 't')) {
    persistence = 't'
    session.notice({
      severity: 'NOTICE', code: '00000', message: `view "${rangeVar.relname}" will be a temporary view`,
    })
  }
  const options = storageOptions(node.options)
  const checkOption = CHECK_OPTIONS[node.withCheckOption]
  if (checkOption !== undefined) options.check_option = checkOption
  if (options.check_option !== undefined) {
    const reason = notUpdatable(bound.query, true)
    if (reason !== null) throw checkOptionNotSupported(reason)
  }
  const namespaceOid = creationNamespace(session, { ...rangeVar, relpersistence: persistence })
  const oid = session.catalog().source.relationOid(namespaceOid, rangeVar.relname)
  if (oid !== 0 && node.replace === true) {
    // What is read through it is read with its owner's rights.
    requireOwner(asker(session), address(CLASS.RELATION, oid))
    yield* lockOid(session, oid, ACCESS_EXCLUSIVE)
    const view = session.catalog().relation(oid)
    if (view === undefined || view.kind !== 'v') throw notThatKind(rangeVar.relname, 'a view')
    const ddl = beginDdl(session)
    replaceView(ddl, view, columns, bound.query, options)
    endDdl(session, ddl)
  } else {
    requireNewTablespace(session, undefined, persistence === 't')
    if (oid !== 0) throw duplicateRelation(rangeVar.relname)
    const ddl = beginDdl(session)
    createView(
      ddl,
      {
        name: rangeVar.relname, namespaceOid, columns, kind: 'v',
        persistence: persistenceIn(session, namespaceOid, { relpersistence: persistence }), options,
      },
      bound.query,
    )
    endDdl(session, ddl)
  }
  call.sink.commandComplete('CREATE VIEW')
}

/**
 * Bound again after a wait: what a name means may have changed.
 * @param {Session} session
 * @param {unknown} query
 * @param {string} sourceText
 * @returns {Generator<Promise<unknown>, import('../../../planner/view-query.js').BoundQuery, void>}
 */
function* boundUnderLocks(session, query, sourceText) {
  for (;;) {
    const bound = bindForKeeping(query, session.catalog(), {
      settings: session.settings, sourceText, env: session.env, keepsViews: true,
    })
    let waited = false
    for (const relation of bound.relations) if (yield* lockOid(session, relation.oid, ACCESS_SHARE)) waited = true
    if (!waited) return bound
  }
}
