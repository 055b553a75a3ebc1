/**
 * What an ICU locale asks of a collator. Two spellings are read, BCP 47 ("de-u-co-phonebk-ks-level2") and ICU's own
 * ("de@collation=phonebook;colStrength=secondary"); what comes out is what Intl.Collator takes, and what has to be made
 * of several of them.
 */
import { noCollatorFor } from '../../errors/values.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { trimBlanks } from '../../util/ascii.js'

/**
 * @typedef {object} CollationLocale
 * @property {string} tag for Intl.Collator, with a -u-co- where one is asked for; a locale without an order of its own
 *   has the root's
 * @property {string} language for changing case: language and region as given, 'und' for none
 * @property {1 | 2 | 3 | 4 | 5} strength 5 identical
 * @property {boolean} caseLevel
 * @property {boolean | null} shifted punctuation is ignored; null: as the locale has it
 * @property {boolean | null} numeric
 * @property {'upper' | 'lower' | 'false' | null} caseFirst
 * @property {boolean} search compares for searching, not for sorting
 */

/** A locale whose order is the root's: what ICU falls back to, where Intl would take the process's own locale. */
const ROOT = 'en'

/** ICU's keywords as BCP 47 ones. @type {Record<string, string>} */
const OLD_KEYS = {
  collation: 'co', colstrength: 'ks', colalternate: 'ka', colbackwards: 'kb', colcaselevel: 'kc', colcasefirst: 'kf',
  colnumeric: 'kn', colnormalization: 'kk', colreorder: 'kr', colhiraganaquaternary: 'kh', kv: 'kv', co: 'co', ks: 'ks',
  ka: 'ka', kb: 'kb', kc: 'kc', kf: 'kf', kn: 'kn', kk: 'kk', kr: 'kr', kh: 'kh',
}
/** @type {Record<string, string>} */
const OLD_VALUES = {
  phonebook: 'phonebk', traditional: 'trad', dictionary: 'dict', gb2312han: 'gb2312', primary: 'level1',
  secondary: 'level2', tertiary: 'level3', quaternary: 'level4', quarternary: 'level4', identical: 'identic',
  'non-ignorable': 'noignore', yes: 'true', no: 'false',
}

const STRENGTHS = ['level1', 'level2', 'level3', 'level4', 'identic']

/**
 * @param {string} locale as pg_collation.colliculocale has it
 * @returns {CollationLocale}
 * @throws {DbError} XX000 a value no key has; 0A000
 */
export function parseLocale(locale) {
  const { base, keys } = split(locale)
  const broken = () => noCollatorFor(locale)
  const refuse = (/** @type {string} */ what) => featureNotSupported(`the collation locale "${locale}": ${what}`)
  /** @type {CollationLocale} */
  const parsed = {
    tag: ROOT, language: base === '' ? 'und' : base, strength: 3, caseLevel: false, shifted: null, numeric: null,
    caseFirst: null, search: false,
  }
  const flag = (/** @type {string} */ value) => {
    if (value === '' || value === 'true') return true
    if (value === 'false') return false
    throw broken()
  }
  let kind = ''
  for (const [key, value] of keys) {
    switch (key) {
      case 'co': kind = value; break
      case 'ks': {
        const strength = STRENGTHS.indexOf(value) + 1
        if (strength === 0) throw broken()
        parsed.strength = /** @type {any} */ (strength)
        break
      }
      case 'ka':
        if (value !== 'noignore' && value !== 'shifted') throw broken()
        parsed.shifted = value === 'shifted'
        break
      case 'kc': parsed.caseLevel = flag(value); break
      case 'kn': parsed.numeric = flag(value); break
      case 'kf':
        if (!['upper', 'lower', 'false'].includes(value)) throw broken()
        parsed.caseFirst = /** @type {any} */ (value)
        break
      case 'kk': flag(value); break //                texts are always compared as if normalized
      case 'kh': flag(value); break //                ICU has ignored it since version 53
      case 'kb': if (flag(value) && base !== 'fr-CA') throw refuse('accents compared from the end'); break
      case 'kr': throw refuse('scripts in another order')
      case 'kv': if (value !== 'punct') throw refuse('another limit of what counts as punctuation'); break
      case 'va': if (value === 'posix') throw refuse('the POSIX variant'); break
      default: // other keys are not about collation
    }
  }
  if (/^(c|posix|en-us-posix)$/i.test(base)) throw refuse('the POSIX variant')
  if (kind === 'search' || kind === 'searchjl') {
    parsed.search = kind === 'search'
    if (kind === 'searchjl') throw refuse('searching by initial consonants')
    kind = ''
  }
  const known = supported(base) ? base : ROOT
  parsed.tag = kind === '' || kind === 'standard' || !/^[a-z0-9]{3,8}$/.test(kind) ? known : `${known}-u-co-${kind}`
  return parsed
}

/**
 * @param {string} locale
 * @returns {{ base: string, keys: Map<string, string> }} language, script, region and variants with hyphens; keys in
 *   lower case
 */
function split(locale) {
  const at = locale.indexOf('@')
  /** @type {Map<string, string>} */
  const keys = new Map()
  const subtags = (at < 0 ? locale : locale.slice(0, at)).replace(/\..*$/, '').replaceAll('_', '-').split('-')
  let end = subtags.findIndex((part, place) => part.length === 1 && place > 0)
  if (end < 0) end = subtags.length
  for (let place = subtags.findIndex((part) => part.toLowerCase() === 'u'); place >= 0 && place + 1 < subtags.length;) {
    const key = subtags[++place].toLowerCase()
    if (key.length !== 2) continue
    const values = []
    while (place + 1 < subtags.length && subtags[place + 1].length > 2) values.push(subtags[++place].toLowerCase())
    if (!keys.has(key)) keys.set(key, values.join('-'))
    if (place + 1 >= subtags.length || subtags[place + 1].length === 1) break
  }
  for (const item of at < 0 ? [] : locale.slice(at + 1).split(';')) {
    const [name, value = ''] = item.split('=').map((part) => trimBlanks(part).toLowerCase())
    const key = OLD_KEYS[name]
    if (key !== undefined) keys.set(key, OLD_VALUES[value] ?? value)
  }
  const base = subtags.slice(0, end).filter((part) => part !== '').join('-')
  return { base: /^(und|root)$/i.test(base) ? '' : base, keys }
}

/** Whether there is such a locale, or one it falls back to. @param {string} base */
function supported(base) {
  if (base === '') return false
  try {
    return Intl.Collator.supportedLocalesOf([base]).length > 0
  } catch {
    return false //                                   no language tag at all
  }
}
