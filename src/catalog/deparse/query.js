/**
 * Stored queries as SQL text: what pg_get_viewdef prints. The clauses of a SELECT, each on lines of its own as
 * PostgreSQL lays them out; names come from query-names.js, FROM from query-from.js, expressions from expressions.js.
 */
import { featureNotSupported } from '../../errors/db-error.js'
import { Deparser, LINE, SYSTEM_NAMES, finished } from './expressions.js'
import { quoteIdentifier } from './names.js'
import { qualifiedName, relationName } from './objects.js'
import { nameQuery } from './query-names.js'
import { fromItem } from './query-from.js'
import { plainValues, withoutClauses } from './plain-queries.js'
import { nameable, writeText } from './write-query.js'
import { formatType } from './types.js'

/** @import { Expr, SortKey } from '../expr.js' */
/** @import { CatalogSnapshot } from '../snapshot.js' */
/** @import { Named } from './query-names.js' */
/** @typedef {import('../query.js').Query} Query */
/** @typedef {import('../query.js').SetOperation} SetOperation */
/** @typedef {import('../query.js').GroupingItem} GroupingItem */
/** @typedef {import('../query.js').FromNode} FromNode */

/** Indentation of a clause, of a wrapped line. */
const STEP = 8
const WRAP = 4
const INDENT_MAX = 40

/** Names that rules know besides the query's own. */
const RULE_NAMES = ['old', 'new']
const STRENGTHS = { keyshare: 'KEY SHARE', share: 'SHARE', nokeyupdate: 'NO KEY UPDATE', update: 'UPDATE' }

/**
 * @param {CatalogSnapshot} catalog @param {Query} query loaded, views in it not expanded
 * @param {{ pretty: boolean, wrap: number, columns: string[] | null }} options wrap: lines longer than it are broken,
 *   0: at every item, -1: never; columns: names of the outputs
 */
export function deparseQuery(catalog, query, { pretty, wrap, columns }) {
  return finished(new QueryDeparser(catalog, pretty, wrap).query(query, RULE_NAMES, columns, true))
}

export class QueryDeparser extends Deparser {
  /** @param {CatalogSnapshot} catalog @param {boolean} pretty @param {number} wrap */
  constructor(catalog, pretty, wrap) {
    super(catalog, { pretty, column: (column) => this.column(/** @type {any} */ (column), false) })
    this.wrap = wrap
    this.pretty = pretty
    /** @type {Map<number, Named>} of the query being printed and all around it */
    this.named = new Map()
    /** @type {string[]} */
    this.names = []
    /** WITH queries' names in reach hide tables. @type {string[]} */
    this.cteNames = []
    /** @type {Query | null} */
    this.current = null
    /** Of this query and those around it. @type {import('../query.js').RangeEntry[]} */
    this.entries = []
    /** Columns are named alone. */
    this.bare = false
  }

  /** @override */
  entriesInScope() {
    return this.entries
  }

  /** @param {() => string} body */
  withoutPrefix(body) {
    this.bare = true
    try { return body() } finally { this.bare = false }
  }

  /**
   * A new line.
   * @param {string} text
   * @param {number} before
   * @param {number} after change of the indentation
   * @param {number} [plus] of this line alone
   */
  line(text, before, after, plus = 0) {
    this.indent += before
    let amount = Math.max(this.indent, 0)
    if (this.indent >= INDENT_MAX) amount = (INDENT_MAX + Math.floor((amount - INDENT_MAX) / (STEP / 2))) % INDENT_MAX
    this.indent = Math.max(0, this.indent + after)
    return LINE + ' '.repeat(amount + plus) + text
  }

  /** @param {string} keyword @param {number} plus */
  clause(keyword, plus) {
    return this.line(keyword, -STEP, STEP, plus)
  }

  /**
   * A whole query, with the state of what is around it kept.
   * @param {Query} query
   * @param {string[]} taken names around it
   * @param {string[] | null} columns
   * @param {boolean} visible its column names matter
   * @returns {string}
   */
  query(query, taken, columns, visible) {
    const before = {
      indent: this.indent,
      named: this.named,
      names: this.names,
      entries: this.entries,
      current: this.current,
      cteNames: this.cteNames,
    }
    const { named, names } = nameQuery(nameable(query), taken, (entry) =>
      entry.relation ? entry.relation.name : entry.cte ? entry.cte.name : entry.alias
    )
    this.named = new Map([...this.named, ...named])
    this.names = [...taken, ...names]
    this.current = query
    this.entries = [...query.entries, ...this.entries]
    try {
      return query.command === 'select' ? this.select(query, columns, visible) : writeText(this, query)
    } finally {
      Object.assign(this, before)
    }
  }

