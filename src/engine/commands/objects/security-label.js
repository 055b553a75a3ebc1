/** SECURITY LABEL: labels are a provider's, and none can be loaded here. */
import { noLabelProvider } from '../../../errors/commands/objects.js'

/** @import { Tree } from '../../../parser/tree.js' */

/**
 * @param {import('../../session/session.js').Session} _session
 * @param {Tree<import('@pgsql/types').SecLabelStmt>} node
 * @throws {DbError} 22023, as PostgreSQL without a provider
 */
export function runSecurityLabel(_session, node) {
  throw noLabelProvider(node.provider)
}
