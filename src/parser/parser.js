/**
 * SQL text to parse trees, with PostgreSQL's own grammar (libpg-query, WASM, embedded in the package).
 *
 * `loadParser()` resolves once when the module is instantiated (about 30 ms); after that parsing is synchronous, about
 * 11 us for a short UPDATE. Promises: every statement comes with its exact text; a syntax error is a DbError with
 * PostgreSQL's message and 1-based character position; nesting that the machine's stack cannot carry is 54001, and the
 * parser stays usable after it.
 *
 * The tree is libpg-query's protobuf JSON: each node is {NodeTag: fields}; fields with their default value (0, false,
 * '') are absent; locations are byte offsets in the UTF-8 text of the whole string, absent when 0.
 */
import { ofCatalog } from './catalog-change.js'
import { restoreTiering } from './tiering.js' // before the grammar
import { compiledModule } from './grammar-module.js'
import { Grammar, GrammarComplaint, GrammarOutOfMemory, GrammarStackOverflow, newInstance } from './grammar.js'
import { zeroByteInText } from '../errors/library.js'
import { DbError } from '../errors/db-error.js'
import { characterOffset, statementTooComplex, statementTooLong, grammarRefuses } from '../errors/syntax.js'
import { differenceIn } from './differences.js'
import { namesEmptyFile } from './empty-file.js'
import { giveWordsBack, messageOfWord } from './later-words.js'
import { glanceAt } from './glance.js'
import { refuseLater } from './later-clauses.js'
import { nameEnd } from './tokens.js'
import { databasesNamed, mayBeDotted } from './other-databases.js'
import { refuseMisplaced } from './misplaced-parameters.js'
import { grammarError } from './grammar-errors.js'
import { addNotices } from './notices.js'
import { readAlready } from './ahead.js'
import { WIDE_MIN, foldWide } from './wide.js'

/**
 * @typedef {object} ParsedStatement
 * @property {any} stmt the tagged node, for example {SelectStmt: …}
 * @property {string} tag its tag
 * @property {any} node its fields
 * @property {string} text the statement's own text, from its first token to before its semicolon
 * @property {number} location byte offset of `text` in the string that was parsed: what node locations count from is
 *   the whole string
 * @property {number} length bytes
 * @property {import('./notices.js').Notice[]} [notices] what is said before it runs
 * @property {import('./other-databases.js').DatabaseName[]} [databases] names that say their database
 */

const grammar = new Grammar(() => newInstance(compiledModule))
const loaded = grammar.load().finally(restoreTiering)
loaded.catch(() => undefined) // whoever opens a database is told

/** Must have resolved before the first parse. @returns {Promise<void>} */
export const loadParser = () => loaded

/**
 * Longer nesting than this is refused before the grammar sees it: the machine's stack would overflow in the printing of
 * the tree.
 */
const NESTING_MAX = 2500

/** Shorter texts have nothing wide in them. */
const WIDE_TEXT = 4 * WIDE_MIN

/**
 * Every statement of a string, in order; none for an empty or blank one.
 * @param {string} text @returns {ParsedStatement[]}
 * @throws {import('./ahead.js').Rest | DbError} 42601 syntax error; 54001 nested too deeply; 53200 too long for the
 *   grammar's memory; 22021 a NUL character
 */
export function parse(text) {
  if (text === '') return []
  if (text.includes('\0')) throw zeroByteInText()
  const difference = differenceIn(text)
  const ahead = readAlready(difference?.text ?? text)
  if (ahead?.statements !== undefined) return ahead.statements
  const tree = difference === null ? treeOf(text, text, ahead) : treeOfDifferent(text, difference, ahead)
  if (ahead === undefined && text.length > WIDE_TEXT) foldWide(tree.stmts ?? [])
  refuseMisplaced(tree, text)
  const glance = (difference === null ? ahead?.glance : undefined) ?? glanceAt(text)
  // From here on the tree changes: nothing may rest.
  const isDotted = mayBeDotted(text)
  if (glance.isSuspect) refuseLater(tree, text)
  const parsed = parsedStatements(tree.stmts ?? [], text, isDotted)
  addNotices(text, parsed, glance.notices)
  if (ahead !== undefined) ahead.statements = parsed
  return parsed
}

/**
 * @param {string} text as the grammar gets it
 * @returns {import('./wide.js').Tree}
 * @throws {unknown} as grammar.js says it
 */
export function foldedTree(text) {
  const tree = grammar.treeOf(text)
  foldWide(tree.stmts ?? [])
  return tree
}

/** @type {object | null} */
let wasm = null
void compiledModule.then((module) => { wasm = module }, () => undefined)

/** The grammar, for another thread; null: it is not loaded. @returns {object | null} a WebAssembly.Module */
export const grammarModule = () => wasm

/**
 * @param {string} text
 * @param {string} grammarText what the grammar reads for it
 * @param {import('./ahead.js').Read | undefined} ahead if it was read
 * @returns {import('./wide.js').Tree}
 * @throws {DbError}
 */
