/**
 * One session: its own transaction, settings, prepared statements, portals, temporary schema, pid and cancel key. A
 * client connection has one, every `db.connect()` of an embedding program is one; both are the same object.
 *
 * Methods that may have to wait return null when they are done already and a promise otherwise (see drive.js). Errors
 * are DbErrors; by the time one leaves, the transaction block is in the state the error asks for.
 *
 * What leaves a session passes its `gate` (gate.js).
 */
import { randomBytes } from 'node:crypto'
import { canceledByTimeout, canceledByUser, waitsElsewhere, wouldWait } from '../../errors/engine.js'
import { Settings } from '../../config/settings.js'
import { end, SESSION_BYTES, terminate } from './ending.js'
import { logs } from './log-messages.js'
import { isToldOf, tellNotice } from './notices.js'
import { Gate } from './gate.js'
import { beginSettings } from './begin-settings.js'
import { FAILED, TransactionBlock } from './transaction-block.js'
import { driveSync } from '../turns/drive.js'
import { heapGuard } from '../turns/heap-guard.js'
import { othersTurn } from '../turns/others-turn.js'
import { compiledElsewhere } from '../turns/compiling.js'
import { sessionContext, expressionContext } from './context.js'
import { waitFor } from './wait.js'
import { Identity } from './identity.js'
import { Names } from './names.js'
import { Portals } from './portals.js'
import { emptyInbox, notify } from './notify.js'
import { changeSetting, restoreSetting } from './change-setting.js'
import { saysConnected } from './server-log.js'
import { settingChanged } from './session-settings.js'
import { sleep } from '../turns/sleep.js'
import { TempFiles } from './temp-files.js'
import { settle } from '../../util/memory-account.js'
import { makeTypeEnv } from './type-env.js'
import { clientTextOf, isConvertible } from '../../types/strings/encodings.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('../turns/long-calls.js')} */
const longCalls = later(import.meta.url, '../turns/long-calls.js')
/** @type {() => typeof import('./extension-tables.js')} */
const extensionTables = later(import.meta.url, './extension-tables.js')

/** @import { Lsn } from '../../util/identifiers.js' */
/** @import { DbError } from '../../errors/db-error.js' */
/** @import { ResultColumn } from '../../planner/plan.js' */
/** @import { Prepared } from '../statements/core/prepared.js' */
/** @import { Cluster } from '../cluster/cluster.js' */
/** @import { Database } from '../cluster/database.js' */
/** @import { Execution } from '../statements/core/execution.js' */
/** @import { Above } from './above.js' */
/** @import { ResultSink } from '../statements/core/result-sink.js' */
/** @import { Transaction } from '../../txn/transaction.js' */
/** @import { Wait } from '../../txn/wait.js' */
/** @import { ByteWriter } from '../../util/byte-writer.js' */
/** @import { ExecContext } from '../../executor/context.js' */

