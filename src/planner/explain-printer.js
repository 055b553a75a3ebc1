/**
 * A plan's nodes as EXPLAIN speaks of them: titles, properties and what stands below, without counts or costs. How they
 * are laid out, as text or in groups, is explain.js.
 */
import { foreignTableOf, optionValues } from '../catalog/foreign.js'
import { deparse } from '../catalog/deparse/expressions.js'
import { inlined } from '../catalog/expr-text.js'
import { isNever } from '../catalog/expr.js'
import { written } from './bind/expressions/wide.js'
import { rebuild } from './expr-tools.js'
import { quoteIdentifier } from '../types/identifiers.js'
import { childrenOf, kindOf as nodeKindOf } from './plan-nodes.js'

/** @import { IndexOr, IndexScan, PlannedStatement } from './plan.js' */
/** @import { Expr } from '../catalog/expr.js' */

/**
 * @typedef {{ title: string, properties: [string, string | string[] | number][], identity: Record<string, any>, node:
 *   any, children: { role: string, printed: Printed }[] }} Printed
 */

const JOIN_WORDS = /** @type {Record<string, string>} */ ({
  inner: '', left: ' Left', right: ' Right', full: ' Full', semi: ' Semi', anti: ' Anti', rightSemi: ' Right Semi',
})

/** Nodes whose rows are one relation's. */
const NO_SCAN = -1

/** Run once, before the node; the others after what is below it. @param {{ role: string }} child */
const isInitPlan = ({ role }) => role.startsWith('InitPlan')

export class Printer {
  /** @param {PlannedStatement} planned @param {any} catalog */
  constructor(planned, catalog) {
    this.planned = planned
    this.catalog = catalog
    /**
     * rt -> what prints before a column name
     * @type {Map<number, { alias: string, names: string[] | null, relation: any }>}
     */
    this.sources = new Map()
    /** node id -> what its slots stand for @type {Map<number, (Expr | undefined)[]>} */
    this.slots = new Map()
    this.subplans = 0
    this.initplans = 0
    /** What subqueries are called, by their plan. @type {Map<any, { role: string, shown: string }>} */
    this.called = new Map()
    /** @type {Set<unknown>} */
    this.printedSubplans = new Set()
    /** The scan whose conditions are being printed: its columns stand without its name, others never do. */
    this.own = NO_SCAN
    /** @type {Set<number>} */
    this.writtenRows = new Set()
    /** Members of a tree are tables besides the one that the query names. */
    this.qualify = false
    this.collect(planned.root)
    this.collect(planned.outputs)
    for (const cte of planned.ctes) this.collect(cte.plan)
    // The row that is written is the table's own.
    this.qualify ||= this.sources.size - this.writtenRows.size > 1
  }

  /** @returns {Printed} */
  statement() {
    const printed = this.node(this.planned.root)
    const ctes = this.planned.ctes.map((cte) => ({
      role: `CTE ${quoteIdentifier(cte.name)}`,
      printed: this.node(cte.plan),
    }))
    // What is computed from the rows at the top is no node's.
    /** @type {Printed['children']} */
    const links = []
    this.sublinks({ outputs: this.planned.outputs }, links)
    return {
      ...printed,
      children: [
        ...ctes, ...links.filter(isInitPlan), ...printed.children, ...links.filter((link) => !isInitPlan(link)),
      ],
    }
  }

