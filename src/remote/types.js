/**
 * Values between a server and the library: text on the wire, and inside what `outputConverter` and `inputValue`
 * (library/values.js) work with.
 *
 *   from the server   bool, numbers, dates, bytea, jsonb and arrays become datums; all others stay the server's text
 *   to the server     what is text already goes as it is, and the server judges it; datums are written in a form that
 *                     does not depend on settings
 *
 * Types that are not PostgreSQL's own are text, but for arrays of them: those the server is asked for.
 */
import { parseArray } from '../types/array-text.js'
import { atOnce } from '../util/effort.js'
import { builtinType } from '../types/registry.js'
import { TextInPieces } from '../library/pieces/inputs.js'
import { FIRST_USER_OID } from '../types/oids.js'
import { isLong } from './long-messages.js'

/** @import { Types } from '../engine/door/door.js' */
/** @import { TypeEnv, TypeOps } from '../types/type-ops.js' */

const BOOL = 16
const BYTEA = 17
const NUMBERS = new Set([21, 23, 26, 700, 701])
/** bytea, int2vector, oidvector, date, timestamp, timestamptz, jsonb: their datum is not their text. */
const PARSED = new Set([BYTEA, 22, 30, 1082, 1114, 1184, 3802])
const JSON_TYPES = new Set([114, 3802])
const TIMES = new Set([1082, 1114, 1184])

/** Any server understands dates that were written so. @type {TypeEnv} */
const PLAIN = {
  dateStyle: 'ISO, MDY', timeZone: 'UTC', extraFloatDigits: 1, byteaOutput: 'hex', intervalStyle: 'postgres',
  xmlBinary: 'base64', xmlOption: 'content', arrayNulls: true, now: 0,
}

/**
 * What a server says of a type of its own.
 * @typedef {{ element: number, delimiter: string, isArray: boolean }} Foreign
 */

/** @implements {Types} */
export class RemoteTypes {
  /** @param {Map<number, Foreign>} foreign types the server was asked for, by OID: of all its sessions */
  constructor(foreign) {
    this.foreign = foreign
    /** Follows what the server says of its settings. @type {TypeEnv} */
    this.env = { ...PLAIN }
    /** @type {Map<number, TypeOps>} */
    this.known = new Map()
    /** @type {Map<number, ((text: string) => any) | null>} */
    this.decoders = new Map()
    /** The program's, which get the server's texts. @type {Record<number, unknown>} */
    this.parsers = {}
  }

  /** @param {Record<number, unknown>} parsers of the program's, by OID */
  heed(parsers) {
    if (this.parsers === parsers) return
    this.parsers = parsers
    this.decoders.clear()
  }

  /**
   * Texts and bytes that are not looked at or copied at once, which would hold the program's loop: they are sent piece
   * by piece, and what a text may not hold the server finds.
   * @param {string | Uint8Array} value
   */
  takesLong(value) { return isLong(value) }

  /** Domains come as the type they are of. */
  catalog() { return NO_CATALOG }

  /** @param {number[]} types @returns {number[]} those the server has to be asked for */
  unknown(types) {
    return types.filter((type) => type >= FIRST_USER_OID && !this.foreign.has(type))
  }

  /** A type's text and datum as the library sees them. @param {number} type OID @returns {TypeOps} */
  typeOps(type) {
    let ops = this.known.get(type)
    if (ops === undefined && this.unknown([type]).length > 0) return opsOf(type, undefined, NO_TYPE)
    if (ops === undefined) this.known.set(type, ops = opsOf(type, builtinType(type), this.foreign.get(type) ?? NO_TYPE))
    return ops
  }

  /** Whether values of the type take longer to be made than to be copied. @param {number} type OID */
  isMade(type) {
    const { category, elementType } = this.typeOps(type)
    return type === BYTEA || JSON_TYPES.has(type) || (category === 'A' && elementType !== 0)
  }

  /** What makes the datum of a text; null: it is the text. @param {number} type OID */
  decoder(type) {
    let decode = this.decoders.get(type)
    if (decode === undefined) {
      decode = this.decoderOf(type)
      if (this.unknown([type]).length === 0) this.decoders.set(type, decode)
    }
    return decode
  }

  /** @param {number} type OID @returns {((text: string) => any) | null} */
  decoderOf(type) {
    if (this.parsers[type] !== undefined) return null
    if (type === BOOL) return (text) => text === 't'
    if (NUMBERS.has(type)) return Number
    if (PARSED.has(type)) {
      const ops = /** @type {TypeOps} */ (builtinType(type))
      return (text) => ops.parse(text, -1, this.env)
    }
    const { category, elementType } = this.typeOps(type)
    if (category !== 'A' || elementType === 0) return null
    const element = this.decoder(elementType) ?? same
    const ops = /** @type {any} */ ({ delimiter: this.typeOps(elementType).delimiter ?? ',', parse: element })
    return (text) => atOnce(parseArray(text, elementType, ops, -1, this.env))
  }

  /**
   * @param {unknown} datum @param {number} type OID
   * @returns {string | Uint8Array | TextInPieces | null} as it is sent: text, or long bytes as they are
   */
  text(datum, type) {
    if (datum === null || typeof datum === 'string' || datum instanceof TextInPieces) return datum
    if (datum instanceof Uint8Array && type === BYTEA && isLong(datum)) return datum
    if (datum instanceof Uint8Array) return `\\x${Buffer.from(datum).toString('hex')}`
    if (TIMES.has(type)) return /** @type {TypeOps} */ (builtinType(type)).format(datum, PLAIN)
    return Object.is(datum, -0) ? '-0' : String(datum)
  }
}

/** @type {Foreign} */
const NO_TYPE = { element: 0, delimiter: ',', isArray: false }
const NO_CATALOG = { type: () => undefined }

/** @template T @param {T} value @returns {T} */
const same = (value) => value

/**
 * @param {number} type @param {TypeOps | undefined} own PostgreSQL's @param {Foreign} foreign
 * @returns {TypeOps}
 */
function opsOf(type, own, foreign) {
  const isDecoded = type === BOOL || NUMBERS.has(type) || PARSED.has(type)
  const isArray = own === undefined ? foreign.isArray : own.category === 'A'
  const elementType = own === undefined ? foreign.element : own.elementType
  const format = isDecoded && own !== undefined ? (/** @type {unknown} */ value) => own.format(value, PLAIN)
    : isArray ? arrayText : String
  // The library asks for these and nothing else.
  return /** @type {TypeOps} */ (/** @type {unknown} */ ({
    oid: type, category: isArray ? 'A' : own?.category ?? 'U', elementType: isArray ? elementType : 0,
    delimiter: own?.delimiter ?? foreign.delimiter, parse: same, format,
  }))
}

/** For parsers of the program's, which want the text. @param {{ values: unknown[], dims: number[] }} array */
function arrayText({ values, dims }) {
  const quoted = values.map((value) => value === null ? 'NULL'
    : `"${(typeof value === 'boolean' ? value ? 't' : 'f' : String(value)).replace(/["\\]/g, '\\$&')}"`)
  let level = quoted
  for (let at = dims.length - 1; at >= 0; at--) {
    const next = []
    const size = dims[at]
    for (let from = 0; from < level.length; from += size) next.push(`{${level.slice(from, from + size).join()}}`)
    level = next
  }
  return level[0] ?? '{}'
}