function treeOf(text, grammarText, ahead) {
  try {
    if (ahead?.failure !== undefined) throw ahead.failure
    return ahead === undefined ? grammar.treeOf(grammarText) : ahead.tree
  } catch (error) {
    throw parseFailure(error, text, grammarText)
  }
}

/**
 * What is wrong first is said, by whomever.
 * @param {string} text
 * @param {import('./differences.js').Difference} difference
 * @param {import('./ahead.js').Read | undefined} ahead
 * @returns {import('./wide.js').Tree}
 * @throws {DbError}
 */
function treeOfDifferent(text, { text: grammarText, refusal, isDisguised }, ahead) {
  try {
    const tree = treeOf(text, grammarText, ahead)
    if (isDisguised) giveWordsBack(tree)
    if (refusal === null) return tree
  } catch (error) {
    if (
      refusal === null ||
      !(error instanceof DbError) ||
      error.position === undefined ||
      error.position < /** @type {number} */ (refusal.position)
    )
      throw error
  }
  throw refusal
}

/** @param {any[]} statements @param {string} text @param {boolean} isDotted @returns {ParsedStatement[]} */
function parsedStatements(statements, text, isDotted) {
  if (statements.length === 1 && statements[0].stmt_location === undefined && statements[0].stmt_len === undefined) {
    return [statement(statements[0].stmt, text, 0, -1, isDotted)]
  }
  const bytes = isAscii(text) ? null : new TextEncoder().encode(text)
  return statements.map((/** @type {any} */ raw) => {
    const start = raw.stmt_location ?? 0
    const length = raw.stmt_len ?? (bytes ? bytes.length : text.length) - start
    const own = bytes
      ? new TextDecoder().decode(bytes.subarray(start, start + length))
      : text.slice(start, start + length)
    return statement(raw.stmt, own, start, length, isDotted)
  })
}

/** The fields of a tagged node, and its tag. @param {any} tagged @returns {{ tag: string, node: any }} */
export function nodeOf(tagged) {
  for (const tag in tagged) return { tag, node: tagged[tag] }
  return { tag: '', node: {} }
}

/**
 * @param {any} stmt @param {string} text @param {number} location @param {number} length @param {boolean} isDotted
 * @returns {ParsedStatement}
 */
function statement(stmt, text, location, length, isDotted) {
  stmt = ofCatalog(withoutInto(stmt))
  const { tag, node } = nodeOf(stmt)
  if (tag === 'CopyStmt' && node.filename === undefined && namesEmptyFile(text)) node.filename = ''
  const parsed = { stmt, tag, node, text, location, length: length < 0 ? utf8Length(text) : length }
  const databases = databasesNamed(stmt, text, isDotted)
  return databases === undefined ? parsed : { ...parsed, databases }
}

/** SELECT … INTO is CREATE TABLE AS, however it is written. @param {any} stmt @returns {any} */
function withoutInto(stmt) {
  if (stmt.ExplainStmt) return { ExplainStmt: { ...stmt.ExplainStmt, query: withoutInto(stmt.ExplainStmt.query) } }
  let first = stmt.SelectStmt
  while (first?.larg) first = first.larg
  const into = first?.intoClause
  if (!into) return stmt
  delete first.intoClause
  return { CreateTableAsStmt: { query: stmt, into, objtype: 'OBJECT_TABLE', is_select_into: true } }
}

/** @param {string} text */
const utf8Length = (text) => Buffer.byteLength(text)

/** @param {string} text */
const isAscii = (text) => utf8Length(text) === text.length

/** @param {unknown} error @param {string} text @param {string} grammarText */
function parseFailure(error, text, grammarText) {
  if (error instanceof GrammarStackOverflow) return statementTooComplex()
  if (error instanceof GrammarOutOfMemory) return statementTooLong()
  if (!(error instanceof GrammarComplaint)) return error
  // In characters of the one text; both have as many bytes.
  const cursor =
    text === grammarText
      ? error.cursor
      : characterOffset(text, Buffer.byteLength(Array.from(grammarText).slice(0, error.cursor).join('')))
  if (/^memory exhausted|stack depth limit/.test(error.message))
    return nestedDeeply(text) ? statementTooComplex() : grammarRefuses(error.message, cursor + 1)
  const message = text === grammarText ? error.message : messageOfWord(error.message, wordAt(text, cursor))
  return grammarError(message, cursor, text)
}

/** @param {string} text @param {number} cursor in characters */
function wordAt(text, cursor) {
  const at = Array.from(text).slice(0, cursor).join('').length
  return text.slice(at, nameEnd(text, at))
}

/** The grammar's stack gave up: by nesting (54001), or by length of something else. @param {string} text */
function nestedDeeply(text) {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 40 || unit === 91) deepest = Math.max(deepest, ++depth)
    else if (unit === 41 || unit === 93) depth--
  }
  return deepest > NESTING_MAX || text.length > 20_000
}
