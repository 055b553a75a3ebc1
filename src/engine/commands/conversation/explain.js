/** EXPLAIN: the plan as text, JSON, YAML or XML; with ANALYZE the statement runs and the plan carries what happened. */
import { permit } from '../../statements/core/permit.js'
import { explainGroup, explainText } from '../../../planner/explain.js'
import { formatGroups } from '../../../planner/explain-formats.js'
import { allSettings } from '../../../config/settings.js'
import { compile, instrumentedExecutable } from '../../../executor/compile.js'
import { optionNeedsBoolean } from '../../../errors/maintenance.js'
import { explainWalNeedsAnalyze, explainTimingNeedsAnalyze } from '../../../errors/commands/conversation.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { located } from '../../../errors/syntax.js'
import { nodeOf } from '../../../parser/parser.js'
import { runSteps } from '../../statements/core/run.js'
import { Execution } from '../../statements/core/execution.js'
import { Prepared } from '../../statements/core/prepared.js'
import { prepareWith } from '../../statements/core/statement-lookup.js'
import { isThere, runCreateTableAs } from '../views/create-table-as.js'
import { executeParams, executeTarget } from './prepare.js'
import { builtinType } from '../../../types/registry.js'
import { resultColumn, sendRows } from '../../statements/core/rows.js'

/** @import { PlannedStatement } from '../../../planner/plan.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { Tree } from '../../../parser/tree.js' */

const JSON_TYPE = 114
const XML_TYPE = 142
const BOOLEANS = new Map([['true', true], ['on', true], ['1', true], ['false', false], ['off', false], ['0', false]])
const FORMATS = new Set(['text', 'json', 'yaml', 'xml'])
const SWITCHES = new Set(['analyze', 'costs', 'verbose', 'timing', 'summary', 'buffers', 'settings', 'wal', 'code'])
/** Settings besides the planner's own that change plans. */
const TUNING = new Set([
  'work_mem', 'hash_mem_multiplier', 'temp_buffers', 'search_path', 'effective_io_concurrency', 'max_parallel_workers',
  'max_parallel_workers_per_gather',
])

/**
 * @typedef
 *   {{ analyze: boolean, costs: boolean, verbose: boolean, timing: boolean, summary: boolean | null, buffers: boolean,
 *   settings: boolean, wal: boolean, code: boolean, format: 'text' | 'json' | 'yaml' | 'xml' }} ExplainOptions
 */

/** @param {any} node ExplainStmt @returns {ExplainOptions} */
function explainOptions(node) {
  /** @type {ExplainOptions} */
  const options = {
    analyze: false, costs: true, verbose: false, timing: true, summary: null, buffers: false, settings: false,
    wal: false, code: false, format: 'text',
  }
  let timed = false
  for (const { DefElem: option } of node.options ?? []) {
    const { arg, location = -1 } = option
    const word = String(
      arg?.String?.sval ?? (arg?.Integer === undefined ? (arg === undefined ? 'true' : '') : (arg.Integer.ival ?? 0))
    ).toLowerCase()
    if (option.defname === 'format') {
      if (!FORMATS.has(word))
        throw located('22023', `unrecognized value for EXPLAIN option "format": "${arg?.String?.sval ?? ''}"`, {
          location,
        })
      options.format = /** @type {ExplainOptions['format']} */ (word)
      continue
    }
    if (!SWITCHES.has(option.defname))
      throw located('42601', `unrecognized EXPLAIN option "${option.defname}"`, { location })
    const on = BOOLEANS.get(word)
    if (on === undefined) throw optionNeedsBoolean(option.defname)
    if (option.defname === 'timing') timed = on
    options[/** @type {'analyze'} */ (option.defname)] = on
  }
  if (options.wal && !options.analyze) throw explainWalNeedsAnalyze()
  if (timed && !options.analyze) throw explainTimingNeedsAnalyze()
  if (options.code && options.format !== 'text') throw featureNotSupported('EXPLAIN (CODE) in other formats than text')
  return options
}

