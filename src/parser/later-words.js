/**
 * Words that PostgreSQL 15 knows as plain names and the later grammar here does not: a column system_user, a function
 * json_value(…), a type json_table. The grammar gets another spelling of as many bytes for them, whose end no text
 * has, and the tree gets the word back; what a later PostgreSQL would make of the word is then a syntax error, or a
 * function that does not exist, as to PostgreSQL 15.
 */
import { isSomewhere } from './ahead.js'
import { blankEnd } from './tokens.js'

/** Two bytes that may stand in a name and in no sane one. */
const MARK = '\u0080'

const WORDS = ['json', 'json_array', 'json_arrayagg', 'json_exists', 'json_object', 'json_objectagg', 'json_query',
  'json_scalar', 'json_serialize', 'json_table', 'json_value', 'merge_action', 'system_user']

/** @type {Map<string, string>} the other spelling of each */
const DISGUISES = new Map(WORDS.map((word) => [word, word.slice(0, -2) + MARK]))
/** @type {Map<string, string>} */
const DISGUISED = new Map([...DISGUISES].map(([word, disguise]) => [disguise, word]))

/** Whether one of the words may stand in a text, json only as a function's name. */
const LATER_WORD = new RegExp([
  'json_(?:array|exists|object|query|scalar|serialize|table|value)(?!_)',
  'json[ \\t\\n\\r\\f]*(?:\\(|--|/\\*)', 'system_user', 'merge_action',
].join('|'), 'i')

/** @param {string} text @returns {Generator<void, boolean, void>} whether it is worth looking closely */
export function* mayHaveLaterWords(text) {
  return (yield* isSomewhere(LATER_WORD, text)) && !text.includes(MARK)
}

/**
 * @param {string} text
 * @param {number} at where a token begins
 * @param {number} end
 * @returns {string | null} what the grammar gets for it; null: the token itself
 */
export function disguiseOf(text, at, end) {
  if (end - at < 4 || end - at > 14) return null
  const word = text.slice(at, end).toLowerCase()
  const disguise = DISGUISES.get(word)
  if (disguise === undefined) return null
  // The type has been there always.
  return word === 'json' && text.charCodeAt(blankEnd(text, end)) !== 40 ? null : disguise
}

/**
 * Gives a tree its words back, in place.
 * @param {object} tree
 */
export function giveWordsBack(tree) {
  /** @type {Record<string, unknown>[]} */
  const rest = [/** @type {Record<string, unknown>} */ (tree)]
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    for (const key in node) {
      const part = node[key]
      if (typeof part === 'string') node[key] = DISGUISED.get(part) ?? part
      else if (typeof part === 'object' && part !== null) rest.push(/** @type {Record<string, unknown>} */ (part))
    }
  }
}

/**
 * @param {string} message the grammar's, about the token at the cursor
 * @param {string} word that stands there in the text
 * @returns {string}
 */
export const messageOfWord = (message, word) =>
  message.replace(/"([^"]*)"$/, (whole, near) => DISGUISED.has(near) ? `"${word}"` : whole)
