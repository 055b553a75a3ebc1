/**
 * CHECKPOINT, VACUUM, VACUUM FULL, CLUSTER, REINDEX, CREATE INDEX CONCURRENTLY on everybody's tables; changes nothing
 * that anybody looks at. What was answered before a checkpoint began survives in every mode.
 */
import { turns } from '../lane-context.js'
import { upkeep } from './statements.js'

/** @import { LaneContext } from '../lane-context.js' */

/**
 * A lane may hold a lock of one session while it waits for another: who of both is behind VACUUM FULL, which is behind
 * the first, waits for ever, as in PostgreSQL, since only the lane could let go. So this gives up before long.
 */
const LOCK_TIMEOUT = '100ms'

export const name = 'upkeep'
export const tables = /** @type {string[]} */ ([])

export async function fill() { /* nothing of its own */ }

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random, history } = lane
  const session = await lane.connect({ maintenance_work_mem: '1MB', lock_timeout: LOCK_TIMEOUT })
  while (!lane.over()) {
    await turns(10 + random.below(120))
    await lane.attempt(async () => {
      const tables = (
        await session.query(`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
        where c.relkind in ('r', 'm') and nspname !~ '^(pg_|information)' order by c.oid`)
      ).rows.map((/** @type {any} */ row) => row.name)
      const statement = random.below(2) === 0 ? 'checkpoint' : upkeep(random, tables)
      const ended = history.checkpoint()
      await session.exec(statement)
      if (statement === 'checkpoint') ended()
    })
  }
  await session.release()
}
