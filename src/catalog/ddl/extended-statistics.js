/**
 * Statistics over several columns: pg_statistic_ext says what is wanted, pg_statistic_ext_data what ANALYZE found. The
 * latter's columns of types pg_ndistinct and pg_dependencies hold what PostgreSQL prints for them; pg_mcv_list holds
 * its items as JSON.
 */
import { exprToText } from '../expr-text.js'
import { catalogShape } from '../store/shapes.js'
import { charArray, int2Vector } from '../store/vectors.js'
import { CLASS } from './context.js'
import { address, expressionDependencies, recordDependencies } from './dependencies.js'
import { objectName } from './names.js'
import { relationOf } from './constraints/constraint-row.js'

/** @import { Expr } from '../expr.js' */
/** @import { DdlContext } from './context.js' */

/**
 * @typedef {{ relationOid: number, name: string, namespaceOid: number, ownerOid: number, attnums: number[],
 *   exprs: Expr[], kinds: string[], target?: number }} StatisticsDefinition kinds: d, f, m, e
 */

/** @param {DdlContext} ddl @param {StatisticsDefinition} definition @returns {number} OID */
export function createStatistics(
  ddl,
  { relationOid, name, namespaceOid, ownerOid, attnums, exprs, kinds, target = -1 }
) {
  const relation = relationOf(ddl, relationOid)
  const oid = ddl.newOid()
  const self = address(CLASS.STATISTICS, oid)
  ddl.insert('pg_statistic_ext', {
    oid,
    stxrelid: relationOid,
    stxname: name,
    stxnamespace: namespaceOid,
    stxowner: ownerOid,
    stxstattarget: target,
    stxkeys: int2Vector(attnums),
    stxkind: charArray(kinds.map((kind) => kind.charCodeAt(0))),
    stxexprs: exprs.length === 0 ? null : exprToText(exprs),
  })
  const needs = expressionDependencies(exprs, relationOid, ddl.view)
  const columns = [...attnums.map((attnum) => address(CLASS.RELATION, relationOid, attnum)), ...needs.columns]
  recordDependencies(ddl, self, columns.length === 0 ? [address(CLASS.RELATION, relationOid)] : columns, 'a')
  recordDependencies(ddl, self, [address(CLASS.NAMESPACE, namespaceOid), ...needs.others], 'n')
  ddl.touchRelation(relation)
  return oid
}

/** @param {DdlContext} ddl @param {number} oid */
export function removeStatistics(ddl, oid) {
  const found = ddl.byOid('pg_statistic_ext', oid)
  removeData(ddl, oid)
  ddl.remove('pg_statistic_ext', found)
  ddl.touch([oid, found.row[catalogShape('pg_statistic_ext').at.stxrelid]])
}

/** @param {DdlContext} ddl @param {number} oid */
function removeData(ddl, oid) {
  const { at } = catalogShape('pg_statistic_ext_data')
  for (const found of ddl.scan('pg_statistic_ext_data'))
    if (found.row[at.stxoid] === oid) ddl.remove('pg_statistic_ext_data', found)
}

/** @param {DdlContext} ddl @param {number} oid @param {number} target */
export function setStatisticsTarget(ddl, oid, target) {
  ddl.update('pg_statistic_ext', ddl.byOid('pg_statistic_ext', oid), { stxstattarget: target })
  ddl.touch([oid])
}

/** @typedef {{ ndistinct: string | null, dependencies: string | null, mcv: string | null }} StatisticsData */

/** What ANALYZE found. @param {DdlContext} ddl @param {number} oid @param {StatisticsData} data */
export function setStatisticsData(ddl, oid, { ndistinct, dependencies, mcv }) {
  removeData(ddl, oid)
  ddl.insert('pg_statistic_ext_data', {
    stxoid: oid,
    stxdinherit: false,
    stxdndistinct: ndistinct,
    stxddependencies: dependencies,
    stxdmcv: mcv,
    stxdexpr: null,
  })
}

/**
 * table_columns_stat, with a number behind it if that is taken.
 * @param {DdlContext} ddl
 * @param {string} table
 * @param {string[]} parts names of the columns, 'expr' for expressions
 * @param {number} namespaceOid
 * @returns {string}
 */
export function chooseStatisticsName(ddl, table, parts, namespaceOid) {
  let joined = ''
  for (const part of parts) {
    joined += (joined === '' ? '' : '_') + part
    if (Buffer.byteLength(joined) >= 64) break
  }
  for (let pass = 0; ; pass++) {
    const name = objectName(table, joined, pass === 0 ? 'stat' : `stat${pass}`)
    if (!statisticsExist(ddl, name, namespaceOid)) return name
  }
}

/** @param {DdlContext} ddl @param {string} name @param {number} namespaceOid @returns {boolean} */
export function statisticsExist(ddl, name, namespaceOid) {
  const { at } = catalogShape('pg_statistic_ext')
  return ddl.view.rowsWith('pg_statistic_ext', 'stxname', name).some((row) => row[at.stxnamespace] === namespaceOid)
}
