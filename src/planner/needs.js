/**
 * What a statement needs leave for: relations with their columns, functions, schemas named. Gathered from bound queries
 * before they are rewritten, as what a user wrote decides, not what constraints and defaults add; checked when a plan
 * is fetched for a session (engine/statements/core/permit.js), so that one plan serves every role.
 *
 * A relation in a view's query or a rule's action is needed by the view's or table's owner (`asUser`), in a
 * security_invoker view by whoever asks; functions are always called by whoever asks.
 */
import { DELETE, INSERT, SELECT, UPDATE } from '../catalog/acl.js'
import { exprFromTextSteps } from '../catalog/expr-text.js'
import { atOnce, isTired } from '../util/effort.js'
import { aggregateEqualities, noteEquality, queryEqualities, setEqualities } from './equality-needs.js'
import { CHILDLESS, columnsOf } from './expr-tools.js'
import { FIRST_USER_OID } from '../types/oids.js'

/** @import { CatalogSnapshot } from '../catalog/snapshot.js' */

/** @typedef {import('../catalog/query.js').Query} Query */
/** @typedef {import('../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {import('../catalog/query.js').WriteTarget} WriteTarget */
/** @typedef {import('./bind/context.js').BindContext} BindContext */
/** @template T @typedef {import('../util/effort.js').Steps<T>} Steps */

/**
 * @typedef {object} RelationNeed
 * @property {number} oid @property {number} asUser 0: the current user @property {string} name
 * @property {number} mask privileges
 * @property {Set<number>} selected columns that are read; 0 among them: whole rows; none: any column will do
 * @property {Set<number>} inserted @property {Set<number>} updated
 */

export class Needs {
  constructor() {
    /** @type {Map<string, RelationNeed>} */
    this.relations = new Map()
    /** @type {Set<number>} */
    this.functions = new Set()
    /** Those of them that compare rows without an operator being written. @type {Set<number>} */
    this.comparing = new Set()
    /** Those of them that windows call: an aggregate is refused as a function there. @type {Set<number>} */
    this.overWindows = new Set()
    /** What is called for a row that is stored, after the others. @type {Set<number>} */
    this.storing = new Set()
    /** Schemas that are named, each with the place of one such name in bytes. @type {Map<number, number>} */
    this.schemas = new Map()
    /** How the first FOR UPDATE or FOR SHARE locks. @type {string | null} */
    this.lockStrength = null
  }

  /**
   * Whether it writes to or locks rows of what is not temporary.
   * @param {import('../catalog/snapshot.js').CatalogSnapshot} catalog
   */
  writeStored(catalog) {
    for (const { oid, mask } of this.relations.values())
      if ((mask & ~SELECT) !== 0 && catalog.relation(oid)?.persistence !== 't') return true
    return false
  }

  /**
   * @param {{ oid: number, name: string }} relation @param {number} asUser @param {number} mask
   * @returns {RelationNeed}
   */
  relation(relation, asUser, mask) {
    const key = `${relation.oid} ${asUser}`
    let need = this.relations.get(key)
    if (need === undefined) {
      need = {
        oid: relation.oid, asUser, name: relation.name, mask: 0,
        selected: new Set(), inserted: new Set(), updated: new Set(),
      }
      this.relations.set(key, need)
    }
    need.mask |= mask
    return need
  }
}

/** Anything of a bound query. @typedef {any} Tree */

/** @typedef {{ write: WriteTarget, mentioned: Set<number> }} ThroughView mentioned: columns, in the view's query */

/** Fields that hold no part of the query. */
const LEAVES = new Set(['relation', 'tree', 'cte', 'typmod', 'collation', 'location', 'syn'])

/** A WITH query that nobody reads is not run. @param {Tree} node */
const isUnread = (node) => node.references === 0 && node.query?.command === 'select'

/**
 * What actions of a MERGE ask and give: they are bound with what constraints and defaults add; this is without.
 * @param {NonNullable<WriteTarget['actions']>} actions
 */
export const actionsAsWritten = (actions) => actions.map(({ condition, assignments, values, written = [] }) => [
  condition, assignments?.filter(({ attnum }) => written.includes(attnum)),
  values?.filter((_, at) => written.includes(at + 1)),
])

/** @param {WriteTarget} write of a MERGE */
const asWritten = (write) => ({
  ...write, checks: [], kept: [], actions: write.actions && actionsAsWritten(write.actions),
})

