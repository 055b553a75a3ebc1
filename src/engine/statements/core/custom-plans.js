/**
 * Custom plans (plan_cache_mode): of a statement with parameters, plans made with an eye on their values, one for each
 * class of values (planner/build/estimates/value-classes.js), so that custom does not mean planned each time. They hang
 * on the plan that serves any values, and go with it.
 *
 *   force_generic_plan   that plan, always
 *   force_custom_plan    the class's, always
 *   auto                 the class's; but after five executions whose plans were all like the generic one, that one for
 *                        good: classes are not asked for any more
 *
 * Statements that touch a bounded number of rows have one way to their rows, and one plan.
 */
import { GENERIC_CLASS } from '../../../planner/build/estimates/value-classes.js'
import { childrenOf } from '../../../planner/plan-nodes.js'
import { executableKey } from './plan-key.js'

/** @import { PlannedStatement, PlanNode } from '../../../planner/plan.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { Execution } from './execution.js' */
/** @import { Prepared } from './prepared.js' */

/** PostgreSQL's. */
const TRIALS = 5
/** Classes of one statement; values beyond get the generic plan. */
const CLASSES_MAX = 16

/** What is known of one generic plan. */
class Customs {
  constructor() {
    /** Of the generic plan; made when there is another plan to compare. @type {string | null} */
    this.shape = null
    this.trials = 0
    /** Some class had another plan. */
    this.differs = false
    /** @type {Map<string, { planned: PlannedStatement, isAlike: boolean, executables: Map<string, any> }>} */
    this.classes = new Map()
  }
}

/** @type {WeakMap<PlannedStatement, Customs>} */
const customsOf = new WeakMap()

/**
 * What a statement is to be run by with these values. @param {Session} session
 * @param {Prepared} prepared with a current plan @param {unknown[]} params @param {Execution} execution
 * @returns {any} Executable; null: the generic plan's
 */
export function customExecutable(session, prepared, params, execution) {
  const generic = prepared.planned
  if (params.length === 0 || generic === null || generic.classes === null || !prepared.mayCustomize) return null
  const mode = session.settings.get('plan_cache_mode')
  if (mode === 'force_generic_plan') return null
  const isForced = mode === 'force_custom_plan'
  let customs = customsOf.get(generic)
  if (customs === undefined) customsOf.set(generic, customs = new Customs())
  if (!isForced && customs.trials >= TRIALS && !customs.differs) return null
  customs.trials++
  const key = generic.classes.keyOf(params)
  if (key === GENERIC_CLASS && !isForced) return null
  let found = customs.classes.get(key)
  if (found === undefined) {
    if (customs.classes.size >= CLASSES_MAX) return null
    const planned = prepared.planFor(session, params, generic.classes.impliedBy(params))
    customs.shape ??= shapeOf(generic)
    const isAlike = shapeOf(planned) === customs.shape
    customs.classes.set(key, found = { planned, isAlike, executables: new Map() })
  }
  // Other values of other classes may have better plans than the first ones.
  if (found.isAlike) return null
  customs.differs = true
  const output = executableKey(execution.output, execution.formats)
  let executable = found.executables.get(output)
  if (executable === undefined) {
    executable = prepared.compiled(session, found.planned, execution.output, execution.formats)
    found.executables.set(output, executable)
  }
  return executable
}

/**
 * What makes plans different: nodes, tables, indexes and how many bounds, their order.
 * @param {PlannedStatement} planned
 */
const shapeOf = ({ root }) => root === null ? '' : nodeShape(root)

/** @param {PlanNode} node @returns {string} */
function nodeShape(node) {
  const { rt = 0, indexOid = 0, keys = [], backward = false, join = '', strategy = '' } =
    /** @type {Record<string, any>} */ (node)
  return `${node.node} ${rt} ${indexOid} ${keys.length} ${backward} ${join} ${strategy}(${childrenOf(node).map(nodeShape).join()})`
}
