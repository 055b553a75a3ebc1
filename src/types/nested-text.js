/**
 * Values within values as text: elements of arrays, fields of records, bounds of ranges. What is long is read and
 * written a piece at a time, with rests between.
 */
import { charge } from '../errors/value-size.js'
import { textWeightOf } from './weight.js'

/** @import { Steps } from '../util/effort.js' */
/** @import { TypeEnv, TypeOps } from './type-ops.js' */

/** Characters between two rests: less than a millisecond. */
export const PIECE_UNITS = 1 << 16

/** Parts of a text that become one now and then: a string of many holds on to all of them. */
const PARTS_MAX = 4096

/**
 * The text of a value that may be large itself.
 * @param {TypeOps} ops @param {unknown} value @param {TypeEnv} env @returns {Steps<string>}
 */
export function* textOf(ops, value, env) {
  return ops.formatSteps !== undefined && textWeightOf(value) > PIECE_UNITS
    ? yield* ops.formatSteps(value, env)
    : ops.format(value, env)
}

/**
 * A value from a text that may be long.
 * @param {TypeOps} ops @param {string} text @param {number} typmod @param {TypeEnv} env @returns {Steps<unknown>}
 */
export function* valueOf(ops, text, typmod, env) {
  return ops.parseSteps !== undefined && text.length > PIECE_UNITS
    ? yield* ops.parseSteps(text, typmod, env)
    : ops.parse(text, typmod, env)
}

/**
 * A text in quotes, if it must be.
 * @param {string} text
 * @param {RegExp} needsQuotes of a whole text
 * @param {RegExp} special one character that needs them, wherever it stands
 * @param {RegExp} escaped global: characters that something is put in front of
 * @param {string} by what stands for them
 * @returns {Steps<string>}
 */
export function* quotedSteps(text, needsQuotes, special, escaped, by) {
  if (text.length <= PIECE_UNITS)
    return needsQuotes.test(text) ? `"${text.replace(escaped, by)}"` : text
  let isSpecial = false
  for (let at = 0; at < text.length && !isSpecial; at += PIECE_UNITS) {
    isSpecial = special.test(text.slice(at, at + PIECE_UNITS))
    yield
  }
  if (!isSpecial) return text
  let quoted = '"'
  for (let at = 0; at < text.length; at += PIECE_UNITS) {
    quoted += text.slice(at, at + PIECE_UNITS).replace(escaped, by)
    charge(quoted.length, 'the text of a value')
    yield
  }
  return `${quoted}"`
}

/**
 * As `quotedSteps` puts something in front of characters, for who cannot rest: a row in a row in a row may double its
 * text with each, and one call of V8 that makes too much of it ends the process.
 * @param {string} text
 * @param {RegExp} escaped global
 * @param {string} by what stands for them
 * @returns {string}
 * @throws {DbError} 53200
 */
export function escapedAtOnce(text, escaped, by) {
  if (text.length <= PIECE_UNITS) return text.replace(escaped, by)
  let all = ''
  for (let at = 0; at < text.length; at += PIECE_UNITS) {
    all += text.slice(at, at + PIECE_UNITS).replace(escaped, by)
    charge(all.length, 'the text of a value')
  }
  return all
}

/** Characters that are looked through at a stretch. */
const LOOK_UNITS = 1 << 18

/**
 * Where the next of some characters stands; of a long text a stretch is looked through, and its end may be the answer.
 * @param {RegExp} marks global @param {string} text @param {number} at @returns {number}
 */
export function markFrom(marks, text, at) {
  if (text.length - at <= LOOK_UNITS) {
    marks.lastIndex = at
    return marks.exec(text)?.index ?? text.length
  }
  marks.lastIndex = 0
  return at + (marks.exec(text.slice(at, at + LOOK_UNITS))?.index ?? LOOK_UNITS)
}

/** A text that is read with escapes: stretches of it, one after the other. */
export class Unquoted {
  constructor() {
    this.text = ''
    /** @type {string[]} */
    this.parts = []
  }

  /** @param {string} part */
  add(part) {
    if (this.parts.push(part) < PARTS_MAX) return
    this.text += this.parts.join('')
    this.parts.length = 0
  }

  take() {
    const text = this.parts.length === 0 ? this.text : this.text + this.parts.join('')
    this.text = ''
    this.parts.length = 0
    return text
  }
}
