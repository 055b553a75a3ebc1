/**
 * Plan nodes as closures: `build` gives each node its registers and says how it is linked; a link is told who takes
 * the rows, and gives the function that runs it. Who takes a row says whether no more are wanted.
 */
import { isNever } from '../../catalog/expr.js'
import { columnKey, keyOf, slotKey } from '../codegen/function.js'
import { limitValue } from '../operators/row-by-row.js'
import { comparedAs } from '../expressions/operations.js'
import { hashJoin, nestLoop } from './joins.js'
import { indexScan, seqScan } from './scans.js'
import { UNFIT, restore } from './scope.js'
import { orderOf } from './values.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('../spill/row-sorter.js')} */
const sorting = later(import.meta.url, '../spill/row-sorter.js')
/** @type {() => typeof import('./groups.js')} */
const groups = later(import.meta.url, './groups.js')

/** @import { Append, Filter, Limit, Materialize, PlanNode, Project, Result, Sort } from '../../planner/plan.js' */
/** @import { RowSorter } from '../spill/row-sorter.js' */
/** @import { SubqueryScan, ValuesScan } from '../../planner/plan.js' */
/** @import { Expr } from '../../catalog/expr.js' */
/** @import { ExecContext } from '../context.js' */
/** @import { Link, Reading, Registers, Scope } from './scope.js' */

const NODES = {
  seqScan, indexScan, nestLoop, hashJoin, get aggregate() { return groups().aggregate }, result, values, filter,
  project, subqueryScan, limit, sort, materialize, append,
}

/** @param {PlanNode} node @param {Scope} scope @returns {Link} */
export function build(node, scope) {
  const make = NODES[/** @type {keyof typeof NODES} */ (node.node)]
  if (make === undefined || ('filter' in node && isNever(node.filter))) throw UNFIT
  return make(/** @type {never} */ (node), scope)
}

/** @param {Result} node @param {Scope} scope @returns {Link} */
function result(node, scope) {
  const test = scope.test(node.filter)
  return (take) => test === null ? take : (ctx, r) => test(ctx, r) && take(ctx, r)
}

/** @param {ValuesScan} node @param {Scope} scope @returns {Link} */
function values(node, scope) {
  if (node.rowWidth || node.value !== undefined) throw UNFIT
  const rows = node.rows.map((row) => scope.values(row))
  const registers = node.rows[0].map((_, at) => scope.define(columnKey({ rt: node.rt, attnum: at + 1 })))
  return (take) => (ctx, r) => {
    for (const row of rows) {
      scope.step()
      for (let at = 0; at < row.length; at++) r[registers[at]] = row[at](ctx, r)
      if (take(ctx, r)) return true
    }
    return false
  }
}

/** @param {Filter} node @param {Scope} scope @returns {Link} */
function filter(node, scope) {
  const input = scope.build(node.input)
  const test = /** @type {import('./scope.js').Test} */ (scope.test(node.filter))
  return (take) => input((ctx, r) => test(ctx, r) && take(ctx, r))
}

/**
 * Computes values into registers.
 * @param {Reading[]} readings @param {number[]} registers @returns {(ctx: ExecContext, r: Registers) => void}
 */
const computing = (readings, registers) => (ctx, r) => {
  for (let at = 0; at < readings.length; at++) r[registers[at]] = readings[at](ctx, r)
}

/** @param {Project} node @param {Scope} scope @returns {Link} */
function project(node, scope) {
  const input = scope.build(node.input)
  const compute = computing(
    scope.values(node.outputs), node.outputs.map((_, index) => scope.define(slotKey({ node: node.id, index }))),
  )
  return (take) => input((ctx, r) => {
    compute(ctx, r)
    return take(ctx, r)
  })
}

/** @param {SubqueryScan} node @param {Scope} scope @returns {Link} */
function subqueryScan(node, scope) {
  const input = scope.build(node.input)
  const compute = computing(
    scope.values(node.outputs),
    node.outputs.map((_, at) => scope.define(columnKey({ rt: node.rt, attnum: at + 1 }))),
  )
  const test = scope.test(node.filter)
  return (take) => input((ctx, r) => {
    compute(ctx, r)
    return (test === null || test(ctx, r)) && take(ctx, r)
  })
}

/** @param {Append} node @param {Scope} scope @returns {Link} */
function append(node, scope) {
  const inputs = node.inputs.map(({ input, outputs }) => ({ link: scope.build(input), read: scope.values(outputs) }))
  const registers = node.types.map((_, index) => scope.define(slotKey({ node: node.id, index })))
  return (take) => {
    const runs = inputs.map(({ link, read }) => {
      const compute = computing(read, registers)
      return link((ctx, r) => {
        compute(ctx, r)
        return take(ctx, r)
      })
    })
    return (ctx, r) => runs.some((run) => run(ctx, r))
  }
}