export class Session {
  /**
   * @param {Cluster} cluster @param {Database} database
   * @param {{ user: string, roleOid: number, pid: number, settings: Record<string, string>, stored?: [string,
   *   string, string][], writer: ByteWriter | null }} options stored: settings of the role and the database
   * @param {Above} above
   */
  constructor(cluster, database, options, above) {
    this.commands = above.commands
    this.ways = above.ways
    this.cluster = cluster
    /** What functions see of it (functions/host.js). @type {import('../../functions/host.js').SharedHost} */
    this.shared = cluster
    this.database = database
    this.memory = cluster.memory
    /** What tables of its statements hold of that. @type {Set<import('../../util/memory-account.js').Holding>} */
    this.tables = new Set()
    /** The current user (identity.js). */
    this.roleOid = options.roleOid
    this.pid = options.pid
    /** See `secret`; 0: nobody has asked. */
    this.ownSecret = 0
    this.writer = options.writer
    this.settings = new Settings(cluster.serverSettings)
    this.identity = new Identity(this, options.roleOid, options.user)
    this.settings.setDirect('session_authorization', options.user)
    this.settings.setDirect('lc_collate', database.locale.collate)
    this.settings.setDirect('lc_ctype', database.locale.ctype)
    this.settings.setDirect('is_superuser', this.identity.isSuperuser ? 'on' : 'off')
    this.env = makeTypeEnv(this)
    this.names = new Names(this)
    this.plannerKey = ''
    // Settings that every transaction or statement asks for, kept parsed (settingChanged).
    this.workMemBytes = 0
    this.valueBytesMax = 0
    this.statementTimeoutMs = 0
    this.lockTimeoutMs = 0
    this.idleInTransactionTimeoutMs = 0
    this.idleSessionTimeoutMs = 0
    /** One of these two is set. */
    this.idlesNotForever = false
    this.defaultIsolation = 'read committed'
    this.defaultReadOnly = false
    this.defaultDeferrable = false
    this.waitsForSync = true
    /** What is said of statements; null: nothing. @type {import('./server-log.js').StatementLog | null} */
    this.statementLog = null
    this.isClients = false
    /** It is the engine's own: ANALYZE of what has changed. */
    this.isBackground = false
    this.settings.listeners.push((name) => settingChanged(this, name))
    this.gate = new Gate(this)
    this.block = new TransactionBlock(this)
    /** What is done around each statement. */
    this.envelope = above.ways.envelope(this)
    this.extended = above.ways.extended(this)
    /** What calls of functions that are not built in run by. */
    this.procedures = above.ways.procedures(this)
    /** @type {Map<string, Prepared>} */
    this.prepared = new Map()
    /**
     * Which of them came from SQL, for pg_prepared_statements.
     * @type {Map<string, { fromSql: boolean, preparedAt: number | bigint }>}
     */
    this.preparedFacts = new Map()
    /**
     * The columns that its client was told of a statement, which others may have under another plan.
     * @type {WeakMap<Prepared, ResultColumn[] | null>}
     */
    this.told = new WeakMap()
    this.portals = new Portals(this)
    /** @type {Set<Execution>} */
    this.executions = new Set()
    /** An Execute came before in this transaction: what cannot run in a block cannot run now. */
    this.pipelining = false
    /** The library is entering a function of the program's. */
    this.definesJavaScript = false
    /** OID of the function CREATE FUNCTION made last. */
    this.lastRoutine = 0
    /**
     * Who wants to know of statements that look up one row.
     * @type {import('../statements/ways-in/keys-ahead.js').KeysAhead | null}
     */
    this.watcher = null
    /** The caller runs to the end in one go and can give nobody else a turn. */
    this.synchronous = false
    this.context = sessionContext(this)
    /** What now() answers in this transaction. @type {number | bigint} */
    this.startMicros = 0
    /** Nobody has asked the clock yet. */
    this.startPending = false
    /** What statement_timestamp() answers; 0: the same. @type {number | bigint} */
    this.statementStart = 0
    /** Statements begun so far, which tell one from the next. */
    this.statements = 0
    this.statementDeadlineMs = Infinity
    this.cancelRequested = false
    /** What a cancel is told as, where it is not the user's. @type {DbError | null} */
    this.interruption = null
    /** The statement under way is the last of a simple query: its implicit transaction ends with it. */
    this.lastOfMessage = false
    /** @type {any} the lock it waits for */
    this.wait = null
    // Role, database and their settings were looked up: the first answer tells of them.
    this.gate.raise(cluster.catalogGateLsn)
    /** Channels it listens to. @type {Set<string>} */
    this.listening = new Set()
    /** What its open transaction said of channels. @type {import('./notify.js').Pending | null} */
    this.channelsPending = null
    /** Notifications that have not been passed on. @type {import('./notify.js').Notification[]} */
    this.inbox = []
    this.inboxBytes = 0
    /** of what this transaction will tell */
    this.toldBytes = 0
    /** There is something in the inbox, and the session is between transactions. */
    this.onNotification = () => { emptyInbox(this) }
    /** @type {(notice: any) => void} */
    this.onNotice = () => undefined
    /**
     * Tells the client that its session is over, and why; by itself: an administrator wanted it.
     * @type {(error?: DbError) => void}
     */
    this.onTerminate = () => undefined
    /** OID of its temporary schema, 0 while it has none, and the N of its name pg_temp_N (temporary.js). */
    this.temporaryOid = 0
    /**
     * What event triggers may ask of the command under way (commands/events).
     * @type {import('../commands/events/ddl-events.js').EventState | null}
     */
    this.ddlEvents = null
    /** The extension whose script runs: what is made is of it. */
    this.extensionOid = 0
    /** Utility statements under way, one within the other, where somebody observes. */
    this.utilityDepth = 0
    this.temporaryPlace = 0
    /** Its tables that are emptied or dropped at commit. @type {import('./temporary.js').OnCommit[]} */
    this.onCommit = []
    /**
     * Sequences it has touched, by OID, and the one nextval was called for last (functions/session/sequences.js).
     * @type {Map<number, any>}
     */
    this.sequences = new Map()
    /** Its descriptors of large objects, once it has had one (functions/session/large-objects.js). @type {any} */
    this.largeObjects = null
    /** @type {any} */
    this.lastSequence = null
    /** It applies changes made elsewhere: session_replication_role. */
    this.replicates = false
    /** Whose calls are counted: track_functions. */
    this.tracksFunctions = 'none'
    /** A backslash in '…' is a character like any other. */
    this.standardStrings = true
    /** \' is not taken for a quote: backslash_quote. */
    this.refusesQuotes = false
    /** Where its statements put what does not fit memory. */
    this.tempFiles = new TempFiles(this)
    /** Names are written in quotes even where they need none: quote_all_identifiers. */
    this.quotesAll = false
    /** What setseed() began: random()'s numbers from then on. @type {{ double(): number } | null} */
    this.seeded = null
    /** Statements by their text: the database's, its own while it has a temporary schema. */
    this.plans = database.planCache
    /** Which statement came after which. @type {import('../statements/core/trail.js').Trail | null} */
    this.trail = null
    this.closed = false
    /** A statement is under way, or waits. */
    this.running = false
    /** It waits for its client to read. */
    this.awaitsClient = false
    /** The statement under way, or the last one: what pg_stat_activity shows. */
    this.query = ''
    this.backendStart = cluster.clock.nowMicros()
    /**
     * Where its client is: a port of -1 is this machine, without a network.
     * @type {{ address: string | null, port: number }}
     */
    this.client = { address: null, port: -1 }
    /** And where it came to. @type {{ address: string | null, port: number }} */
    this.server = { address: null, port: -1 }
    /** @type {import('../../functions/host.js').Encryption | null} */
    this.encryption = null
    /** How far its long command has come, while there is one. @type {import('./progress.js').Progress | null} */
    this.progress = null
    /** What of the stored settings makes no sense, of which its client is warned. */
    this.doubts = beginSettings(this, options)
    this.memory.take(SESSION_BYTES, 'a session')
    cluster.sessions.add(this)
  }

