/** What stands among the calls under way without being one. */

/** @import { Run } from './run.js' */

/** Work of the server's own among the calls under way: contexts say where it is. */
export class OwnWork {
  /** @param {Run | OwnWork | null} caller @param {() => string} place '': nowhere */
  constructor(caller, place) {
    this.caller = caller
    this.place = place
  }

  get under() { return this.place() }

  /** Of the calls that it was begun by; what `under` says is its own. @returns {string} */
  stackLines() {
    const { caller } = this
    return caller === null ? '' : [caller.under, caller.stackLines()].filter((line) => line !== '').join('\n')
  }
}

/** A statement, a foreign key's action. */
export class OwnStatement extends OwnWork {
  /** @param {Run | OwnWork | null} caller @param {() => string} text */
  constructor(caller, text) { super(caller, () => `SQL statement "${text()}"`) }
}
