/** The engine of this process behind its door (door.js). */
import { isFirstRole } from '../cluster/admission.js'
import { emptyInbox } from '../session/notify.js'
import { settingChanged } from '../session/session-settings.js'
import { FAILED, IDLE, IMPLICIT } from '../session/transaction-block.js'
import { makePrepared } from '../statements/core/statement-lookup.js'
import { runOne } from '../statements/core/run-one.js'
import { drive } from '../turns/drive.js'
import { Call } from './call.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('../cluster/salvage.js')} */
const salvaging = later(import.meta.url, '../cluster/salvage.js')

/** @import { Cluster } from '../cluster/cluster.js' */
/** @import { Session } from '../session/session.js' */
/** @import { ResultSink } from '../statements/core/result-sink.js' */
/** @import { JavaScriptCode } from '../../procedures/javascript.js' */
/** @import { BlockState, CallUses, EngineDoor, SessionDoor, ValuesFor } from './door.js' */

/** @implements {EngineDoor} */
export class EngineHere {
  /** @param {Cluster} cluster open */
  constructor(cluster) {
    this.cluster = cluster
    this.isInMemory = cluster.inMemory
    this.isOfDirectory = cluster.isOfDirectory
  }

  /**
   * @param {{ user: string, database: string, settings: Record<string, string> }} who @param {SessionDoor | null} asker
   * @returns {Promise<SessionHere>}
   */
  async connect(who, asker) {
    const { cluster } = this
    await cluster.whenCopied(who.database)
    try {
      const mayLogIn = isFirstRole(cluster.role(who.user))
      const door = new SessionHere(cluster.connect({ ...who, writer: null, mayLogIn }))
      if (asker !== null) await door.opened()
      return door
    } catch (error) {
      // Which roles and databases there are is told by refusals too.
      if (asker !== null) {
        asker.session.gate.raise(cluster.catalogGateLsn)
        await asker.opened()
      }
      throw error
    }
  }

  checkpoint() { return this.cluster.maintenance.checkpoint() }

  /** @param {((text: string) => string) | null} rewrite */
  intercept(rewrite) { this.cluster.rewrite = rewrite }

  /** @returns {Promise<EngineHere>} */
  async fork() { return new EngineHere(await this.cluster.fork()) }

  /** @param {SessionDoor} asker */
  async check(asker) {
    const report = await this.cluster.check()
    asker.session.gate.raiseToNewest()
    return report
  }

  stats() { return this.cluster.stats() }

  isBusy() {
    for (const { running } of this.cluster.sessions) if (running) return true
    return false
  }

  /** @param {number} ms @returns {Promise<void>} */
  pause(ms) { return new Promise((resolve) => { this.cluster.clock.setTimer(() => resolve(), ms) }) }

  nowMs() { return this.cluster.clock.monotonicMs() }

  close() { return this.cluster.close() }
}

/** @implements {SessionDoor} */
export class SessionHere {
  /** @param {Session} session */
  constructor(session) {
    this.session = session
    this.isServer = false
    this.types = session
  }

  get user() { return this.session.user }
  get database() { return this.session.database.name }

  /** @returns {BlockState} */
  state() {
    const { state } = this.session.block
    return state === IDLE ? 'idle' : state === IMPLICIT ? 'implicit' : state === FAILED ? 'failed' : 'open'
  }

  // --- statements ---------------------------------------------------------------------------------------------------

  /** @param {string} text @param {ResultSink} sink @returns {Promise<void> | null} */
  script(text, sink) { return this.session.simpleQuery(text, sink) }

  /**
   * @param {string} text @param {ResultSink} sink @param {ValuesFor} values
   * @returns {Promise<void> | null}
   */
  query(text, sink, values) {
    const { envelope, cluster } = this.session
    envelope.begin(text)
    return drive(envelope.message(this.querySteps(text, sink, values)), cluster.profile)
  }

  /**
   * @param {string} text @param {ResultSink} sink @param {ValuesFor} values
   * @returns {Generator<Promise<unknown>, void, void>}
   */
  *querySteps(text, sink, values) {
    const { session } = this
    const prepared = makePrepared(session, text, [])
    session.refuseInFailedBlock(prepared)
    if (prepared.tag === 'EmptyStmt') {
      sink.emptyQuery()
      return
    }
    yield* runOne(session, prepared, values(prepared.paramTypes, prepared.isPlanned), '', sink, true)
    session.envelope.succeeded(prepared)
  }

  /** @param {string} text @param {CallUses} uses @returns {Call} */
  prepare(text, uses) {
    try {
      return new Call(this.session, text, uses)
    } catch (error) {
      this.settleError()
      throw error
    }
  }

  // --- a transaction that nothing may wait in -----------------------------------------------------------------------

  beginSync() { this.session.block.begin({}) }

  commitSync() {
    const { session } = this
    const { envelope } = session
    if (!envelope.commitNow()) session.runSync(envelope.commit())
    session.gate.settle()
  }

  rollbackSync() {
    const { block } = this.session
    if (block.state !== IDLE) block.rollback()
  }

  // --- what may be told ---------------------------------------------------------------------------------------------

  opened() { return this.session.gate.opened() }
  settle() { this.session.gate.settle() }

  settleError() {
    this.session.gate.raiseToNewest()
    this.session.gate.settle()
  }

  /** @returns {Promise<void>} */
  async flushed() {
    const { wal } = this.session.cluster
    await wal.durable(wal.position)
  }

  /** @param {(notice: any) => void} hear */
  onNotice(hear) {
    const { session } = this
    session.onNotice = (notice) => session.gate.tell(() => hear(notice))
  }

  /** @param {(notification: import('../session/notify.js').Notification) => void} hear */
  onNotification(hear) {
    const { session } = this
    session.onNotification = () => { for (const notification of emptyInbox(session)) hear(notification) }
  }

  // --- limits, functions of the program, the end --------------------------------------------------------------------

  cancel() { this.session.cancel() }

  /** @param {number} ms @returns {() => void} */
  limit(ms) {
    const { session } = this
    session.statementTimeoutMs = Math.min(ms, session.statementTimeoutMs || Infinity)
    return () => settingChanged(session, 'statement_timeout')
  }

  /** @param {() => void} define @returns {number} */
  defineRoutine(define) {
    const { session } = this
    session.definesJavaScript = true
    try {
      define()
    } finally {
      session.definesJavaScript = false
    }
    return session.lastRoutine
  }

  /** @param {number} oid @param {JavaScriptCode} code */
  enterRoutine(oid, code) {
    const { database, cluster } = this.session
    database.javaScript.set(oid, code)
    for (const other of cluster.sessions) if (other.database === database) other.procedures.forget()
  }

  /**
   * @param {string | null} schema @param {string} name @param {(text: string) => void} write
   * @param {(line: string) => void} say
   */
  salvage(schema, name, write, say) {
    // Nothing is written that a crash could take back.
    this.settleError()
    return salvaging().salvage(this.session, schema, name, write, say)
  }

  close() { this.session.close() }
}
