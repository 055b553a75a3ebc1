/**
 * The whole of a data directory, open: files, log, pool, transactions, databases, sessions. Its life:
 *
 *   open: lock ─ control file ─┬─ new directory: everything made, control file last
 *                              └─ recovery: analyse the log, redo, undo losers, checkpoint
 *   run:  sessions; purge and checkpoints in the background
 *   close: sessions end, purge, checkpoint, clean shutdown noted, lock given back
 *
 * A failed log is final: the engine is `failed`, everything answers 58030, and a reopen recovers.
 */
import { fileURLToPath } from 'node:url'
import { SharedRoles } from '../../catalog/roles.js'
import { catalogShape } from '../../catalog/store/shapes.js'
import { ServerStatistics } from './server-statistics.js'
import { fileSettings, settingsOf } from '../session/stored-settings.js'
import { notADataDirectory } from '../../errors/clusters.js'
import { DbError } from '../../errors/db-error.js'
import { noSuchDatabase, shuttingDown } from '../../errors/engine.js'
import { loadParser } from '../../parser/parser.js'
import { later, whenLoaded } from '../../util/later.js'
import { Profile } from '../../profile/profile.js'
import { BlockStore } from '../../storage/vfs/block-store.js'
import { ImagedVfs } from '../../storage/vfs/imaged-vfs.js'
import { DiskVfs } from '../../storage/vfs/disk-vfs.js'
import { ControlFile } from '../../wal/control-file.js'
import { AccessFiles } from './access-files.js'
import { admit } from './admission.js'
import { systemClock } from '../turns/clock.js'
import { refuseForeign } from './creation.js'
import { systemRandom } from './random.js'
import { Database, POSTGRES_OID, POSTGRES_SLOT } from './database.js'
import { Copies, fillDatabase } from './database-copy.js'
import { giveCatalogs, newSlot } from './template-database.js'
import { nextTurn } from '../turns/drive.js'
import { Maintenance } from './maintenance.js'
import { accountOf, filesInMemory, logShare, takeStanding } from './memory.js'
import { openingSettings } from './opening-settings.js'
import { abandonCluster, closeCluster } from './shutdown.js'
import { start } from './start.js'
import { UndoWatch } from './undo-watch.js'
import { profileEngine } from './profiling.js'
import { COMMANDS } from '../commands/dispatch.js'
import { Session } from '../session/session.js'
import { WAYS_IN } from '../statements/ways-in/ways-in.js'
import { Slices } from '../turns/slices.js'
import { hasExtensionCatalogs, loadExtensions } from './extensions.js'
import { reloadSettings } from './limits.js'
import { dropTemporaryAfterCrash } from './temporary-after-crash.js'

/** @type {() => typeof import('../../catalog/template.js')} */
const templates = later(import.meta.url, '../../catalog/template.js')
/** @type {() => typeof import('./check.js')} */
const checking = later(import.meta.url, './check.js')
/** @type {() => typeof import('./fork.js')} */
const forks = later(import.meta.url, './fork.js')

/** @import { DatabaseDesc } from '../../catalog/descriptors.js' */
/** @import { Lsn } from '../../util/identifiers.js' */
/** @import { StoredSetting } from '../session/stored-settings.js' */
/** @import { StatementSeen } from '../../extensions/definition.js' */
/** @import { Vfs } from '../../storage/vfs/vfs.js' */
/** @import { DdlFiles } from '../../catalog/ddl/context.js' */
/** @import { OidAllocator } from '../../catalog/store/oid-allocator.js' */
/** @import { SequenceCounters } from '../../catalog/sequences.js' */
/** @import { BTreeEnv } from '../../storage/btree/env.js' */
/** @import { HeapEnv } from '../../storage/heap/heap-env.js' */
/** @import { Storage } from '../../storage/storage.js' */
/** @import { TransactionManager } from '../../txn/manager.js' */
/** @import { LogGeometry } from '../../wal/frame.js' */
/** @import { Wal } from '../../wal/wal.js' */
/** @import { Template } from '../../storage/template.js' */

/** @import { ClusterOptions } from './options.js' */
/** @import { Transaction } from '../../txn/transaction.js' */
/** @import { MemoryAccount } from '../../util/memory-account.js' */
/** @import { ForkFacts } from './fork.js' */
/** @import { ByteWriter } from '../../util/byte-writer.js' */

