/** What ANALYZE, VACUUM and CREATE INDEX found out, into pg_class and pg_statistic. */
import { anyArray, float4Array } from '../store/vectors.js'
import { relationOf } from './constraints/constraint-row.js'

/** @import { ColumnStats } from '../relation.js' */
/** @import { DdlContext } from './context.js' */

/** @param {DdlContext} ddl @param {number} oid table or index @param {{ relpages: number, reltuples: number }} sizes */
export function setRelationSizes(ddl, oid, { relpages, reltuples }) {
  ddl.update('pg_class', ddl.one('pg_class', 'pg_class_oid_index', [oid]), { relpages, reltuples })
  const index = ddl.view.index(oid)
  ddl.touch(index === undefined ? [oid] : [oid, index.relationOid])
}

/**
 * Replaces a column's statistics.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {number} attnum
 * @param {ColumnStats} stats
 */
export function setColumnStats(ddl, relationOid, attnum, stats) {
  const relation = relationOf(ddl, relationOid)
  const { typeOid, collation } = relation.columns[attnum - 1]
  const ordering = ddl.view.orderingOps(typeOid)
  /** @type {Record<string, any>} */
  const row = {
    starelid: relationOid,
    staattnum: attnum,
    stainherit: false,
    stanullfrac: stats.nullFraction,
    stawidth: stats.width,
    stadistinct: stats.distinct,
  }
  const slots = []
  if (stats.commonValues.length > 0)
    slots.push({ kind: 1, op: ordering?.eq ?? 0, numbers: stats.commonFrequencies, values: stats.commonValues })
  if (stats.histogram.length > 0) slots.push({ kind: 2, op: ordering?.lt ?? 0, numbers: null, values: stats.histogram })
  if (stats.histogram.length > 0 || stats.commonValues.length > 0)
    slots.push({ kind: 3, op: ordering?.lt ?? 0, numbers: [stats.correlation], values: null })
  for (let at = 0; at < 5; at++) {
    const slot = slots[at]
    row[`stakind${at + 1}`] = slot?.kind ?? 0
    row[`staop${at + 1}`] = slot?.op ?? 0
    row[`stacoll${at + 1}`] = slot === undefined ? 0 : collation
    row[`stanumbers${at + 1}`] = slot === undefined || slot.numbers === null ? null : float4Array(slot.numbers)
    row[`stavalues${at + 1}`] = slot === undefined || slot.values === null ? null : anyArray(typeOid, slot.values)
  }
  ddl.removeAll('pg_statistic', 'pg_statistic_relid_att_inh_index', [relationOid, attnum])
  ddl.insert('pg_statistic', row)
  ddl.touchRelation(relation)
}
