/**
 * What the server has counted since it began or since pg_stat_reset_shared(): the log, checkpoints and pages written,
 * as pg_stat_wal and pg_stat_bgwriter show it. The layers count for themselves, from when they began; here is what
 * stood there at the last reset.
 */

/** @import { Cluster } from './cluster.js' */

/**
 * @typedef {{ records: number, images: number, bytes: number, full: number, writes: number, syncs: number }} LogCounts
 */
/**
 * @typedef {{ timed: number, requested: number, writeMs: number, checkpointPages: number, cleanerPages: number,
 *   foregroundPages: number, allocated: number }} PageCounts
 */

/** What can be reset on its own. */
const RESET_TARGETS = ['archiver', 'bgwriter', 'recovery_prefetch', 'wal']

export class ServerStatistics {
  /** @param {Cluster} cluster */
  constructor(cluster) {
    this.cluster = cluster
    this.startedAt = cluster.clock.nowMicros()
    /** When each was reset. @type {Map<string, number>} */
    this.resets = new Map()
    /** Checkpoints while sessions went on. */
    this.checkpoints = { timed: 0, requested: 0, writeMs: 0, pages: 0 }
    /** @type {LogCounts | null} */
    this.logBefore = null
    /** @type {PageCounts | null} */
    this.pagesBefore = null
  }

  /** @param {boolean} timed @param {number} startedMs @param {number} pagesBefore `pagesWritten` when it began */
  checkpointDone(timed, startedMs, pagesBefore) {
    const { checkpoints, cluster } = this
    if (timed) checkpoints.timed++
    else checkpoints.requested++
    checkpoints.writeMs += cluster.clock.monotonicMs() - startedMs
    checkpoints.pages += cluster.storage.writer.pagesWritten - pagesBefore
  }

  /** @returns {LogCounts} */
  log() {
    return since(this.#logNow(), this.logBefore)
  }

  /** @returns {PageCounts} */
  pages() {
    return since(this.#pagesNow(), this.pagesBefore)
  }

  /** @param {string} target one of RESET_TARGETS @returns {number} microseconds */
  resetAt(target) {
    return this.resets.get(target) ?? this.startedAt
  }

  /** @param {string} target @returns {boolean} false: there is no such one */
  reset(target) {
    if (!RESET_TARGETS.includes(target)) return false
    this.resets.set(target, this.cluster.clock.nowMicros())
    if (target === 'wal') this.logBefore = this.#logNow()
    if (target === 'bgwriter') this.pagesBefore = this.#pagesNow()
    return true
  }

  #logNow() {
    const { records, images, bytes, full, writes, syncs } = this.cluster.wal.stats
    return { records, images, bytes, full, writes, syncs }
  }

  #pagesNow() {
    const { timed, requested, writeMs, pages } = this.checkpoints
    const { writer: { pagesWritten, foregroundPages }, pool } = this.cluster.storage
    return {
      timed, requested, writeMs, checkpointPages: pages,
      cleanerPages: Math.max(0, pagesWritten - pages - foregroundPages), foregroundPages, allocated: pool.misses,
    }
  }
}

/** @template {Record<string, number>} T @param {T} now @param {T | null} before @returns {T} */
function since(now, before) {
  if (before === null) return now
  return /** @type {T} */ (Object.fromEntries(Object.entries(now).map(([name, value]) => [name, value - before[name]])))
}
