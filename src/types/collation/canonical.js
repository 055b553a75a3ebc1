/**
 * One form for all texts a collator holds equal. Intl has comparing only, no sort keys, so the form is found by asking
 * the collator, character by character:
 *
 *   a character that counts for nothing is left out characters that are equal stand for each other: the one with the
 *   lowest code point is written one that is equal to several others is written as those ("ß" as "ss", where case does
 *   not matter) characters that together are something else (Danish "aa", a base letter and a mark) are looked up as
 *   one, and written between 02 and 03
 *
 * A locale's ASCII is settled by comparing its 128 characters with each other; the rest, once, by sorting all
 * characters there are (50 ms). Ideographs and Hangul are equal to themselves only. What is equal follows from the
 * collator alone, so it is the same in every process with the same version of Unicode and CLDR.
 *
 * Not seen: units of several characters that are equal to a sequence of other such units, or where the case of one part
 * counts (Hungarian "ddz", mixed "DDz").
 */

/** Combining grapheme joiner: counts for nothing, and keeps what stands around it from being taken as one. */
const JOINER = '\u034f'
/** Above every primary weight. */
const HIGHEST = '\uffff'
const UNITS_MAX = 8192
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu
const ASCII = /^[\0-\x7f]*$/
const HANGUL_OR_IDEOGRAPH = /[\p{Unified_Ideograph}\uac00-\ud7a3]/u

export class Canonical {
  /** @param {Intl.Collator} collator */
  constructor(collator) {
    const { locale, ...options } = collator.resolvedOptions()
    this.compare = collator.compare
    this.numeric = options.numeric
    const tag = options.collation === 'default' ? locale : `${locale.replace(/-u-.*$/, '')}-u-co-${options.collation}`
    const like = (/** @type {any} */ level, /** @type {boolean} */ numeric) =>
      new Intl.Collator(tag, {
        usage: /** @type {any} */ (options.usage),
        ignorePunctuation: options.ignorePunctuation,
        caseFirst: /** @type {any} */ (options.caseFirst),
        numeric,
        sensitivity: level,
      }).compare
    /** tells all apart that can be told apart by weights */
    this.strict = like('variant', false)
    /** by primary weights only */
    this.base = like('base', false)
    /** what each ASCII character is written as; null: another, to be looked up @type {string[] | null} */
    this.ascii = null
    /** pairs of ASCII characters that are something else together */
    this.pairs = new Uint8Array(128 * 128)
    this.hasPairs = false
    /** @type {Classes | null} */
    this.classes = null
    /** forms of clusters and of units @type {Map<string, string>} */
    this.units = new Map()
    /** whether two neighbours are something else together @type {Map<string, boolean>} */
    this.joins = new Map()
  }

  /** @param {string} text @returns {string} */
  of(text) {
    if (!ASCII.test(text)) return this.ofAny(text)
    const ascii = this.ascii ?? this.readAscii()
    if (this.numeric && /[0-9]/.test(text)) return this.ofAny(text)
    if (this.hasPairs) {
      for (let at = 1; at < text.length; at++)
        if (this.pairs[text.charCodeAt(at - 1) * 128 + text.charCodeAt(at)] === 1) return this.ofAny(text)
    }
    let form = ''
    for (let at = 0; at < text.length; at++) form += ascii[text.charCodeAt(at)]
    return form
  }

  /** @returns {string[]} */
  readAscii() {
    const { compare, strict } = this
    const letters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
    this.ascii = letters.map((letter, code) => {
      if (compare(letter, '') === 0) return ''
      for (let other = 0; other < code; other++) if (compare(letters[other], letter) === 0) return letters[other]
      return letter
    })
    for (let left = 0; left < 128; left++) {
      for (let right = 0; right < 128; right++) {
        if (strict(letters[left] + letters[right], letters[left] + JOINER + letters[right]) === 0) continue
        this.pairs[left * 128 + right] = 1
        this.hasPairs = true
      }
    }
    return this.ascii
  }

  /** @param {string} text */
  ofAny(text) {
    const clusters = text.normalize('NFD').match(CLUSTER) ?? []
    let form = ''
    for (let at = 0; at < clusters.length;) {
      if (this.numeric && this.digitOf(clusters[at]) >= 0) {
        let digits = ''
        for (; at < clusters.length && this.digitOf(clusters[at]) >= 0; at++) digits += this.digitOf(clusters[at])
        form += digits.replace(/^0+(?=.)/, '')
        continue
      }
      let unit = clusters[at++]
      const alone = unit
      while (at < clusters.length && this.joined(unit, clusters[at])) unit += clusters[at++]
      form += unit === alone ? this.clusterForm(unit) : this.unitForm(unit)
    }
    return form
  }

  /** @param {string} cluster @returns {number} -1: no digit */
  digitOf(cluster) {
    if (!/^\p{Nd}$/u.test(cluster)) return -1
    for (let digit = 0; digit < 10; digit++) if (this.base(cluster, String(digit)) === 0) return digit
    return -1
  }

  /** @param {string} left @param {string} right */
  joined(left, right) {
    if (HANGUL_OR_IDEOGRAPH.test(right) && HANGUL_OR_IDEOGRAPH.test(left)) return false
    const key = `${left}\0${right}`
    let joined = this.joins.get(key)
    if (joined === undefined) {
      joined = this.strict(left + right, left + JOINER + right) !== 0
      remember(this.joins, key, joined)
    }
    return joined
  }

  /** A character with its marks. @param {string} cluster */
  clusterForm(cluster) {
    let form = this.units.get(cluster)
    if (form === undefined) {
      const parts = [...cluster]
      form =
        parts.length === 1 || this.strict(cluster, parts.join(JOINER)) === 0
          ? parts.map((part) => this.characterForm(part)).join('')
          : this.lookUp(cluster)
      remember(this.units, cluster, form)
    }
    return form
  }

