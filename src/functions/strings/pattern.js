/**
 * LIKE, ILIKE, SIMILAR TO and the regular expression functions. Compiled patterns are cached: a statement uses the same
 * one for every row.
 */
import { invalidEscapeSequence, invalidParameter } from '../../errors/data.js'
import { arrayOf } from '../../types/array.js'
import { lowerText } from '../../types/collation/letters.js'
import * as T from '../../types/oids.js'
import { characterCount, unitIndex } from '../../types/strings/text.js'
import { Family } from '../impl.js'
import { compileRegex, parseFlags } from '../regex/compile.js'
import { piecewise } from './in-pieces.js'
import { like, likeInSteps, likeWork } from './like.js'
import { tooManyPatternSeparators } from '../../errors/values.js'

/** @import { RegexMatch } from '../regex/compile.js' */
/** @import { RegexFlags } from '../regex/lexer.js' */

const family = new Family()
export const patternFunctions = family.functions

// ---- LIKE

/**
 * ILIKE by a way to write in lower case. @param {(text: string) => string} fold @returns {(text: string, pattern:
 * string) => boolean}
 */
export const foldedLike = (fold) => (text, pattern) => like(fold(text), fold(pattern))

/**
 * The same, resting now and then. @param {(text: string) => string} fold each character by itself @returns {(text:
 * string, pattern: string) => Generator<void, boolean, void>}
 */
export const foldedLikeInSteps = (fold) => function* (text, pattern) {
  const folded = yield* piecewise(fold)(text)
  return yield* likeInSteps(folded, fold(pattern))
}

/**
 * @param {string[]} names of the operator
 * @param {string[]} opposites
 * @param {(text: any, pattern: any) => boolean} call
 * @param {(text: any, pattern: any) => Generator<void, boolean, void>} steps
 */
function likeOperators(names, opposites, call, steps) {
  family.add(names, call, { steps, work: likeWork, nullable: false })
  family.add(opposites, (text, pattern) => !call(text, pattern), {
    steps: opposite(steps), work: likeWork, nullable: false,
  })
}

/**
 * @param {(text: any, pattern: any) => Generator<void, boolean, void>} steps
 * @returns {(text: any, pattern: any) => Generator<void, boolean, void>}
 */
export const opposite = (steps) => function* (text, pattern) { return !(yield* steps(text, pattern)) }

likeOperators(['textlike', 'namelike', 'bpcharlike'], ['textnlike', 'namenlike', 'bpcharnlike'], like, likeInSteps)
likeOperators(['texticlike', 'nameiclike', 'bpchariclike'], ['texticnlike', 'nameicnlike', 'bpcharicnlike'],
  foldedLike(lowerText), foldedLikeInSteps(lowerText))

/** The pattern with `escape` in place of the backslash. @param {string} pattern @param {string} escape */
function withBackslashes(pattern, escape) {
  if (characterCount(escape) > 1)
    throw invalidEscapeSequence('invalid escape string', 'Escape string must be empty or one character.')
  let result = ''
  let afterEscape = false
  for (const letter of pattern) {
    if (letter === escape && !afterEscape && escape !== '') {
      result += '\\'
      afterEscape = true
    } else {
      if (letter === '\\' && (escape !== '\\')) result += afterEscape ? '\\' : '\\\\'
      else result += letter
      afterEscape = false
    }
  }
  return result
}
family.add('like_escape', withBackslashes)

/** bytea: a character per byte. @param {Uint8Array} bytes */
const letters = (bytes) => Buffer.from(bytes).toString('latin1')
likeOperators(
  ['bytealike'], ['byteanlike'], (bytes, pattern) => like(letters(bytes), letters(pattern)),
  (bytes, pattern) => likeInSteps(letters(bytes), letters(pattern)),
)
family.add(
  'like_escape_bytea',
  (pattern, escape) => new Uint8Array(Buffer.from(withBackslashes(letters(pattern), letters(escape)), 'latin1')),
)

// ---- SIMILAR TO: rewritten as an anchored regular expression

/** @param {string} pattern @param {string | null} escape null: backslash */
function similarToRegex(pattern, escape) {
  if (escape !== null && characterCount(escape) > 1)
    throw invalidEscapeSequence('invalid escape string', 'Escape string must be empty or one character.')
  const mark = escape ?? '\\'
  let result = '^(?:'
  let afterEscape = false
  let inBrackets = false
  let separators = 0
  for (const letter of pattern) {
    if (afterEscape) {
      if (letter === '"' && !inBrackets) {
        // escape-double-quote separates what comes before, the part wanted, and what comes after
        if (separators === 0) result += '){1,1}?('
        else if (separators === 1) result += '){1,1}(?:'
        else throw tooManyPatternSeparators()
        separators++
      } else {
        result += `\\${letter}`
      }
      afterEscape = false
    } else if (letter === mark && mark !== '') {
      afterEscape = true
    } else if (inBrackets) {
      if (letter === '\\') result += '\\'
      result += letter
      if (letter === ']') inBrackets = false
    } else if (letter === '[') {
      result += letter
      inBrackets = true
    } else if (letter === '%') {
      result += '.*'
    } else if (letter === '_') {
      result += '.'
    } else if (letter === '(') {
      result += '(?:'
    } else if ('\\.^$'.includes(letter)) {
      result += `\\${letter}`
    } else {
      result += letter
    }
  }
  return `${result})$`
}
family.add(['similar_to_escape_1', 'similar_to_escape_2'], (pattern, escape) => similarToRegex(pattern, escape ?? null))
family.add('similar_escape', (pattern, escape) => (pattern === null ? null : similarToRegex(pattern, escape)))

