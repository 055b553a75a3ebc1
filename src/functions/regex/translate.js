/**
 * PostgreSQL's advanced regular expressions as JavaScript RegExps (flag u).
 *
 * Constraints and escapes are rewritten one by one: \m \M \y \Y \A \Z, [[:class:]], [[:<:]], \d \w \s as ASCII classes, \xhhh, \uwxyz, \0oo, control
 * letters; embedded options (?xyz) and the directors ***: and ***=. What JavaScript cannot say is refused (collating elements [.x.], equivalence
 * classes [=x=]: 0A000).
 *
 * Differs from PostgreSQL where alternatives overlap: there the longest match wins, here the first alternative that leads to a match. Whether a text
 * matches never depends on it; which part matched can, so alternations of plain literals are ordered longest first, which makes them agree.
 */
import { invalidParameter, invalidRegularExpression } from '../../errors/data.js'
import { featureNotSupported } from '../../errors/db-error.js'

/** @typedef {{ global: boolean, ignoreCase: boolean, expanded: boolean, newline: '' | 'n' | 'p' | 'w', quoted: boolean, indices: boolean }} RegexFlags indices: matches tell where their groups stand */

/** @param {string} text flags argument of the regexp functions @returns {RegexFlags} 22023 */
export function parseFlags(text) {
  const flags = /** @type {RegexFlags} */ ({ global: false, ignoreCase: false, expanded: false, newline: '', quoted: false, indices: false })
  for (const letter of text) applyFlag(flags, letter)
  return flags
}

/** @param {RegexFlags} flags @param {string} letter */
function applyFlag(flags, letter) {
  switch (letter) {
    case 'g': flags.global = true; break
    case 'i': flags.ignoreCase = true; break
    case 'c': flags.ignoreCase = false; break
    case 'x': flags.expanded = true; break
    case 't': flags.expanded = false; break
    case 's': flags.newline = ''; break
    case 'n': case 'm': flags.newline = 'n'; break
    case 'p': flags.newline = 'p'; break
    case 'w': flags.newline = 'w'; break
    case 'q': flags.quoted = true; break
    case 'e': case 'b': if (letter === 'b') throw featureNotSupported('a basic regular expression'); break
    default: throw invalidParameter(`invalid regular expression option: "${letter}"`)
  }
}

/** @type {Map<string, RegExp>} */
const cache = new Map()

