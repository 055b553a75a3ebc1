/**
 * to_number: reads a text along a template. A 9 or 0 takes a digit, D or the point a point, and whatever else stands in
 * the template passes over a character, whatever it is; signs are found where people put them.
 */
import { featureNotSupported } from '../../errors/db-error.js'
import { fromInteger, multiplyNumeric } from '../../types/numbers/numeric.js'
import { parseNumeric } from '../../types/numbers/numeric-input.js'
import { pictureSize } from './picture-size.js'
import { Family } from '../impl.js'
import { power } from '../numbers/power.js'
import { formatOf } from './number.js'
import { romanInput, scientificInput } from '../../errors/formatting.js'
/** @import { NumberFormat } from './number.js' */

const family = new Family()
export const numberInputFunctions = family.functions

class NumberReader {
  /** @param {NumberFormat} format @param {string} text */
  constructor(format, text) {
    this.format = format
    this.text = text
    this.at = 0
    this.sign = ' '
    this.digits = ''
    this.before = 0
    this.behind = 0
    this.pointRead = false
  }

  get atEnd() {
    return this.at >= this.text.length
  }

  /** A digit or the point, with a sign before or behind. @param {string} key */
  part(key) {
    const { format, text } = this
    if (text[this.at] === ' ') this.at++
    if (this.atEnd) return
    if (this.sign === ' ' && (key === '0' || key === '9') && this.before + this.behind === 0) {
      if (format.leadingSign === 'before') this.takeSign(text[this.at] === '-' || text[this.at] === '+')
      else if (text[this.at] === '-' || (format.bracket && text[this.at] === '<')) {
        this.sign = '-'
        this.at++
      } else if (text[this.at] === '+') this.takeSign(true)
    }
    if (this.atEnd) return
    let read = false
    if (isDigit(text[this.at])) {
      if (this.pointRead && this.behind === format.behind) { this.at++; return }
      this.digits += text[this.at]
      if (this.pointRead) this.behind++
      else this.before++
      read = true
    } else if (format.point && !this.pointRead && text[this.at] === '.') {
      this.digits += '.'
      this.pointRead = true
      read = true
    }
    if (this.sign === ' ' && this.before + this.behind > 0) {
      const next = text[this.at + 1]
      if (format.leadingSign !== '' && read && next !== undefined && !isDigit(next)) {
        if (next === '-' || next === '+') {
          this.sign = next
          this.at++
        }
      } else if (
        !read &&
        format.leadingSign === '' &&
        (format.plus || format.minus) &&
        (text[this.at] === '-' || text[this.at] === '+')
      )
        this.sign = text[this.at]
    }
    this.at++
  }

  /** @param {boolean} there */
  takeSign(there) {
    if (there) this.sign = this.text[this.at++]
  }

  /** Passes over what cannot be part of the number. @param {number} count */
  skip(count) {
    while (count-- > 0 && !this.atEnd && !'0123456789.,+-'.includes(this.text[this.at])) this.at++
  }

  read() {
    for (const { key } of this.format.items) {
      if (this.atEnd) break
      const letter = this.text[this.at]
      switch (key.toUpperCase()) {
        case '': this.at++; break
        case '9': case '0': case '.': case 'D': this.part(key.toUpperCase() === 'D' ? '.' : key); break
        case ',': case 'G': if (letter === ',' && (this.before + this.behind > 0 || !this.format.fill)) this.at++; break
        case 'L': this.skip(1); break
        case 'TH': this.skip(2); break
        case 'MI': if (letter === '-') this.takeSign(true); else this.skip(1); break
        case 'PL': if (letter === '+') this.takeSign(true); else this.skip(1); break
        case 'SG': if (letter === '-' || letter === '+') this.takeSign(true); else this.skip(1); break
        default:
      }
    }
    return this.sign + (this.digits.endsWith('.') ? this.digits.slice(0, -1) : this.digits)
  }
}

/** @param {string} letter */
const isDigit = (letter) => letter >= '0' && letter <= '9'

family.add('numeric_to_number', (text, template) => {
  if (template === '') return null
  const format = formatOf(template)
  if (format.roman) throw romanInput()
  if (format.scientific) throw scientificInput()
  const reader = new NumberReader(format, text)
  const written = reader.read()
  const precision = format.before + format.shift + reader.behind
  if (precision > 1000) throw featureNotSupported('a number template of more than 1000 digits')
  const value = parseNumeric(written, ((precision << 16) | reader.behind) + 4)
  return format.shifts ? multiplyNumeric(value, power(fromInteger(10), fromInteger(-format.shift))) : value
}, { size: pictureSize })
