/**
 * The hostile statements on an engine in a worker thread: how long each holds the thread of the program that asks. By
 * hand: `node test/hostile/host.js [--timeout MS] [--grep PATTERN] [--worst MS] [--times N]`; times: what is beyond
 * `worst` is asked again so often, and the least of all counts.
 *
 * Held is the least of what passed between two looks at the clock and what of a processor this thread had meanwhile: on
 * a loaded machine the loop's own histogram tells how long others had it.
 */
import { mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { open } from '../../src/index.js'
import { STATEMENTS } from './statements.js'
import './further.js'
import './families.js'
import './blow-ups.js'
import './strangers.js'
import './kinds.js'
import './attackers.js'

const { values: options } = parseArgs({
  options: {
    timeout: { type: 'string', default: '1000' },
    grep: { type: 'string', default: '' },
    worst: { type: 'string', default: '5' },
    times: { type: 'string', default: '3' },
    from: { type: 'string', default: '0' },
  },
})
const [timeoutMs, worstMs] = [Number(options.timeout), Number(options.worst)]
const pattern = new RegExp(options.grep)
const EVERY_MS = 1
const stat = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
const digits = Buffer.alloc(64)
/** The kernel counts a running thread's time at its ticks, and when it is asked for the process's. */
function workMs() {
  process.cpuUsage()
  return Number(digits.toString('latin1', 0, readSync(stat, digits, 0, 64, 0)).split(' ', 1)[0]) / 1e6
}
let [longest, last, lastWork] = [0, performance.now(), workMs()]
setInterval(() => {
  const [now, work] = [performance.now(), workMs()]
  longest = Math.max(longest, Math.min(work - lastWork, now - last))
  ;[last, lastWork] = [now, work]
}, EVERY_MS)
const pause = (/** @type {number} */ ms) => new Promise((resolve) => { setTimeout(resolve, ms) })

const directory = mkdtempSync(join(tmpdir(), 'seawall-host-'))
const db = await open(join(directory, 'data'), { worker: true, walSync: 'none' })

/** @param {import('./statements.js').Hostile} statement @returns {Promise<{ held: number, outcome: string }>} */
async function held(statement) {
  const session = await db.connect()
  try {
    await session.query(`SET statement_timeout = ${timeoutMs}`)
    const made = statement.sql()
    const texts = Array.isArray(made) ? made : [made]
    const params = statement.params?.()
    // A text of many parts is put together by whoever reads it first, which is not what is measured.
    for (const text of [...texts, ...params ?? []]) if (typeof text === 'string') text.charCodeAt(text.length >> 1)
    await pause(20)
    longest = 0
    let outcome = 'ok'
    for (const text of texts) {
      outcome = await (params === undefined ? session.query(text) : session.query(text, params))
        .then(() => 'ok', (/** @type {any} */ { code, message }) => code ?? message)
      if (outcome !== 'ok') break
    }
    await pause(5)
    return { held: longest, outcome }
  } finally {
    await session.release()
  }
}

let beyond = 0
let asked = 0
let number = 0
for (const statement of STATEMENTS) {
  if (!pattern.test(statement.name) || number++ < Number(options.from)) continue
  asked++
  if (process.env.NAMES) console.error(statement.name)
  let found = await held(statement)
  for (let time = 1; time < Number(options.times) && found.held > worstMs; time++) {
    const again = await held(statement)
    if (again.held < found.held) found = again
  }
  if (found.held <= worstMs) continue
  beyond++
  console.log(`${found.held.toFixed(1).padStart(7)} ms ${found.outcome.padEnd(6)} ${statement.name}`)
}
console.log(`${beyond} of ${asked} held the host's loop beyond ${worstMs} ms`)
await db.close()
rmSync(directory, { recursive: true })
process.exit()
