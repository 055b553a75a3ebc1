/**
 * Sequences' values: one counter per sequence file, shared by all sessions of the cluster. A value costs an addition;
 * every 32 of them are logged ahead in one record (storage/heap/sequence.js), so a crash skips up to 32 and repeats
 * none. Values are handed out whatever becomes of the transaction.
 *
 * What is told to a client waits for the record behind it, as for a commit: `logLsn` is how far the log must be
 * durable.
 *
 * A sequence's parameters belong to its file: changing them makes a new file (ddl/tables/sequences.js), which a
 * rollback takes away again.
 */
import { sequenceExhausted } from '../errors/ddl/sequences.js'
import { readSequence, setSequence, showSequence } from '../storage/heap/sequence.js'
import { INT8_MAX, INT8_MIN, toInt8 } from '../types/numbers/int8.js'
import { catalogShape } from './store/shapes.js'

/** @import { Lsn } from '../util/identifiers.js' */
/** @import { HeapEnv } from '../storage/heap/heap-env.js' */
/** @import { RelationFile } from '../storage/relation-files.js' */
/** @import { CatalogSnapshot } from './snapshot.js' */
/** @import { RelationDesc } from './relation.js' */

/** @typedef {number | bigint} Int8 */
/**
 * @typedef {{ typeOid: number, start: Int8, increment: Int8, min: Int8, max: Int8, cache: Int8, cycle: boolean }}
 *   SequenceParameters
 */

/**
 * The default of a column with a sequence behind it: nextval, as narrow as the column.
 * @param {number} oid
 * @param {number} typeOid int2, int4 or int8
 * @param {boolean} [isIdentity] whoever may insert may count: said to nextval by an argument that nobody else can give
 * @returns {import('./expr.js').Expr}
 */
export function sequenceDefault(oid, typeOid, isIdentity = false) {
  const sequence = /** @type {const} */ ({ kind: 'const', value: oid, type: 2205, typmod: -1, collation: 0 })
  const asked = /** @type {const} */ ({ kind: 'const', value: true, type: 16, typmod: -1, collation: 0 })
  const call = /** @type {const} */ ({
    kind: 'func', oid: 1574, args: isIdentity ? [sequence, asked] : [sequence], variadic: false, retset: false,
    display: 'call', type: 20, typmod: -1, collation: 0,
  })
  const narrow = typeOid === 23 ? 480 : typeOid === 21 ? 714 : 0
  return /** @type {any} */ (
    narrow === 0
      ? call
      : {
          kind: 'func',
          oid: narrow,
          args: [call],
          variadic: false,
          retset: false,
          display: 'implicit',
          type: typeOid,
          typmod: -1,
          collation: 0,
        }
  )
}

/** Values logged ahead. */
const LOGGED_AHEAD = 32

/**
 * The row of pg_sequence.
 * @param {CatalogSnapshot} catalog
 * @param {number} oid
 * @returns {SequenceParameters | undefined}
 */
export function sequenceParameters(catalog, oid) {
  const [row] = catalog.rows('pg_sequence', 'pg_sequence_seqrelid_index', [oid])
  if (row === undefined) return undefined
  const { at } = catalogShape('pg_sequence')
  return {
    typeOid: row[at.seqtypid],
    start: row[at.seqstart],
    increment: row[at.seqincrement],
    min: row[at.seqmin],
    max: row[at.seqmax],
    cache: row[at.seqcache],
    cycle: row[at.seqcycle],
  }
}

export class SequenceCounter {
  /** @param {HeapEnv} env @param {RelationFile} file @param {SequenceParameters} parameters */
  constructor(env, file, parameters) {
    this.env = env
    this.file = file
    const { lastValue, logCnt, isCalled } = readSequence(env, file)
    this.lastValue = lastValue
    this.isCalled = isCalled
    /** As SELECT shows it: values that can be handed out before the next record. */
    this.logCnt = logCnt
    /** The log covers them: the page was not brought up to date meanwhile. */
    this.covered = false
    /** @type {Lsn} */
    this.logLsn = 0
    this.parameters = parameters
    const { increment, cache, min, max } = parameters
    /** For the short way: numbers, or beyond what numbers hold. */
    this.step = typeof increment === 'number' && cache === 1 ? increment : 0
    this.low = typeof min === 'number' ? min : -Infinity
    this.high = typeof max === 'number' ? max : Infinity
  }

  /** The next value where that is only counting on; undefined: `fetch` it. @returns {number | undefined} */
  advance() {
    const { lastValue, step } = this
    if (step === 0 || this.logCnt === 0 || !this.covered || !this.isCalled || typeof lastValue !== 'number')
      return undefined
    const next = lastValue + step
    if (next > this.high || next < this.low || next > Number.MAX_SAFE_INTEGER || next < -Number.MAX_SAFE_INTEGER)
      return undefined
    this.lastValue = next
    this.logCnt--
    return next
  }

