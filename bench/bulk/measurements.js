/** What is measured while chunks go in: per batch, per segment between checkpoints, and over all. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { shown, time } from '../lab/lab.js'

export class Measurements {
  /** @param {string} name @param {number} chunk @param {any} config @param {string} dir @param {any} system */
  constructor(name, chunk, config, dir, system) {
    this.name = name
    this.chunk = chunk
    this.config = config
    this.dir = dir
    this.system = system
    this.startMs = performance.now()
    this.segmentMs = this.startMs
    /** @type {number[]} */
    this.all = []
    /** @type {number[]} */
    this.segment = []
    this.rows = 0
    this.segmentRows = 0
    this.peakRssMb = 0
    /** @type {any[]} */
    this.results = []
  }

  /** @param {() => Promise<void> | void} write @param {number} rows */
  async batch(write, rows) {
    const start = performance.now()
    await write()
    const ms = performance.now() - start
    this.all.push(ms)
    this.segment.push(ms)
    this.rows += rows
    this.segmentRows += rows
    this.peakRssMb = Math.max(this.peakRssMb, await this.system.rssMb())
  }

  /** @param {number} rows @param {number} round */
  async checkpoint(rows, round) {
    const now = performance.now()
    const sum = (/** @type {number[]} */ list) => list.reduce((total, ms) => total + ms, 0)
    const result = {
      system: this.name,
      label: this.system.label,
      durability: this.system.durability,
      workload: `${rows} rows, chunks of ${this.chunk}`,
      chunk: this.chunk,
      walSync: this.config.walSync,
      rows,
      round,
      tps: this.rows / ((now - this.startMs) / 1000),
      segmentTps: this.segmentRows / ((now - this.segmentMs) / 1000),
      databaseTps: this.segmentRows / (sum(this.segment) / 1000),
      p50Ms: percentile(this.segment, 0.5),
      p95Ms: percentile(this.segment, 0.95),
      p99Ms: percentile(this.segment, 0.99),
      cumulativeP99Ms: percentile(this.all, 0.99),
      rssMb: await this.system.rssMb(),
      peakRssMb: this.peakRssMb,
      diskMb: sizeOf(this.dir) / 2 ** 20,
    }
    this.results.push(result)
    console.log(`  ${rows.toLocaleString('en-US').padStart(12)} rows${round === 2 ? ' (updates)' : ''}: ${shown(result.tps)}/s in all, ${shown(result.segmentTps)}/s since the last, ${shown(result.databaseTps)}/s in the database alone; `
      + `batch p50 ${time(result.p50Ms)}, p95 ${time(result.p95Ms)}, p99 ${time(result.p99Ms)}; resident ${result.rssMb.toFixed(0)} MB, peak ${result.peakRssMb.toFixed(0)}; ${result.diskMb.toFixed(0)} MB on disk`)
    this.segment = []
    this.segmentRows = 0
    this.segmentMs = performance.now()
  }
}

/** By linear interpolation. @param {number[]} list @param {number} share */
function percentile(list, share) {
  const sorted = [...list].sort((a, b) => a - b)
  if (sorted.length === 0) return 0
  const place = (sorted.length - 1) * share
  const low = Math.floor(place)
  return sorted[low] + (sorted[Math.min(low + 1, sorted.length - 1)] - sorted[low]) * (place - low)
}

/** @param {string} dir @returns {number} bytes of all files */
function sizeOf(dir) {
  let bytes = 0
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) bytes += sizeOf(path)
    else if (entry.isFile()) bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0
  }
  return bytes
}
