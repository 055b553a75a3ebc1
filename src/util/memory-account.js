/**
 * What an engine holds in memory, against what it may hold: `memoryLimit` of `open` (storage/README.md, "Memory").
 * Whoever is about to hold much asks with `take`, which refuses; what has to be held whatever the limit is told with
 * `add`. Both are given back with `give`.
 */
export class MemoryAccount {
  /** Bytes. */
  held = 0

  /**
   * @param {number} [limit] bytes; Infinity: nothing is refused
   * @param {(bytes: number, what: string, account: MemoryAccount) => Error} [refusal] what `take` throws
   */
  constructor(limit = Infinity, refusal = () => new RangeError('out of memory')) {
    this.limit = limit
    this.refusal = refusal
  }

  /** Whether anything is refused. */
  get isLimited() { return this.limit !== Infinity }

  /** What may still be taken. */
  get left() { return Math.max(0, this.limit - this.held) }

  /** @param {number} bytes @param {string} what as the message names it @throws {Error} `refusal` */
  require(bytes, what) {
    if (this.held + bytes > this.limit) throw this.refusal(bytes, what, this)
  }

  /** @param {number} bytes @param {string} what as the message names it @throws {Error} `refusal` */
  take(bytes, what) {
    this.require(bytes, what)
    this.held += bytes
  }

  /** @param {number} bytes that are held already, or cannot be done without */
  add(bytes) { this.held += bytes }

  /** @param {number} bytes */
  give(bytes) { this.held -= bytes }
}

/**
 * A part of an account that is set apart from the beginning, for what cannot be refused: beyond it the account holds
 * what it must.
 */
export class Allowance extends MemoryAccount {
  /** @param {MemoryAccount} whole @param {number} bytes set apart; who makes it has taken them */
  constructor(whole, bytes) {
    super()
    this.whole = whole
    this.bytes = bytes
  }

  /** @override @param {number} bytes */
  add(bytes) {
    const before = Math.max(0, this.held - this.bytes)
    this.held += bytes
    this.whole.add(Math.max(0, this.held - this.bytes) - before)
  }

  /** @override @param {number} bytes */
  give(bytes) { this.add(-bytes) }
}

/**
 * Memory that somebody has taken, among what its holder has.
 * @typedef {object} Holding
 * @property {MemoryAccount} account @property {number} bytes @property {Set<Holding>} among
 */

/** Given back; once more does nothing. @param {Holding} holding */
export function settle(holding) {
  holding.account.give(holding.bytes)
  holding.bytes = 0
  holding.among.delete(holding)
}

/** Of whoever sets no limit. */
export const UNLIMITED = new MemoryAccount()
