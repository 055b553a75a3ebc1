/** Flags that several commands share. Each can come from the environment too; the flag wins. */
import { InvalidArgumentError, Option } from 'commander'

const DEFAULT_DIR = './seawall-data'

export const walSyncOption = () => new Option('--wal-sync <mode>', 'what a COMMIT waits for').choices(['immediate', 'batch', 'none']).default('immediate').env('SEAWALL_WAL_SYNC')

export const memoryOption = () => new Option('--memory <size>', 'page cache, such as 256MB').argParser(size).default('128MB').env('SEAWALL_MEMORY')

/** @param {string | undefined} given @returns {string} the data directory */
export const dataDirectory = (given) => given ?? process.env.PGDATA ?? DEFAULT_DIR

/** @param {string} text */
function size(text) {
  if (!/^\d{1,9}\s*(kB|MB|GB)$/.test(text)) throw new InvalidArgumentError('It must be a size such as 64MB or 2GB.')
  return text
}

/** @param {string} text @returns {number} */
export function port(text) {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) throw new InvalidArgumentError('It must be a port number; 0 takes any free one.')
  return Number(text)
}
