/**
 * What code of a library may ask for that runs statements, takes long, or is a trigger's (`Family.routine`). The
 * procedures layer hands it down in this shape (procedures/library-routine.js).
 */

/** @import { PgRecord } from '../types/record.js' */
/** @import { FunctionContext } from './impl.js' */

/** @typedef {{ name: string, type: number, typmod: number }} Column */
/**
 * CatalogSnapshot, a snapshot of the transaction layer's, values of SQL types.
 * @typedef {FunctionContext['catalog']} Value
 */
/**
 * A statement under way.
 * @typedef {object} RoutineQuery
 * @property {Column[]} columns none: it gives no rows, or rows without columns (`gives`)
 * @property {boolean} gives rows
 * @property {(count: number) => Generator<Promise<unknown>, Value[][], void>} fetch fewer than count: that was all
 * @property {() => void} close
 */
/**
 * @typedef {object} RoutineCall
 * @property {FunctionContext} context as functions that run no statements have it
 * @property {Value} catalog of this moment
 * @property {Value} session SessionHost, and `cluster`
 * @property {Value} snapshot of the calling statement; null: a trigger's
 * @property {() => Column[] | null} columns that rows of its result have; null: the call does not say
 * @property {(text: string) => Generator<Promise<unknown>, RoutineQuery, void>} query statements that only read, as
 *   the calling statement sees things; all but the last are run. Whoever calls closes it. 0A000: one that writes
 * @property {(text: string) => Column[]} describe one query, which is not run.
 *   42P11: it is none; 42501: it is not the caller's to run; 0A000: it writes
 * @property {(name: string) => { columns: Column[], fetch: (count: number) => Generator<Promise<unknown>, Value[][],
 *   void> }} cursor of the session, which moves forward. 34000: there is none
 * @property {() => boolean} isTired whether it is time for others: then `yield call.rest()`, holding no page
 * @property {() => Promise<void>} rest 57014: it was cancelled
 * @property {(values: Value[]) => PgRecord} record a row as its value
 */
/**
 * A row trigger's or statement trigger's call: rows as arrays in the table's order of columns.
 * @typedef {object} TriggerRun
 * @property {'row' | 'statement' | 'event'} level
 * @property {'BEFORE' | 'AFTER' | 'INSTEAD OF'} timing
 * @property {string} event INSERT, UPDATE, DELETE, TRUNCATE
 * @property {string} name of the trigger
 * @property {Value} relation RelationDesc
 * @property {string} schema of the relation
 * @property {string[]} args
 * @property {Value[] | null} old
 * @property {Value[] | null} new
 */

export {}
