/**
 * Files that say who may connect (pg_hba.conf, pg_ident.conf), cut into lines, fields and words. A line is fields with
 * blanks between them; a field is words with commas between them. Quotes keep blanks, commas and `#` in a word, and
 * take its special meaning from it; two of them are one. `@file` stands for the words of another file, and a backslash
 * at the end of a line for the next line.
 */

/** A word. @typedef {{ text: string, isQuoted: boolean }} Token isQuoted: it begins with a quote */
/**
 * @typedef {object} TokenLine
 * @property {number} number of the first of the lines it is written on
 * @property {string} text as it is written
 * @property {Token[][]} fields
 * @property {string | null} error why it cannot be read
 */
/**
 * How another file is found: what it says, and its own path. @typedef {(name: string, beside: string) => { path:
 * string, text: string }} Reader
 */

/** A word in the file may have so many bytes. */
const TOKEN_BYTES_MAX = 255
/** Files that name files. */
const DEPTH_MAX = 10

/** A line that makes no sense. */
class LineError extends Error {}

/**
 * @param {string} text of the file @param {string} path for what it includes @param {Reader} read throws what is
 *   wrong with a file
 * @returns {TokenLine[]} those that say something
 */
export function tokenLines(text, path, read) {
  /** @type {TokenLine[]} */
  const lines = []
  for (const { number, text: line } of joinedLines(text)) {
    /** @type {TokenLine} */
    const made = { number, text: line, fields: [], error: null }
    try {
      made.fields = fieldsOf(line, path, read, 0)
    } catch (error) {
      if (!(error instanceof LineError)) throw error
      made.error = error.message
    }
    if (made.fields.length > 0 || made.error !== null) lines.push(made)
  }
  return lines
}

/** Lines, with those that a backslash continues. @param {string} text @returns {{ number: number, text: string }[]} */
function joinedLines(text) {
  const joined = []
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const number = at + 1
    let line = withoutReturn(lines[at])
    while (line.endsWith('\\') && at + 1 < lines.length) line = line.slice(0, -1) + withoutReturn(lines[++at])
    joined.push({ number, text: line })
  }
  return joined
}

/** @param {string} line */
const withoutReturn = (line) => line.endsWith('\r') ? line.slice(0, -1) : line

/**
 * @param {string} line @param {string} path @param {Reader} read @param {number} depth
 * @returns {Token[][]} @throws {LineError}
 */
function fieldsOf(line, path, read, depth) {
  const fields = []
  const cursor = new Words(line)
  for (let field = fieldOf(cursor, path, read, depth); field !== null; field = fieldOf(cursor, path, read, depth))
    if (field.length > 0) fields.push(field)
  return fields
}

/**
 * @param {Words} cursor @param {string} path @param {Reader} read @param {number} depth
 * @returns {Token[] | null} null: the line has no more
 */
function fieldOf(cursor, path, read, depth) {
  /** @type {Token[]} */
  const field = []
  let isAny = false
  do {
    const token = cursor.next()
    if (token === null) break
    isAny = true
    if (!token.isQuoted && token.text.length > 1 && token.text.startsWith('@'))
      field.push(...includedTokens(token.text.slice(1), path, read, depth + 1))
    else field.push(token)
  } while (cursor.endedByComma)
  return isAny ? field : null
}

/** @param {string} name @param {string} beside @param {Reader} read @param {number} depth @returns {Token[]} */
function includedTokens(name, beside, read, depth) {
  if (depth > DEPTH_MAX)
    throw new LineError(`could not open secondary authentication file "@${name}": files include each other too deeply`)
  let file
  try {
    file = read(name, beside)
  } catch (error) {
    throw new LineError(`could not open secondary authentication file "@${name}" as ${
      error instanceof Error ? error.message : String(error)}`)
  }
  const { path, text } = file
  return joinedLines(text).flatMap((line) => fieldsOf(line.text, path, read, depth).flat())
}

/** Words of a line, one after the other. */
class Words {
  /** @param {string} line */
  constructor(line) {
    this.line = line
    this.at = 0
    /** The last word was followed by a comma at once. */
    this.endedByComma = false
  }

  /** @returns {Token | null} null: there is none left @throws {LineError} */
  next() {
    const { line } = this
    this.endedByComma = false
    while (this.at < line.length && (isBlank(line[this.at]) || line[this.at] === ',')) this.at++
    let text = ''
    let inQuotes = false
    let wasQuote = false
    let sawQuote = false
    let isQuoted = false
    for (; this.at < line.length; this.at++) {
      const letter = line[this.at]
      if (!inQuotes) {
        if (isBlank(letter)) break
        if (letter === '#') {
          this.at = line.length
          break
        }
        if (letter === ',') {
          this.endedByComma = true
          this.at++
          break
        }
      }
      const isQuote = letter === '"'
      // The second of two quotes, of which the first seemed to end the quoted part, is a letter.
      if (!isQuote || wasQuote) text += letter
      wasQuote = inQuotes && isQuote && !wasQuote
      if (!isQuote) continue
      inQuotes = !inQuotes
      sawQuote = true
      if (text === '') isQuoted = true
    }
    if (Buffer.byteLength(text) > TOKEN_BYTES_MAX)
      throw new LineError(`authentication file token too long, skipping: "${text}"`)
    return sawQuote || text !== '' ? { text, isQuoted } : null
  }
}

/** @param {string} letter */
const isBlank = (letter) => letter === ' ' || letter === '\t' || letter === '\r'

/** Whether it is this word, with its special meaning. @param {Token} token @param {string} word */
export const isKeyword = (token, word) => !token.isQuoted && token.text === word