/** @type {ReadonlySet<number>} */
const NOTHING = new Set()

/** One gathering: columns are known before the entries they are of. */
class Gathering {
  /** @param {BindContext} ctx */
  constructor(ctx) {
    this.ctx = ctx
    this.noteEquality = noteEquality(ctx.catalog, ctx.needs)
    /** @type {Map<number, Set<number>>} */
    this.columns = new Map()
    /** @type {RangeEntry[]} */
    this.entries = []
    /** @type {Query[]} */
    this.writes = []
    /** @type {Query[]} */
    this.locking = []
    /** Queries within queries, to be visited. @type {Tree[]} */
    this.queries = []
  }

  /** @param {Tree} bound @returns {Steps<void>} */
  *visitAll(bound) {
    this.visit(bound)
    for (let inner; (inner = this.queries.pop()) !== undefined;) {
      this.visit(inner)
      if (isTired()) yield
    }
  }

  /** @param {Tree} node */
  visit(node) {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) {
      for (let at = 0; at < node.length; at++) this.visit(node[at])
      return
    }
    // Lists hold many of them.
    if (node.kind === 'const') return
    if (isUnread(node)) return
    if (node.kind !== undefined) {
      this.note(node)
      if (CHILDLESS.has(node.kind)) return
    } else if (node.command !== undefined && node.entries !== undefined) {
      if (node.write) this.writes.push(node)
      if (node.locks?.length > 0) this.locking.push(node)
      queryEqualities(node, this.noteEquality)
    } else if (node.leftOutputs !== undefined) setEqualities(node, this.noteEquality)
    for (const field in node) {
      const value = node[field]
      if (value === null || typeof value !== 'object' || LEAVES.has(field)) continue
      if (field === 'value' && node.kind !== undefined) continue
      if (field === 'query') this.queries.push(value)
      // What says which index is meant is not computed.
      else if (field === 'infer') for (const column of columnsOf(value)) this.note(column)
      else this.visit(field === 'write' && node.command === 'merge' ? asWritten(value) : value)
    }
  }

  /** @param {Tree} node */
  note(node) {
    const { functions, overWindows } = this.ctx.needs
    switch (node.kind) {
      case 'column': {
        if (node.isAssigned) return
        let known = this.columns.get(node.rt)
        if (known === undefined) this.columns.set(node.rt, known = new Set())
        known.add(node.attnum)
        if (this.ctx.wholeRows.has(node.rt)) known.add(0)
        return
      }
      case 'relation': case 'subquery': case 'new':
        if (node.relation) this.entries.push(node)
        return
      case 'agg':
        functions.add(node.oid)
        aggregateEqualities(node, this.noteEquality)
        return
      case 'window': overWindows.add(node.oid); // falls through
      case 'func': functions.add(node.oid); return
      case 'domain': this.domain(node.type); return
      default:
        if (node.funcOid) functions.add(node.funcOid)
        for (const oid of node.funcOids ?? []) functions.add(oid)
    }
  }

  /** @param {number} oid of a domain */
  domain(oid) {
    const { catalog, needs } = this.ctx
    noteDomain(catalog, oid, needs.functions)
  }

  /**
   * A write that came through a view: who reads anything of the view's rows needs leave, below, for all the columns
   * that the view mentions, as one who selects from it does; who only writes needs none, whatever its conditions read.
   * @param {ThroughView} through
   */
  asViewSays({ write, mentioned }) {
    for (const rt of [write.rt, write.newRt, write.onConflict?.excludedRt]) if (rt) this.columns.delete(rt)
    if (write.readsTarget === true) this.columns.set(write.rt, mentioned)
  }

  /** @param {RangeEntry} entry */
  userOf(entry) {
    if (entry.checkAs !== undefined || entry.kind !== 'new') return entry.checkAs ?? 0
    // A row that is written is its table's.
    const of = this.writes.find(({ write }) => write?.newRt === entry.rt || write?.onConflict?.excludedRt === entry.rt)
    return this.entries.find(({ rt }) => rt === of?.write?.rt)?.checkAs ?? 0
  }

  /** @param {ThroughView} [through] @param {ReadonlySet<number>} [dropped] entries that are not asked for */
  finish(through, dropped = NOTHING) {
    const { needs } = this.ctx
    if (through !== undefined) this.asViewSays(through)
    const targets = new Set(this.writes.flatMap(({ write }) => [/** @type {WriteTarget} */ (write).rt]))
    for (const entry of this.entries) {
      if (dropped.has(entry.rt)) continue
      const columns = this.columns.get(entry.rt)
      const isTarget = targets.has(entry.rt)
      // In the order of the statement's tables.
      if (isTarget && entry.kind === 'relation') needs.relation(entry.relation, this.userOf(entry), 0)
      const reads = entry.kind !== 'new' && entry.target !== true && !isTarget
      if (!reads && columns === undefined) continue
      const need = needs.relation(entry.relation, this.userOf(entry), SELECT)
      for (const attnum of columns ?? []) need.selected.add(attnum)
    }
    for (const query of this.writes) this.ofWrite(query)
    for (const query of this.locking) {
      needs.lockStrength ??= query.locks[0].strength
      for (const { rt } of query.locks) {
        const entry = this.entries.find((candidate) => candidate.rt === rt)
        if (entry !== undefined) needs.relation(entry.relation, this.userOf(entry), UPDATE)
      }
    }
  }

  /** @param {Query} query */
  ofWrite(query) {
    const write = /** @type {WriteTarget} */ (query.write)
    const entry = this.entries.find((candidate) => candidate.rt === write.rt)
    const asUser = entry === undefined ? 0 : this.userOf(entry)
    const need = (/** @type {number} */ mask) => this.ctx.needs.relation(write.relation, asUser, mask)
    if (query.command === 'insert') for (const { attnum } of write.given ?? []) need(INSERT).inserted.add(attnum)
    if (query.command === 'insert') {
      need(INSERT)
      // New rows are entered under what these compute of them.
      /** @type {import('../catalog/relation.js').IndexDesc[]} */
      const indexes = write.relation.indexes ?? []
      const computed = indexes.map(({ keys, predicate }) => [keys.map((key) => key.expr), predicate])
      const parts = (write.relation.partitionKey?.parts ?? []).map((/** @type {{ expr: unknown }} */ part) => part.expr)
      for (const oid of functionsIn([parts, computed])) if (oid < FIRST_USER_OID) this.ctx.needs.storing.add(oid)
    }
    if (query.command === 'delete') need(DELETE)
    if (query.command === 'update') this.updates(need(UPDATE), write.assignments ?? [])
    if (write.onConflict?.action === 'update') this.updates(need(UPDATE), write.onConflict.assignments)
    const arbiter = write.onConflict?.infer?.constraint
    if (arbiter) {
      const constraint = write.relation.constraints.find((/** @type {{ name: string }} */ one) => one.name === arbiter)
      for (const attnum of constraint?.attnums ?? []) need(SELECT).selected.add(attnum)
    }
    for (const action of write.actions ?? []) {
      if (action.operation === 'insert') {
        for (const attnum of action.written ?? []) need(INSERT).inserted.add(attnum)
        need(INSERT)
      }
      if (action.operation === 'delete') need(DELETE)
      if (action.operation === 'nothing') need(SELECT)
      if (action.operation === 'update') for (const attnum of action.written ?? []) need(UPDATE).updated.add(attnum)
    }
  }

  /** @param {RelationNeed} need @param {{ attnum: number }[]} assignments */
  updates(need, assignments) {
    for (const { attnum } of assignments) need.updated.add(attnum)
  }
}

