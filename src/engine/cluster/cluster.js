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
import { SequenceCounters } from '../../catalog/sequences.js'
import { SharedRoles } from '../../catalog/roles.js'
import { catalogShape } from '../../catalog/store/shapes.js'
import { OidAllocator } from '../../catalog/store/oid-allocator.js'
import { TEMPLATE_SLOT, catalogTemplate, copyCatalogs } from '../../catalog/template.js'
import { ServerSettings, settingDefinition } from '../../config/settings.js'
import { ServerStatistics } from './server-statistics.js'
import { fileSettings, readServerSettings, settingsOf } from '../session/stored-settings.js'
import { notADataDirectory, badWalSync } from '../../errors/clusters.js'
import { DbError } from '../../errors/db-error.js'
import { isShortage } from '../../errors/storage.js'
import { noSuchDatabase, shuttingDown } from '../../errors/engine.js'
import { loadParser } from '../../parser/parser.js'
import { Profile } from '../../profile/profile.js'
import { BTreeEnv } from '../../storage/btree/env.js'
import { BTree } from '../../storage/btree/tree.js'
import { gistRedo, gistUndo, isGistFile, undoGistInsert } from '../../storage/gist/recovery.js'
import { GistTree } from '../../storage/gist/tree.js'
import { btreeRedo, btreeUndo, undoInsert } from '../../storage/btree/recovery.js'
import { HeapEnv } from '../../storage/heap/heap-env.js'
import { heapRedoTable } from '../../storage/heap/heap-redo.js'
import { registerHeap } from '../../storage/heap/heap-register.js'
import { heapUndoTable } from '../../storage/heap/heap-undo.js'
import { sequenceRedoTable, setSequence } from '../../storage/heap/sequence.js'
import { PAGE_BYTES } from '../../storage/page.js'
import { RecordedLengths } from '../../storage/file-lengths.js'
import { Quarantine } from '../../storage/quarantine.js'
import { Storage } from '../../storage/storage.js'
import { openTemplate, writeTemplate } from '../../storage/template.js'
import { descriptorLimit, relationFilesMax } from '../../storage/vfs/descriptors.js'
import { BlockStore } from '../../storage/vfs/block-store.js'
import { ImagedVfs } from '../../storage/vfs/imaged-vfs.js'
import { DiskVfs } from '../../storage/vfs/disk-vfs.js'
import { TransactionManager } from '../../txn/manager.js'
import { ControlFile } from '../../wal/control-file.js'
import { RECORD_KINDS } from '../../wal/record-kinds.js'
import { Wal } from '../../wal/wal.js'
import { AccessFiles } from './access-files.js'
import { admit } from './admission.js'
import { checkCluster } from './check.js'
import { systemClock } from '../turns/clock.js'
import { beginCreation, endCreation, refuseForeign, syncCreated } from './creation.js'
import { systemRandom } from './random.js'
import { Database, POSTGRES_OID, POSTGRES_SLOT } from './database.js'
import { giveCatalogs, newSlot, templateHoldsObjects } from './template-database.js'
import { countersOfFile, heapFileOfIndex, indexOfFile, relationNamed, relationOfFile, removeOrphans, settleFile } from './files.js'
import { nextTurn } from '../turns/drive.js'
import { Maintenance } from './maintenance.js'
import { accountOf, bytesOf, filesInMemory, logShare, shares, sizeText, takeStanding } from './memory.js'
import { UndoWatch } from './undo-watch.js'
import { profileEngine } from './profiling.js'
import { analyze, redo, undoLosers } from './recovery.js'
import { upgradeDirectory } from './upgrade.js'
import { COMMANDS } from '../commands/dispatch.js'
import { Session } from '../session/session.js'
import { WAYS_IN } from '../statements/ways-in/ways-in.js'
import { Slices } from '../turns/slices.js'
import { hasExtensionCatalogs, loadExtensions } from './extensions.js'
import { imageOf } from './fork.js'
import { dropTemporaryAfterCrash } from './temporary-after-crash.js'

