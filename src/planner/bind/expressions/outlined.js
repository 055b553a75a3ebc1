/**
 * Expressions with a list of thousands (CASE, COALESCE, GREATEST, OR, …) are to everybody after binding a function of
 * their columns: {kind: 'outlined', args: the columns, value: the expression}. Whoever walks, compares and rewrites
 * expressions does so dozens of times, and would hold everybody up each time; the executor takes them apart again
 * (executor/expressions/outlined.js).
 */
import { isEverybodys } from '../../../catalog/guarded.js'
import { columnKey, LONG_LIST, OutlinedBody } from '../../../catalog/wide.js'
import { BOOL, FIRST_USER_OID } from '../../../types/oids.js'
import { contains, rebuild, sameExpr } from '../../expr-tools.js'
import { restIfTired } from '../attempts.js'

/** @import { Column, Expr, Outlined } from '../../../catalog/expr.js' */
/** @import { BindContext } from '../context.js' */
/** An expression, or what holds some. @typedef {Parameters<typeof import('../../expr-tools.js').walk>[0]} Tree */

/** Elements that are looked through before anybody looks whether to rest. */
const LOOKED_AT = 8192
/** Of more columns there is no function. */
const COLUMNS_MAX = 64
/** So many terms of AND that an index or a join may go by stay by themselves. */
const TERMS_KEPT = 128

/** Kinds whose value depends on their parts alone. */
const PLAIN = new Set(['isnull', 'booltest', 'case', 'caseTest', 'relabel', 'collate', 'array', 'wide', 'outlined'])

/** What an expression reads, if it is plain. */
class Inputs {
  /** @param {BindContext} ctx @param {Map<number, boolean>} [functions] what was found out of them before */
  constructor(ctx, functions = new Map()) {
    this.ctx = ctx
    /** @type {Column[]} */
    this.columns = []
    this.functions = functions
  }

  /** @param {Tree} node an expression, or what holds some @returns {boolean} it is plain */
  take(node) {
    if (Array.isArray(node)) {
      for (let at = 0; at < node.length; at++) if (!this.take(node[at])) return false
      return true
    }
    const { kind } = node
    switch (kind) {
      case 'const': return true
      case 'column': return this.#column(node)
      case 'op': case 'distinct': case 'nullif': case 'anyall':
        return node.retset !== true && this.#isPlainFunction(node.funcOid) && this.take(node.args)
      case 'func': return node.retset !== true && this.#isPlainFunction(node.oid) && this.take(node.args)
      case 'and': case 'or': case 'not': case 'coalesce': case 'greatest': case 'least': return this.take(node.args)
      case undefined: break
      default: if (!PLAIN.has(kind)) return false
    }
    for (const field in node) {
      const part = node[field]
      if (part !== null && typeof part === 'object' && field !== 'value' && !this.take(part)) return false
    }
    return true
  }

  /** @param {Column} column */
  #column(column) {
    const { columns } = this
    for (let at = 0; at < columns.length; at++)
      if (columns[at].attnum === column.attnum && columns[at].rt === column.rt) return true
    return column.attnum > 0 && columns.push(column) <= COLUMNS_MAX
  }

  /** One of ours, which everybody may call and which gives the same for the same. @param {number} oid */
  #isPlainFunction(oid) {
    let isPlain = this.functions.get(oid)
    if (isPlain === undefined) {
      const { catalog } = this.ctx
      const info = catalog.func(oid)
      isPlain = oid < FIRST_USER_OID && info?.volatility === 'i' && isEverybodys(catalog, oid)
      this.functions.set(oid, isPlain)
    }
    return isPlain
  }

  /** @param {Expr} expr @returns {Outlined} */
  outline(expr) {
    for (const oid of this.functions.keys()) this.ctx.needs.functions.add(oid)
    return {
      kind: 'outlined', args: this.columns, value: new OutlinedBody(expr, this.columns.map(columnKey)),
      type: expr.type, typmod: expr.typmod, collation: expr.collation, location: expr.location,
    }
  }
}

/** How far a list was looked through. @typedef {{ inputs: Inputs, at: number }} Look */

