/** WHERE CURRENT OF: the cursor's row by its tuple id. The statement is planned for this one execution. */
import {
  currentOfView, heldFromEarlier, lockedReferences, noSuchCursor, notPositioned, notSelectCursor, notSimplyUpdatable,
} from '../../../errors/cursors.js'
import { DbError } from '../../../errors/db-error.js'

/** @import { Session } from '../../session/session.js' */
/** @import { TriggerDesc } from '../../../catalog/triggers.js' */
/** @import { Tree } from '../../../parser/tree.js' */

const TID = 27

/** Whether a statement's condition is a cursor's position. @param {any} node */
export const isCurrentOf = (node) => node.whereClause?.CurrentOfExpr !== undefined

/**
 * @param {Session} session
 * @param {string} tag
 * @param {Tree<import('@pgsql/types').UpdateStmt>} node or DeleteStmt
 * @returns {{ stmt: any, failure: DbError | null, isLate: boolean }} the statement with the condition on ctid; failure:
 *   34000, 24000 of its execution, for no row then; isLate: after the statement's BEFORE triggers
 * @throws {DbError} 0A000
 */
export function atCursor(session, tag, node) {
  const relation = session.catalog().relationByName(node.relation.schemaname ?? null, node.relation.relname)
  if (relation?.kind === 'v') throw currentOfView()
  const operation = tag === 'UpdateStmt' ? 'update' : 'delete'
  const isLate = relation?.triggers.some((/** @type {TriggerDesc} */ { timing, level, operations }) =>
    timing === 'before' && level === 'statement' && operations.includes(operation)) === true
  try {
    return { stmt: { [tag]: { ...node, whereClause: placeOf(session, node, relation) } }, failure: null, isLate }
  } catch (failure) {
    if (!(failure instanceof DbError)) throw failure
    return { stmt: { [tag]: { ...node, whereClause: NOWHERE } }, failure, isLate }
  }
}

const NOWHERE = { A_Const: { boolval: {}, location: -1 } }

/**
 * @param {Session} session @param {Tree<import('@pgsql/types').UpdateStmt>} node @param {any} relation
 * @returns {any} a condition @throws {DbError} 34000, 24000
 */
function placeOf(session, node, relation) {
  const name = node.whereClause.CurrentOfExpr.cursor_name
  const portal = session.portals.get(name)
  if (portal === undefined) throw noSuchCursor(name, 'execCurrentOf')
  if (!portal.isCursor) throw notSelectCursor(name)
  const cursor = /** @type {import('./cursor.js').Cursor} */ (portal)
  const { planned } = portal.prepared
  if (planned === null) throw notSelectCursor(name)
  const rowIds = planned.rowIds ?? []
  if (portal.isPersistent) throw heldFromEarlier(name)
  const isOurs = (/** @type {{ relationOid: number, output: number }} */ one) => one.relationOid === relation?.oid
  const found = rowIds.filter(isOurs)
  if (found.length !== 1 && planned.locksRows)
    throw lockedReferences(name, node.relation.relname, found.length)
  if (found.length !== 1) throw notSimplyUpdatable(name, node.relation.relname)
  if (cursor.current === null) throw notPositioned(name)
  const tid = cursor.current[found[0].output]
  const member = cursor.current[found[0].output + 1]
  const column = (/** @type {string} */ text) => ({
    ColumnRef: {
      fields: [
        { String: { sval: node.relation.alias?.aliasname ?? node.relation.relname } },
        { String: { sval: text } },
      ],
      location: -1,
    },
  })
  const equal = (/** @type {any} */ lexpr, /** @type {any} */ rexpr) => ({
    A_Expr: {
      kind: 'AEXPR_OP', name: [{ String: { sval: 'pg_catalog' } }, { String: { sval: '=' } }], lexpr, rexpr,
      location: -1,
    },
  })
  const literal = (/** @type {string} */ text, /** @type {string} */ type) => ({
    TypeCast: {
      arg: { A_Const: { sval: { sval: text }, location: -1 } },
      typeName: { names: [{ String: { sval: 'pg_catalog' } }, { String: { sval: type } }], typemod: -1, location: -1 },
      location: -1,
    },
  })
  return tid === null
    ? NOWHERE
    : {
        BoolExpr: {
          boolop: 'AND_EXPR',
          location: -1,
          args: [
            equal(column('ctid'), literal(session.typeOps(TID).format(tid, session.env), 'tid')),
            equal(column('tableoid'), literal(String(member), 'oid')),
          ],
        },
      }
}