// ---- regular expressions

/**
 * @param {string | string[]} names
 * @param {(...args: any[]) => any} call
 * @param {import('../impl.js').ImplOptions} [options]
 */
const regex = (names, call, options = {}) => family.add(names, call, { ...options, long: true })

const NO_FLAGS = parseFlags('')
const NO_CASE = parseFlags('i')

/** @param {string} text @param {string} pattern @param {RegexFlags} flags */
const matches = (text, pattern, flags) => compileRegex(pattern, flags).test(text)
regex(['textregexeq', 'nameregexeq', 'bpcharregexeq'], (text, pattern) => matches(text, pattern, NO_FLAGS))
regex(['textregexne', 'nameregexne', 'bpcharregexne'], (text, pattern) => !matches(text, pattern, NO_FLAGS))
regex(['texticregexeq', 'nameicregexeq', 'bpcharicregexeq'], (text, pattern) => matches(text, pattern, NO_CASE))
regex(['texticregexne', 'nameicregexne', 'bpcharicregexne'], (text, pattern) => !matches(text, pattern, NO_CASE))

/** @param {RegexMatch} match */
function groupsOf(match) {
  const { groupCount } = match
  return arrayOf(
    T.TEXT,
    groupCount > 0 ? Array.from({ length: groupCount }, (_, at) => match.group(at + 1)) : [match.group(0)],
  )
}

/** @param {string} text @param {string} name */
function withoutGlobal(text, name) {
  const flags = parseFlags(text)
  if (flags.global)
    throw invalidParameter(
      `${name}() does not support the "global" option`, undefined,
      name === 'regexp_match' ? 'Use the regexp_matches function instead.' : undefined,
    )
  return flags
}

/** @param {string} text @param {string} pattern @param {RegexFlags} flags */
const firstMatch = (text, pattern, flags) => compileRegex(pattern, flags).exec(text, 0)
regex(['regexp_match', 'regexp_match_no_flags'], (text, pattern, flags = '') => {
  const match = firstMatch(text, pattern, withoutGlobal(flags, 'regexp_match'))
  return match === null ? null : groupsOf(match)
})
regex(['regexp_matches', 'regexp_matches_no_flags'], (text, pattern, flags = '') => {
  const options = parseFlags(flags)
  return allGroups(compileRegex(pattern, options).matches(text), options.global)
}, { set: true })

/** @param {Iterable<RegexMatch>} matches @param {boolean} global */
function* allGroups(matches, global) {
  for (const match of matches) {
    yield groupsOf(match)
    if (!global) return
  }
}
regex('textregexsubstr', (text, pattern) => {
  const match = firstMatch(text, pattern, NO_FLAGS)
  return match === null ? null : match.group(match.groupCount > 0 ? 1 : 0)
})
regex(['regexp_like', 'regexp_like_no_flags'], (text, pattern, flags = '') =>
  matches(text, pattern, withoutGlobal(flags, 'regexp_like')),
)

/** \1..\9, \& and \\ in a replacement. @param {string} replacement @param {RegexMatch} match */
const expand = (replacement, match) =>
  replacement.includes('\\')
    ? replacement.replace(/\\([\s\S]?)/g, (whole, letter) =>
        letter === '&'
          ? (match.group(0) ?? '')
          : /[1-9]/.test(letter)
            ? (match.group(Number(letter)) ?? '')
            : letter === '\\'
              ? '\\'
              : whole,
      )
    : replacement

/**
 * @param {string} text
 * @param {string} pattern
 * @param {string} replacement
 * @param {RegexFlags} flags
 * @param {number} from UTF-16 unit
 * @param {number} which 0: all
 */
function replace(text, pattern, replacement, flags, from, which) {
  let result = ''
  let copied = 0
  let count = 0
  for (const match of compileRegex(pattern, flags).matches(text, from, /\\[1-9]/.test(replacement))) {
    count++
    if (which !== 0 && count !== which) continue
    result += text.slice(copied, match.index) + expand(replacement, match)
    copied = match.end
    if (which !== 0) break
  }
  return result + text.slice(copied)
}

