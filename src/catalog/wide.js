/**
 * What expressions hold of long conditions and VALUES lists that were folded: walks of expressions do not look into it.
 */

let lastId = 0

/** The term of a `wide`, and what its literals are. Walks of expressions do not look into it. */
export class WideBody {
  #template
  #lists
  #count

  /**
   * @param {import('./expr.js').Expr} template {kind: 'subcolumn'}s are the columns, then the literals
   * @param {any[][]} lists
   * @param {number} count
   */
  constructor(template, lists, count) {
    this.#template = template
    this.#lists = lists
    this.#count = count
    /** By which two are told apart. */
    this.id = ++lastId
  }

  get template() { return this.#template }

  /** Values by literal and term. */
  get lists() { return this.#lists }

  get count() { return this.#count }
}

/** Literals of many rows, by place and row. Walks do not look into it. */
export class RowLists {
  #lists
  #count

  /** @param {any[][]} lists @param {number} count rows */
  constructor(lists, count) {
    this.#lists = lists
    this.#count = count
    this.id = ++lastId
  }

  get lists() { return this.#lists }

  get count() { return this.#count }
}

/** Lists from here on are long: shorter ones are as quick as they are. */
export const LONG_LIST = 1024

/** A column within one statement. @param {{ rt: number, attnum: number }} column */
export const columnKey = ({ rt, attnum }) => `${rt}.${attnum}`

/** An expression with a long list. Walks of expressions do not look into it. */
export class OutlinedBody {
  #expr

  /**
   * @param {import('./expr.js').Expr} expr
   * @param {string[]} keys its columns, in the order of the arguments that stand for them (columnKey)
   */
  constructor(expr, keys) {
    this.#expr = expr
    this.keys = keys
    /** What it is told apart from others by, once somebody asked. @type {string | null} */
    this.key = null
  }

  get expr() { return this.#expr }
}
