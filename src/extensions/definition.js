/** Extensions that programs bring: what is written of one, and whether it is complete. */
import { brokenExtension } from '../errors/extensions.js'

/** A value as programs have it: of SQL's types, or what the `parse` of a type of theirs makes. @typedef {any} Datum */
/** @typedef {number | string | Uint8Array} KeyPart */
/**
 * @template [Value=unknown]
 * @typedef {object} ExtensionType
 * @property {(text: string) => Value} parse a value of its text; what it throws is 22P02 with its message
 * @property {(value: Value) => string} format
 * @property {(a: Value, b: Value) => number} [compare] below 0, 0, above 0. With it (and `key`) come the operators < <=
 *   = >= > <> and the default operator classes for btree and hash
 * @property {(value: Value) => KeyPart | KeyPart[]} [key] what sorts as `compare` does: index entries are made of it
 * @property {(value: Value) => Uint8Array} [encode] stored form; the text unless said
 * @property {(bytes: Uint8Array) => Value} [decode]
 */
/**
 * @typedef {object} ExtensionFunction
 * @property {string[]} args types, as SQL names them
 * @property {string} returns
 * @property {'immutable' | 'stable' | 'volatile'} [volatility='immutable']
 * @property {boolean} [strict=true] not called, and null, when an argument is null
 * @property {(...args: Datum[]) => Datum} call values of the extension's own types are what their `parse` made;
 *   booleans, integers, floats and texts are JavaScript's; arrays are arrays; everything else is its text
 */
/**
 * @typedef {object} ExtensionOperator
 * @property {string} name
 * @property {string} [left] none: a prefix operator
 * @property {string} right
 * @property {string} function name of one of the extension's
 * @property {string} [commutator]
 * @property {string} [negator]
 */
/**
 * @typedef {object} ExtensionDefinition
 * @property {string} name as CREATE EXTENSION says it
 * @property {string} version
 * @property {string} [comment]
 * @property {string[]} [requires] other extensions
 * @property {boolean} [relocatable=true] ALTER EXTENSION … SET SCHEMA may move it
 * @property {Record<string, ExtensionType<Datum>>} [types]
 * @property {Record<string, ExtensionFunction>} [functions]
 * @property {ExtensionOperator[]} [operators]
 * @property {string} [script] further SQL: aggregates, casts, operator classes, views
 * @property {Record<string, string>} [updates] SQL by the versions it leads from and to: `'1.0--1.1'`
 */

const NAME = /^[a-z_][a-z0-9_]*$/

/**
 * Describes an extension for `open(dir, { extensions: [...] })`; CREATE EXTENSION then makes it in a database.
 * @param {ExtensionDefinition} definition
 * @returns {Readonly<ExtensionDefinition>}
 * @throws 22023 what is wrong with it, by its name
 */
export function defineExtension(definition) {
  const { name, version, types = {}, functions = {}, operators = [] } = definition
  const refuse = (/** @type {string} */ what) => { throw brokenExtension(String(name), what) }
  if (typeof name !== 'string' || !/^[a-zA-Z_][\w-]*$/.test(name)) refuse('its name must be an identifier')
  if (typeof version !== 'string' || version === '') refuse('it must have a version, a string')
  for (const [type, { parse, format, compare, key, encode, decode }] of Object.entries(types)) {
    if (!NAME.test(type)) refuse(`type "${type}" must be named in lower case`)
    if (typeof parse !== 'function' || typeof format !== 'function') refuse(`type "${type}" must have parse and format`)
    if ((compare === undefined) !== (key === undefined)) refuse(`type "${type}" must have compare and key, or neither`)
    if ((encode === undefined) !== (decode === undefined)) {
      refuse(`type "${type}" must have encode and decode, or neither`)
    }
  }
  for (const [func, { args, returns, call }] of Object.entries(functions)) {
    if (!NAME.test(func)) refuse(`function "${func}" must be named in lower case`)
    if (!Array.isArray(args) || typeof returns !== 'string') refuse(`function "${func}" must have args and returns`)
    if (typeof call !== 'function') refuse(`function "${func}" must have call`)
  }
  for (const operator of operators) {
    if (!Object.hasOwn(functions, operator.function)) refuse(`operator ${operator.name} must name one of its functions`)
  }
  return Object.freeze({ ...definition })
}
