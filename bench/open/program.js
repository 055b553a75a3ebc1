/**
 * Opens one database and answers one question, then says how long that took, what the process's threads worked
 * meanwhile, and what it holds. Arguments: system, directory or :memory:, first | tables, the module that Seawall is
 * imported from.
 */
import { performance } from 'node:perf_hooks'

const [system, where, queries, module = '../../src/index.js'] = process.argv.slice(2)
const SCRIPT = 'CREATE TABLE IF NOT EXISTS answers (id int PRIMARY KEY, answer int); DELETE FROM answers; INSERT INTO answers VALUES (1, 42)'
const QUESTION = queries === 'tables' ? 'SELECT answer FROM answers WHERE id = 1' : 'SELECT 42 AS answer'

/**
 * @typedef {{ script: (text: string) => Promise<unknown> | unknown, ask: (text: string) => Promise<any>
 *   | any, close: () => Promise<unknown> | unknown }} Opened
 */

/** @type {Record<string, () => Promise<() => Promise<Opened>>>} */
const SYSTEMS = {
  seawall: async () => {
    const { open } = /** @type {typeof import('../../src/index.js')} */ (await import(module))
    return async () => {
      const db = await open(where)
      return {
        script: (text) => db.exec(text),
        ask: async (text) => (await db.query(text)).rows[0],
        close: () => db.close(),
      }
    }
  },
  sqlite: async () => {
    const { default: Sqlite } = /** @type {any} */ (await import('better-sqlite3'))
    return async () => {
      const db = new Sqlite(where)
      db.pragma('journal_mode = WAL')
      return { script: (text) => db.exec(text), ask: (text) => db.prepare(text).get(), close: () => db.close() }
    }
  },
  pglite: async () => {
    // @ts-ignore: an optional package
    const { PGlite } = await import('@electric-sql/pglite')
    return async () => {
      const db = await PGlite.create(where === ':memory:' ? undefined : where)
      return {
        script: (text) => db.exec(text),
        ask: async (text) => (await db.query(text)).rows[0],
        close: () => db.close(),
      }
    }
  },
  node: async () => async () => ({ script: () => undefined, ask: () => ({ answer: 0 }), close: () => undefined }),
}

// performance.now() counts from the start of the process, and so does the time of its threads.
const now = () => {
  const { user, system: kernel } = process.cpuUsage()
  return { ms: performance.now(), cpuMs: (user + kernel) / 1000 }
}
const started = now()
const opener = await SYSTEMS[system]()
const imported = now()
const db = await opener()
const opened = now()
if (queries === 'tables') await db.script(SCRIPT)
const { answer } = await db.ask(QUESTION)
const answered = now()
const residentMb = process.memoryUsage().rss / 2 ** 20
await db.close()
process.stdout.write(
  JSON.stringify({
    answer,
    importMs: imported.ms - started.ms,
    openMs: opened.ms - imported.ms,
    queryMs: answered.ms - opened.ms,
    totalMs: answered.ms,
    residentMb,
    cpuMs: answered.cpuMs,
    importCpuMs: imported.cpuMs - started.cpuMs,
    openCpuMs: opened.cpuMs - imported.cpuMs,
    queryCpuMs: answered.cpuMs - opened.cpuMs,
  })
)
