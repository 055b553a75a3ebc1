/**
 * The log alone: what a record costs, and how many commits share a sync. `node bench/wal.js --help`.
 *
 * The committing clients do what an embedding program's do: change something (a busy loop of `workMicros`), log 400
 * bytes, wait for the commit.
 */
import { performance } from 'node:perf_hooks'
import { existsSync, rmSync } from 'node:fs'
import { Command } from 'commander'
import { positive } from './lab/flags.js'
import { DiskVfs } from '../src/storage/vfs/disk-vfs.js'
import { MemoryVfs } from '../src/storage/vfs/memory-vfs.js'
import { findEnd } from '../src/wal/log-reader.js'
import { Wal } from '../src/wal/wal.js'

/** @import { Timers } from '../src/wal/group-sync.js' */

const command = new Command('wal')
  .description('The log alone: what a record costs, and how many commits share a sync.')
  .helpOption('--help', 'show this text')
  .argument('[directory]', 'made here and removed after each run', 'wal-bench')
  .option('-T, --seconds <n>', 'of each run', positive, 2)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 64)).parse()
const [dir] = command.processedArgs
if (existsSync(dir)) command.error(`error: ${dir} is there already, and would be removed`)
const GEOMETRY = { segmentBytes: 16 * 1024 * 1024, systemIdentifier: 1n }
const { seconds } = command.opts()

function recordCost() {
  const wal = new Wal(new MemoryVfs(), { ...GEOMETRY, epoch: 1 })
  const rounds = 8000
  let best = Infinity
  for (let run = 0; run < 30; run++) {
    const start = performance.now()
    for (let index = 0; index < rounds; index++) {
      const at = wal.reserve(100)
      wal.view.setUint32(at, index, true)
      wal.view.setUint32(at + 4, index, true)
      wal.seal(20, 5_000_000_000, wal.position, at + 84)
    }
    best = Math.min(best, (performance.now() - start) / rounds)
    wal.writeOut()
  }
  console.log(`reserve + seal, 100 byte records: ${(best * 1e6).toFixed(0)} ns`)
}

async function streaming() {
  const vfs = new DiskVfs(dir)
  const wal = new Wal(vfs, { ...GEOMETRY, epoch: 1 })
  const payload = new Uint8Array(8192).fill(7)
  const start = performance.now()
  let done = 0
  while (performance.now() - start < seconds * 500) {
    for (let index = 0; index < 64; index++) {
      const at = wal.reserve(payload.length)
      wal.buffer.set(payload, at)
      wal.seal(14, 1, 0, at + payload.length)
      done += payload.length
    }
    await wal.durable(wal.position)
  }
  const ms = performance.now() - start
  console.log(
    `8 kB records, a sync each 512 kB: ${(done / ms / 1000).toFixed(0)} MB/s, ${wal.stats.segmentStalls} segment stalls`
  )
  await wal.close()
  const readStart = performance.now()
  findEnd(vfs, GEOMETRY.segmentBytes, GEOMETRY)
  console.log(`reading it back: ${(done / (performance.now() - readStart) / 1000).toFixed(0)} MB/s`)
  rmSync(dir, { recursive: true })
}

/** @param {string} label @param {Timers} timers @param {number} clients @param {number} workMicros */
async function committing(label, timers, clients, workMicros) {
  const wal = new Wal(new DiskVfs(dir), { ...GEOMETRY, epoch: 1, timers })
  const until = performance.now() + seconds * 1000
  /** @type {number[]} */
  const latencies = []
  const client = async () => {
    while (performance.now() < until) {
      const start = performance.now()
      while ((performance.now() - start) * 1000 < workMicros);
      const at = wal.reserve(400)
      const lsn = wal.seal(2, 1, 0, at + 400)
      wal.noteCommit(true)
      await wal.durable(lsn)
      latencies.push(performance.now() - start)
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  const elapsed = performance.now() - start
  latencies.sort((a, b) => a - b)
  const { commits, syncs, writes } = wal.stats
  console.log(`${label}, ${String(clients).padStart(2)} clients, ${workMicros} us of work: ${(commits / elapsed * 1000).toFixed(0).padStart(6)} commits/s, ` +
    `${(commits / syncs).toFixed(1).padStart(4)} per sync, ${(commits / writes).toFixed(1)} per write, p50 ${(latencies[latencies.length >> 1] * 1000).toFixed(0)} us, ` +
    `p99 ${(latencies[Math.floor(latencies.length * 0.99)] * 1000).toFixed(0)} us`)
  await wal.close()
  rmSync(dir, { recursive: true })
}

recordCost()
await streaming()
const START = /** @type {Record<string, Timers>} */ ({
  'immediate callback': globalThis,
  'microtask         ': { setTimeout, clearTimeout, setImmediate: queueMicrotask },
  'at once           ': { setTimeout, clearTimeout, setImmediate: (callback) => callback() },
})
for (const clients of [1, 4, 32]) {
  for (const workMicros of [0, 20, 100])
    for (const [label, timers] of Object.entries(START)) await committing(label, timers, clients, workMicros)
}
