/** FROM as SQL text: tables, subqueries, functions, VALUES and joins with the aliases they need. */
import { collationName } from './visible.js'
import { quoteIdentifier } from './names.js'
import { formatType } from './types.js'

/** @import { QueryDeparser } from './query.js' */
/** @import { Named } from './query-names.js' */
/** @typedef {import('../query.js').Query} Query */
/** @typedef {import('../query.js').FromNode} FromNode */
/** @typedef {import('../query.js').JoinNode} JoinNode */
/** @typedef {import('../query.js').RangeEntry} RangeEntry */

const STEP = 8
const UNNEST = 2331
/** Indentation of a JOIN. */
const JOIN = 4

const JOINS = { left: ' LEFT JOIN ', right: ' RIGHT JOIN ', full: ' FULL JOIN ' }

/** @param {QueryDeparser} printer @param {Query} query @param {FromNode} node @returns {string} */
export function fromItem(printer, query, node) {
  if (node.kind === 'nothing') return ''
  if (node.kind === 'join') return joinText(printer, query, node)
  const entry = /** @type {RangeEntry} */ (query.entries.find((candidate) => candidate.rt === node.rt))
  const named = /** @type {Named} */ (printer.named.get(node.rt))
  const lateral = (entry.kind === 'function' ? entry.lateralWritten : entry.lateral) ? 'LATERAL ' : ''
  const alias = (/** @type {boolean} */ needed) =>
    needed || named.printColumns ? ` ${quoteIdentifier(named.name ?? '')}` : ''
  const columns = named.printColumns && named.shown.length > 0 ? `(${named.shown.map(quoteIdentifier).join(', ')})` : ''
  switch (entry.kind) {
    case 'subquery': case 'relation': case 'new':
      if (entry.relation) return `${entry.inh === false ? 'ONLY ' : ''}${printer.relation(entry.relation)}${alias(entry.aliased === true || named.name !== entry.relation.name)}${columns}${sampleText(printer, entry)}`
      return `${lateral}(${printer.inner(/** @type {Query} */ (entry.query), true)})${alias(true)}${columns}`
    case 'values': return `${lateral}(${printer.values(/** @type {any} */ (entry.rows))})${alias(true)}${columns}`
    case 'cte': return `${quoteIdentifier(entry.cte?.name ?? '')}${alias(entry.aliased === true || named.name !== entry.cte?.name)}${columns}`
    default: return lateral + functionText(printer, entry, named, alias(true), columns)
  }
}

/** @param {QueryDeparser} printer @param {RangeEntry} entry */
function sampleText(printer, { sample }) {
  if (sample === undefined) return ''
  const arg = (/** @type {import('../expr.js').Expr} */ expr) => printer.text(expr, false)
  const method = sample.handler === undefined ? sample.method : printer.functionName(sample.handler)
  return ` TABLESAMPLE ${method} (${arg(sample.percent)})${sample.repeatable === null ? '' : ` REPEATABLE (${arg(sample.repeatable)})`}`
}

/**
 * @param {QueryDeparser} printer
 * @param {RangeEntry} entry
 * @param {Named} named
 * @param {string} alias
 * @param {string} columns
 */
function functionText(printer, entry, named, alias, columns) {
  const functions = entry.functions ?? []
  const [first] = functions
  if (first.expr.kind === 'xmltable')
    return xmlTableText(printer, first.expr) + (entry.aliased === true ? alias : '') + columns
  const ordinality = entry.ordinality ? ' WITH ORDINALITY' : ''
  if (functions.length === 1 && !(first.defined && entry.ordinality)) {
    return `${printer.text(first.expr, true)}${ordinality}${alias}${first.defined ? definitions(printer, entry, 0, first.columnCount, named.shown) : columns}`
  }
  if (functions.every(({ expr, defined }) => expr.kind === 'func' && expr.oid === UNNEST && !defined)) {
    return `UNNEST(${functions.map(({ expr }) => printer.list(/** @type {any} */ (expr).args)).join(', ')})${ordinality}${alias}${columns}`
  }
  let at = 0
  const calls = functions.map(({ expr, columnCount, defined }) => {
    // Each list has the names it was written with; what renames them stands behind all.
    const names = expr.kind === 'func' ? expr.columns?.map((column) => column.name) ?? null : null
    const text =
      printer.text(expr, true) + (defined ? ` AS ${definitions(printer, entry, at, columnCount, names)}` : '')
    at += columnCount
    return text
  })
  return `ROWS FROM(${calls.join(', ')})${ordinality}${alias}${columns}`
}

