/** A JSON value as populate.js reads it, whether it is json or jsonb. */
import { atOnce, isTired } from '../../util/effort.js'
import * as B from '../../types/json/jsonb.js'
import * as J from '../../types/json/text-nav.js'
import { formatJsonb, quoteJson } from '../../types/json/text-output.js'
import { plainText } from './access.js'

/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */
/** @typedef {'null' | 'string' | 'scalar' | 'array' | 'object'} SourceKind */

/**
 * @typedef {object} Source
 * @property {SourceKind} kind
 * @property {string} plain what a type's input function reads: a string without quotes, everything else as JSON
 * @property {string} literal as JSON
 * @property {B.Jsonb | null} jsonb
 * @property {() => Steps<void>} read of an object, before its members are asked for
 * @property {(name: string) => Source | undefined} member of an object
 * @property {() => boolean} isEmpty of an object
 * @property {() => Iterable<Source | null>} elements of an array; null: it may rest here
 */

/** @implements {Source} */
class TextSource {
  /** @param {J.JsonSpan} span */
  constructor(span) {
    this.span = span
    /** @type {B.Jsonb | null} */
    this.jsonb = null
    /** @type {Map<string, J.JsonSpan> | null} */
    this.fields = null
  }

  /** @returns {SourceKind} */
  get kind() {
    switch (this.span.kind) {
      case J.NULL: return 'null'
      case J.STRING: return 'string'
      case J.ARRAY_START: return 'array'
      case J.OBJECT_START: return 'object'
      default: return 'scalar'
    }
  }

  get plain() {
    return this.span.plain ?? 'null'
  }

  get literal() {
    return this.span.kind === J.STRING ? quoteJson(this.span.value) : this.span.raw
  }

  /** @returns {Steps<void>} */
  * read() {
    if (this.fields !== null) return
    /** @type {Map<string, J.JsonSpan>} */
    const fields = new Map()
    for (const member of J.membersInSteps(this.span.raw)) {
      if (member !== null) fields.set(member.key, member.part)
      if (isTired()) yield
    }
    this.fields = fields
  }

  get known() {
    if (this.fields === null) atOnce(this.read())
    return /** @type {Map<string, J.JsonSpan>} */ (this.fields)
  }

  /** @param {string} name */
  member(name) {
    const part = this.known.get(name)
    return part === undefined ? undefined : new TextSource(part)
  }

  isEmpty() {
    return this.known.size === 0
  }

  * elements() {
    for (const member of J.membersInSteps(this.span.raw)) yield member === null ? null : new TextSource(member.part)
  }
}

/** @implements {Source} */
class BinarySource {
  /** @param {B.Jsonb} jsonb */
  constructor(jsonb) {
    this.jsonb = jsonb
  }

  /** @returns {SourceKind} */
  get kind() {
    switch (this.jsonb.tag) {
      case B.NULL: return 'null'
      case B.STRING: return 'string'
      case B.ARRAY: return 'array'
      case B.OBJECT: return 'object'
      default: return 'scalar'
    }
  }

  get plain() {
    return plainText(this.jsonb) ?? 'null'
  }

  get literal() {
    return formatJsonb(this.jsonb)
  }

  /** @returns {Steps<void>} */
  * read() {
    // Its members are found where they are.
  }

  /** @param {string} name */
  member(name) {
    const value = B.fieldOf(this.jsonb, name)
    return value === null ? undefined : new BinarySource(value)
  }

  isEmpty() {
    return B.countOf(this.jsonb) === 0
  }

  * elements() {
    // One at a time: each is bytes of its own, and there may be millions.
    const count = B.countOf(this.jsonb)
    for (let at = 0; at < count; at++) yield new BinarySource(B.elementAt(this.jsonb, at))
  }
}

/** @param {string} text @returns {Source} */
export const textSource = (text) => new TextSource(J.whole(text))

/** @param {B.Jsonb} value @returns {Source} */
export const binarySource = (value) => new BinarySource(value)
