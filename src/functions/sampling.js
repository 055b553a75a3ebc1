/** Methods of TABLESAMPLE that extensions bring: found by their handler's code, as functions are (libraries.js). */
import { libraryFunction } from './libraries.js'

/** @import { BlockNumber } from '../util/identifiers.js' */

/**
 * A scan of a table, as a method guides it.
 * @typedef {object} SampledScan
 * @property {number} blockEnd so many blocks it has
 * @property {BlockNumber} block of the row given last
 * @property {(first: number, step: number) => void} visit all of its blocks once, in steps from this one
 * @property {() => void} finish there are no more rows
 */
/** @typedef {{ random: () => number, nowMs: () => number }} SampleHost random: 32 bits */
/**
 * A sample that is being taken.
 * @typedef {object} Sampling
 * @property {(scan: SampledScan) => void} open a table's scan begins: of an inheritance tree each member's
 * @property {(scan: SampledScan) => boolean} takes the row given last, which the snapshot sees, is in the sample
 */
/**
 * @typedef {object} SampleMethod
 * @property {number} argument type of its one argument
 * @property {(value: number | null, size: { pages: number, rows: number }) => { pages: number, rows: number }} estimate
 *   null: not known when it is planned
 * @property {(value: number, host: SampleHost) => Sampling} begin @throws {DbError} 2202H
 */

/** @param {string} source of the handler @returns {SampleMethod | undefined} */
export const sampleMethod = (source) => libraryFunction(source)?.sampling
