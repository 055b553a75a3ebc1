/**
 * What the parser folded of a long AND or OR (parser/wide.js): the term is bound once, with the first literals, which
 * keep their marks on the way to the types they are read as.
 * A comparison with a literal becomes `= ANY (array)`, as newer versions of PostgreSQL have it too; any other term
 * becomes `wide`, which is to everybody a function of its columns.
 */
import { RowLists, WideBody } from '../../../catalog/wide.js'
import { PgArray } from '../../../types/array.js'
import { BOOL, FIRST_USER_OID, INTERVAL, UNKNOWN } from '../../../types/oids.js'
import { contains, exprKey, rebuild, walk } from '../../expr-tools.js'

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../context.js').BindContext} BindContext */
/** @typedef {import('../../../parser/wide.js').Wide} Wide */
/** literal.js's, which is above this. @typedef {typeof import('./literal.js').literalValue} ReadLiteral */

/** Kinds of which a term may be made: their value depends on their arguments alone. */
const PLAIN = new Set([
  'const', 'column', 'op', 'func', 'and', 'or', 'not', 'isnull', 'booltest', 'distinct', 'nullif', 'coalesce',
  'greatest', 'least', 'relabel', 'collate',
])

/** Everything in it is plain. @param {BindContext} ctx @param {Expr} bound @returns {boolean} */
function isPlain(ctx, bound) {
  let plain = true
  walk(bound, (node) => {
    const oid = node.kind === 'func' ? node.oid : node.funcOid
    if (
      !PLAIN.has(node.kind) || oid >= FIRST_USER_OID || node.retset === true
      || (oid !== undefined && ctx.catalog.func(oid)?.volatility !== 'i')
    )
      plain = false
    return !plain
  })
  return plain
}

/**
 * The literals of each term as what the first one was read as.
 * @param {BindContext} ctx
 * @param {Expr | Expr[]} bound
 * @param {Wide} wide
 * @param {ReadLiteral} literalOf
 * @returns {{ type: number, values: unknown[] }[] | null} by mark; null: a literal has gone somewhere else
 */
export function literalsRead(ctx, bound, wide, literalOf) {
  /** @type {import('../../../catalog/expr.js').Const[]} */
  const marked = []
  let twice = false
  walk(bound, (node) => {
    if (node.lifted === undefined) return
    if (marked[node.lifted] !== undefined) twice = true
    marked[node.lifted] = node
  })
  if (twice) return null
  const read = []
  for (let at = 0; at < wide.lists.length; at++) {
    const first = marked[at]
    if (first === undefined || first.type === INTERVAL) return null
    const given = wide.lists[at]
    const sessionDependent = ctx.sessionDependent
    // Numbers are what they are; a type's text is its text.
    const values =
      typeof given[0] === 'number'
      || (first.value === given[0] && typeof first.value === 'string' && ctx.view.category(first.type) === 'S')
        ? given
        : given.map((text, term) => {
          const literal = /** @type {import('../../../catalog/expr.js').Const} */ ({
            kind: 'const', value: text, type: 705, typmod: -2, collation: 0, location: wide.locations[term],
          })
          return /** @type {import('../../../catalog/expr.js').Const} */ (
            literalOf(ctx, literal, first.type, -1, 'implicit', 'implicit')
          ).value
        })
    if (typeof given[0] === 'number' && first.value !== given[0]) return null
    if (ctx.sessionDependent !== sessionDependent) return null
    read.push({ type: first.type, values })
  }
  return read
}

/**
 * @param {BindContext} ctx
 * @param {Expr} bound a term of type boolean, as bound with the first literals
 * @param {Wide} wide
 * @param {'and' | 'or'} how
 * @param {ReadLiteral} literalOf
 * @returns {Expr | null} all terms; null: they have to be bound one by one
 */
export function wideCondition(ctx, bound, wide, how, literalOf) {
  if (!isPlain(ctx, bound)) return null
  const read = literalsRead(ctx, bound, wide, literalOf)
  if (read === null) return null
  return comparedWithAny(ctx, bound, read, how) ?? asFunction(bound, read, wide, how)
}