  /** A query inside this one. @param {Query} query @param {boolean} visible */
  inner(query, visible) {
    return this.query(query, this.names, null, visible)
  }

  /** @param {Query} query @param {string[] | null} columns @param {boolean} visible @returns {string} */
  select(query, columns, visible) {
    let text = this.withClause(query)
    text += query.setOperation
      ? this.setOperation(query.setOperation, columns, visible)
      : this.basicSelect(query, columns, visible)
    if (query.orderBy.length > 0) {
      text += this.clause(' ORDER BY ', 1)
      text += this.sortList(
        query.orderBy.map((key) => ({ ...key, expr: query.targets[key.target].expr, position: key.target + 1 })),
        query.setOperation !== null
      )
    }
    if (query.offset) text += this.clause(' OFFSET ', 0) + this.text(query.offset, false)
    if (query.withTies && query.limit)
      text += `${this.clause(' FETCH FIRST ', 0)}(${this.text(query.limit, false)}) ROWS WITH TIES`
    else if (query.limit || query.limitAll)
      text += this.clause(' LIMIT ', 0) + (query.limit ? this.text(query.limit, false) : 'ALL')
    for (const lock of query.locks) {
      if (lock.pushed) continue
      text += `${this.clause(` FOR ${STRENGTHS[lock.strength]}`, 0)} OF ${quoteIdentifier(this.named.get(lock.rt)?.name ?? '')}`
      if (lock.wait !== 'block') text += lock.wait === 'error' ? ' NOWAIT' : ' SKIP LOCKED'
    }
    return text
  }

  /** @param {Query} query */
  withClause(query) {
    if (query.ctes.length === 0) return ''
    this.indent += STEP
    let text = query.withRecursive ? ' WITH RECURSIVE ' : ' WITH '
    this.cteNames = [...this.cteNames, ...query.ctes.map((cte) => cte.name)]
    query.ctes.forEach((cte, at) => {
      if (at > 0) text += ', '
      text += quoteIdentifier(cte.name)
      if (cte.columnNames) text += `(${cte.columnNames.map(quoteIdentifier).join(', ')})`
      text += ` AS ${cte.recursive || cte.materialize === 'default' ? '' : cte.materialize === 'always' ? 'MATERIALIZED ' : 'NOT MATERIALIZED '}(`
      text +=
        this.line('', 0, 0) +
        this.inner(cte.clauses ? withoutClauses(cte) : cte.query, true) +
        this.line('', 0, 0) +
        ')'
      if (cte.clauses) text += this.searchCycle(cte.clauses)
    })
    return text + this.line('', -STEP, 0)
  }

  /** @param {import('../query.js').SearchCycleClauses} clauses */
  searchCycle({ search, cycle }) {
    let text = search ? ` SEARCH ${search.breadth ? 'BREADTH' : 'DEPTH'} FIRST BY ${search.by.map(quoteIdentifier).join(', ')} SET ${quoteIdentifier(search.column)}` : ''
    if (!cycle) return text
    text += ` CYCLE ${cycle.by.map(quoteIdentifier).join(', ')} SET ${quoteIdentifier(cycle.mark)}`
    const isStandard =
      cycle.value.kind === 'const' &&
      cycle.value.value === true &&
      cycle.other.kind === 'const' &&
      cycle.other.value === false
    if (!isStandard) text += ` TO ${this.text(cycle.value, false)} DEFAULT ${this.text(cycle.other, false)}`
    return `${text} USING ${quoteIdentifier(cycle.path)}`
  }

