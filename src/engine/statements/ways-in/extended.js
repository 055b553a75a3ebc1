/**
 * The extended protocol over a session: Parse, Bind, Describe, Execute, Sync. Prepared statements and portals
 * themselves belong to the session, where SQL's PREPARE and DEALLOCATE see them too.
 */
import {
  canceledByTimeout, duplicatePortal, duplicatePrepared, noSuchPortal, noSuchPrepared,
} from '../../../errors/engine.js'
import { ofParameter } from '../../../errors/protocol.js'
import { FAILED, IDLE } from '../../session/transaction-block.js'
import { drive } from '../../turns/drive.js'
import { dropRows, runsToEnd } from '../core/held-rows.js'
import { expandFormats, readParameters, readResultFormats } from '../core/parameters.js'
import { Portal } from '../core/portal.js'
import { EMPTY_STATEMENT, Prepared, commandTag } from '../core/prepared.js'
import { formatDigits, sameColumns } from '../core/answer-columns.js'
import { LONG_TEXT } from '../core/run-one.js'
import { permit } from '../core/permit.js'
import { PointRunner } from '../core/point.js'
import { callNow } from '../core/call.js'
import { runEdge } from '../core/edge.js'
import { NO_EDGE } from '../core/edge-kind.js'
import { LAYER } from '../../../profile/profile.js'
import { executeAfterWait, waitsForRow } from './after-wait.js'
import { findPrepared } from '../core/statement-lookup.js'
import { later } from '../../../util/later.js'

/** @type {() => typeof import('../../turns/long-calls.js')} */
const longCalls = later(import.meta.url, '../../turns/long-calls.js')

/** @import { PlanCache } from '../core/plan-cache.js' */
/** @import { ResultSink } from '../core/result-sink.js' */
/** @import { Session } from '../../session/session.js' */

/**
 * The statement that a text is, and where it was found.
 * @typedef {{ prepared: Prepared, plans: PlanCache }} KnownParse
 */

/** Statements a session keeps runners for. */
const POINTS_MAX = 500

export class ExtendedQuery {
  /** @param {Session} session */
  constructor(session) {
    this.session = session
    /** By statement. @type {Map<Prepared, PointRunner>} */
    this.points = new Map()
    /** When statement_timeout ends what is under way; Infinity: nothing is, or it has no limit. */
    this.deadlineMs = Infinity
  }

  /**
   * statement_timeout runs from a statement's first message to the end of its Execute, also while the client says
   * nothing in between. As in PostgreSQL such a client is told at its next message, whatever that is.
   * @returns {number} the deadline
   */
  startTimeout() {
    const { session } = this
    if (this.deadlineMs === Infinity && session.statementTimeoutMs > 0)
      this.deadlineMs = session.cluster.clock.monotonicMs() + session.statementTimeoutMs
    return this.deadlineMs
  }

  /** @throws {DbError} 57014: the client has let the time run out between two messages */
  checkDeadline() {
    if (this.session.cluster.clock.monotonicMs() < this.deadlineMs) return
    throw this.session.envelope.fail(canceledByTimeout())
  }

  /** @param {Prepared} prepared @param {string} formats @returns {PointRunner} */
  pointOf(prepared, formats) {
    const known = this.points.get(prepared)
    if (known !== undefined && known.formats === formats) return known
    const point = new PointRunner(this.session, prepared, 'wire', formats)
    if (this.points.size >= POINTS_MAX) this.points.clear()
    this.points.set(prepared, point)
    return point
  }

  /**
   * Parse.
   * @param {string} name
   * @param {string} text
   * @param {number[]} types
   * @returns {Promise<void> | null} null: it is done
   * @throws {DbError}
   */
  parse(name, text, types) {
    if (text.length > LONG_TEXT) return drive(this.parseSteps(name, text, types, null))
    const found = this.#parseNow(name, text, types)
    return found === null ? null : drive(this.parseSteps(name, text, types, found))
  }

  /**
   * What a driver sends that prepares each statement anew has its plan: it is kept in one go.
   * @param {string} name @param {string} text @param {number[]} types
   * @returns {Prepared | null} that is to be planned; null: it is kept
   */
  #parseNow(name, text, types) {
    const { session } = this
    const outerDeadlineMs = session.statementDeadlineMs
    try {
      session.statementDeadlineMs = this.startTimeout()
      if (name !== '' && session.prepared.has(name)) throw duplicatePrepared(name)
      const found = findPrepared(session, text, types)
      if (found.isPlanned) {
        session.block.ensure()
        if (!found.isReady(session) || this.#holdsAsOther(found, name)) return found
      }
      this.#keep(name, found)
      return null
    } catch (error) {
      throw this.#notParsed(name, error)
    } finally {
      session.statementDeadlineMs = outerDeadlineMs
    }
  }

