/**
 * Which statement follows which. A client that speaks the simple protocol sends the same few texts again and again,
 * with other literals, in the same order. So each session remembers what came after a statement the last two times, and
 * holds the next text against it before it is read: where every part between the literals is the same, and each literal
 * is of its class, the text has that statement's shape (parser/literals.js), and nothing needs to be scanned or looked
 * up.
 *
 * That the parts agree is enough: the scan that found the shape reads from the left, and what it makes of a literal and
 * of what follows depends on the characters that were compared and on the literal's class. Hence only whole numbers of
 * int4 that begin with a digit, and strings, are taken here; a text with anything else goes the long way.
 *
 *     BEGIN ──► UPDATE a ──► SELECT a ──► UPDATE b ──► … ──► END ──► BEGIN
 *                             └── (second guess) ──► UPDATE c
 */
import { INT, STRING, shape, stringContent } from '../../../parser/literals.js'
import { isDigit, stringEnd } from '../../../parser/tokens.js'

/** @import { Mark } from '../../../parser/lift.js' */
/** @import { PlanCache, Shape } from './plan-cache.js' */
/** @import { Prepared } from './prepared.js' */

/** So many statements a session knows the way from. */
const STEPS_MAX = 32
/** Numbers of fewer digits are of the class INT. */
const INT_DIGITS = 9
/** Longer texts are not compared: a wrong guess would cost as much as a right one saves. */
const TEXT_MAX = 4096

/** A statement's text with holes where its lifted literals are. */
class Template {
  /**
   * Of the text that was scanned last.
   * @param {string} text
   * @param {Shape} known its shape
   */
  constructor(text, known) {
    this.known = known
    /** While these are the shape's, its statement lifts these literals. */
    this.marks = known.marks
    /** Before each lifted literal, and behind the last. @type {string[]} */
    this.parts = []
    /** @type {number[]} */
    this.kinds = []
    let copied = 0
    for (const { literal } of known.marks) {
      this.parts.push(text.slice(copied, shape.starts[literal]))
      this.kinds.push(shape.kinds[literal])
      copied = shape.ends[literal]
    }
    this.parts.push(text.slice(copied))
  }

  /** @param {string} text @returns {unknown[] | null} its literals' values; null: it is another's */
  valuesOf(text) {
    const { parts, kinds, marks } = this
    if (marks !== this.known.marks || !text.startsWith(parts[0])) return null
    const values = []
    let at = parts[0].length
    for (let index = 0; index < kinds.length; index++) {
      const start = at
      if (kinds[index] === INT) {
        let value = 0
        for (let unit = text.charCodeAt(at); isDigit(unit); unit = text.charCodeAt(++at)) value = value * 10 + unit - 48
        if (at === start || at - start > INT_DIGITS) return null
        values.push(marks[index].negative && value !== 0 ? -value : value)
      } else {
        at = text.charCodeAt(at) === 39 ? stringEnd(text, at) : -1
        if (at < 0) return null
        values.push(stringContent(text, start, at))
      }
      const part = parts[index + 1]
      if (!text.startsWith(part, at)) return null
      at += part.length
    }
    return at === text.length ? values : null
  }
}

/**
 * Whether the text that was scanned last can be told from others by its parts.
 * @param {string} text @param {Mark[]} marks
 */
function canBeCompared(text, marks) {
  let last = -1
  for (const { literal, isList } of marks) {
    if (isList || literal <= last) return false
    last = literal
    const kind = shape.kinds[literal]
    if (kind === STRING) continue
    const start = shape.starts[literal]
    if (kind !== INT || shape.ends[literal] - start > INT_DIGITS || !isDigit(text.charCodeAt(start))) return false
  }
  return true
}

/** One statement of the way. */
class Step {
  /** @param {string} text @param {Prepared} prepared @param {Template | null} template null: the text is all of it */
  constructor(text, prepared, template) {
    this.text = text
    this.prepared = prepared
    this.template = template
    /** What came after it last, and before that. @type {Step | null} */
    this.next = null
    /** @type {Step | null} */
    this.other = null
    this.isForgotten = false
  }
}

export class Trail {
  constructor() {
    /** Whose statements they are, and of which of its lives. @type {PlanCache | null} */
    this.plans = null
    this.life = 0
    /** @type {Map<Prepared, Step>} */
    this.steps = new Map()
    /** The statement that came last. @type {Step | null} */
    this.last = null
    /** After a guess that was right: the lifted literals' values, null when the text has none. */
    this.values = /** @type {unknown[] | null} */ (null)
  }

  /**
   * @param {string} text
   * @param {PlanCache} plans
   * @returns {Prepared | null} its statement, with `values`; null: it has to be looked up
   */
  guess(text, plans) {
    const { last } = this
    if (last === null || this.plans !== plans || this.life !== plans.life) return null
    const { next, other } = last
    if (next === null) return null
    if (this.fits(next, text)) {
      this.last = next
      return next.prepared
    }
    if (other === null || !this.fits(other, text)) return null
    last.next = other
    last.other = next
    this.last = other
    return other.prepared
  }

  /** @param {Step} step @param {string} text */
  fits({ template, text: own, isForgotten }, text) {
    if (isForgotten) return false
    this.values = template === null ? null : template.valuesOf(text)
    return template === null ? text === own : this.values !== null
  }

  /**
   * A text was looked up.
   * @param {string} text
   * @param {Prepared} prepared what was found
   * @param {PlanCache} plans where; of its shape, if it was found by that
   */
  came(text, prepared, plans) {
    if (this.plans !== plans || this.life !== plans.life) this.clear(plans)
    const step = this.steps.get(prepared) ?? this.added(text, prepared, plans.shapeFound)
    const { last } = this
    this.last = step
    if (last === null || step === null || last.next === step) return
    last.other = last.next
    last.next = step
  }

  /**
   * @param {string} text @param {Prepared} prepared @param {Shape | null} known
   * @returns {Step | null} null: it cannot be guessed
   */
  added(text, prepared, known) {
    if (text.length > TEXT_MAX || (known !== null && !canBeCompared(text, known.marks))) return null
    if (this.steps.size === STEPS_MAX) this.clear(/** @type {PlanCache} */ (this.plans))
    const step = new Step(text, prepared, known === null ? null : new Template(text, known))
    this.steps.set(prepared, step)
    return step
  }

  /** Something came that nothing is known of. */
  lost() { this.last = null }

  /**
   * The statement that came last did not run as it was found: its text may be found elsewhere from here on, as it is
   * written for one.
   */
  stumbled() {
    const { last } = this
    if (last === null) return
    last.isForgotten = true
    this.steps.delete(last.prepared)
    this.last = null
  }

  /** @param {PlanCache} plans */
  clear(plans) {
    this.plans = plans
    this.life = plans.life
    this.steps.clear()
    this.last = null
  }
}