/** @import { StatementSeen } from '../../extensions/definition.js' */
/** @import { Vfs } from '../../storage/vfs/vfs.js' */
/** @import { Clock } from '../turns/clock.js' */
/** @import { Template } from '../../storage/template.js' */

/** @import { ClusterOptions } from './options.js' */
/** @import { CatalogTxn } from '../../catalog/catalog.js' */
/** @import { Transaction } from '../../txn/transaction.js' */
/** @import { MemoryAccount } from '../../util/memory-account.js' */
/** @import { ForkFacts } from './fork.js' */

/**
 * A session that is wanted. @typedef {Parameters<typeof admit>[1] & { settings: Record<string, string>, writer: any,
 *   requireRoom?: (role: import('../../catalog/descriptors.js').RoleDesc) => void }} SessionWish
 */

/** What sessions are handed. */
const ABOVE = { commands: COMMANDS, ways: WAYS_IN }

/** pg_ts_parser of the first database, which nobody writes. */
export const UNTOUCHED_PATH = `base/${(TEMPLATE_SLOT * 16384 + 3601).toString(16).padStart(8, '0')}`
export const ENGINE_LOCK = 'seawall.lock'
/** How long asynchronous calls may follow each other without a turn of the event loop. */
const TURN_EVERY_MS = 8
/** How long a close waits for statements that were told to stop. */
const CLOSE_PATIENCE_MS = 5000
const PINNED_HEAPS_MAX = 16

