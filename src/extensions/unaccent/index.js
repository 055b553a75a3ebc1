/** unaccent 1.1: texts without accents, as a function and as a dictionary that hands on what it makes of a word. */
import { missingParameter, multipleParameters, unrecognizedDictionaryParameter } from '../../errors/text-search.js'
import { Family } from '../../functions/impl.js'
import { dictionary } from '../../functions/textsearch/configurations.js'
import { FILTER, lexeme, wordsOfLine } from '../../functions/textsearch/dictionaries/dictionary.js'
import { functionScript } from '../script.js'
import { RULES } from './rules.js'

/** @import { Dictionary, DictionaryHost } from '../../functions/textsearch/dictionaries/dictionary.js' */

const family = new Family()

/** By letter, or letters. @typedef {Map<string, string>} Rules */

/** @type {Rules} */
const OWN = new Map(RULES.flatMap(([text, letters]) => Array.from(letters, (letter) => [letter, text])))

/** @param {string} text @param {Rules} rules @param {number} longest letters of a rule @returns {string} */
function unaccent(text, rules, longest) {
  if (rules === OWN && !/[\x80-\uffff]/.test(text)) return text
  const letters = Array.from(text)
  let result = ''
  for (let at = 0; at < letters.length;) {
    let count = Math.min(longest, letters.length - at)
    let written
    for (; count > 0 && written === undefined; count--) {
      written = rules.get(count === 1 ? letters[at] : letters.slice(at, at + count).join(''))
      if (written !== undefined) break
    }
    result += written ?? letters[at]
    at += Math.max(1, count)
  }
  return result
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

family.context('unaccent_dict', (ctx, ...args) => {
  const text = args[args.length - 1]
  if (args.length === 1) return unaccent(text, OWN, 1)
  return dictionary(ctx, args[0]).lexize(text, null)?.[0]?.text ?? text
})

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
