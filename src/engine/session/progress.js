/**
 * How far a long command has come, as pg_stat_progress_* shows it to other sessions. The command says once how its
 * numbers are read; they are read when somebody looks, so that telling costs nothing per row. A command that calls
 * another one (CLUSTER builds indexes) is told of as the one that was asked for.
 */

import { buildIndex } from '../../catalog/ddl/indexes/index-build.js'
import { buildContext } from './context.js'

/** @import { BuildCounts } from '../../catalog/ddl/indexes/index-build.js' */
/** @import { Session } from './session.js' */

/**
 * @typedef {object} Progress
 * @property {'ANALYZE' | 'VACUUM' | 'CLUSTER' | 'CREATE INDEX' | 'COPY'} command as pg_stat_get_progress_info takes it
 * @property {number} relationOid
 * @property {() => Record<number, number>} params by PostgreSQL's number of the parameter, from 1; 0 where nothing is
 *   said
 */

/**
 * The steps of a command, told of while they run.
 * @template T
 * @param {Session} session
 * @param {Progress} progress
 * @param {Generator<Promise<unknown>, T, void>} steps
 * @returns {Generator<Promise<unknown>, T, void>}
 */
export function* toldOf(session, progress, steps) {
  if (session.progress !== null) return yield* steps
  session.progress = progress
  try {
    return yield* steps
  } finally {
    session.progress = null
  }
}

/** Commands that build an index, by PostgreSQL's numbers. */
export const CREATE_INDEX = 1
export const CREATE_INDEX_CONCURRENTLY = 2
export const REINDEX = 3

const BUILDING = 2
/** What btree does while it builds. */
const SCANNING = 2
const LOADING = 5

/**
 * As `buildIndex`, told of.
 * @param {Session} session
 * @param {any} ddl DdlContext
 * @param {number} indexOid
 * @param {number} command
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* buildToldOf(session, ddl, indexOid, command) {
  const { relationOid, method } = ddl.view.index(indexOid)
  /** @type {BuildCounts} */
  const counts = { phase: 'scan', blocks: 0, blocksDone: 0, tuples: 0, tuplesDone: 0 }
  const params = () => ({
    1: command, 7: indexOid, 9: method, 10: BUILDING, 11: counts.phase === 'scan' ? SCANNING : LOADING,
    12: counts.tuples, 13: counts.tuplesDone, 16: counts.blocks, 17: counts.blocksDone,
  })
  yield* toldOf(
    session, { command: 'CREATE INDEX', relationOid, params },
    buildIndex(ddl, indexOid, { ...buildContext(session), counts }),
  )
}
