/**
 * Which collation an expression has and how it came to it, by the SQL standard's rules: COLLATE says it explicitly and
 * goes up through functions; a column's is implicit; the database's default gives way to any other. Two explicit ones
 * that differ are an error at once (42P21), two implicit ones where values are sorted or told apart (42P21), and when a
 * function that goes by the collation runs (42P22).
 *
 * An expression's `collation` is what comes out of it (0: two that disagree). A call whose arguments have one other
 * than C's order says so in `inputCollation`; -1: they disagree.
 */
import { indeterminate } from '../../../errors/ddl/collations.js'
import { goesByLetters } from '../../../functions/strings/plain-letters.js'
import { RECORD, UNKNOWN } from '../../../types/oids.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { datatypeMismatch, located } from '../../../errors/syntax.js'
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { BindContext } from '../context.js' */

const NONE = 0
const IMPLICIT = 1
const CONFLICT = 2
const EXPLICIT = 3
const DEFAULT_COLLATION = 100
/** Languages beyond it have bodies. */
const C_LANGUAGE = 13

/**
 * @typedef {{ strength: number, collation: number, other: number, location?: number }} Collated other: the second of a
 *   conflict, and where it is
 */

const UNCOLLATED = Object.freeze({ strength: NONE, collation: 0, other: 0 })

/** Functions that go by a collation, for the case that they are given none. @type {Set<string>} */
const COLLATED = new Set([
  'texteq', 'textne', 'nameeq', 'namene', 'nameeqtext', 'namenetext', 'texteqname', 'textnename', 'bpchareq',
  'bpcharne', 'textpos', 'replace_text', 'split_part', 'text_starts_with', 'text_to_array', 'text_to_array_null',
  'text_lt', 'text_le', 'text_gt', 'text_ge', 'bttextcmp', 'text_larger', 'text_smaller', 'bpcharlt', 'bpcharle',
  'bpchargt', 'bpcharge', 'bpcharcmp', 'bpchar_larger', 'bpchar_smaller', 'namelt', 'namele', 'namegt', 'namege',
  'namelttext', 'nameletext', 'namegttext', 'namegetext', 'textltname', 'textlename', 'textgtname', 'textgename',
  'btnametextcmp', 'bttextnamecmp', 'text_to_table', 'text_to_table_null', 'lower', 'upper', 'initcap', 'texticlike',
  'texticnlike', 'nameiclike', 'nameicnlike', 'bpchariclike', 'bpcharicnlike', 'textregexeq', 'textregexne',
  'nameregexeq', 'nameregexne', 'bpcharregexeq', 'bpcharregexne', 'texticregexeq', 'texticregexne', 'nameicregexeq',
  'nameicregexne', 'bpcharicregexeq', 'bpcharicregexne', 'array_eq', 'array_ne', 'array_lt', 'array_le', 'array_gt',
  'array_ge', 'btarraycmp', 'array_position', 'array_position_start', 'array_positions', 'array_remove',
  'array_replace', 'arrayoverlap', 'arraycontains', 'arraycontained',
])
/** Comparisons of rows; of arrays too, which may be of rows. */
const ROWS = /^(?:record_(?:eq|ne|lt|le|gt|ge)|btrecordcmp|array_(?:eq|ne|lt|le|gt|ge)|btarraycmp)$/
const EQUAL_ROWS = new Set(['record_eq', 'record_ne', 'array_eq', 'array_ne'])
/** Aggregates are named alike for all types. */
const ORDER_AGGREGATES = new Set(['max', 'min'])

/** @type {WeakMap<Expr, Collated>} */
const known = new WeakMap()

/** @param {BindContext} ctx @param {Expr} expr @returns {Collated} */
function collationState(ctx, expr) {
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
  if (expr.kind === 'domain')
    return own === DEFAULT_COLLATION ? collationState(ctx, expr.arg) : { strength: IMPLICIT, collation: own, other: 0 }
  const parts = partsOf(expr)
  if (parts !== null) {
    const state = mergeCollations(ctx, parts)
    return state.strength === NONE ? { strength: IMPLICIT, collation: own, other: 0 } : state
  }
  // A column of a set operation whose sides disagree has none.
  return expr.collation === 0 && LEAVES.has(expr.kind)
    ? { strength: CONFLICT, collation: 0, other: 0 }
    : { strength: IMPLICIT, collation: expr.collation || own, other: 0 }
}

