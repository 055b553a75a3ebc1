/** What is known of each statement: sums per role, database, number and place (by itself, or within others). */

/** @import { ObserverHost, StatementSeen } from '../definition.js' */
/** @import { Fingerprint } from './normalize.js' */

/** Least, most, mean and spread of times, as they come (Welford). */
class Times {
  constructor() {
    this.count = 0
    this.total = 0
    this.min = 0
    this.max = 0
    this.mean = 0
    this.squares = 0
  }

  /** @param {number} ms of one @param {number} [times] of so many alike */
  add(ms, times = 1) {
    for (let left = times; left > 0; left--) {
      this.count++
      this.total += ms
      if (this.count === 1) this.min = this.max = ms
      else if (ms < this.min) this.min = ms
      else if (ms > this.max) this.max = ms
      const off = ms - this.mean
      this.mean += off / this.count
      this.squares += off * (ms - this.mean)
    }
  }

  get deviation() { return this.count > 1 ? Math.sqrt(this.squares / this.count) : 0 }
}

export class Entry {
  /** @param {StatementSeen} seen @param {Fingerprint} fingerprint @param {boolean} toplevel */
  constructor({ userOid, databaseOid }, { queryId, text }, toplevel) {
    this.userOid = userOid
    this.databaseOid = databaseOid
    this.queryId = queryId
    this.text = text
    this.toplevel = toplevel
    this.planning = new Times()
    this.execution = new Times()
    this.rows = 0
    this.blocks = { hits: 0, reads: 0, written: 0 }
    this.wal = { records: 0, images: 0, bytes: 0 }
    this.usage = 1
  }

  /** @param {StatementSeen} seen @param {boolean} tracksPlanning */
  add({ hasEnded, plans, planMs, executionMs, rows, blocks, wal }, tracksPlanning) {
    if (tracksPlanning && plans > 0) this.planning.add(planMs / plans, plans)
    if (!hasEnded) return
    this.execution.add(executionMs)
    this.rows += rows
    this.blocks.hits += blocks.hits
    this.blocks.reads += blocks.reads
    this.blocks.written += blocks.written
    this.wal.records += wal.records
    this.wal.images += wal.images
    this.wal.bytes += wal.bytes
    this.usage++
  }
}

const DECAY = 0.99
/** Of a hundred entries so many go when there are too many, at least ten. */
const DROPPED_PERCENT = 5
const FILE = 'pg_stat_statements'
const VERSION = 1

export class Entries {
  /** @param {ObserverHost} host */
  constructor(host) {
    this.host = host
    /** @type {Map<string, Entry>} */
    this.entries = new Map()
    this.deallocated = 0
    this.resetAt = host.now()
  }

  /** @param {StatementSeen} seen @param {Fingerprint} fingerprint @param {boolean} toplevel @param {number} max */
  entry(seen, fingerprint, toplevel, max) {
    const key = keyOf(seen.userOid, seen.databaseOid, fingerprint.queryId, toplevel)
    let entry = this.entries.get(key)
    if (entry === undefined) {
      if (this.entries.size >= max) this.deallocate()
      entry = new Entry(seen, fingerprint, toplevel)
      this.entries.set(key, entry)
    }
    return entry
  }

  /** The least used go. */
  deallocate() {
    for (const entry of this.entries.values()) entry.usage *= DECAY
    const byUse = [...this.entries].sort(([, a], [, b]) => a.usage - b.usage)
    const count = Math.max(10, Math.floor(byUse.length * DROPPED_PERCENT / 100))
    for (const [key] of byUse.slice(0, count)) this.entries.delete(key)
    this.deallocated++
  }

  /** @param {number} userOid 0: anybody's @param {number} databaseOid @param {bigint} queryId */
  reset(userOid, databaseOid, queryId) {
    if (userOid === 0 && databaseOid === 0 && queryId === 0n) {
      this.entries.clear()
      this.deallocated = 0
      this.resetAt = this.host.now()
      return
    }
    for (const [key, entry] of this.entries) {
      const isMeant = (userOid === 0 || userOid === entry.userOid) &&
        (databaseOid === 0 || databaseOid === entry.databaseOid) && (queryId === 0n || queryId === entry.queryId)
      if (isMeant) this.entries.delete(key)
    }
  }

  /** When the directory is closed. */
  save() {
    const entries = [...this.entries.values()].map((entry) => ({ ...entry, queryId: String(entry.queryId) }))
    const { deallocated, resetAt } = this
    const kept = JSON.stringify({ version: VERSION, deallocated, resetAt: Number(resetAt), entries })
    this.host.write(FILE, new TextEncoder().encode(kept))
  }

  /** What was kept is read once: after a crash it would be old. */
  load() {
    const bytes = this.host.read(FILE)
    if (bytes === null) return
    this.host.remove(FILE)
    try {
      const kept = JSON.parse(new TextDecoder().decode(bytes))
      if (kept.version !== VERSION) return
      this.deallocated = kept.deallocated
      this.resetAt = kept.resetAt
      for (const { queryId, planning, execution, ...rest } of kept.entries) {
        const entry = new Entry(rest, { queryId: BigInt(queryId), text: rest.text }, rest.toplevel)
        Object.assign(entry, rest)
        Object.assign(entry.planning, planning)
        Object.assign(entry.execution, execution)
        this.entries.set(keyOf(entry.userOid, entry.databaseOid, entry.queryId, entry.toplevel), entry)
      }
    } catch {
      this.entries.clear() // a damaged file: the counts begin anew
    }
  }
}

/** @param {number} userOid @param {number} databaseOid @param {bigint} queryId @param {boolean} toplevel */
const keyOf = (userOid, databaseOid, queryId, toplevel) => `${userOid} ${databaseOid} ${queryId} ${toplevel}`