/** @param {QueryDeparser} printer @param {import('../expr.js').XmlTable} table */
function xmlTableText(printer, { namespaces, row, document, columns }) {
  const text = (/** @type {import('../expr.js').Expr} */ expr) => printer.text(expr, false)
  const named = namespaces.map(({ name, uri }) =>
    name === null ? `DEFAULT ${text(uri)}` : `${text(uri)} AS ${quoteIdentifier(name)}`)
  const listed = columns.map(({ name, type, typmod, ordinality, path, fallback, notNull }) => {
    if (ordinality) return `${quoteIdentifier(name)} FOR ORDINALITY`
    return `${quoteIdentifier(name)} ${formatType(printer.catalog, type, typmod)}`
      + `${fallback === null ? '' : ` DEFAULT (${text(fallback)})`}${path === null ? '' : ` PATH (${text(path)})`}`
      + `${notNull ? ' NOT NULL' : ''}`
  })
  return `XMLTABLE(${named.length === 0 ? '' : `XMLNAMESPACES (${named.join(', ')}), `}`
    + `(${text(row)}) PASSING (${text(document)}) COLUMNS ${listed.join(', ')})`
}

/**
 * A column definition list.
 * @param {QueryDeparser} printer
 * @param {RangeEntry} entry
 * @param {number} from
 * @param {number} count
 * @param {string[] | null} names
 */
function definitions(printer, entry, from, count, names) {
  return `(${entry.columns.slice(from, from + count).map((column, at) => {
    const collation =
      column.collation !== 0 && column.collation !== printer.catalog.type(column.type)?.collation
        ? ` COLLATE ${collationName(printer.catalog, column.collation)}`
        : ''
    return `${quoteIdentifier(names?.[at] ?? column.name)} ${formatType(printer.catalog, column.type, column.typmod)}${collation}`
  }).join(', ')})`
}

/** @param {QueryDeparser} printer @param {Query} query @param {JoinNode} node @returns {string} */
function joinText(printer, query, node) {
  const named = /** @type {Named} */ (printer.named.get(/** @type {number} */ (node.rt)))
  const parens = !printer.pretty || Boolean(node.alias)
  let text = parens ? '(' : ''
  text += fromItem(printer, query, node.left)
  text += printer.line(
    node.join === 'inner' ? (node.on ? ' JOIN ' : ' CROSS JOIN ') : JOINS[node.join],
    -STEP,
    STEP,
    JOIN
  )
  const right = fromItem(printer, query, node.right)
  text += printer.pretty && node.right.kind === 'join' && !node.right.alias ? `(${right})` : right
  if (node.using) {
    text += ` USING (${named.using.map(quoteIdentifier).join(', ')})`
    if (node.usingAlias) text += ` AS ${quoteIdentifier(node.usingAlias)}`
  } else if (node.on) {
    const condition = printer.text(node.on, false)
    text += printer.pretty ? ` ON ${condition}` : ` ON (${condition})`
  } else if (node.join !== 'inner') text += ' ON TRUE'
  if (parens) text += ')'
  if (!node.alias) return text
  return `${text} ${quoteIdentifier(named.name ?? '')}${named.printColumns ? `(${named.shown.map(quoteIdentifier).join(', ')})` : ''}`
}
