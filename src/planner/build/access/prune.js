/**
 * Partition pruning: conditions on the partition key become tests (catalog/partitions/prune.js). What constants decide
 * is decided here; tests whose values only a run knows (parameters, stable functions, columns of outer relations) stay
 * with the scan, which asks again each time it begins.
 */
import { columnMap } from '../../../catalog/inheritance.js'
import { partitionSearch } from '../../../catalog/partitions/search.js'
import { UNKNOWN_VALUE, survivors } from '../../../catalog/partitions/prune.js'
import { keyHashes, rowHash } from '../../../functions/comparison/partition-hash.js'
import { conjuncts, exprKey, rebuild } from '../../expr-tools.js'
import { isKey, isValue, sameKeyType } from './keys.js'

/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../../catalog/partitions/prune.js').Test} Test */
/** @typedef {import('../../../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {import('../../plan.js').PruneNode} PruneNode */

const STRATEGY_OPS = /** @type {Record<number, '=' | '<' | '<=' | '>' | '>='>} */ ({
  1: '<', 2: '<=', 3: '=', 4: '>=', 5: '>',
})

/**
 * @param {PlanState} state
 * @param {RangeEntry} entry of a partitioned table
 * @param {Expr[]} conditions
 * @param {Set<number> | null} outer
 * @returns {{ oids: Set<number>, prune: PruneNode | null, values: Expr[] }} the leaves that may hold rows; what is left
 *   to decide at run time
 */
export function prunePartitions(state, entry, conditions, outer) {
  const work = { state, entry, outer, oids: new Set(), values: /** @type {Expr[]} */ ([]), late: false }
  const prunes = state.ctx.settings.get?.('enable_partition_pruning') !== false
  const prune = pruneTable(work, entry.relation, prunes ? conditions : [])
  return { oids: work.oids, prune: work.late ? prune : null, values: work.values }
}

/**
 * @typedef {{ state: PlanState, entry: RangeEntry, outer: Set<number> | null, oids: Set<number>, values: Expr[], late:
 *   boolean }} Work
 */

/**
 * @param {Work} work
 * @param {RelationDesc} relation
 * @param {Expr[]} conditions over its columns
 * @returns {PruneNode}
 */
function pruneTable(work, relation, conditions) {
  const { state } = work
  const key = /** @type {import('../../../catalog/partitions/key.js').PartitionKey} */ (relation.partitionKey)
  const search = partitionSearch(state.catalog, relation)
  const first = work.values.length
  const test = testOf(work, key, conditions)
  const known = work.values.map((value) => value.kind === 'const' ? value.value : UNKNOWN_VALUE)
  const late = test !== null && work.values.slice(first).some((value) => value.kind !== 'const')
  if (late) work.late = true
  const left = test === null ? null : survivors(search, test, known, hashOf(key, state.catalog))
  const kept = left === null ? search.partitions.map((_, at) => at) : left
  /** @type {(number | PruneNode)[]} */
  const children = search.partitions.map(() => -1)
  for (const at of kept) {
    const child = /** @type {RelationDesc} */ (state.catalog.relation(search.partitions[at].oid))
    if (child.kind === 'p') {
      const map = columnMap(relation, child)
      const own =
        map === null
          ? conditions
          : conditions.map((condition) =>
              rebuild(condition, (node) =>
                node.kind === 'column' && node.rt === work.entry.rt && node.attnum > 0
                  ? { ...node, attnum: map[node.attnum - 1] }
                  : undefined,
              ),
            )
      children[at] = pruneTable(work, child, own)
    } else {
      work.oids.add(child.oid)
      children[at] = child.oid
    }
  }
  return { relationOid: relation.oid, test: late ? test : null, children }
}

/**
 * @param {import('../../../catalog/partitions/key.js').PartitionKey} key
 * @param {CatalogSnapshot} catalog
 * @returns {(values: any[]) => bigint}
 */
function hashOf(key, catalog) {
  if (key.strategy !== 'h') return () => 0n
  const hashes = keyHashes(key, catalog)
  return (values) => rowHash(hashes, values)
}

/**
 * @param {Work} work
 * @param {unknown} key
 * @param {Expr[]} conditions
 * @returns {Test | null} null: they say nothing of the key
 */
function testOf(work, key, conditions) {
  const args = conditions.flatMap((condition) => oneTest(work, key, condition) ?? [])
  return args.length === 0 ? null : { kind: 'and', args }
}

