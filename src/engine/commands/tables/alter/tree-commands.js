/** What the subcommands about a table's place in a tree share (attach.js, detach.js). */
import { setColumnInheritance, setConstraintInheritance } from '../../../../catalog/ddl/tables/inherit.js'
import { actionNotForKind } from '../../../../errors/ddl/alter.js'
import { kindOf } from '../../objects/relation-kind.js'
import { checkKind } from './alter-table.js'

/** @import { Session } from '../../../session/session.js' */
/** @import { RelationDesc } from '../../../../catalog/relation.js' */
/** @import { DdlContext } from '../../../../catalog/ddl/context.js' */

/**
 * That the statement may do this to this relation.
 * @param {Session} session
 * @param {any} node
 * @param {number} oid
 * @param {string} action
 * @param {string} kinds
 * @throws {DbError} 42809, 42501
 */
export function checkTarget(session, node, oid, action, kinds) {
  const kind = kindOf(session, oid)
  checkKind(node, kind, oid)
  if (!kinds.includes(kind)) throw actionNotForKind(action, node.relation.relname, kind)
}

/** @param {Session} session @param {number} oid @returns {RelationDesc} */
export const relationOf = (session, oid) => /** @type {RelationDesc} */ (session.catalog().relation(oid))

/** @param {Session} session @param {any} node */
export function missing(session, node) {
  session.notice({
    severity: 'NOTICE', code: '00000', message: `relation "${node.relation.relname}" does not exist, skipping`,
  })
}

/**
 * The child keeps what it has, as its own.
 * @param {DdlContext} ddl
 * @param {RelationDesc} parent
 * @param {RelationDesc} child
 */
export function separate(ddl, parent, child) {
  for (const column of child.columns) {
    if (
      column.dropped || column.inheritCount === 0
      || !parent.columns.some((candidate) => !candidate.dropped && candidate.name === column.name)
    )
      continue
    setColumnInheritance(ddl, child.oid, column.attnum, {
      inheritCount: column.inheritCount - 1,
      ...(column.inheritCount === 1 ? { isLocal: true } : {}),
    })
  }
  for (const check of child.checks) {
    if (check.inheritCount === 0 || !parent.checks.some((candidate) => candidate.name === check.name)) continue
    setConstraintInheritance(ddl, check.oid, child.oid, {
      inheritCount: check.inheritCount - 1,
      ...(check.inheritCount === 1 ? { isLocal: true } : {}),
    })
  }
}