  /**
   * What is known of the text that the unnamed statement was made of just now.
   * @returns {KnownParse | null} null: it is to be looked at each time
   */
  knownParse() {
    const { session } = this
    const prepared = session.prepared.get('')
    if (prepared === undefined || prepared.constructor !== Prepared || prepared.notices !== null) return null
    if (!prepared.isPlanned && prepared.edge === NO_EDGE) return null
    if (!readsAsEver(session)) return null
    return { prepared, plans: session.plans }
  }

  /**
   * Parse of a text without a name that is known.
   * @param {KnownParse} known
   * @returns {boolean} false: nothing has happened, it is for the way that finds it anew
   */
  parseAgain({ prepared, plans }) {
    const { session } = this
    const { block } = session
    if (plans !== session.plans || !readsAsEver(session)) return false
    if (block.state === FAILED || session.statementTimeoutMs > 0 || this.deadlineMs < Infinity) return false
    if (prepared.isPlanned) {
      try {
        block.ensure()
        // Which plan is at hand, and so its columns, is known only when it was looked whether one is.
        if (!prepared.isReady(session) || session.told.get(prepared) !== prepared.columns) return false
      } catch {
        return false // the other way says why
      }
    }
    plans.hits++
    if (session.prepared.get('') !== prepared) session.prepared.set('', prepared)
    return true
  }

  /**
   * @param {string} name
   * @param {string} text
   * @param {number[]} types
   * @param {Prepared | null} found null: the text is long, and read while others have turns
   * @returns {Generator<Promise<unknown>, void, void>}
   */
  *parseSteps(name, text, types, found) {
    const { session } = this
    const outerDeadlineMs = session.statementDeadlineMs
    try {
      session.statementDeadlineMs = this.startTimeout()
      if (name !== '' && session.prepared.has(name)) throw duplicatePrepared(name)
      let prepared = found ?? (yield* longCalls().readFirst(session, () => findPrepared(session, text, types)))
      if (prepared.isPlanned) {
        session.block.ensure()
        yield* prepared.prepareInTurns(session, false, true)
        if (this.#holdsAsOther(prepared, name)) {
          prepared = prepared.withTypes(prepared.declaredTypes)
          yield* prepared.prepareInTurns(session, false, true)
        }
      }
      this.#keep(name, prepared)
    } catch (error) {
      throw this.#notParsed(name, error)
    } finally {
      session.statementDeadlineMs = outerDeadlineMs
    }
  }