  /** @param {Query} query @param {string[] | null} columns @param {boolean} visible */
  basicSelect(query, columns, visible) {
    this.indent += STEP
    const rows = plainValues(query, columns)
    if (rows !== null) return ` ${this.values(rows)}`
    let text = ' SELECT'
    if (query.distinct)
      text += query.distinctOn
        ? ` DISTINCT ON (${query.distinct.map((at) => this.groupItem(query.targets[at].expr)).join(', ')})`
        : ' DISTINCT'
    text = this.targetList(text, query, columns, visible)
    text = this.fromClause(text, query)
    if (query.where) text += this.clause(' WHERE ', 1) + this.text(query.where, false)
    if (query.groupingClause)
      text +=
        this.clause(' GROUP BY ', 1) +
        (query.groupDistinct ? 'DISTINCT ' : '') +
        query.groupingClause.map((item) => this.groupingItem(query, item, true)).join(', ')
    else if (query.groupBy.length > 0)
      text += this.clause(' GROUP BY ', 1) + query.groupBy.map((expr) => this.groupItem(expr)).join(', ')
    if (query.having) text += this.clause(' HAVING ', 0) + this.text(query.having, false)
    const named = [...query.windows, ...(query.unusedWindows ?? [])]
      .filter((window) => window.name !== null)
      .sort((a, b) => (a.definition ?? 0) - (b.definition ?? 0))
    if (named.length > 0)
      text +=
        this.clause(' WINDOW ', 1) +
        named.map((window) => `${quoteIdentifier(window.name ?? '')} AS ${this.window(window)}`).join(', ')
    return text
  }

  /** @param {string} text so far @param {Query} query @param {string[] | null} columns @param {boolean} visible */
  targetList(text, query, columns, visible) {
    let separator = ' '
    let position = 0
    let wasMultiline = false
    for (const target of query.targets) {
      if (target.resjunk) continue
      text += separator
      separator = ', '
      position++
      const isVariable = target.expr.kind === 'column' || target.expr.syn !== undefined
      let field = isVariable ? this.column(/** @type {any} */ (target.expr), true) : this.text(target.expr, true)
      const known = isVariable ? this.variable(/** @type {any} */ (target.expr)).column : visible ? null : '?column?'
      const name = columns?.[position - 1] ?? target.name
      if (known === null || known !== name) field += ` AS ${quoteIdentifier(name)}`
      if (!field.startsWith(LINE)) {
        if (position > 1 && (wasMultiline || this.overflows(text, field))) text += this.clause('', WRAP)
      }
      wasMultiline = field.includes(LINE, 1)
      text += field
    }
    return text
  }

  /** @param {string} text @param {string} addition whether the last line would become too long */
  overflows(text, addition) {
    return this.wrap >= 0 && text.length - (text.lastIndexOf(LINE) + 1) + addition.length > this.wrap
  }

  /** @param {string} text so far @param {Query} query @param {string} [keyword] */
  fromClause(text, query, keyword = ' FROM ') {
    query.from.forEach((node, at) => {
      if (at === 0) { text += this.clause(keyword, 2); text += fromItem(this, query, node); return }
      text += ', '
      const item = fromItem(this, query, node)
      if (!item.startsWith(LINE) && this.overflows(text, item)) text += this.clause('', WRAP)
      text += item
    })
    return text
  }

  /** @param {Expr[][]} rows */
  values(rows) {
    return `VALUES ${rows.map((row) => `(${row.map((cell) => this.topLevel(cell)).join(',')})`).join(', ')}`
  }

  /** An expression on its own: a whole row there says its type. @param {Expr} expr */
  topLevel(expr) {
    return expr.kind === 'column' || expr.syn !== undefined
      ? this.column(/** @type {any} */ (expr), true)
      : this.text(expr, false)
  }

  /** @param {Query | SetOperation} tree @param {string[] | null} columns @param {boolean} visible @returns {string} */
  setOperation(tree, columns, visible) {
    if (!('leftOutputs' in tree)) {
      const parens =
        tree.ctes.length > 0 ||
        tree.orderBy.length > 0 ||
        tree.locks.length > 0 ||
        tree.offset !== null ||
        tree.limit !== null ||
        tree.limitAll === true
      const text = this.query(tree, this.names, columns, visible)
      return parens ? `(${text})` : text
    }
    let text = ''
    const { left, right } = tree
    const leftParens = 'leftOutputs' in left && !(left.op === tree.op && left.all === tree.all)
    if (leftParens) text += `(${this.line('', STEP, 0)}`
    text += this.setOperation(left, columns, visible)
    text += leftParens ? this.line(') ', -STEP, 0) : this.line('', 0, 0)
    text += `${tree.op.toUpperCase()} ${tree.all ? 'ALL ' : ''}`
    const rightParens = 'leftOutputs' in right
    if (rightParens) text += '('
    const step = rightParens ? STEP : 0
    text += this.line('', step, 0)
    text += this.setOperation(right, columns, false)
    this.indent -= step
    if (rightParens) text += this.line(')', 0, 0)
    return text
  }

  // --- sorting and grouping ------------------------------------------------------------------------------------------

