/**
 * A session's portals by name. The unnamed one, which nearly every statement of the extended protocol goes through, has
 * a field of its own.
 */

/** @import { Portal } from '../statements/core/portal.js' */

export class Portals {
  constructor() {
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
}
