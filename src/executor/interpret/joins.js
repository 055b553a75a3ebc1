/** Nested loops and hash joins of few rows, in the order in which operators/join gives them. */
import { keyOf } from '../codegen/function.js'
import { baseType, comparedAs } from '../expressions/operations.js'
import { references } from '../operators/references.js'
import { UNFIT, restore } from './scope.js'
import { keyOfTypes } from './values.js'

/** @import { HashJoin, NestLoop, PlanNode } from '../../planner/plan.js' */
/** @import { Expr } from '../../catalog/expr.js' */
/** @import { Link, Registers, Run, Scope } from './scope.js' */

/** @param {PlanNode} node */
const isLookup = (node) => node.node === 'indexScan' && node.uniqueMatch

/** @param {NestLoop} node @param {Scope} scope @returns {Link} */
export function nestLoop(node, scope) {
  const outer = scope.build(node.outer)
  const inner = scope.build(node.inner)
  const on = scope.test(node.on)
  const filter = scope.test(node.filter)
  const once = isLookup(node.inner)
  const nulls = nullsOf(scope, node.nullable)
  if (node.join === 'inner')
    return (take) => {
      let stopped = false
      const run = inner((ctx, r) => {
        if ((on !== null && !on(ctx, r)) || (filter !== null && !filter(ctx, r))) return false
        stopped = take(ctx, r)
        // A unique key has one partner.
        return stopped || once
      })
      return outer((ctx, r) => {
        stopped = false
        run(ctx, r)
        return stopped
      })
    }
  if (node.join === 'left')
    return (take) => {
      let isHit = false
      let stopped = false
      /** @type {Run} */
      const passed = (ctx, r) => (filter === null || filter(ctx, r)) && take(ctx, r)
      const run = inner((ctx, r) => {
        if (on !== null && !on(ctx, r)) return false
        isHit = true
        stopped = passed(ctx, r)
        return stopped || once
      })
      return outer((ctx, r) => {
        isHit = stopped = false
        run(ctx, r)
        if (isHit) return stopped
        for (const register of nulls) r[register] = null
        return passed(ctx, r)
      })
    }
  const wanted = node.join === 'semi'
  return (take) => {
    let isHit = false
    const run = inner((ctx, r) => {
      if (on !== null && !on(ctx, r)) return false
      return (isHit = true)
    })
    return outer((ctx, r) => {
      isHit = false
      run(ctx, r)
      return isHit === wanted && (filter === null || filter(ctx, r)) && take(ctx, r)
    })
  }
}

/**
 * Registers that are null in a row without a partner; what nobody reads has none.
 * @param {Scope} scope @param {Expr[]} exprs @returns {number[]}
 */
const nullsOf = ({ registers }, exprs) => exprs.flatMap((expr) => registers.get(keyOf(expr)) ?? [])

/** @typedef {{ row: unknown[], isMatched: boolean }} Built */
/** @typedef {{ head: Built, others: Built[] }} Chain rows of one key: the first, then the others, the last one first */

/**
 * The rows of a chain, until one says that it is enough.
 * @param {Chain | undefined} chain @param {(built: Built) => boolean} meet
 */
function each(chain, meet) {
  if (chain === undefined || meet(chain.head)) return
  for (let at = chain.others.length - 1; at >= 0; at--) if (meet(chain.others[at])) return
}

/** @param {HashJoin} node @param {Scope} scope @returns {Link} */
export function hashJoin(node, scope) {
  const { join } = node
  if (join === 'full' || join === 'rightSemi' || node.nullAware || node.outerOnce) throw UNFIT
  const types = node.outerKeys.map((key, at) => typeOfKey(scope, key, node.innerKeys[at]))
  const before = scope.registers.size
  const inner = scope.build(node.inner)
  const isInner = (/** @type {number} */ register) => register >= before && register < after
  const after = scope.registers.size
  const outer = scope.build(node.outer)
  const innerKeys = scope.values(node.innerKeys)
  const outerKeys = scope.values(node.outerKeys)
  const keyOfRow = keyOfTypes(scope, types)
  const wanted = [...references([node.carry, node.on, node.filter]).values()]
    .map((expr) => scope.register(keyOf(expr))).filter(isInner)
  const registers = [...new Set(wanted)]
  const on = scope.test(node.on)
  const filter = scope.test(node.filter)
  const innerNulls = nullsOf(scope, node.innerNullable)
  const outerNulls = nullsOf(scope, node.outerNullable)
  /** @param {import('../context.js').ExecContext} ctx @param {Registers} r @param {typeof innerKeys} keys */
  const keyOfKeys = (ctx, r, keys) => {
    const values = keys.map((read) => read(ctx, r))
    return values.includes(null) ? null : keyOfRow(values)
  }
  return (take) => {
    /** @type {Map<unknown, Chain>} */
    let chains = new Map()
    /** @type {Built[]} */
    let all = []
    scope.ends.push(() => {
      chains = new Map()
      all = []
    })
    /** @type {Run} */
    const passed = (ctx, r) => (filter === null || filter(ctx, r)) && take(ctx, r)
    const fill = inner((ctx, r) => {
      const key = keyOfKeys(ctx, r, innerKeys)
      if (key === null && join !== 'right') return false
      const built = { row: scope.keep(r, registers), isMatched: false }
      if (join === 'right') all.push(built)
      if (key === null) return false
      const chain = chains.get(key)
      if (chain === undefined) chains.set(key, { head: built, others: [] })
      else chain.others.push(built)
      return false
    })
    const probe = outer((ctx, r) => {
      const key = keyOfKeys(ctx, r, outerKeys)
      const chain = key === null ? undefined : chains.get(key)
      let isHit = false
      let stopped = false
      each(chain, (built) => {
        scope.step()
        restore(r, registers, built.row)
        if (on !== null && !on(ctx, r)) return false
        isHit = true
        built.isMatched = true
        if (join === 'semi' || join === 'anti') return true
        return (stopped = passed(ctx, r))
      })
      if (join === 'semi') return isHit && passed(ctx, r)
      if (join === 'anti') return !isHit && passed(ctx, r)
      if (join !== 'left' || isHit) return stopped
      for (const register of innerNulls) r[register] = null
      return passed(ctx, r)
    })
    return (ctx, r) => {
      chains = new Map()
      all = []
      fill(ctx, r)
      if (probe(ctx, r)) return true
      for (const { row, isMatched } of all) {
        if (isMatched) continue
        for (const register of outerNulls) r[register] = null
        restore(r, registers, row)
        if (passed(ctx, r)) return true
      }
      return false
    }
  }
}

/**
 * What a pair of keys is compared as: both must be of one kind.
 * @param {Scope} scope @param {Expr} outer @param {Expr} inner @returns {number}
 */
function typeOfKey({ module }, outer, inner) {
  const [left, right] = [outer, inner].map((key) => baseType(module, comparedAs(module, key)))
  if (left !== right) throw UNFIT
  return left
}
