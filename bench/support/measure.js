/**
 * What benches measure with: latencies in a histogram (nanoseconds, three figures), and what a sync of this disk costs,
 * without which no durable figure says anything.
 */
import { createHistogram, performance } from 'node:perf_hooks'
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {import('node:perf_hooks').RecordableHistogram} Histogram */
/**
 * @typedef {{ count: number, meanMs: number, p50Ms: number, p95Ms: number, p99Ms: number, p999Ms: number,
 *   maxMs: number }} Latencies
 */
/** @typedef {{ medianUs: number, p99Us: number, rounds: number }} SyncLatency */

/** @returns {Histogram} of nanoseconds, up to ten minutes */
export const latencyHistogram = () => createHistogram({ lowest: 1, highest: 600_000_000_000, figures: 3 })

/** @param {Histogram} histogram @param {number} ms */
export function recordMs(histogram, ms) {
  histogram.record(Math.max(1, Math.round(ms * 1e6)))
}

/** @param {Histogram} histogram @returns {Latencies} */
export function latencies(histogram) {
  const ms = (/** @type {number} */ ns) => histogram.count === 0 ? 0 : ns / 1e6
  return {
    count: histogram.count,
    meanMs: ms(histogram.mean),
    p50Ms: ms(histogram.percentile(50)),
    p95Ms: ms(histogram.percentile(95)),
    p99Ms: ms(histogram.percentile(99)),
    p999Ms: ms(histogram.percentile(99.9)),
    maxMs: ms(histogram.max),
  }
}

/**
 * fdatasync of one 8 kB write into a file that has its blocks already, as a log has them.
 * @param {string} dir where the data will be @param {number} [rounds] @returns {SyncLatency}
 */
export function measureSyncLatency(dir, rounds = 100) {
  const path = join(dir, `sync-latency.${process.pid}`)
  const file = openSync(path, 'w')
  try {
    const block = new Uint8Array(8192).fill(1)
    for (let index = 0; index < 16; index++) writeSync(file, block, 0, block.length, index * block.length)
    fdatasyncSync(file)
    const samples = []
    for (let round = 0; round < rounds; round++) {
      writeSync(file, block, 0, block.length, (round % 16) * block.length)
      const start = performance.now()
      fdatasyncSync(file)
      samples.push((performance.now() - start) * 1000)
    }
    samples.sort((left, right) => left - right)
    return { medianUs: samples[rounds >> 1], p99Us: samples[Math.floor(rounds * 0.99)], rounds }
  } finally {
    closeSync(file)
    rmSync(path)
  }
}

/** @param {SyncLatency} sync */
export const describeSync = (sync) =>
  `fdatasync of 8 kB here: median ${sync.medianUs.toFixed(0)} µs, p99 ${sync.p99Us.toFixed(0)} µs`
