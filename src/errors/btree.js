/** Conditions of B+tree indexes. */
import { DbError } from './db-error.js'

/**
 * 54000. @param {number} entryBytes what the entry would take @param {number} entryBytesMax
 * @param {string} indexName
 */
export const indexRowTooLarge = (entryBytes, entryBytesMax, indexName) => new DbError('54000',
  `index row size ${entryBytes} exceeds btree maximum ${entryBytesMax} for index "${indexName}"`, {
    hint: 'Values larger than 1/3 of a buffer page cannot be indexed.\n'
      + 'Consider a function index of an MD5 hash of the value, or use full text indexing.',
  })

/** XX002. @param {string} indexName or the file's number when no name is at hand @param {string} problem */
export const indexCorrupted = (indexName, problem) => new DbError('XX002', `index "${indexName}" is corrupted: ${problem}`, {
  hint: 'Please REINDEX it.',
})