  /** What a client shows to cancel this session's statement. */
  get secret() {
    while (this.ownSecret === 0) this.ownSecret = randomBytes(4).readInt32BE()
    return this.ownSecret
  }

  // --- queries -----------------------------------------------------------------------------------------------------

  /**
   * The simple protocol: every statement of a string, in one transaction unless it says otherwise.
   * @param {string} text @param {ResultSink} sink @returns {Promise<void> | null}
   */
  simpleQuery(text, sink) {
    // A simple query ends what unnamed statement and portal there were, as in PostgreSQL.
    if (this.prepared.has('')) this.closeStatement('')
    if (this.portals.unnamed !== null) this.portals.close('')
    return this.ways.simple(this, text, sink)
  }

  // --- prepared statements and portals (extended.js works with them) -------------------------------------------------

  /** @param {string} name */
  closeStatement(name) {
    this.prepared.delete(name)
    this.preparedFacts.delete(name)
  }

  // --- the transaction's edges --------------------------------------------------------------------------------------

  statusByte() { return this.block.statusByte() }

  passOn() {
    if (this.block.txn === null && this.inbox.length > 0) this.onNotification()
  }

  /** pg_notify(). @param {string} channel @param {string} payload */
  notifyChannel(channel, payload) { notify(this, channel, payload) }

  /**
   * pg_get_object_address().
   * @param {string} word of the kind
   * @param {(string | null)[]} names
   * @param {(string | null)[]} args
   */
  objectOfParts(word, names, args) { return this.commands.objectOfParts(this, word, names, args) }

  /**
   * A client's FunctionCall.
   * @param {unknown} reader at its body
   * @param {(result: Uint8Array | null) => void} answer
   * @returns {Promise<void> | null}
   */
  callFunction(reader, answer) { return this.ways.functionCall(this, reader, answer) }

  /** A lock a function asks for. @param {Wait} wait @returns {Generator<Promise<unknown>, void, void>} */
  *waitForLock(wait) { yield* waitFor(this, wait, null) }

  /**
   * A call that gave up here, once more where it holds up nobody.
   * @param {any} impl
   * @param {unknown[]} args
   * @returns {Generator<Promise<unknown>, any, void>}
   */
  longCall(impl, args) { return longCalls().longCall(this, impl, args) }

  /** The value of a long expression. @param {string} source */
  compiledElsewhere(source) { return compiledElsewhere(this, source) }

