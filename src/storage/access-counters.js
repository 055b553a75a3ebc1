/**
 * How often a database's tables and indexes were scanned, and what was read and changed: what pg_stat_user_tables and
 * pg_stat_user_indexes show. A heap and a tree hold their own object and add to it; a scan adds its rows when it ends.
 * Kept in memory from when the database was opened, by relation OID.
 */

export class TableCounters {
  constructor() {
    /** Rows there are, changes of transactions that were undone taken back: of the file that is in use. */
    this.live = 0
    this.fileId = 0
    /**
     * The file before this one and its rows: a TRUNCATE may be undone.
     * @type {{ fileId: number, live: number } | null}
     */
    this.before = null
    this.scans = 0
    this.rowsRead = 0
    this.inserted = 0
    this.updated = 0
    /** Of these, updates that left every index alone. */
    this.inPlace = 0
    this.deleted = 0
    this.changesAtAnalyze = 0
    this.insertedAtVacuum = 0
    this.analyzed = 0
    this.vacuumed = 0
    /** Microseconds since 2000. @type {number | null} */
    this.analyzedAt = null
    /** Of those that came by themselves. */
    this.autoAnalyzed = 0
    /** @type {number | null} */
    this.autoAnalyzedAt = null
    /** @type {number | null} */
    this.vacuumedAt = null
  }

  /** Everything but the rows there are. */
  reset() {
    this.scans = this.rowsRead = this.inserted = this.updated = this.inPlace = this.deleted = 0
    this.changesAtAnalyze = this.insertedAtVacuum = this.analyzed = this.vacuumed = 0
    this.analyzedAt = this.vacuumedAt = this.autoAnalyzedAt = null
    this.autoAnalyzed = 0
  }

  get changes() {
    return this.inserted + this.updated + this.deleted
  }

  /** @param {number} fileId @param {number} live rows the first file is believed to have; others begin empty */
  useFile(fileId, live) {
    if (fileId === this.fileId) return
    const { before } = this
    const isFirst = this.fileId === 0
    if (!isFirst) this.before = { fileId: this.fileId, live: this.live }
    this.fileId = fileId
    this.live = isFirst ? live : before !== null && before.fileId === fileId ? before.live : 0
  }

  /** @param {number} rows counted, or estimated from a sample @param {number} now @param {boolean} isAuto */
  noteAnalyze(rows, now, isAuto) {
    this.live = rows
    this.changesAtAnalyze = this.changes
    if (isAuto) {
      this.autoAnalyzed++
      this.autoAnalyzedAt = now
      return
    }
    this.analyzed++
    this.analyzedAt = now
  }

  /** @param {number} rows @param {number} now */
  noteVacuum(rows, now) {
    this.live = rows
    this.insertedAtVacuum = this.inserted
    this.vacuumed++
    this.vacuumedAt = now
  }
}

export class IndexCounters {
  constructor() {
    this.scans = 0
    this.rows = 0
  }

  reset() {
    this.scans = this.rows = 0
  }
}

/** Those of one database. */
export class AccessCounters {
  constructor() {
    /** @type {Map<number, TableCounters>} */
    this.tables = new Map()
    /** @type {Map<number, IndexCounters>} */
    this.indexes = new Map()
    /** When pg_stat_reset() was called last. @type {number | null} */
    this.resetAt = null
    this.commits = 0
    this.rollbacks = 0
  }

  /** @param {number} oid @returns {TableCounters} */
  table(oid) {
    let counters = this.tables.get(oid)
    if (counters === undefined) this.tables.set(oid, counters = new TableCounters())
    return counters
  }

  /** @param {number} oid @returns {IndexCounters} */
  index(oid) {
    let counters = this.indexes.get(oid)
    if (counters === undefined) this.indexes.set(oid, counters = new IndexCounters())
    return counters
  }

  /** @param {{ oid: number, indexes: { oid: number }[] }} relation it is gone */
  forget({ oid, indexes }) {
    this.tables.delete(oid)
    for (const index of indexes) this.indexes.delete(index.oid)
  }

  /** @param {number} now */
  reset(now) {
    for (const counters of this.tables.values()) counters.reset()
    for (const counters of this.indexes.values()) counters.reset()
    this.commits = 0
    this.rollbacks = 0
    this.resetAt = now
  }

  /** @param {number} oid of a table or an index @param {number} now */
  resetOne(oid, now) {
    this.tables.get(oid)?.reset()
    this.indexes.get(oid)?.reset()
    this.resetAt = now
  }
}
