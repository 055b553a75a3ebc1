/**
 * SET (a, b, …) = (SELECT …): the grammar writes its tree with the source once more for each column, so that 1,000
 * columns of 1,000 values are a million nodes. Where a text has long lists the grammar gets NULL in place of a source,
 * and the source by itself; the tree has it at the first column only, which is where it is read.
 */
import { KIND, SPACE, tokenEnd } from './tokens.js'

/** Shorter texts have no such lists. */
const TEXT_MIN = 2048
/** Fewer columns are as well read as they are. */
const COLUMNS_MIN = 16
/** Whether it is worth looking closely. */
const SUSPECT = /\)[ \t\n\r\f]*(?:=|--|\/\*)/
const SETS = /\bset\b/i
/** What follows an item of SET. */
const BEHIND = new Set([',', ')', ';', '', 'from', 'where', 'returning', 'when'])
const ENDS = new Set(['from', 'where', 'returning', 'when', ';'])

/** @import { Tree } from './wide.js' */

/**
 * @param {string} text
 * @param {(text: string) => Tree} read by the grammar
 * @returns {Tree}
 * @throws {unknown} as the grammar does of the whole text
 */
export function readLists(text, read) {
  if (text.length < TEXT_MIN || !SUSPECT.test(text) || !SETS.test(text)) return read(text)
  const sources = sourcesIn(text)
  if (sources.length === 0) return read(text)
  /** @type {Map<number, Tree>} the sources, by their places in bytes */
  const trees = new Map()
  let short = ''
  let copied = 0
  let bytes = 0
  try {
    for (const { from, to } of sources) {
      const before = text.slice(copied, from)
      const source = text.slice(from, to)
      bytes += Buffer.byteLength(before)
      short += `${before}NULL${' '.repeat(Buffer.byteLength(source) - 4)}`
      const { stmts } = readLists(`${' '.repeat(bytes - 7)}SELECT ${source}`, read)
      trees.set(bytes, stmts[0].stmt.SelectStmt.targetList[0].ResTarget.val)
      bytes += Buffer.byteLength(source)
      copied = to
    }
    const tree = read(short + text.slice(copied))
    // Where SET was a name, a list may have been no list of columns.
    return giveSources(tree, trees) === trees.size ? tree : read(text)
  } catch (error) {
    // A complaint is to be of the text as it was written; it comes before a tree is.
    if (/** @type {{ cursor?: number }} */ (error).cursor === undefined) throw error
    return read(text)
  }
}

/**
 * The sources of long lists, as pieces of the text.
 * @param {string} text @returns {{ from: number, to: number }[]}
 */
function sourcesIn(text) {
  /** @type {{ from: number, to: number }[]} */
  const found = []
  /** Depths of the parentheses that a SET is open in. @type {number[]} */
  const sets = []
  let depth = 0
  let previous = ''
  /** What is being read: a list of columns, the equals sign behind it, its source, what follows that. */
  let state = ''
  let outer = 0
  let commas = 0
  let from = 0
  let to = 0
  for (let at = 0, end = 0; at <= text.length; at = end) {
    end = at < text.length ? tokenEnd(text, at) : at + 1
    if (end < 0) return []
    if (KIND[text.charCodeAt(at)] === SPACE || text.startsWith('--', at) || text.startsWith('/*', at)) continue
    const word = end - at > 9 ? '…' : text.slice(at, end).toLowerCase()
    if (word === ')' || word === ']') depth--
    if (state === 'behind') {
      if (BEHIND.has(word)) found.push({ from, to })
      state = ''
    }
    if (state === 'list' && depth === outer) state = commas >= COLUMNS_MIN ? 'equals' : ''
    else if (state === 'list' && word === ',' && depth === outer + 1) commas++
    else if (state === 'equals') state = word === '=' ? 'opening' : ''
    else if (state === 'opening' && (word === '(' || word === 'row')) {
      from = at
      state = word === 'row' ? 'row' : 'source'
    } else if (state === 'row') state = word === '(' ? 'source' : ''
    else if (state === 'source' && depth === outer) {
      to = end
      state = 'behind'
    } else if (state === 'opening') state = ''
    if (state === '') {
      while (sets.length > 0 && sets[sets.length - 1] > depth) sets.pop()
      const isOpen = sets.length > 0 && sets[sets.length - 1] === depth
      if (word === 'set' && !isOpen) sets.push(depth)
      else if (isOpen && ENDS.has(word)) sets.pop()
      else if (isOpen && word === '(' && (previous === 'set' || previous === ',')) {
        state = 'list'
        outer = depth
        commas = 0
      }
    }
    previous = word
    if (word === '(' || word === '[') depth++
  }
  return found
}

/** @param {Tree} tree changed in place @param {Map<number, Tree>} trees @returns {number} how many it took */
function giveSources(tree, trees) {
  let given = 0
  const waiting = [tree]
  while (waiting.length > 0) {
    const node = waiting.pop()
    const reference = node.MultiAssignRef
    const source = reference === undefined ? undefined : trees.get(reference.source?.A_Const?.location)
    if (source !== undefined) {
      if ((reference.colno ?? 1) === 1) {
        reference.source = source
        given++
      } else delete reference.source
      continue
    }
    for (const field in node) if (node[field] !== null && typeof node[field] === 'object') waiting.push(node[field])
  }
  return given
}
