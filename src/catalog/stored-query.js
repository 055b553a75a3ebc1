/**
 * Bound queries as text: what pg_rewrite.ev_action holds for a view or a rule (rules.js). JSON of a Query (query.js)
 * with the expressions of expr.js, in which
 *
 *   a relation is its OID, so that renaming it changes nothing; a view among them keeps its reference, not its own
 *   query a reference to a WITH query is that query's id constants go through their type's text form (expr-text.js),
 *   and places in the source are left out
 *
 * Loading numbers range-table entries and WITH queries anew, so that several stored queries can meet in one statement.
 */
import { exprFromText, exprTextSteps, exprToText, walkExpr } from './expr-text.js'
import { eachOf, inAttempts } from '../util/attempts.js'
import { CLASS } from './ddl/context.js'
import { address, namedByConstant } from './ddl/dependencies.js'

/** @template T @typedef {import('../util/effort.js').Steps<T>} Steps */
/** @import { ObjectAddress } from './ddl/context.js' */

/** Fields that hold range-table numbers. */
const RT_FIELDS = new Set(['rt', 'newRt', 'excludedRt'])

/** @param {any} query @returns {string} */
export function queryToText(query) {
  return exprToText(referencing(query))
}

/** The same with rests. @param {Parameters<typeof queryToText>[0]} query @returns {Steps<string>} */
export function* queryTextSteps(query) {
  return yield* exprTextSteps(yield* inAttempts(() => referencing(query)))
}

/** Whether a view's text is a stored query (system views are SQL). @param {string} text */
export const isStoredQuery = (text) => text.startsWith('{')

/** A copy in which objects of the catalog and WITH queries are named by number. @param {any} node @returns {any} */
function referencing(node) {
  if (node === null || typeof node !== 'object' || node.kind === 'const') return node
  if (Array.isArray(node)) return eachOf(node, referencing)
  /** @type {Record<string, any>} */
  const copy = {}
  const isView = node.kind === 'subquery' && node.relation !== undefined
  for (const field of Object.keys(node)) {
    const value = node[field]
    if (field === 'relation') copy.relation = value === undefined ? undefined : value.oid
    else if (field === 'cte' && value !== null && typeof value === 'object') copy.cte = value.id
    else if (field === 'tree' || (field === 'query' && isView)) continue
    else copy[field] = referencing(value)
  }
  if (isView) copy.kind = 'relation'
  if (node.relation !== undefined && Array.isArray(node.columnNames)) copy.columnNames = namesByNumber(node)
  return copy
}

/**
 * An alias's column names by attribute number: those of dropped columns are ''.
 * @param {any} entry
 * @returns {string[]}
 */
function namesByNumber(entry) {
  const names = [...entry.columnNames]
  return entry.columns.map((/** @type {any} */ column) => column.type === 0 ? '' : names.shift() ?? '')
}

/**
 * @param {string} text @param {(oid: number) => any} relationOf RelationDesc by OID
 * @param {{ rt: number, cte: number }} [after] numbers already given out
 * @returns {{ query: any, entries: any[], lastRt: number, lastCte: number }} entries: every range-table entry, inner
 *   queries' included; a view is an entry of kind 'relation' still
 */
export function loadQuery(text, relationOf, after = { rt: 0, cte: 0 }) {
  const query = exprFromText(text)
  /** @type {any[]} */
  const entries = []
  /** @type {Map<number, any>} */
  const ctes = new Map()
  const last = { rt: after.rt, cte: after.cte }
  /** @type {any[]} */
  const writes = []
  /** @type {any[]} */
  const rows = []
  renumber(query, after, last, entries, ctes, { writes, rows })
  for (const entry of entries) {
    if (entry.cte !== undefined) entry.cte = ctes.get(entry.cte + after.cte)
    if (entry.relation === undefined) continue
    entry.relation = relationOf(entry.relation)
    entry.parsedColumns = entry.columns.length
    if (entry.kind === 'relation' || entry.kind === 'new')
      entry.columns = columnsUnder(entry.relation, entry.columnNames)
  }
  for (const write of writes) write.relation = entries.find((entry) => entry.rt === write.rt).relation
  for (const row of rows) completeRow(row, entries.find((entry) => entry.rt === row.syn.rt))
  return { query, entries, lastRt: last.rt, lastCte: last.cte }
}

/**
 * The whole row of a view, which may have gained columns since.
 * @param {any} row RowExpr
 * @param {any} entry of the view, or of something else
 */
function completeRow(row, entry) {
  if (entry?.relation === undefined || entry.relation.typeOid !== row.type || row.args.length === entry.columns.length)
    return
  row.args = entry.columns.map((/** @type {any} */ column, /** @type {number} */ at) => ({
    kind: 'column',
    rt: entry.rt,
    attnum: at + 1,
    type: column.type,
    typmod: column.typmod,
    collation: column.collation,
  }))
  row.names = entry.columns.map((/** @type {any} */ column) => column.name)
}

