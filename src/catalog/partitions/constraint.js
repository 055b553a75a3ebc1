/**
 * A partition's bound as a condition on its rows, in the form PostgreSQL gives it (psql \d+ shows it): columns of the
 * partition are range-table number 1.
 */
import { columnMap } from '../inheritance.js'
import { mapExpr } from '../expr-text.js'
import { partitionSearch } from './search.js'
import { builtins } from '../store/builtins.js'

/** @import { Expr, Const } from '../expr.js' */
/** @import { PartitionBound, RangeDatum } from './bound.js' */
/** @import { PartitionKey } from './key.js' */
/** @import { RelationDesc } from '../relation.js' */

const SATISFIES_HASH_PARTITION = 5028
const BTREE = { lt: 1, le: 2, eq: 3, ge: 4, gt: 5 }

/** @param {Record<string, any>} fields @returns {any} */
const boolean = (fields) => ({ type: 16, typmod: -1, collation: 0, ...fields })
/** @param {'and' | 'or' | 'not'} kind @param {Expr[]} args @returns {Expr} one alone stands for itself */
const combined = (kind, args) => args.length === 1 && kind !== 'not' ? args[0] : boolean({ kind, args })

/**
 * What every row of a partition satisfies, its ancestors' bounds included.
 * @param {any} catalog
 * @param {RelationDesc} relation
 * @returns {Expr[]} conjuncts; none: anything goes
 */
export function partitionConstraint(catalog, relation) {
  if (!relation.isPartition || relation.bound === null) return []
  const parent = /** @type {RelationDesc} */ (catalog.relation(relation.parents[0]))
  const own = boundConstraint(catalog, parent, relation.bound)
  const all = [...partitionConstraint(catalog, parent), ...own]
  const map = columnMap(parent, relation)
  return map === null
    ? all
    : mapExpr(all, (node) =>
        node.kind === 'column' && node.attnum > 0 ? { ...node, attnum: map[node.attnum - 1] } : undefined
      )
}

/**
 * A bound over the parent's columns.
 * @param {any} catalog
 * @param {RelationDesc} parent
 * @param {PartitionBound} bound
 * @returns {Expr[]}
 */
export function boundConstraint(catalog, parent, bound) {
  const key = /** @type {PartitionKey} */ (parent.partitionKey)
  if (key.strategy === 'h') return [hashConstraint(parent, key, bound)]
  if (key.strategy === 'l') return listConstraint(catalog, parent, key, bound)
  return bound.isDefault ? rangeDefault(catalog, parent, key) : rangeConstraint(parent, key, bound, false)
}

/** @param {RelationDesc} parent @param {PartitionKey} key @returns {Expr[]} the key's columns and expressions */
const keyExprs = (parent, key) =>
  key.parts.map(
    (part) =>
      part.expr
      ?? /** @type {Expr} */ ({
        kind: 'column', rt: 1, attnum: part.attnum, type: part.typeOid, typmod: part.typmod,
        collation: parent.columns[part.attnum - 1].collation,
      }),
  )

/**
 * @param {PartitionKey} key
 * @param {number} at
 * @param {Expr} left
 * @param {number} strategy
 * @param {Expr} right
 * @returns {Expr}
 */
function comparison(key, at, left, strategy, right) {
  const { family, inputType } = key.parts[at]
  const oid = builtins.familyOperator(family, inputType, inputType, strategy)
  const needsLabel = inputType !== left.type && inputType < 2276 && builtins.type(left.type)?.kind === 'b'
  const arg = needsLabel
    ? /** @type {any} */ ({
        kind: 'relabel',
        arg: left,
        display: 'implicit',
        type: inputType,
        typmod: -1,
        collation: left.collation,
      })
    : left
  return boolean({ kind: 'op', oid, funcOid: builtins.operator(oid)?.funcOid ?? 0, args: [arg, right], retset: false })
}

/** @param {Expr} arg @param {boolean} not @returns {Expr} */
const nullTest = (arg, not) => boolean({ kind: 'isnull', arg, not })

/** @param {RelationDesc} parent @param {PartitionKey} key @param {PartitionBound} bound @returns {Expr} */
function hashConstraint(parent, key, bound) {
  const constant = (/** @type {number} */ type, /** @type {number} */ value) =>
    /** @type {Const} */ ({ kind: 'const', type, typmod: -1, collation: 0, value })
  return boolean({
    kind: 'func',
    oid: SATISFIES_HASH_PARTITION,
    args: [
      constant(26, parent.oid),
      constant(23, bound.modulus),
      constant(23, bound.remainder),
      ...keyExprs(parent, key),
    ],
    variadic: false,
    retset: false,
    display: 'call',
  })
}

/**
 * @param {any} catalog
 * @param {RelationDesc} parent
 * @param {PartitionKey} key
 * @param {PartitionBound} bound
 * @returns {Expr[]}
 */
