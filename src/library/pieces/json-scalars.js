/** Strings and numbers of JSON that are longer than one piece of it. */

/** A string, behind its opening quote. */
export class LongString {
  isOver = false
  #text = ''
  /** Of an escape whose end has not come. */
  #rest = ''

  /** @param {boolean} isKey @param {string} text of it, without part of an escape at its end */
  constructor(isKey, text) {
    this.isKey = isKey
    this.#take(text)
  }

  /** @param {string} piece @returns {string} what is behind the string */
  add(piece) {
    const text = this.#rest + piece
    let at = 0
    let escapeAt = -6
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      if (unit === 92) escapeAt = at++
      else if (unit === 34) break
    }
    if (at < text.length) {
      this.isOver = true
      this.#take(text.slice(0, at))
      return text.slice(at + 1)
    }
    const cut = text.length - escapeAt < 6 ? escapeAt : text.length
    this.#take(text.slice(0, cut))
    this.#rest = text.slice(cut)
    return ''
  }

  end() { JSON.parse('"') }

  value() { return this.#text }

  /** @param {string} text */
  #take(text) { this.#text += text.includes('\\') ? JSON.parse(`"${text}"`) : text }
}

/** More digits than these change no double. */
const DIGITS_MAX = 1000
/** No exponent of more letters makes anything but 0 and Infinity. */
const EXPONENT_MAX = 20

/** A number, of which only so many digits are kept. */
export class LongNumber {
  isOver = false
  #sign = ''
  #digits = ''
  /** The exponent that the digits have got from those that were not kept, and from those behind the point. */
  #shift = 0
  /** Something is behind the digits that are kept. */
  #isMore = false
  #exponent = ''
  /** @type {'whole' | 'fraction' | 'exponent'} */
  #part = 'whole'

  /** @param {string} piece @returns {string} what is behind the number */
  add(piece) {
    let at = 0
    for (; at < piece.length; at++) {
      const letter = piece[at]
      if (this.#part === 'exponent') {
        if (!/[-+0-9]/.test(letter)) break
        if (this.#exponent.length < EXPONENT_MAX) this.#exponent += letter
      } else if (letter >= '0' && letter <= '9') this.#digit(letter)
      else if (letter === '-') this.#sign = '-'
      else if (letter === '.') this.#part = 'fraction'
      else if (letter === 'e' || letter === 'E') this.#part = 'exponent'
      else break
    }
    this.isOver = at < piece.length
    return piece.slice(at)
  }

  /** @param {string} digit */
  #digit(digit) {
    const isKept = this.#digits.length < DIGITS_MAX && !(digit === '0' && this.#digits === '')
    if (isKept) this.#digits += digit
    else if (digit !== '0') this.#isMore = true
    if (this.#part === 'fraction') {
      if (isKept || this.#digits === '') this.#shift--
    } else if (!isKept && this.#digits !== '') this.#shift++
  }

  end() { this.isOver = true }

  value() {
    const exponent = Number(this.#exponent) + this.#shift
    const digits = this.#digits === '' ? '0' : this.#digits
    // Half way between two doubles, one digit more decides.
    return Number(`${this.#sign}${digits}${this.#isMore ? '.1' : ''}e${exponent}`)
  }
}
