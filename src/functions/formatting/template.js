/**
 * Format templates of to_char and its inverses: text cut into patterns, each with its modifiers, and literal pieces.
 * Patterns are matched longest first; "…" is literal, a backslash escapes inside it, and outside only a double quote.
 */

/**
 * @typedef {object} TemplateItem
 * @property {string} key the pattern as its table has it; '' for a literal
 * @property {string} text the literal's text
 * @property {boolean} quoted the literal came in double quotes
 * @property {boolean} fill FM stood before it: no padding
 * @property {boolean} translated TM stood before it
 * @property {'' | 'TH' | 'th'} ordinal
 */

/**
 * @param {string} template
 * @param {string[]} patterns longest first of those that share a beginning
 * @param {boolean} hasModifiers FM, TM, TH and SP belong to patterns
 * @returns {TemplateItem[]}
 */
export function parseTemplate(template, patterns, hasModifiers) {
  /** @type {TemplateItem[]} */
  const items = []
  /** A letter or pattern that comes again is the same item: templates may be long. @type {Map<string, TemplateItem>} */
  const known = new Map()
  const item = (/** @type {string} */ name, /** @type {() => TemplateItem} */ make) => {
    let made = known.get(name)
    if (made === undefined) known.set(name, made = make())
    items.push(made)
  }
  const literal = (/** @type {string} */ text, /** @type {boolean} */ quoted) =>
    item(`${quoted ? '"' : "'"}${text}`, () => ({ key: '', text, quoted, fill: false, translated: false, ordinal: '' }))
  /** @type {Map<string, string[]>} */
  const byLetter = new Map()
  const patternsFrom = (/** @type {string} */ letter) => {
    let own = byLetter.get(letter)
    if (own === undefined) byLetter.set(letter, own = patterns.filter((pattern) => pattern[0] === letter))
    return own
  }
  for (let at = 0; at < template.length;) {
    let fill = false
    let translated = false
    if (hasModifiers) {
      const prefix = template.slice(at, at + 2)
      fill = prefix === 'FM' || prefix === 'fm'
      translated = prefix === 'TM' || prefix === 'tm'
      if (fill || translated) at += 2
      if (at >= template.length) break
    }
    const key = patternsFrom(template[at]).find((pattern) => template.startsWith(pattern, at))
    if (key !== undefined) {
      at += key.length
      /** @type {'' | 'TH' | 'th'} */
      let ordinal = ''
      if (hasModifiers) {
        const suffix = template.slice(at, at + 2)
        if (suffix === 'TH' || suffix === 'th') ordinal = suffix
        if (ordinal !== '' || suffix === 'SP') at += 2
      }
      item(`${key} ${fill} ${translated} ${ordinal}`, () => ({
        key, text: '', quoted: false, fill, translated, ordinal,
      }))
      continue
    }
    if (template[at] === '"') {
      let text = ''
      for (at++; at < template.length && template[at] !== '"'; at++) {
        if (template[at] === '\\' && at + 1 < template.length) at++
        text += template[at]
      }
      at++
      for (const letter of text) literal(letter, true)
      continue
    }
    if (template[at] === '\\' && template[at + 1] === '"') at++
    const letter = String.fromCodePoint(template.codePointAt(at) ?? 0)
    literal(letter, false)
    at += letter.length
  }
  return items
}

/** st, nd, rd or th of a number's text. @param {string} digits @param {'TH' | 'th'} form */
export function ordinalSuffix(digits, form) {
  const last = digits.length > 1 && digits[digits.length - 2] === '1' ? '' : digits[digits.length - 1]
  const suffix = last === '1' ? 'st' : last === '2' ? 'nd' : last === '3' ? 'rd' : 'th'
  return form === 'TH' ? suffix.toUpperCase() : suffix
}

/**
 * Templates repeat from row to row.
 * @template T
 * @param {(template: string) => T} parse
 * @returns {(template: string) => T}
 */
export function cachedTemplates(parse) {
  /** @type {Map<string, T>} */
  const cache = new Map()
  return (template) => {
    let parsed = cache.get(template)
    if (parsed === undefined) {
      if (cache.size >= 200) cache.clear()
      cache.set(template, parsed = parse(template))
    }
    return parsed
  }
}

const ROMAN = /** @type {[number, string][]} */ ([
  [1000, 'M'], [900, 'CM'], [500, 'D'], [400, 'CD'], [100, 'C'], [90, 'XC'], [50, 'L'], [40, 'XL'], [10, 'X'],
  [9, 'IX'], [5, 'V'], [4, 'IV'], [1, 'I'],
])

/** @param {number} value 1 to 3999 @returns {string} */
export function romanNumber(value) {
  let text = ''
  for (const [size, letters] of ROMAN) for (; value >= size; value -= size) text += letters
  return text
}
