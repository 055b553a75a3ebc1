/**
 * A session of a server behind the library's door (engine/door/door.js). Statements with parameters are prepared there
 * once per session, under a name, and found again by their text.
 */
import { statementTimedOut } from '../errors/library.js'
import { DbError } from '../errors/db-error.js'
import { canceledByUser } from '../errors/engine.js'
import { refuseFunctions, refuseSalvage, refuseSync } from './errors.js'
import { Conversation } from './conversation.js'
import { withLongTexts } from './joined-messages.js'
import { MANY, areLong, isLong, longBind, longParse, longQuery } from './long-messages.js'

/** @import { BlockState, SessionDoor, ValuesFor } from '../engine/door/door.js' */
/** @import { ResultSink } from '../engine/statements/core/result-sink.js' */
/** @import { Description } from './conversation.js' */
/** @import { RemoteEngine } from './engine.js' */
/** @import { RemoteTypes } from './types.js' */
/** @import { Writable } from './long-messages.js' */

/** Statements that stay prepared. */
const STATEMENTS_MAX = 200
/** After these, what was prepared may be gone, or be of tables as they were. */
const CHANGES = /^(ALTER|CREATE|DROP|DISCARD|DEALLOCATE|SET|RESET)/

/** @typedef {{ name: string, parameters: number[], described: Description | null }} Prepared */
/** pg's connection. @typedef {{ bind: (config: object) => void, stream: Writable }} Binding */

/** @type {Record<string, BlockState>} */
const STATES = { I: 'idle', T: 'open', E: 'failed' }

/** @implements {SessionDoor} */
export class RemoteSession {
  /**
   * @param {RemoteEngine} engine @param {any} client pg's, connected @param {RemoteTypes} types
   * @param {{ user: string, database: string }} who
   */
  constructor(engine, client, types, { user, database }) {
    this.engine = engine
    this.isServer = true
    /** Which of the engine's connections may be this one. */
    this.key = ''
    this.client = client
    this.types = types
    this.user = user
    this.database = database
    this.talk = new Conversation(client, types)
    this.talk.completed = (tag) => { if (CHANGES.test(tag)) this.stale = true }
    this.talk.lost = () => engine.left(this)
    /** The one used last is last. @type {Map<string, Prepared>} */
    this.statements = new Map()
    this.serial = 0
    /** Names to be closed with the next one that is prepared. @type {string[]} */
    this.dead = []
    this.stale = false
    /** Set by a timeout that told the server to stop. */
    this.timedOut = false
    this.isBusy = false
    /** What was sent to end the statement under way, until the server has heard it. @type {Promise<void>[]} */
    this.cancels = []
    /** The program wants what is under way to stop; a long message of it is being made. */
    this.isStopped = false
    this.isMaking = false
    /** There is one in this process alone. @type {unknown} */
    this.session = null
    /** @type {(notice: any) => void} */
    this.hearNotice = () => undefined
    /** @type {(notification: { channel: string, payload: string, pid: number }) => void} */
    this.hearNotification = () => undefined
    client.on('notice', (/** @type {any} */ notice) =>
      this.hearNotice(noticeOf(withLongTexts(client.connection.stream, notice))))
    client.on('notification', (/** @type {any} */ { channel, payload, processId }) => {
      this.hearNotification({ channel, payload, pid: processId })
    })
  }

  state() { return STATES[this.talk.status] }

  /** @param {string} text @param {ResultSink} sink @returns {Promise<void>} */
  script(text, sink) {
    return this.running(async () => {
      const long = isLong(text) ? await this.making(longQuery(text)) : null
      await this.talk.exchange((connection) => {
        if (long === null) connection.query(text)
        else long.writeTo(connection.stream)
      }, sink)
    })
  }

  /** @param {string} text @param {ResultSink} sink @param {ValuesFor} values @returns {Promise<void>} */
  query(text, sink, values) {
    return this.running(async () => {
      for (let attempt = 0; ; attempt++) {
        const isKept = !isLong(text)
        const wasKnown = !this.stale && isKept && this.statements.has(text)
        const outside = this.talk.status === 'I'
        const prepared = await this.prepared(text)
        const { name, described } = prepared
        const bind = await this.bindOf(prepared, values)
        try {
          await this.talk.exchange((connection, exchange) => {
            if (described !== null) exchange.expect(described)
            bind(connection)
            connection.execute({})
            connection.sync()
          }, sink)
          return
        } catch (error) {
          if (isKept && this.statements.delete(text)) this.dead.push(name)
          if (!(wasKnown && outside && attempt === 0 && isStale(error))) throw error
        }
      }
    })
  }

  /**
   * @param {Prepared} prepared @param {ValuesFor} values
   * @returns {Promise<(connection: Binding) => void>} sends its values
   */
  async bindOf({ name, parameters }, values) {
    const sent = (/** @type {number} */ from, /** @type {number} */ to) =>
      values(parameters, true, from, to).map((datum, at) => this.types.text(datum, parameters[from + at]))
    const count = parameters.length
    const params = count <= MANY ? sent(0, count) : null
    if (params !== null && !areLong(params)) return (connection) => connection.bind({ statement: name, values: params })
    const long = await this.making(
      longBind(name, count, params === null ? sent : (from, to) => params.slice(from, to)),
    )
    return ({ stream }) => long.writeTo(stream)
  }

