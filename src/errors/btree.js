/** Conditions of B+tree indexes. */
import { DbError } from './db-error.js'

/**
 * What one entry of PostgreSQL's B+trees has beside its values, beyond what one here has: the size that is told is
 * theirs.
 */
const OTHER_BYTES = 4
const ALIGNMENT = 8
const INDEX_ROW_BYTES_MAX = 8191
/** Tuple ids a block has. */
const SLOTS = 512

/**
 * 54000.
 * @param {number} entryBytes what the entry would take
 * @param {number} entryBytesMax
 * @param {{ name: string, tableName: string }} tree
 * @param {number} tid of its row
 */
export function indexRowTooLarge(entryBytes, entryBytesMax, tree, tid) {
  const size = Math.ceil((entryBytes + OTHER_BYTES) / ALIGNMENT) * ALIGNMENT
  if (size > INDEX_ROW_BYTES_MAX)
    return new DbError('54000', `index row requires ${size} bytes, maximum size is ${INDEX_ROW_BYTES_MAX}`)
  return new DbError(
    '54000',
    `index row size ${size} exceeds btree version 4 maximum ${entryBytesMax} for index "${tree.name}"`,
    {
      detail:
        tree.tableName === ''
          ? undefined
          : `Index row references tuple (${Math.floor(tid / SLOTS)},${(tid % SLOTS) + 1}) in relation "${tree.tableName}".`,
      hint:
        'Values larger than 1/3 of a buffer page cannot be indexed.\n'
        + 'Consider a function index of an MD5 hash of the value, or use full text indexing.',
    },
  )
}

/** XX002. @param {string} indexName or the file's number when no name is at hand @param {string} problem */
export const indexCorrupted = (indexName, problem) =>
  new DbError('XX002', `index "${indexName}" is corrupted: ${problem}`, {
    hint: 'Please REINDEX it.',
  })

/** 54000. @param {number} bytes @param {number} most @param {string} name */
export const gistRowTooLarge = (bytes, most, name) =>
  new DbError('54000', `index row size ${bytes} exceeds maximum ${most} for index "${name}"`)
