/** Scans that read no table: VALUES, Result, subqueries in FROM, functions in FROM, rows from outside. */
import { rowsDoNotMatch } from '../../../errors/execution.js'
import { builtinType } from '../../../types/registry.js'
import { expression, condition, whenTrue } from '../../expressions/compile.js'
import { callSetFunction } from '../../expressions/set-functions.js'
import { baseType } from '../../expressions/operations.js'
import { columnKey } from '../../codegen/function.js'
import { emitWait } from '../waiting.js'
import { later } from '../../../util/later.js'

/** @type {() => typeof import('./xml-table.js')} */
const xmlTable = later(import.meta.url, './xml-table.js')

/** @import { ExternalScan, FunctionScan, Result, SubqueryScan, ValuesScan } from '../../../planner/plan.js' */
/** @import { Expr } from '../../../catalog/expr.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** One row, or none. @param {Result} node @param {FunctionBuilder} fn @param {() => void} consume */
export function produceResult(node, fn, consume) {
  fn.open(node.filter === null ? '{' : `if (${condition(fn, node.filter)}) {`)
  consume()
  fn.close()
}

/**
 * One row is written straight through; several become an array of rows, each computed when its turn comes.
 * @param {ValuesScan} node
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 */
export function produceValues(node, fn, consume) {
  const { module } = fn
  /** @param {number} at */
  const key = (at) => columnKey({ rt: node.rt, attnum: at + 1 })
  if (node.rowWidth) {
    produceManyRows(node, fn, consume)
    return
  }
  if (node.rows.length === 1) {
    fn.open('{')
    node.rows[0].forEach((expr, /** @type {number} */ at) =>
      fn.bindValue(key(at), expression(fn, expr)),
    )
    consume()
    fn.close()
    return
  }
  fn.settle()
  const constant = node.rows.every((row) => row.every((expr) => expr.kind === 'const'))
  const index = module.name('i')
  const row = module.name('row')
  const width = node.rows[0].length
  if (constant) {
    const rows = module.constant(
      node.rows.map((/** @type {any[]} */ values) => values.map((expr) => expr.value)),
      'rows',
    )
    fn.open(`for (let ${index} = 0; ${index} < ${node.rows.length}; ${index}++) {`)
    fn.loopHead()
    fn.line(`const ${row} = ${rows}[${index}]`)
  } else {
    fn.open(`for (let ${index} = 0; ${index} < ${node.rows.length}; ${index}++) {`)
    fn.loopHead()
    fn.line(`let ${row}`)
    fn.open(`switch (${index}) {`)
    node.rows.forEach((values, /** @type {number} */ at) => {
      fn.open(`case ${at}: {`)
      fn.line(`${row} = [${values.map((expr) => expression(fn, expr).js).join(', ')}]`)
      fn.line('break')
      fn.close()
    })
    fn.close()
  }
  for (let at = 0; at < width; at++) {
    const nullable = node.rows.some(
      (/** @type {any[]} */ values) => values[at].kind !== 'const' || values[at].value === null,
    )
    fn.bind(key(at), { read: `${row}[${at}]`, nullable })
  }
  consume()
  fn.close()
}

/**
 * The row of VALUES once for so many parameters.
 * @param {any} node ValuesScan
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 */
function produceManyRows(node, fn, consume) {
  const { module } = fn
  const [cells] = node.rows
  const at = module.name('at')
  fn.settle()
  const key = (/** @type {number} */ place) => columnKey({ rt: node.rt, attnum: cells.length + place + 1 })
  if (node.value === undefined) {
    fn.open(`for (let ${at} = 0; ${at} < ctx.params.length; ${at} += ${node.rowWidth}) {`)
    fn.loopHead()
    for (let param = 0; param < node.rowWidth; param++)
      fn.bind(key(param), { read: `ctx.params[${at} + ${param}]`, nullable: true })
  } else {
    fn.open(`for (let ${at} = 0; ${at} < ${node.value.count}; ${at}++) {`)
    fn.loopHead()
    node.value.lists.forEach((/** @type {Expr[]} */ list, /** @type {number} */ place) =>
      fn.bind(key(place), { read: `${module.constant(list, 'literals')}[${at}]`, nullable: false }),
    )
  }
  cells.forEach((/** @type {Expr} */ expr, /** @type {number} */ cell) =>
    fn.bindValue(columnKey({ rt: node.rt, attnum: cell + 1 }), expression(fn, expr)),
  )
  consume()
  fn.close()
}

/**
 * Rows of ctx.source: see RowSource in context.js.
 * @param {ExternalScan} node
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 * @param {() => void} [head] writes what a turn of the loop tries first
 */