/** @param {Limit} node @param {Scope} scope @returns {Link} */
function limit(node, scope) {
  if (node.withTies?.length) throw UNFIT
  const input = scope.build(node.input)
  const offset = node.offset === null ? null : scope.value(node.offset)
  const count = node.count === null ? null : scope.value(node.count)
  let skip = 0
  let left = Infinity
  return (take) => {
    // What is above a limit may stop it, and it those below: not the other way round.
    let stopped = false
    const run = input((ctx, r) => {
      if (skip > 0) {
        skip--
        return false
      }
      stopped = take(ctx, r)
      return stopped || --left <= 0
    })
    return (ctx, r) => {
      skip = offset === null ? 0 : limitValue(offset(ctx, r), false)
      left = count === null ? Infinity : limitValue(count(ctx, r), true)
      stopped = false
      if (left > 0) run(ctx, r)
      return stopped
    }
  }
}

/** Registers of columns and slots that are kept. @param {Scope} scope @param {Expr[]} exprs @returns {number[]} */
const keptRegisters = (scope, exprs) => [...new Set(exprs.map((expr) => scope.register(keyOf(expr))))]

/**
 * The rows' order is RowSorter's, ties and all: what it sorts are numbers of rows that are kept here.
 * @param {Sort} node @param {Scope} scope @returns {Link}
 */
function sort(node, scope) {
  if (node.presorted) throw UNFIT
  const { module } = scope
  const input = scope.build(node.input)
  const registers = keptRegisters(scope, node.carry)
  const keys = node.keys.map((key) => {
    if (module.catalog.userComparison(key.opOid) !== null) throw UNFIT
    return {
      read: scope.value(key.expr), compare: orderOf(scope, comparedAs(module, key.expr, key.collation)),
      sign: key.desc ? -1 : 1, nulls: key.nullsFirst ? -1 : 1,
    }
  })
  const bound = node.limit === null || node.limit === undefined ? null : scope.value(node.limit)
  /** By number of row: its values, then its keys. @type {unknown[][]} */
  let rows = []
  const order = {
    head: () => 0,
    /** @type {import('../../util/pair-sort.js').Tie} */
    tie: ({ view }, a, b) => {
      const left = rows[view.getUint32(a + 4, true)], right = rows[view.getUint32(b + 4, true)]
      for (let at = 0; at < keys.length; at++) {
        const x = left[registers.length + at], y = right[registers.length + at]
        const { compare, sign, nulls } = keys[at]
        const difference = x === null ? y === null ? 0 : nulls : y === null ? -nulls : sign * compare(x, y)
        if (difference !== 0) return difference
      }
      return 0
    },
    load: null, general: 0,
  }
  const Sorter = sorting().RowSorter
  return (take) => {
    /** @type {RowSorter | null} */
    let sorter = null
    scope.ends.push(() => {
      rows = []
      sorter = null
    })
    const fill = input((ctx, r) => {
      const { space } = /** @type {RowSorter} */ (sorter)
      const at = space.end
      if (at + ROW_BYTES > space.bytes.length) space.grow(at + ROW_BYTES)
      space.view.setUint32(at, ROW_BYTES, true)
      space.view.setUint32(at + 4, rows.length, true)
      space.end = at + ROW_BYTES
      const row = scope.keep(r, registers)
      for (const { read } of keys) row.push(read(ctx, r))
      rows.push(row)
      sorter?.push(at)
      return false
    })
    return (ctx, r) => {
      rows = []
      const own = sorter = new Sorter(ctx, order, bound === null ? Infinity : limitValue(bound(ctx, r), true))
      fill(ctx, r)
      own.finish()
      for (let at = own.next(); at >= 0; at = own.next()) {
        restore(r, registers, rows[own.space.view.getUint32(at + 4, true)])
        if (take(ctx, r)) return true
      }
      return false
    }
  }
}
/** of a row that a sorter is given: its length, its number */
const ROW_BYTES = 8

/**
 * The inner side of a nested loop that runs again, kept unless it uses outer columns.
 * @param {Materialize} node @param {Scope} scope @returns {Link}
 */
function materialize(node, scope) {
  const { registers: { size: own }, lowest } = scope
  scope.lowest = Infinity
  const input = scope.build(node.input)
  const isKept = scope.lowest >= own
  scope.lowest = Math.min(scope.lowest, lowest)
  const registers = keptRegisters(scope, node.carry)
  /** @type {unknown[][] | null} */
  let rows = null
  scope.ends.push(() => { rows = null })
  return (take) => {
    const fill = input((_ctx, r) => {
      rows?.push(scope.keep(r, registers))
      return false
    })
    return (ctx, r) => {
      if (rows === null || !isKept) {
        rows = []
        fill(ctx, r)
      }
      for (const row of rows) {
        scope.step()
        restore(r, registers, row)
        if (take(ctx, r)) return true
      }
      return false
    }
  }
}