/** @param {string} text @param {number} start */
function startUnit(text, start) {
  if (start <= 0) throw invalidParameter(`invalid value for parameter "start": ${start}`)
  return start - 1 > characterCount(text) ? text.length + 1 : unitIndex(text, start - 1)
}

/** @param {string} name @param {number} value @param {number} least */
function checkParameter(name, value, least) {
  if (value < least) throw invalidParameter(`invalid value for parameter "${name}": ${value}`)
}
regex('textregexreplace_noopt', (text, pattern, replacement) => replace(text, pattern, replacement, NO_FLAGS, 0, 1))
regex('textregexreplace', (text, pattern, replacement, options) => {
  if (/^\d/.test(options))
    throw invalidParameter(
      `invalid regular expression option: "${options[0]}"`, undefined,
      'If you meant to use regexp_replace() with a start parameter, cast the fourth argument to integer explicitly.',
    )
  const flags = parseFlags(options)
  return replace(text, pattern, replacement, flags, 0, flags.global ? 0 : 1)
})
regex(
  ['textregexreplace_extended', 'textregexreplace_extended_no_n', 'textregexreplace_extended_no_flags'],
  (text, pattern, replacement, start, which, flags = '') => {
    checkParameter('start', start, 1)
    checkParameter('n', which ?? 0, 0)
    const options = parseFlags(flags)
    return replace(text, pattern, replacement, options, startUnit(text, start), which ?? (options.global ? 0 : 1))
  },
)

/**
 * An empty match at the text's end, or where the one before ended, splits nothing.
 * @param {string} text
 * @param {string} pattern
 * @param {RegexFlags} flags
 * @returns {string[]}
 */
function split(text, pattern, flags) {
  const parts = []
  let copied = 0
  for (const match of compileRegex(pattern, flags).matches(text, 0, false)) {
    if (match.index >= text.length || match.end <= copied) continue
    parts.push(text.slice(copied, match.index))
    copied = match.end
  }
  parts.push(text.slice(copied))
  return parts
}
regex(['regexp_split_to_array', 'regexp_split_to_array_no_flags'], (text, pattern, flags = '') =>
  arrayOf(T.TEXT, split(text, pattern, withoutGlobal(flags, 'regexp_split_to_array'))),
)
regex(
  ['regexp_split_to_table', 'regexp_split_to_table_no_flags'],
  (text, pattern, flags = '') => split(text, pattern, withoutGlobal(flags, 'regexp_split_to_table')), { set: true },
)
regex(['regexp_count', 'regexp_count_no_flags', 'regexp_count_no_start'], (text, pattern, start = 1, flags = '') => {
  checkParameter('start', start, 1)
  let count = 0
  for (const match of compileRegex(pattern, withoutGlobal(flags, 'regexp_count')).matches(
    text, startUnit(text, start), false,
  ))
    if (match.index >= 0) count++
  return count
})

/**
 * @param {string} text
 * @param {string} pattern
 * @param {number} start
 * @param {number} which
 * @param {RegexFlags} flags
 */
function nthMatch(text, pattern, start, which, flags) {
  let count = 0
  for (const match of compileRegex(pattern, flags).matches(text, startUnit(text, start)))
    if (++count === which) return match
  return null
}
/** A pattern without groups has one: all of it. @param {{ groupCount: number }} match @param {number} group */
const groupOf = (match, group) => group === 1 && match.groupCount === 0 ? 0 : group

regex(
  [
    'regexp_substr', 'regexp_substr_no_flags', 'regexp_substr_no_n', 'regexp_substr_no_start',
    'regexp_substr_no_subexpr',
  ],
  (text, pattern, start = 1, which = 1, flags = '', group = 0) => {
    checkParameter('start', start, 1)
    checkParameter('n', which, 1)
    checkParameter('subexpr', group, 0)
    const match = nthMatch(text, pattern, start, which, withoutGlobal(flags, 'regexp_substr'))
    const wanted = match === null ? 0 : groupOf(match, group)
    return match === null || wanted > match.groupCount ? null : match.group(wanted)
  },
)

regex(
  [
    'regexp_instr', 'regexp_instr_no_start', 'regexp_instr_no_n', 'regexp_instr_no_endoption', 'regexp_instr_no_flags',
    'regexp_instr_no_subexpr',
  ],
  (text, pattern, start = 1, which = 1, behind = 0, flags = '', group = 0) => {
    checkParameter('start', start, 1)
    checkParameter('n', which, 1)
    if (behind !== 0 && behind !== 1) throw invalidParameter(`invalid value for parameter "endoption": ${behind}`)
    checkParameter('subexpr', group, 0)
    const match = nthMatch(text, pattern, start, which, withoutGlobal(flags, 'regexp_instr'))
    const wanted = match === null ? 0 : groupOf(match, group)
    const place = match === null || wanted > match.groupCount ? -1 : match.places[2 * wanted + behind]
    return place < 0 ? 0 : characterCount(text.slice(0, place)) + 1
  },
)
