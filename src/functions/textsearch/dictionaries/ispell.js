/** The template ispell: words by affixes. */
import { featureNotSupported } from '../../../errors/db-error.js'
/** @import { Dictionary, DictionaryHost } from './dictionary.js' */

/** @param {[string, string][]} options @param {DictionaryHost} host @returns {Dictionary} */
export function ispellDictionary(options, host) {
  throw featureNotSupported('the text search template "ispell"')
}
