/** What the validators of foreign-data wrappers have in common. */
import { items } from '../catalog/descriptors.js'
import { invalidFileOption, notBooleanOption } from '../errors/file-fdw.js'

/** @import { PgArray } from '../types/array.js' */

/** What a Boolean may be, as an option says it: a number is none. */
const BOOLEAN = /^(?:true|false|on|off)$/i

/** @param {string} value */
export const isBoolean = (value) => BOOLEAN.test(value)

/** @param {string} value */
export const isTrue = (value) => /^(?:true|on)$/i.test(value)

/** @param {string} option @param {string} value @throws {DbError} 42601 */
export function requireBoolean(option, value) {
  if (!isBoolean(value)) throw notBooleanOption(option)
}

/**
 * @param {PgArray | null} options each "name=value" @param {string[]} valid those that could stand there
 * @returns {Generator<[name: string, value: string], void, void>} @throws {DbError} HV00D
 */
export function* optionsIn(options, valid) {
  for (const option of items(options)) {
    const split = option.indexOf('=')
    const name = option.slice(0, split)
    if (!valid.includes(name)) throw invalidFileOption(name, valid)
    yield [name, option.slice(split + 1)]
  }
}
