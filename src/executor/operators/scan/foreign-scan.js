/**
 * Rows of a foreign table whose wrapper reads: what they come from is the engine's to open (`openForeign` in
 * engine/session/above.js).
 */
import { noSystemColumnsThere } from '../../../errors/ddl/foreign.js'
import { whenTrue } from '../../expressions/compile.js'
import { makeRecord } from '../../expressions/composite.js'
import { columnKey } from '../../codegen/function.js'
import { emitWait } from '../waiting.js'

/** @import { ExecContext, RowSource } from '../../context.js' */
/** @import { ForeignScan } from '../../../planner/plan.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {RowSource & { release: () => void, end: () => void }} ForeignRows among an execution's cursors */

/**
 * @param {ExecContext} ctx @param {number} relationOid @param {number[]} attnums of columns that are looked at
 * @returns {ForeignRows}
 */
function openForeign(ctx, relationOid, attnums) {
  const rows = ctx.session.commands.openForeign(ctx.session, relationOid, attnums)
  ctx.cursors.push(rows)
  return rows
}

const TABLEOID = -6

/** @throws {import('../../../errors/db-error.js').DbError} 0A000 */
function refuse() { throw noSystemColumnsThere() }

/** It has given its last row. @param {ExecContext} ctx @param {ForeignRows} rows */
function closeForeign({ cursors }, rows) {
  rows.end()
  cursors.splice(cursors.indexOf(rows), 1)
}

/** @param {ForeignScan} node @param {FunctionBuilder} fn @param {() => void} consume */
export function produceForeignScan(node, fn, consume) {
  const { module } = fn
  const relation = /** @type {RelationDesc} */ (module.catalog.relation(node.relationOid))
  fn.settle()
  const rows = module.name('foreign')
  const row = module.name('row')
  // All of them for whole rows.
  const asked = node.attnums.includes(0) ? relation.columns.map(({ attnum }) => attnum) : node.attnums
  fn.line(`const ${rows} = ${module.constant(openForeign, 'openForeign')}(ctx, ${relation.oid}, ` +
    `${module.constant(asked, 'attnums')})`)
  fn.open('for (;;) {')
  fn.loopHead()
  fn.line(`const ${row} = ${rows}.next()`)
  fn.open(`if (${row} === undefined) {`)
  emitWait(fn, `${rows}.wait`, 4)
  fn.line('continue')
  fn.close()
  fn.open(`if (${row} === null) {`)
  fn.line(`${module.constant(closeForeign, 'closeForeign')}(ctx, ${rows})`)
  fn.line('break')
  fn.close()
  for (const { attnum } of relation.columns)
    fn.bind(columnKey({ rt: node.rt, attnum }), { read: `${row}[${attnum - 1}]`, nullable: true })
  if (node.attnums.includes(0)) {
    const types = relation.columns.map((column) => column.dropped ? 0 : column.typeOid)
    fn.bind(columnKey({ rt: node.rt, attnum: 0 }), {
      read: `${module.constant(makeRecord, 'makeRecord')}(${relation.typeOid}, ${row}, ` +
        `${module.constant(types, 'types')})`,
      nullable: false,
    })
  }
  fn.bind(columnKey({ rt: node.rt, attnum: TABLEOID }), { js: String(relation.oid), nullable: false })
  const none = `${module.constant(refuse, 'refuse')}()`
  for (const attnum of node.attnums)
    if (attnum < 0 && attnum !== TABLEOID) fn.bind(columnKey({ rt: node.rt, attnum }), { read: none, nullable: false })
  whenTrue(fn, node.filter, consume)
  fn.close()
}
