/** Whole directories of a program's: made for a while, put in their place, removed. */
import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { fileAccessError } from '../../errors/storage.js'

/** @param {string} prefix of its name @returns {string} path of a new directory among the temporary ones */
export const temporaryDirectory = (prefix) => fs.mkdtempSync(join(os.tmpdir(), prefix))

/** @param {string} path with all that is in it, if it is there */
export const removeDirectory = (path) => fs.rmSync(path, { recursive: true, force: true })

/**
 * @param {string} from @param {string} to a name that is free
 * @throws {import('../../errors/db-error.js').DbError} 58030
 */
export function renameDirectory(from, to) {
  try {
    fs.renameSync(from, to)
  } catch (error) {
    throw fileAccessError('rename', from, error)
  }
}