/**
 * A session that is wanted; settings that are to be read yet are read once it is let in.
 * @typedef {Parameters<typeof admit>[1] & { settings: Record<string, string> | (() => Record<string, string>),
 *   writer: ByteWriter | null,
 *   requireRoom?: (role: import('../../catalog/descriptors.js').RoleDesc) => void }} SessionWish
 */

/** What sessions are handed. */
const ABOVE = { commands: COMMANDS, ways: WAYS_IN }

export const ENGINE_LOCK = 'seawall.lock'
/** How long asynchronous calls may follow each other without a turn of the event loop. */
const TURN_EVERY_MS = 8
const PINNED_HEAPS_MAX = 16

export class Cluster {
  /**
   * @param {ClusterOptions} [options]
   * @param {ForkFacts | null} [forked] the cluster is a fork: nothing of it outlives `close`
   * @returns {Promise<Cluster>} resolves when sessions may begin @throws {DbError} 55006, XX001, 58030, 22023
   */
  static async open(options = {}, forked = null) {
    const parser = loadParser()
    const loading = whenLoaded()
    if (loading !== null) await loading
    const inMemory = forked !== null
      || (options.vfs === undefined && (options.path === undefined || options.path === ':memory:'))
    const path = options.path instanceof URL ? fileURLToPath(options.path) : options.path
    const memory = forked?.memory ?? accountOf(options)
    const below = options.vfs ?? (inMemory
      ? filesInMemory(':memory:', memory, logShare(options, memory))
      : new DiskVfs(/** @type {string} */ (path)))
    const blocks = forked?.blocks ?? new BlockStore({
      tempFile: inMemory ? null : () => below.tempFile(), account: memory,
      ...(memory.isLimited ? { bytesMax: memory.limit / 8 } : {}),
    })
    const vfs = new ImagedVfs(below, blocks)
    if (!inMemory && options.create === false && !ControlFile.exists(vfs)) throw notADataDirectory(path)
    vfs.mkdir('')
    if (!inMemory && !ControlFile.exists(vfs)) refuseForeign(vfs, path ?? '')
    /** @type {Cluster | null} */
    let cluster = null
    const unlock = await vfs.lock(ENGINE_LOCK, `process ${process.pid}`, (error) => cluster?.lockLost(error))
    try {
      // The grammar is compiled on other threads meanwhile, if the event loop has a turn to begin it. What recovery
      // drops may need it.
      await (ControlFile.exists(vfs) && !ControlFile.wasClosed(vfs) ? parser : nextTurn())
      cluster = new Cluster(vfs, unlock, options, inMemory, forked, memory)
      start(cluster)
      if (cluster.mayUseExtensions()) await loadExtensions(cluster)
      cluster.run()
      await parser
      return cluster
    } catch (error) {
      if (cluster !== null) await abandonCluster(cluster, error)
      if (cluster !== null) memory.give(cluster.standingBytes)
      unlock()
      throw error
    }
  }