function listConstraint(catalog, parent, key, bound) {
  const [column] = keyExprs(parent, key)
  let values = bound.values
  if (bound.isDefault) {
    const search = partitionSearch(catalog, parent)
    values = search.inOrder().flatMap((at) => search.partitions[at].bound.values)
    if (values.length === 0) return []
    // In the order of the bounds, not of the partitions.
    values = [
      ...values.filter(({ value }) => value !== null).sort((a, b) => search.compares[0](a.value, b.value)),
      ...values.filter(({ value }) => value === null),
    ]
  }
  const elements = values.filter(({ value }) => value !== null)
  const hasNull = elements.length < values.length
  const isArray = builtins.type(column.type)?.category === 'A'
  const equal =
    elements.length > 1 && !isArray
      ? anyOf(key, column, elements)
      : elements.length === 0
        ? null
        : combined(
            'or',
            elements.map((value) => comparison(key, 0, column, BTREE.eq, value))
          )
  const result = hasNull
    ? [equal === null ? nullTest(column, false) : combined('or', [nullTest(column, false), equal])]
    : [nullTest(column, true), /** @type {Expr} */ (equal)]
  return bound.isDefault ? [combined('not', [combined('and', result)])] : result
}

/** column = ANY (ARRAY[…]). @param {PartitionKey} key @param {Expr} column @param {Const[]} elements @returns {Expr} */
function anyOf(key, column, elements) {
  const one = /** @type {any} */ (comparison(key, 0, column, BTREE.eq, elements[0]))
  const arrayType = builtins.type(elements[0].type)?.arrayType ?? 2277
  const array = {
    kind: 'array', elementType: elements[0].type, elements, multidims: false, type: arrayType, typmod: -1,
    collation: elements[0].collation,
  }
  return boolean({ kind: 'anyall', oid: one.oid, funcOid: one.funcOid, all: false, args: [one.args[0], array] })
}

/**
 * Whatever is in no other partition.
 * @param {any} catalog
 * @param {RelationDesc} parent
 * @param {PartitionKey} key
 * @returns {Expr[]}
 */
function rangeDefault(catalog, parent, key) {
  const { ranges, partitions } = partitionSearch(catalog, parent)
  if (ranges.length === 0) return []
  const others = ranges.map(({ child }) => combined('and', rangeConstraint(parent, key, partitions[child].bound, true)))
  return [
    combined('not', [
      combined('and', [...keyExprs(parent, key).map((column) => nullTest(column, true)), combined('or', others)]),
    ]),
  ]
}

/**
 * @param {RelationDesc} parent
 * @param {PartitionKey} key
 * @param {PartitionBound} bound
 * @param {boolean} forDefault without the tests for nulls
 * @returns {Expr[]}
 */
function rangeConstraint(parent, key, bound, forDefault) {
  const columns = keyExprs(parent, key)
  const notNull = columns.map((column) => nullTest(column, true))
  const result = forDefault ? [] : [...notNull]
  const { lower, upper } = bound
  const last = columns.length - 1
  let start = 0
  // Columns with one value only, then what remains as rows compare.
  while (start < last && isSame(lower[start], upper[start])) {
    result.push(comparison(key, start, columns[start], BTREE.eq, valueOf(lower[start])))
    start++
  }
  const low = arms(key, columns, lower, start, (at) => at === last || lower[at + 1].end === 'min' ? BTREE.ge : BTREE.gt)
  const high = arms(key, columns, upper, start, (at) => at < last && upper[at + 1].end === 'max' ? BTREE.le : BTREE.lt)
  if (low.length > 0) result.push(combined('or', low))
  if (high.length > 0) result.push(combined('or', high))
  if (result.length === 0) return forDefault ? notNull : [boolean({ kind: 'const', value: true })]
  return result
}

/**
 * (a > 1) OR (a = 1 AND b >= 2): one arm for each column that may decide.
 * @param {PartitionKey} key
 * @param {Expr[]} columns
 * @param {RangeDatum[]} end
 * @param {number} start
 * @param {(at: number) => number} strategyOf
 * @returns {Expr[]}
 */
function arms(key, columns, end, start, strategyOf) {
  /** @type {Expr[]} */
  const found = []
  for (let deciding = start; deciding < columns.length && end[deciding].end === 'value'; deciding++) {
    const args = columns.slice(start, deciding + 1).map((column, offset) => {
      const at = start + offset
      return comparison(key, at, column, at < deciding ? BTREE.eq : strategyOf(at), valueOf(end[at]))
    })
    found.push(combined('and', args))
  }
  return found
}

/** @param {RangeDatum} datum @returns {Const} */
const valueOf = (datum) => /** @type {any} */ (datum).value

/** @param {RangeDatum} a @param {RangeDatum} b */
function isSame(a, b) {
  if (a.end !== 'value' || b.end !== 'value') return false
  const [x, y] = [a.value.value, b.value.value]
  return x === y || (typeof x === 'object' && JSON.stringify(x, bigint) === JSON.stringify(y, bigint))
}

/** @param {string} _key @param {any} value */
const bigint = (_key, value) => typeof value === 'bigint' ? `${value}n` : value