  /**
   * As in PostgreSQL the unnamed statement before is gone: who takes no notice of the error does not run that one.
   * @param {string} name @param {unknown} error @returns {unknown} to be thrown
   */
  #notParsed(name, error) {
    if (name === '') this.session.prepared.delete('')
    return this.session.envelope.fail(error)
  }

  /**
   * Has the client this statement under another name, of which it was told other columns? That one fails from now on.
   * @param {Prepared} prepared @param {string} name
   */
  #holdsAsOther(prepared, name) {
    const { session } = this
    const told = session.told.get(prepared)
    if (told === undefined || told === prepared.columns) return false
    if (told !== null && sameColumns(told, prepared.columns)) return false
    for (const [other, held] of session.prepared) if (held === prepared && other !== name) return true
    return false
  }

  /** @param {string} name @param {Prepared} prepared */
  #keep(name, prepared) {
    if (prepared.notices !== null) this.session.give(prepared.notices)
    this.session.prepared.set(name, prepared)
    const { told } = this.session
    if (prepared.isPlanned && told.get(prepared) !== prepared.columns) told.set(prepared, prepared.columns)
    if (name === '') return // nobody is shown facts of it
    this.session.preparedFacts.set(name, { fromSql: false, preparedAt: this.session.cluster.clock.nowMicros() })
  }

  /**
   * Bind.
   * @param {any} reader a protocol reader at the message's body
   * @returns {Promise<void> | null} null: it is done @throws {DbError}
   */
  bind(reader) {
    const deadlineMs = this.startTimeout()
    try {
      const portalName = reader.cstr()
      const statementName = reader.cstr()
      const prepared = this.session.prepared.get(statementName)
      if (prepared === undefined) throw noSuchPrepared(statementName)
      if (this.session.block.state === FAILED && !prepared.isTransactionExit) throw this.session.block.refusal()
      if (portalName !== '' && this.session.portals.has(portalName)) throw duplicatePortal(portalName)
      this.session.portals.unnamed?.close(this.session)
      const types = prepared.paramTypes
      /** @type {import('../core/parameters.js').LongValue[]} */
      const later = []
      const params = readParameters(reader, types, statementName, this.session, null, later, portalName)
      const formats = readResultFormats(reader)
      reader.finish()
      if (later.length > 0) return drive(this.#bindLater(portalName, prepared, params, formats, later, deadlineMs))
      this.#bound(portalName, prepared, params, formats)
      return null
    } catch (error) {
      throw this.session.envelope.fail(error)
    }
  }

  /**
   * Long values are read while others have turns.
   * @param {string} portalName @param {Prepared} prepared @param {unknown[]} params @param {string} formats
   * @param {import('../core/parameters.js').LongValue[]} later @param {number} deadlineMs
   * @returns {Generator<Promise<unknown>, void, void>}
   */
  *#bindLater(portalName, prepared, params, formats, later, deadlineMs) {
    const { session } = this
    const outerDeadlineMs = session.statementDeadlineMs
    try {
      session.statementDeadlineMs = deadlineMs
      for (const { index, isText, steps } of later) {
        try {
          params[index] = yield* longCalls().inSteps(session, steps)
        } catch (error) {
          throw ofParameter(error, index, isText, portalName)
        }
      }
      this.#bound(portalName, prepared, params, formats)
    } catch (error) {
      throw session.envelope.fail(error)
    } finally {
      session.statementDeadlineMs = outerDeadlineMs
    }
  }

  /** @param {string} portalName @param {Prepared} prepared @param {unknown[]} params @param {string} formats */
  #bound(portalName, prepared, params, formats) {
    const { session } = this
    if (prepared.isPlanned) {
      session.block.ensure()
      prepared.prepareFor(session, prepared.paramTypes, true)
      // Who may not read is told here; of writes, at Execute.
      if (!runsToEnd(prepared.planned)) permit(session, prepared)
    }
    const columns = prepared.isPlanned ? prepared.columns : session.commands.columns(session, prepared)
    const portal = new Portal(
      portalName, prepared, params, columns === null ? '' : expandFormats(formats, columns.length),
    )
    portal.serial = session.block.savepointSerial
    portal.boundAs = session.roleOid
    session.portals.set(portalName, portal)
  }

  /** Describe 'S'. @param {string} name @param {ResultSink} sink */
  describeStatement(name, sink) {
    try {
      const prepared = this.session.prepared.get(name)
      if (prepared === undefined) throw noSuchPrepared(name)
      this.#refuseRows(prepared)
      sink.parameterDescription(prepared.paramTypes)
      if (prepared.isPlanned && this.session.block.state !== FAILED) {
        this.session.block.ensure()
        prepared.prepare(this.session, true, true)
      }
      this.describeRows(prepared, '', sink)
    } catch (error) {
      throw this.session.envelope.fail(error)
    }
  }

  /** Describe 'P'. @param {string} name @param {ResultSink} sink */
  describePortal(name, sink) {
    try {
      const portal = this.session.portals.get(name)
      if (portal === undefined) throw noSuchPortal(name)
      this.#refuseRows(portal.prepared)
      this.describeRows(portal.prepared, portal.formats, sink)
    } catch (error) {
      throw this.session.envelope.fail(error)
    }
  }

  /** A failed block does not say what columns there are. @param {Prepared} prepared @throws {DbError} 25P02 */
  #refuseRows(prepared) {
    const { block, commands } = this.session
    if (block.state !== FAILED) return
    const columns = prepared.isPlanned ? prepared.columns : commands.columns(this.session, prepared)
    if (columns !== null) throw block.refusal()
  }

  /** @param {Prepared} prepared @param {string} formats @param {ResultSink} sink */
  describeRows(prepared, formats, sink) {
    const columns = prepared.isPlanned ? prepared.columns : this.session.commands.columns(this.session, prepared)
    if (columns === null) { sink.noData(); return }
    const sizes = prepared.isPlanned
      ? prepared.typeSizes
      : columns.map((column) => this.session.catalog().type(column.type)?.length ?? -1)
    sink.rowDescription(columns, sizes, formatDigits(formats, columns.length))
  }

  /**
   * Execute.
   * @param {string} name
   * @param {number} rowsMax Infinity for all
   * @param {ResultSink} sink
   * @returns {Promise<void> | null}
   */
  execute(name, rowsMax, sink) {
    const { session } = this
    const { envelope } = session
    const portal = this.beginExecute(name)
    if (portal.prepared === EMPTY_STATEMENT) {
      sink.emptyQuery()
      return null
    }
    const mark = sink.writer.at
    try {
      if (this.executeNow(portal, rowsMax, sink)) {
        this.deadlineMs = Infinity
        envelope.succeeded(portal.prepared)
        envelope.end()
        return null
      }
    } catch (error) {
      const { planned } = portal.prepared
      if (planned !== null && runsToEnd(planned)) dropRows(sink.writer, mark)
      throw envelope.broken(error)
    }
    return drive(envelope.statement(this.executeSteps(portal, rowsMax, sink)), session.cluster.profile)
  }

  /**
   * @param {string} name
   * @returns {Portal} whose statement was begun, unless it is empty
   * @throws {DbError} 34000, 25P02
   */
  beginExecute(name) {
    const { session } = this
    try {
      const portal = session.portals.get(name)
      if (portal === undefined) throw noSuchPortal(name)
      if (portal.isFailed) throw session.block.refusal()
      if (portal.prepared === EMPTY_STATEMENT) return portal
      session.refuseInFailedBlock(portal.prepared)
      const deadlineMs = this.startTimeout()
      session.envelope.begin(portal.prepared.parsed.text, portal)
      session.statementDeadlineMs = deadlineMs
      return portal
    } catch (error) {
      throw session.envelope.fail(error)
    }
  }

  /** Has the call already met a row that it must wait for (repeated.js)? */
  get isWaiting() {
    const { txn } = this.session.block
    return txn !== null && txn.waiting !== null
  }

  /**
   * In one go. @param {Portal} portal @param {number} rowsMax @param {ResultSink} sink
   * @returns {boolean} false: nothing has happened, it is for the way that can wait
   */
  executeNow(portal, rowsMax, sink) {
    const { session } = this
    const { prepared } = portal
    if (
      prepared.isBounded && !portal.started && rowsMax === Infinity && portal.boundAs === session.roleOid
      && !this.isWaiting
    ) {
      portal.started = true
      portal.done = true
      const { profile } = session.cluster
      const before = profile === null ? 0 : profile.enter(LAYER.execute)
      let rows
      try {
        // Since Bind, others may have changed what the plan depends on.
        prepared.prepareFor(session, prepared.paramTypes, true)
        rows = this.pointOf(prepared, portal.formats).run(portal.params, sink.writer, null)
      } finally {
        if (profile !== null) profile.leave(before)
      }
      if (rows >= 0) {
        session.pipelining = true
        sink.commandComplete(commandTag(prepared, rows))
        return true
      }
      portal.started = portal.done = false
      return false
    }
    if (portal.done || !this.atOnce(portal, rowsMax, sink)) return false
    portal.started = portal.done = true
    session.pipelining = session.block.state !== IDLE
    return true
  }

  /**
   * Utility statements that clients send all the time.
   * @param {Portal} portal
   * @param {number} rowsMax
   * @param {ResultSink} sink
   * @returns {boolean} false: it is for the way that can wait
   */
  atOnce(portal, rowsMax, sink) {
    const { prepared, params, formats } = portal
    if (prepared.edge === NO_EDGE && (prepared.tag !== 'CallStmt' || rowsMax < Infinity)) return false
    const { profile } = this.session.cluster
    const before = profile === null ? 0 : profile.enter(LAYER.execute)
    try {
      return prepared.edge === NO_EDGE
        ? callNow(this.session, prepared, params, formats, sink)
        : runEdge(this.session, prepared.edge, sink)
    } catch (error) {
      portal.close(this.session)
      throw error
    } finally {
      if (profile !== null) profile.leave(before)
    }
  }

  /**
   * @param {Portal} portal @param {number} rowsMax @param {ResultSink} sink
   * @returns {Generator<Promise<unknown>, void, void>}
   */
  *executeSteps(portal, rowsMax, sink) {
    const { session } = this
    try {
      if (rowsMax === Infinity && waitsForRow(session, portal)) yield* executeAfterWait(session, portal, sink)
      else yield* portal.run(session, rowsMax, sink)
    } catch (error) {
      portal.close(session)
      throw error
    }
    if (portal.done) this.deadlineMs = Infinity
    session.envelope.succeeded(portal.prepared)
    session.pipelining = session.block.state !== IDLE
  }

  /** Sync: an implicit transaction ends here. @returns {Promise<void> | null} */
  sync() {
    this.deadlineMs = Infinity
    const { envelope, cluster } = this.session
    try {
      if (envelope.finishNow()) return null
    } catch (error) {
      throw envelope.fail(error)
    }
    return drive(this.syncSteps(), cluster.profile)
  }

  /** @returns {Generator<Promise<unknown>, void, void>} */
  *syncSteps() {
    const { envelope } = this.session
    try {
      yield* envelope.finish()
    } catch (error) {
      throw yield* envelope.undo(error)
    }
  }
}

/** Do the same bytes make the same text for the grammar? @param {Session} session */
const readsAsEver = (session) =>
  session.standardStrings && !session.refusesQuotes && session.cluster.rewrite === null