/**
 * A relation's columns as FROM shows them; dropped ones keep their place with type 0.
 * @param {any} relation @param {string[] | undefined} names of an alias's column list, by attribute number
 */
function columnsUnder(relation, names = []) {
  return relation.columns.map((/** @type {any} */ column, /** @type {number} */ at) =>
    column.dropped
      ? { name: '', type: 0, typmod: -1, collation: 0 }
      : { name: names[at] || column.name, type: column.typeOid, typmod: column.typmod, collation: column.collation }
  )
}

/**
 * @param {any} node
 * @param {{ rt: number, cte: number }} after
 * @param {{ rt: number, cte: number }} last
 * @param {any[]} entries
 * @param {Map<number, any>} ctes
 * @param {{ writes: any[], rows: any[] }} found WriteTargets; whole rows spelt out
 */
function renumber(node, after, last, entries, ctes, found) {
  if (node === null || typeof node !== 'object' || node.kind === 'const') return
  if (Array.isArray(node)) {
    for (const item of node) renumber(item, after, last, entries, ctes, found)
    return
  }
  for (const field in node) {
    const value = node[field]
    if (typeof value === 'object') renumber(value, after, last, entries, ctes, found)
    else if (RT_FIELDS.has(field) && value > 0) {
      node[field] = value + after.rt
      if (node[field] > last.rt) last.rt = node[field]
    }
  }
  if (
    typeof node.rt === 'number' &&
    typeof node.alias === 'string' &&
    Array.isArray(node.columns) &&
    node.kind !== 'join'
  )
    entries.push(node)
  if (typeof node.newRt === 'number') found.writes.push(node)
  if (node.kind === 'row' && node.syn?.attnum === 0) found.rows.push(node)
  if (typeof node.materialize === 'string') {
    node.id += after.cte
    if (node.id > last.cte) last.cte = node.id
    ctes.set(node.id, node)
  }
}

/**
 * What a query needs: relations and their columns, functions, operators, types, collations.
 * @param {any} query
 * @param {(typeOid: number) => number} rowRelation the relation of a row type, 0: none
 * @param {[rt: number, relationOid: number][]} [rows] that it speaks of and has no entries of
 * @returns {ObjectAddress[]}
 */
export function queryDependencies(query, rowRelation, rows = []) {
  const copy = referencing(query)
  /** @type {Map<number, number>} range-table number -> relation */
  const relations = new Map(rows)
  /** @type {ObjectAddress[]} */
  const found = []
  walkObjects(copy, (node) => {
    if (typeof node.rt === 'number' && typeof node.alias === 'string' && typeof node.relation === 'number') {
      relations.set(node.rt, node.relation)
      found.push(address(CLASS.RELATION, node.relation))
    }
    if (typeof node.handler === 'number') found.push(address(CLASS.PROC, node.handler))
    for (const constraint of node.primaryKeys ?? []) found.push(address(CLASS.CONSTRAINT, constraint))
    if (typeof node.newRt === 'number') {
      for (const { attnum } of [
        ...(node.given ?? []),
        ...(node.assignments ?? []),
        ...(node.onConflict?.assignments ?? []),
      ])
        found.push(address(CLASS.RELATION, node.relation, attnum))
    }
  })
  walkExpr(copy, (node) => {
    switch (node.kind) {
      case 'column': {
        const relation = relations.get(node.rt)
        if (relation !== undefined) found.push(address(CLASS.RELATION, relation, Math.max(node.attnum, 0)))
        break
      }
      case 'func': case 'agg': case 'window': found.push(address(CLASS.PROC, node.oid)); break
      case 'op': case 'anyall': case 'distinct': case 'nullif': found.push(address(CLASS.OPERATOR, node.oid)); break
      case 'const': case 'relabel': case 'viaio': case 'rowconvert': case 'arraycoerce': case 'row': case 'domain': found.push(address(CLASS.TYPE, node.type)); break
      case 'field': found.push(address(CLASS.RELATION, rowRelation(node.arg.type), node.attnum)); break
      case 'collate': found.push(address(CLASS.COLLATION, node.collation)); break
    }
    found.push(...namedByConstant(node))
  })
  return found.filter((target) => target.objectId > 0)
}

/** @param {any} node @param {(node: any) => void} visit every object, whether or not it has a kind */
function walkObjects(node, visit) {
  if (node === null || typeof node !== 'object') return
  if (Array.isArray(node)) {
    for (const item of node) walkObjects(item, visit)
    return
  }
  visit(node)
  if (node.kind === 'const') return
  for (const field in node) walkObjects(node[field], visit)
}