  /**
   * @param {ImagedVfs} vfs @param {() => void} unlock @param {ClusterOptions} options @param {boolean} inMemory
   * @param {ForkFacts | null} forked @param {MemoryAccount} memory what it holds, with its forks
   */
  constructor(vfs, unlock, options, inMemory, forked, memory) {
    this.forked = forked
    this.memory = memory
    /** All transactions are read-only. */
    this.isReadOnly = forked?.readOnly === true
    this.vfs = vfs
    this.unlock = unlock
    this.options = options
    this.inMemory = inMemory
    /** A directory is locked as long as it lives: its own, or that of what it is a fork of. */
    this.isOfDirectory = forked === null ? !inMemory : forked.isOfDirectory
    this.clock = options.clock ?? systemClock()
    this.log = options.logger ?? (() => undefined)
    /**
     * What makes functions of JavaScript in SQL text; null: it is not allowed.
     * @type {import('../../procedures/javascript.js').JavaScriptBodies | null}
     */
    this.javaScriptBodies = null
    this.profile = options.profile ? new Profile(this.clock.monotonicMs) : null
    const opened = openingSettings(options, { vfs, log: this.log, memory, inMemory })
    this.walSync = opened.walSync
    /** Log between checkpoints; ms between them (limits.js). */
    this.maxWalBytes = Infinity
    this.checkpointMs = Infinity
    this.poolBytes = opened.poolBytes
    this.standingBytes = takeStanding(memory, this.poolBytes, inMemory ? logShare(options, memory) : 0, forked !== null)
    /** The server's settings, given what ALTER SYSTEM chose. */
    this.settingsWith = opened.settingsWith
    this.serverSettings = opened.serverSettings
    /** Of roles and databases, as committed; null: not read yet. @type {StoredSetting[] | null} */
    this.storedSettings = null
    /** Who may connect to a server of it. */
    this.access = new AccessFiles(this)
    if (!inMemory) {
      this.serverSettings.live.set('data_directory', () => vfs.name)
      this.serverSettings.live.set('hba_file', () => this.access.pathOf('hba_file'))
      this.serverSettings.live.set('ident_file', () => this.access.pathOf('ident_file'))
    }
    /** Servers read what they need anew. @type {Set<() => void>} */
    this.onReload = new Set()
    /** Who is whose member, for all databases. */
    this.roles = new SharedRoles()
    /** @type {Set<Session>} */
    this.sessions = new Set()
    /** @type {Map<number, Database>} by OID */
    this.databases = new Map()
    this.copies = new Copies()
    /** Forks that are being made read the log from here on. @type {Set<{ fromLsn: number }>} */
    this.logReaders = new Set()
    this.nextPid = 1
    /** Newest database's number in file ids. */
    this.lastSlot = 1
    /** Commits that wait for no sync are still in the log's memory. */
    this.unwrittenCommits = false
    // Made by start.js, which runs before anybody else sees the cluster.
    this.wal = /** @type {Wal} */ (/** @type {unknown} */ (null))
    this.storage = /** @type {Storage} */ (/** @type {unknown} */ (null))
    this.txns = /** @type {TransactionManager} */ (/** @type {unknown} */ (null))
    this.heapEnv = /** @type {HeapEnv} */ (/** @type {unknown} */ (null))
    this.btreeEnv = /** @type {BTreeEnv} */ (/** @type {unknown} */ (null))
    this.oids = /** @type {OidAllocator} */ (/** @type {unknown} */ (null))
    this.sequences = /** @type {SequenceCounters} */ (/** @type {unknown} */ (null))
    this.control = /** @type {ControlFile} */ (/** @type {unknown} */ (null))
    /** In memory: what start.js made of it when it was asked. */
    this.ownMockSecret = ''
    this.geometry = /** @type {LogGeometry} */ (/** @type {unknown} */ (null))
    /** Built-in rows of a directory that was upgraded. @type {Template | null} */
    this.catalogBase = null
    this.ddlFiles = /** @type {DdlFiles} */ (/** @type {unknown} */ (null))
    this.random = options.random ?? systemRandom
    this.isOpen = false
    /** It is as it was, or recovery has made it so: what happens from now on is what sessions do. */
    this.isRunning = false
    /** It was not closed, and has been recovered. */
    this.crashed = false
    this.closing = false
    this.recovered = ''
    this.maintenance = new Maintenance(this)
    this.undoWatch = new UndoWatch(this)
    this.slices = new Slices()
    /** Who is told of statements (session/observers.js). @type {((seen: StatementSeen) => void)[] | null} */
    this.observers = null
    /**
     * What makes of a client's text the one that runs, if the program rewrites them.
     * @type {((text: string) => string) | null}
     */
    this.rewrite = null
    /** Names of their extensions. @type {Set<string>} */
    this.observing = new Set()
    /** See turnWhenDue. */
    this.turnMs = 0
    this.statistics = new ServerStatistics(this)
    /** When the file ALTER SYSTEM writes was read. */
    this.settingsReadAt = this.statistics.startedAt
    /** @type {(() => void)[]} */
    this.onClose = []
    /** @type {() => void} called once when the log has failed */
    this.onFailure = () => undefined
    /** Measured by a server, while it has clients. @type {{ recentMs: () => number, longestMs: number } | null} */
    this.loopDelay = null
  }

  /** Extensions in one of its databases: pg_extension is a file of its own there. */
  mayUseExtensions() { return hasExtensionCatalogs(this) }

  /** What needs the types of extensions, and what goes on from now on. */
  run() {
    const { files } = this.storage
    for (const fileId of files.quarantine.byFile.keys()) this.log(files.refusal(fileId).message)
    if (this.crashed) dropTemporaryAfterCrash(this)
    this.isRunning = true
    for (const database of this.databases.values()) this.shareWithSiblings(database)
    if (this.profile !== null) profileEngine(this, this.profile)
    this.wal.onDurable(() => {
      if (this.wal.failed !== null) this.logFailed(this.wal.failed)
      else this.maintenance.logMoved()
    })
    this.maintenance.start()
  }

