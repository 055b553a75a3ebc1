/**
 * A session's portals by name. The unnamed one, which nearly every statement of the extended protocol goes through, has
 * a field of its own.
 *
 *     made ──► closed by name, with its transaction, or with the savepoint under which it was made
 *       └────► failed: its block has, and its name stands until that is rolled back
 *
 * Cursors WITH HOLD of earlier transactions (isPersistent) stay until they are closed by name, or with the session.
 */

/** @import { Portal } from '../statements/core/portal.js' */
/** @import { Session } from './session.js' */

export class Portals {
  /** @param {Session} session */
  constructor(session) {
    this.session = session
    /** @type {Portal | null} */
    this.unnamed = null
    /** @type {Map<string, Portal>} */
    this.named = new Map()
  }

  get size() { return this.named.size + (this.unnamed === null ? 0 : 1) }

  /** @param {string} name @returns {Portal | undefined} */
  get(name) { return name === '' ? this.unnamed ?? undefined : this.named.get(name) }

  /** @param {string} name */
  has(name) { return this.get(name) !== undefined }

  /** @param {string} name @param {Portal} portal */
  set(name, portal) {
    if (name === '') this.unnamed = portal
    else this.named.set(name, portal)
  }

  /** @param {string} name */
  delete(name) {
    if (name === '') this.unnamed = null
    else this.named.delete(name)
  }

  /** Portals may be deleted on the way. @returns {Generator<[string, Portal], void, void>} */
  *[Symbol.iterator]() {
    if (this.unnamed !== null) yield ['', this.unnamed]
    yield* this.named
  }

  /** @returns {Generator<Portal, void, void>} */
  *values() {
    for (const [, portal] of this) yield portal
  }

  /** @param {string} name */
  close(name) {
    this.get(name)?.close(this.session)
    this.delete(name)
  }

  /** @param {boolean} [held] cursors WITH HOLD of earlier transactions too */
  closeAll(held = false) {
    if (this.unnamed !== null) this.close('')
    if (this.named.size > 0) this.#closeNamed(held)
  }

  /** @param {boolean} held */
  #closeNamed(held) {
    for (const [name, portal] of this.named) if (held || !portal.isPersistent) this.close(name)
  }

  /** A savepoint is rolled back: those made under it are gone. @param {number} serial */
  closeSince(serial) {
    for (const [name, portal] of this) if (portal.serial >= serial) this.close(name)
  }

  /**
   * A block failed: its portals have nothing to give any more, but their names stand until it is rolled back.
   * @param {number} serial of the savepoint: portals made under it
   */
  fail(serial) {
    for (const portal of this.values()) {
      if (portal.serial < serial || portal.isPersistent) continue
      portal.close(this.session)
      portal.isFailed = true
    }
  }

  /** They end with their transaction. @param {Portal | null} running it goes on where its command ended that */
  transactionEnded(running) {
    if (this.unnamed !== null && endsWith(this.unnamed, running)) this.close('')
    if (this.named.size === 0) return
    for (const [name, portal] of this.named) if (endsWith(portal, running)) this.close(name)
  }
}

/** @param {Portal} portal @param {Portal | null} running */
const endsWith = (portal, running) =>
  !portal.isPersistent && (portal !== running || portal.prepared.isTransactionExit)
