/**
 * Text and bytea: length, case, cutting, padding, searching, quoting, encoding, hashing. Positions and lengths count
 * characters, not UTF-16 units. Case follows the locale C.UTF-8 (types/collation/letters.js); what it is in the
 * collation "C" is in plain-letters.js.
 */
import { createHash } from 'node:crypto'
import { arraySubscript, integerOutOfRange, invalidParameter, programLimit, substringError } from '../../errors/data.js'
import { charge } from '../../errors/value-size.js'
/** @import { DbError } from '../../errors/db-error.js' */
import { capitalText, lowerText, upperText } from '../../types/collation/letters.js'
import { quoteIdentifier } from '../../types/identifiers.js'
import {
  characterCount, formatBytea, parseBytea, toHex, trimBlanks, unitIndex, utf8Bytes,
} from '../../types/strings/text.js'
import { GrowingText } from '../aggregates/gathering.js'
import { Family } from '../impl.js'
import { builtinType } from '../../types/lookup.js'
import { bytewise, fieldsOf, piecewise, piecewiseAfter, piecewiseFromEnd, placeOf } from './in-pieces.js'
import { formatInSteps, formatString } from './format-string.js'
import { replaceInLong, replaceText } from './replace-text.js'
import { invalidUnicodeCodePoint, invalidUnicodeEscape, invalidUnicodeSurrogatePair } from '../../errors/values.js'

const family = new Family()
export const textFunctions = family.functions

/** @param {string} text @param {number} start 1-based, may lie before the text @param {number} [count] */
function substring(text, start, count) {
  if (count !== undefined && count < 0) throw substringError('negative substring length not allowed', 'text_substring')
  const end = count === undefined ? Infinity : start + count
  const from = unitIndex(text, Math.max(start - 1, 0))
  if (end === Infinity || end - 1 >= text.length) return text.slice(from)
  return end <= 1 ? '' : text.slice(from, Math.max(from, unitIndex(text, end - 1)))
}