  /**
   * pg_sleep(): others run meanwhile; cancel and statement_timeout end it.
   * @param {number} milliseconds
   * @returns {Generator<Promise<unknown>, void, void>}
   */
  sleep(milliseconds) { return sleep(this, milliseconds) }

  /**
   * A statement failed (its envelope says so): what the error reveals is gated too, but for one that says no more than
   * that the log has failed.
   * @param {unknown} error
   */
  failed(error) {
    if (error !== this.cluster.wal.failed) this.gate.raiseToNewest()
    this.block.fail()
    if (this.block.txn !== null) return // a savepoint stands: what began before it can go on after ROLLBACK TO
    this.finishExecutions()
    if (this.block.state === FAILED) this.portals.fail(0)
    else this.portals.closeAll()
    this.pipelining = false
  }

  /** A statement is over: what its tables held and did not give back, nobody has, unless a portal stands. */
  settleTables() {
    if (this.executions.size > 0 || this.portals.size > 0) return
    for (const table of this.tables) settle(table)
  }

  /** @param {Prepared} prepared */
  refuseInFailedBlock(prepared) {
    if (this.block.state === FAILED && !prepared.isTransactionExit) throw this.block.refusal()
  }

  transactionStarted() {
    this.startPending = true
  }

  /**
   * The transaction's start is now, if it was not settled yet: when somebody asks for it, a statement begins that may
   * take time, or answers leave.
   */
  settleStart() {
    if (!this.startPending) return
    this.startPending = false
    this.startMicros = this.cluster.clock.nowMicros()
    if (this.statementStart === 0) this.statementStart = this.startMicros
  }

  /** Microseconds since 2000. @returns {number | bigint} */
  get transactionStart() {
    if (this.startPending) this.settleStart()
    return this.startMicros
  }

  /** @param {Transaction} txn @param {Lsn} commitLsn 0: nothing was written */
  committed(txn, commitLsn) {
    this.gate.raise(txn.gateLsn)
    this.database.storage.counters.commits++
    if (commitLsn > 0) {
      if (this.waitsForSync) this.gate.raise(commitLsn)
      this.cluster.noteCommit(commitLsn, this.waitsForSync)
    }
  }

  rolledBack() {
    this.names.forget()
    this.database.storage.counters.rollbacks++
  }

  /**
   * @param {number} serial of the savepoint: portals made under it are gone
   * @param {boolean} [isUnchanged] nothing had been written since: what the catalog was known to be it is
   */
  rolledBackToSavepoint(serial, isUnchanged = false) {
    if (!isUnchanged) this.names.forget()
    this.largeObjects?.rolledBack(serial)
    this.portals.closeSince(serial)
  }

  /** As `rolledBackToSavepoint`, before ROLLBACK TO. @param {number} serial of the savepoint that stands */
  failedToSavepoint(serial) {
    this.names.forget()
    this.largeObjects?.rolledBack(serial)
    this.portals.fail(serial)
  }

  transactionEnded() {
    this.names.transactionEnded()
    this.pipelining = false
    if (this.executions.size > 0) this.finishExecutions()
    if (this.largeObjects !== null) this.largeObjects.transactionEnded()
    if (this.portals.size > 0) this.portals.transactionEnded(this.envelope.portal)
  }

  finishExecutions() { for (const execution of this.executions) execution.finish(this) }

  // --- statements' edges, cancel ------------------------------------------------------------------------------------

  /** Asks the running statement to stop: 57014 at its next slice, or at once if it waits for a lock. */
  cancel() {
    this.cancelRequested = true
    this.interruption = null
    if (this.wait !== null) this.wait.cancel(canceledByUser())
  }

  /** As `cancel`, for another reason. @param {DbError} error what the statement fails with */
  interrupt(error) {
    this.cancelRequested = true
    this.interruption = error
    if (this.wait !== null) this.wait.cancel(error)
  }

  /** @throws {DbError} 57014; 53200 */
  checkInterrupts() {
    if (this.cancelRequested) {
      const error = this.interruption ?? canceledByUser()
      this.cancelRequested = false
      this.interruption = null
      throw error
    }
    if (this.statementDeadlineMs < Infinity && this.cluster.clock.monotonicMs() >= this.statementDeadlineMs)
      throw canceledByTimeout()
    heapGuard.check()
  }

  /** The loops of its statement give way at their next step. */
  tire() {
    this.context.fuel = 0
    this.procedures.host.program.fuel = 0
    for (const { ctx } of this.executions) if (ctx !== null) ctx.fuel = 0
  }

