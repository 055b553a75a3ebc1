/** INSERT, UPDATE and DELETE as SQL text: what rules do. */
import { collationName } from './visible.js'
import { quoteIdentifier, simpleLiteral } from './names.js'
import { relationName } from './objects.js'

/** @import { Expr } from '../expr.js' */
/** @import { QueryDeparser } from './query.js' */
/** @import { Named } from './query-names.js' */
/** @typedef {import('../query.js').Query} Query */
/** @typedef {import('../query.js').RangeEntry} RangeEntry */
/** @typedef {import('../query.js').WriteTarget} WriteTarget */

const STEP = 8

/**
 * A write's entries that have names of their own: the row as it is made goes by its target's.
 * @param {Query} query
 * @returns {Query}
 */
export function nameable(query) {
  const excluded = query.write?.onConflict?.excludedRt
  return query.write === null
    ? query
    : { ...query, entries: query.entries.filter((entry) => entry.kind !== 'new' || entry.rt === excluded) }
}

/** @param {QueryDeparser} printer @param {Query} query @returns {string} */
export function writeText(printer, query) {
  const write = /** @type {WriteTarget} */ (query.write)
  printer.named.set(write.newRt, /** @type {Named} */ (printer.named.get(write.rt)))
  const start = printer.withClause(query)
  printer.indent += STEP
  const target = /** @type {RangeEntry} */ (query.entries.find((entry) => entry.rt === write.rt))
  const text =
    start +
    (query.command === 'insert' ? insertText(printer, query, write, target) : changeText(printer, query, write, target))
  return write.returning
    ? printer.targetList(text + printer.clause(' RETURNING', 1), { ...query, targets: write.returning }, null, true)
    : text
}

/** @param {QueryDeparser} printer @param {RangeEntry} target */
const nameOf = (printer, target) =>
  relationName(printer.catalog, target.relation.oid, target.relation.name, target.relation.namespaceOid)

/** @param {QueryDeparser} printer @param {RangeEntry} target @returns {string | null} */
function aliasOf(printer, target) {
  const name = printer.named.get(target.rt)?.name ?? null
  return target.aliased || name !== target.relation.name ? name : null
}

/** @param {QueryDeparser} printer @param {Query} query @param {WriteTarget} write @param {RangeEntry} target */
function insertText(printer, query, write, target) {
  let text = ` INSERT INTO ${nameOf(printer, target)} `
  const alias = aliasOf(printer, target)
  if (alias !== null) text += `AS ${quoteIdentifier(alias)} `
  const given = (write.given ?? []).flatMap((item) => partsOf(printer, target, item.attnum, item.expr))
  if (given.length > 0) text += `(${given.map((item) => item.name).join(', ')}) `
  if (write.overriding) text += `OVERRIDING ${write.overriding.toUpperCase()} VALUE `
  const [node] = query.from
  const source = node?.kind === 'entry' ? query.entries.find((entry) => entry.rt === node.rt) : undefined
  if (source?.kind === 'subquery')
    text += printer.query(/** @type {Query} */ (source.query), printer.names, null, false)
  else if (source?.kind === 'values') text += printer.values(/** @type {Expr[][]} */ (source.rows))
  else if (given.length > 0) text += `${printer.line('VALUES (', -STEP, STEP, 2)}${given.map((item) => item.expr === null ? 'DEFAULT' : printer.topLevel(item.expr)).join(', ')})`
  else text += 'DEFAULT VALUES'
  return write.onConflict ? text + conflictText(printer, write.onConflict, target) : text
}

/** @param {QueryDeparser} printer @param {import('../query.js').OnConflict} conflict @param {RangeEntry} target */
function conflictText(printer, { action, infer, assignments, where }, target) {
  let text = ' ON CONFLICT'
  if (infer?.constraint) text += ` ON CONSTRAINT ${quoteIdentifier(infer.constraint)}`
  else if (infer) {
    // An index's columns stand alone.
    const bare = (/** @type {Expr} */ expr) =>
      printer.withoutPrefix(() =>
        expr.kind === 'column' || (expr.kind === 'func' && printer.isCall(expr))
          ? printer.text(expr, false)
          : `(${printer.text(expr, false).replace(/^\((.*)\)$/s, '$1')})`
      )
    text += `(${infer.keys.map((/** @type {any} */ key, /** @type {number} */ at) => `${bare(key)}${infer.collations?.[at] ? ` COLLATE ${collationName(printer.catalog, infer.collations[at])}` : ''}`).join(', ')})`
    const predicate = infer.where
    if (predicate) text += printer.clause(' WHERE ', 1) + printer.withoutPrefix(() => printer.text(predicate, false))
  }
  if (action === 'nothing') return `${text} DO NOTHING`
  text += ` DO UPDATE SET ${assignmentList(printer, target, assignments)}`
  return where ? text + printer.clause(' WHERE ', 1) + printer.text(where, false) : text
}