/** @param {string} pattern @param {RegexFlags} flags @returns {RegExp} with flags g and u; set lastIndex before use */
export function compileRegex(pattern, flags) {
  const key = `${flags.indices ? 'd' : ''}${flags.ignoreCase ? 'i' : ''}${flags.expanded ? 'x' : ''}${flags.newline}${flags.quoted ? 'q' : ''}/${pattern}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const options = { ...flags }
  const source = new Translator(pattern, options).run()
  let regex
  try {
    regex = new RegExp(source, `gu${options.indices ? 'd' : ''}${options.ignoreCase ? 'i' : ''}${options.newline === 'n' || options.newline === 'w' ? 'm' : ''}`)
  } catch {
    throw invalidRegularExpression('quantifier operand invalid')
  }
  if (cache.size >= 500) cache.clear()
  cache.set(key, regex)
  return regex
}

/** @type {Record<string, string>} */
const CLASSES = { alnum: 'a-zA-Z0-9', alpha: 'a-zA-Z', ascii: '\\u0000-\\u007f', blank: ' \\t', cntrl: '\\u0000-\\u001f\\u007f', digit: '0-9', graph: '\\u0021-\\u007e', lower: 'a-z',
  print: '\\u0020-\\u007e', punct: '!-\\/:-@\\[-`\\{-~', space: ' \\t-\\r', upper: 'A-Z', word: 'a-zA-Z0-9_', xdigit: '0-9A-Fa-f' }
/** @type {Record<string, string>} */
const CONTROLS = { a: '\\u0007', b: '\\u0008', e: '\\u001b', f: '\\f', n: '\\n', r: '\\r', t: '\\t', v: '\\v' }
const WORD = '[a-zA-Z0-9_]'

class Translator {
  /** @param {string} pattern @param {RegexFlags} flags changed by embedded options */
  constructor(pattern, flags) {
    this.text = pattern
    this.at = 0
    this.flags = flags
    this.depth = 0
    this.groups = 0
  }

  run() {
    if (this.text.startsWith('***=')) return escapeLiteral(this.text.slice(4))
    if (this.text.startsWith('***:')) this.at = 4
    else if (this.text.startsWith('***')) throw invalidRegularExpression('invalid regular expression')
    if (this.flags.quoted) return escapeLiteral(this.text)
    const options = /^\(\?([a-z]+)\)/.exec(this.text.slice(this.at))
    if (options !== null) {
      for (const letter of options[1]) applyFlag(this.flags, letter)
      this.at += options[0].length
      if (this.flags.quoted) return escapeLiteral(this.text.slice(this.at))
    }
    const source = this.alternatives()
    if (this.at < this.text.length) throw invalidRegularExpression('parentheses () not balanced')
    return source
  }

  /** @returns {string} */
  alternatives() {
    const branches = [this.branch()]
    while (this.text[this.at] === '|') {
      this.at++
      branches.push(this.branch())
    }
    if (branches.length > 1 && branches.every((branch) => /^[A-Za-z0-9 _]*$/.test(branch))) branches.sort((a, b) => b.length - a.length)
    return branches.join('|')
  }

  /** @returns {string} */
  branch() {
    let out = ''
    while (this.at < this.text.length) {
      const letter = this.text[this.at]
      if (letter === '|') break
      if (letter === ')') {
        if (this.depth > 0) break
        throw invalidRegularExpression('parentheses () not balanced')
      }
      if (this.flags.expanded && this.skipComment()) continue
      const piece = this.atom()
      if (piece === '') continue
      const canRepeat = !/^(?:\^|\$|\(\?<?[=!].*)$/s.test(piece) || piece.startsWith('(?:')
      out += piece + this.quantifier(canRepeat)
    }
    return out
  }

  skipComment() {
    const letter = this.text[this.at]
    if (/\s/.test(letter)) {
      this.at++
      return true
    }
    if (letter !== '#') return false
    while (this.at < this.text.length && this.text[this.at] !== '\n') this.at++
    return true
  }

  /** @returns {string} */
  atom() {
    const letter = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0)
    this.at += letter.length
    switch (letter) {
      case '(': return this.group()
      case '[': return this.bracket()
      case '\\': return this.escape()
      case '.': return this.flags.newline === 'n' || this.flags.newline === 'p' ? '[^\\n]' : '[^]'
      case '^': return '^'
      case '$': return '$'
      case '*': case '+': case '?': throw invalidRegularExpression('quantifier operand invalid')
      case '{':
        if (/\d/.test(this.text[this.at] ?? '')) throw invalidRegularExpression('quantifier operand invalid')
        return '\\{'
      case '}': return '\\}'
      case ']': return '\\]'
      default: return escapeLiteral(letter)
    }
  }

  /** @param {boolean} allowed @returns {string} */
  quantifier(allowed) {
    const match = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(this.text.slice(this.at))
    if (match === null) {
      if (/^\{\d/.test(this.text.slice(this.at))) throw invalidRegularExpression('invalid repetition count(s)')
      return ''
    }
    if (!allowed) throw invalidRegularExpression('quantifier operand invalid')
    const bounds = /^\{(\d+)(?:,(\d*))?\}/.exec(match[0])
    if (bounds !== null && (Number(bounds[1]) > 255 || Number(bounds[2] || 0) > 255 || (bounds[2] && Number(bounds[2]) < Number(bounds[1])))) {
      throw invalidRegularExpression('invalid repetition count(s)')
    }
    this.at += match[0].length
    if (/^[*+?]/.test(this.text.slice(this.at)) && !this.flags.expanded) throw invalidRegularExpression('quantifier operand invalid')
    return match[0]
  }

  /** @returns {string} */
  group() {
    let open = '('
    if (this.text[this.at] === '?') {
      const kind = /^\?(?:<?[=!]|:)/.exec(this.text.slice(this.at))
      if (this.text[this.at + 1] === '#') {
        const end = this.text.indexOf(')', this.at)
        this.at = end < 0 ? this.text.length : end + 1
        return ''
      }
      if (kind === null) throw invalidRegularExpression('quantifier operand invalid')
      open += kind[0]
      this.at += kind[0].length
    } else {
      this.groups++
    }
    this.depth++
    const body = this.alternatives()
    if (this.text[this.at] !== ')') throw invalidRegularExpression('parentheses () not balanced')
    this.at++
    this.depth--
    return `${open}${body})`
  }

  /** @returns {string} */
  escape() {
    const letter = this.text[this.at++]
    if (letter === undefined) throw invalidRegularExpression('invalid escape \\ sequence')
    switch (letter) {
      case 'm': return `(?:(?<!${WORD})(?=${WORD}))`
      case 'M': return `(?:(?<=${WORD})(?!${WORD}))`
      case 'y': return `(?:(?<!${WORD})(?=${WORD})|(?<=${WORD})(?!${WORD}))`
      case 'Y': return `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`
      case 'A': return '(?:(?<![^]))'
      case 'Z': return '(?:(?![^]))'
      case 'd': return '[0-9]'
      case 'D': return '[^0-9]'
      case 'w': return WORD
      case 'W': return '[^a-zA-Z0-9_]'
      case 's': return '[ \\t-\\r]'
      case 'S': return '[^ \\t-\\r]'
      case 'B': return '\\\\'
      default: return this.characterEscape(letter)
    }
  }

  /** @param {string} letter @returns {string} */
  characterEscape(letter) {
    if (letter in CONTROLS) return CONTROLS[letter]
    if (letter === 'c') return `\\u${((this.text.charCodeAt(this.at++) || 0) & 31).toString(16).padStart(4, '0')}`
    const take = (/** @type {RegExp} */ pattern) => {
      const found = pattern.exec(this.text.slice(this.at))
      if (found === null) throw invalidRegularExpression('invalid escape \\ sequence')
      this.at += found[0].length
      return found[0]
    }
    if (letter === 'u') return `\\u{${take(/^[0-9a-fA-F]{4}/)}}`
    if (letter === 'U') return `\\u{${take(/^[0-9a-fA-F]{8}/)}}`
    if (letter === 'x') return `\\u{${take(/^[0-9a-fA-F]+/)}}`
    if (letter === '0') return `\\u{${parseInt(`0${/^[0-7]{0,2}/.exec(this.text.slice(this.at))?.[0] ?? ''}`, 8).toString(16)}}${this.skipOctal()}`
    if (/[1-9]/.test(letter)) {
      const more = /^\d/.exec(this.text.slice(this.at))
      const number = Number(letter + (more !== null && Number(letter + more[0]) <= this.groups ? more[0] : ''))
      if (number > 9) this.at++
      if (number > this.groups) throw invalidRegularExpression('invalid backreference number')
      return `(?:\\${number})`
    }
    if (/[a-zA-Z]/.test(letter)) throw invalidRegularExpression('invalid escape \\ sequence')
    return escapeLiteral(letter)
  }

  skipOctal() {
    this.at += /^[0-7]{0,2}/.exec(this.text.slice(this.at))?.[0].length ?? 0
    return ''
  }

  /** @returns {string} */
  bracket() {
    const rest = this.text.slice(this.at)
    if (rest.startsWith('[:<:]]')) {
      this.at += 6
      return `(?:(?<!${WORD})(?=${WORD}))`
    }
    if (rest.startsWith('[:>:]]')) {
      this.at += 6
      return `(?:(?<=${WORD})(?!${WORD}))`
    }
    let out = '['
    if (this.text[this.at] === '^') {
      out += '^'
      this.at++
      if (this.flags.newline === 'n' || this.flags.newline === 'p') out += '\\n'
    }
    for (let first = true; ; first = false) {
      if (this.at >= this.text.length) throw invalidRegularExpression('brackets [] not balanced')
      const letter = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0)
      this.at += letter.length
      if (letter === ']' && !first) return `${out}]`
      if (letter === '[' && /[:.=]/.test(this.text[this.at] ?? '')) {
        out += this.namedClass()
      } else if (letter === '\\') {
        const next = this.text[this.at++]
        if (next === undefined) throw invalidRegularExpression('invalid escape \\ sequence')
        if (next === 'd') out += '0-9'
        else if (next === 'w') out += 'a-zA-Z0-9_'
        else if (next === 's') out += ' \\t-\\r'
        else if (/[DWSmMyYAZ]/.test(next)) throw invalidRegularExpression('invalid escape \\ sequence')
        else out += this.characterEscape(next)
      } else if (letter === '-') {
        const isRange = !first && this.text[this.at] !== ']' && out !== '[^'
        out += isRange ? '-' : '\\-'
      } else {
        out += /[\]\\^[]/.test(letter) ? `\\${letter}` : letter
      }
    }
  }

  /** @returns {string} */
  namedClass() {
    const match = /^([:.=])([^\]]*?)\1\]/.exec(this.text.slice(this.at))
    if (match === null) throw invalidRegularExpression('brackets [] not balanced')
    if (match[1] !== ':') {
      if ([...match[2]].length !== 1) throw featureNotSupported('a collating element in a regular expression')
      this.at += match[0].length
      return /[\]\\^[-]/.test(match[2]) ? `\\${match[2]}` : match[2]
    }
    const members = CLASSES[match[2]]
    if (members === undefined) throw invalidRegularExpression('invalid character class')
    this.at += match[0].length
    return members
  }
}

/** @param {string} text */
const escapeLiteral = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