  /** @param {any} node */
  collect(node) {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) { for (const item of node) this.collect(item); return }
    if (node.node === 'treeScan' && node.members.length > 0) this.qualify = true
    if (node.node && node.rt !== undefined) {
      const relation = node.relationOid ? this.catalog.relation(node.relationOid) : null
      this.sources.set(node.rt, {
        alias: node.alias ?? relation?.name ?? (node.node === 'values' ? '"*VALUES*"' : ''), relation,
        names: node.names ?? null,
      })
      if (node.node === 'modify' && node.returningRt && node.returningRt !== node.rt)
        this.writtenRows.add(node.returningRt)
      if (node.node === 'modify' && node.returningRt)
        this.sources.set(node.returningRt, { alias: relation?.name ?? '', relation, names: null })
    }
    if (node.node === 'aggregate')
      this.slots.set(node.id, [
        ...node.groupBy,
        ...node.aggregates.map((/** @type {any} */ call) => (call.first ? call.args[0] : call)),
      ])
    if (node.node === 'project' || node.node === 'projectSet')
      this.slots.set(node.id, node.node === 'project' ? node.outputs : [...node.outputs, ...node.beside])
    if (node.node === 'append') this.slots.set(node.id, node.inputs[0]?.outputs ?? [])
    if (node.node === 'setOp') this.slots.set(node.id, node.left.outputs)
    if (node.node === 'recursiveUnion') this.slots.set(node.id, node.base.outputs)
    if (node.node === 'windowAgg') this.slots.set(node.id, node.calls)
    if (node.node === 'subqueryScan') this.slots.set(-node.rt, node.outputs)
    for (const field in node) if (field !== 'value' && field !== 'estimate') this.collect(node[field])
  }

  /** @param {any} expr @returns {string} */
  expr(expr) {
    const plain = rebuild(expr, (child) => {
      if (child.kind === 'sublink') return child
      if (child.kind === 'slot') {
        const target = this.slots.get(child.node)?.[child.index]
        return target ? rebuild(target, (inner) => inner.kind === 'slot' ? this.resolve(inner) : undefined) : child
      }
      return undefined
    })
    const stars = new Set()
    /** @type {(child: any) => any} */
    const shown = (child) => {
      if (child.kind === 'sublink' && child.plan)
        return {
          kind: 'column', rt: 0, attnum: 0, shown: this.subplan(child).shown, type: child.type, typmod: -1,
          collation: 0,
        }
      if (child.kind === 'wide') return written(child)
      if (child.kind === 'outlined') return rebuild(inlined(child), shown)
      if (child.kind === 'window')
        return {
          kind: 'column', rt: 0, attnum: 0, shown: `${this.expr({ ...child, kind: 'agg' })} OVER (?)`, type: child.type,
          typmod: -1, collation: 0,
        }
      if (child.kind !== 'agg') return undefined
      if (child.star) stars.add(this.catalog.func(child.oid)?.name)
      return {
        kind: 'func', oid: child.oid, args: child.args, variadic: false, retset: false, display: 'call',
        type: child.type, typmod: -1, collation: 0,
      }
    }
    const text = deparse(this.catalog, rebuild(plain, shown), { column: (column) => this.column(column) })
    return [...stars].reduce((told, name) => told.replaceAll(`${name}()`, `${name}(*)`), text)
  }

  /**
   * A key of a sort: what the node below computed stands in parentheses, its own too.
   * @param {any} expr
   * @returns {string}
   */
  sortKey(expr) {
    const resolved = expr.kind === 'slot' ? this.resolve(expr) : expr
    if (resolved.kind === 'collate' && resolved.arg.kind === 'column') return this.expr(resolved).slice(1, -1)
    return resolved.kind === 'column' ? this.expr(expr) : `(${this.expr(expr)})`
  }

  /** @param {any} slot @returns {any} */
  resolve(slot) {
    const target = /** @type {any} */ (this.slots.get(slot.node)?.[slot.index])
    return target === undefined
      ? slot
      : rebuild(target, (inner) => (inner.kind === 'slot' ? this.resolve(inner) : undefined))
  }

  /** @param {any} link SubLink */
  subplan(link) {
    let names = this.called.get(link.plan)
    if (names === undefined) {
      const hashed = !link.correlated && link.link === 'any'
      if (link.correlated || link.link === 'any' || link.link === 'all')
        names = { role: `SubPlan ${++this.subplans}`, shown: `(${hashed ? 'hashed ' : ''}SubPlan ${this.subplans})` }
      else
        names = {
          role: `InitPlan ${++this.initplans} (returns $${this.initplans - 1})`,
          shown: `$${this.initplans - 1}`,
        }
      this.called.set(link.plan, names)
    }
    return names
  }

  /** @param {{ rt: number, attnum: number, shown?: string }} column */
  column({ rt, attnum, shown: own }) {
    if (own !== undefined) return own
    const source = this.sources.get(rt)
    const name =
      attnum === 0
        ? '*'
        : source?.relation
          ? (source.relation.columns[attnum - 1]?.name ?? SYSTEM[attnum])
          : (source?.names?.[attnum - 1] ?? `column${attnum}`)
    const shown = attnum === 0 ? '*' : quoteIdentifier(name ?? `column${attnum}`)
    return (this.own === NO_SCAN ? this.qualify : rt !== this.own) && source?.alias
      ? `${source.alias.startsWith('"') ? source.alias : quoteIdentifier(source.alias)}.${shown}`
      : shown
  }

  /** @param {import('../catalog/expr.js').SortKey[]} keys @returns {string[]} */
  sortKeys(keys) {
    return keys.map((key) => `${this.sortKey(key.expr)}${key.desc ? ' DESC' : ''}${key.nullsFirst === key.desc ? '' : key.nullsFirst ? ' NULLS FIRST' : ' NULLS LAST'}`)
  }

  /** @param {any} node @returns {string} */
  onTable(node) {
    const relation = node.relationOid ? this.catalog.relation(node.relationOid) : null
    const name = relation ? quoteIdentifier(relation.name) : ''
    const alias = node.alias && node.alias !== relation?.name ? ` ${quoteIdentifier(node.alias)}` : ''
    return ` on ${name}${alias}`
  }

  /** @param {any} node @returns {Printed} */
  node(node) {
    if (isNever(node.filter))
      return { title: 'Result', properties: [['One-Time Filter', 'false']], identity: {}, node, children: [] }
    switch (node.node) {
      // Computing a value is not a step of PostgreSQL's plans: it belongs to the node below.
      case 'project': return this.node(node.input)
      case 'treeScan': return this.tree(node)
      case 'indexOr': return this.bitmaps(node, 'BitmapOr', node.inputs.map((/** @type {{ input: IndexScan }} */ { input }) => input))
      case 'indexScan':
        return node.also === undefined ? this.plain(node) : this.bitmaps(node, 'BitmapAnd', [node, node.also])
      case 'filter': {
        const inner = this.node(node.input)
        return {
          ...inner, node,
          properties: [...inner.properties, ['Filter', this.within(inner.node, () => this.expr(node.filter))]],
        }
      }
      default: return this.plain(node)
    }
  }

  /** @template T @param {any} node @param {() => T} print what belongs to the node alone @returns {T} */
  within(node, print) {
    const before = this.own
    this.own = nodeKindOf(node).ownRows ? node.rt : NO_SCAN
    try {
      return print()
    } finally {
      this.own = before
    }
  }

  /** @param {any} node @returns {Printed} */
  plain(node) {
    /** @type {Printed['properties']} */
    const properties = []
    /** @type {Printed['children']} */
    const children = []
    const title = this.within(node, () => this.describe(node, properties))
    if (node.on) properties.push(['Join Filter', this.expr(node.on)])
    if (node.filter)
      properties.push([
        node.node === 'result' ? 'One-Time Filter' : 'Filter',
        this.within(node, () => this.expr(node.filter)),
      ])
    this.sublinks(node, children)
    for (const child of childrenOf(node)) {
      // The side that a hash join keeps.
      const keeps = node.node === 'hashJoin' && child === node.inner
      const name = keeps && node.outerKeys.length > 0 ? 'Hash' : 'Materialize'
      children.push({ role: '', printed: keeps ? this.kept(name, child) : this.node(child) })
    }
    return { title, properties, identity: this.identity(node), node, children }
  }

  /**
   * Several indexes together: PostgreSQL's bitmaps, though none are made here.
   * @param {IndexScan | IndexOr} node @param {string} title of how they are put together
   * @param {IndexScan[]} scans @returns {Printed}
   */
  bitmaps(node, title, scans) {
    const { of, rest } = node.asked ?? { of: null, rest: null }
    /** @type {Printed['properties']} */
    const properties = [['Recheck Cond', this.within(node, () => this.expr(/** @type {Expr} */ (of)))]]
    if (rest !== null) properties.push(['Filter', this.within(node, () => this.expr(rest))])
    /** @type {Printed['children']} */
    const children = []
    this.sublinks({ filter: rest }, children)
    const parts = scans.map((scan) => {
      const name = quoteIdentifier(this.catalog.index(scan.indexOid)?.name ?? `index ${scan.indexOid}`)
      const { recheck } = scan
      const asks = recheck === null ? '' : this.within(node, () => this.expr(recheck))
      const printed = {
        title: `Bitmap Index Scan on ${name}`, identity: { 'Index Name': name }, node: scan, children: [],
        properties: /** @type {Printed['properties']} */ (asks === '' ? [] : [['Index Cond', asks]]),
      }
      return { role: '', printed }
    })
    children.push({ role: '', printed: { title, properties: [], identity: {}, node, children: parts } })
    return { title: `Bitmap Heap Scan${this.onTable(node)}`, properties, identity: this.identity(node), node, children }
  }

  /**
   * A scan of several tables is an Append of their scans; of one, that scan.
   * @param {any} node TreeScan
   * @returns {Printed}
   */
  tree(node) {
    if (node.members.length === 0)
      return { title: 'Result', properties: [['One-Time Filter', 'false']], identity: {}, node, children: [] }
    const own = this.sources.get(node.rt)
    const alone = node.members.length === 1
    const isReversed = node.order !== undefined && !node.order.merged && node.order.keys[0].desc
    const children = node.members.map((/** @type {any} */ member, /** @type {number} */ at) => {
      const number = isReversed ? node.members.length - at : at + 1
      const alias = alone ? node.alias : `${node.alias}_${number}`
      this.sources.set(node.rt, { alias, relation: this.catalog.relation(member.relationOid), names: null })
      const scan = {
        ...member, node: member.indexOid === 0 ? 'seqScan' : 'indexScan', id: node.id, rt: node.rt, alias,
        backward: node.order?.backward === true,
        estimate: { rows: member.rows, width: node.estimate.width, startupCost: 0, totalCost: member.cost },
      }
      return { role: '', printed: this.plain(scan) }
    })
    if (own) this.sources.set(node.rt, own)
    if (alone) return children[0].printed
    if (!node.order?.merged) return { title: 'Append', properties: [], identity: {}, node, children }
    const keys = this.sortKeys(node.order.keys)
    return { title: 'Merge Append', properties: [['Sort Key', keys]], identity: {}, node, children }
  }

  /** What a node is about, in the structured formats. @param {any} node */
  identity(node) {
    const relation = node.relationOid ? this.catalog.relation(node.relationOid) : null
    const index = node.indexOid ? this.catalog.index(node.indexOid) : null
    const func =
      node.node === 'functionScan' && node.functions[0].expr.kind === 'func'
        ? this.catalog.func(node.functions[0].expr.oid)?.name
        : undefined
    return {
      ...(node.node === 'indexScan'
        ? { 'Scan Direction': node.backward ? 'Backward' : 'Forward', 'Index Name': index?.name ?? '' }
        : {}),
      ...(relation ? { 'Relation Name': relation.name } : {}),
      ...(func === undefined ? {} : { 'Function Name': func }),
      ...(node.node === 'cteScan' ? { 'CTE Name': this.planned.ctes[node.cte].name } : {}),
      ...(node.alias || relation ? { Alias: node.alias || relation.name } : {}),
      ...(node.join ? { 'Join Type': JOIN_WORDS[node.join].slice(1) || 'Inner', 'Inner Unique': false } : {}),
    }
  }

  /** What a join keeps of its inner side. @param {string} title @param {any} inner @returns {Printed} */
  kept(title, inner) {
    return {
      title, properties: [], identity: {},
      node: { ...inner, estimate: { ...inner.estimate, startupCost: inner.estimate.totalCost } },
      children: [{ role: '', printed: this.node(inner) }],
    }
  }

  /** @param {any} node @param {Printed['children']} children subqueries in the node's expressions */
  sublinks(node, children) {
    const visit = (/** @type {any} */ value) => {
      if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return
      if (Array.isArray(value)) { value.forEach(visit); return }
      if (value.kind === 'sublink' && value.plan) {
        const { role } = this.subplan(value)
        if (!this.printedSubplans.has(value.plan)) {
          this.printedSubplans.add(value.plan)
          children.push({ role, printed: this.node(value.plan.root) })
        }
        return
      }
      for (const field in value) if (field !== 'value') visit(value[field])
    }
    for (const field in node)
      if (!['input', 'outer', 'inner', 'inputs', 'left', 'right', 'base', 'step', 'estimate', 'carry'].includes(field))
        visit(node[field])
  }

  /** @param {any} node @param {Printed['properties']} properties @returns {string} */
  describe(node, properties) {
    switch (node.node) {
      case 'seqScan': {
        if (!node.sample) return `Seq Scan${this.onTable(node)}`
        properties.push(['Sampling', `${node.sample.method} (${this.expr(node.sample.percent)})${node.sample.repeatable === null ? '' : ` REPEATABLE (${this.expr(node.sample.repeatable)})`}`])
        return `Sample Scan${this.onTable(node)}`
      }
      case 'foreignScan': {
        const file = optionValues(foreignTableOf(this.catalog, node.relationOid).options)
          .find(([name]) => name === 'filename' || name === 'program')
        properties.push([file?.[0] === 'program' ? 'Foreign Program' : 'Foreign File', file?.[1] ?? ''])
        return `Foreign Scan${this.onTable(node)}`
      }
      case 'indexScan': {
        if (node.recheck) properties.push(['Index Cond', this.expr(node.recheck)])
        if (node.orderBy) properties.push(['Order By', this.expr(node.orderBy.expr)])
        const index = this.catalog.index(node.indexOid)
        return `Index ${node.indexOnly ? 'Only ' : ''}Scan${node.backward ? ' Backward' : ''} using ${quoteIdentifier(index?.name ?? `index ${node.indexOid}`)}${this.onTable(node)}`
      }
      case 'values': return 'Values Scan on "*VALUES*"'
      case 'functionScan': {
        const [{ expr }] = node.functions
        if (expr.kind === 'xmltable') return `Table Function Scan on "xmltable"${node.alias === 'xmltable' ? '' : ` ${quoteIdentifier(node.alias)}`}`
        const name = expr.kind === 'func' ? this.catalog.func(expr.oid)?.name ?? '' : ''
        return `Function Scan on ${quoteIdentifier(name || node.alias)}${node.alias && node.alias !== name ? ` ${quoteIdentifier(node.alias)}` : ''}`
      }
      case 'subqueryScan': return `Subquery Scan on ${node.alias.startsWith('*') ? `"${node.alias}"` : quoteIdentifier(node.alias)}`
      case 'cteScan': return `CTE Scan on ${quoteIdentifier(this.planned.ctes[node.cte].name)}${node.alias !== this.planned.ctes[node.cte].name ? ` ${quoteIdentifier(node.alias)}` : ''}`
      case 'workTableScan': return `WorkTable Scan on ${quoteIdentifier(node.alias)}`
      case 'result': return 'Result'
      case 'projectSet': return 'ProjectSet'
      case 'nestLoop': return `Nested Loop${node.join === 'inner' ? '' : `${JOIN_WORDS[node.join]} Join`}`
      case 'hashJoin':
        // Every row with every other: a full join that PostgreSQL merges, having nothing to hash.
        if (node.outerKeys.length === 0) return `Merge${JOIN_WORDS[node.join]} Join`
        properties.push(['Hash Cond', this.pairs(node.outerKeys, node.innerKeys)])
        return `Hash${JOIN_WORDS[node.join]} Join`
      case 'sort':
        properties.push(['Sort Key', this.sortKeys(node.keys)])
        if (!node.presorted) return 'Sort'
        properties.push(['Presorted Key', this.sortKeys(node.keys.slice(0, node.presorted))])
        return 'Incremental Sort'
      case 'limit': return 'Limit'
      case 'aggregate':
        if (node.groupBy.length > 0 && node.groupingSets === null)
          properties.push(['Group Key', node.groupBy.map((/** @type {Expr} */ key) => this.expr(key))])
        for (const set of node.groupingSets ?? [])
          properties.push(
            set.length > 0
              ? ['Hash Key', set.map((/** @type {number} */ at) => this.expr(node.groupBy[at]))]
              : ['Group Key', '()'],
          )
        return node.strategy === 'plain'
          ? 'Aggregate'
          : node.strategy === 'hash'
            ? node.groupingSets
              ? 'MixedAggregate'
              : 'HashAggregate'
            : 'GroupAggregate'
      case 'distinct':
        if (node.strategy === 'hash')
          properties.push(['Group Key', node.keys.map((/** @type {Expr} */ key) => this.expr(key))])
        return node.strategy === 'hash' ? 'HashAggregate' : 'Unique'
      case 'append': return 'Append'
      case 'setOp': return node.op === 'union' ? 'HashAggregate' : `HashSetOp ${node.op === 'intersect' ? 'Intersect' : 'Except'}${node.all ? ' All' : ''}`
      case 'recursiveUnion': return 'Recursive Union'
      case 'windowAgg':
        if (node.runCondition) properties.push(['Run Condition', this.expr(node.runCondition)])
        return 'WindowAgg'
      case 'materialize': return 'Materialize'
      case 'lockRows': return 'LockRows'
      case 'modify': {
        const word = node.operation === 'insert' ? 'Insert' : node.operation === 'update' ? 'Update' : 'Delete'
        if (node.onConflict) {
          properties.push(['Conflict Resolution', node.onConflict.action.toUpperCase()])
          if (node.onConflict.indexOids.length > 0)
            properties.push([
              'Conflict Arbiter Indexes',
              node.onConflict.indexOids.map((/** @type {number} */ oid) => this.catalog.index(oid)?.name ?? ''),
            ])
        }
        return `${word}${this.onTable({ relationOid: node.relationOid, alias: null })}`
      }
      case 'merge': return `Merge${this.onTable({ relationOid: node.relationOid, alias: null })}`
      default: return node.node
    }
  }

  /** @param {Expr[]} left @param {Expr[]} right */
  pairs(left, right) {
    const parts = left.map((expr, at) => `(${this.expr(expr)} = ${this.expr(right[at])})`)
    return parts.length === 1 ? parts[0] : `(${parts.join(' AND ')})`
  }
}

const SYSTEM = /** @type {Record<number, string>} */ ({
  [-1]: 'ctid', [-2]: 'xmin', [-3]: 'cmin', [-4]: 'xmax', [-5]: 'cmax', [-6]: 'tableoid',
})