/** @param {QueryDeparser} printer @param {Query} query @param {WriteTarget} write @param {RangeEntry} target */
function changeText(printer, query, write, target) {
  let text = ` ${query.command === 'update' ? 'UPDATE' : 'DELETE FROM'} ${target.inh ? '' : 'ONLY '}${nameOf(printer, target)}`
  const alias = aliasOf(printer, target)
  if (alias !== null) text += ` ${quoteIdentifier(alias)}`
  if (query.command === 'update') text += ` SET ${assignmentList(printer, target, write.assignments ?? [])}`
  text = printer.fromClause(
    text,
    { ...query, from: query.from.filter((node) => !(node.kind === 'entry' && node.rt === write.rt)) },
    query.command === 'update' ? ' FROM ' : ' USING '
  )
  return query.where ? text + printer.clause(' WHERE ', 1) + printer.text(query.where, false) : text
}

/** @param {QueryDeparser} printer @param {RangeEntry} target @param {{ attnum: number, expr: Expr }[]} assignments */
function assignmentList(printer, target, assignments) {
  const items = assignments.flatMap((item) => partsOf(printer, target, item.attnum, item.expr))
  /** @type {string[]} */
  const texts = []
  for (let at = 0; at < items.length;) {
    const { expr, name } = items[at]
    const row = rowOf(expr)
    if (row === null) {
      texts.push(`${name} = ${expr === null ? 'DEFAULT' : printer.text(expr, false)}`)
      at++
      continue
    }
    let count = 1
    while (at + count < items.length && rowOf(items[at + count].expr)?.attnum === count + 1) count++
    texts.push(
      `(${items
        .slice(at, at + count)
        .map((item) => item.name)
        .join(', ')}) = (${printer.inner(row.query, false)})`
    )
    at += count
  }
  return texts.join(', ')
}

/**
 * The subquery whose column a value of SET (a, b) = (SELECT …) is.
 * @param {any} expr
 * @returns {{ query: Query, attnum: number } | null}
 */
function rowOf(expr) {
  while (expr !== null && ['relabel', 'viaio', 'arraycoerce', 'domain'].includes(expr.kind)) expr = expr.arg
  if (expr !== null && expr.kind === 'func' && expr.display !== 'call') return rowOf(expr.args[0])
  return expr !== null && expr.kind === 'field' && expr.arg.kind === 'sublink' && expr.arg.link === 'multiexpr'
    ? { query: expr.arg.query, attnum: expr.attnum }
    : null
}

/**
 * A column, or the parts of it that are assigned to.
 * @param {QueryDeparser} printer
 * @param {RangeEntry} target
 * @param {number} attnum
 * @param {any} expr
 * @returns {{ name: string, expr: Expr | null }[]}
 */
function partsOf(printer, target, attnum, expr) {
  const name = quoteIdentifier(target.relation.columns[attnum - 1].name)
  /** @type {{ name: string, expr: Expr | null }[]} */
  const parts = []
  const part = (/** @type {any} */ node) => {
    let path = name
    let value = node
    for (;;) {
      if (value.kind === 'domain' && isAssign(value.arg)) { value = value.arg; continue }
      if (!isAssign(value)) break
      // What was assigned before is what this is made from.
      if (path === name && isAssign(value.arg)) part(value.arg)
      path +=
        value.kind === 'fieldAssign' ? `.${quoteIdentifier(fieldName(printer, value))}` : printer.subscripts(value)
      value = value.source
    }
    parts.push({ name: path, expr: value })
  }
  if (expr === null || expr.kind === 'default') return [{ name, expr: null }]
  part(expr)
  return parts
}

/** @param {any} node */
const isAssign = (node) => node.kind === 'subscriptAssign' || node.kind === 'fieldAssign'

/** @param {QueryDeparser} printer @param {any} node fieldAssign */
function fieldName(printer, node) {
  const relation = printer.catalog.relation(printer.catalog.type(node.type)?.relationOid ?? 0)
  return relation?.columns[node.attnum - 1]?.name ?? ''
}

/** @param {any} stmt tagged NotifyStmt @returns {string} */
export function notifyText({ NotifyStmt: node }) {
  return `NOTIFY ${quoteIdentifier(node.conditionname)}${node.payload === undefined ? '' : `, ${simpleLiteral(node.payload)}`}`
}
