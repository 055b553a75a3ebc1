/**
 * From a statement's text to what is prepared of it: the session's plan cache, literals lifted out of the text, Parse
 * of the extended protocol.
 */
import { DbError, isInterruption } from '../../../errors/db-error.js'
import { onlyOneStatement } from '../../../errors/engine.js'
import { undefinedParameter } from '../../../errors/syntax.js'
import { escapeWarnings, refuseEscapedQuotes, withEscapedStrings } from '../../../parser/escape-strings.js'
import { LAYER } from '../../../profile/profile.js'
import { readLifted } from './lifted.js'
import { readRows } from './folded.js'
import { nodeOf } from '../../../parser/parser.js'
import { EMPTY_STATEMENT, Prepared } from './prepared.js'
import { FAILED } from '../../session/transaction-block.js'
import { Turns, inTurns } from '../../turns/steps.js'
import { callParameters } from './call.js'
import { later } from '../../../util/later.js'

/** @type {() => typeof import('../../turns/long-calls.js')} */
const longCalls = later(import.meta.url, '../../turns/long-calls.js')

/** @import { Piece } from './plan-cache.js' */

/** @import { Session } from '../../session/session.js' */

/**
 * The statements of a text, each found by itself, by its text or its shape; what is wrong with the text is said of all
 * of it.
 * @param {Session} session
 * @param {string} text
 * @returns {Piece[]}
 * @throws {DbError} 42601
 */
export function findPieces(session, text) {
  const profile = session.cluster.profile
  const before = profile === null ? 0 : profile.enter(LAYER.parse)
  try {
    return session.plans.findPieces(text) ?? findWhole(session, text)
  } finally {
    if (profile !== null) profile.leave(before)
  }
}

/** @param {Session} session @param {string} text @returns {Piece[]} @throws {DbError} 42601 */
function findWhole(session, text) {
  const found = session.plans.find(text)
  const { values } = session.plans
  return found.map((prepared) => ({ text, start: 0, prepared, values }))
}

/**
 * The same of a long text, others having turns meanwhile: of one long statement, or of very many.
 * @param {Session} session
 * @param {string} text
 * @returns {Generator<Promise<unknown>, Piece[], void>}
 * @throws {DbError} 42601
 */
export function* findPiecesInTurns(session, text) {
  const { plans } = session
  const places = yield* inTurns(session, plans.placeSteps(text), LAYER.parse)
  /** @type {Piece[] | null} */
  let pieces = places === null ? null : []
  const turns = new Turns(session)
  for (let at = 0; pieces !== null && places !== null && at < places.length; at += 2) {
    const piece = yield* longCalls().readFirst(session, () => plans.pieceAt(text, places, at))
    if (piece === null) pieces = null
    else if (piece !== undefined) pieces.push(piece)
    if (turns.isOver()) yield turns.next()
  }
  return pieces ?? (yield* longCalls().readFirst(session, () => findWhole(session, text)))
}

/**
 * Plans a statement with lifted literals and reads them.
 * @param {Session} session
 * @param {Prepared} prepared
 * @param {unknown[]} values changed in place
 * @param {string} text
 * @returns {Generator<Promise<unknown>, boolean, void>} false: the statement must run by its own text. Errors say so
 *   too: they are raised again there, at the place where they are
 */
export function* readLiftedValues(session, prepared, values, text) {
  try {
    session.block.ensure()
    yield* prepared.prepareInTurns(session)
    if (prepared.rowWidth > 0) {
      readRows(session, prepared, values)
      return true
    }
    const refused = readLifted(session, prepared, values)
    if (refused === null) return true
    session.plans.refine(text, prepared.marks, (_mark, index) => !refused.includes(index))
    return false
  } catch (error) {
    if (!(error instanceof DbError) || isInterruption(error)) throw error
    // It cannot be planned with a list: the next text of its shape does not try.
    if (prepared.planned === null && prepared.marks.some((mark) => mark.isList))
      session.plans.refine(text, prepared.marks, (mark) => mark.isList !== true)
    return false
  }
}

