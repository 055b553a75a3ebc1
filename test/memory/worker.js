/**
 * Works on a table ten times the buffer pool and reports the peak of its resident memory after each step, over what it
 * was with an empty table. Its clients are processes of their own (client.js). Run as `node worker.js <directory>`;
 * prints one JSON object.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { open } from '../../src/index.js'

const ROWS = 600_000
const options = /** @type {const} */ ({ bufferPool: '8MB', walSync: 'none' })
const directory = process.argv[2]

/** @type {Record<string, number>} megabytes */
const peaks = {}
let base = 0
let peak = 0
setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss) }, 5).unref()
/** @param {string} step */
function note(step) {
  peaks[step] = Math.round((Math.max(peak, process.memoryUsage().rss) - base) / 1048576)
  peak = 0
}

let db = await open(directory, options)
await db.query('create table big(id int primary key, k int, filler text)')
await db.query('select count(*) from big')
base = process.memoryUsage().rss

const { port } = await db.serve({ port: 0 })
const runClient = promisify(execFile)
/** @param {...string} args @returns {Promise<number>} rows that went over the wire */
const clientRows = async (...args) =>
  Number(
    (await runClient(process.execPath, [fileURLToPath(new URL('client.js', import.meta.url)), String(port), ...args]))
      .stdout,
  )

await clientRows('copy', String(ROWS))
note('copy')

const { rows: [{ bytes }] } = await db.query("select pg_relation_size('big') as bytes")
const { rows: [whole] } = await db.query('select count(*) as rows, sum(k::int8) as keys from big')
note('scan')

let seed = 12345
for (let change = 0; change < 5000; change++) {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff
  await db.query('update big set k = k where id = $1', [seed % ROWS])
}
note('random updates')

await db.query('create index on big(k)')
note('index')

const sorted = await clientRows('query', 'select id from big order by filler, k')
note('order by')
await db.close()

db = await open(directory, options)
const { rows: [again] } = await db.query('select count(*) as rows, sum(k::int8) as keys from big')
await db.close()
note('reopen')
process.stdout.write(JSON.stringify({ peaks, bytes: Number(bytes), whole, sorted, again }))
