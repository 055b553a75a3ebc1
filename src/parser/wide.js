/**
 * Long conditions and long VALUES lists are mostly one thing written many times with other literals. In a parse tree
 * they are folded here into that thing
 * and its literals, so that whoever binds, plans and compiles does it once and not 50,000 times.
 *
 *   i <> 1 AND i <> 2 AND … AND j = 7      BoolExpr {args: [j = 7], wide: [{node: i <> #0, lists: [[1, 2, …]]}]}
 *   (i, j) IN ((1, 2), (3, 4), …)          A_Expr {wide: [{node: (#0, #1), lists: [[1, 3, …], [2, 4, …]]}]}
 *   VALUES (1, 'x'), (2, 'y'), …           SelectStmt {wideRows: {node: (#0, #1), lists: [[1, 2, …], ['x', 'y', …]]}},
 *   whose valuesLists are made when they are asked for
 *
 * #n is an A_Const with `lifted: n`, which has the first one's value. Terms may change places: PostgreSQL evaluates the
 * arms of AND and OR in Tree order.
 */

/** A part of libpg-query's tree. @typedef {any} Tree */

/** Fewer are as quick one by one, and their indexes are found one by one. */
export const WIDE_MIN = 1024
/** Terms of so many kinds are told apart; beyond, nothing is folded. */
const SHAPES_MAX = 8
/** A kind of which there are fewer is left as it was written. */
const SHAPE_MIN = 64

/** @typedef {(number | string)[]} Literals of one place, by term */
/**
 * @typedef {{ node: Tree, lists: Literals[], count: number, locations: number[] }} Wide node: of the first term, its
 *   literals marked; locations: where the terms' first literals are
 */

/** @param {Tree} node A_Const */
const literalOf = (node) =>
  node.ival !== undefined ? (node.ival.ival ?? 0) : node.sval !== undefined ? (node.sval.sval ?? '') : undefined

class Shape {
  /** @param {Tree} term */
  constructor(term) {
    this.lifted = 0
    this.node = this.#marked(term)
    /** @type {Literals[]} */
    this.lists = Array.from({ length: this.lifted }, () => [])
    /** @type {number[]} */
    this.locations = []
    /** @type {Tree[]} */
    this.terms = []
    /** Literals of the term that is being looked at. @type {Literals} */
    this.found = []
    this.at = -1
  }

  /** @param {Tree} node @returns {Tree} a copy whose literals are numbered */
  #marked(node) {
    if (node === null || typeof node !== 'object') return node
    if (Array.isArray(node)) return node.map((item) => this.#marked(item))
    if (node.A_Const !== undefined && literalOf(node.A_Const) !== undefined)
      return { A_Const: { ...node.A_Const, lifted: this.lifted++ } }
    /** @type {Tree} */
    const copy = {}
    for (const field in node) copy[field] = this.#marked(node[field])
    return copy
  }