/** @param {string} text @param {string} letters @param {boolean} left @param {boolean} right */
function trim(text, letters, left, right) {
  if (letters === '') return text
  const drop = new Set(letters)
  let start = 0
  let end = text.length
  while (left && start < end) {
    const letter = String.fromCodePoint(/** @type {number} */ (text.codePointAt(start)))
    if (!drop.has(letter)) break
    start += letter.length
  }
  while (right && end > start) {
    const letter = lastLetter(text, end)
    if (!drop.has(letter)) break
    end -= letter.length
  }
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

/** The character before a place. @param {string} text @param {number} end @returns {string} */
function lastLetter(text, end) {
  const unit = text.charCodeAt(end - 1)
  const isSecondHalf = unit >= 0xdc00 && unit < 0xe000 && end > 1
  return isSecondHalf && /[\ud800-\udbff]/.test(text[end - 2]) ? text.slice(end - 2, end) : text[end - 1]
}

/** @param {string} text @param {number} count @param {string} fill @param {boolean} left */
function pad(text, count, fill, left) {
  if (count <= 0) return ''
  const have = characterCount(text)
  if (have >= count) return text.slice(0, unitIndex(text, count))
  if (fill === '') return text
  const need = count - have
  const width = characterCount(fill)
  const whole = fill.repeat(Math.floor(need / width))
  const filler = whole + fill.slice(0, unitIndex(fill, need - Math.floor(need / width) * width))
  return left ? filler + text : text + filler
}

/** 1-based position in characters, 0 when absent. @param {string} text @param {string} part */
function position(text, part) {
  const at = text.indexOf(part)
  return at < 0 ? 0 : characterCount(text.slice(0, at)) + 1
}

/** Of a long text. @param {string} text @param {string} part @returns {Generator<void, number, void>} */
function* positionInLong(text, part) {
  const at = yield* placeOf(text, part, 0)
  return at < 0 ? 0 : characterCount(text.slice(0, at)) + 1
}

/** @param {string} text */
function reverse(text) {
  const units = new Array(text.length)
  for (let at = 0, place = text.length; at < text.length; at++) units[--place] = text[at]
  const reversed = units.join('')
  return /[\udc00-\udfff][\ud800-\udbff]/.test(reversed)
    ? reversed.replace(/([\udc00-\udfff])([\ud800-\udbff])/g, '$2$1')
    : reversed
}

/**
 * @param {number} length in characters
 * @param {number} width bytes that PostgreSQL counts for each
 * @returns {number} length
 * @throws {DbError} 54000 beyond its 1 GB
 */
function requested(length, width) {
  if (length * width > 1073741819) throw programLimit('requested length too large')
  return length
}

/** @param {string} text @param {string} separator @param {number} field */
function splitPart(text, separator, field) {
  if (field === 0) throw invalidParameter('field position must not be zero')
  if (separator === '') return field === 1 || field === -1 ? text : ''
  const parts = text.split(separator)
  return parts[field > 0 ? field - 1 : parts.length + field] ?? ''
}

/**
 * Of a long text.
 * @param {string} text
 * @param {string} separator
 * @param {number} field
 * @returns {Generator<void, string, void>}
 */
function* splitLongPart(text, separator, field) {
  if (field === 0 || separator === '') return splitPart(text, separator, field)
  let wanted = field
  if (field < 0) {
    let count = 0
    yield* fieldsOf(text, separator, () => ++count > 0)
    wanted = count + 1 + field
  }
  let result = ''
  yield* fieldsOf(text, separator, (from, to) => {
    if (--wanted === 0) result = text.slice(from, to)
    return wanted > 0
  })
  return result
}

/** @param {string} text */
function quoteLiteral(text) {
  const body = text.replaceAll("'", "''")
  return text.includes('\\') ? `E'${body.replaceAll('\\', '\\\\')}'` : `'${body}'`
}


/** @param {string} text @param {string} from @param {string} to */
function translate(text, from, to) {
  const source = [...from]
  const target = [...to]
  /** @type {Map<string, string>} */
  const map = new Map()
  for (let i = source.length - 1; i >= 0; i--) map.set(source[i], target[i] ?? '')
  const result = new GrowingText('')
  if (from.length === source.length && to.length === target.length) {
    // Nothing of two units is replaced or put in.
    const units = new Uint16Array(Math.min(text.length, TRANSLATED_UNITS))
    /** @type {Map<number, number>} */
    const codes = new Map(
      [...map].map(([letter, other]) => [letter.charCodeAt(0), other === '' ? -1 : other.charCodeAt(0)]),
    )
    for (let start = 0; start < text.length; start += TRANSLATED_UNITS) {
      let count = 0
      for (let at = start, end = Math.min(text.length, start + TRANSLATED_UNITS); at < end; at++) {
        const unit = text.charCodeAt(at)
        const other = codes.get(unit) ?? unit
        if (other >= 0) units[count++] = other
      }
      result.add(String.fromCharCode.apply(null, /** @type {any} */ (units.subarray(0, count))))
    }
  } else for (const letter of text) result.add(map.get(letter) ?? letter)
  return result.toString()
}

/** As many arguments as a call may well have. */
const TRANSLATED_UNITS = 8192

/** @param {string} text @param {string} inserted @param {number} start @param {number} count */
function overlay(text, inserted, start, count) {
  if (start <= 0) throw substringError('negative substring length not allowed')
  if (start + count !== (start + count | 0)) throw integerOutOfRange()
  return substring(text, 1, start - 1) + inserted + substring(text, start + count)
}

/** @param {number} code */
function chr(code) {
  if (code < 0) throw invalidParameter('character number must be positive')
  if (code === 0) throw programLimit('null character not permitted')
  if (code > 0x10ffff) throw programLimit(`requested character too large for encoding: ${code}`)
  if (code >= 0xd800 && code <= 0xdfff) throw programLimit(`requested character not valid for encoding: ${code}`)
  return String.fromCodePoint(code)
}

family.add(['textlen', 'char_length'], characterCount)
family.add(['textoctetlen', 'bpcharoctetlen'], utf8Bytes)
family.add('bpcharlen', (text) => characterCount(trimBlanks(text)))
family.add('lower', lowerText, { steps: piecewise(lowerText) })
family.add('upper', upperText, { steps: piecewise(upperText) })
family.add('initcap', capitalText, { steps: piecewiseAfter(capitalText) })
family.add('translate', translate, { steps: piecewise(translate) })
family.add('text_reverse', reverse, { steps: piecewiseFromEnd(reverse) })
family.add('quote_literal', quoteLiteral, { size: (text) => 2 * text.length })
family.add('repeat', (text, count) => (count > 0 ? text.repeat(count) : ''), {
  size: (text, count) => requested(text.length * Math.max(count, 0), 1),
})
/** @param {string} text @param {number} count @param {string} fill */
const paddedSize = (text, count, fill) => requested(fill === '' ? Math.min(count, text.length) : count, 4)
family.add('lpad', (text, count, fill) => pad(text, count, fill, true), { size: paddedSize })
family.add('rpad', (text, count, fill) => pad(text, count, fill, false), { size: paddedSize })
family.add('replace_text', replaceText, { steps: replaceInLong })
family.add('split_part', splitPart, { steps: splitLongPart })
// However many they are, it is not worth sending them anywhere.
family.add('byteaoctetlen', ({ length }) => length, { *steps({ length }) { return length } })
family.add(['byteacat'], concatenate, { size: (a, b) => a.length + b.length, steps: concatenateSteps })
family.add(['textcat'], (a, b) => a + b, { size: (a, b) => a.length + b.length })
family.add('text_substr', substring)
family.add('text_substr_no_len', substring)
family.add('nameconcatoid', (name, oid) => {
  const suffix = `_${oid}`
  let head = name
  while (utf8Bytes(head) + suffix.length > 63) head = [...head].slice(0, -1).join('')
  return head + suffix
})
family.add('textpos', position, { steps: positionInLong })
family.all({
  btrim: (text, letters) => trim(text, letters, true, true),
  btrim1: (text) => trim(text, ' ', true, true),
  ltrim: (text, letters) => trim(text, letters, true, false),
  ltrim1: (text) => trim(text, ' ', true, false),
  rtrim: (text, letters) => trim(text, letters, false, true),
  text_left: (text, count) =>
    count >= 0
      ? text.slice(0, unitIndex(text, count))
      : text.slice(0, unitIndex(text, Math.max(characterCount(text) + count, 0))),
  text_right: (text, count) =>
    count === -2147483648
      ? text
      : text.slice(unitIndex(text, count >= 0 ? Math.max(characterCount(text) - count, 0) : -count)),
  ascii: (text) => text.codePointAt(0) ?? 0,
  chr,
  to_hex32: (value) => (value >>> 0).toString(16),
  to_hex64: (value) => BigInt.asUintN(64, BigInt(value)).toString(16),
  textoverlay: overlay,
  textoverlay_no_len: (text, inserted, start) => overlay(text, inserted, start, characterCount(inserted)),
  quote_ident: quoteIdentifier,
  quote_nullable: (text) => (text === null ? 'NULL' : quoteLiteral(text)),
  md5_text: (text) => createHash('md5').update(text, 'utf8').digest('hex'),
  md5_bytea: (bytes) => createHash('md5').update(bytes).digest('hex'),
  sha224_bytea: (bytes) => new Uint8Array(createHash('sha224').update(bytes).digest()),
  sha256_bytea: (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest()),
  sha384_bytea: (bytes) => new Uint8Array(createHash('sha384').update(bytes).digest()),
  sha512_bytea: (bytes) => new Uint8Array(createHash('sha512').update(bytes).digest()),
})

// ---- bytea

/** @param {string} name */
function checkEncoding(name) {
  if (!['hex', 'base64', 'escape'].includes(name.toLowerCase()))
    throw invalidParameter(`unrecognized encoding: "${name}"`)
  return name.toLowerCase()
}

/** @param {Uint8Array} a @param {Uint8Array} b */
function concatenate(a, b) {
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}

/** Bytes that are copied in a millisecond, their memory being new. */
const COPIED_BYTES = 1 << 20

/** @param {Uint8Array} a @param {Uint8Array} b @returns {import('../../util/effort.js').Steps<Uint8Array>} */
function* concatenateSteps(a, b) {
  const bytes = new Uint8Array(a.length + b.length)
  let end = 0
  for (const part of [a, b]) {
    for (let at = 0; at < part.length; at += COPIED_BYTES) {
      bytes.set(part.subarray(at, at + COPIED_BYTES), end + at)
      yield
    }
    end += part.length
  }
  return bytes
}

/** @param {Uint8Array} bytes @param {number} start @param {number} [count] */
function byteaSubstring(bytes, start, count) {
  if (count !== undefined && count < 0) throw substringError('negative substring length not allowed', 'bytea_substring')
  return bytes.slice(Math.max(start - 1, 0), count === undefined ? undefined : Math.max(start - 1 + count, 0))
}

/** @param {Uint8Array} bytes @param {number} at @param {number} limit */
function checkIndex(bytes, at, limit) {
  if (at < 0 || at >= limit) throw arraySubscript(`index ${at} out of valid range, 0..${limit - 1}`)
}

family.all({
  bytea_substr: byteaSubstring,
  bytea_substr_no_len: byteaSubstring,
  byteapos: (bytes, part) => Buffer.from(bytes).indexOf(part) + 1,
  byteaGetByte: (bytes, at) => {
    checkIndex(bytes, at, bytes.length)
    return bytes[at]
  },
  byteaSetByte: (bytes, at, value) => {
    checkIndex(bytes, at, bytes.length)
    const copy = bytes.slice()
    copy[at] = value
    return copy
  },
  bytea_bit_count: (bytes) => {
    let count = 0
    for (let byte of bytes) for (; byte > 0; byte >>= 1) count += byte & 1
    return count
  },
})

/** @param {Uint8Array} bytes @param {string} encoding */
function encodeBytes(bytes, encoding) {
  const kind = checkEncoding(encoding)
  if (kind === 'hex') return toHex(bytes)
  if (kind === 'base64') return Buffer.from(bytes).toString('base64').replace(/.{76}(?=.)/g, '$&\n')
  return Array.from(bytes, (byte) =>
    byte === 92
      ? '\\\\'
      : byte === 0 || byte > 127
        ? `\\${byte.toString(8).padStart(3, '0')}`
        : String.fromCharCode(byte),
  ).join('')
}

/** @param {Uint8Array} bytes @param {string} encoding */
const encodeManyBytes = (bytes, encoding) =>
  bytewise(encodeBytes, checkEncoding(encoding) === 'base64' ? '\n' : '')(bytes, encoding)

family.add('binary_encode', encodeBytes, {
  size: (bytes, encoding) => bytes.length * (/^hex$/i.test(encoding) ? 2 : 1),
  steps: encodeManyBytes,
})
family.all({
  binary_decode: (text, encoding) => {
    const kind = checkEncoding(encoding)
    if (kind === 'hex') return parseBytea(`\\x${text}`)
    if (kind === 'escape') return parseBytea(text.startsWith('\\x') ? `\\\\${text.slice(1)}` : text)
    const bare = text.replace(/[ \t\r\n]/g, '')
    const bad = /[^A-Za-z0-9+/=]/u.exec(bare)
    if (bad !== null) throw invalidParameter(`invalid symbol "${bad[0]}" found while decoding base64 sequence`)
    if (bare.length % 4 !== 0)
      throw invalidParameter(
        'invalid base64 end sequence', undefined,
        'Input data is missing padding, is truncated, or is otherwise corrupted.',
      )
    return new Uint8Array(Buffer.from(bare, 'base64'))
  },
})
// ---- any number of arguments, each printed by its own type's output

/**
 * Arguments of a VARIADIC "any" call as [type, value] pairs, an explicit array spread.
 * @param {import('../impl.js').CallTypes} types
 * @param {any[]} args
 * @param {number} from
 */
function spread(types, args, from) {
  if (!types.variadic) return args.slice(from).map((value, i) => ({ type: types.args[from + i], value }))
  const array = args[args.length - 1]
  return array === null ? [] : array.values.map((/** @type {any} */ value) => ({ type: array.elementType, value }))
}

/** @param {import('../impl.js').FunctionContext} ctx @param {{ type: number, value: any }} arg */
function printed(ctx, arg) {
  if (arg.value === null) return null
  if (typeof arg.value === 'string') return arg.value
  return builtinType(arg.type)?.format(arg.value, ctx.env) ?? String(arg.value)
}

family.typed('text_concat', (ctx, types, ...args) => {
  if (types.variadic && args[args.length - 1] === null) return null
  return joined(spread(types, args, 0).map((/** @type {any} */ arg) => printed(ctx, arg)), '', 'concat()')
})
family.typed('text_concat_ws', (ctx, types, separator, ...args) => {
  if (separator === null || (types.variadic && args[args.length - 1] === null)) return null
  return joined(
    spread(types, [separator, ...args], 1).map((/** @type {any} */ arg) => printed(ctx, arg)), separator, 'concat_ws()',
  )
})

/** @param {(string | null)[]} texts @param {string} separator @param {string} what */
function joined(texts, separator, what) {
  const parts = /** @type {string[]} */ (texts.filter((text) => text !== null))
  charge(
    parts.reduce((sum, part) => sum + part.length, separator.length * Math.max(parts.length - 1, 0)),
    `the result of ${what}`,
  )
  return parts.join(separator)
}

family.typed(
  ['text_format', 'text_format_nv'],
  (ctx, types, format, ...args) => {
    if (format === null) return null
    return formatString(format, spread(types, [format, ...args], 1).map((/** @type {any} */ arg) => printed(ctx, arg)))
  },
  {
    steps: (ctx, types, format, ...args) =>
      format === null
        ? nothing()
        : formatInSteps(
            format,
            spread(types, [format, ...args], 1).map((/** @type {any} */ arg) => printed(ctx, arg)),
          ),
  },
)

/** Steps of a call that has none. @returns {Generator<void, null, void>} */
function* nothing() { return null }

family.typed('pg_num_nulls', (ctx, types, ...args) => (types.variadic && args[0] === null ? null
  : spread(types, args, 0).filter((/** @type {any} */ arg) => arg.value === null).length))
family.typed('pg_num_nonnulls', (ctx, types, ...args) => (types.variadic && args[0] === null ? null
  : spread(types, args, 0).filter((/** @type {any} */ arg) => arg.value !== null).length))
family.context('byteaout', (ctx, bytes) => formatBytea(bytes, ctx.env.byteaOutput))

// ---- bytea cut at its ends, escapes, normal forms

/** @param {Uint8Array} bytes @param {Uint8Array} drop @param {boolean} left @param {boolean} right */
function trimBytes(bytes, drop, left, right) {
  const set = new Set(drop)
  let start = 0
  let end = bytes.length
  if (left) while (start < end && set.has(bytes[start])) start++
  if (right) while (end > start && set.has(bytes[end - 1])) end--
  return bytes.slice(start, end)
}
family.all({
  byteatrim: (bytes, drop) => trimBytes(bytes, drop, true, true),
  bytealtrim: (bytes, drop) => trimBytes(bytes, drop, true, false),
  byteartrim: (bytes, drop) => trimBytes(bytes, drop, false, true),
  byteaoverlay: overlayBytes,
  byteaoverlay_no_len: (bytes, inserted, start) => overlayBytes(bytes, inserted, start, inserted.length),
})

/** @param {Uint8Array} bytes @param {Uint8Array} inserted @param {number} start @param {number} count */
function overlayBytes(bytes, inserted, start, count) {
  if (start <= 0) throw substringError('negative substring length not allowed')
  if (start + count !== (start + count | 0)) throw integerOutOfRange()
  return concatenate(concatenate(byteaSubstring(bytes, 1, start - 1), inserted), byteaSubstring(bytes, start + count))
}

/** \XXXX, \+XXXXXX, \uXXXX and \UXXXXXXXX; a surrogate pair is one character. */
family.add('unistr', (text) => {
  const unescaped = text.replace(
    /\\(?:(\\)|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|\+([0-9a-fA-F]{6})|([0-9a-fA-F]{4})|)/g,
    (/** @type {string} */ _, /** @type {string} */ backslash, /** @type {string[]} */ ...codes) => {
      if (backslash !== undefined) return '\\'
      const hex = codes.slice(0, 4).find((code) => code !== undefined)
      if (hex === undefined) throw invalidUnicodeEscape()
      const code = parseInt(hex, 16)
      if (code === 0 || code > 0x10ffff) throw invalidUnicodeCodePoint()
      return code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code)
    },
  )
  if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(unescaped))
    throw invalidUnicodeSurrogatePair()
  return unescaped
})

/** @param {string} form */
function normalForm(form) {
  const upperForm = form.toUpperCase()
  if (!['NFC', 'NFD', 'NFKC', 'NFKD'].includes(upperForm)) throw invalidParameter(`invalid normalization form: ${form}`)
  return upperForm
}
family.add('unicode_normalize_func', (text, form) => text.normalize(normalForm(form)))
family.add('unicode_is_normalized', (text, form) => text.normalize(normalForm(form)) === text)
