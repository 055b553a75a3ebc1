/** Names of SQL as names of XML (SQL/XML's mapping): what cannot stand in one is written _xHHHH_. */

const FIRST = /^[_:\p{L}]$/u
const FOLLOWING = /^[-.:_\p{L}\p{N}\p{M}\u00b7]$/u

/**
 * @param {string} name
 * @param {{ fully: boolean, period?: boolean }} how fully: colons and a leading xml as well; period: those too
 * @returns {string}
 */
export function xmlNameOf(name, { fully, period = false }) {
  let written = ''
  const characters = [...name]
  characters.forEach((character, at) => {
    const isFirst = at === 0
    if (character === ':' && (isFirst || fully)) written += '_x003A_'
    else if (character === '_' && characters[at + 1] === 'x') written += '_x005F_'
    else if (fully && isFirst && /^xml/i.test(name)) written += character === 'x' ? '_x0078_' : '_x0058_'
    else if (period && character === '.') written += '_x002E_'
    else written += (isFirst ? FIRST : FOLLOWING).test(character) ? character : escaped(character)
  })
  return written
}

/** @param {string} character */
const escaped = (character) =>
  `_x${/** @type {number} */ (character.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}_`

/** The name it came from. @param {string} name @returns {string} */
export const nameOfXml = (name) =>
  name.replaceAll(/_x([\dA-Fa-f]{4,6})_/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
