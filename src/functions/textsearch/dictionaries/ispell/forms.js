/**
 * What a word may stand for: the dictionary's words that it comes of by a prefix, a suffix or both, and, where the
 * affix file has compound words, the parts it can be put together of. Words are strings of UTF-8's bytes.
 */
import { spend } from '../../../../util/effort.js'
import { quickSort } from '../../../../util/quick-sort.js'
import { ANYWHERE, CROSS, FIRST, FORBIDDEN, LAST, MIDDLE, ONLY } from './flags.js'
import { WordPrefix } from './words.js'
/** @import { Affix } from './affix.js' */
/** @import { Affixes } from './affix-file.js' */
/** @import { Words } from './words.js' */

/** Forms of one word, and lexemes of one answer. */
const FORMS_MAX = 1023
/** Longer words are taken apart at most. */
const WORD_BYTES_MAX = 256

/** Affixes by what they add. */
class AddedParts {
  constructor() {
    /** @type {Map<string, Affix[]>} */
    this.byAdded = new Map()
    this.bytesMax = 0
  }

  /** @param {Affix} affix */
  add(affix) {
    const list = this.byAdded.get(affix.added)
    if (list === undefined) this.byAdded.set(affix.added, [affix])
    else list.push(affix)
    this.bytesMax = Math.max(this.bytesMax, affix.added.length)
  }
}

/** What joins the parts of compound words. @typedef {{ added: string, isSuffix: boolean }} Joint */

/** @param {string} a @param {string} b */
const byText = (a, b) => a < b ? -1 : a > b ? 1 : 0

/** @param {string} text */
const reversed = (text) => [...text].reverse().join('')

/** Prefixes, then suffixes by their ends. @param {Affix} a @param {Affix} b */
const byKindAndText = (a, b) => a.isSuffix !== b.isSuffix ? (a.isSuffix ? 1 : -1)
  : a.isSuffix ? byText(reversed(a.added), reversed(b.added)) : byText(a.added, b.added)

export class Forms {
  /** @param {Words} words @param {Affixes} affixes */
  constructor(words, affixes) {
    this.words = words
    this.hasCompounds = affixes.hasCompounds
    this.prefixes = new AddedParts()
    this.suffixes = new AddedParts()
    const sorted = [...affixes.list]
    quickSort(sorted, byKindAndText)
    for (const affix of sorted) (affix.isSuffix ? this.suffixes : this.prefixes).add(affix)
    this.joints = jointsOf(words, sorted)
  }

  /**
   * @param {string} word
   * @returns {string[][] | null} ways to part it; null: it is not known
   */
  partings(word) {
    const alone = this.of(word, 0)
    /** @type {string[][]} */
    const partings = alone.map((form) => [form])
    if (this.hasCompounds) {
      for (const parts of new Splitter(this, word).all()) {
        if (parts.length < 2) continue
        const before = parts.slice(0, -1)
        for (const last of this.of(parts[parts.length - 1], LAST)) partings.push([...before, last])
      }
    }
    return partings.length === 0 ? null : cut(partings)
  }

  /**
   * Words of the dictionary that a word comes of.
   * @param {string} word
   * @param {number} place in a compound word, or 0
   * @returns {string[]}
   */
  of(word, place) {
    /** @type {string[]} */
    const forms = []
    if (word.length > WORD_BYTES_MAX) return forms
    spend(word.length)
    const add = (/** @type {string} */ form) => {
      if (forms.length < FORMS_MAX && forms[forms.length - 1] !== form) forms.push(form)
    }
    if (this.words.has(word, '', place)) add(word)
    for (const prefix of ofBeginning(this.prefixes, word)) {
      const rest = withoutPrefix(word, prefix, place, -1)
      if (rest !== null && this.words.has(rest, prefix.flag, place)) add(rest)
    }
    for (const suffix of ofEnd(this.suffixes, word)) {
      const rest = withoutSuffix(word, suffix, place)
      if (rest === null) continue
      if (this.words.has(rest, suffix.flag, place)) add(rest)
      const kept = word.length - suffix.added.length
      for (const prefix of ofBeginning(this.prefixes, rest)) {
        const middle = withoutPrefix(rest, prefix, place, kept)
        if (middle === null) continue
        const flag = prefix.places & suffix.places & CROSS ? '' : prefix.flag
        if (this.words.has(middle, flag, place)) add(middle)
      }
    }
    return forms
  }
}

/** As many lexemes as an answer may have. @param {string[][]} partings */
function cut(partings) {
  let count = 0
  for (let at = 0; at < partings.length; at++) {
    if (count + partings[at].length > FORMS_MAX) {
      return [...partings.slice(0, at), partings[at].slice(0, FORMS_MAX - count)].filter((parts) => parts.length > 0)
    }
    count += partings[at].length
  }
  return partings
}

/** @param {AddedParts} parts @param {string} word */
function* ofBeginning({ byAdded, bytesMax }, word) {
  for (let length = 0; length <= bytesMax && length <= word.length; length++) {
    const affixes = byAdded.get(word.slice(0, length))
    if (affixes !== undefined) yield* affixes
  }
}

