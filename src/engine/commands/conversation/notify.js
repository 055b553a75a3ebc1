/** LISTEN, UNLISTEN, NOTIFY. */
import { listen, notify, unlisten } from '../../session/notify.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/** @param {Session} session @param {Tree<import('@pgsql/types').ListenStmt>} node @param {UtilityCall} call */
export function runListen(session, node, call) {
  listen(session, node.conditionname)
  call.sink.commandComplete('LISTEN')
}

/** @param {Session} session @param {Tree<import('@pgsql/types').UnlistenStmt>} node @param {UtilityCall} call */
export function runUnlisten(session, node, call) {
  unlisten(session, node.conditionname ? node.conditionname : null)
  call.sink.commandComplete('UNLISTEN')
}

/** @param {Session} session @param {Tree<import('@pgsql/types').NotifyStmt>} node @param {UtilityCall} call */
export function runNotify(session, node, call) {
  notify(session, node.conditionname, node.payload ?? '')
  call.sink.commandComplete('NOTIFY')
}