  /** @param {(SortKey & { position?: number })[]} keys @param {boolean} byPosition */
  sortList(keys, byPosition) {
    return keys.map((key) => {
      const text = byPosition ? String(key.position) : this.groupItem(key.expr)
      const ops = this.catalog.orderingOps(key.expr.type)
      if (ops?.lt === key.opOid) return text + (key.nullsFirst ? ' NULLS FIRST' : '')
      if (ops?.gt === key.opOid) return `${text} DESC${key.nullsFirst ? '' : ' NULLS LAST'}`
      return `${text} USING ${this.operatorName(key.opOid)}${key.nullsFirst ? ' NULLS FIRST' : ' NULLS LAST'}`
    }).join(', ')
  }

  /** An item of GROUP BY and its kind: never to be taken for a position or for ROLLUP. @param {Expr} expr */
  groupItem(expr) {
    if (expr.kind === 'const') return this.labelled(expr)
    if (expr.kind === 'column' || expr.syn !== undefined) return this.text(expr, true)
    const parens =
      this.pretty || (expr.kind === 'func' && this.isCall(expr)) || expr.kind === 'agg' || expr.kind === 'window'
    return parens ? `(${this.text(expr, true)})` : this.text(expr, true)
  }

  /** A function node, however it is printed. @param {Expr} expr */
  isCall(expr) {
    return expr.kind === 'func'
  }

  /** A constant with its type, whatever it is. @param {import('../expr.js').Const} expr */
  labelled(expr) {
    const text = this.constant(expr, false)
    return expr.type === 16 || expr.value === null || expr.type === 23 || expr.type === 1700
      ? `${text}::${formatType(this.catalog, expr.type, expr.typmod)}`
      : this.constant(expr, true)
  }

  /** @param {Query} query @param {GroupingItem} item @param {boolean} omitParens @returns {string} */
  groupingItem(query, item, omitParens) {
    if (item.kind === 'empty') return '()'
    if (item.kind === 'simple') {
      const list = item.keys.map((at) => this.groupItem(query.groupBy[at])).join(', ')
      return omitParens && item.keys.length === 1 ? list : `(${list})`
    }
    const word = item.kind === 'rollup' ? 'ROLLUP' : item.kind === 'cube' ? 'CUBE' : 'GROUPING SETS '
    return `${word}(${item.content.map((part) => this.groupingItem(query, part, item.kind !== 'sets')).join(', ')})`
  }

  /** @param {import('../query.js').WindowSpec} window */
  window(window) {
    const parts = []
    if (window.refName !== undefined) parts.push(quoteIdentifier(window.refName))
    else if (window.partitionBy.length > 0)
      parts.push(`PARTITION BY ${window.partitionBy.map((expr) => this.groupItem(expr)).join(', ')}`)
    if (window.orderBy.length > 0 && window.copiedOrder !== true)
      parts.push(`ORDER BY ${this.sortList(window.orderBy, false)}`)
    const { frame } = window
    if (frame.explicit) {
      const words = [frame.mode.toUpperCase()]
      if (frame.between) words.push('BETWEEN', this.frameBound(frame.start), 'AND', this.frameBound(frame.end))
      else words.push(this.frameBound(frame.start))
      if (frame.exclude !== 'none')
        words.push(`EXCLUDE ${{ current: 'CURRENT ROW', group: 'GROUP', ties: 'TIES' }[frame.exclude]}`)
      parts.push(words.join(' '))
    }
    return `(${parts.join(' ')})`
  }

  /** @param {import('../query.js').FrameBound} bound */
  frameBound(bound) {
    const words = {
      unboundedPreceding: 'UNBOUNDED PRECEDING',
      preceding: ' PRECEDING',
      current: 'CURRENT ROW',
      following: ' FOLLOWING',
      unboundedFollowing: 'UNBOUNDED FOLLOWING',
    }
    return (bound.offset === null ? '' : this.text(bound.offset, false)) + words[bound.kind]
  }

  // --- expressions that only a query has -----------------------------------------------------------------------------

  /** @param {Expr} expr @param {boolean} showImplicit @returns {string} */
  text(expr, showImplicit) {
    return expr.syn !== undefined && this.named.has(expr.syn.rt)
      ? this.column(/** @type {any} */ (expr), false)
      : super.text(expr, showImplicit)
  }

