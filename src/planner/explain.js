/**
 * EXPLAIN: a plan as PostgreSQL prints one, in text or as properties for JSON, YAML and XML. With run-time counts
 * (ANALYZE) it prints what happened beside what was expected: the executor fills a Map from node id to
 * {rows, loops, ms}.
 */
import { Fixed } from './explain-formats.js'
import { Printer } from './explain-printer.js'

/** @import { CatalogSnapshot } from '../catalog/snapshot.js' */
/** @import { Printed } from './explain-printer.js' */
/** @import { PlannedStatement } from './plan.js' */

/**
 * @typedef {{ rows: number, loops: number, ms: number, startupMs?: number, filtered?: number, unjoined?: number }}
 *   NodeCounts totals over all loops
 */

/** @typedef {{ costs?: boolean, verbose?: boolean, timing?: boolean, counts?: Map<number, NodeCounts> | null,
 *   planningMs?: number, executionMs?: number, summary?: boolean, settings?: [string, string][], buffers?: { hit:
 *   number, read: number },
 *   wal?: { records: number, bytes: number } }} ExplainOptions
 *   counts: present for ANALYZE; settings: those that differ from their defaults; buffers, wal: pages and log of the
 *   whole run, printed at the top
 */

/**
 * @param {PlannedStatement} planned
 * @param {CatalogSnapshot} catalog
 * @param {ExplainOptions} [options]
 * @returns {string[]} the lines of QUERY PLAN
 */
