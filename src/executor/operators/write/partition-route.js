/**
 * Tuple routing: from a row of a partitioned table to the leaf partition it belongs in. One function per partitioned
 * table on the way, written when the first row
 * gets there; all take the row of the table at the top, column by column, so that nothing is rebuilt on the way down.
 */
import { unreachable } from '../../../catalog/foreign.js'
import { FunctionBuilder, columnKey } from '../../codegen/function.js'
import { Module } from '../../codegen/module.js'
import { columnMap } from '../../../catalog/inheritance.js'
import { partitionConstraint } from '../../../catalog/partitions/constraint.js'
import { partitionSearch } from '../../../catalog/partitions/search.js'
import { deparseOver } from '../../../catalog/deparse/expressions.js'
import { noPartition, partitionViolation } from '../../../errors/ddl/partitions.js'
import { keyHashes, rowHash } from '../../../functions/comparison/partition-hash.js'
import { expression } from '../../expressions/compile.js'
import { typeOps } from '../../expressions/operations.js'
import { showsKey } from '../../shown-rows.js'
import { ofNewRow, ownerOf, rowWhere, shownRow } from './constraints.js'
import { retarget } from '../scan/index-keys.js'
import { emitRights } from './rights.js'

/** @import { ExecContext } from '../../context.js' */
/** @import { Datum } from '../../../types/datum.js' */
/** @import { PartitionKey } from '../../../catalog/partitions/key.js' */

/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {(ctx: any, ...values: any[]) => number} Route to the leaf's OID */

const ROW = 1

/**
 * @param {Module} root of the statement
 * @param {RelationDesc} top partitioned table
 * @returns {Route} values of the top's columns, in attnum order
 */
export function makeRoute(root, top) {
  const route = routeBelow(root, top, top)
  if (!top.isPartition) return route
  // The top is a partition itself: its own bound comes first.
  const check = ownBound(root, top)
  return (ctx, ...values) => { check(ctx, ...values); return route(ctx, ...values) }
}

/** @param {Module} root @returns {Module} */
const plainModule = (root) => new Module({ generator: false, catalog: root.catalog, functions: root.implementations })

/**
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} top
 * @param {RelationDesc} relation the row's columns become those of `relation`
 */
function bindRow(fn, top, relation) {
  const map = relation === top ? null : columnMap(top, relation)
  fn.ownParams = top.columns.map((column) => `v${column.attnum}`)
  for (const column of top.columns) {
    if (column.dropped) continue
    fn.bind(columnKey({ rt: ROW, attnum: map === null ? column.attnum : map[column.attnum - 1] }), {
      js: `v${column.attnum}`,
      nullable: true,
    })
  }
}

/**
 * @param {Module} root
 * @param {RelationDesc} top
 * @param {RelationDesc} relation partitioned, at or below the top
 * @returns {Route}
 */
function routeBelow(root, top, relation) {
  const key = /** @type {import('../../../catalog/partitions/key.js').PartitionKey} */ (relation.partitionKey)
  const search = partitionSearch(root.catalog, relation)
  const children = search.partitions.map(({ oid }) => root.catalog.relation(oid))
  /** @type {(Route | null)[]} */
  const routes = children.map(() => null)
  const module = plainModule(root)
  const fn = new FunctionBuilder(module, 'route', null)
  bindRow(fn, top, relation)
  emitRights(fn, key.parts.map(({ expr }) => expr), relation !== top)
  const names = key.parts.map((part) => {
    const own = part.expr ?? {
      kind: 'column', rt: ROW, attnum: part.attnum, type: part.typeOid, typmod: -1, collation: 0,
    }
    const value = expression(fn, ofNewRow(retarget(own, ROW), ROW, relation))
    if (value.atom) return value.js
    const name = module.name('key')
    fn.line(`const ${name} = ${value.js}`)
    return name
  })
  const at = module.constant(search, 'search')
  const list = `[${names.join(', ')}]`
  if (key.strategy === 'l') fn.line(`const child = ${at}.findValue(${names[0]})`)
  else if (key.strategy === 'r') fn.line(`const child = ${at}.findRange(${list})`)
  else fn.line(`const child = ${at}.findHash(${module.constant(rowHash, 'rowHash')}(${module.constant(keyHashes(key, module.catalog), 'hashes')}, ${list}))`)
  const fail = (/** @type {ExecContext} */ ctx, /** @type {Datum[]} */ values) => {
    throw missing(module, relation, key, values, ctx)
  }
  fn.line(`if (child < 0) ${module.constant(fail, 'fail')}(ctx, ${list})`)
  const below = (/** @type {number} */ child) =>
    (routes[child] ??=
      children[child].kind === 'p' ? routeBelow(root, top, children[child]) : leaf(root, children[child]))
  fn.line(`return ${module.constant(below, 'below')}(child)(ctx, ${fn.ownParams.join(', ')})`)
  module.functions.push(fn.text())
  return module.build('route')
}

/** @param {Module} root @param {RelationDesc} partition @returns {Route} @throws {DbError} 55000 */
function leaf(root, { oid, kind }) {
  if (kind === 'f') throw unreachable(root.catalog, oid)
  return () => oid
}

/**
 * @param {Module} module
 * @param {RelationDesc} relation
 * @param {PartitionKey} key
 * @param {unknown[]} values
 * @param {ExecContext} ctx
 */
function missing(module, relation, key, values, ctx) {
  const names = key.parts.map((/** @type {any} */ part) =>
    part.attnum > 0 ? relation.columns[part.attnum - 1].name : deparseOver(module.catalog, part.expr, relation),
  )
  const texts = key.parts.map((/** @type {any} */ part, /** @type {number} */ at) =>
    values[at] === null ? 'null' : typeOps(module, part.typeOid).format(values[at], ctx.env),
  )
  const shown = showsKey(
    ctx, relation, key.parts.map((/** @type {any} */ part) => part.attnum),
  )
    ? { columns: names.join(', '), values: texts.join(', ') }
    : null
  return noPartition(relation.name, rowWhere(relation, module.catalog).schema, shown)
}

/**
 * @param {Module} root
 * @param {RelationDesc} top a partition
 * @returns {(ctx: any, ...values: any[]) => void}
 * @throws {DbError} 23514
 */
function ownBound(root, top) {
  const module = plainModule(root)
  const fn = new FunctionBuilder(module, 'check', null)
  bindRow(fn, top, top)
  const live = top.columns.filter((column) => !column.dropped)
  const owner = { ...ownerOf(null, top, module.catalog), attnums: live.map((column) => column.attnum) }
  const fail = (/** @type {ExecContext} */ ctx, /** @type {Datum[]} */ values) => {
    throw partitionViolation(
      top.name,
      owner.schema,
      shownRow(
        owner, values, live.map((column) => typeOps(module, column.typeOid)), ctx,
      ),
    )
  }
  emitRights(fn, partitionConstraint(module.catalog, top))
  for (const condition of partitionConstraint(module.catalog, top)) {
    fn.line(`if (${expression(fn, ofNewRow(retarget(condition, ROW), ROW, top)).js} === false)`
      + ` ${module.constant(fail, 'fail')}(ctx, [${live.map((column) => `v${column.attnum}`).join(', ')}])`)
  }
  module.functions.push(fn.text())
  return module.build('check')
}
