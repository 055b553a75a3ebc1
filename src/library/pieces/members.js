/** @param {Record<string, unknown>} object @param {string} key @param {unknown} value */
export function setMember(object, key, value) {
  // As JSON.parse: this name becomes a property like any other.
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  else object[key] = value
}
