/**
 * `seawall/test`: a database per test. A template is made once, by the program's own migrations, and lies on disk,
 * closed; every process that tests opens it to read, however many there are, and every test gets a fork of it, which
 * keeps what it changes in memory and is gone when it is closed.
 *
 *   import { createTemplate } from 'seawall/test'
 *   const template = await createTemplate({ migrate: (db) => db.exec(schema) })
 *   await template.run(async (db) => { await db.query('insert …') })
 */
import { open } from '../index.js'
import { databaseHere, useExtensions } from '../database-of.js'
import { removeDirectory, temporaryDirectory } from '../storage/vfs/own-directories.js'
import { soon } from '../util/later.js'
import { keptTemplate } from './kept.js'

/** @returns {Promise<typeof import('../engine/cluster/still.js')>} */
const loadStill = () => soon(import.meta.url, '../engine/cluster/still.js')

/** @import { Database, OpenOptions } from '../index.js' */

/**
 * @typedef {object} ForkOptions
 * @property {Pick<OpenOptions, 'int8' | 'numeric' | 'parsers' | 'user' | 'database' | 'settings' | 'onNotice'
 *   | 'extensions' | 'bufferPool' | 'workMem' | 'logger'>} [options] what forks are opened with, as of `open`
 * @property {(db: Database) => unknown} [setup] called with each fork before the test gets it: for what is not in
 *   files, as functions in JavaScript are
 */
/**
 * @typedef {object} TemplateOptions
 * @property {(db: Database) => unknown} migrate makes schema and first rows; awaited
 * @property {string} [directory] templates are kept there for all processes and later runs, and made by who comes
 *   first; without it the template is a temporary directory that goes with `close`
 * @property {string} [version=''] of what `migrate` makes, beside a directory: of another version the template is made
 *   anew
 */

/** A schema with its first rows, for any number of tests. */
export class Template {
  #fork
  #close

  /** @param {string} path @param {() => Promise<Database>} fork @param {() => void} close */
  constructor(path, fork, close) {
    /** The data directory; `openTemplate` of another process takes it. */
    this.path = path
    this.#fork = fork
    this.#close = close
  }

  /**
   * A database of its own, as the template was made: what it changes is in memory, and nobody else's.
   * @returns {Promise<Database>} to be closed
   */
  fork() { return this.#fork() }

  /**
   * Calls `test` with a fork, and closes that afterwards.
   * @template T @param {(db: Database) => Promise<T> | T} test @returns {Promise<T>}
   */
  async run(test) {
    const db = await this.fork()
    try {
      return await test(db)
    } finally {
      await db.close()
    }
  }

  /**
   * Calls `test` with the URL of a fork that is served meanwhile, for drivers that want one.
   * @template T @param {(url: string, db: Database) => Promise<T> | T} test @returns {Promise<T>}
   */
  serve(test) {
    return this.run(async (db) => test((await db.serve({ port: 0 })).url, db))
  }

  /** Forks that are open stay so. A temporary template is removed. @returns {Promise<void>} */
  async close() {
    this.#close()
  }

  /** For `await using template = await createTemplate(…)`. @returns {Promise<void>} */
  async [Symbol.asyncDispose]() { await this.close() }
}

/**
 * Makes a template, or finds the one that is there (`directory`).
 * @param {TemplateOptions & ForkOptions} wanted
 * @returns {Promise<Template>} to be closed
 * @throws {import('../index.js').DbError} what `open` and the migrations throw
 */
export async function createTemplate({ migrate, directory, version = '', ...how }) {
  const make = async (/** @type {string} */ path) => {
    const db = await open(path, { ...how.options, walSync: 'none', walSegmentBytes: SEGMENT_BYTES })
    try {
      await migrate(db)
    } finally {
      await db.close()
    }
  }
  if (directory !== undefined) return keptTemplate(directory, version, make, (path) => openTemplate(path, how))
  const path = temporaryDirectory('seawall-template-')
  try {
    await make(path)
    return await templateAt(path, how, () => removeDirectory(path))
  } catch (error) {
    removeDirectory(path)
    throw error
  }
}

/**
 * Opens a template that another process has made, or any data directory that nobody has open to write.
 * @param {string} path
 * @param {ForkOptions} [how]
 * @returns {Promise<Template>} to be closed
 * @throws {import('../index.js').DbError} 55006 somebody writes there; 58P01 there is no data directory
 */
export const openTemplate = (path, how = {}) => templateAt(path, how, () => undefined)

/** @param {string} path @param {ForkOptions} how @param {() => void} ended @returns {Promise<Template>} */
async function templateAt(path, { options = {}, setup }, ended) {
  await useExtensions(options)
  const { StillCluster } = await loadStill()
  const still = await StillCluster.open(path)
  const fork = async () => {
    const db = await databaseHere(await still.cluster(options), options)
    try {
      await setup?.(db)
      return db
    } catch (error) {
      await db.close()
      throw error
    }
  }
  return new Template(path, fork, () => {
    still.close()
    ended()
  })
}

/** Each fork reads the log from the start of its segment. */
const SEGMENT_BYTES = 1 << 20
