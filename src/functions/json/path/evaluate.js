/**
 * Running a SQL/JSON path. A step takes one item and hands each of its results to the next step; what comes out of the
 * last is gathered in `found`. With no `found` only the question "is there any?" is answered, and work stops at the
 * first. What items are: items.js.
 *
 * Lax mode unwraps arrays before steps that want their elements, takes a scalar for an array of one, and lets absent
 * members pass.
 */
import { jsonInvalid, jsonPathError, undefinedJsonpathVariable } from '../../../errors/json.js'
import { DbError } from '../../../errors/db-error.js'
import { parseFloat8 } from '../../../types/numbers/floats.js'
import * as B from '../../../types/json/jsonb.js'
import { JsonObject } from '../../../types/json/node.js'
import * as N from '../../../types/numbers/numeric.js'
import { truncateNumeric } from '../../../types/numbers/numeric-rounding.js'
import { floatToNumeric } from '../../conversion.js'
import { toInteger } from '../../numbers/numeric.js'
import { isoDatetime, templateDatetime } from './datetime.js'
import { compareItems, isArray, isObject, itemOf, pathRegex, typeName } from './items.js'
import { spend } from '../../../util/effort.js'
import { offsetWithin } from './object-id.js'
/** @import { PathItem } from '../../../types/jsonpath/parser.js' */
/** @import { JsonPath } from '../../../types/jsonpath/type.js' */
/** @import { PathDatetime } from './datetime.js' */
/** @import { Item, Truth } from './items.js' */
/** @import { TypeEnv } from '../../../types/type-ops.js' */

const { Jsonb } = B
const { Numeric } = N

/** What an item costs, in steps of a regular expression. */
const ITEM_STEPS = 10
/** What a member that is looked at costs. */
const MEMBER_STEPS = 10
/** Of a method: a date is read, a pair is made. */
const METHOD_STEPS = 100

/** @typedef {0 | 1 | 2} Outcome */

const OK = 0
const NOT_FOUND = 1
/** Only when errors are not thrown. */
export const FAILED = 2

export class PathRun {
  /**
   * @param {JsonPath} path
   * @param {B.Jsonb} document
   * @param {B.Jsonb | null} variables
   * @param {boolean} throws
   * @param {TypeEnv | null} env for the functions that may use the time zone
   */
  constructor(path, document, variables, throws, env) {
    if (variables !== null && variables.tag !== B.OBJECT) {
      throw jsonInvalid(
        '"vars" argument is not an object', undefined,
        'Jsonpath parameters should be encoded as key-value pairs of "vars" object.',
      )
    }
    this.path = path
    this.lax = path.lax
    this.lenient = path.lax // absent members and wrong kinds pass
    this.root = itemOf(document)
    /** @type {Item} */
    this.current = this.root
    this.variables = variables
    this.throws = throws
    this.env = env
    this.arraySize = -1
    /** what "id"s of .keyvalue() are relative to @type {B.Jsonb | null} */
    this.base = null
    this.baseId = 0
    this.nextBaseId = variables === null ? 1 : 2
  }

  /** @param {Item[] | null} found @returns {Outcome} */
  run(found) {
    if (!this.lax && found === null) {
      // Only a complete list shows that there is no error.
      /** @type {Item[]} */
      const all = []
      const outcome = this.item(this.path.root, this.root, all)
      return outcome === FAILED ? FAILED : all.length > 0 ? OK : NOT_FOUND
    }
    return this.item(this.path.root, this.root, found)
  }

  /** @param {string} code @param {string} message @param {string} [hint] @returns {Outcome} */
  fail(code, message, hint) {
    if (this.throws) throw jsonPathError(code, message, undefined, hint)
    return FAILED
  }

  /**
   * A complaint about the document's shape, which lax mode does not make.
   * @param {string} code
   * @param {() => string} message
   * @returns {Outcome}
   */
  misfit(code, message) {
    return this.lenient ? NOT_FOUND : this.fail(code, message())
  }

  /** @param {PathItem} step @param {Item} on @param {Item[] | null} found @returns {Outcome} */
  item(step, on, found) {
    return this.step(step, on, found, this.lax)
  }

  /**
   * What follows a step.
   * @param {PathItem | null} next
   * @param {Item} on
   * @param {Item[] | null} found
   * @returns {Outcome}
   */
  then(next, on, found) {
    if (next !== null) return this.item(next, on, found)
    if (found !== null) found.push(on)
    return OK
  }

