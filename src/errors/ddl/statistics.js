/** Conditions of CREATE STATISTICS and of statistics targets. */
import { DbError } from '../db-error.js'

export const STATISTICS_TARGET_MAX = 10000
/** @param {number} target */
export const statisticsTargetTooLow = (target) => new DbError('22023', `statistics target ${target} is too low`)
/** @param {string} relation @param {{ detail?: string }} detail */
export const statisticsOf = (relation, detail) =>
  new DbError('42809', `cannot define statistics for relation "${relation}"`, detail)
export const systemColumnInStatistics = () =>
  new DbError('0A000', 'statistics creation on system columns is not supported')
/** @param {string} what @param {string} type */
export const noOrderInStatistics = (what, type) =>
  new DbError('0A000', `${what} because its type ${type} has no default btree operator class`)
/** @param {number} most */
export const tooManyStatisticsColumns = (most) =>
  new DbError('54011', `cannot have more than ${most} columns in statistics`)
/** @param {string} kind */
export const unknownStatisticsKind = (kind) => new DbError('42601', `unrecognized statistics kind "${kind}"`)
export const tooFewColumns = () => new DbError('42P17', 'extended statistics require at least 2 columns')
/** @param {string} what */
export const twiceInStatistics = (what) => new DbError('42701', `duplicate ${what} in statistics definition`)
