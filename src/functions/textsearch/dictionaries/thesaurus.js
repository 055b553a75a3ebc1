/** The template thesaurus: phrases for phrases. */
import { featureNotSupported } from '../../../errors/db-error.js'
/** @import { Dictionary, DictionaryHost } from './dictionary.js' */

/** @param {[string, string][]} options @param {DictionaryHost} host @returns {Dictionary} */
export function thesaurusDictionary(options, host) {
  throw featureNotSupported('the text search template "thesaurus"')
}
