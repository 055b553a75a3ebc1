/**
 * EXPLAIN's structured formats: the same groups of named properties as JSON, YAML or XML, laid out as PostgreSQL lays
 * them out.
 *
 *   group = { name: value }     value = number, boolean, string, list of strings, Fixed (a number with its digits), group, list of groups
 */
/** @import { Datum } from '../types/datum.js' */

/** A number that shows this many digits behind the point. */
export class Fixed {
  /** @param {number} value @param {number} digits */
  constructor(value, digits) {
    this.text = value.toFixed(digits)
  }
}

/** @typedef {Record<string, any>} Group */

/** @param {Group[]} queries @param {'json' | 'yaml' | 'xml'} format @returns {string} */
export function formatGroups(queries, format) {
  if (format === 'json') return json(queries, '')
  if (format === 'yaml') return queries.map((query) => yamlItem(query, '')).join('\n')
  return [
    '<explain xmlns="http://www.postgresql.org/2009/explain">',
    ...queries.flatMap((query) => xmlGroup('Query', query, '  ')),
    '</explain>',
  ].join('\n')
}

/** @param {Datum} value */
const isScalar = (value) => typeof value !== 'object' || value === null || value instanceof Fixed

/** @param {Datum} value */
const plain = (value) => value instanceof Fixed ? value.text : String(value)

/** @param {any} value @param {string} indent @returns {string} */
function json(value, indent) {
  if (value instanceof Fixed) return value.text
  if (isScalar(value)) return JSON.stringify(value)
  const inner = `${indent}  `
  if (!Array.isArray(value))
    return `{\n${Object.entries(value)
      .map(([name, item]) => `${inner}${JSON.stringify(name)}: ${json(item, inner)}`)
      .join(',\n')}\n${indent}}`
  if (value.length > 0 && value.every(isScalar)) return `[${value.map((item) => json(item, inner)).join(', ')}]`
  return `[\n${value.map((item) => `${inner}${json(item, inner)}`).join(',\n')}${value.length > 0 ? '\n' : ''}${indent}]`
}

/** @param {Datum} value */
const yamlScalar = (value) => typeof value === 'string' ? JSON.stringify(value) : plain(value)

/**
 * A group in a list: its first property stands behind the dash.
 * @param {Group} group
 * @param {string} indent
 * @returns {string}
 */
const yamlItem = (group, indent) => `${indent}- ${yaml(group, `${indent}  `).slice(indent.length + 2)}`

/** @param {Group} group @param {string} indent @returns {string} */
function yaml(group, indent) {
  return Object.entries(group).map(([name, value]) => {
    if (isScalar(value)) return `${indent}${name}: ${yamlScalar(value)}`
    const lines = Array.isArray(value)
      ? value.map((item) => (isScalar(item) ? `${indent}  - ${yamlScalar(item)}` : yamlItem(item, `${indent}  `)))
      : [yaml(value, `${indent}  `)]
    return [`${indent}${name}: `, ...lines].join('\n')
  }).join('\n')
}

/** @param {string} text */
const escapeXml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#x0d;')

/** @param {string} name */
const tag = (name) => name.replace(/[^A-Za-z0-9\-_.]/g, '-')

/** @param {string} name @param {Group} group @param {string} indent @returns {string[]} */
function xmlGroup(name, group, indent) {
  const inner = `${indent}  `
  const lines = Object.entries(group).flatMap(([key, value]) => {
    if (isScalar(value)) return [`${inner}<${tag(key)}>${escapeXml(plain(value))}</${tag(key)}>`]
    if (!Array.isArray(value)) return xmlGroup(key, value, inner)
    const items = value.flatMap((item) =>
      isScalar(item)
        ? [`${inner}  <Item>${escapeXml(plain(item))}</Item>`]
        : xmlGroup(key === 'Plans' ? 'Plan' : key, item, `${inner}  `),
    )
    return [`${inner}<${tag(key)}>`, ...items, `${inner}</${tag(key)}>`]
  })
  return [`${indent}<${tag(name)}>`, ...lines, `${indent}</${tag(name)}>`]
}
