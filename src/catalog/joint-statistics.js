/** What ANALYZE found about several columns of a relation together, as the planner asks for it. */
import { catalogShape } from './store/shapes.js'
import { items } from './descriptors.js'

/** @import { CatalogRow } from './descriptors.js' */

/**
 * @typedef {object} JointStats
 * @property {number[]} attnums
 * @property {{ attnums: number[], count: number }[]} ndistinct different combinations of these columns
 * @property {{ from: number[], to: number, degree: number }[]} dependencies the share of rows in which the columns
 *   `from` decide the column `to`
 * @property {{ values: (string | null)[], frequency: number, base: number }[]} common combinations by the order of
 *   `attnums`; base: the frequency they would have if columns had nothing to do with each other
 */

/** @param {string} text "1, 2" */
const numbers = (text) => text.split(',').map(Number)

/**
 * @param {CatalogRow} row of pg_statistic_ext
 * @param {CatalogRow} data of pg_statistic_ext_data
 * @returns {JointStats}
 */
export function jointStatsOf(row, data) {
  const { at } = catalogShape('pg_statistic_ext')
  const { at: dataAt } = catalogShape('pg_statistic_ext_data')
  const [ndistinct, dependencies, mcv] = [dataAt.stxdndistinct, dataAt.stxddependencies, dataAt.stxdmcv].map(
    (place) => data[place]
  )
  return {
    attnums: items(row[at.stxkeys]),
    ndistinct:
      ndistinct === null
        ? []
        : Object.entries(JSON.parse(ndistinct)).map(([key, count]) => ({
            attnums: numbers(key),
            count: Number(count),
          })),
    dependencies:
      dependencies === null
        ? []
        : Object.entries(JSON.parse(dependencies)).map(([key, degree]) => {
            const [from, to] = key.split('=>')
            return { from: numbers(from), to: Number(to), degree: Number(degree) }
          }),
    common:
      mcv === null
        ? []
        : JSON.parse(mcv).map((/** @type {[(string | null)[], number, number]} */ [values, frequency, base]) => ({
            values,
            frequency,
            base,
          })),
  }
}
