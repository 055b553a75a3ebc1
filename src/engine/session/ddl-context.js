/** A DdlContext over the session's transaction, and its notices passed on. */
import { DdlContext } from '../../catalog/ddl/context.js'

/** @import { Session } from './session.js' */

/** @param {Session} session @returns {DdlContext} */
export function beginDdl(session) {
  const txn = session.block.ensure()
  txn.nextCommand()
  session.block.started = true
  const ddl = new DdlContext({
    catalog: session.database.catalog, txn, path: session.names.searchPath(), userOid: session.roleOid,
    files: session.cluster.ddlFiles, extensionOid: session.extensionOid, events: session.ddlEvents,
  })
  session.names.forget()
  return ddl
}

/** @param {Session} session @param {DdlContext} ddl */
export function endDdl(session, ddl) {
  for (const notice of ddl.notices) session.notice({ severity: 'NOTICE', code: '00000', ...notice })
  session.block.txn.nextCommand()
  session.names.forget()
}