/** @param {Expr} node @returns {import('../../../planner/plan.js').ResultColumn[]} */
export const explainColumns = (node) => [
  resultColumn(
    'QUERY PLAN',
    {
      text: undefined, yaml: undefined, json: JSON_TYPE,
      xml: builtinType(XML_TYPE) === undefined ? undefined : XML_TYPE,
    }[explainOptions(node).format],
  ),
]

/**
 * @param {Session} session
 * @param {any} node ExplainStmt
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runExplain(session, node, call) {
  const options = explainOptions(node)
  const prepared = explained(session, node, call)
  const made = creation(node)
  /** Of CREATE TABLE AS that was run: the plan of its query. @type {any} */
  let filled = null
  session.block.ensure()
  if (!prepared.isPlanned) throw featureNotSupported('EXPLAIN of this statement')
  const startedMs = session.cluster.clock.monotonicMs()
  const { tag, node: inner } = nodeOf(node.query)
  let { params } = call
  const execute = tag === 'ExecuteStmt' ? inner : made?.query.ExecuteStmt
  if (execute !== undefined) {
    yield* prepared.prepareInTurns(session)
    params = yield* executeParams(session, execute, prepared, call)
  } else yield* prepareWith(session, prepared, params.length)
  const planningMs = session.cluster.clock.monotonicMs() - startedMs
  /** What the executor counted, by plan. @type {Map<any, any>} */
  const counted = new Map()
  let executionMs = 0
  /** Others who ran meanwhile are counted too. */
  let buffers = { hit: 0, read: 0 }
  let wal = { records: 0, bytes: 0 }
  if (options.analyze) {
    const instrument = (/** @type {any} */ plan) => {
      const made = instrumentedExecutable(plan, {
        output: 'none',
        formats: null,
        catalog: session.catalog(),
        storage: session.cluster.storage,
        clock: session.cluster.clock,
        timing: options.timing,
      })
      counted.set(plan, made.stats)
      return made
    }
    const runMs = session.cluster.clock.monotonicMs()
    const { storage: { pool }, wal: log } = session.cluster
    const before = { hit: pool.hits, read: pool.misses, records: log.stats.records, position: log.position }
    if (made === null) yield* runInstrumented(session, prepared, { ...call, params }, instrument)
    else {
      const ran = yield* runInstrumentedCreation(session, made, call, instrument)
      if (made.into.skipData) filled = prepared.planned
      else if (ran !== null) {
        filled = { ...ran, root: ran.root.input }
        counted.set(filled, counted.get(ran))
      }
    }
    executionMs = session.cluster.clock.monotonicMs() - runMs
    buffers = { hit: pool.hits - before.hit, read: pool.misses - before.read }
    // Of CREATE TABLE AS the query alone is shown, which writes nothing.
    if (made === null) wal = { records: log.stats.records - before.records, bytes: log.position - before.position }
  }
  const nothing = made !== null && (options.analyze ? filled === null : isThere(session, made))
  const summary = options.summary ?? options.analyze
  permit(session, prepared)
  const planned = filled ?? prepared.planned
  const plans = nothing
    ? null
    : planned.steps === null
      ? [planned]
      : planned.steps.map((/** @type {any} */ step) => step.planned)
  const printing = (/** @type {any} */ plan) => {
    const stats = counted.get(plan)
    return {
      costs: options.costs,
      verbose: options.verbose,
      timing: options.timing,
      counts: stats !== undefined ? countsOf(stats, plan) : options.analyze ? new Map() : null,
      summary,
      planningMs: summary ? planningMs : undefined,
      executionMs: summary && options.analyze ? executionMs : undefined,
      settings: options.settings ? changedSettings(session) : undefined,
      buffers: options.buffers && options.analyze ? buffers : undefined,
      wal: options.wal ? wal : undefined,
    }
  }
  /** @type {string[][]} */
  let rows
  if (plans === null) rows = []
  else if (plans.length === 0) rows = [['Query rewrites to nothing']]
  else if (options.format !== 'text')
    rows = [
      [
        formatGroups(
          plans.map((/** @type {any} */ plan) => explainGroup(plan, session.catalog(), printing(plan))),
          options.format,
        ),
      ],
    ]
  else
    rows = plans.flatMap((/** @type {any} */ plan, /** @type {number} */ at) => [
      ...(at > 0 ? [['']] : []),
      ...(plan.utility
        ? [plan.utility.NotifyStmt ? 'NOTIFY' : 'UTILITY']
        : explainText(plan, session.catalog(), printing(plan))
      ).map((line) => [line]),
    ])
  if (options.code) {
    for (const plan of plans ?? []) if (!plan.utility) rows.push(...codeOf(session, plan, call).map((line) => [line]))
  }
  sendRows(session, call.sink, explainColumns(node), rows, call.formats, call.describe)
  yield* session.envelope.beforeTag(call.describe)
  call.sink.commandComplete('EXPLAIN')
}

