/**
 * What the libraries of extensions say about values: types of their own, and the keys that indexes keep for their
 * operator classes. A type is found by the code of its input function, a class by the code of its first support
 * function (gin: extractValue, gist: consistent), as functions/libraries.js names code: `$libdir/NAME:symbol`.
 *
 * An index descriptor knows a class by a number, below 0, so that it stays of one shape; what the number means is
 * looked up when it is used, so that an index of a library that is not there can be looked at and dropped.
 */
import { libraryNotHere } from '../errors/extensions.js'

/** @import { TypeOps } from './type-ops.js' */
/** @import { GistColumn } from './gist/keys.js' */

/**
 * @typedef {{ oid: number, name: string, elementType: number, category: string, delimiter: string }} TypeOfLibrary
 */
/** @typedef {(type: TypeOfLibrary) => TypeOps} MakeType */
/**
 * What a gin index keeps of a value of an operator class: keys of at most 120 bytes, none of which begins with another.
 * They may be of too many rows but not of too few, as every condition is looked at again on the row.
 * @typedef {object} GinClass
 * @property {(value: any, put: (key: Uint8Array) => void) => void} extract
 * @property {(value: unknown) => ArrayLike<number>} [numbers] the same where all keys are three bytes: as numbers
 * @property {(strategy: number, value: any, session: QuerySession | null) => LibraryQuery | null} query null: the index
 *   does not help, every row is
 *   looked at
 * @property {number[]} strategies that an index serves
 */
/** Whose settings a condition goes by. @typedef {{ settings: { get: (name: string) => unknown } }} QuerySession */
/**
 * Rows that have all of some keys, ranges (null: no end) and parts, or at least so many of them.
 * @typedef {object} LibraryQuery
 * @property {boolean} all
 * @property {number} [least] where not all; 1 unless said
 * @property {Uint8Array[]} [keys]
 * @property {[from: Uint8Array | null, to: Uint8Array | null][]} [ranges] up to what begins with `to`
 * @property {LibraryQuery[]} [parts]
 */
/** @typedef {(typeOid: number) => GistColumn} MakeGistColumn */
/**
 * `value[key]` of a type: one subscript, which is converted to the type `key`, and no slices. What is got is null where
 * there is none; what is set may be null, and so may be what it is set in.
 * @typedef
 *   {{ key: number, element: number, get(value: unknown, key: unknown): unknown,
 *   set(value: unknown, key: unknown, element: unknown): unknown }} Subscripts
 */
/**
 * @typedef {object} ValueParts of a library, all by symbol
 * @property {Record<string, MakeType>} [types]
 * @property {Record<string, GinClass>} [gin]
 * @property {Record<string, MakeGistColumn>} [gist]
 * @property {Record<string, Subscripts>} [subscripts] by the symbol of a type's SUBSCRIPT function
 * @property {string[]} [natural] comparison and hash functions by which its types themselves are ordered and hashed:
 *   operator classes of these are those types' own
 */

/** @type {Map<string, ValueParts>} by library, as pg_proc.probin has it */
const parts = new Map()
/** @type {Map<string, number>} a class's number by the code of its support function */
const numbers = new Map()
/** @type {string[]} */
const sources = []

/** @param {string} binary @param {ValueParts} said */
export function addValueParts(binary, said) {
  parts.set(binary, said)
}

/** @param {string} source @returns {[binary: string, symbol: string]} */
function split(source) {
  const at = source.lastIndexOf(':')
  return [source.slice(0, at), source.slice(at + 1)]
}

/**
 * @param {string} source of a type's input function
 * @returns {MakeType | undefined} undefined: no library that is there has it
 */
export function libraryType(source) {
  const [binary, symbol] = split(source)
  return parts.get(binary)?.types?.[symbol]
}

/** @param {string} source of a type's SUBSCRIPT function @returns {Subscripts | undefined} */
export function librarySubscripts(source) {
  const [binary, symbol] = split(source)
  return parts.get(binary)?.subscripts?.[symbol]
}

/** Whether a comparison or hash function is how values of its type compare by themselves. @param {string} source */
export function isNatural(source) {
  const [binary, symbol] = split(source)
  return parts.get(binary)?.natural?.includes(symbol) === true
}

/** @param {string} source of a class's support function @returns {number} below 0 */
export function classNumber(source) {
  let number = numbers.get(source)
  if (number === undefined) {
    sources.push(source)
    numbers.set(source, number = -sources.length)
  }
  return number
}

/** @param {number} number below 0 @returns {GinClass | undefined} */
export function ginClass(number) {
  const [binary, symbol] = split(sources[-number - 1])
  return parts.get(binary)?.gin?.[symbol]
}

/** @param {number} number below 0 @returns {GinClass} @throws {DbError} 58P01 */
export function requireGinClass(number) {
  const found = ginClass(number)
  if (found === undefined) throw libraryNotHere(split(sources[-number - 1])[0])
  return found
}

/** @param {number} number below 0 @returns {MakeGistColumn | undefined} */
export function gistClass(number) {
  const [binary, symbol] = split(sources[-number - 1])
  return parts.get(binary)?.gist?.[symbol]
}

/** @param {number} number below 0 @returns {MakeGistColumn} @throws {DbError} 58P01 */
export function requireGistClass(number) {
  const found = gistClass(number)
  if (found === undefined) throw libraryNotHere(split(sources[-number - 1])[0])
  return found
}
