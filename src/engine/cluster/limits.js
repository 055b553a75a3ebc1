/** Limits of what a cluster is put together of, as settings of the server have them: at open, and after each reload. */
import { settingDefinition } from '../../config/settings.js'
import { readServerSettings } from '../session/stored-settings.js'

/** @import { PredicateLimits } from '../../txn/predicate-locks.js' */
/** @import { Cluster } from './cluster.js' */

/** pg_reload_conf(): what ALTER SYSTEM set holds from now on, where no restart is needed. @param {Cluster} cluster */
export function reloadSettings(cluster) {
  cluster.settingsReadAt = cluster.clock.nowMicros()
  const { values } = cluster.settingsWith(readServerSettings(cluster.vfs, cluster.log))
  for (const [key, value] of values) {
    const old = cluster.serverSettings.values.get(key)
    const context = settingDefinition(key)?.context
    if (old === value || context === 'postmaster' || context === 'internal') continue
    cluster.serverSettings.values.set(key, value)
    for (const session of cluster.sessions) session.settings.serverChanged(key, old, value)
  }
  applyLimits(cluster)
  for (const reload of cluster.onReload) reload()
  cluster.access.reload()
}

/** @param {Cluster} cluster */
export function applyLimits(cluster) {
  const { txns, wal: { group }, options, serverSettings } = cluster
  const number = (/** @type {string} */ name) => Number(serverSettings.values.get(name))
  txns.serializable.setLimits(predicateLimits(number))
  const undoKilobytes = number('undo_file_limit')
  txns.undo.limitBytes = undoKilobytes < 0 ? Infinity : undoKilobytes * 1024
  cluster.maxWalBytes = number('max_wal_size') * 1048576
  // Who opened the directory knows better.
  cluster.checkpointMs = options.checkpointMs ?? number('checkpoint_timeout') * 1000
  group.batchMs = options.walBatchMs ?? number('wal_batch_ms')
  group.batchCommits = options.walBatchCommits ?? number('wal_batch_commits')
}

/**
 * How much of what serializable transactions read is remembered.
 * @param {(name: string) => number} number
 * @returns {PredicateLimits}
 */
const predicateLimits = (number) => ({
  perTransaction: number('max_pred_locks_per_transaction'),
  perRelation: number('max_pred_locks_per_relation'),
  perPage: number('max_pred_locks_per_page'),
  connections: number('max_connections'),
})
