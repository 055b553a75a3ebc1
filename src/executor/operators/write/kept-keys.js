/**
 * Keys that rows keep (catalog/kept-keys.js), computed as a row is written: after its constraints, before anything
 * looks for keys. What users wrote is called here and nowhere else on behalf of an index; it may wait.
 */
import { keptColumns } from '../../../catalog/kept-keys.js'
import { columnKey } from '../../codegen/function.js'
import { expression } from '../../expressions/compile.js'
import { mayYield } from '../references.js'
import { ofNewRow } from './constraints.js'
import { retarget } from '../scan/index-keys.js'
import { emitKeptRights } from './rights.js'

/** @typedef {import('../../../catalog/kept-keys.js').KeptColumn} KeptColumn */
/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

/**
 * What a row of the relation keeps that depends on some columns.
 * @param {{ kept?: import('../../../catalog/query.js').WriteTarget['kept'] }} node with what the planner made of it,
 *   for
 *   the relations it knows
 * @param {RelationDesc} relation @param {number[] | null} assigned null: all columns @returns {KeptColumn[]}
 */
export function keptBy(node, relation, assigned) {
  const planned = (node.kept ?? []).filter(({ relationOid }) => relationOid === relation.oid)
  return keptColumns(relation).flatMap((column) => {
    if (assigned !== null && !column.reads.some((attnum) => attnum <= 0 || assigned.includes(attnum))) return []
    const known = planned.find(({ attnum }) => attnum === column.attnum)
    return [known === undefined ? column : { ...column, expr: known.expr }]
  })
}

/** May computing them wait? @param {KeptColumn[]} columns */
export const keptYield = (columns) => mayYield(columns.map(({ expr }) => expr))

/**
 * Computes and binds them.
 * @param {FunctionBuilder} fn @param {RelationDesc} relation @param {number} rt of the new row, whose columns are bound
 * @param {KeptColumn[]} columns @returns {Map<number, { js: string, nullable: boolean }>} by attnum
 */
export function emitKept(fn, relation, rt, columns) {
  const values = new Map()
  for (const column of columns) {
    const { attnum, expr } = column
    emitKeptRights(fn, rt, column)
    const name = fn.module.name('kept')
    fn.line(`const ${name} = ${expression(fn, ofNewRow(retarget(expr, rt), rt, relation)).js}`)
    values.set(attnum, { js: name, nullable: true })
    fn.bind(columnKey({ rt, attnum }), { js: name, nullable: true })
  }
  return values
}
