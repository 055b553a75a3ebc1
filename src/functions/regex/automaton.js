/**
 * Automata for what needs no memory: an expression becomes a nondeterministic automaton, whose sets of states become
 * deterministic states as texts lead to them.
 *
 * Constraints (^, \m …) look at the characters on both sides. So a deterministic state remembers what kind of character
 * came before, and steps and acceptance depend on the next one's color, which says its kind. Lookarounds are asked of
 * the matcher at the place; steps that met one are not remembered.
 */
import { spend } from '../../util/effort.js'
import { Colors, hasCode } from './charset.js'
import { broken } from './lexer.js'
import { characterClass } from './letters.js'
/** @import { Alternatives, Item, GroupAtom, LookItem } from './parser.js' */
/** @import { Expr } from './tree.js' */

const STATES_MAX = 100000
/** Deterministic states kept; with more, all are forgotten and made anew. */
const KEPT_MAX = 3000

/** Kinds of characters beside a place; EDGE: none. */
export const OTHER = 0
const WORDLY = 1
const NEWLINE = 2
export const EDGE = 3

/**
 * @typedef {{ target: number, members: Uint8Array | null, constraint: string, look: LookItem | null }} Arc members: of
 *   a character; else an empty step, perhaps under a constraint
 */

/** What automata of one regular expression share. */
export class Alphabet {
  /**
   * @param {number[][]} sets all character sets @param {boolean} usesKinds @param {boolean} usesWords @param {boolean}
   *   newlineAnchors
   * @param {(GroupAtom | undefined)[]} groups
   */
  constructor(sets, usesKinds, usesWords, newlineAnchors, groups) {
    const word = usesWords ? characterClass('word') : []
    this.colors = new Colors(usesKinds ? [...sets, word, [10, 10]] : sets)
    this.usesKinds = usesKinds
    this.newlineAnchors = newlineAnchors
    this.groups = groups
    this.kinds = Uint8Array.from(this.colors.samples, (code) =>
      !usesKinds ? OTHER : code === 10 ? NEWLINE : hasCode(word, code) ? WORDLY : OTHER,
    )
    /** @type {Map<number[], Uint8Array>} */
    this.members = new Map()
  }

  /** @param {number[]} set */
  membersOf(set) {
    let members = this.members.get(set)
    if (members === undefined) {
      members = this.colors.members(set)
      this.members.set(set, members)
    }
    return members
  }

  /** @param {string} constraint @param {number} before @param {number} after kinds */
  holds(constraint, before, after) {
    switch (constraint) {
      case '^': return before === EDGE || (this.newlineAnchors && before === NEWLINE)
      case '$': return after === EDGE || (this.newlineAnchors && after === NEWLINE)
      case 'start': return before === EDGE
      case 'stop': return after === EDGE
      case '<': return before !== WORDLY && after === WORDLY
      case '>': return before === WORDLY && after !== WORDLY
      case 'boundary': return (before === WORDLY) !== (after === WORDLY)
      default: return (before === WORDLY) === (after === WORDLY)
    }
  }
}

class DState {
  /** @param {Int32Array} set sorted @param {number} before @param {number} colorCount */
  constructor(set, before, colorCount) {
    this.set = set
    this.before = before
    /** next state by color; undefined: not known yet, null: none @type {(DState | null | undefined)[]} */
    this.next = new Array(colorCount).fill(undefined)
    /** by kind of the next character; -1: not known yet, 2: a lookaround decides */
    this.accepts = new Int8Array(4).fill(-1)
  }
}

export class Automaton {
  /**
   * @param {Alphabet} alphabet
   * @param {Expr} expr
   * @param {boolean} anywhere a match may begin at any place from the start on
   */
  constructor(alphabet, expr, anywhere) {
    this.alphabet = alphabet
    this.anywhere = anywhere
    /** @type {Arc[][]} */
    this.arcs = []
    this.hasLooks = false
    this.start = this.state()
    this.final = this.state()
    this.build(expr, this.start, this.final, false)
    /** @type {Map<string, DState>} */
    this.known = new Map()
    this.startKey = Int32Array.of(this.start)
    this.mark = new Int32Array(this.arcs.length)
    this.round = 0
    /** nothing about a place matters but the character there */
    this.isPlain = !alphabet.usesKinds && !this.hasLooks
  }

