/** unaccent 1.1: texts without accents. */
import { featureNotSupported } from '../../errors/db-error.js'
import { Family } from '../../functions/impl.js'
import { functionScript } from '../script.js'
import { RULES } from './rules.js'

const family = new Family()

/** @type {Map<string, string>} by letter */
const written = new Map(RULES.flatMap(([text, letters]) => Array.from(letters, (letter) => [letter, text])))

/** @param {string} text @returns {string} */
function unaccent(text) {
  if (!/[\x80-\uffff]/.test(text)) return text
  let result = ''
  for (const letter of text) result += written.get(letter) ?? letter
  return result
}

family.add('unaccent_dict', (...args) => {
  if (args.length === 1) return unaccent(args[0])
  throw featureNotSupported('unaccent() with a dictionary')
})

/** @type {import('../bundled.js').ExtensionModule} */
export const extension = {
  script: functionScript('unaccent', [
    ['unaccent(regdictionary, text)', 'text', 'unaccent_dict', 'ss'],
    ['unaccent(text)', 'text', 'unaccent_dict', 'ss'],
    ['unaccent_init(internal)', 'internal', 'unaccent_init', 'vu'],
    ['unaccent_lexize(internal, internal, internal, internal)', 'internal', 'unaccent_lexize', 'vu'],
  ]),
  functions: family.functions,
}
