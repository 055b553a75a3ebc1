/** lower, upper and initcap by a locale's rules. Words are Unicode's (UAX 29), as ICU's title casing has them. */

/** Two letters in one code point whose first alone is capital in a title. @type {Record<string, string>} */
const TITLE = { Ǆ: 'ǅ', ǅ: 'ǅ', ǆ: 'ǅ', Ǉ: 'ǈ', ǈ: 'ǈ', ǉ: 'ǈ', Ǌ: 'ǋ', ǋ: 'ǋ', ǌ: 'ǋ', Ǳ: 'ǲ', ǲ: 'ǲ', ǳ: 'ǲ' }

export class CaseMapping {
  /** @param {string} language a language tag, 'und' for none; one that is no tag counts as none */
  constructor(language) {
    this.language = tagOf(language)
    /** @type {Intl.Segmenter | null} */
    this.words = null
    /** letters outside the basic plane and all */
    this.dutch = /^nl(-|$)/i.test(this.language)
  }

  /** @param {string} text */
  lower(text) {
    return text.toLocaleLowerCase(this.language)
  }

  /** @param {string} text */
  upper(text) {
    return text.toLocaleUpperCase(this.language)
  }

  /** @param {string} text */
  initcap(text) {
    this.words ??= new Intl.Segmenter(this.language, { granularity: 'word' })
    let result = ''
    for (const { segment } of this.words.segment(text)) result += this.titled(segment)
    return result
  }

  /** The first letter, digit or symbol of a word is capital, the rest is not. @param {string} word */
  titled(word) {
    const found = /[\p{L}\p{N}\p{S}\p{M}\p{Co}]/u.exec(word)
    if (found === null) return word
    const [first] = found
    let rest = word.slice(found.index + first.length)
    let head = this.titleOf(first)
    if (this.dutch && head === 'I' && /^j/i.test(rest)) {
      head = 'IJ'
      rest = rest.slice(1)
    }
    return word.slice(0, found.index) + head + this.lower(first + rest).slice(this.lower(first).length)
  }

  /** @param {string} letter */
  titleOf(letter) {
    const known = TITLE[letter]
    if (known !== undefined) return known
    const code = letter.charCodeAt(0)
    if (code >= 0x1f80 && code <= 0x1faf) return String.fromCharCode(code | 8)
    if (code === 0x1fb3 || code === 0x1fc3 || code === 0x1ff3) return String.fromCharCode(code + 9)
    if (code === 0x1fbc || code === 0x1fcc || code === 0x1ffc) return letter
    if (code >= 0x10d0 && code <= 0x10ff) return letter //   Georgian has capitals, but not in titles
    const upper = this.upper(letter)
    const [first] = upper
    return first + this.lower(upper.slice(first.length))
  }
}

/** @param {string} language */
function tagOf(language) {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'und'
  } catch {
    return 'und'
  }
}
