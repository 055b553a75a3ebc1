/**
 * Connections that are nobody's session: they have not said who they are yet, or were told goodbye and are not gone.
 * They cost a descriptor each and have a right to none: each has a time (authentication_timeout, or a few seconds to
 * take leave), and beyond a number of them the oldest is cut, so that a client that authenticates always finds room.
 */

/** How long a client may take to close a connection that was ended. */
const LEAVING_MS = 5000
/** Between two lines of the log about connections that were cut. */
const LOG_MS = 1000

/**
 * What is asked of a connection.
 * @typedef {object} Stranger
 * @property {(isLate: boolean) => void} cutOff its time is over, or others need the place
 */

export class Strangers {
  /** @param {{ max: number, timeoutMs: () => number, log: (line: string) => void }} options */
  constructor({ max, timeoutMs, log }) {
    this.max = max
    this.timeoutMs = timeoutMs
    this.log = log
    /** The oldest first. @type {Map<Stranger, ReturnType<typeof setTimeout>>} */
    this.known = new Map()
    this.cut = 0
    this.loggedMs = -Infinity
  }

  /** Somebody has connected. @param {Stranger} connection */
  came(connection) {
    if (this.known.size >= this.max) {
      const [oldest] = this.known.keys()
      this.left(oldest)
      this.#logCut()
      oldest.cutOff(false)
    }
    this.#wait(connection, this.timeoutMs())
  }

  /** A connection was ended, and is still open. @param {Stranger} connection */
  leaves(connection) {
    this.left(connection)
    this.#wait(connection, LEAVING_MS)
  }

  /** It has a session, or is gone. @param {Stranger} connection */
  left(connection) {
    const timer = this.known.get(connection)
    if (timer === undefined) return
    clearTimeout(timer)
    this.known.delete(connection)
  }

  /** @param {Stranger} connection @param {number} ms */
  #wait(connection, ms) {
    this.known.set(connection, setTimeout(() => {
      this.left(connection)
      connection.cutOff(true)
    }, ms).unref())
  }

  #logCut() {
    this.cut++
    if (performance.now() - this.loggedMs < LOG_MS) return
    this.loggedMs = performance.now()
    this.log(`more than ${this.max} connections have not authenticated: the oldest are closed (${this.cut} so far)`)
  }
}