  /** Characters that are something else together. @param {string} unit */
  unitForm(unit) {
    let form = this.units.get(unit)
    if (form === undefined) remember(this.units, unit, form = this.lookUp(unit))
    return form
  }

  /** @param {string} character */
  characterForm(character) {
    if (HANGUL_OR_IDEOGRAPH.test(character)) return character
    this.classes ??= new Classes(this)
    return this.classes.forms.get(character) ?? (this.compare(character, '') === 0 ? '' : character)
  }

  /** @param {string} unit @returns {string} */
  lookUp(unit) {
    if (this.compare(unit, '') === 0) return ''
    this.classes ??= new Classes(this)
    const single = this.classes.find(unit)
    if (single !== null) return this.classes.forms.get(single) ?? single
    const parts = this.classes.primaries(unit)
    if (parts !== null && this.compare(parts.join(JOINER), unit) === 0) return parts.join('')
    const plain = unit.normalize('NFKC')
    const like = [plain.toLowerCase(), unit.toLowerCase(), plain].find((other) => this.compare(other, unit) === 0)
    return `\u0002${like ?? unit}\u0003`
  }
}

/** Characters by what they are equal to. */
class Classes {
  /** @param {Canonical} canonical */
  constructor({ compare, base, strict }) {
    this.compare = compare
    this.base = base
    this.strict = strict
    /** @type {Map<string, string>} */
    this.forms = new Map()
    const all = allCharacters().slice().sort(compare)
    /** one of each class, in the collator's order */
    /** @type {string[]} */
    this.sorted = []
    /** those with one primary weight of their own, in order */
    /** @type {string[]} */
    this.atoms = []
    /** @type {string[]} */
    const expanding = []
    for (let from = 0; from < all.length;) {
      let to = from + 1
      let first = all[from]
      while (to < all.length && compare(all[from], all[to]) === 0) {
        if (comesFirst(all[to], first)) first = all[to]
        to++
      }
      this.sorted.push(first)
      const several = this.isSeveral(first)
      const form = compare(first, '') === 0 ? '' : isDecomposed(first) ? first : this.formOfComposed(first)
      for (let at = from; at < to; at++) {
        this.forms.set(all[at], form)
        if (several) expanding.push(all[at])
      }
      from = to
    }
    for (const character of expanding) {
      const parts = [[...character.normalize('NFKD')], this.primaries(character)].find(
        (list) => list !== null && list.length > 1 && compare(list.join(JOINER), character) === 0
      )
      if (parts) this.forms.set(character, parts.map((part) => this.forms.get(part) ?? part).join(''))
    }
  }

  /**
   * Whether it has several primary weights, the first of them the last atom's; with one of its own it becomes an atom.
   * @param {string} character next in order
   */
  isSeveral(character) {
    const { base, atoms } = this
    if (base(character, '') === 0) return false //          a mark
    const last = atoms[atoms.length - 1]
    if (last === undefined || base(last + HIGHEST, character) < 0) {
      atoms.push(character)
      return false
    }
    return base(last, character) !== 0
  }

  /** A letter with marks: its parts, if that is what it is to the collator. @param {string} character */
  formOfComposed(character) {
    const decomposed = character.normalize('NFD')
    const parts = [...decomposed]
    return this.strict(decomposed, parts.join(JOINER)) === 0
      ? parts.map((part) => this.forms.get(part) ?? part).join('')
      : `\u0002${character}\u0003`
  }

  /** The character that is equal to a text, or null. @param {string} text @returns {string | null} */
  find(text) {
    let low = 0
    let high = this.sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const order = this.compare(this.sorted[middle], text)
      if (order === 0) return this.sorted[middle]
      if (order < 0) low = middle + 1
      else high = middle
    }
    return null
  }

  /**
   * Characters whose primary weights, one after the other, are a text's; null when there are none such.
   * @param {string} text
   * @returns {string[] | null}
   */
  primaries(text) {
    const { base, atoms } = this
    /** @type {string[]} */
    const parts = []
    let before = ''
    while (base(before, text) !== 0) {
      let low = 0
      let high = atoms.length
      while (low < high) {
        const middle = (low + high) >>> 1
        if (base(before + atoms[middle], text) <= 0) low = middle + 1
        else high = middle
      }
      if (low === 0 || parts.length > 32 || base(before + atoms[low - 1] + HIGHEST, text) < 0) return null
      parts.push(atoms[low - 1])
      before += atoms[low - 1] + JOINER
    }
    return parts
  }
}

/** @param {string} character */
const isDecomposed = (character) => character.normalize('NFD') === character

/** Decomposed ones first, then by code point. @param {string} a @param {string} b */
function comesFirst(a, b) {
  const simple = isDecomposed(a)
  return simple === isDecomposed(b)
    ? /** @type {number} */ (a.codePointAt(0)) < /** @type {number} */ (b.codePointAt(0))
    : simple
}

/** @param {Map<string, any>} map @param {string} key @param {any} value */
function remember(map, key, value) {
  if (map.size >= UNITS_MAX) map.clear()
  map.set(key, value)
}

/** @type {string[] | null} */
let characters = null

/** Every assigned character but ideographs, Hangul syllables and private ones. */
function allCharacters() {
  if (characters !== null) return characters
  characters = []
  const skipped = /[\p{Cn}\p{Co}\p{Cs}]/u
  for (let code = 1; code < 0xe0200; code++) {
    if (code === 0x20000) code = 0xe0000
    const character = String.fromCodePoint(code)
    if (!skipped.test(character) && !HANGUL_OR_IDEOGRAPH.test(character)) characters.push(character)
  }
  return characters
}