/** Leaves that have the collation of something bound elsewhere. */
const LEAVES = new Set(['column', 'caseTest', 'subcolumn', 'slot'])

/** What an expression takes its collation from; null: it has its own. @param {Expr} expr @returns {Expr[] | null} */
function partsOf(expr) {
  switch (expr.kind) {
    case 'op': case 'func': case 'coalesce': case 'least': case 'greatest': case 'nullif': return expr.args
    case 'relabel': case 'viaio': case 'arraycoerce': case 'subscript': return [expr.arg]
    case 'agg': case 'window': return expr.args
    case 'array': return expr.elements
    case 'case': return [...expr.whens.map((when) => when.then), ...(expr.else === null ? [] : [expr.else])]
    default: return null
  }
}

/** @param {BindContext} ctx @param {Expr[]} args @returns {Collated} 42P21 */
function mergeCollations(ctx, args) {
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
    } else if (
      state.strength === merged.strength && state.strength === IMPLICIT && state.collation !== merged.collation
    ) {
      if (merged.collation === DEFAULT_COLLATION) merged = state
      else if (state.collation !== DEFAULT_COLLATION)
        merged = {
          strength: CONFLICT, collation: merged.collation, other: state.collation, location: arg.location ?? -1,
        }
    }
  }
  return merged
}

/**
 * @param {BindContext} ctx
 * @param {string} kind
 * @param {number} first
 * @param {number} second
 * @param {number} location
 */
function mismatch(ctx, kind, first, second, location) {
  const name = (/** @type {number} */ oid) => ctx.catalog.collation(oid)?.name ?? String(oid)
  return located('42P21', `collation mismatch between ${kind} collations "${name(first)}" and "${name(second)}"`, {
    location,
    hint:
      kind === 'implicit'
        ? 'You can choose the collation by applying the COLLATE clause to one or both expressions.'
        : undefined,
  })
}

/** Whether none of them has a collation worth looking at. @param {BindContext} ctx @param {Expr[]} args */
function plain(ctx, args) {
  for (const arg of args) {
    if (arg.collation === DEFAULT_COLLATION) continue
    if (arg.collation !== 0 || (arg.type !== 0 && ctx.view.type(arg.type)?.collation)) return false
  }
  return true
}

/**
 * The collation that comes out of what is made of `parts`; 0 when the type has none, or they disagree.
 * @param {BindContext} ctx
 * @param {number} type
 * @param {Expr[]} parts
 * @returns {number}
 */
export function derivedCollation(ctx, type, parts) {
  const own = type === 0 ? 0 : ctx.view.type(type)?.collation ?? 0
  if (own === 0 || plain(ctx, parts)) return own
  const state = mergeCollations(ctx, parts)
  return state.strength === NONE ? own : state.strength === CONFLICT ? 0 : state.collation
}

/** The collation of a value that only changes its type. @param {number} own the new type's @param {Expr} expr */
export const keptCollation = (own, expr) => own === 0 || expr.collation === 0 ? own : expr.collation

/**
 * What a call goes by: 0 C's order and the database's letters, or nothing, -1 its arguments disagree and it will say so
 * when it runs.
 * @param {BindContext} ctx
 * @param {{ name: string, source: string, kind: string }} func
 * @param {Expr[]} args converted
 * @returns {number}
 * @throws {DbError} 42P21, 42P22
 */
export function inputCollation(ctx, func, args) {
  if (ROWS.test(func.source)) for (const arg of args) refuseCollatedRow(ctx, arg, !EQUAL_ROWS.has(func.source))
  if (plain(ctx, args)) return 0
  const state = mergeCollations(ctx, args)
  if (state.strength === CONFLICT) {
    if (func.kind === 'a' && ORDER_AGGREGATES.has(func.name)) throw indeterminate('string comparison')
    return COLLATED.has(func.source) ? -1 : 0
  }
  if (state.collation === 0) return 0
  const counts = ctx.catalog.collator(state.collation) !== null || hasOtherLetters(ctx, func, state.collation)
  return counts ? state.collation : 0
}

/**
 * Whether what a function, or what is called in its body, takes for letters differs from the database's own.
 * @param {BindContext} ctx
 * @param {{ source: string, language?: number }} func
 * @param {number} collation
 */
