/**
 * Generated SQL as a tree: pieces of text and smaller nodes. A node that knows its type can be replaced by any other of
 * that type, and an optional one by nothing, which is all that shrinking needs to know.
 */

/** @typedef {string | number | SqlNode | readonly (SqlNode | string)[]} Piece */

export class SqlNode {
  /** @param {(string | SqlNode)[]} parts @param {string | null} type @param {boolean} optional */
  constructor(parts, type, optional) {
    this.parts = parts
    /** SQL type of an expression; null: something else. */
    this.type = type
    this.optional = optional
    /** Shrinking put this in its place. @type {SqlNode | string | null} */
    this.instead = null
    /** One of its expressions has a type that does not belong there. */
    this.isMisfit = false
    /** Its rows, and what triggers and messages tell of them, come in any order. */
    this.isBag = false
  }

  /** @returns {string} */
  toString() {
    if (this.instead !== null) return String(this.instead)
    return this.parts.join('')
  }

  /** @returns {Generator<SqlNode>} this and everything in it that is in force, outermost first */
  *walk() {
    if (this.instead !== null) {
      if (typeof this.instead !== 'string') yield* this.instead.walk()
      return
    }
    yield this
    for (const part of this.parts) if (typeof part !== 'string') yield* part.walk()
  }
}

/** @param {readonly string[]} texts @param {readonly Piece[]} pieces */
function partsOf(texts, pieces) {
  /** @type {(string | SqlNode)[]} */
  const parts = []
  texts.forEach((text, at) => {
    if (text !== '') parts.push(text)
    const piece = pieces[at]
    if (piece === undefined) return
    if (piece instanceof SqlNode) parts.push(piece)
    else if (typeof piece === 'object')
      piece.forEach((item, index) => parts.push(...(index > 0 ? [', ', item] : [item])))
    else parts.push(String(piece))
  })
  return parts
}

/** Text around pieces; a list is joined by commas. @param {readonly string[]} texts @param {...Piece} pieces */
export const sql = (texts, ...pieces) => new SqlNode(partsOf(texts, pieces), null, false)

/** The same, but it may be left out. @param {readonly string[]} texts @param {...Piece} pieces */
export const maybe = (texts, ...pieces) => new SqlNode(partsOf(texts, pieces), null, true)

/**
 * An expression: `typed('int4')\`(${a} + ${b})\`. @param {string} type @returns {(texts: readonly string[],
 * ...pieces: Piece[]) => SqlNode}
 */
export const typed = (type) => (texts, ...pieces) => new SqlNode(partsOf(texts, pieces), type, false)

/**
 * Whatever is joined by something that is no comma.
 * @param {readonly (SqlNode | string)[]} items
 * @param {string} separator
 */
export const joined = (items, separator) =>
  new SqlNode(
    items.flatMap((item, at) => (at === 0 ? [item] : [separator, item])),
    null,
    false
  )

/** A list of which each but the first may be left out. @param {readonly SqlNode[]} items @param {string} separator */
export const list = (items, separator = ', ') =>
  new SqlNode(
    items.map((item, at) => (at === 0 ? item : new SqlNode([separator, item], null, true))),
    null,
    false
  )