/** @param {Work} work @param {any} key @param {Expr} condition @returns {Test | null} */
function oneTest(work, key, condition) {
  if (condition.kind === 'or') {
    const arms = condition.args.map((arm) => testOf(work, key, conjuncts(arm)))
    return arms.includes(null) ? null : { kind: 'or', args: /** @type {Test[]} */ (arms) }
  }
  if (condition.kind === 'and') return testOf(work, key, conjuncts(condition))
  for (let column = 0; column < key.parts.length; column++) {
    const test = columnTest(work, key.parts[column], key.strategy === 'h', column, condition)
    if (test !== null) return test
  }
  return null
}

/**
 * @param {Work} work
 * @param {import('../../../catalog/partitions/key.js').PartitionKeyPart} part
 * @param {boolean} hashed
 * @param {number} column
 * @param {Expr} condition
 * @returns {Test | null}
 */
function columnTest(work, part, hashed, column, condition) {
  const { state, entry, outer } = work
  if (condition.kind === 'isnull')
    return isKey(entry, part, condition.arg) && !state.view.testsFields(condition)
      ? { kind: 'null', column, not: condition.not }
      : null
  if (condition.kind === 'column' && condition.type === 16)
    return isKey(entry, part, condition)
      ? { kind: 'op', column, op: '=', value: valueOf(work, truth(true)), any: false }
      : null
  if (condition.kind === 'not' && condition.args[0].kind === 'column')
    return isKey(entry, part, condition.args[0])
      ? { kind: 'op', column, op: '=', value: valueOf(work, truth(false)), any: false }
      : null
  if (
    condition.kind === 'booltest' && !condition.not && condition.test !== 'unknown' && isKey(entry, part, condition.arg)
  )
    return { kind: 'op', column, op: '=', value: valueOf(work, truth(condition.test === 'true')), any: false }
  if (condition.kind === 'anyall') {
    if (condition.all || !isKey(entry, part, condition.args[0]) || !isValue(state, entry, condition.args[1], outer))
      return null
    const element = state.view.elementType(state.view.baseType(condition.args[1].type))
    if (
      opOf(state, part, hashed, condition.oid) !== '=' || !sameKeyType(state, part, element)
      || !partFollows(state, part, condition)
    )
      return null
    return { kind: 'op', column, op: '=', value: valueOf(work, condition.args[1]), any: true }
  }
  if (condition.kind !== 'op' || condition.args.length !== 2) return null
  let [left, right] = condition.args
  let { oid } = condition
  if (!isKey(entry, part, left)) {
    const commutator = isKey(entry, part, right) ? state.view.operator(oid)?.commutator : 0
    if (!commutator) return null
    ;[left, right] = [right, left]
    oid = commutator
  }
  const op = opOf(state, part, hashed, oid)
  if (
    op === null || !isValue(state, entry, right, outer) || !sameKeyType(state, part, right.type)
    || !partFollows(state, part, condition)
  )
    return null
  return { kind: 'op', column, op, value: valueOf(work, right), any: false }
}

/**
 * A part's bounds are in the order of its own collation.
 * @param {PlanState} state
 * @param {any} part
 * @param {Expr} condition
 */
const partFollows = (state, part, condition) =>
  condition.inputCollation !== -1
  && state.catalog.collator(part.collation) === state.catalog.collator(condition.inputCollation ?? 0)

/** @param {boolean} value @returns {Expr} */
const truth = (value) => ({ kind: 'const', type: 16, typmod: -1, collation: 0, value, location: -1 })

/**
 * What an operator means in the key's order (or hash).
 * @param {PlanState} state
 * @param {any} part
 * @param {boolean} hashed
 * @param {number} oid
 * @returns {'=' | '<' | '<=' | '>' | '>=' | null}
 */
function opOf(state, part, hashed, oid) {
  for (const member of state.catalog.familiesOf(oid)) {
    if (member.family !== part.family) continue
    if (hashed) return member.strategy === 1 ? '=' : null
    return STRATEGY_OPS[member.strategy] ?? null
  }
  return null
}

/** @param {Work} work @param {Expr} value @returns {number} its place */
function valueOf(work, value) {
  const wanted = exprKey(value)
  const known = work.values.findIndex((other) => exprKey(other) === wanted)
  return known >= 0 ? known : work.values.push(value) - 1
}
