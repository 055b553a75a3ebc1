/**
 * What a statement takes, for those who observe (session/observers.js). Others have their turn between two steps of a
 * statement: what they read and log meanwhile is theirs, so counters are looked at around each step.
 */

/** @import { Session } from '../../session/session.js' */
/** @import { Prepared } from './prepared.js' */

export class Observed {
  /** @param {Session} session @param {Prepared} prepared that begins now */
  constructor(session, prepared) {
    this.session = session
    this.prepared = prepared
    this.depth = session.procedures.depth
    this.within = session.utilityDepth
    this.startedMs = session.cluster.clock.monotonicMs()
    this.hits = this.reads = this.written = this.records = this.images = this.bytes = 0
    /** The counters when this step began. */
    this.from = new Float64Array(6)
    this.plans = this.planMs = 0
    if (prepared.planCount > 0) {
      this.takePlans()
      this.tell(false, 0)
    }
    this.resume()
  }

  /** What planning took is told once. */
  takePlans() {
    const { prepared } = this
    this.plans = prepared.planCount
    this.planMs = prepared.planMs
    prepared.planCount = prepared.planMs = 0
  }

  /** A step begins. */
  resume() {
    const { storage: { pool, writer }, wal: { stats, position } } = this.session.cluster
    const { from } = this
    from[0] = pool.hits
    from[1] = pool.misses
    from[2] = writer.foregroundPages
    from[3] = stats.records
    from[4] = stats.images
    from[5] = position
  }

  /** It ends. */
  pause() {
    const { storage: { pool, writer }, wal: { stats, position } } = this.session.cluster
    const { from } = this
    this.hits += pool.hits - from[0]
    this.reads += pool.misses - from[1]
    this.written += writer.foregroundPages - from[2]
    this.records += stats.records - from[3]
    this.images += stats.images - from[4]
    this.bytes += position - from[5]
  }

  /** It ended well. @param {number} rows */
  end(rows) {
    this.takePlans()
    this.tell(true, rows)
  }

  /** @param {boolean} hasEnded @param {number} rows */
  tell(hasEnded, rows) {
    const { session, prepared, plans, planMs } = this
    const { observers, clock } = session.cluster
    if (observers === null) return
    const { hits, reads, written, records, images, bytes, depth, within } = this
    const seen = {
      hasEnded, session, statement: prepared, text: prepared.parsed.text, isUtility: !prepared.isPlanned, depth, within,
      userOid: session.roleOid, databaseOid: session.database.oid, plans, planMs,
      executionMs: hasEnded ? clock.monotonicMs() - this.startedMs : 0, rows,
      blocks: { hits, reads, written }, wal: { records, images, bytes },
    }
    for (const observer of observers) observer(seen)
  }
}

/** Of these the statement they name is told. */
const UNTOLD = new Set(['ExecuteStmt', 'PrepareStmt', 'DeallocateStmt'])

/** @param {Prepared} prepared a utility statement */
export const isTold = (prepared) => !UNTOLD.has(prepared.tag)
