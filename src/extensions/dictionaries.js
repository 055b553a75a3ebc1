/** Extensions that are a text search dictionary: dict_int 1.0 (numbers, cut), dict_xsyn 1.0 (synonyms of a word). */
import { invalidParameter } from '../errors/data.js'
import { unrecognizedDictionaryParameter } from '../errors/text-search.js'
import { booleanOption, lexeme, wordsOfLine } from '../functions/textsearch/dictionaries/dictionary.js'
import { functionScript } from './script.js'

/** @import { Dictionary, DictionaryHost } from '../functions/textsearch/dictionaries/dictionary.js' */
/** @import { ExtensionModule } from './bundled.js' */

/** @typedef {[string, string][]} Options */

const DIGITS_MAX = 6

/** @param {Options} options @returns {Dictionary} */
function integerDictionary(options) {
  let [most, rejects, isAbsolute] = [DIGITS_MAX, false, false]
  for (const [key, value] of options) {
    if (key === 'maxlen') {
      most = Number.parseInt(value, 10) || 0
      if (most < 1) throw invalidParameter('maxlen value has to be >= 1')
    } else if (key === 'rejectlong') rejects = booleanOption(key, value)
    else if (key === 'absval') isAbsolute = booleanOption(key, value)
    else throw unrecognizedDictionaryParameter('intdict', key)
  }
  return {
    wantsMore: false,
    lexize: (word) => {
      const digits = isAbsolute && /^[-+]/.test(word) ? word.slice(1) : word
      if (digits.length <= most) return [lexeme(digits)]
      return rejects ? [] : [lexeme(digits.slice(0, most))]
    },
  }
}

/** @param {Options} options @param {DictionaryHost} host @returns {Dictionary} */
function synonymsDictionary(options, host) {
  const chosen = { matchorig: true, keeporig: true, matchsynonyms: false, keepsynonyms: true }
  let file = null
  for (const [key, value] of options) {
    if (key === 'rules') file = value
    else if (Object.hasOwn(chosen, key)) chosen[/** @type {keyof typeof chosen} */ (key)] = booleanOption(key, value)
    else throw unrecognizedDictionaryParameter('xsyn', key)
  }
  /** The lines by the words they are found by. @type {Map<string, string[]>} */
  const lines = new Map()
  for (const line of file === null ? [] : host.lines(file, 'rules', 'synonym')) {
    const words = wordsOfLine(host.lower(line))
    const end = words.findIndex((word) => word.startsWith('#'))
    const own = (end < 0 ? words : words.slice(0, end)).filter((word) => word !== '')
    for (const word of own.slice(chosen.matchorig ? 0 : 1, chosen.matchsynonyms ? undefined : 1)) lines.set(word, own)
  }
  return {
    wantsMore: false,
    lexize: (word) => {
      const words = lines.get(host.lower(word))
      if (words === undefined) return null
      return words.slice(chosen.keeporig ? 0 : 1, chosen.keepsynonyms ? undefined : 1).map((each) => lexeme(each))
    },
  }
}

/**
 * @param {string} library @param {{ template: string, name: string, prefix: string, comment: string }} names
 * @param {NonNullable<ExtensionModule['dictionaries']>[string]} make @returns {ExtensionModule}
 */
const dictionaryModule = (library, { template, name, prefix, comment }, make) => ({
  script: `${functionScript(library, [
    [`${prefix}_init(internal)`, 'internal', `${prefix}_init`, 'vsu'],
    [`${prefix}_lexize(internal, internal, internal, internal)`, 'internal', `${prefix}_lexize`, 'vsu'],
  ])};
    CREATE TEXT SEARCH TEMPLATE ${template} (LEXIZE = ${prefix}_lexize, INIT = ${prefix}_init);
    CREATE TEXT SEARCH DICTIONARY ${name} (TEMPLATE = ${template});
    COMMENT ON TEXT SEARCH DICTIONARY ${name} IS '${comment}'`,
  dictionaries: { [`${prefix}_init`]: make },
})

/** @type {Record<string, ExtensionModule>} */
export const extensions = {
  dict_int: dictionaryModule('dict_int', {
    template: 'intdict_template', name: 'intdict', prefix: 'dintdict', comment: 'dictionary for integers',
  }, integerDictionary),
  dict_xsyn: dictionaryModule('dict_xsyn', {
    template: 'xsyn_template', name: 'xsyn', prefix: 'dxsyn', comment: 'eXtended synonym dictionary',
  }, synonymsDictionary),
}