/**
 * The lines of the code that runs the plan for this client; its frames in stack traces have the name in its last line.
 * @param {Session} session
 * @param {any} plan
 * @param {UtilityCall} call
 */
function codeOf(session, plan, call) {
  const output = plan.outputs.length > 0 ? call.sink.output : 'none'
  return ['', ...compile(plan, { output, catalog: session.catalog(), formats: null }).dump().split('\n')]
}

/**
 * @param {Session} session
 * @param {Prepared} prepared
 * @param {UtilityCall} call
 * @param {(plan: any) => any} instrument
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* runInstrumented(session, prepared, call, instrument) {
  const execution = new Execution(call.sink, 'none', '', null, null)
  execution.instrument = instrument
  try {
    yield* runSteps(session, prepared, call.params, execution)
  } finally {
    execution.finish(session)
  }
}

/**
 * What CREATE TABLE AS makes is made.
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreateTableAsStmt>} node
 * @param {UtilityCall} call
 * @param {(plan: any) => any} instrument
 * @returns {Generator<Promise<unknown>, any, void>} the plan that filled it; null: the table was there already, or
 *   wants no rows
 */
function* runInstrumentedCreation(session, node, call, instrument) {
  /** @type {any} */
  let ran = null
  const sink = Object.create(call.sink, { commandComplete: { value: () => undefined } })
  yield* runCreateTableAs(session, node, {
    ...call,
    sink,
    instrument: (plan) => {
      ran = plan
      return instrument(plan)
    },
  })
  return ran
}

/** @param {any} node ExplainStmt @returns {any} CreateTableAsStmt; null: something else */
function creation({ query }) {
  const { tag, node } = nodeOf(query)
  return tag === 'CreateTableAsStmt' ? node : null
}

/**
 * Settings that shape plans and are not what the server began with, by name.
 * @param {Session} session
 * @returns {[string, string][]}
 */
function changedSettings(session) {
  const { settings } = session
  return [...allSettings()].filter((def) => def.category.startsWith('Query Tuning') || TUNING.has(def.name))
    .filter((def) => settings.get(def.name) !== session.cluster.serverSettings.values.get(def.name.toLowerCase()))
    .map((def) => /** @type {[string, string]} */ ([def.name, settings.show(def.name)]))
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

/** What the executor counted, by node id. @param {any} stats PlanStats @param {PlannedStatement} planned */
function countsOf(stats, planned) {
  const counts = new Map()
  const visit = (/** @type {any} */ node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) { node.forEach(visit); return }
    if (typeof node.node === 'string' && typeof node.id === 'number') {
      const { rows, loops, totalMs, filtered, unjoined } = stats.total(node)
      counts.set(node.id, {
        rows: node.node === 'modify' && planned.outputs.length === 0 ? 0 : rows,
        loops,
        ms: totalMs,
        filtered,
        unjoined,
      })
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
  if (tag === 'CreateTableAsStmt' || tag === 'DeclareCursorStmt') {
    // The plan is the query's.
    return explained(session, { ...node, query: inner.query }, call)
  }
  const prepared = new Prepared(
    { ...call.prepared.parsed, stmt: node.query, tag, node: inner },
    call.prepared.sourceText,
    call.prepared.declaredTypes
  )
  prepared.functionScope = call.prepared.functionScope
  return prepared
}
