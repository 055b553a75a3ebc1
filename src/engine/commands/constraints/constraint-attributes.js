/**
 * DEFERRABLE and INITIALLY DEFERRED behind a column's constraint: separate nodes in the tree, folded into the
 * constraint they follow.
 */
import { located } from '../../../errors/syntax.js'

/** @import { ParseNode } from '../../../parser/tree.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/** Constraints that may wait for the end of the transaction. */
const MAY_WAIT = new Set(['CONSTR_PRIMARY', 'CONSTR_UNIQUE', 'CONSTR_EXCLUSION', 'CONSTR_FOREIGN'])

/**
 * @param {ParseNode[]} nodes of a ColumnDef
 * @returns {Tree<import('@pgsql/types').Constraint>[]} Constraint nodes without the attributes, copies where they had
 *   some
 * @throws {DbError} 42601
 */
export function foldAttributes(nodes) {
  const folded = []
  let sawDeferrable = false
  let sawInitially = false
  for (const { Constraint: node } of nodes) {
    const { contype } = node
    if (!contype.startsWith('CONSTR_ATTR_')) {
      folded.push(node)
      sawDeferrable = sawInitially = false
      continue
    }
    const last = folded.at(-1)
    const misplaced = (/** @type {string} */ clause) =>
      located('42601', `misplaced ${clause} clause`, { location: node.location })
    const twice = (/** @type {string} */ clauses) =>
      located('42601', `multiple ${clauses} clauses not allowed`, { location: node.location })
    const changed = (/** @type {Record<string, boolean>} */ fields) => {
      folded[folded.length - 1] = { ...last, ...fields }
    }
    const fits = last !== undefined && MAY_WAIT.has(last.contype)
    switch (contype) {
      case 'CONSTR_ATTR_DEFERRABLE': case 'CONSTR_ATTR_NOT_DEFERRABLE': {
        const deferrable = contype === 'CONSTR_ATTR_DEFERRABLE'
        if (!fits) throw misplaced(deferrable ? 'DEFERRABLE' : 'NOT DEFERRABLE')
        if (sawDeferrable) throw twice('DEFERRABLE/NOT DEFERRABLE')
        sawDeferrable = true
        if (!deferrable && sawInitially && last.initdeferred)
          throw located('42601', 'constraint declared INITIALLY DEFERRED must be DEFERRABLE', {
            location: node.location,
          })
        changed({ deferrable })
        break
      }
      default: {
        const initdeferred = contype === 'CONSTR_ATTR_DEFERRED'
        if (!fits) throw misplaced(initdeferred ? 'INITIALLY DEFERRED' : 'INITIALLY IMMEDIATE')
        if (sawInitially) throw twice('INITIALLY IMMEDIATE/DEFERRED')
        sawInitially = true
        if (initdeferred && sawDeferrable && !last.deferrable)
          throw located('42601', 'constraint declared INITIALLY DEFERRED must be DEFERRABLE', {
            location: node.location,
          })
        changed(initdeferred ? { initdeferred, deferrable: true } : { initdeferred })
      }
    }
  }
  return folded
}
