/**
 * Foreign tables that a statement would read or write. What they are read with is their wrapper's handler, which no
 * wrapper has here: the statement can be described and not run.
 */
import { foreignTableOf, unreachable } from '../../catalog/foreign.js'

/** @import { RelationDesc } from '../../catalog/relation.js' */
/** @import { PlanState } from './state.js' */

/** @param {PlanState} state @param {RelationDesc} relation */
export function failUnreachable(state, { oid }) {
  const { catalog, ctx } = state
  const { server, wrapper } = foreignTableOf(catalog, oid)
  for (const needed of [server.oid, wrapper.oid]) ctx.view.dependsOn(needed, catalog.version(needed))
  state.failure ??= unreachable(catalog, oid)
}
