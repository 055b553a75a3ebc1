/** EXPLAIN: the plan as text or JSON; with ANALYZE the statement runs and the plan carries what happened. */
import { explainJson, explainText } from '../../planner/explain.js'
import { instrumentedExecutable } from '../../executor/compile.js'
import { DbError, featureNotSupported } from '../../errors/db-error.js'
import { nodeOf } from '../../parser/parser.js'
import { Execution, runSteps } from '../run.js'
import { Prepared } from '../prepared.js'
import { executeTarget } from './prepare.js'
import { resultColumn, sendRows } from './rows.js'

/** @import { Session } from '../session.js' */
/** @import { UtilityCall } from './dispatch.js' */

const JSON_TYPE = 114

/** @typedef {{ analyze: boolean, costs: boolean, verbose: boolean, timing: boolean, summary: boolean | null, buffers: boolean, format: 'text' | 'json' }} ExplainOptions */

/** @param {any} node ExplainStmt @returns {ExplainOptions} */
function explainOptions(node) {
  /** @type {ExplainOptions} */
  const options = { analyze: false, costs: true, verbose: false, timing: true, summary: null, buffers: false, format: 'text' }
  for (const { DefElem: option } of node.options ?? []) {
    const { arg } = option
    const word = String(arg?.String?.sval ?? arg?.Integer?.ival ?? (arg === undefined ? 'true' : '0')).toLowerCase()
    const on = !['false', 'off', '0', 'no'].includes(word)
    switch (option.defname) {
      case 'analyze': options.analyze = on; break
      case 'costs': options.costs = on; break
      case 'verbose': options.verbose = on; break
      case 'timing': options.timing = on; break
      case 'summary': options.summary = on; break
      case 'buffers': options.buffers = on; break
      case 'settings': case 'wal': if (on) throw featureNotSupported(`EXPLAIN option ${option.defname.toUpperCase()}`); break
      case 'format':
        if (word !== 'text' && word !== 'json') throw featureNotSupported(`EXPLAIN FORMAT ${word.toUpperCase()}`)
        options.format = word
        break
      default: throw new DbError('42601', `unrecognized EXPLAIN option "${option.defname}"`)
    }
  }
  return options
}

/** @param {any} node @returns {import('../../planner/plan.js').ResultColumn[]} */
export const explainColumns = (node) => [resultColumn('QUERY PLAN', explainOptions(node).format === 'json' ? JSON_TYPE : undefined)]

/** @param {Session} session @param {any} node ExplainStmt @param {UtilityCall} call @returns {Generator<Promise<unknown>, void, void>} */
export function* runExplain(session, node, call) {
  const options = explainOptions(node)
  const prepared = explained(session, node, call)
  session.block.ensure()
  if (!prepared.isPlanned) throw featureNotSupported('EXPLAIN of this statement')
  const startedMs = session.cluster.clock.monotonicMs()
  prepared.prepare(session)
  const planningMs = session.cluster.clock.monotonicMs() - startedMs
  /** What the executor counted, by plan. @type {Map<any, any>} */
  const counted = new Map()
  let executionMs = 0
  if (options.analyze) {
    const instrument = (/** @type {any} */ plan) => {
      const made = instrumentedExecutable(plan, { output: 'none', formats: null, catalog: session.catalog(), storage: session.cluster.storage, clock: session.cluster.clock, timing: options.timing })
      counted.set(plan, made.stats)
      return made
    }
    const execution = new Execution(call.sink, 'none', '', null, null)
    if (prepared.planned?.steps) execution.instrument = instrument
    else Object.assign(execution, instrument(prepared.planned))
    const runMs = session.cluster.clock.monotonicMs()
    try {
      yield* runSteps(session, prepared, call.params, execution)
    } finally {
      execution.finish(session)
    }
    executionMs = session.cluster.clock.monotonicMs() - runMs
  }
  const summary = options.summary ?? options.analyze
  const planned = /** @type {any} */ (prepared.planned)
  const plans = planned.steps === null ? [planned] : planned.steps.map((/** @type {any} */ step) => step.planned)
  const printing = (/** @type {any} */ plan) => {
    const stats = counted.get(plan)
    return { costs: options.costs, verbose: options.verbose, timing: options.timing, counts: stats === undefined ? null : countsOf(stats, plan), summary,
      planningMs: summary ? planningMs : undefined, executionMs: summary && options.analyze ? executionMs : undefined }
  }
  /** @type {string[][]} */
  let rows
  if (plans.length === 0) rows = [['Query rewrites to nothing']]
  else if (options.format === 'json') rows = [[`[${plans.map((/** @type {any} */ plan) => explainJson(plan, session.catalog(), printing(plan)).slice(1, -1)).join(',')}]`]]
  else rows = plans.flatMap((/** @type {any} */ plan, /** @type {number} */ at) => [...at > 0 ? [['']] : [], ...(plan.utility ? [plan.utility.NotifyStmt ? 'NOTIFY' : 'UTILITY'] : explainText(plan, session.catalog(), printing(plan))).map((line) => [line])])
  sendRows(session, call.sink, explainColumns(node), rows, call.formats, call.describe)
  call.sink.commandComplete('EXPLAIN')
}

/** What the executor counted, by node id. @param {any} stats PlanStats @param {any} planned */
function countsOf(stats, planned) {
  const counts = new Map()
  const visit = (/** @type {any} */ node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) { node.forEach(visit); return }
    if (typeof node.node === 'string' && typeof node.id === 'number') {
      const { rows, loops, totalMs } = stats.total(node)
      counts.set(node.id, { rows, loops, ms: totalMs })
    }
    for (const key of Object.keys(node)) if (key !== 'value' && key !== 'estimate') visit(node[key])
  }
  visit(planned.root)
  visit(planned.ctes)
  return counts
}

/** @param {Session} session @param {any} node @param {UtilityCall} call @returns {Prepared} */
function explained(session, node, call) {
  const { tag, node: inner } = nodeOf(node.query)
  if (tag === 'ExecuteStmt') return executeTarget(session, inner)
  return new Prepared({ ...call.prepared.parsed, stmt: node.query, tag, node: inner }, call.prepared.sourceText, call.prepared.declaredTypes)
}
