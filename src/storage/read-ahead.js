/**
 * Blocks read before they are asked for, off the main thread. The bytes come into staging memory and into frames only
 * when they are here, so that no frame is held by a slow disk, and whatever happened to a block meanwhile (read,
 * changed, written, evicted) cancels its part of the job.
 */
import { blockOutOfRange, invalidPage, noUnpinnedBuffers } from '../errors/pages.js'
import { problemOf } from './file-lengths.js'
import { PAGE_BYTES } from './page.js'

/** @import { BlockNumber } from '../util/identifiers.js' */
/** @import { RelationFile } from './relation-files.js' */
/** @import { BufferPool, ScanRing } from './buffer-pool.js' */
/** @import { BulkGate } from './bulk-gate.js' */

/** Blocks one job fetches at most. */
const JOB_BLOCKS_MAX = 32

export class ReadAhead {
  /** @param {BufferPool} pool @param {BulkGate} gate at most two bulk jobs in libuv's pool */
  constructor(pool, gate) {
    this.pool = pool
    this.gate = gate
    /** @type {Job[]} under way */
    this.jobs = []
    /** @type {Uint8Array[]} staging memory, at most one per bulk job */
    this.stagings = []
  }

  /**
   * See BufferPool.prefetch.
   * @param {RelationFile} file
   * @param {BlockNumber} blockNo
   * @param {number} count
   * @param {ScanRing | null} ring
   * @returns {Promise<void>}
   */
  async prefetch(file, blockNo, count, ring) {
    const { pool } = this
    if (file.quarantined) throw pool.files.refusal(file.fileId)
    for (;;) {
      const last = Math.min(blockNo + Math.min(count, JOB_BLOCKS_MAX), file.blockCount)
      if (blockNo >= last || file.dropped) throw blockOutOfRange(file.fileId, blockNo, file.blockCount)
      let first = blockNo
      while (first < last && pool.isResident(file, first)) first++
      if (first === last) return
      let end = last
      while (pool.isResident(file, end - 1)) end--
      const underWay = this.jobs.find((job) => job.file === file && first >= job.first && first < job.first + job.count)
      if (underWay === undefined) return this.#begin(file, first, end - first, first === blockNo, ring)
      await underWay.done
      if (first === blockNo && underWay.cancelled[first - underWay.first] === 0 && !pool.isResident(file, first)) {
        return this.#begin(file, first, 1, true, ring) // it found no frame, or is damaged: say so
      }
    }
  }

  /**
   * A block is in a frame: what a job read of it may be older.
   * @param {RelationFile} file
   * @param {BlockNumber} blockNo
   */
  installed(file, blockNo) {
    for (const job of this.jobs) {
      if (job.file === file && blockNo >= job.first && blockNo < job.first + job.count)
        job.cancelled[blockNo - job.first] = 1
    }
  }

  /** Blocks are dropped. @param {RelationFile} file @param {BlockNumber} fromBlock */
  discarded(file, fromBlock) {
    for (const job of this.jobs)
      if (job.file === file) job.cancelled.fill(1, Math.min(job.count, Math.max(0, fromBlock - job.first)))
  }

  /**
   * @param {RelationFile} file
   * @param {number} first
   * @param {number} count
   * @param {boolean} insist the first block must come in
   * @param {ScanRing | null} ring
   */
  #begin(file, first, count, insist, ring) {
    const job = new Job(file, first, count)
    this.jobs.push(job)
    const done = this.#run(job, insist, ring).finally(() => this.jobs.splice(this.jobs.indexOf(job), 1))
    job.done = done.catch(() => undefined)
    return done
  }

  /** @param {Job} job @param {boolean} insist @param {ScanRing | null} ring */
  async #run(job, insist, ring) {
    const { file, first, count } = job
    const { pool } = this
    await this.gate.enter()
    const staging = this.stagings.pop() ?? new Uint8Array(JOB_BLOCKS_MAX * PAGE_BYTES)
    /** @type {number[]} */
    const pinned = []
    let at = 0
    try {
      if (file.dropped) return
      file.busy++
      let got
      try {
        got = await pool.files.handle(file).read(staging, 0, count * PAGE_BYTES, first * PAGE_BYTES)
      } finally {
        pool.files.leave(file)
      }
      staging.fill(0, got, count * PAGE_BYTES)
      const view = new DataView(staging.buffer)
      for (; at < count; at++) {
        const blockNo = first + at
        if (job.cancelled[at] !== 0 || blockNo >= file.blockCount || pool.isResident(file, blockNo)) continue
        const problem = problemOf(file, blockNo, view, staging, at * PAGE_BYTES)
        if (problem !== '') {
          if (at === 0 && insist) throw invalidPage(file.fileId, blockNo, problem)
          continue // whoever asks for it hears of it
        }
        const frame = pool.bringIn(file, blockNo, staging.subarray(at * PAGE_BYTES, (at + 1) * PAGE_BYTES), ring)
        if (frame < 0) break
        pinned.push(frame)
      }
    } finally {
      for (const frame of pinned) pool.unpin(frame)
      this.stagings.push(staging)
      this.gate.leave()
    }
    if (at > 0 || !insist || pool.isResident(file, first) || job.cancelled[0] !== 0) return
    // Not one frame was clean: have some written, then let the caller try again; if that frees none, all are pinned.
    const cleaned = pool.writer === null ? 0 : await pool.writer.makeRoom()
    if (cleaned === 0 && !pool.hasEvictable()) throw noUnpinnedBuffers(pool.frameCount)
  }
}

class Job {
  /** @param {RelationFile} file @param {number} first @param {number} count */
  constructor(file, first, count) {
    this.file = file
    this.first = first
    this.count = count
    /** 1: that block came in, or went, while its read was under way; what was read must not be used. */
    this.cancelled = new Uint8Array(count)
    /** @type {Promise<void>} settles, never rejects */
    this.done = Promise.resolve()
  }
}
