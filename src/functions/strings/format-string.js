/** format(): %s, %I, %L and %% with argument numbers, widths and left alignment. */
import { invalidParameter, nullNotAllowed } from '../../errors/data.js'
import { parseInt4 } from '../../types/numbers/integers.js'
import { charge } from '../../errors/value-size.js'
import { GrowingText } from '../aggregates/gathering.js'
import { characterCount } from '../../types/strings/text.js'
import { atOnce } from './in-pieces.js'
import { quoteIdentifier } from '../../types/identifiers.js'

/** @param {string} format @param {(string | null)[]} args already text @returns {string} */
export const formatString = (format, args) => atOnce(formatInSteps(format, args))

/**
 * With a rest now and then.
 * @param {string} format
 * @param {(string | null)[]} args
 * @returns {Generator<void, string, void>}
 */
export function* formatInSteps(format, args) {
  let next = 0
  const result = new GrowingText('')
  let steps = 0
  const tooFew = () => invalidParameter('too few arguments for format()')
  const take = (/** @type {string | undefined} */ number) => {
    const index = number === undefined ? next : Number(number) - 1
    if (index < 0) throw invalidParameter('format specifies argument 0, but arguments are numbered from 1')
    if (index >= args.length) throw tooFew()
    next = index + 1
    return args[index]
  }
  for (let at = 0; at < format.length; at++) {
    if (format[at] !== '%') {
      const found = format.indexOf('%', at)
      const to = found < 0 ? format.length : found
      result.add(format.slice(at, to))
      at = to - 1
      continue
    }
    if (++steps % SPECIFIERS === 0) yield
    SPECIFIER.lastIndex = at
    const match = SPECIFIER.exec(format)
    const [whole, number, minus, width, starNumber, letter] = /** @type {RegExpExecArray} */ (match)
    at += whole.length - 1
    if (letter === '%' && whole === '%%') {
      result.add('%')
      continue
    }
    if (letter === '')
      throw invalidParameter('unterminated format() type specifier', undefined, 'For a single "%" use "%%".')
    let columns = Number(width ?? 0)
    let left = minus !== ''
    if (whole.includes('*')) {
      const given = take(starNumber)
      columns = given === null ? 0 : parseInt4(given)
      if (columns < 0) {
        columns = -columns
        left = true
      }
    }
    if (!'sIL'.includes(letter))
      throw invalidParameter(
        `unrecognized format() type specifier "${letter}"`,
        undefined,
        'For a single "%" use "%%".'
      )
    const value = take(number)
    let text = value ?? ''
    if (letter === 'I') {
      if (value === null) throw nullNotAllowed('null values cannot be formatted as an SQL identifier')
      text = quoteIdentifier(value)
    } else if (letter === 'L') {
      text =
        value === null
          ? 'NULL'
          : value.includes('\\')
            ? `E'${value.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
            : `'${value.replaceAll("'", "''")}'`
    }
    const missing = columns - characterCount(text)
    charge(result.length + text.length + Math.max(missing, 0), 'the result of format()')
    result.add(missing <= 0 ? text : left ? text + ' '.repeat(missing) : ' '.repeat(missing) + text)
  }
  return result.toString()
}

const SPECIFIER = /%(?:(\d+)\$)?(-*)(?:(\d+)|\*(?:(\d+)\$)?)?(.?)/sy
/** Between two rests. */
const SPECIFIERS = 2048
