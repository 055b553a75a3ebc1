/** Subscriptions: there are none, and none is made (0A000); whose business they would be is asked first. */
import { featureNotSupported } from '../../../errors/db-error.js'
import { noSuchObject } from '../../../errors/functions.js'
import { denied } from '../../../errors/privileges.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/** @param {Session} session @throws {DbError} 42501, 0A000 */
export function runCreateSubscription(session) {
  if (!session.superuser) throw denied('must be superuser to create subscriptions')
  throw featureNotSupported('CREATE SUBSCRIPTION')
}

/**
 * @param {Session} _session
 * @param {Tree<import('@pgsql/types').AlterSubscriptionStmt>} node
 * @throws {DbError} 42704
 */
export function runAlterSubscription(_session, node) {
  throw noSuchObject('subscription', node.subname)
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').DropSubscriptionStmt>} node
 * @param {UtilityCall} call
 */
export function runDropSubscription(session, node, call) {
  if (!node.missing_ok) throw noSuchObject('subscription', node.subname)
  const message = `subscription "${node.subname}" does not exist, skipping`
  session.notice({ severity: 'NOTICE', code: '00000', message })
  call.sink.commandComplete('DROP SUBSCRIPTION')
}
