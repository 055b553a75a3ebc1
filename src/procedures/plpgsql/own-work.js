/** What stands among the calls under way without being one of PL/pgSQL. */
import { addContext, DbError } from '../../errors/db-error.js'
import { asDbError } from '../../errors/engine.js'
import { WaitSignal } from '../../executor/codes.js'

/** @import { Run } from './run.js' */
/** @import { FuncDesc } from '../../catalog/descriptors.js' */

/** How messages about a DO block call it. */
export const INLINE = 'inline_code_block'

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

/** A call of an SQL function: contexts say which of its statements runs. */
export class SqlCall extends OwnWork {
  /** @param {Run | OwnWork | null} caller @param {FuncDesc} func */
  constructor(caller, func) {
    super(caller, () => this.line())
    this.func = func
    /** 0: its statements are only planned. */
    this.statement = 0
  }

  line() {
    return `SQL function "${this.func.name}" ${this.statement === 0 ? 'during startup' : `statement ${this.statement}`}`
  }

  /** An error leaves it. @param {unknown} thrown @returns {unknown} */
  explained(thrown) {
    if (thrown instanceof WaitSignal) return thrown
    const error = asDbError(thrown)
    if (!(error instanceof DbError)) return error
    // What does not fit the declared result names the function alone.
    if (error.where === `SQL function "${this.func.name}"`) error.where = undefined
    addContext(error, this.line())
    // A place in the body is no place in the statement that called it.
    if (error.position !== undefined) {
      error.internalPosition = error.position
      error.internalQuery = this.func.source
      error.position = undefined
    }
    return error
  }
}
