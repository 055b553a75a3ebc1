/** What can be wrong with views, materialized views and tables made from queries, as PostgreSQL 15 words it. */
import { failingRow } from '../execution.js'
import { DbError } from '../db-error.js'

/** 42601 */
export const tooManyViewNames = () => new DbError('42601', 'CREATE VIEW specifies more column names than columns')
/** 42601 */
export const tooManyColumnNames = () => new DbError('42601', 'too many column names were specified')
/** 42601 */
export const unloggedView = () => new DbError('42601', 'views cannot be unlogged because they do not have storage')
/** 0A000 */
export const viewWithInto = () => new DbError('0A000', 'views must not contain SELECT INTO')
/** 0A000 */
export const viewWithWrites = () => new DbError('0A000', 'views must not contain data-modifying statements in WITH')
/** 42809. @param {string} name @param {'a view' | 'a materialized view'} kind @param {string} [detail] */
export const notThatKind = (name, kind, detail) =>
  new DbError('42809', `"${name}" is not ${kind}`, detail === undefined ? {} : { detail })
/** 42P16 */
export const cannotDropViewColumns = () => new DbError('42P16', 'cannot drop columns from view')
/** 42P16. @param {string} from @param {string} to */
export const cannotRenameViewColumn = (from, to) =>
  new DbError('42P16', `cannot change name of view column "${from}" to "${to}"`, {
    hint: 'Use ALTER VIEW ... RENAME COLUMN ... to change name of view column instead.',
  })
/** 42P16. @param {string} column @param {string} from @param {string} to */
export const cannotChangeViewType = (column, from, to) =>
  new DbError('42P16', `cannot change data type of view column "${column}" from ${from} to ${to}`)
/** 42P16. @param {string} column @param {string} from @param {string} to */
export const cannotChangeViewCollation = (column, from, to) =>
  new DbError('42P16', `cannot change collation of view column "${column}" from "${from}" to "${to}"`)
/** 0A000. @param {string} hint why not */
export const checkOptionNotSupported = (hint) =>
  new DbError('0A000', 'WITH CHECK OPTION is supported only on automatically updatable views', { hint })
/** 55000. @param {string} name */
export const notPopulated = (name) => new DbError('55000', `materialized view "${name}" has not been populated`,
  { hint: 'Use the REFRESH MATERIALIZED VIEW command.' })
/**
 * 0A000.
 * @param {'not use data-modifying statements in WITH' | 'not use temporary tables or views' |
 *   'not be defined using bound parameters'} what
 */
export const refusedInMaterialized = (what) =>
  new DbError(
    '0A000',
    what === 'not be defined using bound parameters'
      ? `materialized views may ${what}`
      : `materialized views must ${what}`
  )
/** 0A000 */
export const unloggedMaterialized = () => new DbError('0A000', 'materialized views cannot be unlogged')
/** 0A000 */
export const concurrentlyNotPopulated = () =>
  new DbError('0A000', 'CONCURRENTLY cannot be used when the materialized view is not populated')
/** 42601 */
export const concurrentlyNoData = () =>
  new DbError('42601', 'CONCURRENTLY and WITH NO DATA options cannot be used together')
/** 55000. @param {string} name qualified */
export const concurrentlyWithoutIndex = (name) =>
  new DbError('55000', `cannot refresh materialized view "${name}" concurrently`, {
    hint: 'Create a unique index with no WHERE clause on one or more columns of the materialized view.',
  })
/** 44000. @param {string} view @param {import('../execution.js').ShownRow | null} row */
export const checkOptionViolation = (view, row) =>
  new DbError('44000', `new row violates check option for view "${view}"`, failingRow(row))
/** 21000. @param {string} view @param {import('../execution.js').ShownRow | null} row */
export const duplicateNewData = (view, row) =>
  new DbError('21000', `new data for materialized view "${view}" contains duplicate rows without any null columns`, {
    detail: `Row: ${row}`,
  })
