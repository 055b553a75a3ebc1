/** `db.stream()`: rows as they come, and no more of them than whoever reads can take. */
import { askedFor } from './asked.js'
import { loadAstParser, textOf } from './ast.js'
import { ResultCollector } from './result.js'

/** @import { StatementTree } from './ast.js' */
/** @import { EmbeddedSession, QueryConfig, QueryLimits } from './session.js' */
/** @import { ResultColumn } from '../planner/plan.js' */

/** Rows that are made before the statement waits for the reader. */
const ROWS_AHEAD = 256

class RowStream extends ResultCollector {
  /** @param {import('./values.js').ValueOptions} options @param {boolean} asArrays */
  constructor(options, asArrays) {
    super(options, asArrays)
    this.highWater = ROWS_AHEAD
    this.isOver = false
    /** Nobody reads any more. */
    this.isLeft = false
    /** Another statement of the session waits: the rows do not wait for their reader. */
    this.isAhead = false
    /** @type {(() => void) | null} */
    this.wakeReader = null
    /** @type {(() => void) | null} */
    this.wakeWriter = null
  }

  /** @override @returns {Promise<void> | null} */
  drain() {
    this.take()
    if (this.isLeft) this.made.length = 0
    if (this.made.length === 0) return null
    this.wakeReader?.()
    if (this.isAhead) return null
    return new Promise((resolve) => { this.wakeWriter = resolve })
  }

  readAhead() {
    this.isAhead = true
    this.wakeWriter?.()
  }

  /** @override The rows stay where the reader takes them. @param {string} _tag */
  commandComplete(_tag) {
    this.take()
    this.columns = null
    this.make = null
  }

  end() {
    this.isOver = true
    this.wakeReader?.()
  }

  leave() {
    this.isLeft = true
    this.made.length = 0
    this.wakeWriter?.()
  }
}

/**
 * @param {EmbeddedSession} session
 * @param {string | QueryConfig | StatementTree} query
 * @param {unknown[]} [values]
 * @param {QueryLimits} [limits]
 * @returns {AsyncGenerator<unknown, void, void>}
 */
export async function* streamRows(session, query, values, limits) {
  const { text: asked, rowMode, values: own } = askedFor(query, values)
  const text = typeof asked === 'string' ? asked : textOf(await loadAstParser(), asked)
  const rows = new RowStream(session.options, rowMode === 'array')
  /** @type {unknown} */
  let failure
  const work = () => {
    session.streaming = rows
    // Whoever came before it began waits as well.
    if (session.waiting > 1) rows.readAhead()
    return session.runWith(text, rows, own).finally(() => { session.streaming = null })
  }
  const running = session.inOrder(limits === undefined ? work : () => session.limited(limits, work))
    .then(() => rows.end(), (error) => { failure = error; rows.end() })
  try {
    for (;;) {
      if (rows.made.length > 0) {
        const some = rows.made
        rows.made = []
        await session.door.opened()
        for (const row of some) yield row
        rows.wakeWriter?.()
      } else if (rows.isOver) break
      else await new Promise((resolve) => { rows.wakeReader = () => resolve(undefined) })
    }
    if (failure !== undefined) throw failure
  } finally {
    // In a block a statement that is cut off would end the block: its other rows are passed over.
    if (!rows.isOver && session.door.state() !== 'open') session.cancel()
    rows.leave()
    await running
  }
}
