/**
 * CREATE STATISTICS and ALTER STATISTICS … SET STATISTICS; what CREATE TABLE … LIKE INCLUDING STATISTICS brings. What
 * they gather is ANALYZE's: ../../statistics/extended-statistics.js.
 */
import { CLASS } from '../../../catalog/ddl/context.js'
import { address } from '../../../catalog/ddl/dependencies.js'
import {
  chooseStatisticsName, createStatistics, setStatisticsTarget, statisticsExist,
} from '../../../catalog/ddl/extended-statistics.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { readStatistics } from '../../../catalog/statistics-objects.js'
import { DbError } from '../../../errors/db-error.js'
import { kindDetail } from '../../../errors/ddl/alter.js'
import {
  STATISTICS_TARGET_MAX, noOrderInStatistics, statisticsOf, statisticsTargetTooLow, systemColumnInStatistics,
  tooFewColumns, tooManyStatisticsColumns, twiceInStatistics, unknownStatisticsKind,
} from '../../../errors/ddl/statistics.js'
import { bindStatisticsExpr } from '../../../planner/table-expressions.js'
import { columnsOf, exprToText } from '../../../catalog/expr-text.js'
import { SHARE_UPDATE_EXCLUSIVE, beginDdl, creationNamespace, endDdl, lockRelation } from '../../session/ddl.js'
import { mapColumns } from '../tables/merge-parents.js'
import { findNamed, namesOf, requireNamedOwner } from '../objects/object-address.js'
import {
  columnDoesNotExist, kindsOfOneExpression, statisticsObjectAlreadyExists, statisticsOfOneRelation,
  statisticsOfRelationsOnly,
} from '../../../errors/commands/maintenance.js'
import { systemCatalog } from '../../../errors/ddl/row-security.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */

const COLUMNS_MAX = 8
const KINDS = /** @type {Record<string, string>} */ ({ ndistinct: 'd', dependencies: 'f', mcv: 'm' })
const SYSTEM = new Set(['ctid', 'xmin', 'cmin', 'xmax', 'cmax', 'tableoid'])

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreateStatsStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runCreateStatistics(session, node, call) {
  const [item] = node.relations
  if (node.relations.length !== 1) throw statisticsOfOneRelation()
  if (item.RangeVar === undefined) throw statisticsOfRelationsOnly()
  const relationOid = yield* lockRelation(session, item.RangeVar, SHARE_UPDATE_EXCLUSIVE)
  const relation = session.catalog().relation(relationOid)
  if (relation === undefined || !'rmpf'.includes(relation.kind))
    throw statisticsOf(item.RangeVar.relname, kindDetail(relation?.kind ?? 'i'))
  if (relationOid < FIRST_USER_OID) throw systemCatalog(relation.name)
  const names = namesOf(node.defnames ?? [])
  const namespaceOid = creationNamespace(session, {
    schemaname: names.length > 1 ? names.at(-2) : undefined,
    relname: names.at(-1),
  })
  const { attnums, exprs } = readColumns(session, relation, node.exprs, call.prepared.sourceText)
  const ddl = beginDdl(session)
  const name = /** @type {string} */ (names.at(-1))
  if (statisticsExist(ddl, name, namespaceOid)) {
    if (node.if_not_exists !== true) throw statisticsObjectAlreadyExists(name)
    session.notice({
      severity: 'NOTICE', code: '42710', message: `statistics object "${name}" already exists, skipping`,
    })
  } else
    createStatistics(ddl, {
      relationOid, name, namespaceOid, ownerOid: session.roleOid, attnums, exprs, kinds: kindsOf(node, attnums, exprs),
    })
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE STATISTICS')
}

/**
 * @param {Tree<import('@pgsql/types').CreateStatsStmt>} node
 * @param {number[]} attnums
 * @param {Expr[]} exprs
 * @returns {string[]}
 * @throws {DbError} 42601, 42P17, 42701
 */
function kindsOf(node, attnums, exprs) {
  const written = namesOf(node.stat_types ?? [])
  const alone = attnums.length === 0 && exprs.length === 1
  if (alone && written.length > 0) throw kindsOfOneExpression()
  for (const kind of written) if (KINDS[kind] === undefined) throw unknownStatisticsKind(kind)
  if (attnums.length + exprs.length < 2 && !alone) throw tooFewColumns()
  if (new Set(attnums).size < attnums.length) throw twiceInStatistics('column name')
  if (new Set(exprs.map(exprToText)).size < exprs.length) throw twiceInStatistics('expression')
  attnums.sort((one, other) => one - other)
  const wanted = Object.keys(KINDS)
    .filter((kind) => (written.length === 0 ? !alone : written.includes(kind)))
    .map((kind) => KINDS[kind])
  return exprs.length > 0 ? [...wanted, 'e'] : wanted
}

