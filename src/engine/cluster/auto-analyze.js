/**
 * ANALYZE of what has changed, by itself: every `autovacuum_naptime` the tables of the open databases are looked at,
 * and those of which more rows than
 *
 *   autovacuum_analyze_threshold + autovacuum_analyze_scale_factor * rows
 *
 * were changed since the last one are analysed, one after the other, by a session of their own. It is the ANALYZE that
 * clients have: a bounded sample, in slices, that waits for no more than LOCK_MS for a lock and ends when its database
 * is dropped. A table's own options (autovacuum_enabled and the two above) go first. There is no VACUUM here that would
 * have to run (decision D4), so this is all of what PostgreSQL's autovacuum does. Temporary tables and catalogs are
 * left alone.
 *
 * Changes are counted from when a database is opened.
 */
import { BOOTSTRAP_ROLE } from '../../catalog/roles.js'
import { DbError } from '../../errors/db-error.js'
import { FIRST_USER_OID } from '../../types/oids.js'
import { quotedName } from '../../types/identifiers.js'

/** @import { Clock } from '../turns/clock.js' */
/** @import { Cluster } from './cluster.js' */
/** @import { Database } from './database.js' */
/** @import { RelationDesc } from '../../catalog/relation.js' */

/** Longer waits for a lock are left to the next look. */
const LOCK_MS = 1000

const EVERYWHERE = { namespaces: [11, 2200], temporary: 0, databaseOid: 0, roleOid: BOOTSTRAP_ROLE }

export class AutoAnalyze {
  /** @param {Cluster} cluster */
  constructor(cluster) {
    this.cluster = cluster
    /** @type {ReturnType<Clock['setTimer']> | null} */
    this.timer = null
    /** The look that is under way. @type {Promise<void> | null} */
    this.looking = null
    this.isStopped = false
  }

  /** The next look is to come. */
  start() {
    if (this.isStopped || !this.cluster.isOpen) return
    this.timer = this.cluster.clock.setTimer(
      () => { void this.look() }, 1000 * this.#number('autovacuum_naptime'), true,
    )
  }

  stop() {
    this.isStopped = true
    this.timer?.cancel()
  }

  /** Analyses what is due, and says when the next look comes. @returns {Promise<void>} */
  look() {
    this.timer?.cancel()
    this.looking ??= this.#round().catch((error) => this.#failed(error)).finally(() => {
      this.looking = null
      this.start()
    })
    return this.looking
  }

  async #round() {
    if (this.cluster.serverSettings.values.get('autovacuum') !== true) return
    for (const database of [...this.cluster.databases.values()])
      for (const relation of this.due(database)) {
        if (this.isStopped || this.cluster.closing || this.cluster.wal.full !== null) return
        await this.#analyze(database, relation)
      }
  }

  /** Tables of a database that have changed enough. @param {Database} database @returns {RelationDesc[]} */
  due(database) {
    const { tables } = database.storage.counters
    const changed = [...tables].filter(([oid, { changes, changesAtAnalyze }]) =>
      oid >= FIRST_USER_OID && changes > changesAtAnalyze)
    if (changed.length === 0) return []
    const catalog = database.catalog.snapshot(null, EVERYWHERE)
    return changed.flatMap(([oid, counters]) => {
      const relation = catalog.relation(oid)
      if (relation === undefined || relation.persistence === 't' || !'rm'.includes(relation.kind)) return []
      const { options } = relation
      if (options.autovacuum_enabled !== undefined && /^(false|off|no|0)$/i.test(options.autovacuum_enabled)) return []
      const rows = Math.max(0, relation.stats.reltuples)
      const of = (/** @type {string} */ name) => Number(options[name] ?? this.#number(name))
      const limit = of('autovacuum_analyze_threshold') + of('autovacuum_analyze_scale_factor') * rows
      return counters.changes - counters.changesAtAnalyze > limit ? [relation] : []
    })
  }

  /** @param {Database} database @param {RelationDesc} relation */
  async #analyze(database, relation) {
    const { cluster } = this
    const { shared } = database.catalog
    const user = shared.role(BOOTSTRAP_ROLE)?.name
    const schema = database.catalog.snapshot(null, EVERYWHERE).namespace(relation.namespaceOid)?.name
    if (user === undefined || schema === undefined || cluster.databases.get(database.oid) !== database) return
    const settings = { ...UNDISTURBED, lock_timeout: String(LOCK_MS) }
    const session = cluster.connect({ user, database: database.name, settings, writer: null, isBackground: true })
    try {
      await session.simpleQuery(`ANALYZE ${quotedName(schema)}.${quotedName(relation.name)}`, NOBODY)
    } catch (error) {
      this.#failed(error)
    } finally {
      session.close()
    }
  }

  /** Who comes in its way goes first; it is tried again. @param {unknown} error */
  #failed(error) {
    if (!(error instanceof DbError)) this.cluster.fail(error)
    else if (!EXPECTED.has(error.code)) this.cluster.log(`automatic analyze: ${error.message}`)
  }

  /** @param {string} name of a setting */
  #number(name) { return Number(this.cluster.serverSettings.values.get(name)) }
}

/** Whatever the server's own say. */
const UNDISTURBED = {
  statement_timeout: '0', default_transaction_isolation: 'read committed', default_transaction_read_only: 'off',
  synchronous_commit: 'off', log_statement: 'none', log_min_duration_statement: '-1',
}

/** A lock that others hold, a table that is gone, a cancel, the end. */
const EXPECTED = new Set(['55P03', '42P01', '3F000', '57014', '57P01', '3D000', '40P01', '55006'])

/** Where its answers go. @type {import('../statements/core/result-sink.js').ResultSink} */
const NOBODY = {
  output: 'rows', writer: null, highWater: Infinity, rows: [],
  rowDescription() { /* nobody asks */ }, parameterDescription() { /* nobody asks */ }, noData() { /* nobody asks */ },
  commandComplete() { /* its counters say so */ }, emptyQuery() { /* nobody asks */ },
  portalSuspended() { /* there is no portal */ }, drain: () => null,
  copyInBegin() { /* no COPY */ }, copyRead: () => null, copyOutBegin() { /* no COPY */ },
  copyData() { /* no COPY */ }, copyOutEnd() { /* no COPY */ },
}