  /** Whether a term is of this shape; then it is counted in. @param {Tree} term @returns {boolean} */
  take(term) {
    this.found.length = 0
    this.at = -1
    if (!this.#fits(this.node, term)) return false
    for (let at = 0; at < this.found.length; at++) this.lists[at].push(this.found[at])
    this.locations.push(this.at)
    this.terms.push(term)
    return true
  }

  /** @param {Tree} own @param {Tree} other @returns {boolean} */
  #fits(own, other) {
    if (own === other) return true
    if (own === null || other === null || typeof own !== 'object' || typeof other !== 'object') return false
    if (Array.isArray(own)) {
      if (!Array.isArray(other) || own.length !== other.length) return false
      for (let at = 0; at < own.length; at++) if (!this.#fits(own[at], other[at])) return false
      return true
    }
    const { A_Const: literal } = own
    if (literal?.lifted !== undefined) {
      const { A_Const: given } = other
      if (
        given === undefined || (given.ival === undefined) !== (literal.ival === undefined)
        || (given.sval === undefined) !== (literal.sval === undefined)
      )
        return false
      this.found.push(/** @type {number | string} */ (literalOf(given)))
      if (this.at < 0) this.at = given.location ?? 0
      return true
    }
    for (const field in own) if (field !== 'location' && !this.#fits(own[field], other[field])) return false
    for (const field in other) if (field !== 'location' && own[field] === undefined) return false
    return true
  }

  /** @returns {Wide} */
  result() {
    return { node: this.node, lists: this.lists, count: this.terms.length, locations: this.locations }
  }
}

/** @param {Tree[]} terms @param {number} shapesMax @returns {Shape[] | null} null: they are of too many kinds */
function shapesOf(terms, shapesMax) {
  /** @type {Shape[]} */
  const shapes = []
  for (const term of terms) {
    if (shapes.some((shape) => shape.take(term))) continue
    if (shapes.length === shapesMax) return null
    const shape = new Shape(term)
    shape.take(term)
    shapes.push(shape)
  }
  return shapes
}

/**
 * Where what was folded is kept: not in the tree, if it is to go elsewhere.
 * @typedef {((wide: Wide) => number) | null} Keep its number there
 */

/** @param {Tree} node BoolExpr @param {Keep} keep */
function foldTerms(node, keep) {
  const shapes = shapesOf(node.args, SHAPES_MAX)
  if (shapes === null) return
  const many = shapes.filter((shape) => shape.terms.length >= SHAPE_MIN && shape.lifted > 0)
  if (many.length === 0) return
  node.args = shapes.filter((shape) => !many.includes(shape)).flatMap((shape) => shape.terms)
  const wides = many.map((shape) => shape.result())
  if (keep === null) node.wide = wides
  else node['#wide'] = { at: wides.map(keep) }
}

/** The items of IN, which are terms of an OR, or of an AND. @param {Tree} node A_Expr @param {Keep} keep */
function foldItems(node, keep) {
  const { List: list } = node.rexpr
  // Constants alone are an array; beside a column, of parameters (lift.js).
  if (list.items.every((/** @type {Tree} */ { A_Const: literal }) =>
    literal !== undefined && (literal.sval === undefined || node.lexpr.ColumnRef !== undefined)))
    return
  const holder = /** @type {Tree} */ ({ args: list.items })
  foldTerms(holder, keep)
  list.items = holder.args
  if (holder.wide !== undefined) node.wide = holder.wide
  if (holder['#wide'] !== undefined) node['#wide'] = holder['#wide']
}

/** @param {Tree} node SelectStmt @param {Keep} keep */
function foldValues(node, keep) {
  const shapes = shapesOf(node.valuesLists, 1)
  if (shapes === null || shapes[0].lifted === 0) return
  if (keep === null) takeRows(node, shapes[0].result())
  else {
    delete node.valuesLists
    node['#wide'] = { at: [keep(shapes[0].result())], rows: true }
  }
}

/** @param {Tree} node SelectStmt @param {Wide} wide its rows */
export function takeRows(node, wide) {
  /** @type {Tree[] | null} */
  let lists = null
  node.wideRows = wide
  Object.defineProperty(node, 'valuesLists', {
    enumerable: false, configurable: true, get: () => (lists ??= unfolded(wide)),
  })
}

/** Folds what is wide in a parse tree, in place. @template T @param {T} tree @param {Keep} [keep] @returns {T} */
export function foldWide(tree, keep = null) {
  // Trees may be deeper than the machine's stack.
  /** @type {Tree[]} */
  const waiting = [tree]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (Array.isArray(node)) {
      for (const item of node) if (item !== null && typeof item === 'object') waiting.push(item)
      continue
    }
    if (node.args?.length >= WIDE_MIN && node.boolop !== undefined) foldTerms(node, keep)
    if (node.kind === 'AEXPR_IN' && node.rexpr?.List?.items.length >= WIDE_MIN) foldItems(node, keep)
    if (node.valuesLists?.length >= WIDE_MIN) foldValues(node, keep)
    for (const field in node)
      if (
        field !== 'wide' && field !== 'wideRows' && field !== '#wide' && node[field] !== null
        && typeof node[field] === 'object'
      )
        waiting.push(node[field])
  }
  return tree
}

/** The terms as they were written, for who cannot take them together. @param {Wide} wide @returns {Tree[]} */
export const unfolded = (wide) => Array.from({ length: wide.count }, (_, at) => unfoldedTerm(wide, at))

/** One of them. @param {Wide} wide @param {number} at @param {Tree} [part] of the term @returns {Tree} */
export function unfoldedTerm(wide, at, part = wide.node) {
  if (part === null || typeof part !== 'object') return part
  if (Array.isArray(part)) return part.map((item) => unfoldedTerm(wide, at, item))
  const literal = part.A_Const
  if (literal?.lifted !== undefined) {
    const value = wide.lists[literal.lifted][at]
    const location = wide.locations[at]
    return {
      A_Const: typeof value === 'number' ? { ival: { ival: value }, location } : { sval: { sval: value }, location },
    }
  }
  /** @type {Tree} */
  const copy = {}
  for (const field in part) copy[field] = unfoldedTerm(wide, at, part[field])
  return copy
}