  /** @param {PathItem} step @param {Item} on @param {Item[] | null} found @param {boolean} unwrap @returns {Outcome} */
  step(step, on, found, unwrap) {
    const { next } = step
    spend(ITEM_STEPS)
    switch (step.kind) {
      case 'key': {
        if (on instanceof Jsonb && on.tag === B.OBJECT) {
          const at = B.findKey(on, step.value)
          if (at >= 0) return this.then(next, itemOf(B.valueView(on, at)), found)
          return this.misfit('2203A', () => `JSON object does not contain key "${step.value}"`)
        }
        if (unwrap && isArray(on)) return this.unwrapped(step, on, found, false)
        return this.misfit('2203A', () => 'jsonpath member accessor can only be applied to an object')
      }
      case 'root': return this.based(this.root, 0, () => this.then(next, this.root, found))
      case 'current': return this.then(next, this.current, found)
      case 'anyArray':
        if (isArray(on)) return this.unwrapped(next, on, found, this.lax)
        if (this.lax) return this.then(next, on, found)
        return this.misfit('22039', () => 'jsonpath wildcard array accessor can only be applied to an array')
      case 'indexArray': return this.subscript(step, on, found)
      case 'last':
        if (next === null && found === null) return OK
        return this.then(next, new Numeric(this.arraySize - 1, 0, 0), found)
      case 'anyKey':
        if (isObject(on)) return this.members(next, /** @type {B.Jsonb} */ (on), found, 1, 1, 1, false, this.lax)
        if (unwrap && isArray(on)) return this.unwrapped(step, on, found, false)
        return this.misfit('2203C', () => 'jsonpath wildcard member accessor can only be applied to an object')
      case '+': case '-': case '*': case '/': case '%': return this.arithmetic(step, on, found)
      case 'plus': case 'minus': return this.signed(step, on, found)
      case 'filter':
        if (unwrap && isArray(on)) return this.unwrapped(step, on, found, false)
        return this.inside(on, /** @type {PathItem} */ (step.arg)) === true ? this.then(next, on, found) : NOT_FOUND
      case 'any': return this.anyLevel(step, on, found)
      case 'null': case 'bool': case 'numeric': case 'string':
        if (next === null && found === null) return OK
        return this.then(next, step.kind === 'null' ? null : step.value, found)
      case 'variable': return this.variable(step, found)
      case 'type': return this.then(next, typeName(on), found)
      case 'size':
        if (isArray(on)) return this.then(next, new Numeric(B.countOf(/** @type {B.Jsonb} */ (on)), 0, 0), found)
        if (this.lax) return this.then(next, N.NUMERIC_ONE, found)
        return this.misfit('22039', () => 'jsonpath item method .size() can only be applied to an array')
      case 'abs': case 'floor': case 'ceiling': case 'double': case 'datetime': case 'keyvalue':
        if (unwrap && isArray(on)) return this.unwrapped(step, on, found, false)
        return this.method(step, on, found)
      default: return this.truthItem(step, on, found)
    }
  }

  /**
   * Runs with another base for "id"s.
   * @template R
   * @param {Item} item
   * @param {number} id
   * @param {() => R} inside
   * @returns {R}
   */
  based(item, id, inside) {
    const { base, baseId } = this
    this.base = item instanceof Jsonb ? item : null
    this.baseId = id
    const result = inside()
    this.base = base
    this.baseId = baseId
    return result
  }

  /**
   * A predicate where a value is wanted.
   * @param {PathItem} step
   * @param {Item} on
   * @param {Item[] | null} found
   * @returns {Outcome}
   */
  truthItem(step, on, found) {
    const truth = this.truth(step, on)
    if (step.next === null && found === null) return OK
    return this.then(step.next, truth, found)
  }

  /** @param {PathItem} step @param {Item[] | null} found @returns {Outcome} */
  variable(step, found) {
    // The operators have no variables: all are null there. A missing one is told of even if none is asked for.
    if (this.variables === null) return this.then(step.next, null, found)
    const at = B.findKey(this.variables, step.value)
    if (at < 0) throw undefinedJsonpathVariable(step.value)
    const { base, baseId } = this
    this.base = this.variables
    this.baseId = 1
    const outcome = this.then(step.next, itemOf(B.valueView(/** @type {B.Jsonb} */ (this.variables), at)), found)
    this.base = base
    this.baseId = baseId
    return outcome
  }

  // ---- arrays and levels

  /**
   * @param {PathItem | null} step
   * @param {Item} array
   * @param {Item[] | null} found
   * @param {boolean} unwrapElements
   * @returns {Outcome}
   */
  unwrapped(step, array, found, unwrapElements) {
    return this.members(step, /** @type {B.Jsonb} */ (array), found, 1, 1, 1, false, unwrapElements)
  }

