/**
 * A statement that rules made several of: they run one after the other, each seeing what those before it did and
 * nothing else that is newer. The one that is tagged gives the statement its rows and their number.
 */
import { formatDigits } from './answer-columns.js'
import { Execution } from './execution.js'

/** @import { Session } from '../../session/session.js' */
/** @import { Prepared } from './prepared.js' */

/**
 * @param {Session} session
 * @param {Prepared} prepared its tables are locked
 * @param {any[]} params
 * @param {Execution} execution
 * @param {typeof import('./run.js').runSteps} steps what runs each of them, and this
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runRewritten(session, prepared, params, execution, steps) {
  const { txns } = session.cluster
  const txn = session.block.ensure()
  const planned = /** @type {import('../../../planner/plan.js').PlannedStatement} */ (prepared.planned)
  session.block.started = true
  const first = execution.lentSnapshot ?? (execution.newest ? txns.newestSnapshot(txn, true) : txns.snapshot(txn))
  execution.rows = 0
  try {
    const parts = prepared.rewritten(session)
    for (let at = 0; at < parts.length; at++) {
      const step = parts[at]
      if (!step.isPlanned) {
        yield* session.commands.run(session, step, { sink: UNTOLD, params, formats: '', alone: false, describe: false })
        continue
      }
      const isTagged = /** @type {any} */ (planned.steps)[at].isTagged
      const told = step.columns !== null && (isTagged ? execution.output !== 'none' : execution.tellsAll)
      if (told && !isTagged)
        execution.sink.rowDescription(
          step.columns, step.typeSizes, formatDigits('', /** @type {any[]} */ (step.columns).length),
        )
      const part = new Execution(
        execution.sink, told ? (isTagged ? execution.output : 'wire') : 'none', isTagged ? execution.formats : '',
        execution.writer, execution.rowsOut,
      )
      part.lentSnapshot = txns.laterSnapshot(first)
      part.events = execution.events
      if (execution.instrument !== null) Object.assign(part, execution.instrument(step.planned))
      try {
        yield* steps(session, step, params, part)
      } finally {
        part.finish(session)
      }
      if (isTagged) execution.rows = part.rows
    }
  } finally {
    if (execution.lentSnapshot === null) txns.releaseSnapshot(first)
  }
  execution.finish(session)
}

const nothing = () => undefined

/** Utility statements of rules answer nobody. @type {any} */
const UNTOLD = Object.freeze({
  output: 'rows', writer: null, rows: null, highWater: Infinity, drain: () => null, rowDescription: nothing,
  parameterDescription: nothing, noData: nothing, commandComplete: nothing, emptyQuery: nothing,
  portalSuspended: nothing,
})
