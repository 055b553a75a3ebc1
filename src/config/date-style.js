/**
 * DateStyle: how dates are written, and in which order the fields of an ambiguous one are read. A list of words, as
 * names are listed.
 */
import { invalidSettingValue } from '../errors/settings.js'
import { nameList } from '../types/identifiers.js'

/** @param {string} word in small letters @returns {string | undefined} */
const styleOf = (word) =>
  word === 'iso'
    ? 'ISO'
    : word === 'sql'
      ? 'SQL'
      : word.startsWith('postgres')
        ? 'Postgres'
        : word === 'german'
          ? 'German'
          : undefined

/** @param {string} word in small letters @returns {string | undefined} */
const orderOf = (word) =>
  word === 'ymd'
    ? 'YMD'
    : word === 'dmy' || word.startsWith('euro')
      ? 'DMY'
      : word === 'mdy' || word === 'us' || word.startsWith('noneuro')
        ? 'MDY'
        : undefined

/**
 * What a change comes to: style, order or both; what is not named stays. DEFAULT stands for what is not named, too.
 * @param {string} current style, order
 * @param {string} text
 * @param {string} reset what DEFAULT stands for
 * @returns {string} style, order
 * @throws {DbError} 22023
 */
export function mergedDateStyle(current, text, reset) {
  const words = nameList(text)
  if (words === null)
    throw invalidSettingValue('DateStyle', text, undefined, undefined, undefined, 'List syntax is invalid.')
  let [style, order] = current.split(', ')
  let hasStyle = false
  let hasOrder = false
  for (const written of words) {
    const word = written.toLowerCase()
    const newStyle = styleOf(word)
    const newOrder = orderOf(word)
    if (newStyle !== undefined) {
      if (hasStyle && newStyle !== style) throw conflicting(text)
      style = newStyle
      hasStyle = true
      // German brings its order, unless one is named before or behind it.
      if (newStyle === 'German' && !hasOrder) order = 'DMY'
    } else if (newOrder !== undefined) {
      if (hasOrder && newOrder !== order) throw conflicting(text)
      order = newOrder
      hasOrder = true
    } else if (word === 'default') {
      const [usualStyle, usualOrder] = reset.split(', ')
      if (!hasStyle) style = usualStyle
      if (!hasOrder) order = usualOrder
    } else
      throw invalidSettingValue(
        'DateStyle', text, undefined, undefined, undefined, `Unrecognized key word: "${written}".`,
      )
  }
  return `${style}, ${order}`
}

/** @param {string} text */
const conflicting = (text) =>
  invalidSettingValue('DateStyle', text, undefined, undefined, undefined, 'Conflicting "datestyle" specifications.')
