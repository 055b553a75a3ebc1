/**
 * A database per test: so many tests with a fork of a template each, of 60 tables and two statements; beside them,
 * where it is installed, clones of a PGlite. `node bench/forks.js --help`.
 */
import { performance } from 'node:perf_hooks'
import { Command } from 'commander'
import { positive } from './lab/flags.js'
import { optionalPackage } from './lab/rivals.js'
import { createTemplate } from '../src/test/index.js'

const { tests, clones } = new Command('forks')
  .description('A database per test: forks of a template, and clones of a PGlite where it is installed.')
  .helpOption('--help', 'show this text')
  .option('-n, --tests <n>', 'forks', positive, 500)
  .option('--clones <n>', 'of PGlite', positive, 20)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 64)).parse().opts()

const SCHEMA = Array.from({ length: 60 }, (_, at) =>
  `CREATE TABLE t${at} (id int PRIMARY KEY, v text, n int); CREATE INDEX ON t${at} (n);
   INSERT INTO t${at} SELECT g, 'v' || g, g FROM generate_series(1, 100) g`).join(';')

/** @typedef {{ query: (text: string, params: unknown[]) => Promise<{ rows: any[] }> }} Asked */

/** @param {Asked} db @param {number} number */
async function work(db, number) {
  await db.query('INSERT INTO t5 VALUES ($1, $2, 1)', [1000 + number, 'x'])
  const { rows } = await db.query('SELECT count(*)::int AS n FROM t5 WHERE id > $1', [100])
  if (rows[0].n !== 1) throw new Error(`a test sees ${rows[0].n} new rows, not its own alone`)
}

/** @param {string} name @param {number} count @param {(number: number) => Promise<void>} test */
async function measured(name, count, test) {
  const [began, before] = [performance.now(), process.cpuUsage()]
  for (let number = 0; number < count; number++) await test(number)
  const { user, system } = process.cpuUsage(before)
  const [wall, own] = [performance.now() - began, (user + system) / 1000]
  console.log(
    `${name}: ${count} tests in ${(wall / 1000).toFixed(2)} s, ${(wall / count).toFixed(1)} ms each, `
    + `${(own / count).toFixed(1)} ms of processor time; `
    + `the process has ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
  )
}

const template = await createTemplate({ migrate: (db) => db.exec(SCHEMA) })
await measured('Seawall, a fork each', tests, (number) => template.run((db) => work(db, number)))
await template.close()

const pglite = await optionalPackage('@electric-sql/pglite')
if (pglite === null) console.log('PGlite is not installed')
else {
  const origin = await pglite.PGlite.create()
  await origin.exec(SCHEMA)
  await measured('PGlite, a clone each', clones, async (number) => {
    const db = await origin.clone()
    await work(db, number)
    await db.close()
  })
  await origin.close()
}
