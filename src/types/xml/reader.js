/**
 * XML 1.0 read from end to end: well-formed or not, and told piece by piece to whoever builds something of it. One
 * loop with a stack of open elements; nothing is kept but their names, so that a text of any length needs no memory of
 * its own. It rests every millisecond or so where somebody asks for that.
 *
 * Namespaces are names with a colon here: a prefix that nobody declared is no error, as in PostgreSQL. A document type
 * is passed over; the general entities that it declares may be referred to.
 */
import { isTired, spend } from '../../util/effort.js'

/** @import { Steps } from '../../util/effort.js' */

/**
 * Who is told.
 * @typedef {object} XmlSink
 * @property {(name: string, attributes: [string, string][]) => void} open references in values are replaced
 * @property {() => void} close
 * @property {(text: string) => void} text references are replaced
 * @property {(text: string) => void} section of CDATA
 * @property {(text: string) => void} comment
 * @property {(target: string, text: string) => void} instruction
 */

const START = ':A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f'
  + '\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\\u{10000}-\\u{effff}'
/** A name, where the last match ended. */
const NAME = new RegExp(`[${START}][${START}\\-.0-9\u00b7\u0300-\u036f\u203f\u2040]*`, 'uy')
const BLANKS = /[ \t\r\n]*/y
const ALL_BLANK = /^[ \t\r\n]*$/
const NO_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/
const REFERENCE = /&(?:#(\d+)|#x([\da-f]+)|([^;&< \t\r\n]+));/iy
const BLANK = '[ \\t\\r\\n]'
const ENTITY = new RegExp(
  `<!ENTITY${BLANK}+([^ \\t\\r\\n%"'<>]+)${BLANK}+(?:"([^"]*)"|'([^']*)'|(?:SYSTEM|PUBLIC)[^>]*)${BLANK}*>`, 'g'
)

/** Elements in elements; PostgreSQL's parser has the same bound. */
const DEPTH_MAX = 256

/** What a character costs, as steps (util/effort.js). */
const CHARACTER_STEPS = 8
/** References and attributes between two looks at the clock. */
const PARTS_AT_ONCE = 1024
/** Attributes of one element that are compared one by one. */
const SEVERAL = 16

/** @type {Map<string, string>} */
const PREDEFINED = new Map([['lt', '<'], ['gt', '>'], ['amp', '&'], ['quot', '"'], ['apos', '\'']])

export class XmlReader {
  /**
   * @param {string} text
   * @param {(detail: string) => Error} refusal of what is not well formed
   * @param {XmlSink | null} [sink]
   */
  constructor(text, refusal, sink = null) {
    this.text = text
    this.refusal = refusal
    this.sink = sink
    this.at = 0
    /** @type {string[]} */
    this.open = []
    /** General entities that the document type declares. @type {Map<string, string> | null} */
    this.entities = null
  }

  /**
   * All of it, behind a declaration.
   * @param {number} from
   * @param {boolean} isDocument one element, with nothing but comments and instructions beside it
   * @returns {Steps<void>}
   */
  *read(from, isDocument) {
    const { text } = this
    this.at = from
    let roots = 0
    while (this.at < text.length) {
      if (isTired()) yield
      const before = this.at
      const tag = text.indexOf('<', before)
      const end = tag < 0 ? text.length : tag
      if (end > before) yield* this.#characters(before, end, isDocument)
      if (tag < 0) break
      this.at = tag + 1
      if (text.startsWith('/', this.at)) this.#close()
      else if (text.startsWith('?', this.at)) this.#instruction()
      else if (text.startsWith('!--', this.at)) this.#comment()
      else if (text.startsWith('![CDATA[', this.at)) this.#section(isDocument)
      else if (text.startsWith('!DOCTYPE', this.at)) this.#doctype(isDocument && roots === 0)
      else {
        if (this.open.length === 0 && ++roots > 1 && isDocument) this.#fail('Extra content at the end of the document')
        yield* this.#element()
      }
      spend((this.at - before) * CHARACTER_STEPS)
    }
    if (this.open.length > 0) this.#fail(`Premature end of data in tag ${this.open.at(-1)}`)
    if (isDocument && roots === 0) this.#fail('Start tag expected, \'<\' not found')
  }

  /** @param {string} detail @returns {never} */
  #fail(detail) {
    let line = 1
    for (let at = this.text.indexOf('\n'); at >= 0 && at < this.at; at = this.text.indexOf('\n', at + 1)) line++
    throw this.refusal(`line ${line}: ${detail}`)
  }

  /** @param {string} what @returns {string} */
  #name(what) {
    NAME.lastIndex = this.at
    const found = NAME.exec(this.text)
    if (found === null) this.#fail(`${what}: invalid name`)
    this.at = NAME.lastIndex
    return found[0]
  }

  /** @returns {boolean} whether there were any */
  #blanks() {
    BLANKS.lastIndex = this.at
    BLANKS.test(this.text)
    const any = BLANKS.lastIndex > this.at
    this.at = BLANKS.lastIndex
    return any
  }

  /** @param {string} end @param {string} what @returns {string} up to it, which is passed */
  #until(end, what) {
    const at = this.text.indexOf(end, this.at)
    if (at < 0) this.#fail(`${what} is not finished`)
    const found = this.text.slice(this.at, at)
    if (NO_CHARACTER.test(found)) this.#fail('invalid character')
    this.at = at + end.length
    return found
  }

  /** @param {number} from @param {number} end @param {boolean} isDocument @returns {Steps<void>} */
  *#characters(from, end, isDocument) {
    const found = this.text.slice(from, end)
    if (isDocument && this.open.length === 0) {
      if (!ALL_BLANK.test(found)) this.#fail('Start tag expected, \'<\' not found')
      return
    }
    if (NO_CHARACTER.test(found)) this.#fail('invalid character')
    if (found.includes(']]>')) this.#fail('Sequence \']]>\' not allowed in content')
    const plain = found.includes('&') ? yield* this.#replaced(found) : found
    this.sink?.text(plain)
  }

  /** @param {string} found @returns {Steps<string>} with what its references stand for */
  *#replaced(found) {
    let next = found.indexOf('&')
    if (next < 0) return found
    let plain = ''
    let from = 0
    let count = 0
    for (; next >= 0; next = found.indexOf('&', from)) {
      REFERENCE.lastIndex = next
      const reference = REFERENCE.exec(found)
      if (reference === null) this.#fail('a reference is malformed')
      plain += found.slice(from, next) + this.#meant(reference)
      from = REFERENCE.lastIndex
      if (++count % PARTS_AT_ONCE === 0 && isTired()) yield
    }
    return plain + found.slice(from)
  }

  /** @param {RegExpExecArray} reference @returns {string} */
  #meant([, decimal, hexadecimal, name]) {
    if (name !== undefined) {
      const value = PREDEFINED.get(name) ?? this.entities?.get(name)
      if (value === undefined) this.#fail(`Entity '${name}' not defined`)
      return value
    }
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
    const isSurrogate = code >= 0xd800 && code < 0xe000
    const character = code > 0x10ffff || isSurrogate ? '\0' : String.fromCodePoint(code)
    if (NO_CHARACTER.test(character)) this.#fail(`invalid xmlChar value ${code}`)
    return character
  }

  /** @returns {Steps<void>} */
  *#element() {
    const name = this.#name('StartTag')
    if (this.open.length >= DEPTH_MAX) this.#fail(`Excessive depth in document: ${DEPTH_MAX}`)
    /** @type {[string, string][]} */
    const attributes = []
    /** Names, where there are many. @type {Set<string> | null} */
    let names = null
    for (;;) {
      const apart = this.#blanks()
      if (this.text.startsWith('>', this.at)) {
        this.at++
        this.open.push(name)
        this.sink?.open(name, attributes)
        return
      }
      if (this.text.startsWith('/>', this.at)) {
        this.at += 2
        this.sink?.open(name, attributes)
        this.sink?.close()
        return
      }
      if (!apart || this.at >= this.text.length) this.#fail(`Couldn't find end of Start Tag ${name}`)
      const attribute = yield* this.#attribute(attributes, names)
      attributes.push(attribute)
      names?.add(attribute[0])
      if (attributes.length === SEVERAL) names = new Set(attributes.map(([other]) => other))
      if (attributes.length % PARTS_AT_ONCE === 0 && isTired()) yield
    }
  }

  /** @param {[string, string][]} before @param {Set<string> | null} names of them @returns {Steps<[string, string]>} */
  *#attribute(before, names) {
    const name = this.#name('Attribute')
    const isKnown = names === null ? before.some(([other]) => other === name) : names.has(name)
    if (isKnown) this.#fail(`Attribute ${name} redefined`)
    this.#blanks()
    if (this.text[this.at] !== '=') this.#fail(`Specification mandates value for attribute ${name}`)
    this.at++
    this.#blanks()
    const quote = this.text[this.at]
    if (quote !== '"' && quote !== '\'') this.#fail('AttValue: " or \' expected')
    this.at++
    const value = this.#until(quote, `the value of attribute ${name}`)
    if (value.includes('<')) this.#fail('Unescaped \'<\' not allowed in attributes values')
    const plain = value.replaceAll(/[\t\r\n]/g, ' ')
    return [name, plain.includes('&') ? yield* this.#replaced(plain) : plain]
  }

  #close() {
    this.at++
    const name = this.#name('EndTag')
    this.#blanks()
    if (this.text[this.at] !== '>') this.#fail('expected \'>\'')
    const expected = this.open.pop()
    if (name !== expected) this.#fail(`Opening and ending tag mismatch: ${expected ?? 'none'} and ${name}`)
    this.at++
    this.sink?.close()
  }

  #comment() {
    this.at += 3
    const comment = this.#until('-->', 'Comment')
    if (comment.includes('--') || comment.endsWith('-')) this.#fail('Double hyphen within comment')
    this.sink?.comment(comment)
  }

  #instruction() {
    this.at++
    const target = this.#name('PI')
    if (/^xml$/i.test(target)) this.#fail('XML declaration allowed only at the start of the document')
    const apart = this.#blanks()
    const found = this.#until('?>', `PI ${target}`)
    if (!apart && found !== '') this.#fail('ParsePI: PI without a space')
    this.sink?.instruction(target, found)
  }

  /** @param {boolean} isDocument */
  #section(isDocument) {
    if (isDocument && this.open.length === 0) this.#fail('Start tag expected, \'<\' not found')
    this.at += '![CDATA['.length
    const found = this.#until(']]>', 'CData section')
    this.sink?.section(found)
  }

  /** @param {boolean} isAllowed */
  #doctype(isAllowed) {
    if (!isAllowed || this.entities !== null) this.#fail('StartTag: invalid element name')
    this.at += '!DOCTYPE'.length
    if (!this.#blanks()) this.#fail('Space required after \'<!DOCTYPE\'')
    this.#name('DOCTYPE')
    this.entities = new Map()
    for (;;) {
      const character = this.text[this.at]
      this.at++
      if (character === '>') return
      if (character === undefined) this.#fail('DOCTYPE improperly terminated')
      if (character === '"' || character === '\'') this.#until(character, 'a literal of DOCTYPE')
      else if (character === '[') this.#subset(this.entities)
    }
  }

  /** What the document type declares. @param {Map<string, string>} entities */
  #subset(entities) {
    const from = this.at
    for (;;) {
      if (this.text.startsWith('<!--', this.at)) {
        this.at += 4
        this.#until('-->', 'Comment')
        continue
      }
      const character = this.text[this.at]
      this.at++
      if (character === undefined) this.#fail('DOCTYPE improperly terminated')
      if (character === '"' || character === '\'') this.#until(character, 'a literal of DOCTYPE')
      else if (character === ']') break
    }
    // The first declaration of a name is the one that counts.
    for (const [, name, double, single] of this.text.slice(from, this.at).matchAll(ENTITY)) {
      if (!entities.has(name)) entities.set(name, double ?? single ?? '')
    }
  }
}
