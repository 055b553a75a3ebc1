/**
 * Serializable transactions of the summary that wrote: for each xid the number of the first commit it had to come
 * before. Eight bytes per xid in chunks, so that a snapshot held for long costs what the ring of xids costs it anyway.
 */

/** @import { Xid } from '../util/identifiers.js' */

const CHUNK_XIDS = 1024

export class OldWriters {
  constructor() {
    /** by number: xid / CHUNK_XIDS @type {Map<number, { earliest: Float64Array, newestCommit: number }>} */
    this.chunks = new Map()
  }

  /** Chunks in use. */
  get size() {
    return this.chunks.size
  }

  /** @param {Xid} xid @param {number} earliestOut Infinity: none @param {number} committed */
  add(xid, earliestOut, committed) {
    const number = Math.floor(xid / CHUNK_XIDS)
    let chunk = this.chunks.get(number)
    if (chunk === undefined)
      this.chunks.set(number, (chunk = { earliest: new Float64Array(CHUNK_XIDS), newestCommit: 0 }))
    chunk.earliest[xid - number * CHUNK_XIDS] = earliestOut
    chunk.newestCommit = Math.max(chunk.newestCommit, committed)
  }

  /** @param {Xid} xid @returns {number} 0: not one of them */
  earliestOut(xid) {
    const number = Math.floor(xid / CHUNK_XIDS)
    return this.chunks.get(number)?.earliest[xid - number * CHUNK_XIDS] ?? 0
  }

  /** Who committed by then is before every snapshot. @param {number} oldest commit number */
  forget(oldest) {
    // They were begun in the order of their commits, nearly.
    for (const [number, { newestCommit }] of this.chunks) {
      if (newestCommit > oldest) break
      this.chunks.delete(number)
    }
  }
}