  /**
   * Members down to some level.
   * @param {PathItem | null} step
   * @param {B.Jsonb} container
   * @param {Item[] | null} found
   * @param {number} level
   * @param {number} first
   * @param {number} last
   * @param {boolean} lenient @param {boolean} unwrapNext @returns {Outcome}
   */
  members(step, container, found, level, first, last, lenient, unwrapNext) {
    /** @type {Outcome} */
    let outcome = NOT_FOUND
    if (level > last) return outcome
    const count = B.countOf(container)
    const leavesOnly = first === 4294967295 && last === 4294967295
    for (let i = 0; i < count; i++) {
      spend(MEMBER_STEPS)
      const member = itemOf(container.tag === B.ARRAY ? B.elementView(container, i) : B.valueView(container, i))
      const nested = member instanceof Jsonb
      if (level >= first || (leavesOnly && !nested)) {
        if (step !== null) {
          const before = this.lenient
          if (lenient) this.lenient = true
          outcome = this.step(step, member, found, unwrapNext)
          this.lenient = before
          if (outcome === FAILED || (outcome === OK && found === null)) return outcome
        } else if (found !== null) {
          found.push(member)
        } else {
          return OK
        }
      }
      if (level < last && nested) {
        outcome = this.members(step, member, found, level + 1, first, last, lenient, unwrapNext)
        if (outcome === FAILED || (outcome === OK && found === null)) return outcome
      }
    }
    return outcome
  }

  /** .**. @param {PathItem} step @param {Item} on @param {Item[] | null} found @returns {Outcome} */
  anyLevel(step, on, found) {
    const first = /** @type {number} */ (step.first)
    /** @type {Outcome} */
    let outcome = NOT_FOUND
    if (first === 0) {
      const before = this.lenient
      this.lenient = true
      outcome = this.then(step.next, on, found)
      this.lenient = before
      if (outcome === OK && found === null) return outcome
    }
    if (on instanceof Jsonb)
      outcome = this.members(step.next, on, found, 1, first, /** @type {number} */ (step.last), true, this.lax)
    return outcome
  }

  /** @param {PathItem} step @param {Item} on @param {Item[] | null} found @returns {Outcome} */
  subscript(step, on, found) {
    const array = isArray(on) ? /** @type {B.Jsonb} */ (on) : null
    if (array === null && !this.lax)
      return this.misfit('22039', () => 'jsonpath array accessor can only be applied to an array')
    const size = array === null ? 1 : B.countOf(array)
    const before = this.arraySize
    this.arraySize = size
    const outcome = this.subscriptRanges(step, on, array, size, found)
    this.arraySize = before
    return outcome
  }

  /**
   * @param {PathItem} step
   * @param {Item} on
   * @param {B.Jsonb | null} array
   * @param {number} size
   * @param {Item[] | null} found
   * @returns {Outcome}
   */
  subscriptRanges(step, on, array, size, found) {
    /** @type {Outcome} */
    let outcome = NOT_FOUND
    for (const { from, to } of step.ranges ?? []) {
      const low = this.index(from, on)
      if (low === null) return FAILED
      const high = to === null ? low : this.index(to, on)
      if (high === null) return FAILED
      if (!this.lenient && (low < 0 || low > high || high >= size))
        return this.fail('22033', 'jsonpath array subscript is out of bounds')
      outcome = NOT_FOUND
      for (let at = Math.max(low, 0); at <= Math.min(high, size - 1); at++) {
        if (step.next === null && found === null) return OK
        outcome = this.then(step.next, array === null ? on : itemOf(B.elementView(array, at)), found)
        if (outcome === FAILED || (outcome === OK && found === null)) return outcome
      }
    }
    return outcome
  }

  /** @param {PathItem} step @param {Item} on @returns {number | null} null: it failed */
  index(step, on) {
    /** @type {Item[]} */
    const values = []
    if (this.item(step, on, values) === FAILED) return null
    const [value] = values
    if (values.length !== 1 || !(value instanceof Numeric)) {
      this.fail('22033', 'jsonpath array subscript is not a single numeric value')
      return null
    }
    const index = N.numericToNumber(truncateNumeric(value, 0))
    if (!(index >= -2147483648 && index <= 2147483647)) {
      this.fail('22033', 'jsonpath array subscript is out of integer range')
      return null
    }
    return index
  }

  // ---- arithmetic and methods

  /**
   * The results of a path, arrays among them unwrapped when lax.
   * @param {PathItem} step
   * @param {Item} on
   * @param {boolean} unwrap
   * @param {Item[]} found
   * @returns {Outcome}
   */
  results(step, on, unwrap, found) {
    if (!unwrap || !this.lax) return this.item(step, on, found)
    /** @type {Item[]} */
    const all = []
    const outcome = this.item(step, on, all)
    if (outcome === FAILED) return FAILED
    for (const one of all) {
      if (isArray(one)) this.unwrapped(null, one, found, false)
      else found.push(one)
    }
    return OK
  }