  /** @param {string} text @returns {Promise<Prepared>} */
  async prepared(text) {
    const { statements, talk } = this
    if (this.stale) {
      for (const { name } of statements.values()) this.dead.push(name)
      statements.clear()
      this.stale = false
    }
    const isKept = !isLong(text)
    const known = isKept ? statements.get(text) : undefined
    if (known !== undefined) {
      statements.delete(text)
      statements.set(text, known)
      return known
    }
    const name = `seawall_${++this.serial}`
    const [oldest] = statements.size >= STATEMENTS_MAX ? statements : []
    if (oldest !== undefined) {
      statements.delete(oldest[0])
      this.dead.push(oldest[1].name)
    }
    const long = isKept ? null : await this.making(longParse(name, text))
    const dead = this.dead.splice(0)
    const { parameters, described } = await talk.exchange((connection) => {
      for (const old of dead) connection.close({ type: 'S', name: old }) // no error if it is gone
      if (long === null) connection.parse({ name, text, types: [] })
      else long.writeTo(connection.stream)
      connection.describe({ type: 'S', name })
      connection.sync()
    }, null)
    const prepared = { name, parameters, described }
    await talk.learn([...parameters, ...described?.columns.map(({ type }) => type) ?? []])
    if (isKept) statements.set(text, prepared)
    return prepared
  }

  /** @param {() => Promise<void>} work @returns {Promise<void>} */
  async running(work) {
    this.isBusy = true
    this.isStopped = false
    try {
      await work()
    } catch (error) {
      if (this.timedOut && error instanceof DbError && error.code === '57014')
        throw statementTimedOut(error)
      throw error
    } finally {
      this.isBusy = false
      this.timedOut = false
      // What comes late would end the next one.
      if (this.cancels.length > 0) await Promise.all(this.cancels.splice(0))
    }
  }

  opened() { return undefined }
  settle() { /* the server tells what is durable */ }
  settleError() { /* as settle */ }
  async flushed() { /* as settle */ }

  /** @param {(notice: any) => void} hear */
  onNotice(hear) { this.hearNotice = hear }

  /** @param {(notification: { channel: string, payload: string, pid: number }) => void} hear */
  onNotification(hear) { this.hearNotification = hear }

  cancel() {
    this.isStopped = true
    if (!this.isBusy || this.isMaking) return
    const tell = () => { this.cancels.push(this.engine.cancel(this.client)) }
    tell()
    const { stream } = this.client.connection
    // The server knows nothing yet of a statement that is still on its way, and would forget that it was to stop.
    if (stream.writableNeedDrain) stream.once('drain', () => { if (this.isBusy) tell() })
  }

  /**
   * A message that takes a while to be made: until then nothing is sent that could be cancelled.
   * @template T @param {Promise<T>} message @returns {Promise<T>} @throws {DbError} 57014
   */
  async making(message) {
    this.isMaking = true
    try {
      const made = await message
      if (this.isStopped) throw canceledByUser()
      return made
    } finally {
      this.isMaking = false
    }
  }

  /** @param {number} ms @returns {() => void} */
  limit(ms) {
    const timer = setTimeout(() => {
      this.timedOut = true
      this.cancel()
    }, ms)
    return () => clearTimeout(timer)
  }

  /** @returns {never} */
  prepare() { throw refuseSync() }
  /** @returns {never} */
  beginSync() { throw refuseSync() }
  /** @returns {never} */
  commitSync() { throw refuseSync() }
  rollbackSync() { /* nothing was begun */ }
  /** @returns {never} */
  defineRoutine() { throw refuseFunctions() }
  /** @returns {never} */
  enterRoutine() { throw refuseFunctions() }
  /** @returns {never} */
  salvage() { throw refuseSalvage() }

  close() { void this.leave() }

  /** The connection is kept for the next session, as a new one. @returns {Promise<void>} */
  async leave() {
    const { engine, talk } = this
    this.hearNotice = () => undefined
    this.hearNotification = () => undefined
    this.isBusy = true
    try {
      if (talk.status !== 'I') await talk.exchange((connection) => connection.query('ROLLBACK'), null)
      await talk.exchange((connection) => connection.query('DISCARD ALL'), null)
      this.isBusy = false
      this.statements.clear()
      if (engine.keeps(this)) return
    } catch { /* it is of no more use */ }
    await this.end()
  }

  /** @returns {Promise<void>} */
  async end() {
    this.engine.left(this)
    if (this.isBusy) this.client.connection.stream.destroy()
    await this.client.end().catch(() => undefined) // it is gone
  }
}

/** The server's statement is gone, or its tables are others now. @param {unknown} error */
const isStale = (error) => error instanceof DbError
  && (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'))

/** @param {any} notice of pg's: fields as of an error */
function noticeOf(notice) {
  const { severity, code, message, detail, hint, position, where } = notice
  const { schema, table, column, dataType, constraint, routine } = notice
  const of = { schema, table, column, dataType, constraint, routine }
  const at = position === undefined ? undefined : Number(position)
  return { severity, code, message, detail, hint, position: at, where, ...of }
}
