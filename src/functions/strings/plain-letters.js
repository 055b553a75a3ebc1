/**
 * Functions that go by what letters are, where only ASCII's are: in the collation "C", and as the default of databases
 * whose LC_CTYPE it is. Their order and equality are the same, so
 * all other functions are as ever; so are these, by another name, and may rest and move to another thread as theirs do.
 */
import { FunctionImpl } from '../impl.js'
import { ASCII, withLetters } from '../regex/letters.js'
import { piecewise, piecewiseAfter } from './in-pieces.js'
import { foldedLike, foldedLikeInSteps, opposite } from './pattern.js'

/** What is behind the names of these. */
export const PLAIN_MARK = ' in C'
const REGEX = /^(?:(?:text|name|bpchar)(?:ic)?regex(?:eq|ne)|textregex.*|regexp_.*)$/
const ILIKE = /^(?:text|name|bpchar)ic(n?)like$/
/** like_regex */
const PATHS = /^jsonb_path_/
/** The last: SUBSTRING(… SIMILAR …) */
const BY_NAME = new Set(['lower', 'upper', 'initcap', 'substring(text,text,text)'])
/** @type {Map<string, FunctionImpl>} */
const made = new Map()

/** @param {string} text */
const lower = (text) => (/[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text)

/** @param {string} text */
const upper = (text) => (/[a-z]/.test(text) ? text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()) : text)

/** @param {string} text */
const initcap = (text) => lower(text).replace(/[a-z0-9]+/g, (word) => upper(word[0]) + word.slice(1))

/** Whether a function is another one where letters are ASCII's. @param {string} source pg_proc.prosrc */
export const goesByLetters = (source) => BY_NAME.has(source) || REGEX.test(source) || ILIKE.test(source)
  || PATHS.test(source)

/** @param {FunctionImpl} impl @returns {FunctionImpl} itself, when letters mean nothing to it */
export function withPlainLetters(impl) {
  if (!goesByLetters(impl.name)) return impl
  let plain = made.get(impl.name)
  if (plain === undefined) made.set(impl.name, plain = plainOf(impl))
  return plain
}

/** @param {FunctionImpl} impl @returns {FunctionImpl} */
function plainOf(impl) {
  const negated = ILIKE.exec(impl.name)?.[1]
  if (negated !== undefined) {
    const like = foldedLike(lower)
    const steps = foldedLikeInSteps(lower)
    if (negated === '') return changed(impl, like, steps)
    return changed(impl, (text, pattern) => !like(text, pattern), opposite(steps))
  }
  switch (impl.name) {
    case 'lower': return changed(impl, lower, piecewise(lower))
    case 'upper': return changed(impl, upper, piecewise(upper))
    case 'initcap': return changed(impl, initcap, piecewiseAfter(initcap))
    default: return changed(impl, impl.set ? inPlainLetters(impl.list) : inPlainLetters(impl.call), impl.steps)
  }
}

/**
 * Expressions are compiled during the call. @param {FunctionImpl['call']} call @returns {FunctionImpl['call']}
 */
const inPlainLetters = (call) => (...args) => withLetters(ASCII, () => call(...args))

/**
 * @param {FunctionImpl} impl @param {(...args: any[]) => any} call @param {((...args: any[]) => Generator<void, any,
 * void>) | undefined} steps
 */
const changed = (impl, call, steps) => new FunctionImpl(impl.name + PLAIN_MARK, call,
  { ...impl, helpers: impl.inlineHelpers, steps })