/**
 * @param {BindContext} ctx
 * @param {Tree} bound a query, or a rule's queries and condition
 * @param {ThroughView} [through] it is a view's write, of what is under the view
 * @returns {Steps<void>}
 */
export function* needsSteps(ctx, bound, through) {
  const gathering = new Gathering(ctx)
  yield* gathering.visitAll(bound)
  gathering.finish(through)
  ctx.again?.gathered.push((dropped) => gathering.finish(through, dropped))
}

/** The same at once. @param {BindContext} ctx @param {Tree} bound @param {ThroughView} [through] */
export const gatherNeeds = (ctx, bound, through) => atOnce(needsSteps(ctx, bound, through))

/**
 * Functions that came with inlining, defaults and constraints.
 * @param {BindContext} ctx
 * @param {Tree} root
 * @returns {Steps<void>}
 */
export function* functionsSteps(ctx, root) {
  yield* callsSteps(root, ctx.needs.functions, { catalog: ctx.catalog, copies: ctx.copies })
}

/**
 * What its rules call, and those of the domains below it.
 * @param {CatalogSnapshot} catalog @param {number} oid of a domain @param {Set<number>} functions to add to
 */
export const noteDomain = (catalog, oid, functions) => atOnce(domainSteps(catalog, oid, functions))