  // ---- construction

  state() {
    if (this.arcs.length >= STATES_MAX) throw broken('complex')
    return this.arcs.push([]) - 1
  }

  /** @param {number} from @param {number} target @param {Partial<Arc>} [rest] */
  arc(from, target, rest) {
    this.arcs[from].push({ target, members: null, constraint: '', look: null, ...rest })
  }

  /**
   * @param {Expr} expr
   * @param {number} from
   * @param {number} to
   * @param {boolean} free without constraints: a back reference repeats characters, not where they stood
   */
  build(expr, from, to, free) {
    switch (expr.kind) {
      case 'alternatives':
        for (const items of expr.branches)
          this.sequence(items.length, from, to, (at, low, high) => this.item(items[at], low, high, free))
        return
      case 'branch':
        this.sequence(expr.items.length, from, to, (at, low, high) => this.item(expr.items[at], low, high, free))
        return
      case 'sequence':
        this.sequence(expr.of.length, from, to, (at, low, high) => this.build(expr.of[at], low, high, free))
        return
      case 'repeat':
        this.repeat(expr.min, expr.max, from, to, (low, high) => this.build(expr.of, low, high, free))
        return
      case 'back': this.build(/** @type {GroupAtom} */ (this.alphabet.groups[expr.group]).body, from, to, true)
    }
  }

  /**
   * @param {number} count
   * @param {number} from
   * @param {number} to
   * @param {(at: number, low: number, high: number) => void} part
   */
  sequence(count, from, to, part) {
    let low = from
    for (let at = 0; at < count; at++) {
      const high = this.state()
      part(at, low, high)
      low = high
    }
    this.arc(low, to)
  }

  /** @param {Item} item @param {number} from @param {number} to @param {boolean} free */
  item(item, from, to, free) {
    if (item.kind === 'empty' || (free && item.kind !== 'atom')) {
      this.arc(from, to)
    } else if (item.kind === 'constraint') {
      this.arc(from, to, { constraint: item.constraint })
    } else if (item.kind === 'look') {
      this.hasLooks = true
      this.arc(from, to, { look: item })
    } else {
      const { atom } = item
      this.repeat(item.min, item.max, from, to, (low, high) => {
        if (atom.kind === 'set') this.arc(low, high, { members: this.alphabet.membersOf(atom.set) })
        else this.build(atom.kind === 'group' ? atom.body : atom, low, high, free)
      })
    }
  }

  /**
   * @param {number} min
   * @param {number} max
   * @param {number} from
   * @param {number} to
   * @param {(low: number, high: number) => void} part
   */
  repeat(min, max, from, to, part) {
    let low = from
    for (let count = 0; count < min; count++) {
      const high = this.state()
      part(low, high)
      low = high
    }
    if (max === Infinity) {
      const loop = this.state()
      const back = this.state()
      this.arc(low, loop)
      part(loop, back)
      this.arc(back, loop)
      this.arc(loop, to)
      return
    }
    for (let count = min; count < max; count++) {
      const [entry, high] = [this.state(), this.state()]
      this.arc(low, entry)
      part(entry, high)
      this.arc(low, to)
      low = high
    }
    this.arc(low, to)
  }

  // ---- running

  /** @param {number} before kind of the character before @returns {DState} */
  startState(before) {
    return this.intern(this.startKey, before)
  }

  /** @param {Int32Array} set @param {number} before */
  intern(set, before) {
    const key = `${before}:${set.join()}`
    let state = this.known.get(key)
    if (state === undefined) {
      if (this.known.size >= KEPT_MAX) this.known.clear()
      state = new DState(set, before, this.alphabet.colors.count)
      this.known.set(key, state)
    }
    return state
  }

