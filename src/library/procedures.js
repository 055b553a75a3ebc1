/**
 * `db.createProcedure` and its handle. Where the engine is in this process the procedure is in the catalog, and the
 * handle is a CALL of it; where it is a server, the body runs here, around a transaction there.
 */
import { createRoutine } from './routines.js'
import { requireFunction } from './callbacks.js'
import { bodyMustBeAsync } from '../errors/library.js'

/** @import { EmbeddedSession } from './session.js' */
/** @import { RoutineOptions } from './routines.js' */

/** How often a body is run again for 40001 and 40P01. */
const RETRIES = 10

/** What a body does in its transaction on a server: as routines.js' for async bodies. */
class ServerTransaction {
  /** @param {EmbeddedSession} session in a transaction */
  constructor(session) {
    this.session = session
  }

  /** All rows. @param {string} text @param {...unknown} values */
  async all(text, ...values) { return (await this.session.query(text, values)).rows }

  /** The first row, or undefined. @param {string} text @param {...unknown} values */
  async get(text, ...values) { return (await this.all(text, ...values))[0] }

  /** Runs for the effect. @param {string} text @param {...unknown} values @returns {Promise<void>} */
  async run(text, ...values) { await this.session.query(text, values) }
}

/**
 * @param {EmbeddedSession} session
 * @param {string} name
 * @param {RoutineOptions} options
 * @param {Parameters<typeof createRoutine>[4]} body
 * @returns {(...args: unknown[]) => Promise<void>} calls it
 */
export function createProcedure(session, name, options, body) {
  if (!session.door.isServer) {
    createRoutine(session, 'PROCEDURE', name, options, body)
    const places = (options.args ?? []).map((_arg, at) => `$${at + 1}`).join(', ')
    return async (...args) => { await session.query(`CALL ${name}(${places})`, args) }
  }
  requireFunction(`the body of ${name}`, body)
  if (body.constructor.name !== 'AsyncFunction') throw bodyMustBeAsync(name)
  const call = (/** @type {unknown[]} */ args) => session.transaction(
    (tx) => body(new ServerTransaction(tx), ...args), { retry: RETRIES })
  return async (...args) => { await call(args) }
}
