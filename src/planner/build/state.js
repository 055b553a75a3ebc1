/**
 * What planning one statement shares: node numbers, range-table entries, WITH plans, and constructors of plan nodes
 * with their estimates.
 */
import { worstVolatility } from '../volatility.js'
import { Reads } from './unread-outputs.js'
/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../plan.js').PlanNode} PlanNode */
/** @typedef {import('../../catalog/query.js').RangeEntry} RangeEntry */

/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {{ node: any, outputs: Expr[] }} Planned a query's plan, and its columns over it */
/** @typedef {{ input: any, outputs: Expr[] }} Input the same as one of several */
/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */
/** @typedef {(state: PlanState, query: Query) => Steps<Planned>} PlanLevel */
/** @typedef {{ query: PlanLevel, write: PlanLevel }} Levels */

export class PlanState {
  /**
   * @param {import('../bind/context.js').BindContext} ctx
   * @param {Levels} [levels] what plans a query inside of another one (select.js,
   *   write.js); left out for expressions, in which nothing is planned
   */
  constructor(ctx, levels) {
    this.levels = levels
    this.ctx = ctx
    this.view = ctx.view
    this.catalog = ctx.catalog
    this.entries = ctx.entryOf
    this.nextNode = 1
    /** @type {any[]} PlannedStatement.ctes */
    this.ctes = []
    /**
     * CteEntry id -> the WITH query as it stands now that outer columns may have been replaced
     * @type {Map<number, import('../../catalog/query.js').CteEntry>}
     */
    this.cteOf = new Map()
    /** CteEntry id -> index in ctes @type {Map<number, number>} */
    this.cteIndex = new Map()
    /**
     * CteEntry id -> the first place it was merged into, which has its range-table entries
     * @type {Map<number, number>}
     */
    this.inlinedAt = new Map()
    /** WITH queries merged in one more place than the first */
    this.repeatedCtes = 0
    /** CteEntry id -> recursion number, while its own term is planned @type {Map<number, number>} */
    this.recursions = new Map()
    this.nextRecursion = 1
    /** What fraction of pairs a join condition lets pass, once asked @type {WeakMap<object, number>} */
    this.joinFractions = new WeakMap()
    /** CteEntry ids of recursive queries read in place @type {Set<number>} */
    this.streamed = new Set()
    /** A constant expression could not be computed @type {import('../../errors/db-error.js').DbError | null} */
    this.failure = null
    /** Immutable calls on parameters and constants alone @type {Set<Expr>} */
    this.paramCalls = new Set()
    /** Equalities that follow from each other have a number @type {WeakMap<object, number>} */
    this.classOf = new WeakMap()
    /** Rows that a row becomes where sets run, by node @type {Map<number, number>} */
    this.setRows = new Map()
    /** Rows of a table under the conditions on it alone, by rt @type {Map<number, number>} */
    this.ownRows = new Map()
    this.usesHashJoin = false
    /** Plans of subqueries that were tried, and taken. @type {WeakMap<Query, Planned>} */
    this.trials = new WeakMap()
    /** The statement's rows are fetched by a cursor, of which PostgreSQL expects that it is not read to the end */
    this.wantsFewRows = false
    /**
     * Rows that are wanted of the query to be planned next: Infinity for all, null where nobody knows
     * @type {number | null}
     */
    this.wantedRows = Infinity
    /** The same of the one entry that is all the FROM of the query being planned @type {number | null} */
    this.entryWants = Infinity
    /**
     * The joins to be planned next are to keep the order of one table's rows
     * @type {import('./joins/driver.js').Driver | null}
     */
    this.driver = null
    /** The query to be planned next is the statement itself */
    this.atTop = false
    /** Bytes of a sort or hash table. */
    this.workMem = 1024 * Number(ctx.settings.get?.('work_mem') ?? 4096)
    /** Nodes that settings ask to do without, where there is another way @type {Set<string> | null} */
    this.discouraged = discouragedBy(ctx.settings)
    /** Values that the plan is made with an eye on; null: any. @type {unknown[] | null} */
    this.paramValues = null
    /** Partial indexes that have all rows which these values select (value-classes.js). @type {Set<string> | null} */
    this.impliedIndexes = null
    /** rts from here on are of planning's own. */
    this.firstRt = ctx.nextRt
    /** Tables that parameters select from. @type {import('./estimates/value-classes.js').Selected[]} */
    this.selected = []
    /** rts of the region whose joins are being ordered: values may use those already joined only @type {Set<number>} */
    this.localRts = new Set()
    /** What the query whose joins are being planned reads of its entries */
    this.reads = new Reads(null)
  }