  /** @param {import('./notices.js').Said} notice that its client is told, and the log */
  notice(notice) { tellNotice(this, notice) }

  /** Whether somebody hears of such a message: the client or the log. @param {string} severity */
  hears(severity) { return isToldOf(this, severity) || logs(this, severity) }

  /** What is said of a text before it runs. @param {import('../../parser/notices.js').Notice[]} notices */
  give(notices) { for (const notice of notices) this.notice(notice) }

  // --- catalog, types, settings --------------------------------------------------------------------------------------

  /** What names mean to this session now. @returns {any} CatalogSnapshot */
  catalog() { return this.names.catalog() }

  /** @param {number} oid @returns {any} TypeOps */
  typeOps(oid) { return this.names.typeOps(oid) }

  /**
   * For text in binary formats that leaves or comes in the client's encoding with nobody to convert it on the way.
   * @returns {import('../../types/type-ops.js').TypeEnv}
   */
  get clientEnv() {
    const encoding = String(this.settings.get('client_encoding'))
    return isConvertible(encoding)
      ? Object.create(this.env, { clientText: { value: clientTextOf(encoding) } })
      : this.env
  }

  /** It has a temporary schema from here on, or (0) no longer. @param {number} oid */
  temporarySchemaIs(oid) {
    this.temporaryOid = oid
    this.names.forgetPath()
    this.plans = oid === 0 ? this.database.planCache : this.ways.ownPlans()
    for (const [name, prepared] of this.prepared) if (!prepared.isAdopted) this.prepared.set(name, prepared.renewed())
  }

  /** DISCARD SEQUENCES: as if it had touched none. */
  forgetSequences() {
    this.sequences.clear()
    this.lastSequence = null
  }

  /**
   * SET, as a function may: set_config(), and the settings a function brings.
   * @param {string} name
   * @param {string | null} text
   * @param {boolean} local
   */
  changeSetting(name, text, local) { changeSetting(this, name, text, local) }
  /** @param {string} key @param {unknown} old */
  restoreSetting(key, old) { restoreSetting(this, key, old) }

  /** Name of the current user. */
  get user() { return this.identity.nameOf(this.roleOid) }
  get superuser() { return this.identity.isSuperuser }

  /** What functions may ask of the session besides settings. */
  get sessionUser() { return this.identity.nameOf(this.identity.sessionOid) }
  get backendPid() { return this.pid }
  get random() { return this.cluster.random }
  clock() { return this.cluster.clock.nowMicros() }

  reloadSettings() { this.cluster.reloadSettings() }

  /** @param {number} tableOid @param {string} condition */
  dumpExtensionTable(tableOid, condition) { extensionTables().dumpExtensionTable(this, tableOid, condition) }

  /** Gives others a turn, and stops if this statement was cancelled. @returns {Promise<void>} */
  async turn() {
    await othersTurn(this.cluster)
    this.checkInterrupts()
  }

  /**
   * For expressions outside a plan: defaults, EXECUTE's arguments.
   * @param {unknown[]} params
   * @returns {ExecContext}
   */
  expressionContext(params) { return expressionContext(this, params) }

  /**
   * Runs `work` where waiting is impossible, and as one time slice.
   * @param {Generator<Promise<unknown>, unknown, void>} work
   * @throws {DbError} 55P03, 0A000
   */
  runSync(work) {
    const before = this.synchronous
    this.synchronous = true
    const base = this.procedures.standsHere()
    try {
      driveSync(work, () => this.refusedWait())
    } finally {
      this.synchronous = before
      this.procedures.base = base
    }
  }

  /** What a statement is told that may not wait: what for. */
  refusedWait() { return this.wait?.promise === undefined ? waitsElsewhere() : wouldWait() }

  /**
   * The session ends from outside: DROP DATABASE … FORCE, pg_terminate_backend, a timeout.
   * @param {DbError} [error] what its client is told instead of 57P01
   */
  terminate(error) { terminate(this, error) }

  /**
   * The same at the end of this turn: a statement that asks for it may hold pages which a rollback would change.
   * @returns {Promise<void>} when that is done
   */
  terminateSoon() {
    return new Promise((resolve) => {
      setImmediate(() => {
        if (!this.closed) this.terminate()
        resolve()
      })
    })
  }

  /** The client is gone: what was open is rolled back. */
  close() { end(this) }

  /** It is that of a client who has just proved who it is. */
  connected() {
    this.isClients = true
    saysConnected(this)
  }
}
