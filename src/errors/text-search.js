/** What full text search refuses: vectors, queries, dictionaries' files and options. PostgreSQL's words and
 * SQLSTATEs. */
import { DbError } from './db-error.js'

/** 42601. @param {'tsvector' | 'tsquery'} type @param {string} text */
export const textSearchSyntax = (type, text) => new DbError('42601', `syntax error in ${type}: "${text}"`)

/** 42601. @param {string} text */
export const noEscapedCharacter = (text) => new DbError('42601', `there is no escaped character: "${text}"`)

/** 42601. @param {string} text */
export const wrongPositionInfo = (text) => new DbError('42601', `wrong position info in tsvector: "${text}"`)

/** 42601. @param {string} text */
export const noOperand = (text) => new DbError('42601', `no operand in tsquery: "${text}"`)

/** 54000. @param {number} bytes @param {number} max */
export const wordTooLong = (bytes, max) => new DbError('54000', `word is too long (${bytes} bytes, max ${max} bytes)`)

/** 54000. @param {string} text */
export const queryWordTooLong = (text) => new DbError('54000', `word is too long in tsquery: "${text}"`)

/** 54000. @param {string} text */
export const queryValueTooBig = (text) => new DbError('54000', `value is too big in tsquery: "${text}"`)

/** 54000. @param {number} bytes @param {number} max */
export const vectorTooLong = (bytes, max) =>
  new DbError('54000', `string is too long for tsvector (${bytes} bytes, max ${max} bytes)`)

/** 22023: a phrase's distance. */
export const badDistance = (max = 16384) =>
  new DbError('22023', `distance in phrase operator must be an integer value between zero and ${max} inclusive`)

/** 22023. @param {string} letter */
export const unrecognizedWeight = (letter) => new DbError('22023', `unrecognized weight: "${letter}"`)

/** 22023: a byte of "char". @param {number} code */
export const unrecognizedWeightCode = (code) => new DbError('22023', `unrecognized weight: ${code}`)

/** 22004. */
export const nullWeight = () => new DbError('22004', 'weight array may not contain nulls')

/** 22004. */
export const nullLexeme = () => new DbError('22004', 'lexeme array may not contain nulls')

/** 2200F. */
export const emptyLexeme = () => new DbError('2200F', 'lexeme array may not contain empty strings')

/** 2202E. @param {string} message */
export const weightArray = (message) => new DbError('2202E', message)

/** 22023. */
export const weightOutOfRange = () => new DbError('22023', 'weight out of range')

/** 22003: a message of the binary protocol that is no value of its type. @param {string} message */
export const malformedBinary = (message) => new DbError('22P03', message)

/** 22023. @param {string} message */
export const textSearchParameter = (message) => new DbError('22023', message)

/** F0000. @param {string} message @param {string} [where] file and line */
export const dictionaryFile = (message, where) => new DbError('F0000', message, where === undefined ? {} : { where })

/** F0000. @param {string} text */
export const badAffixFlag = (text) => dictionaryFile(`invalid affix flag "${text}"`)

/** F0000. @param {string} text */
export const badLongFlag = (text) => dictionaryFile(`invalid affix flag "${text}" with "long" flag value`)

/** F0000. @param {string} text */
export const flagOutOfRange = (text) => dictionaryFile(`affix flag "${text}" is out of range`)

/** F0000. @param {string} text */
export const flagCharacter = (text) => dictionaryFile(`invalid character in affix flag "${text}"`)

/** F0000. @param {string} text */
export const badAlias = (text) => dictionaryFile(`invalid affix alias "${text}"`)

/** F0000. */
export const wrongAliasCount = () => dictionaryFile('invalid number of flag vector aliases')

/** F0000. @param {number} count */
export const aliasesExceeded = (count) => dictionaryFile(`number of aliases exceeds specified number ${count}`)

/** F0000. */
export const affixSyntax = () => dictionaryFile('syntax error')

/** F0000. */
export const mixedAffixFile = () => dictionaryFile('affix file contains both old-style and new-style commands')

