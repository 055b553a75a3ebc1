/**
 * Which collation an expression has and how it came to it, by the SQL standard's rules: COLLATE says it explicitly and goes up through functions; a column's is
 * implicit; the database's default gives way to any other. Two explicit ones that differ are an error at once (42P21), two implicit ones only where a
 * function compares texts by them (42P22).
 *
 * What is asked for is C's order, whose other names are "default", "POSIX" and "ucs_basic". Texts of any other collation can be kept and told apart (a deterministic
 * collation's equality is that of bytes), but not ordered, and their case not changed: 0A000.
 */
import { DbError, featureNotSupported } from '../../errors/db-error.js'
import { located } from '../../errors/syntax.js'
/** @import { Expr } from '../../catalog/expr.js' */
/** @import { BindContext } from './context.js' */

const NONE = 0
const IMPLICIT = 1
const CONFLICT = 2
const EXPLICIT = 3
const DEFAULT_COLLATION = 100

/** @typedef {{ strength: number, collation: number, other: number, location?: number }} Collated other: the second of a conflict, and where it is */

const UNCOLLATED = Object.freeze({ strength: NONE, collation: 0, other: 0 })

/** Functions that compare texts, or read them by their letters' kinds. */
const EQUALITY = new Set(['texteq', 'textne', 'nameeq', 'namene', 'nameeqtext', 'nametextne', 'nametexteq', 'textnameeq', 'textnamene', 'namenetext', 'bpchareq', 'bpcharne', 'textlike', 'textnlike',
  'namelike', 'namenlike', 'bpcharlike', 'bpcharnlike', 'textpos', 'replace_text', 'split_part', 'text_starts_with'])
const ORDER = new Set(['text_lt', 'text_le', 'text_gt', 'text_ge', 'bttextcmp', 'text_larger', 'text_smaller', 'bpcharlt', 'bpcharle', 'bpchargt', 'bpcharge', 'bpcharcmp', 'bpchar_larger',
  'bpchar_smaller', 'namelt', 'namele', 'namegt', 'namege', 'nameltext', 'namelttext', 'nameletext', 'namegttext', 'namegetext', 'textltname', 'textlename', 'textgtname', 'textgename',
  'lower', 'upper', 'initcap', 'texticlike', 'texticnlike', 'nameiclike', 'nameicnlike', 'bpchariclike', 'bpcharicnlike', 'texticregexeq', 'texticregexne', 'nameicregexeq', 'nameicregexne',
  'bpcharicregexeq', 'bpcharicregexne'])
/** Aggregates are named alike for all types. */
const ORDER_AGGREGATES = new Set(['max', 'min'])

/** @type {WeakMap<Expr, Collated>} */
const known = new WeakMap()

/** @param {BindContext} ctx @param {Expr} expr @returns {Collated} */
export function collationState(ctx, expr) {
  let state = known.get(expr)
  if (state === undefined) {
    state = stateOf(ctx, expr)
    known.set(expr, state)
  }
  return state
}

/** @param {BindContext} ctx @param {Expr} expr @returns {Collated} */
function stateOf(ctx, expr) {
  const own = expr.type === 0 ? 0 : ctx.view.type(expr.type)?.collation ?? 0
  if (expr.kind === 'collate') return { strength: EXPLICIT, collation: expr.collation, other: 0 }
  if (own === 0) return UNCOLLATED
  const parts = partsOf(expr)
  if (parts !== null) {
    const state = mergeCollations(ctx, parts)
    return state.strength === NONE ? { strength: IMPLICIT, collation: own, other: 0 } : state
  }
  // A column of a set operation whose sides disagree has none.
  return expr.collation === 0 && expr.kind === 'column' ? { strength: CONFLICT, collation: 0, other: 0 } : { strength: IMPLICIT, collation: expr.collation || own, other: 0 }
}

/** What an expression takes its collation from; null: it has its own. @param {any} expr @returns {Expr[] | null} */
function partsOf(expr) {
  switch (expr.kind) {
    case 'op': case 'func': case 'coalesce': case 'least': case 'greatest': case 'nullif': return expr.args
    case 'relabel': case 'viaio': case 'domain': return [expr.arg]
    case 'case': return [...expr.whens.map((/** @type {any} */ when) => when.then), ...(expr.else === null ? [] : [expr.else])]
    default: return null
  }
}

