/**
 * The simple protocol over a session: the statements of one text, one after the other. extended.js is the other way in.
 */
import { DbError, namedRoutine } from '../../../errors/db-error.js'
import { drive } from '../../turns/drive.js'
import { RunsAsWritten } from '../core/prepared.js'
import { readFirst } from '../../turns/long-calls.js'
import { Turns } from '../../turns/steps.js'
import { LONG_TEXT, runOne } from '../core/run-one.js'
import {
  findPieces, findPiecesInTurns, lookUpStatements, readLiftedValues, asGrammarHasIt,
} from '../core/statement-lookup.js'
import { Trail } from '../core/trail.js'
import { NOT_NOW, runNow } from './simple-now.js'

/** @import { Session } from '../../session/session.js' */
/** @import { Piece } from '../core/plan-cache.js' */
/** @import { Prepared } from '../core/prepared.js' */
/** @import { ResultSink } from '../core/result-sink.js' */

/** @typedef {Generator<Promise<unknown>, void, void>} Work */

/** @type {unknown[]} */
const NO_PARAMS = []

/** @param {Session} session @param {string} text @param {ResultSink} sink @returns {Promise<void> | null} */
export function simpleQuery(session, text, sink) {
  const { envelope, cluster } = session
  envelope.begin(text)
  /** @type {Work | null} */
  let rest
  try {
    rest = begun(session, text, sink)
    if (rest === null && envelope.finishNow()) {
      envelope.end()
      return null
    }
  } catch (error) {
    rest = thrown(error)
  }
  return drive(envelope.message(rest ?? nothing()), cluster.profile)
}

/**
 * @param {Session} session @param {string} text @param {ResultSink} sink
 * @returns {Work | null} what is left to do; null: nothing
 */
function begun(session, text, sink) {
  const { cluster } = session
  // What was told is taken back in bytes only.
  const isUsual =
    text.length <= LONG_TEXT && session.standardStrings && !session.refusesQuotes && sink.output === 'wire'
  // What is measured goes one way.
  if (!isUsual || cluster.rewrite !== null || cluster.profile !== null || cluster.observers !== null)
    return runPieces(session, text, sink)
  const trail = session.trail ??= new Trail()
  const piece = session.plans.single(text, trail)
  if (piece === null) return runPieces(session, text, sink)
  const rest = runNow(session, piece, sink)
  if (rest !== NOT_NOW) return rest
  trail.stumbled()
  return runPieces(session, text, sink, piece.isSpent ? null : [piece])
}

function* nothing() { /* nothing is left */ }

/** @param {unknown} error @returns {Work} work that fails so */
function* thrown(error) { throw error }

/**
 * All statements of a simple query.
 * @param {Session} session
 * @param {string} text
 * @param {ResultSink} sink
 * @param {Piece[] | null} [found] they, if the text is as the grammar has it
 * @returns {Work}
 */
function* runPieces(session, text, sink, found = null) {
  text = asGrammarHasIt(session, text)
  const { rewrite } = session.cluster
  if (rewrite !== null) text = rewrite(text)
  const { plans } = session
  const pieces = found ?? (text.length <= LONG_TEXT
    ? findPieces(session, text)
    : yield* findPiecesInTurns(session, text))
  if (text.length > LONG_TEXT) yield session.turn()
  const { refined } = plans
  const turns = pieces.length > 1 ? new Turns(session) : null
  if (pieces.length === 0) sink.emptyQuery()
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at]
    try {
      session.lastOfMessage = at === pieces.length - 1
      // One before it was not what it seemed, and this may be alike.
      if (plans.refined !== refined && piece.values !== null && at > 0) {
        piece.prepared = plans.find(piece.text)[0]
        piece.values = plans.values
      }
      yield* runPiece(session, piece, sink, pieces.length === 1)
      if (turns !== null && at < pieces.length - 1 && turns.isOver()) yield turns.next()
    } catch (error) {
      throw piece.start === 0 ? error : locatedFrom(error, text, piece.start)
    }
  }
}

/**
 * @param {Session} session
 * @param {Piece} piece
 * @param {ResultSink} sink
 * @param {boolean} alone
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* runPiece(session, { text, prepared, values }, sink, alone) {
  session.gate.begin()
  session.refuseInFailedBlock(prepared)
  // A SET of the statement before counts from here.
  if (session.statementDeadlineMs === Infinity && session.statementTimeoutMs > 0)
    session.statementDeadlineMs = session.cluster.clock.monotonicMs() + session.statementTimeoutMs
  if (values !== null && !(yield* readLiftedValues(session, prepared, values, text))) {
    ;[prepared] = yield* readFirst(session, () => lookUpStatements(session, text))
    values = null
  }
  if (prepared.notices !== null) session.give(prepared.notices)
  try {
    yield* runOne(session, prepared, values ?? NO_PARAMS, '', sink, alone)
  } catch (error) {
    if (!(error instanceof RunsAsWritten)) throw error
    ;[prepared] = yield* readFirst(session, () => lookUpStatements(session, text))
    yield* runOne(session, prepared, NO_PARAMS, '', sink, alone)
  }
  session.envelope.pieceSucceeded(prepared)
}

/**
 * A statement's error as the whole text's.
 * @param {unknown} error
 * @param {string} text
 * @param {number} start of the statement in it
 */
function locatedFrom(error, text, start) {
  if (!(error instanceof DbError) || error.position === undefined) return error
  return new DbError(error.code, error.message, {
    ...error, position: error.position + Array.from(text.slice(0, start)).length, cause: error.cause,
    routine: namedRoutine(error),
  })
}