  /** What a new database's catalogs are copies of. @returns {Template} */
  newCatalogs() { return this.catalogBase ?? this.storage.files.template ?? templates().catalogTemplate() }

  // --- databases and sessions ---

  /** @param {string} name @returns {Database} @throws {DbError} 3D000 */
  database(name) {
    const desc = this.anyDatabase().catalog.shared.databaseByName(name)
    if (desc === undefined) throw noSuchDatabase(name)
    let database = this.databases.get(desc.oid)
    if (database === undefined) {
      const slot = this.slotOf(desc.oid)
      database = new Database(this, desc.oid, desc.name, slot === POSTGRES_SLOT ? giveCatalogs(this, desc.oid) : slot)
      this.databases.set(desc.oid, database)
      this.shareWithSiblings(database)
    }
    return database
  }

  /**
   * As in PostgreSQL, who comes into a database that is being copied waits. @param {string} name
   * @returns {Promise<void> | null} null: it is not
   */
  whenCopied(name) {
    if (this.copies.byDatabase.size === 0) return null
    const desc = this.anyDatabase().catalog.shared.databaseByName(name)
    return desc === undefined ? null : this.copies.of(desc.oid)
  }

  /** @param {string} name */
  hasDatabase(name) { return this.anyDatabase().catalog.shared.databaseByName(name) !== undefined }

  /** @param {number} oid @returns {number} the database's number in file ids of its system catalogs */
  slotOf(oid) {
    const { store } = this.anyDatabase()
    const [{ row }] = store.find('pg_database', 'pg_database_oid_index', [oid], store.latest())
    return row[catalogShape('pg_database').at.datminmxid]
  }

  /** For CREATE DATABASE: see template-database.js. */
  newSlot() { return newSlot(this) }

  /**
   * What is in a new database: see database-copy.js.
   * @param {Session} session @param {DatabaseDesc} from
   * @param {{ oid: number, name: string, slot: number }} made
   */
  fillDatabase(session, from, made) { return fillDatabase(session, from, made) }

  /** Gives a new database its system catalogs. @param {number} slot @param {Transaction} txn */
  copyCatalogs(slot, txn) { templates().copyCatalogs(Database.storageFor(this, slot), txn, this.newCatalogs()) }

  /** Of a fork, as soon as recovery has ended: until then its catalogs may change. @param {Database} database */
  shareWithSiblings(database) {
    if (this.isRunning) this.forked?.common.give(database)
  }

  /** One that is always there: shared catalogs look the same from everywhere. @returns {Database} */
  anyDatabase() {
    let database = this.databases.get(POSTGRES_OID)
    if (database === undefined) {
      database = new Database(this, POSTGRES_OID, 'postgres', POSTGRES_SLOT)
      this.databases.set(POSTGRES_OID, database)
      this.shareWithSiblings(database)
    }
    return database
  }

  /**
   * @param {SessionWish} options
   * @returns {Session} @throws {DbError} 3D000, 28000, 22023, 42501, 53300, 55000
   */
  connect({ settings, writer, requireRoom, ...who }) {
    if (!this.isOpen || this.closing) throw shuttingDown()
    if (this.wal.failed !== null) throw this.wal.failed
    const { role, database } = admit(this, who, requireRoom)
    const stored = settingsOf(this, database.oid, role.oid)
    const asked = typeof settings === 'function' ? settings() : settings
    const whose = { user: who.user, roleOid: role.oid, pid: this.nextPid++ }
    const session = new Session(this, database, { ...whose, settings: asked, stored, writer }, ABOVE)
    session.isBackground = who.isBackground === true
    return session
  }

  /** What the file ALTER SYSTEM writes holds now. */
  fileSettings() { return fileSettings(this.vfs) }

  /** pg_reload_conf(). */
  reloadSettings() { reloadSettings(this) }

  /** How far the log must be durable before anybody is told which databases and roles there are, with what settings. */
  get catalogGateLsn() {
    let lsn = 0
    for (const { catalog } of this.databases.values()) lsn = Math.max(lsn, catalog.gateLsn)
    return lsn
  }

  /** @param {string} name @returns {import('../../catalog/descriptors.js').RoleDesc | null} */
  role(name) {
    return this.anyDatabase().catalog.shared.roleByName(name) ?? null
  }

  // --- commits, purge, checkpoints ---

