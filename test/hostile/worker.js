/** The server of server.js: tells the longest delay of its loop since it was last asked. */
import { openSync, readSync } from 'node:fs'
import { heldWhere, startProfile } from './where.js'
import '../../src/server/process-memory.js'

const { open } = await import('../../src/index.js')
const db = await open(process.argv[2], { walSync: 'none', logger: (/** @type {string} */ line) => console.error(line) })
const listener = await db.serve({ port: 0, dedicated: true })
const EVERY_MS = 2
let longest = 0
let last = 0
let longestWork = 0
let longestAt = 0n
const profiles = process.argv[3] === 'where'
if (profiles) await startProfile()
let lastWork = 0
/**
 * What this thread has had of a processor, where the system tells it of one thread: others (garbage collection, long
 * calls) hold up nobody.
 */
const stat = openStat()
const digits = Buffer.alloc(64)
/** The kernel counts a running thread's time at its ticks, and when it is asked for the process's. */
const workMs = () => {
  const { user, system } = process.cpuUsage()
  if (stat >= 0) return Number(digits.toString('latin1', 0, readSync(stat, digits, 0, 64, 0)).split(' ', 1)[0]) / 1e6
  return (user + system) / 1000
}
function openStat() {
  try {
    return openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
  } catch {
    return -1 // another system
  }
}
setInterval(() => {
  const now = performance.now()
  const work = workMs()
  longest = Math.max(longest, now - last - EVERY_MS)
  const held = Math.min(work - lastWork, now - last)
  if (held > longestWork) {
    longestWork = held
    longestAt = process.hrtime.bigint()
  }
  last = now
  lastWork = work
}, EVERY_MS)
process.on('message', () => {
  setTimeout(async () => {
    const told = { loopMs: longest, workMs: longestWork, memoryMb: Math.round(process.memoryUsage.rss() / 1048576) }
    const where = profiles ? await heldWhere(Number(longestAt / 1000n), longestWork) : ''
    process.send?.({ ...told, where })
    longest = longestWork = 0
    lastWork = workMs()
    last = performance.now()
  }, 10)
})
process.on('disconnect', () => process.exit())
process.send?.({ port: listener.port })
