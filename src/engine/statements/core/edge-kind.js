/** Which statements are plain edges of a transaction (edge.js runs them). */

/** @import { Tree } from '../../../parser/tree.js' */

/** Statements of every transaction, which need no look at their tree: what `plainEdge` says of a statement. */
export const NO_EDGE = 0
export const PLAIN_BEGIN = 1
const PLAIN_COMMIT = 2

/**
 * @param {Tree<import('@pgsql/types').TransactionStmt>} node
 * @returns {number} NO_EDGE: `runTransaction` is to look at it
 */
export function plainEdge(node) {
  if (node.kind === 'TRANS_STMT_BEGIN' && (node.options ?? []).length === 0) return PLAIN_BEGIN
  return node.kind === 'TRANS_STMT_COMMIT' && !node.chain ? PLAIN_COMMIT : NO_EDGE
}
