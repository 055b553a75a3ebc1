/** pg_prewarm 1.2: reads a relation's pages into the cache, so that the first who wants them need not wait. */
import { refusedPrewarm } from '../errors/administration.js'
import { featureNotSupported } from '../errors/db-error.js'
import { Family } from '../functions/impl.js'
import { eachPage, requireSelect, storedOf } from './storage-looks.js'
import { functionScript } from './script.js'

/** @import { RoutineCall } from '../functions/routine-call.js' */

/**
 * @param {RoutineCall} call @param {number | null} oid @param {string | null} mode @param {string | null} fork
 * @param {number | null} first @param {number | null} last blocks @throws {DbError} 22023, 42809, 42501
 */
function* prewarm(call, oid, mode, fork, first, last) {
  if (oid === null) throw refusedPrewarm('relation cannot be null')
  if (mode === null) throw refusedPrewarm('prewarm type cannot be null')
  if (!['prefetch', 'read', 'buffer'].includes(mode)) {
    throw refusedPrewarm('invalid prewarm type', 'Valid prewarm types are "prefetch", "read", and "buffer".')
  }
  if (fork === null) throw refusedPrewarm('relation fork cannot be null')
  if (!['main', 'fsm', 'vm', 'init'].includes(fork)) {
    throw refusedPrewarm('invalid fork name', 'Valid fork names are "main", "fsm", "vm", and "init".')
  }
  const stored = storedOf(call, oid)
  requireSelect(call, stored)
  const { file } = stored
  if (fork !== 'main' || file === null) throw refusedPrewarm(`fork "${fork}" does not exist for this relation`)
  const end = file.blockCount
  const from = Number(first ?? 0)
  const to = Number(last ?? end - 1)
  if (first !== null && (from < 0 || from >= end)) {
    throw refusedPrewarm(`starting block number must be between 0 and ${end - 1}`)
  }
  if (last !== null && (to < 0 || to >= end))
    throw refusedPrewarm(`ending block number must be between 0 and ${end - 1}`)
  let count = 0
  yield* eachPage(call, file, () => { count++ }, to + 1, from)
  return count
}

const family = new Family()
family.routine('pg_prewarm', prewarm)
family.add(['autoprewarm_start_worker', 'autoprewarm_dump_now'], () => { throw featureNotSupported('autoprewarm') })

/** @type {import('./bundled.js').ExtensionModule} */
export const extension = {
  script: functionScript('pg_prewarm', [
    [
      `pg_prewarm(regclass, mode text DEFAULT 'buffer', fork text DEFAULT 'main', first_block int8 DEFAULT NULL,
        last_block int8 DEFAULT NULL)`, 'int8', 'pg_prewarm', 'v',
    ],
    ['autoprewarm_start_worker()', 'void', 'autoprewarm_start_worker', 'vs'],
    ['autoprewarm_dump_now()', 'int8', 'autoprewarm_dump_now', 'vs'],
  ]),
  functions: family.functions,
}