  /**
   * States reached without a character.
   * @param {DState} state
   * @param {number} after kind of the next character
   * @param {import('./matcher.js').Matcher} matcher
   * @param {number} at place in its text
   * @returns {{ all: number[], fixed: boolean }} fixed: no lookaround had a say
   */
  closure(state, after, matcher, at) {
    const round = ++this.round
    const { mark, arcs, alphabet } = this
    spend(state.set.length)
    const all = []
    let fixed = true
    for (const one of state.set) {
      mark[one] = round
      all.push(one)
    }
    for (let index = 0; index < all.length; index++) {
      for (const arc of arcs[all[index]]) {
        if (arc.members !== null || mark[arc.target] === round) continue
        if (arc.constraint !== '' && !alphabet.holds(arc.constraint, state.before, after)) continue
        if (arc.look !== null) {
          fixed = false
          const found = matcher.looksAt(arc.look, at)
          // Asking may have run this automaton's kin, never itself.
          if (!found) continue
        }
        mark[arc.target] = round
        all.push(arc.target)
      }
    }
    return { all, fixed }
  }

  /**
   * @param {DState} state
   * @param {number} after
   * @param {import('./matcher.js').Matcher} matcher
   * @param {number} at
   * @returns {boolean}
   */
  accepts(state, after, matcher, at) {
    const known = state.accepts[after]
    if (known === 0 || known === 1) return known === 1
    const { all, fixed } = this.closure(state, after, matcher, at)
    const answer = all.includes(this.final)
    if (fixed) state.accepts[after] = answer ? 1 : 0
    return answer
  }

  /**
   * The next state where it is not known; null where it is known to be none.
   * @param {DState} state
   * @param {number} color
   * @param {import('./matcher.js').Matcher} matcher
   * @param {number} at
   */
  stepOnce(state, color, matcher, at) {
    return state.next[color] === null ? null : this.step(state, color, matcher, at)
  }

  /**
   * Whether the text has a match, without anything made for it. Not for automata that look around, nor texts with
   * characters of two units.
   * @param {string} text @returns {boolean | null} null: such a character was met
   */
  test(text) {
    const { colors, kinds, usesKinds } = this.alphabet
    const { table } = colors
    const none = /** @type {any} */ (null)
    let state = this.startState(usesKinds ? EDGE : OTHER)
    const count = text.length
    for (let at = 0; at < count; at++) {
      const unit = text.charCodeAt(at)
      if ((unit & 0xfc00) === 0xd800) return null
      const color = unit < 256 ? table[unit] : colors.search(unit)
      const after = usesKinds ? kinds[color] : OTHER
      const known = state.accepts[after]
      if (known === 1 || (known < 0 && this.accepts(state, after, none, at))) return true
      const next = state.next[color] ?? this.stepOnce(state, color, none, at)
      if (next === null) return false
      state = next
    }
    return this.accepts(state, usesKinds ? EDGE : OTHER, none, count)
  }

  /**
   * @param {DState} state
   * @param {number} color
   * @param {import('./matcher.js').Matcher} matcher
   * @param {number} at
   * @returns {DState | null}
   */
  step(state, color, matcher, at) {
    const kind = this.alphabet.kinds[color]
    const { all, fixed } = this.closure(state, kind, matcher, at)
    const round = ++this.round
    const { mark, arcs } = this
    spend(all.length)
    const targets = []
    if (this.anywhere) {
      mark[this.start] = round
      targets.push(this.start)
    }
    for (const one of all) {
      for (const arc of arcs[one]) {
        if (arc.members === null || arc.members[color] === 0 || mark[arc.target] === round) continue
        mark[arc.target] = round
        targets.push(arc.target)
      }
    }
    const next =
      targets.length === 0 ? null : this.intern(Int32Array.from(targets).sort(), this.alphabet.usesKinds ? kind : OTHER)
    if (fixed) state.next[color] = next
    return next
  }
}
