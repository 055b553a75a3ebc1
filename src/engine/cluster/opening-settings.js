/**
 * What settings a cluster opens with. Of what is said about one, the later wins: its default, its share of the memory
 * limit, ALTER SYSTEM, the options of who opens the directory.
 */
import { ServerSettings } from '../../config/settings.js'
import { badWalSync } from '../../errors/clusters.js'
import { readServerSettings } from '../session/stored-settings.js'
import { bytesOf, shares, sizeText } from './memory.js'

/** @import { Vfs } from '../../storage/vfs/vfs.js' */
/** @import { MemoryAccount } from '../../util/memory-account.js' */
/** @import { ClusterOptions } from './options.js' */

/** @typedef {'immediate' | 'batch' | 'none'} WalSync */
/**
 * @typedef {object} OpeningSettings
 * @property {WalSync} walSync
 * @property {number} poolBytes
 * @property {(system: Record<string, string>) => ServerSettings} settingsWith the server's, given what ALTER SYSTEM
 *   chose
 * @property {ServerSettings} serverSettings given what it has chosen
 */

/**
 * @param {ClusterOptions} options
 * @param {{ vfs: Vfs, log: (line: string) => void, memory: MemoryAccount, inMemory: boolean }} where
 * @returns {OpeningSettings}
 * @throws {DbError} 22023
 */
export function openingSettings(options, { vfs, log, memory, inMemory }) {
  const chosen = readServerSettings(vfs, log)
  const walSync = walSyncOf(options.walSync ?? chosen.wal_sync ?? 'immediate')
  const share = shares(memory.limit, inMemory)
  const pool = options.bufferPool ?? chosen.shared_buffers ?? share.pool
  const poolBytes = bytesOf('shared_buffers', pool)
  const { slowQueryMs, workMem, maxWal } = options
  /** @type {Record<string, string>} */
  const usual = { maintenance_work_mem: `${buildingMegabytes(memory.limit, poolBytes)}MB` }
  if (share.work !== undefined) usual.work_mem = share.work
  if (share.log !== undefined) usual.max_wal_size = share.log
  if (walSync !== 'immediate') usual.synchronous_commit = 'off'
  if (slowQueryMs !== undefined) usual.log_min_duration_statement = String(Math.round(slowQueryMs))
  /** @type {Record<string, string>} */
  const opened = { wal_sync: walSync, shared_buffers: sizeText(pool) }
  if (workMem !== undefined) opened.work_mem = sizeText(workMem)
  if (maxWal !== undefined) opened.max_wal_size = sizeText(maxWal)
  const settingsWith = (/** @type {Record<string, string>} */ system) =>
    new ServerSettings({ ...usual, ...system, ...opened })
  return { walSync, poolBytes, settingsWith, serverSettings: settingsWith(chosen) }
}

/** @param {string} text @returns {WalSync} @throws {DbError} 22023 */
function walSyncOf(text) {
  if (text === 'immediate' || text === 'batch' || text === 'none') return text
  throw badWalSync(text)
}

/**
 * Who gives the pool little has little to give: index builds get their share of it, and no more than usual.
 * @param {number} memoryLimit @param {number} poolBytes
 */
function buildingMegabytes(memoryLimit, poolBytes) {
  const most = Math.min(64, memoryLimit / 16 / 1048576)
  return Math.round(Math.min(most, Math.max(8, poolBytes / 1048576 / 12)))
}
