import { items } from '../descriptors.js'

/** reloptions as an object. @param {any} array text[] of name=value @returns {Record<string, string>} */
export function optionsOf(array) {
  /** @type {Record<string, string>} */
  const options = {}
  for (const item of array === null ? [] : items(array))
    options[item.slice(0, item.indexOf('='))] = item.slice(item.indexOf('=') + 1)
  return options
}
