/**
 * Proofs that some conditions imply another: that a query's WHERE leaves only rows which a partial index has, that the
 * WHERE of ON CONFLICT means one. A condition is implied when it is true for every row for which all of the given ones
 * are true. What cannot be proved is taken for not implied.
 *
 * AND, OR and lists of constants (`= ANY`, `<> ALL`) are taken apart on both sides; then single conditions are
 * compared: written alike, IS NOT NULL of what a strict condition reads, comparisons of one expression with constants.
 */
import { opsOf } from '../../../catalog/user-types.js'
import { conjuncts, exprKey } from '../../expr-tools.js'
import { BTREE } from '../../../types/oids.js'

/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { CatalogView } from '../../catalog-view.js' */
/** @import { Datum } from '../../../types/datum.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */

/** Longer lists of constants are one condition: a proof for each of their values costs more than it gives. */
const LONGEST_LIST = 100
const INTEGERS = new Set([20, 21, 23])
/** Of these collations texts compare as TypeOps say: none, default, C, POSIX. */
const PLAIN = new Set([0, 100, 950, 951])

/** @param {CatalogSnapshot} catalog @param {Expr[]} conditions all of them hold @param {Expr} predicate */
export function implies(catalog, conditions, predicate) {
  const given = conditions.flatMap((condition) => conjuncts(condition))
  const parts = conjuncts(predicate)
  // Of long lists most stand among the conditions as they are: not each is held against each.
  const known = parts.length > LONGEST_LIST ? new Set(given.map(exprKey)) : null
  return parts.every((part) => known?.has(exprKey(part)) === true || impliedBy(catalog, given, part))
}

/** @param {CatalogSnapshot} catalog @param {Expr[]} given @param {Expr} predicate no conjunction @returns {boolean} */
function impliedBy(catalog, given, predicate) {
  if (given.some((clause) => impliesOne(catalog, clause, predicate))) return true
  const any = partsOf(catalog, predicate, 'or')
  if (any !== null) return any.some((part) => implies(catalog, given, part))
  const all = partsOf(catalog, predicate, 'and')
  return all !== null && all.every((part) => implies(catalog, given, part))
}

/** @param {CatalogSnapshot} catalog @param {Expr} clause @param {Expr} predicate @returns {boolean} */
function impliesOne(catalog, clause, predicate) {
  const both = partsOf(catalog, clause, 'and')
  if (both !== null) return implies(catalog, both, predicate)
  const either = partsOf(catalog, clause, 'or')
  if (either !== null && either.every((part) => implies(catalog, [part], predicate))) return true
  return impliesSimply(catalog, clause, predicate)
}

/**
 * What a condition is the AND or the OR of; null: it is not.
 * @param {CatalogSnapshot} catalog
 * @param {Expr} expr
 * @param {'and' | 'or'} kind
 * @returns {Expr[] | null}
 */
function partsOf(catalog, expr, kind) {
  if (expr.kind === kind) return expr.args
  if (expr.kind !== 'anyall' || expr.all !== (kind === 'and')) return null
  const [left, right] = expr.args
  const elementType =
    right.kind === 'const' ? catalog.elementType(right.type) : right.kind === 'array' ? right.elementType : 0
  if (elementType === 0) return null
  const elements = listed(right, elementType)
  if (elements === null || elements.length === 0 || elements.length > LONGEST_LIST) return null
  return elements.map((element) => ({
    kind: 'op', oid: expr.oid, funcOid: expr.funcOid, args: [left, element], retset: false, type: 16, typmod: -1,
    collation: expr.collation, location: -1,
  }))
}

/** @param {Expr} array @param {number} elementType @returns {Expr[] | null} */
function listed(array, elementType) {
  if (array.kind === 'array') return array.multidims ? null : array.elements
  if (array.kind !== 'const' || array.value === null) return null
  return array.value.values.map((/** @type {Datum} */ value) => ({
    kind: 'const', value, type: elementType, typmod: -1, collation: array.collation, location: -1,
  }))
}

/** @param {any} catalog @param {Expr} clause @param {Expr} predicate @returns {boolean} */
function impliesSimply(catalog, clause, predicate) {
  if (exprKey(clause) === exprKey(predicate)) return true
  // A row is not null when none of its fields is: no strict function says that.
  if (predicate.kind === 'isnull' && predicate.not)
    return !isRow(catalog, predicate.arg.type) && nullMakesUntrue(catalog, clause, exprKey(bare(predicate.arg)))
  return comparisonImplies(catalog, clause, predicate)
}

const RECORD = 2249

/** @param {CatalogView} catalog @param {number} type */
const isRow = (catalog, type) => type === RECORD || catalog.type(catalog.baseType(type))?.kind === 'c'

/** @param {Expr} expr @returns {Expr} */
const bare = (expr) => expr.kind === 'relabel' ? bare(expr.arg) : expr

/**
 * Whether a condition is not true wherever an expression is null.
 * @param {CatalogView} catalog
 * @param {Expr} clause
 * @param {string} key of the expression
 * @returns {boolean}
 */