/** F0000. */
export const unknownFlagMode = () =>
  dictionaryFile('Ispell dictionary supports only "default", "long", and "num" flag values')

/** F0000. @param {'sample' | 'substitute'} which @param {string} word @param {number} rule */
export const thesaurusWordUnknown = (which, word, rule) =>
  dictionaryFile(`thesaurus ${which} word "${word}" isn't recognized by subdictionary (rule ${rule})`)

/** F0000. @param {string} word @param {number} rule */
export const thesaurusSampleStop = (word, rule) =>
  new DbError('F0000', `thesaurus sample word "${word}" is a stop word (rule ${rule})`,
    { hint: 'Use "?" to represent a stop word within a sample phrase.' })

/** F0000. @param {string} word @param {number} rule */
export const thesaurusSubstituteStop = (word, rule) =>
  dictionaryFile(`thesaurus substitute word "${word}" is a stop word (rule ${rule})`)

/** F0000. @param {number} rule */
export const thesaurusEmpty = (rule) => dictionaryFile(`thesaurus substitute phrase is empty (rule ${rule})`)

/** XX000, as PostgreSQL has it: one thesaurus within another. */
export const nestedThesaurus = () => new DbError('XX000', 'forbidden call of thesaurus or nested call')

/** 22023. @param {string} kind of the template @param {string} name */
export const unrecognizedDictionaryParameter = (kind, name) =>
  new DbError('22023', `unrecognized ${kind} parameter: "${name}"`)

/** 22004. */
export const nullWeights = () => new DbError('22004', 'array of weight must not contain nulls')

/** A notice. @param {string} text of a query */
export const noLexemes = (text) => ({
  severity: 'NOTICE', code: '00000', message: `text-search query doesn't contain lexemes: "${text}"`,
})

/** A notice. */
export const onlyStopWords = () => ({
  severity: 'NOTICE', code: '00000',
  message: "text-search query contains only stop words or doesn't contain lexemes, ignored",
})

/** 22023. @param {string} name */
export const invalidFileName = (name) =>
  new DbError('22023', `invalid text search configuration file name "${name}"`)

/** 22023. @param {string} name */
export const multipleParameters = (name) => new DbError('22023', `multiple ${name} parameters`)

/** 22023. @param {string} name */
export const missingParameter = (name) => new DbError('22023', `missing ${name} parameter`)

/** 42601. @param {string} name */
export const notABoolean = (name) => new DbError('42601', `${name} requires a Boolean value`)

/** 42704. @param {string} language */
export const noStemmer = (language) =>
  new DbError('42704', `no Snowball stemmer available for language "${language}" and encoding "UTF8"`)

/** 42601. @param {string} text */
export const badParameterList = (text) => new DbError('42601', `invalid parameter list format: "${text}"`)

/** XX000, as PostgreSQL has it: a number that names nothing. @param {string} what @param {number} oid */
export const lookupFailed = (what, oid) =>
  new DbError('XX000', `cache lookup failed for text search ${what} ${oid}`)

/** 42704. @param {string} what @param {string} name */
export const undefinedTextSearch = (what, name) => new DbError('42704', `text search ${what} "${name}" does not exist`)

/** A notice. */
export const wordNotIndexed = () => ({
  severity: 'NOTICE', code: '54000', message: 'word is too long to be indexed',
  detail: 'Words longer than 2047 characters are ignored.',
})

/** 22023. @param {string} name */
export const unrecognizedHeadlineParameter = (name) =>
  new DbError('22023', `unrecognized headline parameter: "${name}"`)

/** 22023. */
export const jsonFlags = () => new DbError('22023', 'wrong flag type, only arrays and scalars are allowed')

/** 22023. @param {string} message */
export const jsonFlagsArray = (message) => new DbError('22023', message, {
  hint: 'Possible values are: "string", "numeric", "boolean", "key", and "all".',
})

/** XX000. @param {string | number} letter */
export const unknownWeightLetter = (letter) => new DbError('XX000', `unrecognized weight: ${letter}`)

/** XX000 */
export const queryStackTooSmall = () => new DbError('XX000', 'tsquery stack too small')
