/**
 * A regular expression against a text: is there a match, where is the first, what did its groups match.
 *
 * The first match begins at the leftmost place where one can, and is as long or as short as the whole prefers. Then the
 * tree is walked: a sequence gives its first part as much (or as little) as it prefers and the second part can do with,
 * a choice takes the first alternative that fits, a repetition as many rounds as its parts' preference makes. Work that
 * does not look at groups is linear in the text.
 */
import { lowerCode } from './letters.js'
import { Automaton, EDGE, OTHER } from './automaton.js'
import { SHORTER } from './parser.js'
import { spend } from '../../util/effort.js'
/** @import { LookItem } from './parser.js' */
/** @import { Node } from './tree.js' */
/** @import { Program } from './compile.js' */

/** Vain attempts to divide a sequence before all places where it may be divided are asked for at once. */
const ATTEMPTS_MAX = 4

/** Places in code points; groups[2 n] to groups[2 n + 1], -1 when not matched. @typedef {Int32Array} Groups */

export class Matcher {
  /** @param {Program} program @param {ArrayLike<number>} codes */
  constructor(program, codes) {
    this.program = program
    this.codes = codes
    this.length = codes.length
    this.alphabet = program.alphabet
    const count = this.length
    const colors = new (program.alphabet.colors.count <= 256 ? Uint8Array : Uint16Array)(count)
    const { table } = program.alphabet.colors
    for (let at = 0; at < count; at++) {
      const code = codes[at]
      colors[at] = code < 256 ? table[code] : program.alphabet.colors.search(code)
    }
    this.colors = colors
    this.groups = new Int32Array(2 * program.groupCount + 2)
    /** by lookaround and place: 0 not asked, 1 no, 2 yes @type {Uint8Array[]} */
    this.looked = []
    /** how far lookbehinds have come, by lookaround @type {{ state: any, at: number }[]} */
    this.behind = []
    /** Is anybody interested in more than where the match begins and ends? */
    this.wantsGroups = true
    /** Where the search last had made no progress. */
    this.cold = 0
  }

  /** @param {number} at */
  before(at) {
    if (!this.alphabet.usesKinds) return OTHER
    return at === 0 ? EDGE : this.alphabet.kinds[this.colors[at - 1]]
  }

  /** @param {number} at */
  after(at) {
    if (!this.alphabet.usesKinds) return OTHER
    return at === this.length ? EDGE : this.alphabet.kinds[this.colors[at]]
  }

  /**
   * End of the longest match from `begin` that ends by `stop`, or -1.
   * @param {Automaton} automaton
   * @param {number} begin
   * @param {number} stop
   */
  longest(automaton, begin, stop) {
    const { colors } = this
    let state = automaton.startState(this.before(begin))
    let found = -1
    let at = begin
    if (automaton.isPlain) {
      for (; ; at++) {
        const known = state.accepts[OTHER]
        if (known === 1 || (known < 0 && automaton.accepts(state, OTHER, this, at))) found = at
        if (at >= stop) break
        const next = state.next[colors[at]] ?? automaton.stepOnce(state, colors[at], this, at)
        if (next === null) break
        state = next
      }
    } else {
      for (; ; at++) {
        const after = this.after(at)
        const known = state.accepts[after]
        if (known === 1 || (known < 0 && automaton.accepts(state, after, this, at))) found = at
        if (at >= stop) break
        const color = colors[at]
        let next = state.next[color]
        if (next === undefined) next = automaton.step(state, color, this, at)
        if (next === null) break
        state = next
      }
    }
    spend(at - begin + 1)
    return found
  }

  /**
   * End of the shortest match from `begin` that ends from `min` to `max`, or -1.
   * @param {Automaton} automaton
   * @param {number} begin
   * @param {number} min
   * @param {number} max
   */
  shortest(automaton, begin, min, max) {
    const { colors } = this
    let state = automaton.startState(this.before(begin))
    const cold = automaton.anywhere ? automaton.start : -1
    let found = -1
    let at = begin
    for (; ; at++) {
      if (cold >= 0 && state.set.length === 1 && state.set[0] === cold) this.cold = at
      if (at >= min) {
        const after = this.after(at)
        const known = state.accepts[after]
        if (known === 1 || (known < 0 && automaton.accepts(state, after, this, at))) {
          found = at
          break
        }
      }
      if (at >= max) break
      const color = colors[at]
      let next = state.next[color]
      if (next === undefined) next = automaton.step(state, color, this, at)
      if (next === null) break
      state = next
    }
    spend(at - begin + 1)
    return found
  }

  /**
   * Where a match from `begin` can end: 1 for each such place up to `end`, counted from `begin`.
   * @param {Automaton} automaton
   * @param {number} begin
   * @param {number} end
   */
  endsOf(automaton, begin, end) {
    const marks = new Uint8Array(end - begin + 1)
    let state = automaton.startState(this.before(begin))
    let at = begin
    for (; ; at++) {
      if (automaton.accepts(state, this.after(at), this, at)) marks[at - begin] = 1
      if (at >= end) break
      const next = state.next[this.colors[at]] ?? automaton.stepOnce(state, this.colors[at], this, at)
      if (next === null) break
      state = next
    }
    spend(at - begin + 1)
    return marks
  }