/**
 * Rows of VALUES that were folded, as one row in which {kind: 'listed'}s stand for the literals.
 * @param {BindContext} ctx
 * @param {Expr[]} row as bound, converted to its columns' types
 * @param {Wide} wide
 * @param {ReadLiteral} literalOf
 * @returns {{ row: Expr[], lists: RowLists } | null} null: they have to be bound one by one
 */
export function wideRows(ctx, row, wide, literalOf) {
  if (row.some((cell) => cell.type === UNKNOWN || contains(cell, (node) => node.kind === 'sublink'))) return null
  const read = literalsRead(ctx, row, wide, literalOf)
  if (read === null) return null
  const cells = rebuild(row, (node) =>
    node.lifted === undefined
      ? undefined
      : {
          kind: 'listed',
          index: node.lifted,
          type: node.type,
          typmod: node.typmod,
          collation: node.collation,
          location: -1,
        },
  )
  return { row: cells, lists: new RowLists(read.map(({ values }) => values), wide.count) }
}

/**
 * @param {BindContext} ctx
 * @param {Expr} bound
 * @param {{ type: number, values: unknown[] }[]} read
 * @param {'and' | 'or'} how
 * @returns {Expr | null}
 */
function comparedWithAny(ctx, bound, read, how) {
  if (bound.kind !== 'op' || bound.args.length !== 2 || read.length !== 1) return null
  const [left, right] = bound.args
  if (right.kind !== 'const' || right.lifted === undefined) return null
  const { arrayType } = ctx.view.type(right.type)
  if (!arrayType) return null
  const { values } = read[0]
  const array = /** @type {Expr} */ ({
    kind: 'const', value: new PgArray(right.type, [values.length], [1], values), type: arrayType, typmod: -1,
    collation: right.collation, location: -1,
  })
  return {
    kind: 'anyall', oid: bound.oid, funcOid: bound.funcOid, all: how === 'and', args: [left, array], type: BOOL,
    typmod: -1, collation: 0, location: bound.location,
    ...(bound.inputCollation ? { inputCollation: bound.inputCollation } : null),
  }
}

/**
 * @param {Expr} bound
 * @param {{ values: unknown[] }[]} read
 * @param {Wide} wide
 * @param {'and' | 'or'} how
 * @returns {Expr}
 */
function asFunction(bound, read, wide, how) {
  /** @type {Map<string, Expr>} */
  const columns = new Map()
  walk(bound, (node) => { if (node.kind === 'column') columns.set(exprKey(node), node) })
  const keys = [...columns.keys()]
  const template = rebuild(bound, (node) => {
    const index =
      node.kind === 'column' ? keys.indexOf(exprKey(node)) : node.lifted !== undefined ? keys.length + node.lifted : -1
    return index < 0
      ? undefined
      : { kind: 'subcolumn', index, type: node.type, typmod: node.typmod, collation: node.collation, location: -1 }
  })
  return {
    kind: 'wide',
    op: how,
    args: [...columns.values()],
    value: new WideBody(
      template, read.map(({ values }) => values), wide.count,
    ),
    type: BOOL,
    typmod: -1,
    collation: 0,
    location: bound.location,
  }
}

/**
 * As it was written, for who has to show it.
 * @param {import('../../../catalog/expr.js').WideCondition} expr
 * @returns {Expr}
 */
export function written(expr) {
  const { template, lists, count } = expr.value
  const { length } = expr.args
  const args = Array.from({ length: count }, (_, term) =>
    rebuild(template, (node) =>
      node.kind !== 'subcolumn'
        ? undefined
        : node.index < length
          ? expr.args[node.index]
          : {
              kind: 'const',
              value: lists[node.index - length][term],
              type: node.type,
              typmod: node.typmod,
              collation: node.collation,
              location: -1,
            },
    ),
  )
  return { kind: expr.op, args, type: BOOL, typmod: -1, collation: 0, location: expr.location }
}
