/** Which views can be written as the table under them is: a property of the view's query alone. */
import { unreachable } from './foreign.js'
import { isStoredQuery, loadQuery } from './stored-query.js'
import { hasInsteadTrigger } from './triggers.js'

/** @typedef {import('./query.js').Query} Query */

/**
 * Why a view cannot be written, as PostgreSQL's DETAIL says it; null: it can.
 * @param {Query} query
 * @param {boolean} needColumn some column must be one of the table's
 * @returns {string | null}
 */
export function notUpdatable(query, needColumn) {
  const why = (/** @type {string} */ what) => `Views ${what} are not automatically updatable.`
  if (query.distinct) return why('containing DISTINCT')
  if (query.groupBy.length > 0 || query.groupingSets) return why('containing GROUP BY')
  if (query.having) return why('containing HAVING')
  if (query.setOperation) return why('containing UNION, INTERSECT, or EXCEPT')
  if (query.ctes.length > 0) return why('containing WITH')
  if (query.limit || query.offset || query.limitAll) return why('containing LIMIT or OFFSET')
  if (query.hasAggregates) return why('that return aggregate functions')
  if (query.hasWindowCalls) return why('that return window functions')
  if (query.hasSetReturning) return why('that return set-returning functions')
  const [only] = query.from
  const entry =
    query.from.length === 1 && only.kind === 'entry'
      ? query.entries.find((candidate) => candidate.rt === only.rt)
      : undefined
  if (!entry?.relation || !'rvfp'.includes(entry.relation.kind))
    return why('that do not select from a single table or view')
  if (entry.sample) return why('containing TABLESAMPLE')
  if (needColumn && !query.targets.some((target) => columnRefusal(target, entry.rt) === ''))
    return why('that have no updatable columns')
  return null
}

/**
 * @param {import('./query.js').Target} target
 * @param {number} rt of the table
 * @returns {string} '' when it can be written
 */
export function columnRefusal({ expr, resjunk }, rt) {
  if (resjunk) return 'Junk view columns are not updatable.'
  if (expr.kind === 'row' && expr.syn?.rt === rt)
    return 'View columns that return whole-row references are not updatable.'
  if (expr.kind !== 'column' || expr.rt !== rt)
    return 'View columns that are not columns of their base relation are not updatable.'
  if (expr.attnum < 0) return 'View columns that refer to system columns are not updatable.'
  return expr.attnum === 0 ? 'View columns that return whole-row references are not updatable.' : ''
}

const INSERT_UPDATE_DELETE = 28
const DELETE = 16
const EVENTS = /** @type {const} */ (['update', 'insert', 'delete'])
const EVENT_BITS = { update: 4, insert: 8, delete: DELETE }

/**
 * What can be done through a relation: the bits of pg_relation_is_updatable.
 * @param {any} catalog
 * @param {number} oid
 * @param {Set<number> | null} attnums of interest, null: all
 * @param {boolean} byTriggers what INSTEAD OF triggers do counts
 * @param {number[]} [seen]
 * @returns {number}
 */
export function updatableEvents(catalog, oid, attnums, byTriggers, seen = []) {
  const relation = catalog.relation(oid)
  if (relation === undefined || seen.includes(oid)) return 0
  if (relation.kind === 'r' || relation.kind === 'p') return INSERT_UPDATE_DELETE
  if (relation.kind === 'f') throw unreachable(catalog, oid)
  if (relation.kind !== 'v' || relation.viewSql === null || !isStoredQuery(relation.viewSql)) return 0
  let ruled = 0
  if (byTriggers) for (const event of EVENTS) if (hasInsteadTrigger(relation, event)) ruled |= EVENT_BITS[event]
  for (const rule of relation.rules)
    if (rule.instead && rule.conditional === false)
      ruled |= EVENT_BITS[/** @type {'insert' | 'update' | 'delete'} */ (rule.event)]
  return ruled === INSERT_UPDATE_DELETE ? ruled : ruled | automaticEvents(catalog, relation, attnums, byTriggers, seen)
}

/**
 * @param {any} catalog
 * @param {any} relation of a view
 * @param {Set<number> | null} attnums
 * @param {boolean} byTriggers
 * @param {number[]} seen
 * @returns {number}
 */
function automaticEvents(catalog, relation, attnums, byTriggers, seen) {
  const { query } = loadQuery(relation.viewSql, (other) => catalog.relation(other))
  if (notUpdatable(query, false) !== null) return 0
  const { rt } = query.from[0]
  const written = query.targets.flatMap((/** @type {any} */ target, /** @type {number} */ at) =>
    columnRefusal(target, rt) === '' && (attnums === null || attnums.has(at + 1)) ? [target.expr.attnum] : [],
  )
  const events = written.length === 0 ? DELETE : INSERT_UPDATE_DELETE
  const base = query.entries.find((/** @type {any} */ entry) => entry.rt === rt).relation
  if (base.kind !== 'v') return events
  return events & updatableEvents(catalog, base.oid, new Set(written), byTriggers, [...seen, relation.oid])
}