  /**
   * The same where an error makes a predicate unknown.
   * @param {PathItem} step
   * @param {Item} on
   * @param {boolean} unwrap
   * @param {Item[]} found
   * @returns {Outcome}
   */
  quietResults(step, on, unwrap, found) {
    const before = this.throws
    this.throws = false
    const outcome = this.results(step, on, unwrap, found)
    this.throws = before
    return outcome
  }

  /** @param {PathItem} step @param {Item} on @param {Item[] | null} found @returns {Outcome} */
  arithmetic(step, on, found) {
    /** @type {Item[]} */
    const left = []
    /** @type {Item[]} */
    const right = []
    if (this.results(/** @type {PathItem} */ (step.left), on, true, left) === FAILED) return FAILED
    if (this.results(/** @type {PathItem} */ (step.right), on, true, right) === FAILED) return FAILED
    const [a] = left
    const [b] = right
    if (left.length !== 1 || !(a instanceof Numeric))
      return this.fail('22038', `left operand of jsonpath operator ${step.kind} is not a single numeric value`)
    if (right.length !== 1 || !(b instanceof Numeric))
      return this.fail('22038', `right operand of jsonpath operator ${step.kind} is not a single numeric value`)
    let result
    try {
      result = ARITHMETIC[step.kind](a, b)
    } catch (error) {
      if (this.throws || !(error instanceof DbError)) throw error
      return FAILED
    }
    if (step.next === null && found === null) return OK
    return this.then(step.next, result, found)
  }

  /** @param {PathItem} step @param {Item} on @param {Item[] | null} found @returns {Outcome} */
  signed(step, on, found) {
    /** @type {Item[]} */
    const values = []
    if (this.results(/** @type {PathItem} */ (step.arg), on, true, values) === FAILED) return FAILED
    /** @type {Outcome} */
    let outcome = NOT_FOUND
    for (const value of values) {
      if (!(value instanceof Numeric)) {
        if (found === null && step.next === null) continue
        return this.fail(
          '2203B',
          `operand of unary jsonpath operator ${step.kind === 'plus' ? '+' : '-'} is not a numeric value`,
        )
      }
      if (found === null && step.next === null) return OK
      const one = this.then(step.next, step.kind === 'plus' ? value : N.negateNumeric(value), found)
      if (one === FAILED) return FAILED
      if (one === OK) {
        if (found === null) return OK
        outcome = OK
      }
    }
    return outcome
  }

  /** @param {PathItem} step @param {Item} on @param {Item[] | null} found @returns {Outcome} */
  method(step, on, found) {
    const { kind, next } = step
    spend(METHOD_STEPS)
    switch (kind) {
      case 'double': {
        const value = this.double(on)
        return value === null ? FAILED : this.then(next, value, found)
      }
      case 'datetime': {
        if (typeof on !== 'string')
          return this.fail('22031', 'jsonpath item method .datetime() can only be applied to a string')
        const value = this.datetime(on, step.arg)
        if (value === null) return FAILED
        return next === null && found === null ? OK : this.then(next, value, found)
      }
      case 'keyvalue': return this.keyValues(next, on, found)
      default: {
        if (!(on instanceof Numeric))
          return this.fail('22036', `jsonpath item method .${kind}() can only be applied to a numeric value`)
        const value =
          kind === 'abs' ? (N.sign(on) < 0 ? N.negateNumeric(on) : on) : toInteger(on, kind === 'floor' ? -1n : 1n)
        return next === null && found === null ? OK : this.then(next, value, found)
      }
    }
  }

  /** @param {Item} on @returns {N.Numeric | null} */
  double(on) {
    if (!(on instanceof Numeric) && typeof on !== 'string') {
      this.fail('22036', 'jsonpath item method .double() can only be applied to a string or numeric value')
      return null
    }
    let value = NaN
    try {
      value = parseFloat8(typeof on === 'string' ? on : N.formatNumeric(on))
    } catch (error) {
      if (!(error instanceof DbError)) throw error
    }
    if (Number.isFinite(value)) return on instanceof Numeric ? on : floatToNumeric(value, 15)
    this.fail(
      '22036',
      typeof on === 'string'
        ? 'string argument of jsonpath item method .double() is not a valid representation of a double precision number'
        : 'numeric argument of jsonpath item method .double() is out of range for type double precision',
    )
    return null
  }

