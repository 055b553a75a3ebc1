/**
 * FOR UPDATE, FOR SHARE and their kin: which relations a query locks, how strongly, and what they may not stand
 * beside.
 */
import { syntaxError, notSupportedAt, located } from '../../errors/syntax.js'

/** @import { BindContext, Level } from './context.js' */
/** @import { Query } from '../../catalog/query.js' */

const STRENGTHS = /** @type {Record<string, 'keyshare' | 'share' | 'nokeyupdate' | 'update'>} */ ({
  LCS_FORKEYSHARE: 'keyshare', LCS_FORSHARE: 'share', LCS_FORNOKEYUPDATE: 'nokeyupdate', LCS_FORUPDATE: 'update',
})
const WAITS = /** @type {Record<string, 'block' | 'skip' | 'error'>} */ ({
  LockWaitBlock: 'block', LockWaitSkip: 'skip', LockWaitError: 'error',
})
/** Relations whose rows cannot be locked. */
const UNLOCKABLE = /** @type {Record<string, string>} */ ({
  m: 'materialized view', S: 'sequence', t: 'TOAST relation',
})
const ORDER = ['keyshare', 'share', 'nokeyupdate', 'update']

const NAMES = /** @type {Record<string, string>} */ ({
  keyshare: 'FOR KEY SHARE', share: 'FOR SHARE', nokeyupdate: 'FOR NO KEY UPDATE', update: 'FOR UPDATE',
})

/** @param {string} strength */
export const lockName = (strength) => NAMES[strength]

/** @param {BindContext} ctx @param {Level} level @param {Query} query @param {any[]} clauses */
export function bindLocking(ctx, level, query, clauses) {
  for (const item of clauses) {
    const clause = item.LockingClause
    const name = lockName(STRENGTHS[clause.strength])
    const refuse = (/** @type {string} */ what) => notSupportedAt(`${name} is not allowed with ${what}`)
    if (query.distinct) throw refuse('DISTINCT clause')
    if (query.groupBy.length || query.groupingSets) throw refuse('GROUP BY clause')
    if (query.having) throw refuse('HAVING clause')
    if (query.hasAggregates) throw refuse('aggregate functions')
    if (query.hasWindowCalls) throw refuse('window functions')
    if (query.hasSetReturning) throw refuse('set-returning functions in the target list')
    const wanted = clause.lockedRels?.map((/** @type {any} */ rel) => rel.RangeVar)
    const wait = WAITS[clause.waitPolicy]
    for (const entry of level.entries) {
      if (wanted && !wanted.some((/** @type {any} */ rel) => rel.relname === entry.alias)) continue
      if (entry.kind === 'relation' || entry.kind === 'subquery')
        lockEntry(ctx, query, entry, { rt: entry.rt, strength: STRENGTHS[clause.strength], wait }, name)
      else if (wanted) {
        const what = entry.kind === 'function' ? 'a function' : entry.kind === 'values' ? 'VALUES' : 'a WITH query'
        throw notSupportedAt(`${name} cannot be applied to ${what}`)
      }
    }
    for (const rel of wanted ?? []) {
      if (rel.schemaname)
        throw syntaxError(`${name} must specify unqualified relation names`, { location: rel.location ?? 0 })
      if (level.entries.some((entry) => entry.alias === rel.relname)) continue
      if (query.from.some((node) => namesJoin(node, rel.relname)))
        throw notSupportedAt(`${name} cannot be applied to a join`, { location: rel.location ?? 0 })
      throw located('42P01', `relation "${rel.relname}" in ${name} clause not found in FROM clause`, {
        location: rel.location ?? 0,
      })
    }
  }
}

/** @param {import('../../catalog/query.js').FromNode} node @param {string} name @returns {boolean} */
const namesJoin = (node, name) =>
  node.kind === 'join'
  && (node.alias
    ? node.alias === name
    : node.usingAlias === name || namesJoin(node.left, name) || namesJoin(node.right, name))

/**
 * A table's lock is the query's; a subquery's (a view's) goes down to its tables.
 * @param {BindContext} ctx
 * @param {Query} query
 * @param {import('../../catalog/query.js').RangeEntry} entry
 * @param {import('../../catalog/query.js').RowLocking} lock
 * @param {string} name
 */
function lockEntry(ctx, query, entry, lock, name) {
  const known = query.locks.find((other) => other.rt === entry.rt)
  if (known) {
    if (ORDER.indexOf(lock.strength) > ORDER.indexOf(known.strength)) known.strength = lock.strength
    if (lock.wait !== 'block' && known.wait !== 'error') known.wait = lock.wait
    if (!lock.pushed) delete known.pushed
  } else query.locks.push(lock)
  if (entry.kind === 'relation') {
    const word = UNLOCKABLE[entry.relation.kind]
    if (word !== undefined) throw located('42809', `cannot lock rows in ${word} "${entry.relation.name}"`)
    ctx.lock(entry.relation.oid, 2)
    entry.lockMode = 2
    return
  }
  if (entry.kind !== 'subquery' || !entry.query) return
  const inner = entry.query
  const refuse = (/** @type {string} */ what) => notSupportedAt(`${name} is not allowed with ${what}`)
  if (inner.setOperation && !entry.relation) throw refuse('UNION/INTERSECT/EXCEPT')
  if (inner.distinct) throw refuse('DISTINCT clause')
  if (inner.groupBy.length || inner.groupingSets) throw refuse('GROUP BY clause')
  if (inner.having) throw refuse('HAVING clause')
  if (inner.hasAggregates) throw refuse('aggregate functions')
  if (inner.hasWindowCalls) throw refuse('window functions')
  if (inner.hasSetReturning) throw refuse('set-returning functions in the target list')
  for (const item of inner.entries)
    if (item.kind === 'relation' || item.kind === 'subquery')
      lockEntry(ctx, inner, item, { rt: item.rt, strength: lock.strength, wait: lock.wait, pushed: true }, name)
}
