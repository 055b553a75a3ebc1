/**
 * A collation at work: the order, equality and case of texts by an ICU locale, through Intl. One object per locale and
 * kind in the process.
 *
 * Deterministic: texts that the locale holds equal are ordered by their bytes, so only equal bytes are equal. Not
 * deterministic: what the locale holds equal is equal, and `canonical` gives equal texts, and no others, one form: what
 * hash tables and indexes go by (canonical.js).
 */
import { compareText, trimBlanks } from '../strings/text.js'
import { parseLocale } from './locale.js'
import { Canonical } from './canonical.js'
import { CaseMapping } from './case.js'
/** @import { CollationLocale } from './locale.js' */

/**
 * Version of the orders this process has: Unicode's and CLDR's, of which they are made. What pg_collation.collversion
 * is compared with.
 */
export const COLLATION_VERSION =
  process.versions.unicode === undefined ? '0' : `${process.versions.unicode}-${process.versions.cldr}`

export class Collator {
  /** @param {string} locale @param {boolean} deterministic */
  constructor(locale, deterministic) {
    this.locale = locale
    this.deterministic = deterministic
    const parsed = parseLocale(locale)
    /** one after the other: the first that tells two texts apart decides @type {Intl.Collator[]} */
    this.parts = partsOf(parsed)
    this.identical = parsed.strength === 5
    const [first, second = null] = this.parts
    const byLocale =
      second === null
        ? first.compare
        : (/** @type {string} */ a, /** @type {string} */ b) => first.compare(a, b) || second.compare(a, b)
    const { identical } = this
    /** the locale's own order @type {(a: string, b: string) => number} */
    this.order = identical ? (a, b) => byLocale(a, b) || compareText(a.normalize('NFD'), b.normalize('NFD')) : byLocale
    const { order } = this
    /** @type {(a: string, b: string) => number} */
    this.compare = deterministic
      ? (a, b) => (a === b ? 0 : order(a, b) || compareText(a, b))
      : (a, b) => (a === b ? 0 : order(a, b))
    /** @type {(a: string, b: string) => boolean} */
    this.equals = deterministic ? (a, b) => a === b : (a, b) => a === b || order(a, b) === 0
    const { compare, equals } = this
    /** bpchar: trailing blanks count for nothing @type {(a: string, b: string) => number} */
    this.compareBlank = (a, b) => compare(trimBlanks(a), trimBlanks(b))
    /** @type {(a: string, b: string) => boolean} */
    this.equalsBlank = (a, b) => equals(trimBlanks(a), trimBlanks(b))
    /** @type {Canonical[] | null} */
    this.forms = null
    this.casing = new CaseMapping(parsed.language)
    /** one form for all texts that are equal @type {(text: string) => string} */
    this.canonical = deterministic ? (text) => text : (text) => this.canonicalForm(text)
    /** @type {(text: string) => string} */
    this.canonicalBlank = (text) => this.canonical(trimBlanks(text))
  }

  /** @param {string} text */
  canonicalForm(text) {
    if (this.identical) return text.normalize('NFD')
    const forms = this.forms ??= this.parts.map((part) => new Canonical(part))
    return forms.length === 1 ? forms[0].of(text) : forms.map((form) => form.of(text)).join('\u0004')
  }
}

/** @param {CollationLocale} locale @returns {Intl.Collator[]} */
function partsOf({ tag, strength, caseLevel, shifted, numeric, caseFirst, search }) {
  /** @param {'base' | 'accent' | 'case' | 'variant'} sensitivity @param {boolean | null} [ignores] */
  const made = (sensitivity, ignores = shifted) =>
    new Intl.Collator(tag, {
      sensitivity,
      usage: search ? 'search' : 'sort',
      ...(ignores === null ? null : { ignorePunctuation: ignores }),
      ...(numeric === null ? null : { numeric }),
      ...(caseFirst === null ? null : { caseFirst }),
    })
  if (strength === 1) return [made(caseLevel ? 'case' : 'base')]
  if (strength === 2) return caseLevel ? [made('accent'), made('case')] : [made('accent')]
  const all = caseLevel ? [made('accent'), made('case'), made('variant')] : [made('variant')]
  // Beyond the third level there is only ignored punctuation to look at: it orders below everything else, as it does
  // where nothing is ignored.
  return strength >= 4 && all[0].resolvedOptions().ignorePunctuation ? [...all, made('base', false)] : all
}

/** @type {Map<string, Collator>} */
const made = new Map()

/** @param {string} locale @param {boolean} deterministic @returns {Collator} */
export function collatorOf(locale, deterministic) {
  const key = collatorKey(locale, deterministic)
  let collator = made.get(key)
  if (collator === undefined) made.set(key, collator = new Collator(locale, deterministic))
  return collator
}

/** @param {string} locale @param {boolean} deterministic */
export const collatorKey = (locale, deterministic) => `${deterministic ? 'd' : 'n'}${locale}`
