/** Conditions of pages, the pool, relation files and out-of-line values, each with its SQLSTATE. */
import { DbError } from './db-error.js'

/** A relation file's name in messages. @param {number} fileId */
export const relationPath = (fileId) => `base/${fileId.toString(16).padStart(8, '0')}`

/**
 * XX001: a page failed its checksum or says it is another page.
 * @param {number} fileId
 * @param {number} blockNo
 * @param {string} why
 */
export const invalidPage = (fileId, blockNo, why) => new DbError('XX001',
  `invalid page in block ${blockNo} of relation ${relationPath(fileId)}`, { detail: why })

/** XX001: a block that is not in its file. @param {number} fileId @param {number} blockNo @param {number} blockCount */
export const blockOutOfRange = (fileId, blockNo, blockCount) => new DbError('XX001',
  `could not read block ${blockNo} in file "${relationPath(fileId)}"`, { detail: `The file has ${blockCount} blocks.` })

/**
 * XX001: a relation whose damaged page was to be changed by recovery or a rollback.
 * @param {number} fileId
 * @param {{ name: string, isIndex: boolean } | null} relation null: nobody knows its name
 * @param {string} why
 */
export const relationQuarantined = (fileId, relation, why) => new DbError('XX001',
  `${relation?.isIndex ? 'index' : 'relation'} "${relation?.name ?? relationPath(fileId)}" is quarantined: ${why}`, {
    detail: 'A change of a transaction that did not commit, or that a crash cut off, could not be settled on the damaged page.',
    hint: relation?.isIndex ? `REINDEX INDEX ${relation.name} makes it anew from its table.`
      : '"seawall check --salvage" writes out the rows that can be read, while no server runs; DROP TABLE or TRUNCATE then ends the quarantine.' })

/** XX001. @param {number} fileId @param {string} why */
export const brokenOverflowChain = (fileId, why) => new DbError('XX001',
  `damaged out-of-line value in relation ${relationPath(fileId)}`, { detail: why })

/**
 * XX001: the log speaks of a file or page that is not there, and nothing later in the log took it away.
 * @param {string} what
 */
export const missingAfterRedo = (what) => new DbError('XX001', `the log changes ${what}, which does not exist`,
  { severity: 'FATAL', hint: 'A file of the data directory was lost or replaced; restore it from a backup.' })

/** 58P01. @param {number} fileId */
export const relationFileMissing = (fileId) =>
  new DbError('58P01', `could not open file "${relationPath(fileId)}": No such file or directory`)

/** 53200: every page in memory is in use at once. @param {number} frameCount */
export const noUnpinnedBuffers = (frameCount) => new DbError('53200', 'no unpinned buffers available',
  { detail: `All ${frameCount} pages of the cache are in use.`, hint: 'Open the database with a larger cache.' })

/** 58030: a page write or sync failed; final until the database is reopened. @param {unknown} cause */
export const pageWriteFailed = (cause) => new DbError('58030',
  `could not write pages: ${cause instanceof Error ? cause.message : String(cause)}`,
  { severity: 'PANIC', cause, hint: 'Reopen the database; recovery restores every acknowledged commit.' })

/** 54000: an out-of-line value beyond the limit. @param {number} byteCount @param {number} byteCountMax */
export const valueTooLong = (byteCount, byteCountMax) => new DbError('54000',
  `value of ${byteCount} bytes exceeds the limit of ${byteCountMax} bytes`)
