/**
 * The right to call what comes with a type or a table, not with a statement: functions of domains' CHECKs and of
 * triggers' WHEN. Statements settle theirs when they are fetched (engine/statements/core/permit.js); values become a
 * domain's in many places without one (input of text, JSON, COPY, variables).
 */
import { requireExecute } from '../catalog/guarded.js'
import { walkExpr } from '../catalog/expr-text.js'

/** @import { Expr } from '../catalog/expr.js' */
/** @import { ExecContext } from './context.js' */

/** @param {Expr | Expr[]} exprs @returns {number[]} functions they call */
export function calledBy(exprs) {
  /** @type {Set<number>} */
  const oids = new Set()
  walkExpr(exprs, (/** @type {any} */ node) => {
    if (node.kind === 'func') oids.add(node.oid)
    else if (node.funcOid) oids.add(node.funcOid)
    for (const oid of node.funcOids ?? []) oids.add(oid)
  })
  return [...oids]
}

/**
 * Asked before each evaluation; what was answered for a role holds while the catalog is as it was.
 * @param {Expr | Expr[]} exprs
 */
export const rightsToCall = (exprs) => rightsToCallAll(calledBy(exprs))

/**
 * @param {number[]} functions
 * @returns {(ctx: Pick<ExecContext, 'session'> | undefined) => void} throws 42501; nobody asks for the engine itself
 */
export function rightsToCallAll(functions) {
  let role = -1
  let version = -1
  return (ctx) => {
    const session = ctx?.session
    if (!session?.database) return
    const { roleOid } = session
    const { lastVersion } = session.database.catalog
    if (roleOid === role && lastVersion === version) return
    const catalog = session.catalog()
    for (const oid of functions) requireExecute(catalog, roleOid, oid)
    if (catalog.isPrivate) return
    role = roleOid
    version = lastVersion
  }
}
