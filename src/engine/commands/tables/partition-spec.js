/**
 * PARTITION BY and FOR VALUES as written -> partition key and bound, with PostgreSQL's refusals: overlap, emptiness,
 * types.
 */
import { requireCalls } from '../../statements/core/permit.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { columnsOf } from '../../../catalog/expr-text.js'
import { partitionBound } from '../../../catalog/partitions/bound.js'
import { partitionSearch } from '../../../catalog/partitions/search.js'
import { deparseOver } from '../../../catalog/deparse/expressions.js'
import { evaluate } from '../../../executor/evaluate.js'
import { undefinedCollationUtf8 } from '../../../errors/commands/types.js'
import { typeWithoutCollation } from '../../../errors/ddl/definitions.js'
import { undefinedOpclass } from '../../../errors/ddl/indexes.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import {
  afterInfinity, badModulus, badRemainder, boundType, columnInBound, constantKey, emptyRange, generatedKeyColumn,
  hashDefault, listOfOne, modulusNoFactor, mutableKey, noKeyColumn, noKeyOpclass, nullInRange, oneValuePerColumn,
  overlap, remainderTooLarge, secondDefault, systemKeyColumn, tooManyKeys, wrongBound, systemColumnInKey,
  pseudoTypeInKey,
} from '../../../errors/ddl/partitions.js'
import { withPosition } from '../../../errors/syntax.js'
import { bindBoundValue, bindPartitionExpr } from '../../../planner/partition-expressions.js'
import { isImmutable } from '../../../planner/table-expressions.js'
import { computeConstantParts } from '../../statements/core/constant-parts.js'
import { BTREE, FIRST_USER_OID, HASH } from '../../../types/oids.js'

/** @import { Session } from '../../session/session.js' */
/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { PartitionKey, PartitionKeyPart } from '../../../catalog/partitions/key.js' */
/** @import { PartitionBound, RangeDatum } from '../../../catalog/partitions/bound.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */
/** @import { Const } from '../../../catalog/expr.js' */
/** @import { PartitionSearch, Range } from '../../../catalog/partitions/search.js' */
/** @import { ColumnDesc } from '../../../catalog/relation.js' */

const STRATEGIES = /** @type {Record<string, 'l' | 'r' | 'h'>} */ ({
  PARTITION_STRATEGY_LIST: 'l', PARTITION_STRATEGY_RANGE: 'r', PARTITION_STRATEGY_HASH: 'h',
})
const STRATEGY_WORDS = { l: 'list', r: 'range', h: 'hash' }
const SYSTEM = new Set(['ctid', 'xmin', 'cmin', 'xmax', 'cmax', 'tableoid'])
const METHODS = { l: BTREE, r: BTREE, h: HASH }