function nullMakesUntrue(catalog, clause, key) {
  if (clause.kind === 'isnull')
    return clause.not && !isRow(catalog, clause.arg.type) && nullMakesNull(catalog, clause.arg, key)
  if (clause.kind === 'anyall' && clause.all) return false
  return nullMakesNull(catalog, clause, key)
}

/** @param {any} catalog @param {Expr} expr @param {string} key @returns {boolean} */
function nullMakesNull(catalog, expr, key) {
  if (exprKey(bare(expr)) === key) return true
  switch (expr.kind) {
    case 'relabel': case 'collate': case 'viaio': return nullMakesNull(catalog, expr.arg, key)
    case 'not': return nullMakesNull(catalog, expr.args[0], key)
    case 'op': return catalog.func(expr.funcOid)?.strict === true && expr.args.some((arg) => nullMakesNull(catalog, arg, key))
    case 'func': return !expr.retset && catalog.func(expr.oid)?.strict === true && expr.args.some((arg) => nullMakesNull(catalog, arg, key))
    case 'anyall': return !expr.all && catalog.func(expr.funcOid)?.strict === true && nullMakesNull(catalog, expr.args[0], key)
    default: return false
  }
}

/**
 * @typedef {{ oid: number, key: string, value: import('../../../catalog/expr.js').Const, collation: number }}
 *   Comparison an expression, an operator behind it, a constant
 */

/** @param {CatalogView} catalog @param {Expr} expr @returns {Comparison | null} */
function comparison(catalog, expr) {
  if (expr.kind !== 'op' || expr.args.length !== 2) return null
  const [left, right] = expr.args
  if (right.kind === 'const') return { oid: expr.oid, key: exprKey(left), value: right, collation: expr.collation }
  const commutator = left.kind === 'const' ? catalog.operator(expr.oid)?.commutator ?? 0 : 0
  return commutator === 0
    ? null
    : { oid: commutator, key: exprKey(right), value: /** @type {any} */ (left), collation: expr.collation }
}

/** @param {CatalogView} catalog @param {Expr} clause @param {Expr} predicate */
function comparisonImplies(catalog, clause, predicate) {
  const given = comparison(catalog, clause)
  const wanted = given === null ? null : comparison(catalog, predicate)
  if (
    given === null || wanted === null || given.key !== wanted.key || !PLAIN.has(given.collation)
    || !PLAIN.has(wanted.collation)
  )
    return false
  const places = placesOf(catalog, given.oid)
  for (const place of placesOf(catalog, wanted.oid)) {
    const other = places.find((candidate) => candidate.family === place.family)
    if (other === undefined) continue
    // The operators are strict: a comparison with null is never true.
    if (given.value.value === null) return true
    if (wanted.value.value === null) return false
    const order = orderOf(catalog, given.value, wanted.value)
    return order !== null && follows(other.strategy, place.strategy, order)
  }
  return false
}

/** Not a btree strategy: the negator of =. */
const UNEQUAL = 6

/**
 * Where an operator stands in btree families.
 * @param {any} catalog
 * @param {number} oid
 * @returns {{ family: number, strategy: number }[]}
 */
function placesOf(catalog, oid) {
  const found = catalog.familiesOf(oid).filter((/** @type {any} */ member) => member.method === BTREE)
  if (found.length > 0) return found
  const negator = catalog.operator(oid)?.negator ?? 0
  return negator === 0
    ? []
    : catalog
        .familiesOf(negator)
        .filter((/** @type {any} */ member) => member.method === BTREE && member.strategy === 3)
        .map((/** @type {any} */ member) => ({ family: member.family, strategy: UNEQUAL }))
}

/**
 * @param {any} catalog
 * @param {import('../../../catalog/expr.js').Const} left
 * @param {import('../../../catalog/expr.js').Const} right
 * @returns {number | null}
 */
function orderOf(catalog, left, right) {
  if (INTEGERS.has(left.type) && INTEGERS.has(right.type))
    return left.value < right.value ? -1 : left.value > right.value ? 1 : 0
  if (left.type !== right.type) return null
  return opsOf(catalog, left.type)?.compare?.(left.value, right.value) ?? null
}

/**
 * From `x given a`, does `x wanted b` follow?
 * @param {number} given btree strategy: 1 < 2 <= 3 = 4 >= 5 >, or UNEQUAL
 * @param {number} wanted
 * @param {number} order of a and b
 */
function follows(given, wanted, order) {
  switch (wanted) {
    case 1: return given === 1 ? order <= 0 : (given === 2 || given === 3) && order < 0
    case 2: return given <= 3 && order <= 0
    case 3: return given === 3 && order === 0
    case 4: return given >= 3 && given <= 5 && order >= 0
    case 5: return given === 5 ? order >= 0 : (given === 3 || given === 4) && order > 0
    case UNEQUAL: return given === UNEQUAL ? order === 0 : given === 1 ? order <= 0 : given === 2 ? order < 0 : given === 3 ? order !== 0 : given === 4 ? order > 0 : order >= 0
    default: return false
  }
}
