/**
 * The template ispell: the words of a dictionary's file, found by their affixes and as parts of compound words. The
 * files are those of ispell, MySpell and Hunspell.
 */
import { missingParameter, unrecognizedDictionaryParameter } from '../../../errors/text-search.js'
import { OptionReader, remembering } from './dictionary.js'
import { fromBytes, toBytes } from './ispell/affix.js'
import { readAffixes } from './ispell/affix-file.js'
import { Forms } from './ispell/forms.js'
import { Words, readWords } from './ispell/words.js'
/** @import { Dictionary, DictionaryHost } from './dictionary.js' */

/** @param {[string, string][]} options @param {DictionaryHost} host @returns {Dictionary} */
export function ispellDictionary(options, host) {
  const reader = new OptionReader(options)
  let stops = new Set()
  let written = null
  let affixes = null
  let file = ''
  for (const [key, value] of options) {
    if (key === 'dictfile') {
      reader.once(key, 'DictFile')
      written = readWords(host, value)
      file = value
    } else if (key === 'afffile') {
      reader.once(key, 'AffFile')
      affixes = readAffixes(host, value)
    } else if (key === 'stopwords') {
      reader.once(key, 'StopWords')
      stops = host.stopWords(value)
    } else throw unrecognizedDictionaryParameter('Ispell', key)
  }
  if (affixes === null) throw missingParameter('AffFile')
  if (written === null) throw missingParameter('DictFile')
  const words = new Words(written, affixes, (line, read) => host.located(file, 'dict', line, read))
  const forms = new Forms(words, affixes)
  return remembering((word) => {
    if (word === '') return null
    const partings = forms.partings(toBytes(host.lower(word)))
    if (partings === null) return null
    const lexemes = []
    for (let at = 0; at < partings.length; at++) {
      for (const part of partings[at]) {
        const text = fromBytes(part)
        if (!stops.has(text)) lexemes.push({ text, flags: 0, variant: at + 1 })
      }
    }
    return lexemes
  }, false)
}
