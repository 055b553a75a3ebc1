/** Statistics of a relation's columns, one by one and several together: read when a planner first asks for them. */
import { items } from '../descriptors.js'
import { jointStatsOf } from '../joint-statistics.js'
import { catalogShape } from './shapes.js'

/** @import { CatalogRow } from '../descriptors.js' */
/** @import { ColumnStats } from '../relation.js' */
/** @import { CatalogStore } from './contract.js' */

export class StatisticsReader {
  /** @param {CatalogStore} store */
  constructor(store) {
    this.store = store
  }

  /**
   * Statistics are read when a planner first asks for a column's.
   * @param {number} relationOid
   * @returns {(attnum: number) => ColumnStats | null}
   */
  columnStats(relationOid) {
    /** @type {Map<number, ColumnStats> | null} */
    let byAttnum = null
    return (attnum) => {
      byAttnum ??= new Map(
        this.store
          .find('pg_statistic', 'pg_statistic_relid_att_inh_index', [relationOid], this.store.latest())
          .map(({ row }) => [row[catalogShape('pg_statistic').at.staattnum], statsOf(row)]),
      )
      return byAttnum.get(attnum) ?? null
    }
  }

  /**
   * The latest rows with a value in a column, which an index may begin with.
   * @param {string} catalog
   * @param {string} column
   * @param {number} value
   * @returns {CatalogRow[]}
   */
  rowsBy(catalog, column, value) {
    const { at, indexes } = catalogShape(catalog)
    const index = indexes.find(({ attnums }) => attnums[0] === at[column] + 1)
    const found =
      index === undefined
        ? this.store.scan(catalog, this.store.latest())
        : this.store.find(catalog, index.name, [value], this.store.latest())
    return found.map(({ row }) => row).filter((row) => row[at[column]] === value)
  }

  /**
   * Likewise, of several columns together, the oldest statistics object first.
   * @param {number} relationOid
   * @returns {() => import('../joint-statistics.js').JointStats[]}
   */
  jointStats(relationOid) {
    /** @type {import('../joint-statistics.js').JointStats[] | null} */
    let known = null
    return () => {
      known ??= this.rowsBy('pg_statistic_ext', 'stxrelid', relationOid)
        .sort(
          (one, other) => one[catalogShape('pg_statistic_ext').at.oid] - other[catalogShape('pg_statistic_ext').at.oid],
        )
        .flatMap((row) =>
          this.rowsBy('pg_statistic_ext_data', 'stxoid', row[catalogShape('pg_statistic_ext').at.oid]).map((data) =>
            jointStatsOf(row, data),
          ),
        )
      return known
    }
  }
}

/**
 * Slot kinds of pg_statistic: 1 most common values, 2 histogram, 3 correlation.
 * @param {CatalogRow} row
 * @returns {ColumnStats}
 */
function statsOf(row) {
  const { at } = catalogShape('pg_statistic')
  /** @type {ColumnStats} */
  const stats = {
    nullFraction: row[at.stanullfrac], width: row[at.stawidth], distinct: row[at.stadistinct], commonValues: [],
    commonFrequencies: [], histogram: [], correlation: 0,
  }
  for (let slot = 1; slot <= 5; slot++) {
    const kind = row[at[`stakind${slot}`]]
    const numbers = row[at[`stanumbers${slot}`]]
    const values = row[at[`stavalues${slot}`]]
    if (kind === 1) {
      stats.commonValues = items(values)
      stats.commonFrequencies = items(numbers)
    } else if (kind === 2) stats.histogram = items(values)
    else if (kind === 3) stats.correlation = items(numbers)[0]
  }
  return stats
}