export function produceExternal(node, fn, consume, head) {
  const { module } = fn
  fn.settle()
  const row = module.name('row')
  fn.open('for (;;) {')
  fn.loopHead()
  head?.()
  fn.line(`const ${row} = ctx.source.next()`)
  fn.open(`if (${row} === undefined) {`)
  emitWait(fn, 'ctx.source.wait', 4)
  fn.line('continue')
  fn.close()
  fn.line(`if (${row} === null) break`)
  node.types.forEach((/** @type {number} */ _, /** @type {number} */ at) =>
    fn.bind(columnKey({ rt: node.rt, attnum: at + 1 }), { read: `${row}[${at}]`, nullable: true }),
  )
  consume()
  fn.close()
}

/** @param {SubqueryScan} node @param {FunctionBuilder} fn @param {() => void} consume */
export function produceSubqueryScan(node, fn, consume) {
  fn.produce(node.input, () => {
    node.outputs.forEach((output, /** @type {number} */ at) => {
      fn.bindValue(columnKey({ rt: node.rt, attnum: at + 1 }), expression(fn, output))
    })
    whenTrue(fn, node.filter, consume)
  })
}

/**
 * Where a composite type's columns are in its records, dropped ones left out; null for other types.
 * @param {FunctionBuilder} fn
 * @param {number} type
 * @returns {number[] | null}
 */
function livePlaces(fn, type) {
  const relationOid = fn.module.catalog?.type?.(baseType(fn.module, type))?.relationOid
  const columns = relationOid ? fn.module.catalog.relation(relationOid)?.columns : undefined
  return columns?.flatMap((column, /** @type {number} */ at) => column.dropped ? [] : [at]) ?? null
}

const UNNEST = 2331

/**
 * A record as the column definition list behind the function says it is.
 * @param {any} record
 * @param {{ type: number }[]} columns
 * @throws {DbError} 42804
 */
function asDefined(record, columns) {
  if (record === null) return null
  const types = /** @type {number[]} */ (record.fieldTypes)
  if (types.length !== columns.length) throw rowMismatch(`Returned row contains ${types.length} attribute${types.length === 1 ? '' : 's'}, but query expects ${columns.length}.`)
  for (let at = 0; at < types.length; at++) {
    if (types[at] === columns[at].type) continue
    throw rowMismatch(`Returned type ${builtinType(types[at])?.display} at ordinal position ${at + 1}, but query expects ${builtinType(columns[at].type)?.display}.`)
  }
  return record
}

/** @param {string} detail */
const rowMismatch = (detail) => rowsDoNotMatch(detail)

/**
 * Functions in lockstep; the shorter ones give nulls.
 * @param {FunctionScan} node
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 */
export function produceFunctionScan(node, fn, consume) {
  const { module } = fn
  const [{ expr: only }] = node.functions
  if (only.kind === 'xmltable') {
    xmlTable().produceXmlTable(node, only, fn, consume)
    return
  }
  fn.settle()
  let attnum = 0
  const sources = node.functions.map((/** @type {any} */ item) => {
    const name = module.name('set')
    const call = callSetFunction(fn, item.expr)
    fn.line(`const ${name} = ${call.js}${call.filled ? '' : '[Symbol.iterator]()'}`)
    return {
      name, columnCount: item.columnCount, record: call.record, places: livePlaces(fn, item.expr.type),
      columns: item.expr.oid === UNNEST && item.expr.columns ? item.expr.columns : null, step: module.name('step'),
      filled: call.filled,
    }
  })
  const ordinal = module.name('ordinal')
  if (node.ordinality) fn.line(`let ${ordinal} = 0`)
  fn.open('for (;;) {')
  fn.loopHead()
  for (const source of sources) {
    if (source.filled) fn.line(`if (${source.name}.hungry) yield* ${source.name}.fill()`)
    fn.line(`const ${source.step} = ${source.name}.next()`)
  }
  fn.line(`if (${sources.map((source) => `${source.step}.done`).join(' && ')}) break`)
  if (node.ordinality) fn.line(`${ordinal}++`)
  for (const source of sources) {
    const value = module.name('value')
    const row = `${source.step}.value`
    fn.line(`const ${value} = ${source.step}.done ? null : ${source.columns === null ? row : `${module.constant(asDefined, 'asDefined')}(${row}, ${module.constant(source.columns, 'columns')})`}`)
    for (let at = 0; at < source.columnCount; at++) {
      const split = source.record === '.values' || (source.record === '' && source.columnCount > 1)
      const key = columnKey({ rt: node.rt, attnum: ++attnum })
      fn.bind(
        key,
        split
          ? {
              read: `${value} === null ? null : ${value}${source.record}[${source.places?.[at] ?? at}]`,
              nullable: true,
            }
          : { js: value, nullable: true },
      )
    }
    if (source.columnCount === 1 || node.functions.length === 1)
      fn.bind(columnKey({ rt: node.rt, attnum: 0 }), { js: value, nullable: true })
  }
  if (node.ordinality) {
    const name = module.name('n')
    fn.line(`const ${name} = ${ordinal}`)
    fn.bind(columnKey({ rt: node.rt, attnum: ++attnum }), { js: name, nullable: false })
  }
  whenTrue(fn, node.filter, consume)
  fn.close()
}