export class Cluster {
  /**
   * @param {ClusterOptions} [options]
   * @param {ForkFacts | null} [forked] the cluster is a fork: nothing of it outlives `close`
   * @returns {Promise<Cluster>} resolves when sessions may begin @throws {DbError} 55006, XX001, 58030, 22023
   */
  static async open(options = {}, forked = null) {
    const parser = loadParser()
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
      // The grammar is compiled on other threads meanwhile, if the event loop has a turn to begin it. What recovery drops may need it.
      await (ControlFile.exists(vfs) && !ControlFile.wasClosed(vfs) ? parser : nextTurn())
      cluster = new Cluster(vfs, unlock, options, inMemory, forked, memory)
      cluster.start()
      if (cluster.mayUseExtensions()) await loadExtensions(cluster)
      cluster.run()
      await parser
      return cluster
    } catch (error) {
      await cluster?.abandon(error)
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
    this.clock = options.clock ?? systemClock()
    this.log = options.logger ?? (() => undefined)
    /**
     * What makes functions of JavaScript in SQL text; null: it is not allowed.
     * @type {import('../../procedures/javascript.js').JavaScriptBodies | null}
     */
    this.javaScriptBodies = null
    this.profile = options.profile ? new Profile(this.clock.monotonicMs) : null
    /** What ALTER SYSTEM set; who opens the directory knows better. */
    const chosen = readServerSettings(vfs, this.log)
    this.walSync = /** @type {'immediate' | 'batch' | 'none'} */ (options.walSync ?? chosen.wal_sync ?? 'immediate')
    if (!['immediate', 'batch', 'none'].includes(this.walSync)) throw badWalSync(this.walSync)
    const share = shares(memory.limit, inMemory)
    this.maxWalBytes = bytesOf('max_wal_size', options.maxWal ?? chosen.max_wal_size ?? share.log ?? '1GB')
    const pool = options.bufferPool ?? chosen.shared_buffers ?? share.pool
    this.poolBytes = bytesOf('shared_buffers', pool)
    this.standingBytes = takeStanding(memory, this.poolBytes, inMemory ? logShare(options, memory) : 0, forked !== null)
    // Who gives the pool little has little to give: index builds get their share of it, and no more than usual.
    const buildingMax = Math.min(64, memory.limit / 16 / 1048576)
    const building = `${Math.round(Math.min(buildingMax, Math.max(8, this.poolBytes / 1048576 / 12)))}MB`
    const commits = this.walSync === 'immediate' ? null : { synchronous_commit: 'off' }
    const { slowQueryMs } = options
    const slow = slowQueryMs === undefined ? null : { log_min_duration_statement: String(Math.round(slowQueryMs)) }
    const work = share.work === undefined ? null : { work_mem: share.work }
    const usual = { maintenance_work_mem: building, ...work, ...commits, ...slow }
    const opened = { wal_sync: this.walSync, shared_buffers: sizeText(pool), ...(options.workMem === undefined ? {} : { work_mem: sizeText(options.workMem) }) }
    /** The server's settings, given what ALTER SYSTEM chose. @param {Record<string, string>} system */
    this.settingsWith = (system) => new ServerSettings({ ...usual, ...system, ...opened })
    this.serverSettings = this.settingsWith(chosen)
    /** Of roles and databases, as committed; null: not read yet. @type {import('../session/stored-settings.js').StoredSetting[] | null} */
    this.storedSettings = null
    /** Who may connect to a server of it. */
    this.access = new AccessFiles(this)
    if (!inMemory) {
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
    this.nextPid = 1
    /** Newest database's number in file ids. */
    this.lastSlot = 1
    /** Commits that wait for no sync are still in the log's memory. */
    this.unwrittenCommits = false
    // Made by start(), which runs before anybody else sees the cluster.
    this.wal = /** @type {Wal} */ (/** @type {unknown} */ (null))
    this.storage = /** @type {Storage} */ (/** @type {unknown} */ (null))
    this.txns = /** @type {TransactionManager} */ (/** @type {unknown} */ (null))
    this.heapEnv = /** @type {HeapEnv} */ (/** @type {unknown} */ (null))
    this.btreeEnv = /** @type {BTreeEnv} */ (/** @type {unknown} */ (null))
    this.oids = /** @type {OidAllocator} */ (/** @type {unknown} */ (null))
    this.sequences = /** @type {SequenceCounters} */ (/** @type {unknown} */ (null))
    this.control = /** @type {ControlFile} */ (/** @type {unknown} */ (null))
    this.geometry = /** @type {import('../../wal/frame.js').LogGeometry} */ (/** @type {unknown} */ (null))
    /** Built-in rows of a directory that was upgraded. @type {Template | null} */
    this.catalogBase = null
    /** @type {any} what DDL primitives do with files */
    this.ddlFiles = null
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

  start() {
    const fresh = !ControlFile.exists(this.vfs)
    const { vfs } = this
    if (fresh) beginCreation(vfs)
    const control = fresh ? null : ControlFile.open(vfs)
    if (control !== null) this.control = control
    const fields = control?.fields
    const segmentBytes = fields?.walSegmentBytes ?? this.options.walSegmentBytes ?? (this.inMemory ? 1024 * 1024 : 16 * 1024 * 1024)
    const systemIdentifier = fields?.systemIdentifier ?? newIdentifier(this.clock.nowMicros())
    const geometry = { segmentBytes, systemIdentifier, beginLsn: this.forked?.logBeginLsn }
    this.geometry = geometry
    const oidBounds = { oid: 0, file: 0 }
    const lengths = new RecordedLengths()
    const quarantine = new Quarantine()
    const analysis = fields === undefined ? null : analyze(vfs, geometry, fields, (record) => {
      if (record.kind === RECORD_KINDS.FILE_QUARANTINE) quarantine.note(record)
      // What a checkpoint that was not finished says is not yet true of the disk.
      else if (record.kind === RECORD_KINDS.FILE_LENGTHS && record.lsn < fields.checkpointLsn) lengths.note(record)
      else if (record.kind === RECORD_KINDS.OID_RANGE) { oidBounds.oid = Math.max(oidBounds.oid, record.view.getUint32(record.at, true)); oidBounds.file = Math.max(oidBounds.file, record.view.getUint32(record.at + 4, true)) }
    })
    if (control !== null) control.update({ epoch: Math.max(control.fields.epoch, analysis?.epoch ?? 0) + 1, cleanShutdown: false, mockSecret: control.fields.mockSecret || newSecret(this.random) })
    this.wal = new Wal(vfs, {
      segmentBytes, systemIdentifier, epoch: control?.fields.epoch ?? 0, endLsn: analysis?.endLsn,
      syncedLsn: analysis?.durableLsn, mode: this.walSync, batchMs: this.options.walBatchMs,
      batchCommits: this.options.walBatchCommits, timers: timersOf(this.clock),
      clock: this.clock.monotonicMs,
    })
    // A segment in memory is made in no time.
    if (this.inMemory && this.memory.isLimited) this.wal.segments.readyMax = 1
    this.assemble(this.templateOf(fresh), fields?.cleanShutdown === true, { lengths, quarantine })
    this.txns.startAt(analysis?.nextXid ?? 3, analysis?.undoPointer ?? 0)
    this.oids.restore(Math.max(fields?.nextOid ?? 0, oidBounds.oid), Math.max(fields?.nextFileId ?? 0, oidBounds.file))
    if (analysis === null) this.control = this.createDirectory(geometry)
    else {
      this.wal.spending = true
      this.recover(fields, geometry, analysis)
    }
    this.wal.spending = false
    if (!fresh) this.catalogBase = upgradeDirectory(this)
    endCreation(vfs)
    this.isOpen = true
    this.crashed = fields !== undefined && !fields.cleanShutdown
  }

  /** Extensions in one of its databases: pg_extension is a file of its own there. */
  mayUseExtensions() { return hasExtensionCatalogs(this) }

  /** What needs the types of extensions, and what goes on from now on. */
  run() {
    for (const fileId of this.storage.files.quarantine.byFile.keys()) this.log(this.storage.files.refusal(fileId).message)
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
  newCatalogs() { return this.catalogBase ?? this.storage.files.template ?? catalogTemplate() }

  /** The system catalogs a new directory begins with; what is kept in memory only needs no copy. @param {boolean} fresh @returns {Template | null} null: a directory that has none */
  templateOf(fresh) {
    if (!fresh) return this.forked?.template ?? openTemplate(this.vfs, UNTOUCHED_PATH)
    return this.inMemory ? catalogTemplate() : writeTemplate(this.vfs, catalogTemplate().whole())
  }

  /**
   * Everything that stands on the log, put together.
   * @param {Template | null} template @param {boolean} wasClosed cleanly @param {{ lengths: RecordedLengths, quarantine: Quarantine }} facts what the log says of files
   */
  assemble(template, wasClosed, facts) {
    const cachePages = Math.max(256, Math.floor(this.poolBytes / PAGE_BYTES))
    try {
      this.storage = new Storage({ vfs: this.vfs, log: this.wal, cachePages, template, wasClosed, ...facts,
        openFilesMax: relationFilesMax(descriptorLimit()), doubleWrite: !this.inMemory,
        clock: this.clock.monotonicMs, timers: timersOf(this.clock),
        onFailure: (error) => {
          this.log(`pages can no longer be written: ${error.message}`)
          this.fail(error)
        } })
    } catch (error) {
      template?.close()
      throw error
    }
    const { pool, files, freeSpace, overflow } = this.storage
    this.txns = new TransactionManager({ wal: this.wal, vfs: this.vfs, gating: this.walSync === 'immediate', undoMemoryBytes: undoMemory(cachePages * PAGE_BYTES) })
    this.txns.serializable.setLimits(this.predicateLimits())
    this.wal.rollbackBytes = () => this.txns.rollbackBytes()
    this.wal.onFull = () => this.maintenance.logIsFull()
    this.wal.onSpace = () => this.maintenance.logHasRoom()
    freeSpace.onNotSaved = (error) => this.log(`free space map: ${error.message}`)
    this.txns.undo.onGrown = () => this.undoWatch.grown()
    this.limitUndo()
    this.limitBatches()
    this.txns.onUndoFailure = (error) => this.fail(error)
    this.txns.setAside = (error, fileId, xid) => this.setAside(error, fileId, xid)
    files.relationNamed = (fileId) => this.isOpen ? relationNamed(this, fileId) : null
    this.storage.onQuarantine = (fileId) => { if (this.isOpen) this.log(files.refusal(fileId).message) }
    this.txns.beforePurge = (fileId) => settleFile(this, fileId)
    this.txns.onPurgeFailure = (error) => this.log(`purge: ${error.message}`)
    this.txns.isOver = () => this.wal.failed !== null
    this.heapEnv = new HeapEnv({ pool, wal: this.wal, files, freeSpace, overflow, txns: this.txns })
    this.btreeEnv = new BTreeEnv({ pool, wal: this.wal, files })
    const { ring } = this.txns
    this.btreeEnv.waiting.isOver = (xid) => xid < ring.low || ring.of(xid) > 0
    this.btreeEnv.waiting.onDue = (isSoon) => this.maintenance.entries.due(isSoon)
    this.oids = new OidAllocator(this.wal)
    this.sequences = new SequenceCounters(this.heapEnv)
    registerHeap(this.heapEnv, (txn, fileId, bytes, start, end, tid, undoNext) => this.undoIndexInsert(txn, fileId, bytes, start, end, tid, undoNext), (fileId) => heapFileOfIndex(this, fileId))
    this.heapEnv.indexOf = (fileId) => indexOfFile(this, fileId)
    files.onRemoved = (fileId) => { for (const { storage } of this.databases.values()) storage.forgetFile(fileId) }
    this.heapEnv.relationOf = (fileId) => relationOfFile(this, fileId)
    this.heapEnv.countersOf = (fileId) => countersOfFile(this, fileId)
    this.ddlFiles = {
      createHeap: (/** @type {number} */ fileId, /** @type {any} */ txn) => {
        files.create(fileId, txn)
        txn.filesMade ??= new Map()
        txn.filesMade.set(fileId, txn.lastUndo)
      },
      createTree: (/** @type {number} */ fileId, /** @type {any} */ txn) => { BTree.create(this.btreeEnv, files.create(fileId, txn), `index file ${fileId}`) },
      createGist: (/** @type {number} */ fileId, /** @type {any} */ txn) => { GistTree.create(this.btreeEnv, files.create(fileId, txn)) },
      setSequence: (/** @type {number} */ fileId, /** @type {number | bigint} */ lastValue, /** @type {boolean} */ isCalled) => {
        setSequence(this.heapEnv, files.open(fileId), lastValue, 0, isCalled)
      },
      emptied: (/** @type {number} */ fileId, /** @type {import('../../txn/transaction.js').Transaction} */ txn) => {
        this.txns.ofSerializable(txn)?.writesAll(fileId)
      },
      nullsRemain: (/** @type {number} */ relationOid, /** @type {CatalogTxn} */ txn) => this.txns.nullsRemain(relationOid, txn),
      readsMove: (/** @type {number} */ fileId, /** @type {number} */ heapFile) => { this.txns.serializable.locks.move(fileId, heapFile) },
      dropAtCommit: (/** @type {number} */ fileId, /** @type {any} */ txn) => {
        this.heapEnv.releasePins()
        files.dropAtCommit(fileId, txn)
      },
    }
  }

  /** What cannot be undone because its page is damaged takes its relation out of use, and nothing else. @param {unknown} error @param {number} fileId @param {number} xid */
  setAside(error, fileId, xid) {
    if (!(error instanceof DbError) || (error.code !== 'XX001' && error.code !== 'XX002')) return false
    this.heapEnv.releasePins()
    return this.storage.quarantine(fileId, xid, error.message)
  }

  /**
   * Rollback of an index entry while the engine runs.
   * @param {Transaction} txn
   * @param {number} fileId
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @param {number} tid
   * @param {number} undoNext
   */
  undoIndexInsert(txn, fileId, bytes, start, end, tid, undoNext) {
    if (!isGistFile(this.btreeEnv, fileId)) {
      undoInsert(this.btreeEnv, txn, fileId, bytes, start, end, tid, undoNext)
      return
    }
    undoGistInsert(this.btreeEnv, indexOfFile(this, fileId)?.tree ?? null, txn, fileId, bytes, start, end, tid, undoNext)
  }

  /** A new data directory: everything is on disk before the control file says so. @param {{ segmentBytes: number, systemIdentifier: bigint }} geometry */
  createDirectory({ segmentBytes, systemIdentifier }) {
    const fields = { systemIdentifier, pageBytes: PAGE_BYTES, walSegmentBytes: segmentBytes, epoch: 0, checkpointLsn: 0, redoLsn: this.wal.position, logStartLsn: this.wal.position,
      nextXid: 3, nextOid: this.oids.nextOid, nextFileId: this.oids.nextFile, checkpointTime: 0, cleanShutdown: false, mockSecret: newSecret(this.random) }
    syncCreated(this.vfs)
    const control = ControlFile.create(this.vfs, fields)
    this.control = control
    this.maintenance.checkpointSync()
    return control
  }

  /** @param {any} fields @param {{ segmentBytes: number, systemIdentifier: bigint }} geometry @param {import('./recovery.js').Analysis} analysis */
  recover(fields, geometry, analysis) {
    const startedMs = this.clock.monotonicMs()
    const redone = redo(this.vfs, geometry, fields.redoLsn, analysis.endLsn, { ...this.storage.redoTable(), ...heapRedoTable(this.heapEnv), ...sequenceRedoTable(this.heapEnv), ...btreeRedo(this.btreeEnv), ...gistRedo(this.btreeEnv), ...this.oids.redoTable() })
    const undone = undoLosers(this.vfs, geometry, analysis.losers, this.wal, { ...this.storage.undoTable(), ...heapUndoTable(this.heapEnv), ...btreeUndo(this.btreeEnv), ...gistUndo(this.btreeEnv) },
      (error, fileId, xid) => this.setAside(error, fileId, xid))
    this.storage.finishRecovery()
    for (const fileId of analysis.purgeFiles) this.txns.sweepFiles.add(fileId)
    // Drops stand in the purge queue too: a close that left some of it may have left files.
    // In a fork they take no room.
    if ((!fields.cleanShutdown || this.txns.sweepFiles.size > 0) && this.forked === null) removeOrphans(this)
    // After a clean close its checkpoint still stands: nothing came after it.
    if (fields.cleanShutdown) this.maintenance.checkpointLsn = fields.checkpointLsn
    else this.checkpointAfterRecovery(fields.checkpointLsn)
    if (!fields.cleanShutdown) {
      this.recovered = `recovered from an unclean shutdown: ${redone} log records replayed, ${analysis.losers.size} unfinished transactions undone (${undone} records), ${Math.round(this.clock.monotonicMs() - startedMs)} ms`
      this.log(this.recovered)
    }
  }

  /** On a full disk there may be no room for one: then the next recovery does all of this again. @param {number} before LSN of the checkpoint that stands */
  checkpointAfterRecovery(before) {
    try {
      this.maintenance.checkpointSync()
    } catch (error) {
      if (!isShortage(error)) throw error
      this.maintenance.checkpointLsn = before
      this.log(`no checkpoint after recovery: ${error instanceof Error ? error.message : error}`)
    }
  }

  // --- databases and sessions ----------------------------------------------------------------------------------------

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
  templateHoldsObjects() { return templateHoldsObjects(this) }

  /** Gives a new database its system catalogs. @param {number} slot @param {Transaction} txn */
  copyCatalogs(slot, txn) { copyCatalogs(Database.storageFor(this, slot), txn, this.newCatalogs()) }

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
    const whose = { user: who.user, roleOid: role.oid, pid: this.nextPid++ }
    const session = new Session(this, database, { ...whose, settings, stored, writer }, ABOVE)
    session.isBackground = who.isBackground === true
    return session
  }

  /** How much of what serializable transactions read is remembered. @returns {import('../../txn/predicate-locks.js').PredicateLimits} */
  predicateLimits() {
    const of = (/** @type {string} */ name) => Number(this.serverSettings.values.get(name))
    const prefix = 'max_pred_locks_per_'
    return {
      perTransaction: of(`${prefix}transaction`), perRelation: of(`${prefix}relation`), perPage: of(`${prefix}page`),
      connections: of('max_connections'),
    }
  }

  /** What the file ALTER SYSTEM writes holds now. */
  fileSettings() { return fileSettings(this.vfs) }

  /** pg_reload_conf(): what ALTER SYSTEM set holds from now on, where no restart is needed. */
  reloadSettings() {
    this.settingsReadAt = this.clock.nowMicros()
    const { values } = this.settingsWith(readServerSettings(this.vfs, this.log))
    for (const [key, value] of values) {
      const old = this.serverSettings.values.get(key)
      const context = settingDefinition(key)?.context
      if (old === value || context === 'postmaster' || context === 'internal') continue
      this.serverSettings.values.set(key, value)
      for (const session of this.sessions) session.settings.serverChanged(key, old, value)
    }
    this.txns.serializable.setLimits(this.predicateLimits())
    this.limitUndo()
    this.limitBatches()
    for (const reload of this.onReload) reload()
    this.access.reload()
  }

  /** wal_batch_ms and wal_batch_commits as they are now, unless who opened the directory knows better. */
  limitBatches() {
    const { values } = this.serverSettings
    this.wal.group.batchMs = this.options.walBatchMs ?? Number(values.get('wal_batch_ms'))
    this.wal.group.batchCommits = this.options.walBatchCommits ?? Number(values.get('wal_batch_commits'))
  }

  /** undo_file_limit as it is now. */
  limitUndo() {
    const kilobytes = Number(this.serverSettings.values.get('undo_file_limit'))
    this.txns.undo.limitBytes = kilobytes < 0 ? Infinity : kilobytes * 1024
  }

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

  // --- commits, purge, checkpoints -------------------------------------------------------------------------------------

  /** A transaction committed. @param {number} commitLsn @param {boolean} waits its answer waits for a sync */
  noteCommit(commitLsn, waits) {
    this.wal.noteCommit(waits)
    if (waits) this.slices.commitLsn = commitLsn
    else this.unwrittenCommits = true
    this.slices.served++
    this.maintenance.noteCommit(commitLsn)
  }

  /**
   * A program that awaits one answer after another gives timers, sockets and other sessions no turn as long as nothing has to be waited for: once in a while an answer waits
   * for one. @returns {Promise<void> | undefined}
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

  /** Somebody else may have opened the directory: nothing is written or acknowledged from here on. @param {Error} error */
  lockLost(error) {
    if (this.wal === null || this.wal.failed !== null) return
    this.log(`the lock on the data directory is lost: ${error.message}`)
    this.fail(error)
  }

  /** Nothing is acknowledged from here on: as when the log fails. @param {unknown} cause */
  fail(cause) {
    this.wal.fail(cause)
  }

  /** Heaps keep the page of their last row pinned, which is what makes the next touch cheap; with many tables they give it back. */
  trimPins() {
    if (this.heapEnv.pinned.size > PINNED_HEAPS_MAX) this.heapEnv.releasePins()
  }

  /** For #invariants: a statement has ended, and if none is under way, it left no page pinned, whatever error ended it. */
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
    return { wal: { ...this.wal.stats, durableLsn: this.wal.durableLsn, position: this.wal.position }, pool: this.poolStats(),
      transactions: { commits: this.txns.commits, aborts: this.txns.aborts, active: this.txns.activeCount }, sessions: this.sessions.size, recovered: this.recovered,
      memory: { held: this.memory.held, limit: this.memory.limit },
      eventLoop: { recentMs: this.loopDelay?.recentMs() ?? 0, longestMs: this.loopDelay?.longestMs ?? 0 } }
  }

  /**
   * A copy on write of everything that is committed, in memory: see fork.js.
   * @returns {Promise<Cluster>} resolves when sessions may begin in it @throws {DbError} 57P03, 53100, 58030
   */
  async fork() {
    if (!this.isOpen || this.closing) throw shuttingDown()
    const { options, facts } = await imageOf(this)
    const fork = await Cluster.open(options, facts).catch((error) => {
      facts.released()
      throw error
    })
    // What the program has handed over of functions is not in the files.
    for (const { name, javaScript } of this.databases.values()) {
      if (javaScript.size === 0 || !fork.hasDatabase(name)) continue
      for (const [oid, code] of javaScript) fork.database(name).javaScript.set(oid, code)
    }
    return fork
  }

  /** Looks for damage everywhere: see check.js. @returns {Promise<import('./check.js').CheckReport>} */
  check() { return checkCluster(this) }

  /** The open failed: what it opened is closed, nothing more is written. @param {unknown} error why */
  async abandon(error) {
    this.maintenance.stop()
    if (this.storage !== null) await this.storage.closeWithoutFlush()
    if (this.wal !== null) {
      this.wal.fail(error)
      await this.wal.close().catch(() => undefined) // it says again why
    }
    if (this.control !== null) this.control.close()
    this.catalogBase?.close()
  }

  /** Everything is in the files, as the checkpoint of the shutdown says. Without room for that the log has it all, and the next open recovers. */
  async settleFiles() {
    const { writer } = this.storage
    try {
      this.wal.syncSync(this.wal.position)
      this.maintenance.lastPurge()
      await writer.stopCleaning()
      this.sequences.settle()
      for (const database of this.databases.values()) database.close()
      this.heapEnv.releasePins()
      this.maintenance.checkpointSync(true)
    } catch (error) {
      if (!isShortage(error)) throw error
      this.log(`closed without a checkpoint: ${error instanceof Error ? error.message : error}`)
      this.fail(error)
    }
  }

  /** Ends all sessions and closes the files; the next open has nothing to recover. Idempotent. @returns {Promise<void>} */
  async close() {
    if (!this.isOpen || this.closing) return
    this.closing = true
    for (const session of [...this.sessions]) session.close()
    const patienceEndsMs = this.clock.monotonicMs() + CLOSE_PATIENCE_MS
    while (this.sessions.size > 0 && this.clock.monotonicMs() < patienceEndsMs) await nextTurn()
    // What cannot be stopped is treated as a crash would: the next open recovers.
    if (this.sessions.size > 0) this.fail(shuttingDown())
    this.storage.writer.patient = false
    await this.maintenance.end()
    if (this.forked !== null) {
      for (const { catalog } of this.databases.values()) catalog.beforeChange?.()
      this.log = () => undefined
      this.fail(shuttingDown()) // nothing of it is kept
    }
    try {
      if (this.wal.failed === null) await this.settleFiles()
      if (this.wal.failed === null) {
        await this.storage.close()
        await this.wal.close()
      } else {
        await this.storage.closeWithoutFlush()
        await this.wal.close().catch(() => undefined) // it says again that it failed
      }
      this.control.close()
      this.catalogBase?.close()
    } finally {
      this.txns.undo.close()
      for (const hook of this.onClose) hook()
      this.memory.give(this.standingBytes)
      await this.vfs.rest()
      // Forks read the files: nobody else may open and change them, and what they are an image of is still wanted.
      this.vfs.whenNoImage(() => {
        this.forked?.released()
        this.unlock()
      })
    }
  }
}

/** Undo beyond it goes to a temporary file: a sixteenth of the pool, so that a small pool means small memory. @param {number} poolBytes */
const undoMemory = (poolBytes) => Math.min(64, Math.max(4, Math.floor(poolBytes / 16 / 1048576))) * 1048576

/** The log's timers, by the engine's clock. @param {Clock} clock @returns {import('../../wal/group-sync.js').Timers} */
const timersOf = (clock) => ({ setTimeout: (work, ms, awaited = false) => clock.setTimer(work, ms, !awaited), clearTimeout: (timer) => timer.cancel(), setImmediate })

/** 16 bytes, in hexadecimal. @param {import('../../util/prng.js').Random} random */
const newSecret = (random) => Array.from({ length: 4 }, () => random.uint32().toString(16).padStart(8, '0')).join('')

let identifiersMade = 0

/** Which directory a log belongs to: when it was made, and by whom. @param {number} micros */
const newIdentifier = (micros) => BigInt.asUintN(63, (BigInt(micros) << 12n) + BigInt((process.pid + identifiersMade++) & 4095))
