#!/usr/bin/env node
/** Millions of upserts into a table of 13 columns and its indexes, chunk by chunk. `node bench/bulk.js --help`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureSyncLatency } from './support/measure.js'
import { workDirectory } from './support/work-directory.js'
import { environmentOf, printEnvironment } from './lab/environment.js'
import { labCommand, mainOf, numbers, positive, walSyncOption } from './lab/flags.js'
import { Measurements } from './bulk/measurements.js'
import { makeRows } from './bulk/rows.js'
import { BUILDER_SYSTEMS } from './bulk/query-builder.js'
import { SYSTEMS as PLAIN_SYSTEMS } from './bulk/systems.js'

const SYSTEMS = { ...PLAIN_SYSTEMS, ...BUILDER_SYSTEMS }

const command = labCommand('bulk', `Writes rows in chunks, one transaction each: the first chunk by INSERT, later ones by INSERT … ON CONFLICT DO UPDATE on the natural key. Shows throughput with and without the making
of rows, batch latencies, resident memory and size on disk at each checkpoint. --rounds does not apply: a run is long enough.
Systems: ${Object.keys(SYSTEMS).join(', ')}.`,
  'prepared,sqlite'
)
  .option(
    '--checkpoints <list>',
    'rows after which figures are taken, with commas',
    numbers,
    [100_000, 300_000, 1_000_000]
  )
  .option('--chunks <list>', 'rows of a transaction; several: a sweep', numbers, [5000])
  .addOption(walSyncOption().default('batch'))
  .option('--memory <size>', 'page cache of Seawall and SQLite, in MB; PostgreSQL has 1024', positive, 1024)
  .option('--conflicts', 'walk the rows twice, so that every second upsert updates', false)
  .option('--resume <file>', 'a JSON of before: systems that reached every checkpoint there are not run again')

process.exitCode = await mainOf(command, process.argv.slice(2), async (config) => {
  const dir = workDirectory(config.data, 'bench-bulk')
  const environment = environmentOf(measureSyncLatency(dir))
  console.log(`Bulk upserts up to ${Math.max(...config.checkpoints).toLocaleString('en-US')} rows${config.conflicts ? ', each twice' : ''}`)
  printEnvironment(environment)
  const done =
    config.resume !== undefined && existsSync(config.resume)
      ? JSON.parse(readFileSync(config.resume, 'utf8')).results
      : []
  const file = config.json ?? config.resume
  /** @type {any[]} */
  const results = []
  for (const chunk of config.chunks) {
    for (const name of config.systems) {
      const before = done.filter(
        (/** @type {any} */ result) =>
          result.system === name && result.chunk === chunk && result.walSync === config.walSync
      )
      if (
        config.checkpoints.every((/** @type {number} */ rows) =>
          before.some((/** @type {any} */ result) => result.rows === rows)
        )
      ) {
        results.push(...before)
        console.log(`\n${name}, chunks of ${chunk}: taken from ${config.resume}`)
        continue
      }
      results.push(...(await runOne(name, chunk, config, join(dir, `${name}-${chunk}`))))
      if (file !== undefined)
        writeFileSync(file, `${JSON.stringify({ bench: 'bulk', environment, config, results }, null, 2)}\n`)
    }
  }
})

/**
 * @param {string} name
 * @param {number} chunk
 * @param {any} config
 * @param {string} dir
 * @returns {Promise<any[]>} a result per checkpoint
 */
async function runOne(name, chunk, config, dir) {
  const start = SYSTEMS[name]
  if (start === undefined) throw new Error(`unknown system ${name}; known are ${Object.keys(SYSTEMS).join(', ')}`)
  mkdirSync(dir, { recursive: true })
  const system = await start(config, dir)
  if (typeof system === 'string') {
    console.log(`\n${name}: missing, ${system}`)
    return []
  }
  console.log(`\n${name}: ${system.label}; ${system.durability}; chunks of ${chunk}`)
  try {
    const measured = new Measurements(name, chunk, config, dir, system)
    const checkpoints = [...config.checkpoints].sort((a, b) => a - b)
    const most = checkpoints[checkpoints.length - 1]
    for (const round of config.conflicts ? [1, 2] : [1]) {
      const rows = makeRows()
      for (let count = 0; count < most;) {
        const size = Math.min(chunk, (checkpoints.find((rowsAt) => rowsAt > count) ?? most) - count)
        const batch = rows(size)
        await measured.batch(() => system.write(batch, count === 0 && round === 1), size)
        count += size
        if (checkpoints.includes(count)) await measured.checkpoint(round === 1 ? count : most + count, round)
      }
    }
    const total = await system.count()
    if (total !== most) throw new Error(`${most} rows were written, ${total} are there`)
    return measured.results
  } finally {
    await system.close()
  }
}
