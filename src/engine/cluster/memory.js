/**
 * What a cluster may hold in memory (`memoryLimit`), and how much of it what it is opened with gets unless it is told
 * otherwise: storage/README.md, "Memory", says what counts.
 */
import { memoryLimitTooSmall, memoryLimitExceeded } from '../../errors/clusters.js'
import { memoryLimitReached } from '../../errors/value-size.js'
import { Allowance, MemoryAccount } from '../../util/memory-account.js'
import { MemoryBytes } from '../../storage/vfs/memory-file.js'
import { MemoryVfs } from '../../storage/vfs/memory-vfs.js'
import { parseSetting, settingDefinition } from '../../config/settings.js'

/** @import { ClusterOptions } from './options.js' */

const MB = 1048576
/** With less nothing useful runs. */
const LIMIT_MIN = 32 * MB
/** What an engine has besides what is counted one by one: catalogs, plans, the log's buffers. */
const ENGINE_BYTES = 8 * MB
/** The same of a fork, which shares most of it. */
const FORK_BYTES = 512 * 1024

/** @param {string | number} size @returns {string} as a setting's text */
export const sizeText = (size) => typeof size === 'number' ? `${Math.ceil(size / 1024)}kB` : size

/** @param {string} setting @param {string | number} size @returns {number} bytes */
export function bytesOf(setting, size) {
  const def = /** @type {import('../../config/settings.js').SettingDef} */ (settingDefinition(setting))
  const unit = def.unit === '8kB' ? 8192 : def.unit === 'MB' ? MB : 1024
  return Number(parseSetting(def, sizeText(size))) * unit
}

/** @param {ClusterOptions} options @returns {MemoryAccount} @throws {DbError} 22023 */
export function accountOf({ memoryLimit }) {
  if (memoryLimit === undefined) return new MemoryAccount()
  let limit = NaN
  try {
    limit = bytesOf('work_mem', memoryLimit)
  } catch {
    // what is no size is refused by this option's name
  }
  if (!(limit >= LIMIT_MIN)) throw memoryLimitTooSmall(memoryLimit)
  return new MemoryAccount(limit, memoryLimitReached)
}

/**
 * Files in memory. The log among them is never refused memory: it has its share, max_wal_size, and what it takes
 * beyond it must have.
 * @param {string} name @param {MemoryAccount} account @param {number} [logBytes] that are taken for the log already
 * @returns {MemoryVfs}
 */
export function filesInMemory(name, account, logBytes = 0) {
  const log = new Allowance(account, logBytes)
  return new MemoryVfs(name, account, (path) => new MemoryBytes(path.startsWith('wal/') ? log : account))
}

/**
 * What is not chosen. A log in memory is there for rollback and forks alone: nobody needs much of it.
 * @param {number} limit @param {boolean} inMemory
 * @returns {{ pool: string, log: string | undefined, work: string | undefined }}
 */
export function shares(limit, inMemory) {
  if (limit === Infinity) return { pool: '128MB', log: inMemory ? '256MB' : undefined, work: undefined }
  return {
    pool: sizeText(Math.min(128 * MB, limit / 4)),
    log: inMemory ? sizeText(limit / 8) : undefined,
    work: sizeText(Math.max(64 * 1024, Math.min(4 * MB, Math.floor(limit / 64)))),
  }
}

/**
 * What a log in memory is given from the beginning, where memory is limited.
 * @param {ClusterOptions} options @param {MemoryAccount} account @returns {number} bytes
 */
export function logShare({ maxWal, vfs }, { limit }) {
  if (limit === Infinity || vfs !== undefined) return 0
  return bytesOf('max_wal_size', maxWal ?? /** @type {string} */ (shares(limit, true).log))
}

/**
 * What is held from the beginning.
 * @param {MemoryAccount} account @param {number} poolBytes @param {number} logBytes of a log in memory
 * @param {boolean} isFork @returns {number} bytes, taken
 * @throws {DbError} 22023 the pool leaves nothing; 53200 a fork finds no room
 */
export function takeStanding(account, poolBytes, logBytes, isFork) {
  const bytes = poolBytes + logBytes + (isFork ? FORK_BYTES : ENGINE_BYTES)
  if (isFork) account.take(bytes, 'a fork')
  else {
    if (bytes > account.limit * 3 / 4) throw tooLittleLeft(bytes)
    account.add(bytes)
  }
  return bytes
}

/** @param {number} bytes */
const tooLittleLeft = (bytes) =>
  memoryLimitExceeded(Math.round(bytes / MB))