export function explainText(planned, catalog, options = {}) {
  if (planned.root === null) return ['Utility statements have no plan structure']
  /** @type {string[]} */
  const lines = []
  writeText(new Printer(planned, catalog).statement(), options, '', true, lines)
  if (options.settings && options.settings.length > 0)
    lines.push(
      `Settings: ${options.settings.map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`).join(', ')}`,
    )
  if (options.summary ?? options.counts) {
    if (options.planningMs !== undefined) lines.push(`Planning Time: ${options.planningMs.toFixed(3)} ms`)
    if (options.executionMs !== undefined) lines.push(`Execution Time: ${options.executionMs.toFixed(3)} ms`)
  }
  return lines
}

/**
 * One statement's plan as properties, for the structured formats (explain-formats.js).
 * @param {PlannedStatement} planned
 * @param {CatalogSnapshot} catalog
 * @param {ExplainOptions} [options]
 * @returns {Record<string, any>}
 */
export function explainGroup(planned, catalog, options = {}) {
  if (planned.root === null) return { 'Utility Statement': '' }
  return { Plan: planGroup(new Printer(planned, catalog).statement(), options, ''),
    ...(options.settings ? { Settings: Object.fromEntries(options.settings) } : {}),
    ...(options.planningMs === undefined ? {} : { 'Planning Time': new Fixed(options.planningMs, 3) }),
    ...(options.counts ? { Triggers: [] } : {}),
    ...(options.executionMs === undefined ? {} : { 'Execution Time': new Fixed(options.executionMs, 3) }) }
}

/**
 * @param {Printed} printed
 * @param {ExplainOptions} options
 * @param {string} indent
 * @param {boolean} isRoot
 * @param {string[]} lines
 */
function writeText(printed, options, indent, isRoot, lines) {
  lines.push(`${indent}${isRoot ? '' : '->  '}${printed.title}${estimates(printed.node, options)}`)
  const inner = isRoot ? `${indent}  ` : `${indent}      `
  for (const [name, value] of printed.properties) {
    lines.push(`${inner}${name}: ${Array.isArray(value) ? value.join(', ') : value}`)
    const removed = removedBy(name, printed.node, options)
    if (removed > 0) lines.push(`${inner}Rows Removed by ${name}: ${removed}`)
  }
  if (isRoot && options.buffers && options.buffers.hit + options.buffers.read > 0) {
    const { hit, read } = options.buffers
    lines.push(`${inner}Buffers: shared${hit > 0 ? ` hit=${hit}` : ''}${read > 0 ? ` read=${read}` : ''}`)
  }
  if (isRoot && options.wal && options.wal.records > 0)
    lines.push(`${inner}WAL: records=${options.wal.records} bytes=${options.wal.bytes}`)
  for (const { role, printed: child } of printed.children) {
    if (role !== '') lines.push(`${inner}${role}`)
    writeText(child, options, role === '' ? inner : `${inner}  `, false, lines)
  }
}

const REMOVED = /** @type {Record<string, 'filtered' | 'unjoined'>} */ ({
  Filter: 'filtered',
  'Join Filter': 'unjoined',
})

/**
 * @param {string} name of a property
 * @param {any} node
 * @param {ExplainOptions} options
 * @returns {number} rows it took away, a loop
 */
function removedBy(name, node, options) {
  const counts = name in REMOVED ? options.counts?.get(node.id) : undefined
  return counts === undefined || counts.loops === 0 ? 0 : Math.round((counts[REMOVED[name]] ?? 0) / counts.loops)
}

/** @param {any} node @param {ExplainOptions} options */
function estimates(node, options) {
  const { startupCost, totalCost, rows, width } = node.estimate
  const costs =
    options.costs === false
      ? ''
      : `  (cost=${startupCost.toFixed(2)}..${totalCost.toFixed(2)} rows=${rows} width=${width})`
  if (!options.counts) return costs
  const counts = options.counts.get(node.id)
  const gap = ' '
  if (!counts || counts.loops === 0) return `${costs}${gap}(never executed)`
  const time =
    options.timing === false
      ? ''
      : `time=${((counts.startupMs ?? 0) / counts.loops).toFixed(3)}..${(counts.ms / counts.loops).toFixed(3)} `
  return `${costs}${gap}(actual ${time}rows=${Math.round(counts.rows / counts.loops)} loops=${counts.loops})`
}

/** @param {Printed} printed @param {ExplainOptions} options @param {string} role @returns {Record<string, any>} */
function planGroup(printed, options, role) {
  const { node, children } = printed
  const isRoot = role === ''
  const relationship = relationshipOf(role)
  /** @type {Record<string, any>} */
  const group = { 'Node Type': nodeType(printed), ...kindOf(node) }
  if (!isRoot) group['Parent Relationship'] = relationship
  if (relationship.endsWith('Plan')) group['Subplan Name'] = role
  Object.assign(group, { 'Parallel Aware': false, 'Async Capable': false }, printed.identity)
  if (options.costs !== false) {
    const { startupCost, totalCost, rows, width } = node.estimate
    Object.assign(group, {
      'Startup Cost': new Fixed(startupCost, 2), 'Total Cost': new Fixed(totalCost, 2), 'Plan Rows': rows,
      'Plan Width': width,
    })
  }
  if (options.counts) {
    const { rows = 0, loops = 0, ms = 0, startupMs = 0 } = options.counts.get(node.id) ?? {}
    const runs = Math.max(1, loops)
    if (options.timing !== false) {
      group['Actual Startup Time'] = new Fixed(startupMs / runs, 3)
      group['Actual Total Time'] = new Fixed(ms / runs, 3)
    }
    group['Actual Rows'] = Math.round(rows / runs)
    group['Actual Loops'] = loops
  }
  for (const [name, value] of printed.properties) {
    group[name] = value
    if (options.counts && name in REMOVED) group[`Rows Removed by ${name}`] = removedBy(name, node, options)
  }
  const { buffers, wal } = options
  if (isRoot && buffers) Object.assign(group, { 'Shared Hit Blocks': buffers.hit, 'Shared Read Blocks': buffers.read })
  if (isRoot && wal) Object.assign(group, { 'WAL Records': wal.records, 'WAL FPI': 0, 'WAL Bytes': wal.bytes })
  if (children.length > 0) {
    const outer = children.find((child) => child.role === '')
    const below = printed.title === 'Append' ? 'Member' : 'Inner'
    group.Plans = children.map((child) =>
      planGroup(child.printed, options, child.role || (child === outer && below === 'Inner' ? 'Outer' : below)))
  }
  return group
}

/** @param {string} role of a plan in the one above: CTEs are run as init plans are @returns {string} */
function relationshipOf(role) {
  if (['', 'Outer', 'Inner', 'Member'].includes(role)) return role
  return role.startsWith('SubPlan') ? 'SubPlan' : 'InitPlan'
}

/** @param {any} node */
function kindOf(node) {
  if (node.node === 'aggregate')
    return {
      Strategy:
        node.strategy === 'plain'
          ? 'Plain'
          : node.groupingSets
            ? 'Mixed'
            : node.strategy === 'hash'
              ? 'Hashed'
              : 'Sorted',
      'Partial Mode': 'Simple',
    }
  if (node.node === 'distinct' && node.strategy === 'hash') return { Strategy: 'Hashed', 'Partial Mode': 'Simple' }
  if (node.node === 'setOp') return { Strategy: 'Hashed', ...(node.op === 'union' ? { 'Partial Mode': 'Simple' } : {}) }
  if (node.node === 'merge') return { Operation: 'Merge' }
  return node.node === 'modify' ? { Operation: node.operation[0].toUpperCase() + node.operation.slice(1) } : {}
}

/** @param {Printed} printed */
const nodeType = (printed) =>
  ['modify', 'merge'].includes(printed.node.node)
    ? 'ModifyTable'
    : /Aggregate$/.test(printed.title)
      ? 'Aggregate'
      : printed.title.startsWith('HashSetOp')
        ? 'SetOp'
        : printed.title
            .replace(/ Backward/, '')
            .replace(/ (using|on) [^]*$/, '')
            .replace(/ (Left|Right|Full|Semi|Anti|Right Semi) Join$/, (_, kind) =>
              printed.node.node === 'hashJoin' ? ' Join' : '',
            )
            .replace(/^Nested Loop.*$/, 'Nested Loop')