/** @param {BindContext} ctx @param {Expr[]} args @returns {Collated} 42P21 */
export function mergeCollations(ctx, args) {
  /** @type {Collated} */
  let merged = UNCOLLATED
  for (const arg of args) {
    const state = collationState(ctx, arg)
    if (state.strength === NONE) continue
    if (state.strength === EXPLICIT && merged.strength === EXPLICIT && state.collation !== merged.collation) {
      throw mismatch(ctx, 'explicit', merged.collation, state.collation, arg.location ?? -1)
    }
    if (state.strength > merged.strength) {
      merged = state
    } else if (state.strength === merged.strength && state.strength === IMPLICIT && state.collation !== merged.collation) {
      if (merged.collation === DEFAULT_COLLATION) merged = state
      else if (state.collation !== DEFAULT_COLLATION) merged = { strength: CONFLICT, collation: merged.collation, other: state.collation, location: arg.location ?? -1 }
    }
  }
  return merged
}

/** @param {BindContext} ctx @param {string} kind @param {number} first @param {number} second @param {number} location */
function mismatch(ctx, kind, first, second, location) {
  const name = (/** @type {number} */ oid) => ctx.catalog.collation(oid)?.name ?? String(oid)
  return located('42P21', `collation mismatch between ${kind} collations "${name(first)}" and "${name(second)}"`, { location,
    hint: kind === 'implicit' ? 'You can choose the collation by applying the COLLATE clause to one or both expressions.' : undefined })
}

/** 42P22. @param {string} purpose */
const indeterminate = (purpose) => new DbError('42P22', `could not determine which collation to use for ${purpose}`, { hint: 'Use the COLLATE clause to set the collation explicitly.' })

/** Refuses an order that is not C's. @param {BindContext} ctx @param {number} collation */
function refuseForeign(ctx, collation) {
  const found = collation === 0 || collation === DEFAULT_COLLATION ? undefined : ctx.catalog.collation(collation)
  if (found !== undefined && found.provider !== 'd' && !(found.provider === 'c' && (found.collate === 'C' || found.collate === 'POSIX'))) {
    throw featureNotSupported(`ordering text or changing its case by the collation "${found.name}"`)
  }
}

/** Whether any of them may have a collation worth looking at. @param {Expr[]} args */
const plain = (args) => args.every((arg) => arg.collation === 0 || arg.collation === DEFAULT_COLLATION || arg.kind === 'const')

/**
 * Checks a call's collation. @param {BindContext} ctx @param {{ name: string, source: string, kind: string }} func @param {Expr[]} args converted
 */
export function checkCallCollation(ctx, func, args) {
  if (plain(args) && !args.some((arg) => arg.kind === 'column' && arg.collation === 0)) return
  const state = mergeCollations(ctx, args)
  const orders = func.kind === 'a' ? ORDER_AGGREGATES.has(func.name) : ORDER.has(func.source)
  if (!orders && !EQUALITY.has(func.source)) return
  if (state.strength === CONFLICT) throw indeterminate('string comparison')
  if (orders) refuseForeign(ctx, state.collation)
}

/** Checks what values are told apart by: collations must not disagree. @param {BindContext} ctx @param {Expr} expr @returns {number} the collation */
export function checkEqualityCollation(ctx, expr) {
  if (expr.type === 0 || (expr.collation === DEFAULT_COLLATION && partsOf(expr) === null)) return expr.collation
  const state = collationState(ctx, expr)
  if (state.strength === CONFLICT) {
    if (state.other !== 0) throw mismatch(ctx, 'implicit', state.collation, state.other, state.location ?? -1)
    throw indeterminate('string comparison')
  }
  return state.collation
}

/** Checks what is sorted by. @param {BindContext} ctx @param {Expr} expr */
export function checkSortCollation(ctx, expr) {
  refuseForeign(ctx, checkEqualityCollation(ctx, expr))
}

/**
 * The collation of a set operation's column; 0 when its sides disagree and nothing compares them.
 * @param {BindContext} ctx @param {Expr} left @param {Expr} right @param {number} type @param {boolean} compares
 */
export function unionCollation(ctx, left, right, type, compares) {
  const own = ctx.view.type(type).collation
  if (own === 0) return 0
  const state = mergeCollations(ctx, [left, right])
  if (state.strength === CONFLICT) {
    if (compares) throw mismatch(ctx, 'implicit', state.collation, state.other, right.location ?? -1)
    return 0
  }
  return state.strength === NONE ? own : state.collation
}
