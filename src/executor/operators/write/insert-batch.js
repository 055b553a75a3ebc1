/**
 * Rows on their way into a table: their tuples one after the other, and per index their keys with room for the tuple id
 * behind each: [key, 6 bytes] [key, 6 bytes] …
 * A batch starts small and grows once when it has been full: entries sorted by key share more pages the more there are.
 * Beside others' short statements it is taken for full as early as a small one.
 */
import { copyBytes } from '../../../util/copy-bytes.js'
import { TUPLE_BYTES_MAX } from '../../../storage/heap/tuple.js'
import { others } from '../../../util/others.js'
import { GinBatch } from '../../../storage/gin/batch.js'
import { BATCH_ROWS_MAX, KeyBatch } from './key-batch.js'

const SMALL = Object.freeze({ rows: 512, tuples: 65536, keys: 65536 })
const LARGE = Object.freeze({ rows: BATCH_ROWS_MAX, tuples: 1 << 20, keys: 1 << 19 })

export class InsertBatch {
  constructor() {
    /** @type {{ rows: number, tuples: number, keys: number }} */
    this.size = SMALL
    this.bytes = new Uint8Array(0)
    this.view = new DataView(this.bytes.buffer)
    this.ends = new Uint32Array(0)
    this.tids = new Float64Array(0)
    /** Where each row was in the source it came from. */
    this.lines = new Float64Array(0)
    this.count = 0
    this.at = 0
    /** Indexes and foreign keys of the table it is for. */
    this.indexCount = 0
    this.foreignKeyCount = 0
    /** @type {KeyBatch[]} */
    this.keys = []
    /** Of gin indexes, by their place among the indexes. @type {(GinBatch | undefined)[]} */
    this.ginKeys = []
    /** Per foreign key: rows whose key was not found. @type {Uint8Array[]} */
    this.due = []
    this.wasFull = false
    this.allocate(SMALL)
  }

  /** @param {{ rows: number, tuples: number, keys: number }} size */
  allocate(size) {
    this.size = size
    this.bytes = new Uint8Array(size.tuples + TUPLE_BYTES_MAX)
    this.view = new DataView(this.bytes.buffer)
    this.ends = new Uint32Array(size.rows)
    this.tids = new Float64Array(size.rows)
    this.lines = new Float64Array(size.rows)
    this.keys = []
    this.due = []
    this.serve(this.indexCount, this.foreignKeyCount)
  }

  /** @param {number} indexCount @param {number} foreignKeyCount */
  serve(indexCount, foreignKeyCount) {
    this.indexCount = indexCount
    this.foreignKeyCount = foreignKeyCount
    while (this.keys.length < indexCount) this.keys.push(new KeyBatch(this.size.rows, this.size.keys))
    while (this.due.length < foreignKeyCount) this.due.push(new Uint8Array(this.size.rows))
  }

  /** Keys of a gin index. @param {number} at its place among the indexes */
  gin(at) {
    return (this.ginKeys[at] ??= new GinBatch())
  }

  /** Has it no room for one more row? */
  isFull() {
    if (this.count === 0) {
      if (this.wasFull && this.size === SMALL && this.indexCount > 0) this.allocate(LARGE)
      return false
    }
    if (this.size === LARGE && others.areBusy && this.count >= SMALL.rows) return true
    if (this.count === this.size.rows || this.at > this.size.tuples || this.keysAreFull()) return this.wasFull = true
    return false
  }

  keysAreFull() {
    for (let index = 0; index < this.indexCount; index++) {
      if (this.keys[index].isFull() || this.ginKeys[index]?.isFull() === true) return true
    }
    return false
  }

  /** @param {any} pool @param {number} tupleAt in pool memory @param {number} size */
  add(pool, tupleAt, size) {
    copyBytes(this.view, this.bytes, this.at, pool.view, pool.bytes, tupleAt, size)
    this.added(size)
  }

  /** A tuple was written where the next one goes. @param {number} size */
  added(size) {
    this.at += size
    this.ends[this.count++] = this.at
  }

  /** @returns {number} rows in it; it counts as empty from now on */
  take() {
    const { count } = this
    this.count = 0
    this.at = 0
    for (let index = 0; index < this.keys.length; index++) this.keys[index].at = 0
    return count
  }
}

/** Batches nobody uses. @type {InsertBatch[]} */
const spare = []

/** @param {number} indexCount @param {number} foreignKeyCount @returns {InsertBatch} */
export function acquireBatch(indexCount, foreignKeyCount) {
  const batch = spare.pop() ?? new InsertBatch()
  batch.serve(indexCount, foreignKeyCount)
  batch.take()
  return batch
}

/** @param {InsertBatch} batch of a statement that succeeded */
export function releaseBatch(batch) {
  batch.ginKeys.length = 0
  if (spare.length < 2) spare.push(batch)
}
