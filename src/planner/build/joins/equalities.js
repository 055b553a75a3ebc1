/**
 * What equalities say together. a = b and b = constant give a = constant, which bounds a scan; a = b and b = c give a =
 * c, which lets the joins come in more orders. Of the equalities of one class a join needs one: the others follow from
 * it and from those of the joins below (joinConditions).
 */
import { exprKey, freeRts } from '../../expr-tools.js'

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../state.js').PlanState} PlanState */

/** Larger classes would make more conditions than they help. */
const CLASS_MAX = 8

/**
 * a and b of a condition a = b over one type whose equality is an order's.
 * @param {PlanState} state
 * @param {Expr} condition
 * @returns {{ a: Expr, b: Expr } | null}
 */
export function sidesOf(state, condition) {
  if (condition.kind !== 'op' || condition.args.length !== 2) return null
  const operator = state.view.operator(condition.oid)
  const [a, b] = condition.args
  return operator?.canMerge === true
    && condition.inputCollation === undefined && a.type === b.type && operator.left === operator.right
    ? { a, b }
    : null
}

/** @param {PlanState} state @param {Expr[]} conditions @returns {Expr[]} */
export function withImplied(state, conditions) {
  if (conditions.length < 2) return conditions
  /** @type {{ a: Expr, b: Expr, condition: Expr }[]} */
  const pairs = []
  /** @type {Map<string, Expr>} */
  const constants = new Map()
  for (const condition of conditions) {
    const sides = sidesOf(state, condition)
    if (sides === null) continue
    const { a, b } = sides
    if (a.kind === 'column' && b.kind === 'column') pairs.push({ a, b, condition })
    else if (a.kind === 'column' && (b.kind === 'const' || b.kind === 'param')) constants.set(exprKey(a), condition)
  }
  if (pairs.length === 0 || constants.size === 0) return conditions
  /** @type {Expr[]} */
  const added = []
  for (let changed = true; changed;) {
    changed = false
    for (const { a, b } of pairs) {
      for (const [from, to] of [[a, b], [b, a]]) {
        const source = constants.get(exprKey(from))
        if (source?.kind !== 'op' || constants.has(exprKey(to))) continue
        const made = /** @type {Expr} */ ({ ...source, args: [to, source.args[1]], location: -1 })
        constants.set(exprKey(to), made)
        added.push(made)
        changed = true
      }
    }
  }
  // Both sides are that constant: the pair says nothing new.
  const valueOf = (/** @type {Expr} */ side) => {
    const known = constants.get(exprKey(side))
    return known?.kind === 'op' ? `${known.oid} ${exprKey(known.args[1])}` : null
  }
  const redundant = new Set(
    pairs.filter(({ a, b }) => valueOf(a) !== null && valueOf(a) === valueOf(b)).map(({ condition }) => condition),
  )
  return [...conditions.filter((condition) => !redundant.has(condition)), ...added]
}

/**
 * The conditions and the equalities that follow from them, with `state.classOf` saying which belong together.
 * @param {PlanState} state
 * @param {Expr[]} conditions
 * @param {Set<number>} rts tables whose joins may come in any order @returns {Expr[]}
 */
export function withClasses(state, conditions, rts) {
  if (conditions.length < 2 || rts.size < 3) return conditions
  /** @type {{ oid: number, members: Map<string, any>, conditions: Expr[] }[]} */
  let classes = []
  for (const condition of conditions) {
    const sides = sidesOf(state, condition)
    if (
      sides === null || sides.a.kind !== 'column' || sides.b.kind !== 'column' || sides.a.rt === sides.b.rt
      || !rts.has(sides.a.rt) || !rts.has(sides.b.rt)
    )
      continue
    const { oid, collation } = /** @type {any} */ (condition)
    if (sides.a.collation !== sides.b.collation || collation !== 0) continue
    const joined = {
      oid,
      members: new Map([
        [exprKey(sides.a), sides.a],
        [exprKey(sides.b), sides.b],
      ]),
      conditions: [condition],
    }
    const touching = classes.filter(
      (known) => known.oid === oid && [...joined.members.keys()].some((key) => known.members.has(key)),
    )
    const large = touching.find((known) => known.members.size > CLASS_MAX)
    if (large !== undefined) {
      // Nothing follows from such a class: it only has to be known which columns are in it.
      for (const { members } of [joined, ...touching])
        if (members !== large.members) for (const [key, member] of members) large.members.set(key, member)
      if (touching.length > 1) classes = classes.filter((known) => known === large || !touching.includes(known))
      continue
    }
    for (const known of touching) {
      for (const [key, member] of known.members) joined.members.set(key, member)
      joined.conditions.push(...known.conditions)
    }
    classes = [...classes.filter((known) => !touching.includes(known)), joined]
  }
  /** @type {Expr[]} */
  const added = []
  classes.forEach(({ members, conditions: own }, number) => {
    const list = [...members.values()]
    if (list.length < 3 || list.length > CLASS_MAX || new Set(list.map((member) => member.rt)).size < list.length)
      return
    const known = new Set(own.map((condition) => pairKey(/** @type {any} */ (condition).args)))
    for (const condition of own) state.classOf.set(condition, number)
    for (let at = 0; at < list.length; at++) {
      for (let other = at + 1; other < list.length; other++) {
        if (known.has(pairKey([list[at], list[other]]))) continue
        const made = /** @type {Expr} */ ({ ...own[0], args: [list[at], list[other]], location: -1 })
        state.classOf.set(made, number)
        added.push(made)
      }
    }
  })
  return added.length === 0 ? conditions : [...conditions, ...added]
}

/** @param {Expr[]} sides */
const pairKey = (sides) => sides.map(exprKey).sort().join(' ')

/**
 * Of the conditions that become askable at a join, those that must be asked.
 * @param {PlanState} state
 * @param {Expr[]} usable
 * @returns {Expr[]}
 */
export function joinConditions(state, usable) {
  if (usable.length < 2) return usable
  const seen = new Set()
  return usable.filter((condition) => {
    const number = state.classOf.get(condition)
    if (number === undefined) return true
    if (seen.has(number)) return false
    seen.add(number)
    return freeRts(condition).size > 0
  })
}
