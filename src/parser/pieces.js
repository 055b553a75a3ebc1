/**
 * Parse trees on their way from thread to thread: as JSON, cut into pieces that are read in a millisecond or two each.
 * A piece stands where it
 * belongs as {'#': its number}, a list of several as {'#list': their numbers}; those inside others come first, the
 * whole last. What parser/wide.js
 * folded goes beside, and stands as {'#wide': {at: its numbers}}.
 */
import { foldWide, takeRows } from './wide.js'

/** @typedef {import('./wide.js').Tree} Tree */

/** Nodes of a piece, about. */
const PIECE_NODES = 4096

/** @typedef {{ json: string, holes: number }} Piece */
/** @typedef {{ pieces: Piece[], wides: Tree[] }} Cut */

/** @param {Tree} tree libpg-query's, changed in place @returns {Cut} */
export function cutTree(tree) {
  /** @type {Tree[]} */
  const wides = []
  foldWide(tree.stmts ?? [], (wide) => wides.push(wide) - 1)
  /** @type {Piece[]} */
  const pieces = []
  const top = frameOf(tree, null, '')
  /** @type {Frame | null} */
  let frame = top
  while (frame !== null) {
    if (frame.next < frame.keys.length) {
      const key = frame.keys[frame.next++]
      const child = frame.node[key]
      if (child !== null && typeof child === 'object') frame = frameOf(child, frame, key)
      continue
    }
    const above = /** @type {Frame | null} */ (frame.above)
    if (above === null) break
    if (frame.lists.length > 0) {
      endList(frame, pieces)
      above.node[frame.key] = { '#list': frame.lists }
      above.nodes++
      above.holes++
    } else if (frame.nodes > PIECE_NODES) {
      pieces.push({ json: JSON.stringify(frame.node), holes: frame.holes })
      above.node[frame.key] = { '#': pieces.length - 1 }
      above.nodes++
      above.holes++
    } else {
      above.nodes += frame.nodes
      above.holes += frame.holes
    }
    frame = above
    if (frame.nodes > PIECE_NODES && Array.isArray(frame.node)) endList(frame, pieces)
  }
  pieces.push({ json: JSON.stringify(tree), holes: top.holes })
  return { pieces, wides }
}

/** @typedef {{ node: Tree, above: Frame | null, key: string, keys: string[], next: number, nodes: number, holes: number,
 *   from: number, lists: number[] }} Frame
 *   from, lists: of an array, where the next piece begins, and those before it
 */

/** What an array has by now is a piece. @param {Frame} frame @param {Piece[]} pieces */
function endList(frame, pieces) {
  frame.lists.push(
    pieces.push({ json: JSON.stringify(frame.node.slice(frame.from, frame.next)), holes: frame.holes }) - 1,
  )
  frame.from = frame.next
  frame.nodes = 1
  frame.holes = 0
}

/** @param {Tree} node @param {Frame | null} above @param {string} key @returns {Frame} */
const frameOf = (node, above, key) => ({
  node, above, key, keys: Object.keys(node), next: 0, nodes: 1, holes: '#wide' in node ? 1 : 0, from: 0, lists: [],
})

/** @param {Cut} cut @returns {Generator<void, Tree, void>} the tree */
export function* joinedTree({ pieces, wides }) {
  /** @type {Tree[]} */
  const made = []
  for (const { json, holes } of pieces) {
    let node = JSON.parse(json)
    if (holes > 0) node = filled(node, holes, made, wides)
    made.push(node)
    yield
  }
  return made[made.length - 1]
}

/** @param {Tree} root @param {number} holes @param {Tree[]} made @param {Tree[]} wides */
function filled(root, holes, made, wides) {
  const waiting = [root]
  while (holes > 0) {
    const node = waiting.pop()
    if (node['#wide'] !== undefined) {
      const { at, rows } = node['#wide']
      delete node['#wide']
      if (rows) takeRows(node, wides[at[0]])
      else node.wide = at.map((/** @type {number} */ one) => wides[one])
      holes--
    }
    for (const key in node) {
      const child = node[key]
      if (child === null || typeof child !== 'object') continue
      if (child['#'] !== undefined) {
        node[key] = made[child['#']]
        holes--
      } else if (child['#list'] !== undefined) {
        node[key] = [].concat(...child['#list'].map((/** @type {number} */ one) => made[one]))
        holes--
      } else waiting.push(child)
    }
  }
  return root
}