  /** @param {Expr} expr @returns {string} */
  ofQuery(expr) {
    switch (expr.kind) {
      case 'agg': return this.aggregate(expr)
      case 'window': {
        const window = /** @type {Query} */ (this.current).windows[expr.window]
        const filter = expr.filter ? `) FILTER (WHERE ${this.text(expr.filter, false)}` : ''
        return `${this.functionName(expr.oid)}(${expr.star ? '*' : this.list(expr.args)}${filter}) OVER ${window.name !== null ? quoteIdentifier(window.name) : this.window(window)}`
      }
      case 'grouping': return `GROUPING(${this.list(expr.args)})`
      case 'sublink': return this.sublink(expr)
      case 'default': return 'DEFAULT'
      default: return super.ofQuery(expr)
    }
  }

  /** @param {import('../expr.js').Aggref} expr */
  aggregate(expr) {
    const filter = expr.filter ? `) FILTER (WHERE ${this.text(expr.filter, false)}` : ''
    const name = this.functionName(expr.oid)
    if (this.catalog.aggregate(expr.oid)?.kind !== 'n') return `${name}(${this.list(expr.directArgs)}) WITHIN GROUP (ORDER BY ${this.sortList(expr.orderBy, false)}${filter})`
    const args = expr.star
      ? '*'
      : expr.args
          .map((arg, at) => (expr.variadic && at === expr.args.length - 1 ? 'VARIADIC ' : '') + this.text(arg, true))
          .join(', ')
    const order = expr.orderBy.length > 0 ? ` ORDER BY ${this.sortList(expr.orderBy, false)}` : ''
    return `${name}(${expr.distinct ? 'DISTINCT ' : ''}${args}${order}${filter})`
  }

  /** @param {import('../expr.js').SubLink} expr */
  sublink(expr) {
    const query = () => this.inner(expr.query, false)
    if (expr.link === 'array') return `ARRAY(${query()})`
    if (expr.link === 'exists') return `(EXISTS (${query()}))`
    if (expr.test === null) return `(${query()})`
    const { left, operator } = this.testOf(expr.test)
    const word =
      expr.link === 'expr'
        ? operator
        : expr.link === 'any' && operator === '='
          ? 'IN'
          : `${operator} ${expr.link === 'any' ? 'ANY' : 'ALL'}`
    return `(${left} ${word} (${query()}))`
  }

  /**
   * The left side of a comparison with a subquery, and its operator.
   * @param {Expr} test
   * @returns {{ left: string, operator: string }}
   */
  testOf(test) {
    if (test.kind === 'op') return { left: this.text(test.args[0], true), operator: this.operatorName(test.oid) }
    if (test.kind === 'rowcompare') return { left: `(${this.list(test.left)})`, operator: test.op }
    if (test.kind === 'and' || test.kind === 'or') {
      const operators = test.args.map((arg) => this.testOf(arg))
      return { left: `(${operators.map((item) => item.left).join(', ')})`, operator: operators[0].operator }
    }
    if (test.kind === 'not') return { ...this.testOf(test.args[0]), operator: '<>' }
    throw featureNotSupported(`printing a comparison of kind ${test.kind} with a subquery`)
  }

  // --- columns -------------------------------------------------------------------------------------------------------

  /**
   * What a reference is called.
   * @param {import('../expr.js').Column} expr
   * @returns {{ table: string | null, column: string | null }}
   */
  variable(expr) {
    const { rt, attnum } = expr.syn ?? expr
    const named = this.named.get(rt)
    if (named === undefined) throw featureNotSupported('printing a reference to another query')
    return {
      table: named.name,
      column:
        attnum === 0 ? null : attnum > 0 ? (named.columns[attnum - 1] ?? '?dropped?column?') : SYSTEM_NAMES[attnum],
    }
  }

  /** @param {import('../expr.js').Column} expr @param {boolean} topLevel @returns {string} */
  column(expr, topLevel) {
    const { table, column } = this.variable(expr)
    const prefix = table === null || this.bare ? '' : `${quoteIdentifier(table)}.`
    if (column !== null) return prefix + quoteIdentifier(column)
    return `${prefix}*${topLevel ? `::${formatType(this.catalog, expr.type, expr.typmod)}` : ''}`
  }

  /**
   * A relation as FROM names it: with its schema also where a WITH query has its name.
   * @param {{ oid: number, name: string, namespaceOid: number }} relation
   */
  relation(relation) {
    if (this.cteNames.includes(relation.name)) return qualifiedName(this.catalog, relation.name, relation.namespaceOid)
    return relationName(this.catalog, relation.oid, relation.name, relation.namespaceOid)
  }
}