/**
 * @param {Session} session
 * @param {RelationDesc} relation
 * @param {ParseNode[]} elements StatsElem
 * @param {string} sourceText
 * @returns {{ attnums: number[], exprs: Expr[] }}
 */
function readColumns(session, relation, elements, sourceText) {
  const catalog = session.catalog()
  if (elements.length > COLUMNS_MAX) throw tooManyStatisticsColumns(COLUMNS_MAX)
  /** @type {number[]} */
  const attnums = []
  /** @type {Expr[]} */
  const exprs = []
  const column = (/** @type {import('../../../catalog/relation.js').ColumnDesc} */ found) => {
    if (catalog.orderingOps(found.typeOid) === undefined)
      throw noOrderInStatistics(
        `column "${found.name}" cannot be used in statistics`,
        formatType(catalog, found.typeOid, -1),
      )
    attnums.push(found.attnum)
  }
  for (const { StatsElem: element } of elements) {
    if (element.name) {
      if (SYSTEM.has(element.name)) throw systemColumnInStatistics()
      const found = relation.columns.find((candidate) => !candidate.dropped && candidate.name === element.name)
      if (found === undefined) throw columnDoesNotExist(element.name, 'CreateStatistics')
      column(found)
      continue
    }
    const expr = bindStatisticsExpr(catalog, element.expr, relation, {
      settings: session.settings, env: session.env, sourceText,
    })
    if (expr.kind === 'column' && expr.attnum > 0) {
      column(relation.columns[expr.attnum - 1])
      continue
    }
    if (columnsOf(expr).some((attnum) => attnum < 0)) throw systemColumnInStatistics()
    if (elements.length > 1 && catalog.orderingOps(expr.type) === undefined)
      throw noOrderInStatistics(
        'expression cannot be used in multivariate statistics',
        formatType(catalog, expr.type, -1),
      )
    exprs.push(expr)
  }
  return { attnums, exprs }
}

/** @param {Session} session @param {Tree<import('@pgsql/types').AlterStatsStmt>} node @param {UtilityCall} call */
export function runAlterStatistics(session, node, call) {
  const given =
    node.stxstattarget?.Integer === undefined ? Number(node.stxstattarget ?? 0) : (node.stxstattarget.Integer.ival ?? 0)
  if (given < -1) throw statisticsTargetTooLow(given)
  if (given > STATISTICS_TARGET_MAX)
    session.notice({
      severity: 'WARNING', code: '22023', message: `lowering statistics target to ${STATISTICS_TARGET_MAX}`,
    })
  const ddl = beginDdl(session)
  try {
    const object = findNamed(session, 'OBJECT_STATISTIC_EXT', { List: { items: node.defnames } })
    requireNamedOwner(session, 'OBJECT_STATISTIC_EXT', node.defnames, object)
    setStatisticsTarget(ddl, object.objectId, Math.min(given, STATISTICS_TARGET_MAX))
  } catch (error) {
    if (!node.missing_ok || !(error instanceof DbError) || (error.code !== '42704' && error.code !== '3F000'))
      throw error
    session.notice({
      severity: 'NOTICE', code: '00000',
      message: `statistics object "${namesOf(node.defnames).join('.')}" does not exist, skipping`,
    })
  }
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER STATISTICS')
}

/** INCLUDING STATISTICS: each object again, under a name of its own.
 * @param {Session} session
 * @param {any} ddl
 * @param {number} oid the new table
 * @param {RelationDesc} source
 * @param {number[]} map
 * @param {(from: import('../../../catalog/ddl/context.js').ObjectAddress, to:
 *   import('../../../catalog/ddl/context.js').ObjectAddress) => void} comment copies one; does nothing where comments
 *   are not wanted
 */
export function copyStatistics(session, ddl, oid, source, map, comment) {
  const table = ddl.view.relation(oid)
  for (const object of readStatistics(ddl.view, source.oid)) {
    const attnums = object.attnums.map((attnum) => map[attnum - 1]).sort((one, other) => one - other)
    const exprs = object.exprs.map((expr) => mapColumns(expr, map))
    const name = chooseStatisticsName(
      ddl, table.name, [...attnums.map((attnum) => table.columns[attnum - 1].name), ...exprs.map(() => 'expr')],
      table.namespaceOid,
    )
    const made = createStatistics(ddl, {
      relationOid: oid, name, namespaceOid: table.namespaceOid, ownerOid: session.roleOid, attnums, exprs,
      kinds: object.kinds,
    })
    comment(address(CLASS.STATISTICS, object.oid), address(CLASS.STATISTICS, made))
  }
}