/**
 * @template {Expr} T @param {BindContext} ctx @param {T} expr @param {Tree[]} list its list
 * @param {object} node it was made of, in each attempt
 * @returns {T | Outlined}
 */
export function outlined(ctx, expr, list, node) {
  if (list.length < LONG_LIST || !ctx.foldsWide) return expr
  const { attempts } = ctx
  const look = attempts?.looks.get(node) ?? { inputs: new Inputs(ctx), at: 0 }
  attempts?.looks.set(node, look)
  while (look.at < list.length) {
    const to = Math.min(look.at + LOOKED_AT, list.length)
    for (; look.at < to; look.at++) if (!look.inputs.take(list[look.at])) return expr
    restIfTired(attempts)
  }
  if (expr.kind === 'case' && ((expr.arg !== null && !look.inputs.take(expr.arg)) || !look.inputs.take(expr.else)))
    return expr
  if (look.inputs.columns.length === 0) return expr
  const made = look.inputs.outline(expr)
  attempts?.outlined.set(node, made)
  return made
}

/**
 * A stored expression, if it has a long list. @template {Expr} T @param {BindContext} ctx @param {T} expr
 * @returns {T | Outlined}
 */
export function outlinedStored(ctx, expr) {
  const list = expr.kind === 'case' ? expr.whens
    : expr.kind === 'and' || expr.kind === 'or' || expr.kind === 'coalesce' || expr.kind === 'greatest'
      || expr.kind === 'least' ? expr.args : []
  if (list.length < LONG_LIST) return expr
  const inputs = new Inputs(ctx)
  return inputs.take(expr) && inputs.columns.length > 0 ? inputs.outline(expr) : expr
}

/** What an earlier attempt has made of a node. @param {BindContext} ctx @param {object} node @returns {Expr | null} */
export const outlinedBefore = (ctx, node) => ctx.attempts?.outlined.get(node) ?? null

/**
 * Terms of a long AND: those over the same tables as one, but for some that compare columns and constants.
 * @param {BindContext} ctx @param {Expr[]} terms @returns {Expr[]}
 */
export function outlinedTerms(ctx, terms) {
  if (terms.length < LONG_LIST || !ctx.foldsWide) return terms
  /** @type {Expr[]} */
  const kept = []
  /** @type {Map<string, { inputs: Inputs, terms: Expr[] }>} */
  const groups = new Map()
  const functions = new Map()
  for (const term of terms) {
    const inputs = new Inputs(ctx, functions)
    if ((kept.length < TERMS_KEPT && isSimple(term)) || !inputs.take(term) || inputs.columns.length === 0) {
      kept.push(term)
      continue
    }
    const key = [...new Set(inputs.columns.map(({ rt }) => rt))].sort().join()
    const group = groups.get(key)
    if (group === undefined) {
      groups.set(key, { inputs, terms: [term] })
      continue
    }
    group.inputs.take(term)
    group.terms.push(term)
  }
  for (const { inputs, terms: together } of groups.values()) {
    const isFew = together.length < TERMS_KEPT || inputs.columns.length > COLUMNS_MAX
    if (isFew) for (const term of together) kept.push(term)
    else kept.push(inputs.outline({ kind: 'and', args: together, type: BOOL, typmod: -1, collation: 0, location: -1 }))
  }
  return kept
}

/** @param {Expr} term */
const isSimple = (term) => (term.kind === 'op' || term.kind === 'anyall')
  && term.args.every(({ kind }) => kind === 'column' || kind === 'const' || kind === 'array')

/**
 * In a grouped query an expression's parts may be what it is grouped by: those must be seen, where it is not itself.
 * What aggregates are given is computed before rows are grouped.
 * @template {Tree} T @param {T} tree as it was bound @param {Expr[]} keys @returns {T}
 */
export function inlinedOverKeys(tree, keys) {
  if (keys.every(({ kind }) => kind === 'column') || !contains(tree, ({ kind }) => kind === 'outlined')) return tree
  return rebuild(tree, (node) => {
    if (node.kind === 'agg' || keys.some((key) => sameExpr(key, node))) return node
    return node.kind === 'outlined' ? inlinedOverKeys(node.value.expr, keys) : undefined
  })
}
