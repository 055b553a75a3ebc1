/**
 * What is written becomes a tree of nodes to be matched one after the other. A node whose parts nobody asks for (no
 * capture, no back reference, one preference throughout) is a leaf, matched by an automaton as a whole. Every node
 * prefers a longer or a shorter match, or has no preference; a branch has that of its first quantified atom with one,
 * alternatives always prefer longer. That decides how much a node takes of a text, earlier nodes before later ones.
 */
import { LONGER, SHORTER } from './parser.js'
/** @import { Alternatives, Atom, AtomItem, BackAtom, Item } from './parser.js' */

/** Both preferences occur below. */
const MIXED = 4
const CAPTURES = 8
const BACK = 16
const INTERESTING = MIXED | CAPTURES | BACK
const PREFERENCE = LONGER | SHORTER

/** What a node passes up: longer together with shorter is mixed. @param {number} flags */
const up = (flags) => (flags & INTERESTING) | ((flags & PREFERENCE) === PREFERENCE ? MIXED : 0)

/**
 * Flags of two nodes in sequence: the first's preference, if it has one.
 * @param {number} first
 * @param {number} second
 */
const combine = (first, second) =>
  up(first | second) | ((first & PREFERENCE) !== 0 ? first & PREFERENCE : second & PREFERENCE)

/** @param {number} flags */
const isMessy = (flags) => (flags & INTERESTING) !== 0

/**
 * What an automaton is made of.
 * @typedef {{ kind: 'branch', items: Item[] } | Alternatives | { kind: 'repeat', of: Expr, min: number,
 *   max: number } | { kind: 'sequence', of: Expr[] } | BackAtom} Expr
 */

/**
 * @typedef {object} Node
 * @property {'leaf' | 'sequence' | 'choice' | 'repeat' | 'wrapper' | 'back'} op a sequence has two children, a repeat
 *   and a wrapper one
 * @property {number} flags
 * @property {Node[]} children
 * @property {number} capture number of the group it is, 0: none
 * @property {number} min @property {number} max of a repeat or a back reference
 * @property {number} back group it repeats
 * @property {Expr} expr
 * @property {any} automaton made when first needed
 */

/** @param {Node['op']} op @param {number} flags @param {Expr} expr @param {Node[]} [children] @returns {Node} */
const node = (op, flags, expr, children = []) => ({
  op, flags, children, capture: 0, min: 1, max: 1, back: 0, expr, automaton: null,
})

/** @param {Alternatives} alternatives @returns {Node} */
export function treeOf(alternatives) {
  const branches = alternatives.branches.map((items) => branchNode(items, 0))
  if (branches.length === 1) return branches[0]
  const flags = branches.reduce((all, branch) => all | up(all | branch.flags), LONGER)
  return isMessy(flags) ? node('choice', flags, alternatives, branches) : node('leaf', flags, alternatives)
}

/** @param {Atom} atom @returns {AtomItem} */
const once = (atom) => ({ kind: 'atom', atom, min: 1, max: 1, prefers: 0 })

/** @param {Item[]} items @param {number} from @returns {Node} */
function branchNode(items, from) {
  let flags = 0
  for (let at = from; at < items.length; at++) {
    const item = items[at]
    if (item.kind !== 'atom') continue
    const { atom, prefers } = item
    const inner = atom.kind === 'group' ? groupNode(atom.body, atom.group) : null
    const together = flags | prefers | (inner?.flags ?? 0)
    const captures = atom.kind === 'group' && atom.group > 0
    if (!captures && atom.kind !== 'back' && !isMessy(up(together))) {
      flags = together
      continue
    }
    return split(items, from, at, flags, item, inner)
  }
  return node('leaf', flags, { kind: 'branch', items: from === 0 ? items : items.slice(from) })
}

/** @param {Alternatives} body @param {number} group @returns {Node} */
function groupNode(body, group) {
  const inner = treeOf(body)
  if (group === 0) return inner
  if (inner.capture !== 0) {
    const wrapper = node('wrapper', inner.flags | CAPTURES, inner.expr, [inner])
    wrapper.capture = group
    return wrapper
  }
  inner.flags |= CAPTURES
  inner.capture = group
  return inner
}

/**
 * The branch from `from` on at a messy atom: what is before it, it, what is behind.
 * @param {Item[]} items
 * @param {number} from
 * @param {number} at
 * @param {number} flags of what is before
 * @param {AtomItem} item
 * @param {Node | null} inner
 */
function split(items, from, at, flags, item, inner) {
  const { atom, prefers } = item
  const whole = /** @type {Expr} */ ({ kind: 'branch', items: from === 0 ? items : items.slice(from) })
  const plain =
    inner ?? (atom.kind === 'back' ? backNode(atom) : node('leaf', 0, { kind: 'branch', items: [once(atom)] }))
  let tailFlags = combine(prefers, plain.flags)
  const quantified = quantifiedNode(item, plain)
  const prefix = at === from ? null : node('leaf', flags, { kind: 'branch', items: items.slice(from, at) })
  if (at + 1 === items.length) {
    if (prefix === null) return quantified
    return node('sequence', flags | combine(flags, tailFlags), whole, [prefix, quantified])
  }
  const rest = branchNode(items, at + 1)
  tailFlags |= combine(tailFlags, rest.flags)
  const all = flags | combine(flags, tailFlags)
  if (prefix === null) return node('sequence', all, whole, [quantified, rest])
  const tailExpr = /** @type {Expr} */ ({ kind: 'branch', items: items.slice(at) })
  if (
    quantified.op === 'leaf' &&
    quantified.capture === 0 &&
    rest.op === 'leaf' &&
    !isMessy(up(quantified.flags | rest.flags))
  ) {
    return node('sequence', all, whole, [prefix, node('leaf', combine(quantified.flags, rest.flags), tailExpr)])
  }
  return node('sequence', all, whole, [prefix, node('sequence', tailFlags, tailExpr, [quantified, rest])])
}

/** @param {BackAtom} atom */
function backNode(atom) {
  const made = node('back', BACK, atom)
  made.back = atom.group
  return made
}

/** @param {AtomItem} item @param {Node} plain its atom @returns {Node} */
function quantifiedNode({ atom, min, max, prefers }, plain) {
  const own = plain.flags & (PREFERENCE | MIXED)
  if (atom.kind === 'back') {
    plain.min = min
    plain.max = max
    plain.flags |= combine(prefers, plain.flags)
    plain.expr = { kind: 'repeat', of: atom, min, max }
    return plain
  }
  if (min === 1 && max === 1 && (prefers === 0 || own === 0 || prefers === own)) return plain
  const flags = combine(prefers, plain.flags)
  const repeated = /** @type {Expr} */ ({ kind: 'repeat', of: plain.expr, min, max })
  if ((plain.flags & (CAPTURES | BACK)) === 0) return node('leaf', flags, repeated)
  if (min > 0 && (plain.flags & BACK) === 0) {
    // Only the last round's captures count.
    const before = node('leaf', flags & PREFERENCE, { kind: 'repeat', of: plain.expr, min: min - 1, max: max - 1 })
    return node('sequence', flags, { kind: 'sequence', of: [before.expr, plain.expr] }, [before, plain])
  }
  const made = node('repeat', flags, repeated, [plain])
  made.min = min
  made.max = max
  return made
}