/**
 * @param {CatalogSnapshot} catalog @param {number} oid of a domain @param {Set<number>} functions to add to
 * @returns {Steps<void>}
 */
function* domainSteps(catalog, oid, functions) {
  for (let info = catalog.type(oid); info?.kind === 'd'; info = catalog.type(info.baseType)) {
    for (const constraint of info.constraints) {
      constraint.expr ??= yield* exprFromTextSteps(constraint.text)
      for (const called of functionsIn(constraint.expr)) functions.add(called)
    }
  }
}

/** Rules that have been read, or are soon. @param {CatalogSnapshot} catalog @param {number} oid of a domain */
function hasShortRules(catalog, oid) {
  for (let info = catalog.type(oid); info?.kind === 'd'; info = catalog.type(info.baseType))
    if (info.constraints.some(({ expr, text }) => !expr && text.length >= LONG_TEXT)) return false
  return true
}

const LONG_TEXT = 100_000

/**
 * What a statement sets, then what is generated, then what is checked: the order in which leave is asked for. Of what
 * rows are held to as they come, functions that users wrote are asked for then (executor/operators/write/rights.js).
 * @param {WriteTarget} write
 * @param {boolean} copies rows come by COPY, which makes what is generated ready with the first
 * @returns {{ all: Tree[], ofRows: Tree[] }}
 */
function inOrder(write, copies) {
  const { relation, values, assignments, checks, kept, ...others } = write
  const ofRows = [checks?.filter((check) => isOfRows(check)), kept]
  const ofViews = checks?.filter((check) => !isOfRows(check))
  const isGenerated = (/** @type {number} */ attnum) => relation?.columns?.[attnum - 1]?.generated === 's'
  const [first, then] = [false, true].map((wanted) => [
    values?.filter((_, at) => isGenerated(at + 1) === wanted),
    assignments?.filter(({ attnum }) => isGenerated(attnum) === wanted),
  ])
  return copies
    ? { all: [first, others, ofViews], ofRows: [then, ...ofRows] }
    : { all: [first, others, then, ofViews], ofRows }
}

/** A CHECK of the table, or the bound of a partition. @param {WriteTarget['checks'][number]} check */
const isOfRows = ({ view, policy }) => !view && policy === undefined

/** What an expression, or several, call. @param {Tree} root @returns {Set<number>} */
export function functionsIn(root) {
  /** @type {Set<number>} */
  const functions = new Set()
  atOnce(callsSteps(root, functions))
  return functions
}

/**
 * @param {Tree} root
 * @param {Set<number>} functions what is found is added
 * @param {{ catalog: CatalogSnapshot, copies: boolean } | null} [of] a statement; null: of expressions, whose domains
 *   ask by themselves
 * @returns {Steps<void>}
 */
function* callsSteps(root, functions, of = null) {
  /** @type {Tree[]} */
  const queries = [root]
  /** Domains with rules that take long to read. @type {Set<number>} */
  const waiting = new Set()
  const visit = (/** @type {Tree} */ part) => {
    if (part === null || typeof part !== 'object') return
    if (Array.isArray(part)) {
      for (let at = 0; at < part.length; at++) visit(part[at])
      return
    }
    if (isUnread(part)) return
    if (CHILDLESS.has(part.kind)) return
    if (part.kind === 'func' || part.kind === 'agg' || part.kind === 'window') functions.add(part.oid)
    else if (part.funcOid) functions.add(part.funcOid)
    else if (part.kind === 'domain' && of !== null) {
      if (hasShortRules(of.catalog, part.type)) noteDomain(of.catalog, part.type, functions)
      else waiting.add(part.type)
    }
    for (const field in part) {
      const value = part[field]
      if (value === null || typeof value !== 'object' || LEAVES.has(field)) continue
      if (field === 'value' && part.kind !== undefined) continue
      if (field === 'infer') continue
      if (field === 'query') queries.push(value)
      else if (field === 'write') {
        const { all, ofRows } = inOrder(value, of?.copies === true)
        visit(all)
        for (const oid of functionsIn(ofRows)) if (oid < FIRST_USER_OID) functions.add(oid)
      }
      else visit(value)
    }
  }
  for (let query; (query = queries.pop()) !== undefined;) {
    visit(query)
    if (isTired()) yield
  }
  if (of !== null) for (const oid of waiting) yield* domainSteps(of.catalog, oid, functions)
}