  /**
   * A node with its number and estimate.
   * @param {Record<string, any>} fields made for it: they become the node
   * @param {number} rows
   * @param {number} cost total
   * @param {number} [startup]
   * @param {number} [width]
   * @returns {any}
   */
  node(fields, rows, cost, startup = 0, width = 0) {
    if (
      this.discouraged !== null && this.discouraged.has(fields.node)
      && (fields.node !== 'aggregate' || fields.strategy === 'hash')
    ) {
      cost += DISABLE_COST
      startup += DISABLE_COST
    }
    fields.id = this.nextNode++
    fields.estimate = {
      rows: Math.max(1, Math.round(rows)), width: Math.round(width), startupCost: startup, totalCost: cost,
    }
    return fields
  }

  /** What the switched-off are said to cost more. @param {string} node @returns {number} */
  penalty(node) { return this.discouraged?.has(node) ? DISABLE_COST : 0 }

  /** A query of its own: in FROM, in WITH, a side of UNION. @param {Query} query @returns {ReturnType<PlanLevel>} */
  planQuery(query) { return /** @type {Levels} */ (this.levels).query(this, query) }

  /** One that changes rows, in WITH. @param {Query} query @returns {ReturnType<PlanLevel>} */
  planWrite(query) { return /** @type {Levels} */ (this.levels).write(this, query) }

  /** A new rt that no entry has. */
  newRt() { return this.ctx.nextRt++ }

  /** @param {any} expr @returns {boolean} a volatile function inside */
  isVolatile(expr) {
    return this.worst(expr) === 'v'
  }

  /** @param {Expr} node @returns {'i' | 's' | 'v'} the most changeable function inside */
  worst(node) { return worstVolatility(this.catalog, node) }
}

/** What PostgreSQL adds to the cost of what is switched off. */
const DISABLE_COST = 1e10

/** The nodes behind each switch; other switches are about nodes that there are none of. */
const SWITCHES = Object.entries({
  enable_seqscan: 'seqScan', enable_indexscan: 'indexScan', enable_indexonlyscan: 'indexOnlyScan',
  enable_bitmapscan: 'bitmapScan', enable_hashjoin: 'hashJoin', enable_nestloop: 'nestLoop', enable_sort: 'sort',
  enable_hashagg: 'aggregate',
})

/** @param {any} settings @returns {Set<string> | null} */
function discouragedBy(settings) {
  /** @type {Set<string> | null} */
  let nodes = null
  for (const [name, node] of SWITCHES) if (settings.get?.(name) === false) (nodes ??= new Set()).add(node)
  return nodes
}

/**
 * @param {number} rt
 * @param {number} attnum
 * @param {{ type: number, typmod: number, collation: number }} column
 * @returns {Expr}
 */
export const columnRef = (rt, attnum, column) => ({
  kind: 'column', rt, attnum, type: column.type, typmod: column.typmod, collation: column.collation, location: -1,
})

/**
 * @param {number} node
 * @param {number} index
 * @param {{ type: number, typmod: number, collation: number }} like
 * @returns {Expr}
 */
export const slotRef = (node, index, like) => ({
  kind: 'slot', node, index, type: like.type, typmod: like.typmod, collation: like.collation, location: -1,
})
