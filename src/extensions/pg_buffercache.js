/**
 * pg_buffercache 1.3: which pages the cache holds. Numbers of files are of the whole directory, so no database is
 * named: `reldatabase` is 0, as of what all share. `usagecount` is 1 for a page that was used since the clock's hand
 * came by.
 */
import { Family } from '../functions/impl.js'
import { CLEAN } from '../storage/buffer-pool.js'
import { extensionScript } from './script.js'

const DEFAULT_TABLESPACE = 1663
/** Frames between two turns of others. */
const FRAMES_PER_LOOK = 1024

const family = new Family()
family.routine('pg_buffercache_pages', function* (call) {
  const { pool } = call.session.shared.storage
  for (let frame = 0; frame < pool.frameCount; frame++) {
    const file = pool.frameFile[frame]
    yield file === null ? [frame + 1, null, null, null, null, null, null, null, null]
      : [frame + 1, file.fileId, DEFAULT_TABLESPACE, 0, 0, pool.frameBlock[frame], pool.state[frame] > CLEAN,
        pool.used[frame], pool.pins[frame]]
    if (frame % FRAMES_PER_LOOK === 0 && call.isTired()) yield call.rest()
  }
})

const COLUMNS = ['bufferid integer', 'relfilenode oid', 'reltablespace oid', 'reldatabase oid',
  'relforknumber int2', 'relblocknumber int8', 'isdirty bool', 'usagecount int2', 'pinning_backends int4']

/** @type {import('./bundled.js').ExtensionModule} */
export const extension = {
  script: extensionScript({
    library: 'pg_buffercache',
    functions: [['pg_buffercache_pages()', 'SETOF record', 'pg_buffercache_pages', 'v']],
    after: `CREATE VIEW pg_buffercache AS SELECT p.* FROM pg_buffercache_pages() AS p (${COLUMNS.join(', ')});
      REVOKE ALL ON FUNCTION pg_buffercache_pages() FROM PUBLIC;
      REVOKE ALL ON pg_buffercache FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION pg_buffercache_pages() TO pg_monitor;
      GRANT SELECT ON pg_buffercache TO pg_monitor`,
  }),
  functions: family.functions,
}