const hasOtherLetters = (ctx, func, collation) => (goesByLetters(func.source) || (func.language ?? 0) > C_LANGUAGE)
  && ctx.catalog.hasPlainLetters(collation) !== ctx.catalog.hasPlainLetters(0)

/**
 * COLLATION FOR (x): what the call says, and the check that there is something to say.
 * @param {BindContext} ctx
 * @param {Expr} arg
 * @returns {number} 0: nothing
 * @throws {DbError} 42804
 */
export function namedCollation(ctx, arg) {
  if (arg.type === UNKNOWN) return arg.kind === 'collate' ? arg.collation : 0
  if (!ctx.view.type(arg.type)?.collation)
    throw datatypeMismatch(`collations are not supported by type ${ctx.view.typeName(arg.type)}`)
  const state = collationState(ctx, arg)
  return state.strength === CONFLICT ? 0 : state.collation
}

/** The field of a call that has one. @param {number} input */
export const withInput = (input) => input === 0 ? null : { inputCollation: input }

/**
 * Refuses rows with fields whose collation says other than C's bytes: rows are compared by their types' own orders.
 * @param {BindContext} ctx @param {Expr} expr @param {boolean} ordered whether by order too, or as equal alone
 */
function refuseCollatedRow(ctx, expr, ordered) {
  const collation = fieldCollations(ctx, expr).find((oid) => {
    const collator = ctx.catalog.collator(oid)
    return collator !== null && (ordered || !collator.deterministic)
  })
  if (collation !== undefined)
    throw featureNotSupported(`comparing rows with fields of collation "${ctx.catalog.collation(collation)?.name}"`)
}

/** @param {BindContext} ctx @param {Expr} expr @returns {number[]} */
function fieldCollations(ctx, expr) {
  if (expr.type !== RECORD) {
    const info = ctx.view.type(ctx.view.baseType(expr.type))
    const row =
      info?.kind === 'c'
        ? expr.type
        : info?.elementType && ctx.view.type(info.elementType)?.kind === 'c'
          ? info.elementType
          : 0
    return row === 0
      ? []
      : ctx
          .compositeColumns(row)
          .filter((column) => !column.dropped)
          .map((column) => column.collation)
  }
  if (expr.kind === 'row')
    return expr.args.flatMap((/** @type {Expr} */ arg) =>
      arg.type === RECORD ? fieldCollations(ctx, arg) : [arg.collation],
    )
  const target =
    expr.kind === 'column'
      ? ctx.entryOf.get(expr.rt)?.query?.targets?.filter((one) => !one.resjunk)[expr.attnum - 1]?.expr
      : undefined
  return target === undefined ? [] : fieldCollations(ctx, target)
}

/**
 * Checks what values are told apart by: collations must not disagree.
 * @param {BindContext} ctx
 * @param {Expr} expr
 * @param {boolean} [ordered] sorted by it, too
 * @returns {number} the collation
 */
export function checkEqualityCollation(ctx, expr, ordered = false) {
  if (expr.type === RECORD || (expr.collation === 0 && expr.type !== 0)) refuseCollatedRow(ctx, expr, ordered)
  if (expr.type === 0 || (expr.collation === DEFAULT_COLLATION && partsOf(expr) === null)) return expr.collation
  const state = collationState(ctx, expr)
  if (state.strength === CONFLICT) {
    if (state.other !== 0) throw mismatch(ctx, 'implicit', state.collation, state.other, state.location ?? -1)
    throw indeterminate('string comparison')
  }
  return state.collation
}

/**
 * The collation of a set operation's column; 0 when its sides disagree and nothing compares them.
 * @param {BindContext} ctx @param {Expr} left @param {Expr} right @param {number} type @param {boolean} compares
 */
export function unionCollation(ctx, left, right, type, compares) {
  const own = ctx.view.type(type).collation
  if (own === 0 && compares) for (const side of [left, right]) refuseCollatedRow(ctx, side, true)
  if (own === 0) return 0
  const state = mergeCollations(ctx, [left, right])
  if (state.strength === CONFLICT) {
    if (compares) throw mismatch(ctx, 'implicit', state.collation, state.other, right.location ?? -1)
    return 0
  }
  return state.strength === NONE ? own : state.collation
}
