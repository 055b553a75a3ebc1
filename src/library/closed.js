/**
 * What stands behind a handle whose database was closed: an engine that refuses whatever is asked, and holds nothing of
 * the one that was there. What waits for nothing and tells nothing (a cancel, a second close) passes.
 */
import { databaseClosed } from '../errors/library.js'

/** @import { EngineDoor, SessionDoor } from '../engine/door/door.js' */

/** @returns {never} @throws {DbError} 08003 */
const refuse = () => { throw databaseClosed() }
/** @returns {Promise<never>} */
const refuseLater = () => Promise.reject(databaseClosed())
const nothing = () => undefined

/** @type {EngineDoor} */
export const CLOSED_ENGINE = Object.freeze({
  connect: refuseLater,
  isInMemory: false,
  isOfDirectory: false,
  checkpoint: refuseLater,
  fork: refuseLater,
  intercept: refuse,
  check: refuseLater,
  stats: refuse,
  isBusy: () => false,
  pause: () => Promise.resolve(),
  nowMs: () => 0,
  close: () => Promise.resolve(),
  cluster: null,
})

/** @type {SessionDoor} */
export const CLOSED_SESSION = Object.freeze({
  isServer: false,
  user: '',
  database: '',
  types: { typeOps: refuse, get env() { return refuse() }, catalog: refuse },
  state: () => 'idle',
  script: refuse,
  query: refuse,
  prepare: refuse,
  beginSync: refuse,
  commitSync: refuse,
  rollbackSync: nothing,
  opened: nothing,
  settle: nothing,
  settleError: nothing,
  flushed: () => Promise.resolve(),
  onNotice: nothing,
  onNotification: nothing,
  cancel: nothing,
  limit: refuse,
  defineRoutine: refuse,
  enterRoutine: refuse,
  salvage: refuse,
  close: nothing,
  session: null,
})