/** @param {AddedParts} parts @param {string} word */
function* ofEnd({ byAdded, bytesMax }, word) {
  for (let length = 0; length <= bytesMax && length <= word.length; length++) {
    const affixes = byAdded.get(word.slice(word.length - length))
    if (affixes !== undefined) yield* affixes
  }
}

/** Whether an affix may stand at that place of a compound word. @param {Affix} affix @param {number} place */
function isAllowed({ places, isSuffix }, place) {
  if (place === 0) return !(places & ONLY)
  if (places & FORBIDDEN) return false
  if (place & FIRST) return !isSuffix || (places & FIRST) !== 0
  if (place & MIDDLE) return (places & MIDDLE) !== 0
  return isSuffix || (places & LAST) !== 0
}

/** @param {string} word @param {Affix} suffix @param {number} place */
function withoutSuffix(word, suffix, place) {
  if (!isAllowed(suffix, place)) return null
  const rest = word.slice(0, word.length - suffix.added.length) + suffix.found
  return rest.length < 2 * WORD_BYTES_MAX && suffix.fits(rest) ? rest : null
}

/**
 * @param {string} word
 * @param {Affix} prefix
 * @param {number} place
 * @param {number} kept bytes of the word in the text, without its suffix: a prefix is not all of it; -1: whatever
 */
function withoutPrefix(word, prefix, place, kept) {
  if (!isAllowed(prefix, place)) return null
  const rest = prefix.found + word.slice(prefix.added.length)
  if (rest.length >= 2 * WORD_BYTES_MAX) return null
  if (kept >= 0 && kept + prefix.found.length <= prefix.added.length) return null
  return prefix.fits(rest) ? rest : null
}

/**
 * Those that end as the one before them are left out.
 * @param {Words} words
 * @param {Affix[]} sorted
 * @returns {Joint[]}
 */
function jointsOf(words, sorted) {
  /** @type {Joint[]} */
  const joints = []
  for (const { places, added, flag, isSuffix } of sorted) {
    if (!(places & ANYWHERE) || added === '' || !words.hasFlag(flag)) continue
    const last = joints[joints.length - 1]
    const isNew = last === undefined || last.isSuffix !== isSuffix || !added.endsWith(last.added)
    if (isNew) joints.push({ added, isSuffix })
  }
  return joints
}

/** Of one compound word. */
class Splitter {
  /** @param {Forms} forms @param {string} word */
  constructor(forms, word) {
    this.forms = forms
    this.word = word
  }

  /** @returns {string[][]} every way, the last part as it is in the text */
  all() {
    return this.from(null, [], 0, -1)
  }

  /**
   * @param {WordPrefix | null} given what a longer word than one that was found begins with; null: a part begins
   * @param {string[]} before
   * @param {number} start where the part begins
   * @param {number} least its last byte is beyond that
   * @returns {string[][]}
   */
  from(given, before, start, least) {
    const { word, forms } = this
    const { words } = forms
    spend(word.length)
    const parts = [...before]
    /** @type {string[][]} */
    const ways = [parts]
    const isTried = new Uint8Array(word.length)
    let at = given === null ? start : least
    let prefix = given === null ? new WordPrefix(words) : given.copy()
    let goesOn = prefix.goesOn
    while (at < word.length) {
      if (at > start) this.joined(ways, parts, isTried, { at, start, least, inPlace: goesOn })
      if (!goesOn) break
      const here = prefix.copy()
      if (!prefix.step(word[at])) {
        goesOn = false
        at++
        continue
      }
      const place = start === 0 ? FIRST : at === word.length - 1 ? LAST : MIDDLE
      const found = prefix.word
      if (found !== null && found.places & place && isTried[at] === 0 && at > least) {
        if (at + 1 === word.length) {
          parts.push(word.slice(start))
          return ways
        }
        ways.push(...this.from(here, parts, start, at))
        at++
        parts.push(word.slice(start, at))
        prefix = new WordPrefix(words)
        goesOn = prefix.goesOn
        start = at
        continue
      }
      goesOn = prefix.isLonger
      at++
    }
    parts.push(word.slice(start))
    return ways
  }

  /**
   * Parts that end in a joint: here, or, where no word begins so, behind.
   * @param {string[][]} ways
   * @param {string[]} parts
   * @param {Uint8Array} isTried ends of parts that were words
   * @param {{ at: number, start: number, least: number, inPlace: boolean }} place
   */
  joined(ways, parts, isTried, { at, start, least, inPlace }) {
    const { word, forms } = this
    for (const { added, isSuffix } of forms.joints) {
      if (word.length - at <= added.length) continue
      const begin = inPlace ? (word.startsWith(added, at) ? at : -1) : word.indexOf(added, at)
      if (begin < 0) continue
      const length = at - start + (isSuffix ? added.length + begin - at : 0)
      if (isTried[start + length - 1] !== 0 || at + length - 1 <= least || length >= WORD_BYTES_MAX) continue
      const place = at === 0 ? FIRST : at === word.length - 1 ? LAST : MIDDLE
      const found = forms.of(word.slice(start, start + length), place)
      if (found.length === 0) continue
      isTried[start + length - 1] = 1
      ways.push(...this.from(null, [...parts, ...found], start + length, start + length))
    }
  }
}
