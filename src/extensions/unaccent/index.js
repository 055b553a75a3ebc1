/** unaccent 1.1: texts without accents, as a function and as a dictionary that hands on what it makes of a word. */
import { missingParameter, multipleParameters, unrecognizedDictionaryParameter } from '../../errors/text-search.js'
import { charge } from '../../errors/value-size.js'
import { Family } from '../../functions/impl.js'
import { dictionary } from '../../functions/textsearch/configurations.js'
import { FILTER, lexeme, wordsOfLine } from '../../functions/textsearch/dictionaries/dictionary.js'
import { PIECE_UNITS } from '../../types/nested-text.js'
import { atOnce } from '../../util/effort.js'
import { functionScript } from '../script.js'
import { RULES } from './rules.js'

/** @import { FunctionContext } from '../../functions/impl.js' */
/** @import { Steps } from '../../util/effort.js' */
/** @import { Datum } from '../definition.js' */
/** @import { Dictionary, DictionaryHost } from '../../functions/textsearch/dictionaries/dictionary.js' */

const family = new Family()

/** By letter, or letters. @typedef {Map<string, string>} Rules */

/** @type {Rules} */
const OWN = new Map(RULES.flatMap(([text, letters]) => Array.from(letters, (letter) => [letter, text])))

/** @param {string} text @param {Rules} rules @param {number} longest letters of a rule @returns {string} */
const unaccent = (text, rules, longest) => atOnce(unaccentSteps(text, rules, longest))

/** @param {string} text @param {Rules} rules @param {number} longest letters of a rule @returns {Steps<string>} */
function* unaccentSteps(text, rules, longest) {
  if (rules === OWN && !/[\x80-\uffff]/.test(text)) return text
  let result = ''
  for (let at = 0; at < text.length;) {
    const piece = pieceOf(text, at, longest, rules)
    result += piece.text
    at = piece.end
    if (text.length <= PIECE_UNITS) continue
    charge(result.length, 'the result of unaccent()')
    yield
  }
  return result
}

/**
 * What becomes of some of a text, and where it ends.
 * @param {string} text @param {number} start @param {number} longest @param {Rules} rules
 */
function pieceOf(text, start, longest, rules) {
  const stop = start + PIECE_UNITS
  // A rule that begins in the piece may end behind it; no pair of units is cut before the last letter that is read.
  const letters = Array.from(text.slice(start, stop + 2 * longest))
  const parts = []
  let end = start
  for (let at = 0; at < letters.length && end < stop;) {
    let count = Math.min(longest, letters.length - at)
    let written
    for (; count > 0 && written === undefined; count--) {
      written = rules.get(count === 1 ? letters[at] : letters.slice(at, at + count).join(''))
      if (written !== undefined) break
    }
    parts.push(written ?? letters[at])
    for (const next = at + Math.max(1, count); at < next; at++) end += letters[at].length
  }
  return { text: parts.join(''), end }
}

const FILE = 'unaccent'

/** @param {string} name of a file @param {DictionaryHost} host @returns {Rules} */
function rulesOf(name, host) {
  if (name === FILE && !host.vfs.exists(`tsearch_data/${FILE}.rules`)) return OWN
  /** @type {Rules} */
  const rules = new Map()
  for (const line of host.lines(name, 'rules', 'unaccent')) {
    const [from, to = ''] = wordsOfLine(line)
    if (from !== '' && !rules.has(from)) rules.set(from, to)
  }
  return rules
}

/** @param {[string, string][]} options @param {DictionaryHost} host @returns {Dictionary} */
function unaccentDictionary(options, host) {
  /** @type {Rules | null} */
  let rules = null
  for (const [key, value] of options) {
    if (key !== 'rules') throw unrecognizedDictionaryParameter('Unaccent', key)
    if (rules !== null) throw multipleParameters('Rules')
    rules = rulesOf(value, host)
  }
  if (rules === null) throw missingParameter('Rules')
  const known = rules
  const longest = Math.max(1, ...[...known.keys()].map((from) => Array.from(from).length))
  return {
    wantsMore: false,
    lexize: (word) => {
      const plain = unaccent(word, known, longest)
      return plain === word ? null : [lexeme(plain, FILTER)]
    },
  }
}

/** @param {FunctionContext} ctx @param {...Datum} args a dictionary perhaps, and a text @returns {Steps<string>} */
function* unaccentCall(ctx, ...args) {
  const text = args[args.length - 1]
  if (args.length === 1) return yield* unaccentSteps(text, OWN, 1)
  return dictionary(ctx, args[0]).lexize(text, null)?.[0]?.text ?? text
}
family.context('unaccent_dict', (ctx, ...args) => atOnce(unaccentCall(ctx, ...args)), { steps: unaccentCall })

/** @type {import('../bundled.js').ExtensionModule} */
export const extension = {
  script: `${functionScript('unaccent', [
    ['unaccent(regdictionary, text)', 'text', 'unaccent_dict', 'ss'],
    ['unaccent(text)', 'text', 'unaccent_dict', 'ss'],
    ['unaccent_init(internal)', 'internal', 'unaccent_init', 'v'],
    ['unaccent_lexize(internal, internal, internal, internal)', 'internal', 'unaccent_lexize', 'v'],
  ])};
    CREATE TEXT SEARCH TEMPLATE unaccent (INIT = unaccent_init, LEXIZE = unaccent_lexize);
    CREATE TEXT SEARCH DICTIONARY unaccent (TEMPLATE = unaccent, RULES = 'unaccent')`,
  functions: family.functions,
  dictionaries: { unaccent_init: unaccentDictionary },
}