/** Errors with a place in the statement's text. @template T @param {string} text @param {() => T} body @returns {T} */
function placed(text, body) {
  try {
    return body()
  } catch (error) {
    throw withPosition(error, text)
  }
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').PartitionSpec>} node
 * @param {{ name: string, columns: any[], typeOid: number }} relation columns as ColumnDesc
 * @param {string} text
 * @returns {PartitionKey}
 */
export const readPartitionKey = (session, node, relation, text) => placed(text, () => {
  const strategy = STRATEGIES[node.strategy]
  const elements = node.partParams.map((item) => item.PartitionElem)
  if (strategy === 'l' && elements.length > 1) throw listOfOne()
  if (elements.length > 32) throw tooManyKeys()
  return {
    strategy,
    parts: elements.map((element, /** @type {number} */ at) =>
      readKeyPart(session, element, at + 1, relation, METHODS[strategy], text),
    ),
    defaultOid: 0,
  }
})

/**
 * @param {Session} session
 * @param {any} element PartitionElem
 * @param {number} number from 1
 * @param {{ name: string, columns: any[], typeOid: number }} relation
 * @param {number} method
 * @param {string} text
 * @returns {PartitionKeyPart}
 */
function readKeyPart(session, element, number, relation, method, text) {
  const catalog = session.catalog()
  const location = element.location ?? 0
  let attnum = 0
  let expr = null
  if (element.name) {
    if (SYSTEM.has(element.name)) throw systemKeyColumn(element.name, location)
    const found = relation.columns.find((column) => !column.dropped && column.name === element.name)
    if (found === undefined) throw noKeyColumn(element.name, location)
    if (found.generated) throw generatedKeyColumn(element.name, location)
    attnum = found.attnum
  } else {
    expr = bindPartitionExpr(catalog, element.expr, relation, { settings: session.settings, sourceText: text })
    if (expr.kind === 'column' && expr.attnum > 0) {
      attnum = expr.attnum
      expr = null
    } else {
      for (const used of columnsOf(expr)) {
        if (used < 0) throw systemColumnInKey()
        if (used > 0 && relation.columns[used - 1].generated)
          throw generatedKeyColumn(relation.columns[used - 1].name, location)
      }
      if (catalog.type(expr.type)?.kind === 'p') throw pseudoTypeInKey(number, formatType(catalog, expr.type, -1))
      if (!isImmutable(catalog, expr)) throw mutableKey()
      computeConstantParts(session, expr)
      if (columnsOf(expr).length === 0) throw constantKey()
    }
  }
  const column = attnum > 0 ? relation.columns[attnum - 1] : null
  const typeOid = column?.typeOid ?? /** @type {any} */ (expr).type
  let collation = column?.collation ?? /** @type {any} */ (expr).collation ?? 0
  if (element.collation?.length) {
    const names = element.collation.map((/** @type {any} */ part) => part.String.sval)
    const found = catalog.collationByName(names.length > 1 ? names[0] : null, names.at(-1))
    if (found === undefined) throw undefinedCollationUtf8(names.join('.'))
    if (catalog.type(typeOid)?.collation === 0) throw typeWithoutCollation(formatType(catalog, typeOid, -1))
    collation = found.oid
  }
  const name = element.opclass?.length ? element.opclass.at(-1).String.sval : null
  const opclass = name === null ? catalog.defaultOpclass(typeOid, method) : catalog.opclassByName(name, method)
  if (opclass === undefined) {
    const word = method === HASH ? 'hash' : 'btree'
    if (name !== null) throw undefinedOpclass(name, word)
    throw noKeyOpclass(formatType(catalog, typeOid, -1), word)
  }
  // Bounds are compared by the type's own order.
  const usual = catalog.defaultOpclass(typeOid, method)
  const compares = (/** @type {any} */ one) =>
    one === undefined ? 0 : catalog.familyFunction(one.family, one.inputType, one.inputType, 1)
  if (method === BTREE && opclass.oid >= FIRST_USER_OID && compares(opclass) !== compares(usual))
    throw featureNotSupported(`partitioning by operator class "${opclass.name}", which has an order of its own,`)
  return {
    attnum, expr, typeOid, typmod: column?.typmod ?? -1, collation, opclass: opclass.oid, family: opclass.family,
    inputType: opclass.inputType,
  }
}

/**
 * A bound as written, checked against the partitions there are.
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').PartitionBoundSpec>} node
 * @param {RelationDesc} parent
 * @param {string} name of the partition
 * @param {string} text @returns {PartitionBound}
 */
export const readBound = (session, node, parent, name, text) => placed(text, () => {
  const key = /** @type {PartitionKey} */ (parent.partitionKey)
  const bound = parseBound(session, node, parent, key, text)
  checkBound(session, node, parent, key, bound, name)
  return bound
})

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').PartitionBoundSpec>} node
 * @param {RelationDesc} parent
 * @param {PartitionKey} key
 * @param {string} text
 * @returns {PartitionBound}
 */
function parseBound(session, node, parent, key, text) {
  const { strategy } = key
  const location = node.location ?? 0
  if (node.is_default) {
    if (strategy === 'h') throw hashDefault()
    return partitionBound({ strategy, isDefault: true })
  }
  if (node.strategy !== strategy) throw wrongBound(STRATEGY_WORDS[strategy], location)
  if (strategy === 'h') {
    const modulus = node.modulus ?? 0
    const remainder = node.remainder ?? 0
    if (modulus <= 0) throw badModulus()
    if (remainder < 0) throw badRemainder()
    if (remainder >= modulus) throw remainderTooLarge()
    return partitionBound({ strategy, modulus, remainder })
  }
  if (strategy === 'l') {
    /** @type {Const[]} */
    const values = []
    /** Of values that are no objects. */
    const seen = new Set()
    const catalog = session.catalog()
    for (const item of node.listdatums ?? []) {
      const bound = boundValue(session, catalog, item, parent, key, 0, text)
      const { value } = bound
      const isKnown = typeof value === 'object' && value !== null
        ? values.some((known) => sameValue(known.value, value)) : seen.has(value)
      if (isKnown) continue
      values.push(bound)
      seen.add(value)
    }
    return partitionBound({ strategy, values })
  }
  const lower = node.lowerdatums ?? []
  const upper = node.upperdatums ?? []
  if (lower.length !== key.parts.length) throw oneValuePerColumn('FROM')
  if (upper.length !== key.parts.length) throw oneValuePerColumn('TO')
  return partitionBound({
    strategy, lower: rangeEnd(session, lower, parent, key, text), upper: rangeEnd(session, upper, parent, key, text),
  })
}

/**
 * @param {Session} session
 * @param {ParseNode[]} nodes
 * @param {RelationDesc} parent
 * @param {PartitionKey} key
 * @param {string} text
 * @returns {RangeDatum[]}
 */
function rangeEnd(session, nodes, parent, key, text) {
  /** @type {RangeDatum[]} */
  const data = []
  nodes.forEach((node, at) => {
    const fields = node.ColumnRef?.fields
    const word = fields?.length === 1 ? fields[0].String?.sval : null
    const location = nodeLocation(node)
    const before = data.at(-1)
    /** @type {RangeDatum} */
    let datum
    if (word === 'minvalue' || word === 'maxvalue') datum = { end: word === 'minvalue' ? 'min' : 'max' }
    else {
      const value = boundValue(session, session.catalog(), node, parent, key, at, text)
      if (value.value === null) throw nullInRange()
      datum = { end: 'value', value }
    }
    if (before && before.end !== 'value' && datum.end !== before.end)
      throw afterInfinity(before.end === 'min' ? 'MINVALUE' : 'MAXVALUE', location)
    data.push(datum)
  })
  return data
}

/** @param {any} node @returns {number} where an expression begins */
function nodeLocation(node) {
  const inner = Object.values(node)[0]
  const left = inner.lexpr ?? (node.TypeCast ? inner.arg : undefined)
  return left !== undefined ? nodeLocation(left) : inner.location ?? 0
}

/**
 * @param {Session} session
 * @param {CatalogSnapshot} catalog
 * @param {ParseNode} node
 * @param {RelationDesc} parent
 * @param {PartitionKey} key
 * @param {number} at
 * @param {string} text
 * @returns {import('../../../catalog/expr.js').Const}
 */
function boundValue(session, catalog, node, parent, key, at, text) {
  const part = key.parts[at]
  const columnName =
    part.attnum > 0
      ? parent.columns[part.attnum - 1].name
      : deparseOver(catalog, /** @type {Expr} */ (part.expr), parent)
  const expr = bindBoundValue(
    catalog, node, { type: part.typeOid, typmod: part.typmod, columnName, boundType, columnInBound },
    { settings: session.settings, sourceText: text, env: session.env },
  )
  if (expr.kind !== 'const') requireCalls(session, expr)
  const value = expr.kind === 'const' ? expr.value : evaluate(expr, session.expressionContext([]))
  return {
    kind: 'const', type: part.typeOid, typmod: part.typmod, collation: expr.collation, value,
    location: nodeLocation(node),
  }
}

/** @param {unknown} a @param {unknown} b */
const sameValue = (a, b) =>
  a === b || (a !== null && typeof a === 'object' && JSON.stringify(a, text) === JSON.stringify(b, text))
/** @param {string} _key @param {unknown} value */
const text = (_key, value) => typeof value === 'bigint' ? `${value}n` : value

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').PartitionBoundSpec>} node
 * @param {RelationDesc} parent
 * @param {PartitionKey} key
 * @param {PartitionBound} bound
 * @param {string} name
 */
function checkBound(session, node, parent, key, bound, name) {
  const catalog = session.catalog()
  const search = partitionSearch(catalog, parent)
  const nameOf = (/** @type {number} */ at) => catalog.relation(search.partitions[at].oid)?.name ?? ''
  if (bound.isDefault) {
    if (search.defaultAt >= 0) throw secondDefault(name, nameOf(search.defaultAt), node.location ?? 0)
    return
  }
  if (key.strategy === 'h') { checkHash(search, bound, name, nameOf, node.location ?? 0); return }
  if (key.strategy === 'l') {
    for (const { value, location } of bound.values) {
      const at = value === null ? search.nullAt : search.findValue(value)
      if (at >= 0 && at !== search.defaultAt) throw overlap(name, nameOf(at), location ?? 0)
    }
    return
  }
  if (search.compareEnds(bound.lower, bound.upper) >= 0) {
    const side = (/** @type {RangeDatum[]} */ end) =>
      deparseOver(catalog, /** @type {any} */ (partitionBound({ strategy: 'r', lower: end })), null).slice(
        'FOR VALUES FROM '.length,
        -' TO ()'.length,
      )
    throw emptyRange(
      name, side(bound.lower), side(bound.upper),
      nodeLocation(node.lowerdatums[decidingColumn(search, bound.lower, bound.upper)]),
    )
  }
  const other = search.ranges.find(
    (range) => search.compareEnds(bound.lower, range.upper) < 0 && search.compareEnds(range.lower, bound.upper) < 0,
  )
  if (other !== undefined) {
    // The end that lies inside the other is shown.
    const lowerInside = search.compareEnds(other.lower, bound.lower) <= 0
    throw overlap(name, nameOf(other.child), overlapLocation(search, node, bound, other, lowerInside))
  }
}

/**
 * The first column that puts the end inside the other range.
 * @param {PartitionSearch} search
 * @param {Tree<import('@pgsql/types').PartitionBoundSpec>} node
 * @param {PartitionBound} bound
 * @param {Range} other
 * @param {boolean} lowerInside
 */
function overlapLocation(search, node, bound, other, lowerInside) {
  const [nodes, end, against] = lowerInside
    ? [node.lowerdatums, bound.lower, other.lower]
    : [node.upperdatums, bound.upper, other.lower]
  return nodeLocation(nodes[search.compareEnds(end, against) === 0 ? 0 : decidingColumn(search, end, against)])
}

/**
 * The column by which two ends differ, or where both are infinite.
 * @param {PartitionSearch} search
 * @param {RangeDatum[]} a
 * @param {RangeDatum[]} b
 */
function decidingColumn(search, a, b) {
  for (let at = 0; at < a.length - 1; at++)
    if (a[at].end !== 'value' || search.compareEnds(a.slice(0, at + 1), b.slice(0, at + 1)) !== 0) return at
  return a.length - 1
}

/**
 * @param {PartitionSearch} search
 * @param {PartitionBound} bound
 * @param {string} name
 * @param {(at: number) => string} nameOf
 * @param {number} location
 */
function checkHash(search, bound, name, nameOf, location) {
  const { modulus, remainder } = bound
  const order = search.inOrder()
  /** Neighbours by modulus: each must divide the next. */
  const below = [...order].reverse().find((/** @type {number} */ at) => search.partitions[at].bound.modulus <= modulus)
  const above = order.find((/** @type {number} */ at) => search.partitions[at].bound.modulus > modulus)
  if (below === undefined && above !== undefined) {
    const next = search.partitions[above].bound.modulus
    if (next % modulus !== 0)
      throw modulusNoFactor(
        `The new modulus ${modulus} is not a factor of ${next}, the modulus of existing partition "${nameOf(above)}".`,
      )
  }
  if (below !== undefined) {
    const previous = search.partitions[below].bound.modulus
    if (modulus % previous !== 0) throw modulusNoFactor(`The new modulus ${modulus} is not divisible by ${previous}, the modulus of existing partition "${nameOf(below)}".`)
    if (above !== undefined) {
      const next = search.partitions[above].bound.modulus
      if (next % modulus !== 0) throw modulusNoFactor(`The new modulus ${modulus} is not a factor of ${next}, the modulus of existing partition "${nameOf(above)}".`)
    }
  }
  if (search.partitions.length === 0) return
  for (let rest = remainder; rest < Math.max(modulus, search.modulus); rest += modulus) {
    const taken = search.remainders[rest % search.modulus]
    if (taken >= 0) throw overlap(name, nameOf(taken), location)
  }
}