  /**
   * The next value, and those behind it up to the sequence's CACHE for the caller alone.
   * @param {string} name for messages @returns {{ first: Int8, last: Int8 }} @throws {DbError} 2200H
   */
  fetch(name) {
    const { increment, min, max, cycle } = this.parameters
    const cache = Number(this.parameters.cache)
    const step = BigInt(increment)
    let next = BigInt(this.lastValue)
    let last = next
    let first = next
    let taken = 0
    let wanted = cache
    if (!this.isCalled) {
      taken++
      wanted--
    }
    let log = this.logCnt
    const logs = log < wanted || !this.isCalled || !this.covered
    if (logs) wanted = log = wanted + LOGGED_AHEAD
    for (; wanted > 0; wanted--) {
      let following = next + step
      if (step > 0n ? following > BigInt(max) : following < BigInt(min)) {
        if (taken > 0) break
        if (!cycle) throw sequenceExhausted(step > 0n ? 'maximum' : 'minimum', name, step > 0n ? max : min)
        following = BigInt(step > 0n ? min : max)
      }
      next = following
      if (taken >= cache) continue
      log--
      taken++
      last = next
      if (taken === 1) first = next
    }
    log -= wanted
    if (logs) this.#log(toInt8(next), 0, true)
    this.lastValue = toInt8(last)
    this.isCalled = true
    this.logCnt = log
    return { first: toInt8(first), last: this.lastValue }
  }

  /** setval: from here on. @param {Int8} value @param {boolean} isCalled */
  set(value, isCalled) {
    this.#log(value, 0, isCalled)
    this.lastValue = value
    this.isCalled = isCalled
    this.logCnt = 0
  }

  /**
   * A statement tells of it: its transaction's answers wait until the log is durable as far as values were logged,
   * whoever took them.
   * @param {{ session: { waitsForSync: boolean, shared: { unwrittenCommits: boolean } },
   *   txn: { gateLsn: Lsn } }} ctx of the statement
   */
  gate({ session, txn }) {
    const { logLsn } = this
    if (logLsn <= this.env.wal.durableLsn) return
    if (!session.waitsForSync) session.shared.unwrittenCommits = true
    else if (logLsn > txn.gateLsn) txn.gateLsn = logLsn
  }

  /** The page gets what memory knows, for a scan. */
  show() {
    showSequence(this.env, this.file, this)
    this.covered = false
  }

  /** The page and the log get exactly what memory knows: at a clean close nothing is skipped. */
  settle() {
    if (this.covered && this.logCnt > 0) this.#log(this.lastValue, this.logCnt, this.isCalled)
  }

  /** @param {Int8} value @param {number} logCnt @param {boolean} isCalled */
  #log(value, logCnt, isCalled) {
    this.logLsn = setSequence(this.env, this.file, value, logCnt, isCalled)
    this.covered = true
  }
}

/** The counters in use. */
export class SequenceCounters {
  /** @param {HeapEnv} env */
  constructor(env) {
    this.env = env
    /** @type {Map<number, SequenceCounter>} by file */
    this.byFile = new Map()
    this.sweepAt = 64
  }

  /** @param {CatalogSnapshot} catalog @param {RelationDesc} relation a sequence @returns {SequenceCounter} */
  of(catalog, relation) {
    let counter = this.byFile.get(relation.fileId)
    if (counter === undefined) {
      const parameters = sequenceParameters(catalog, relation.oid)
      if (parameters === undefined) throw new Error(`the sequence ${relation.name} has a row in pg_sequence`)
      this.byFile.set(
        relation.fileId,
        (counter = new SequenceCounter(this.env, this.env.files.open(relation.fileId), parameters))
      )
      if (this.byFile.size > this.sweepAt) this.sweep()
    }
    return counter
  }

  /** Forgets sequences that are gone. */
  sweep() {
    for (const [fileId, { file }] of this.byFile) if (file.dropped) this.byFile.delete(fileId)
    this.sweepAt = Math.max(64, this.byFile.size * 2)
  }

  /** Pages get what memory knows: a fork of now goes on from there. */
  show() {
    for (const counter of this.byFile.values())
      if (!counter.file.dropped && counter.covered && counter.logCnt > 0) counter.show()
  }

  settle() {
    for (const counter of this.byFile.values()) if (!counter.file.dropped) counter.settle()
  }
}

/** Bounds of the types a sequence may have. @type {Record<number, { min: bigint, max: bigint }>} */
export const SEQUENCE_TYPES = {
  21: { min: -32768n, max: 32767n },
  23: { min: -2147483648n, max: 2147483647n },
  20: { min: INT8_MIN, max: INT8_MAX },
}
