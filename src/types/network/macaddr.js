/**
 * macaddr and macaddr8: hardware addresses of 6 and 8 bytes. Values and stored forms are the bytes. An address of 6
 * bytes becomes one of 8 with ff:fe in the middle.
 */
import { invalidInput, outOfRange } from '../../errors/data.js'
import { putBytes } from '../key/fixed.js'
import { copyOf } from '../../util/buffer-text.js'
import * as T from '../oids.js'
import { compareBytes, hashBytes } from '../strings/text.js'
import { expectBytes, TypeOps } from '../type-ops.js'

const SPACE = '[ \\t\\n\\v\\f\\r]*'
/** A number as C reads one; the sign of a group belongs to it, also behind a dash. */
const OCTET = `${SPACE}([+-]?(?:0[xX])?[0-9a-fA-F]+)`
/** Two digits at most, behind spaces; one alone only where no other follows. */
const PAIR = `${SPACE}([0-9a-fA-F]{2}|[0-9a-fA-F](?![0-9a-fA-F])|[+-][0-9a-fA-F])`
/** Six groups apart, three and three, twos, or all together. */
const FORMS = [
  [OCTET, OCTET, OCTET, OCTET, OCTET, OCTET].join(':'), [OCTET, OCTET, OCTET, OCTET, OCTET, OCTET].join('-'),
  `${PAIR}${PAIR}${PAIR}:${PAIR}${PAIR}${PAIR}`, `${SPACE}${PAIR}${PAIR}${PAIR}-${PAIR}${PAIR}${PAIR}`,
  `${PAIR}${PAIR}\\.${PAIR}${PAIR}\\.${PAIR}${PAIR}`, `${SPACE}${PAIR}${PAIR}-${PAIR}${PAIR}-${PAIR}${PAIR}`,
  `${PAIR}${PAIR}${PAIR}${PAIR}${PAIR}${PAIR}`,
].map((source) => new RegExp(`^${source}${SPACE}$`))

/** @param {string} text */
function parseMac(text) {
  for (const form of FORMS) {
    const match = form.exec(text)
    if (match === null) continue
    const octets = match.slice(1).map((digits) => parseInt(digits, 16))
    if (octets.some((octet) => octet < 0 || octet > 255))
      throw outOfRange(`invalid octet value in "macaddr" value: "${text}"`)
    return Uint8Array.from(octets)
  }
  throw invalidInput('macaddr', text)
}

/** Pairs of digits with the same separator, or none, anywhere between; 6 or 8 of them. @param {string} text */
function parseMac8(text) {
  const match = /^[ \t\n\v\f\r]*((?:[0-9a-fA-F]{2}[:.-]?)+)[ \t\n\v\f\r]*$/.exec(text)
  const body = match?.[1] ?? ''
  const digits = body.replace(/[:.-]/g, '')
  if (
    !/^(?:[^:.-]|(?<mark>[:.-])(?!.*(?!\k<mark>)[:.-]))*$/.test(body) ||
    (digits.length !== 12 && digits.length !== 16)
  )
    throw invalidInput('macaddr8', text)
  const bytes = new Uint8Array(digits.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = parseInt(digits.slice(at * 2, at * 2 + 2), 16)
  return bytes.length === 8 ? bytes : widened(bytes)
}

/** @param {Uint8Array} six */
export const widened = (six) => Uint8Array.of(six[0], six[1], six[2], 0xff, 0xfe, six[3], six[4], six[5])

/** @param {Uint8Array} bytes */
const formatMac = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(':')

/** @param {number} oid @param {string} name @param {number} size @param {(text: string) => Uint8Array} parse */
const macType = (oid, name, size, parse) => new TypeOps({
  oid, name, kind: 'var', category: 'U', parse, format: formatMac,
  receive: (bytes, start, end) => {
    if (size === 8 && end - start === 6) return widened(copyOf(bytes, start, end))
    expectBytes(start, end, size)
    return copyOf(bytes, start, end)
  },
  send: (value, writer) => writer.raw(value),
  compare: compareBytes,
  hash: hashBytes,
  encodedBytes: () => size,
  encode: (value, bytes, view, at) => {
    bytes.set(value, at)
    return at + size
  },
  decode: (bytes, view, start, end) => bytes.slice(start, end),
  putKey: putBytes,
})

export const macTypes = [macType(T.MACADDR, 'macaddr', 6, parseMac), macType(T.MACADDR8, 'macaddr8', 8, parseMac8)]
