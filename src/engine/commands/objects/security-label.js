/** SECURITY LABEL: labels are a provider's, and none can be loaded here. */
import { DbError } from '../../../errors/db-error.js'

/** @import { Tree } from '../../../parser/tree.js' */

/**
 * @param {import('../../session/session.js').Session} _session
 * @param {Tree<import('@pgsql/types').SecLabelStmt>} node
 * @throws {DbError} 22023, as PostgreSQL without a provider
 */
export function runSecurityLabel(_session, node) {
  throw new DbError('22023', node.provider ? `security label provider "${node.provider}" is not loaded` : 'no security label providers have been loaded')
}
