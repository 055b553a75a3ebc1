/** XMLTABLE: the document is read once, every row's columns are read when its turn comes. */
import { XmlRows, filledCell, xmlCell } from '../../../functions/xml/table.js'
import { documentTree, documentTreeSteps } from '../../../functions/xml/xpath/xpath.js'
import { columnKey } from '../../codegen/function.js'
import { expression, whenTrue } from '../../expressions/compile.js'
import { inSteps } from '../../expressions/large-calls.js'
import { builtinType, isBuiltinType } from '../../../types/lookup.js'
import { baseType, typeOps } from '../../expressions/operations.js'

/** @import { XmlTable, XmlTableColumn } from '../../../catalog/expr.js' */
/** @import { FunctionScan } from '../../../planner/plan.js' */
/** @import { FunctionBuilder } from '../../codegen/function.js' */

/**
 * @param {FunctionScan} node of one XMLTABLE @param {XmlTable} table @param {FunctionBuilder} fn
 * @param {() => void} consume
 */
export function produceXmlTable(node, table, fn, consume) {
  const { module } = fn
  fn.settle()
  const [rows, count, row] = ['rows', 'count', 'row'].map((name) => module.name(name))
  const document = fn.once(expression(fn, table.document))
  fn.open(`if (${document.first} !== null) {`)
  const root = module.generator
    ? `yield* ${module.constant(inSteps, 'inSteps')}(ctx, ${module.constant(documentTreeSteps, 'documentTreeSteps')}`
      + `(${document.again}))`
    : `${module.constant(documentTree, 'documentTree')}(${document.again})`
  fn.line(`const ${rows} = new ${module.constant(XmlRows, 'XmlRows')}(${root})`)
  for (const { name, uri } of table.namespaces) {
    fn.line(`${rows}.namespace(${JSON.stringify(name)}, ${expression(fn, uri).js})`)
  }
  fn.line(`${rows}.rowPath(${expression(fn, table.row).js})`)
  const cells = table.columns.map((column) => column.ordinality ? null : cellOf(fn, column))
  table.columns.forEach((column, at) => {
    if (cells[at] === null) return
    const path = column.path === null ? JSON.stringify(column.name) : expression(fn, column.path).js
    fn.line(`${rows}.columnPath(${cells[at]}, ${path})`)
  })
  fn.line(`const ${count} = ${rows}.find()`)
  fn.open(`for (let ${row} = 0; ${row} < ${count}; ${row}++) {`)
  fn.loopHead()
  let place = 0
  table.columns.forEach((column, at) => {
    const name = module.name('cell')
    const key = columnKey({ rt: node.rt, attnum: at + 1 })
    if (cells[at] === null) fn.line(`const ${name} = ${row} + 1`)
    else {
      fn.line(`let ${name} = ${rows}.text(${row}, ${place++}, ${cells[at]})`)
      fillCell(fn, column, name)
    }
    fn.bind(key, { js: name, nullable: !column.ordinality && !column.notNull })
  })
  whenTrue(fn, node.filter, consume)
  fn.close()
  fn.close()
}

/** @param {FunctionBuilder} fn @param {XmlTableColumn} column @returns {string} a constant's name */
function cellOf(fn, { name, type }) {
  const base = baseType(fn.module, type)
  return fn.module.constant(xmlCell(name, base, typeOps(fn.module, type).category), 'xmlCell')
}

/**
 * The text that was found becomes a value of the column's type.
 * @param {FunctionBuilder} fn @param {XmlTableColumn} column @param {string} name of the variable
 */
function fillCell(fn, { name: column, type, typmod, fallback, notNull }, name) {
  const { module } = fn
  const ops = module.constant(isBuiltinType(type) ? builtinType(type) : module.catalog.userTypeOps(type), 'type')
  fn.open(`if (${name} !== null) {`)
  fn.line(`${name} = ${ops}.parse(${name}, ${typmod}, ctx.env)`)
  if (fallback !== null) {
    fn.swap()
    fn.line(`${name} = ${expression(fn, fallback).js}`)
  }
  fn.close()
  if (notNull) fn.line(`${module.constant(filledCell, 'filledCell')}(${name}, ${JSON.stringify(column)})`)
}