  /** A transaction committed. @param {Lsn} commitLsn @param {boolean} waits its answer waits for a sync */
  noteCommit(commitLsn, waits) {
    this.wal.noteCommit(waits)
    if (waits) this.slices.commitLsn = commitLsn
    else this.unwrittenCommits = true
    this.slices.served++
    this.maintenance.noteCommit(commitLsn)
  }

  /**
   * A program that awaits one answer after another gives timers, sockets and other sessions no turn as long as nothing
   * has to be waited for: once in a while an answer waits for one.
   * @returns {Promise<void> | undefined}
   */
  turnWhenDue() {
    const nowMs = this.clock.monotonicMs()
    if (nowMs - this.turnMs < TURN_EVERY_MS) return undefined
    this.turnMs = nowMs
    return nextTurn()
  }

  /** Before an answer leaves: commits it may acknowledge without a sync have at least reached the operating system. */
  beforeAnswer() {
    if (!this.unwrittenCommits) return
    this.wal.writeOutNow()
    this.unwrittenCommits = false
  }

  /** Nobody's locks are given back any more, so nobody waits for them. @param {DbError} failure */
  logFailed(failure) {
    this.maintenance.stop()
    for (const session of this.sessions) if (session.wait !== null) session.wait.cancel(failure)
    const tell = this.onFailure
    this.onFailure = () => undefined
    const { cause } = failure
    this.log(`${failure.message}${cause instanceof Error && !(cause instanceof DbError) ? `\n${cause.stack}` : ''}`)
    tell()
  }

  /**
   * Somebody else may have opened the directory: nothing is written or acknowledged from here on.
   * @param {Error} error
   */
  lockLost(error) {
    if (this.wal === null || this.wal.failed !== null) return
    this.log(`the lock on the data directory is lost: ${error.message}`)
    this.fail(error)
  }

  /** Nothing is acknowledged from here on: as when the log fails. @param {unknown} cause */
  fail(cause) {
    this.wal.fail(cause)
  }

  /**
   * Heaps keep the page of their last row pinned, which is what makes the next touch cheap; with many tables they give
   * it back.
   */
  trimPins() {
    if (this.heapEnv.pinned.size > PINNED_HEAPS_MAX) this.heapEnv.releasePins()
  }

  /**
   * For #invariants: a statement has ended, and if none is under way, it left no page pinned, whatever error ended it.
   */
  assertNothingHeld() {
    for (const session of this.sessions) if (session.running) return
    this.heapEnv.assertPinsKnown()
  }

  poolStats() {
    const { hits, misses, evictions } = this.storage.pool
    return { hits, misses, evictions }
  }

  /** Counters of every layer. */
  stats() {
    const { wal, txns, memory, loopDelay } = this
    return {
      wal: { ...wal.stats, durableLsn: wal.durableLsn, position: wal.position },
      pool: this.poolStats(),
      transactions: { commits: txns.commits, aborts: txns.aborts, active: txns.activeCount },
      sessions: this.sessions.size, recovered: this.recovered,
      memory: { held: memory.held, limit: memory.limit },
      eventLoop: { recentMs: loopDelay?.recentMs() ?? 0, longestMs: loopDelay?.longestMs ?? 0 },
    }
  }

  /**
   * A copy on write of everything that is committed, in memory: see fork.js.
   * @returns {Promise<Cluster>} resolves when sessions may begin in it @throws {DbError} 57P03, 53100, 58030
   */
  async fork() {
    if (!this.isOpen || this.closing) throw shuttingDown()
    const { options, facts, opened } = await forks().imageOf(this)
    const fork = await Cluster.open(options, facts).catch((error) => {
      facts.released()
      throw error
    }).finally(opened)
    // What the program has handed over of functions is not in the files.
    for (const { name, javaScript } of this.databases.values()) {
      if (javaScript.size === 0 || !fork.hasDatabase(name)) continue
      for (const [oid, code] of javaScript) fork.database(name).javaScript.set(oid, code)
    }
    return fork
  }

  /** Looks for damage everywhere: see check.js. @returns {Promise<import('./check.js').CheckReport>} */
  check() { return checking().checkCluster(this) }

  /**
   * Ends all sessions and closes the files; the next open has nothing to recover. Idempotent.
   * @returns {Promise<void>}
   */
  async close() {
    if (!this.isOpen || this.closing) return
    this.closing = true
    await closeCluster(this)
  }
}
