/**
 * EXISTS whose subquery looks at the row around by equalities alone, `EXISTS (SELECT … WHERE c.x = a.x AND c.y = a.y
 * AND …)`, as `(a.x, a.y) IN (SELECT c.x, c.y …)`: the subquery runs once and its rows become a set, where that costs
 * less than running it for each row (PostgreSQL's hashed SubPlan). What is null on either side is equal to nothing: it
 * is left out of the set, and asked for before.
 */
import { conjunction, conjuncts, contains, freeRts } from '../expr-tools.js'
import { simpleQuery } from './pull-up.js'
import { FIRST_USER_OID } from '../../types/oids.js'

/** @import { Expr } from '../../catalog/expr.js' */
/** @import { Query } from '../../catalog/query.js' */
/** @import { PlanState } from './state.js' */
/** @typedef {{ query: Query, test: Expr, given: Expr[] }} Hashed given: each must not be null */

const BOOL = 16
/**
 * Types that a set keeps as they are: bool, bytea, integers, text and its kin, floats, date and time, numeric, uuid.
 */
const KEPT = new Set([16, 17, 19, 20, 21, 23, 25, 26, 700, 701, 1043, 1082, 1083, 1114, 1184, 1700, 2950])

/** @param {PlanState} state @param {Query} query of EXISTS @returns {Hashed | null} null: it is asked in another way */
export function hashedExists(state, query) {
  if (!simpleQuery(query, { ignoreTargets: true }) || query.from.length === 0 || state.isVolatile(query)) return null
  const own = new Set(query.entries.map((entry) => entry.rt))
  if (looksOut({ ...query, where: null, targets: [] }, own)) return null
  /** @type {Expr[]} */
  const inside = []
  /** @type {{ given: Expr, found: Expr, oid: number, like: Expr }[]} */
  const pairs = []
  for (const part of conjuncts(query.where)) {
    if (!looksOut(part, own)) {
      inside.push(part)
      continue
    }
    const pair = pairOf(state, part, own)
    if (pair === null) return null
    pairs.push(pair)
  }
  if (pairs.length === 0) return null
  const targets = pairs.map(({ found }) => targetOf(found))
  const where = conjunction([...inside, ...pairs.map(({ found }) => isNotNull(found))])
  const tests = pairs.map(({ given, found, oid, like }, index) => /** @type {Expr} */ ({
    ...like, oid, funcOid: state.view.operator(oid)?.funcOid,
    args: [given, { kind: 'subcolumn', index, type: found.type, typmod: found.typmod, collation: found.collation }],
  }))
  return {
    query: { ...query, targets, where, orderBy: [], distinct: null },
    test: /** @type {Expr} */ (conjunction(tests)), given: pairs.map(({ given }) => given),
  }
}

/** Whether something refers to what is around. @param {Expr | Query} node @param {Set<number>} own */
const looksOut = (node, own) =>
  [...freeRts(node)].some((rt) => !own.has(rt)) || contains(node, (child) => child.kind === 'slot')

/**
 * Of `around = inside`, either way: what is given, what is found, and the operator with the given on its left.
 * @param {PlanState} state @param {Expr} part @param {Set<number>} own
 */
function pairOf(state, part, own) {
  if (part.kind !== 'op' || part.args.length !== 2 || part.inputCollation === -1) return null
  if (contains(part, (node) => node.kind === 'sublink')) return null
  const [left, right] = part.args
  const turned = !looksOut(left, own)
  const [found, given] = turned ? [left, right] : [right, left]
  if (looksOut(found, own) || !(freeRts(found).size > 0) || [...freeRts(given)].some((rt) => own.has(rt))) return null
  const operator = state.view.operator(part.oid)
  const oid = turned ? operator?.commutator ?? 0 : part.oid
  const asked = oid === 0 ? undefined : state.view.operator(oid)
  if (!asked?.canHash || asked.funcOid >= FIRST_USER_OID || !isKept(state, given) || !isKept(state, found)) return null
  return { given, found, oid, like: part }
}

/** @param {PlanState} state @param {Expr} expr */
const isKept = (state, expr) => KEPT.has(state.view.baseType(expr.type))

/** @param {Expr} expr @returns {import('../../catalog/query.js').Target} */
const targetOf = (expr) => ({ expr, name: '?column?', resjunk: false, tableOid: 0, attnum: 0 })

/** @param {Expr} arg @returns {Expr} */
export const isNotNull = (arg) => ({
  kind: 'isnull', arg, not: true, type: BOOL, typmod: -1, collation: 0, location: -1,
})