  /** @param {string} text @param {PathItem | null | undefined} template @returns {PathDatetime | null} */
  datetime(text, template) {
    if (template) {
      try {
        return templateDatetime(text, template.value)
      } catch (error) {
        if (this.throws || !(error instanceof DbError)) throw error
        return null
      }
    }
    const value = isoDatetime(text)
    if (value === null)
      this.fail(
        '22031', `datetime format is not recognized: "${text}"`,
        'Use a datetime template argument to specify the input data format.',
      )
    return value
  }

  /** @param {PathItem | null} next @param {Item} on @param {Item[] | null} found @returns {Outcome} */
  keyValues(next, on, found) {
    if (!(on instanceof Jsonb) || on.tag !== B.OBJECT)
      return this.fail('2203C', 'jsonpath item method .keyvalue() can only be applied to an object')
    const count = B.countOf(on)
    if (count === 0) return NOT_FOUND
    if (next === null && found === null) return OK
    const id = new Numeric((this.base === null ? 0 : offsetWithin(this.base, on)) + this.baseId * 10000000000, 0, 0)
    /** @type {Outcome} */
    let outcome = NOT_FOUND
    for (let i = 0; i < count; i++) {
      spend(METHOD_STEPS)
      const pair = B.encodeJson(new JsonObject(['id', 'key', 'value'], [id, B.keyAt(on, i), B.valueView(on, i)]))
      outcome = this.based(pair, this.nextBaseId++, () => this.then(next, pair, found))
      if (outcome === FAILED || (outcome === OK && found === null)) return outcome
    }
    return outcome
  }

  // ---- predicates

  /** A predicate over another current item. @param {Item} on @param {PathItem} step @returns {Truth} */
  inside(on, step) {
    const before = this.current
    this.current = on
    const truth = this.truth(step, on)
    this.current = before
    return truth
  }

  /** @param {PathItem} step @param {Item} on @returns {Truth} */
  truth(step, on) {
    const left = /** @type {PathItem} */ (step.left)
    const right = /** @type {PathItem} */ (step.right)
    const arg = /** @type {PathItem} */ (step.arg)
    switch (step.kind) {
      case 'and': {
        const first = this.truth(left, on)
        if (first === false) return false
        const second = this.truth(right, on)
        return second === true ? first : second
      }
      case 'or': {
        const first = this.truth(left, on)
        if (first === true) return true
        const second = this.truth(right, on)
        return second === false ? first : second
      }
      case 'not': {
        const inner = this.truth(arg, on)
        return inner === null ? null : !inner
      }
      case 'isUnknown': return this.truth(arg, on) === null
      case 'exists': {
        const before = this.throws
        this.throws = false
        /** @type {Item[] | null} */
        const all = this.lax ? null : []
        const outcome = this.item(arg, on, all)
        this.throws = before
        if (outcome === FAILED) return null
        return all === null ? outcome === OK : all.length > 0
      }
      case 'startsWith': return this.compareAll(left, right, on, false, (a, b) => (typeof a === 'string' && typeof b === 'string' ? a.startsWith(b) : null))
      case 'likeRegex': return this.compareAll(arg, null, on, false, (a) => {
        if (typeof a !== 'string') return null
        const regex = pathRegex(step.pattern ?? '', step.flags ?? '')
        return regex.test(a)
      })
      default: return this.compareAll(left, right, on, true, (a, b) => compareItems(step.kind, a, b, this.env))
    }
  }

  /**
   * @param {PathItem} left
   * @param {PathItem | null} right
   * @param {Item} on
   * @param {boolean} unwrapRight
   * @param {(a: Item, b: Item) => Truth} test
   * @returns {Truth}
   */
  compareAll(left, right, on, unwrapRight, test) {
    /** @type {Item[]} */
    const as = []
    /** @type {Item[]} */
    const bs = []
    if (this.quietResults(left, on, true, as) === FAILED) return null
    if (right !== null && this.quietResults(right, on, unwrapRight, bs) === FAILED) return null
    if (right === null) bs.push(null)
    let found = false
    let unknown = false
    for (const a of as) {
      for (const b of bs) {
        const truth = test(a, b)
        if (truth === null) {
          if (!this.lax) return null
          unknown = true
        } else if (truth) {
          if (this.lax) return true
          found = true
        }
      }
    }
    return found ? true : unknown ? null : false
  }
}

/** @type {Record<string, (a: N.Numeric, b: N.Numeric) => N.Numeric>} */
const ARITHMETIC = {
  '+': N.addNumeric, '-': N.subtractNumeric, '*': N.multiplyNumeric, '/': N.divideNumeric, '%': N.moduloNumeric,
}