  /** Whether a lookaround holds at a place. @param {LookItem} look @param {number} at @returns {boolean} */
  looksAt(look, at) {
    const memo = (this.looked[look.index] ??= new Uint8Array(this.length + 1))
    if (memo[at] === 0) {
      const automaton = this.program.lookAutomaton(look)
      if (look.ahead) memo[at] = this.shortest(automaton, at, at, this.length) >= 0 ? 2 : 1
      else this.endsAt(automaton, look, memo, at)
    }
    return (memo[at] === 2) === look.positive
  }

  /**
   * Whether some match ends at a place; all places up to it are found out on the way.
   * @param {Automaton} automaton
   * @param {LookItem} look
   * @param {Uint8Array} memo
   * @param {number} upTo
   */
  endsAt(automaton, look, memo, upTo) {
    const run = (this.behind[look.index] ??= { state: automaton.startState(this.before(0)), at: 0 })
    spend(Math.max(0, upTo - run.at))
    for (; run.at <= upTo; run.at++) {
      const { at } = run
      memo[at] = automaton.accepts(run.state, this.after(at), this, at) ? 2 : 1
      if (at < this.length)
        run.state = run.state.next[this.colors[at]] ?? automaton.stepOnce(run.state, this.colors[at], this, at)
    }
  }

  // ---- searching

  /** Whether there is a match from `from` on. @param {number} from */
  test(from) {
    if (this.program.hasBack) return this.exec(from)
    return this.shortest(this.program.searcher, from, from, this.length) >= 0
  }

  /** The first match from `from` on; its places are in `groups`. @param {number} from @returns {boolean} */
  exec(from) {
    const { program } = this
    const { searcher, tree } = program
    const whole = this.automatonOf(tree)
    const shorter = (tree.flags & SHORTER) !== 0
    let close = from
    for (;;) {
      this.cold = close
      close = this.shortest(searcher, close, close, this.length)
      if (close < 0) return false
      for (let begin = this.cold; begin <= close; begin++) {
        if (program.hasBack ? this.execFrom(whole, begin, shorter) : this.execPlain(whole, begin, shorter)) return true
      }
      // As in PostgreSQL, a place at the very end is not tried again.
      if (!program.hasBack || ++close >= this.length) return false
    }
  }

  /** @param {Automaton} whole @param {number} begin @param {boolean} shorter */
  execPlain(whole, begin, shorter) {
    const end = shorter ? this.shortest(whole, begin, begin, this.length) : this.longest(whole, begin, this.length)
    if (end < 0) return false
    this.groups.fill(-1)
    this.groups[0] = begin
    this.groups[1] = end
    if (this.wantsGroups && this.program.groupCount > 0) this.dissect(this.program.tree, begin, end)
    return true
  }

  /**
   * With back references an end is good only if the parts fit.
   * @param {Automaton} whole
   * @param {number} begin
   * @param {boolean} shorter
   */
  execFrom(whole, begin, shorter) {
    let low = begin
    let high = this.length
    for (;;) {
      const end = shorter ? this.shortest(whole, begin, low, high) : this.longest(whole, begin, high)
      if (end < 0) return false
      this.groups.fill(-1)
      if (this.dissect(this.program.tree, begin, end)) {
        this.groups[0] = begin
        this.groups[1] = end
        return true
      }
      if (shorter) {
        if (end === high) return false
        low = end + 1
      } else {
        if (end === begin) return false
        high = end - 1
      }
    }
  }

  /** @param {Node} node @returns {Automaton} */
  automatonOf(node) {
    return (node.automaton ??= new Automaton(this.alphabet, node.expr, false))
  }

  // ---- parts

  /**
   * Whether the node can match exactly from begin to end; then its groups are known.
   * @param {Node} node
   * @param {number} begin
   * @param {number} end
   * @returns {boolean}
   */
  dissect(node, begin, end) {
    let fits = true
    switch (node.op) {
      case 'leaf': break
      case 'back': fits = this.repeats(node, begin, end); break
      case 'sequence': fits = this.dissectSequence(node, begin, end); break
      case 'choice': fits = node.children.some((child) => this.longest(this.automatonOf(child), begin, end) === end && this.dissect(child, begin, end)); break
      case 'wrapper': fits = this.dissect(node.children[0], begin, end); break
      case 'repeat': fits = this.dissectRounds(node, begin, end)
    }
    if (fits && node.capture !== 0) {
      this.groups[2 * node.capture] = begin
      this.groups[2 * node.capture + 1] = end
    }
    return fits
  }

