/** What every lane of a run is given: its database, dice, history, and the ways to do a transaction that is noted. */
import assert from 'node:assert/strict'
import { DbError } from '../../../src/index.js'

/** @import { EmbeddedSession } from '../../../src/library/session.js' */
/** @import { Database } from '../../../src/index.js' */
/** @import { Random } from '../../../src/util/prng.js' */
/** @import { History } from './history.js' */

/**
 * Rows and values of a query, as text: one line each.
 * @param {EmbeddedSession} session
 * @param {string} query
 * @returns {Promise<string[]>}
 */
export async function linesOf(session, query) {
  return (await session.query({ text: query, rowMode: 'array' })).rows.map((/** @type {any[]} */ row) => row.join(' '))
}

/**
 * What tables look like: how many rows, and a sum over all of them.
 * @param {EmbeddedSession} session
 * @param {string[]} tables
 * @returns {Promise<string>}
 */
export async function lookOfTables(session, tables) {
  const look = []
  for (const table of tables) look.push(`${table}: ${(await linesOf(session, lookQuery(table)))[0]}`)
  return look.join('\n')
}

/** @param {string} table */
export const lookQuery = (table) => `select count(*), coalesce(sum(hashtext(t::text)::bigint), 0) from ${table} t`

/** Resolves some turns of the event loop later. @param {number} count */
export async function turns(count) {
  for (; count > 0; count--) await new Promise((resolve) => setImmediate(resolve))
}

export class LaneContext {
  /**
   * @param {object} of
   * @param {string} of.name
   * @param {Database} of.db
   * @param {Random} of.random
   * @param {History} of.history
   * @param {() => boolean} of.over
   * @param {(session: EmbeddedSession) => Promise<string>} of.look
   */
  constructor({ name, db, random, history, over, look }) {
    this.name = name
    this.db = db
    this.random = random
    this.history = history
    /** Whether the run is to end. */
    this.over = over
    this.look = look
    this.lane = history.lane(name)
    /** @type {Record<string, string>} */
    this.settings = history.mode === 'off' ? { synchronous_commit: 'off' } : {}
  }

  /**
   * A session of its own.
   * @param {Record<string, string>} [settings]
   * @param {string} [database]
   * @returns {Promise<EmbeddedSession>}
   */
  connect(settings = {}, database = 'postgres') {
    return this.db.connect({ database, settings: { ...this.settings, ...settings } })
  }

  /**
   * Runs what may fail as a user's statement may.
   * @param {() => Promise<any>} work
   * @returns {Promise<boolean>} whether it went through
   */
  async attempt(work) {
    const { history } = this
    try {
      await work()
      history.statements++
      return true
    } catch (error) {
      // Internal errors and damage are never right, but where the test itself makes the disk fail.
      if (!(error instanceof DbError) || (/^(XX|58|57P|53)/.test(error.code) && !history.tolerated.test(error.code)))
        throw error
      history.refusals.set(error.code, (history.refusals.get(error.code) ?? 0) + 1)
      return false
    }
  }

  /**
   * What a lane must know before it begins: asked for until the disk lets it be told.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T | null>} null: its time is over
   */
  async first(work) {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        await this.attempt(() => Promise.reject(error))
      }
      if (this.over()) return null
      await turns(1)
    }
  }

  /**
   * A transaction: begin, `work`, a look, commit. One that fails is rolled back.
   * @param {EmbeddedSession} session
   * @param {() => Promise<any>} work
   * @param {string} [begin]
   * @returns {Promise<boolean>} whether it committed
   */
  async step(session, work, begin = 'begin') {
    if (!await this.attempt(() => session.exec(begin))) return false
    /** @type {import('./history.js').State | null} */
    let state = null
    const through = await this.attempt(async () => {
      await work()
      await this.linger()
      state = this.lane.asks(await this.look(session))
    })
    if (through && state !== null) {
      if (await this.attempt(() => session.exec('commit'))) {
        this.lane.answered(state)
        return true
      }
      if (this.history.tolerated.source === '^$') this.lane.refused(state)
    }
    await this.attempt(() => session.exec('rollback'))
    return false
  }

  /**
   * Rolled back for once: nobody else changes what this lane looks at, and it looks as before.
   * @param {EmbeddedSession} session @param {() => Promise<any>} work
   */
  async never(session, work) {
    /** @type {string | null} */
    let before = null
    if (this.random.below(2) === 0) await this.attempt(async () => { before = await this.look(session) })
    await this.attempt(() => session.exec('begin'))
    await this.attempt(work)
    await this.linger()
    const through = await this.attempt(() => session.exec('rollback'))
    if (before === null || !through) return
    await this.attempt(async () => assert.equal(await this.look(session), before, `${this.name} after a rollback`))
  }

  /**
   * Changes that are not committed wait a little, now and then: others' commits write them to the log, and a cut finds
   * them there.
   */
  async linger() {
    if (this.random.below(3) === 0) await turns(this.random.below(25))
  }

  /** @template T @param {T[]} list @returns {T} */
  pick(list) {
    return list[this.random.below(list.length)]
  }
}
