/**
 * Foreign tables that a statement would read or write. What they are read with is their wrapper's handler, which no
 * wrapper but file_fdw has here: other statements can be described and not run. Nobody writes any.
 */
import { foreignTableOf, isFileTable, unreachable, unwritable } from '../../catalog/foreign.js'

/** @import { RelationDesc } from '../../catalog/relation.js' */
/** @import { PlanState } from './state.js' */

/** @param {PlanState} state @param {RelationDesc} relation @param {string} [command] that would write it */
export function failUnreachable(state, relation, command) {
  const { catalog } = state
  dependOnServer(state, relation.oid)
  state.failure ??= command === undefined ? unreachable(catalog, relation.oid) : unwritable(catalog, relation, command)
}

/** Can its rows be had? @param {PlanState} state @param {RelationDesc} relation */
export function isReadable(state, { oid }) {
  dependOnServer(state, oid)
  return isFileTable(state.catalog, oid)
}

/** @param {PlanState} state @param {number} oid of a foreign table */
function dependOnServer({ catalog, ctx }, oid) {
  const { server, wrapper } = foreignTableOf(catalog, oid)
  for (const needed of [server.oid, wrapper.oid]) ctx.view.dependsOn(needed, catalog.version(needed))
}