  /** Forgets what groups of a node matched. @param {Node} node */
  forget(node) {
    if (node.capture !== 0) this.groups[2 * node.capture] = this.groups[2 * node.capture + 1] = -1
    for (const child of node.children) this.forget(child)
  }

  /** @param {Node} node @param {number} begin @param {number} end */
  dissectSequence(node, begin, end) {
    const [left, right] = node.children
    const leftAutomaton = this.automatonOf(left)
    const rightAutomaton = this.automatonOf(right)
    const shorter = (left.flags & SHORTER) !== 0
    const step = shorter ? 1 : -1
    let middle = shorter ? this.shortest(leftAutomaton, begin, begin, end) : this.longest(leftAutomaton, begin, end)
    /**
     * After some vain attempts all places are found out at once, which asking for the next one again and again would
     * make quadratic.
     * @type {Uint8Array | null}
     */
    let marks = null
    for (let attempts = 0; middle >= 0; attempts++) {
      if (
        this.longest(rightAutomaton, middle, end) === end && this.dissect(left, begin, middle)
        && this.dissect(right, middle, end)
      )
        return true
      if (middle === (shorter ? end : begin)) return false
      middle += step
      if (attempts >= ATTEMPTS_MAX) {
        marks ??= this.endsOf(leftAutomaton, begin, end)
        while (middle >= begin && middle <= end && marks[middle - begin] === 0) middle += step
        if (middle < begin || middle > end) return false
      } else
        middle = shorter ? this.shortest(leftAutomaton, begin, middle, end) : this.longest(leftAutomaton, begin, middle)
      this.forget(left)
      this.forget(right)
    }
    return false
  }

  /**
   * Rounds as long (or as short) as they can be, the first ones first.
   * @param {Node} node
   * @param {number} begin
   * @param {number} end
   */
  dissectRounds(node, begin, end) {
    const [child] = node.children
    const shorter = (child.flags & SHORTER) !== 0
    if (shorter && node.min === 0 && begin === end) return true
    const min = Math.max(node.min, 1)
    const max = Math.max(Math.min(end - begin, node.max), min)
    const automaton = this.automatonOf(child)
    const ends = [begin]
    let verified = 0
    let round = 1
    let limit = shorter ? begin : end
    while (round > 0) {
      const from = ends[round - 1]
      if (shorter) {
        // A round that matches nothing is one too many, unless the least number of rounds needs it.
        if (limit === from && limit !== end && (round >= min || min - round < end - limit)) limit++
        if (round >= max) limit = end
      }
      const stop = shorter ? this.shortest(automaton, from, limit, end) : this.longest(automaton, from, limit)
      ends[round] = stop
      if (stop < 0) {
        round--
      } else {
        if (verified >= round) verified = round - 1
        if (stop !== end) {
          const empty = !shorter && stop === from && (round >= min || min - round < end - stop)
          if (round < max && !empty) {
            round++
            limit = shorter ? stop : end
            continue
          }
          if (round >= max) round--
        } else if (round >= min) {
          const bad = this.verify(child, ends, verified, round)
          if (bad === 0) return true
          verified = bad - 1
          round = bad
        }
      }
      spend(1)
      // Another version of this round, or of an earlier one: shorter or longer; nothing at all only where the least
      // number of rounds needs it.
      for (; round > 0; round--) {
        const previous = ends[round - 1]
        if (shorter) {
          if (ends[round] < end) {
            limit = ends[round] + 1
            break
          }
        } else if (ends[round] > previous) {
          limit = ends[round] - 1
          if (limit > previous || (round < min && min - round >= end - previous)) break
        }
      }
    }
    // Nothing can be matched by no rounds, but one long round that matches nothing came first.
    if (shorter || node.min > 0 || begin !== end) return false
    this.forget(child)
    return true
  }

  /**
   * The first round whose parts do not fit, or 0.
   * @param {Node} child
   * @param {number[]} ends
   * @param {number} verified rounds that are known to
   * @param {number} count
   */
  verify(child, ends, verified, count) {
    for (let round = verified + 1; round <= count; round++) {
      this.forget(child)
      if (!this.dissect(child, ends[round - 1], ends[round])) return round
    }
    return 0
  }

  /**
   * Whether the text is what the group matched, so many times.
   * @param {Node} node
   * @param {number} begin
   * @param {number} end
   */
  repeats({ back, min, max }, begin, end) {
    const from = this.groups[2 * back]
    if (from < 0) return false
    const width = this.groups[2 * back + 1] - from
    if (width === 0) return begin === end && min <= max
    if (begin === end) return min === 0
    const rounds = (end - begin) / width
    if (!Number.isInteger(rounds) || rounds < min || rounds > max) return false
    const { codes } = this
    const { ignoreCase, letters } = this.program
    spend(end - begin)
    for (let at = begin; at < end; at++) {
      const wanted = codes[from + (at - begin) % width]
      if (codes[at] === wanted) continue
      if (!ignoreCase || lowerCode(codes[at], letters) !== lowerCode(wanted, letters)) return false
    }
    return true
  }
}
