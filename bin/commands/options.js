/** Flags that several commands share. Each can come from the environment too; the flag wins. */
import { InvalidArgumentError, Option } from 'commander'

const DEFAULT_DIR = './seawall-data'

/** Without the flag ALTER SYSTEM's choice holds, and without that the default. */
export const walSyncOption = () =>
  new Option('--wal-sync <mode>', 'what a COMMIT waits for (default: the setting wal_sync, "immediate")')
    .choices(['immediate', 'batch', 'none'])
    .env('SEAWALL_WAL_SYNC')

/** Likewise. */
export const memoryOption = () =>
  new Option('--memory <size>', 'page cache, such as 256MB (default: the setting shared_buffers, 128MB)')
    .argParser(size)
    .env('SEAWALL_MEMORY')

/** @param {string | undefined} given @returns {string} the data directory */
export const dataDirectory = (given) => given ?? process.env.PGDATA ?? DEFAULT_DIR

/** @param {string} text */
function size(text) {
  if (!/^\d{1,9}\s*(kB|MB|GB)$/.test(text)) throw new InvalidArgumentError('It must be a size such as 64MB or 2GB.')
  return text
}

/** @param {string} text @returns {number} */
export function count(text) {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 on.')
  return Number(text)
}

/** @param {string} text @returns {number} */
export function countOrNone(text) {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 for none.')
  return Number(text)
}

/** @param {string} text @returns {number} */
export function port(text) {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535)
    throw new InvalidArgumentError('It must be a port number; 0 takes any free one.')
  return Number(text)
}
