/** Keys that rows keep (catalog/kept-keys.js), as a statement that writes such rows computes them. */
import { keptColumns } from '../../catalog/kept-keys.js'
import { mayChangeMore } from '../bind/trees.js'
import { dependOnTypes, overRow } from '../bind/stored.js'

/** @typedef {import('../../catalog/query.js').WriteTarget} WriteTarget */
/** @typedef {import('../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../bind/context.js').BindContext} BindContext */

/**
 * @param {BindContext} ctx @param {RelationDesc} relation
 * @param {RelationDesc[] | null} tree whose rows are written as well
 * @param {number} rt the row as it is made @param {Set<number> | null} changed attnums an UPDATE assigns; null: all
 * @returns {NonNullable<WriteTarget['kept']>}
 */
export function keptOfWrite(ctx, relation, tree, rt, changed) {
  const relations = tree === null ? [relation] : [...new Set([relation, ...tree])]
  const known = tree === null && !mayChangeMore(relation) ? changed : null
  return relations.flatMap((each) => keptColumns(each).flatMap(({ attnum, expr, reads }) => {
    if (known !== null && !reads.some((read) => read <= 0 || known.has(read))) return []
    dependOnTypes(ctx, expr)
    const ofRow = overRow(expr, rt)
    ctx.ofRows.add(ofRow)
    return [{ relationOid: each.oid, attnum, expr: ofRow }]
  }))
}