/**
 * A text for the grammar, by what the session's settings say of backslashes. @param {Session} session
 * @param {string} text @throws {DbError} 22P06, 0A000
 */
export function asGrammarHasIt(session, text) {
  if (session.refusesQuotes) refuseEscapedQuotes(text, !session.standardStrings)
  if (session.standardStrings) return text
  if (session.settings.get('escape_string_warning') === true) session.give(escapeWarnings(text))
  return withEscapedStrings(text)
}

/** @param {Session} session @param {string} text @returns {Prepared[]} shared through the database's plan cache */
export function lookUpStatements(session, text) {
  const profile = session.cluster.profile
  const before = profile === null ? 0 : profile.enter(LAYER.parse)
  try {
    return session.plans.lookUp(text)
  } finally {
    if (profile !== null) profile.leave(before)
  }
}

/** @param {Session} session @param {string} text @param {number[]} types @returns {Prepared} */
export function makePrepared(session, text, types) {
  const prepared = findPrepared(session, text, types)
  if (prepared.isPlanned) {
    session.block.ensure()
    prepared.prepare(session, false, true)
  }
  return prepared
}

/**
 * As makePrepared, but a statement that is planned is still to be.
 * @param {Session} session
 * @param {string} text
 * @param {number[]} types
 * @returns {Prepared}
 */
export function findPrepared(session, text, types) {
  const { rewrite } = session.cluster
  const standard = asGrammarHasIt(session, text)
  const list = lookUpStatements(session, rewrite === null ? standard : rewrite(standard))
  if (list.length > 1) throw onlyOneStatement()
  if (list.length === 0) return EMPTY_STATEMENT
  let prepared = list[0]
  if (types.some((type) => type !== 0)) prepared = prepared.declared(types)
  if (session.block.state === FAILED && !prepared.isTransactionExit) throw session.block.refusal()
  if (prepared.isPlanned) return prepared
  if (prepared.tag === 'CallStmt' && session.block.state !== FAILED) {
    prepared.paramTypes = callParameters(session, prepared)
  } else if (AROUND_QUERY.has(prepared.tag) && session.block.state !== FAILED) {
    prepared.paramTypes = parametersInside(session, prepared)
  }
  return prepared
}

/** Statements that are analysed for the query in them: its parameters are theirs. */
const AROUND_QUERY = new Set(['ExplainStmt', 'CreateTableAsStmt', 'DeclareCursorStmt', 'CatalogChangeStmt',
  'CatalogInsertStmt', 'CatalogDeleteStmt'])

/**
 * Types of the parameters of the query in a statement.
 * @param {Session} session
 * @param {Prepared} prepared
 * @returns {number[]}
 */
function parametersInside(session, prepared) {
  let { stmt, tag, node } = prepared.parsed
  while (AROUND_QUERY.has(tag)) {
    stmt = node.query
    ;({ tag, node } = nodeOf(stmt))
  }
  const inner = new Prepared({ ...prepared.parsed, stmt, tag, node }, prepared.sourceText, prepared.declaredTypes)
  if (!inner.isPlanned) return prepared.declaredTypes
  session.block.ensure()
  inner.prepare(session, false, true)
  return inner.paramTypes
}

const MENTIONS_PARAMETER = /\$\d/

/**
 * Prepares what is executed with so many values. Where it mentions others its analysis is what says so, at the place
 * and in the order PostgreSQL's does.
 * @param {Session} session @param {Prepared} prepared @param {number} count
 * @returns {Generator<Promise<unknown>, void, void>}
 * @throws {DbError} 42P02
 */
export function* prepareWith(session, prepared, count) {
  /** @type {unknown} */
  let failure = null
  try {
    yield* prepared.prepareInTurns(session)
    if (prepared.paramTypes.length <= count) return
  } catch (error) {
    if (count > 0 || prepared.declaredTypes.length > 0 || !MENTIONS_PARAMETER.test(prepared.sourceText)) throw error
    failure = error
  }
  const fixed = prepared.asWritten(prepared.paramTypes.slice(0, count))
  fixed.paramsFixed = true
  fixed.prepare(session)
  throw failure ?? undefinedParameter(count + 1, -1)
}
