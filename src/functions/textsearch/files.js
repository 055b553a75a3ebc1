/**
 * Files of dictionaries: stop words, synonyms, affixes. NAME.ENDING is looked for in the data directory's
 * `tsearch_data`, then among those that come with the program.
 */
import { dictionaryFile, invalidFileName } from '../../errors/text-search.js'
import { readPackageFile } from '../../storage/vfs/package-file.js'
/** @import { Vfs } from '../../storage/vfs/vfs.js' */

/** Directory, in the data directory. */
const FOLDER = 'tsearch_data'

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * @param {string} name
 * @returns {Uint8Array | null} of the program's own files
 */
export const ownFile = (name) => readPackageFile(new URL(`./data/${name}`, import.meta.url))

/**
 * Lines of a file, without their ends.
 * @param {Vfs} vfs of the data directory
 * @param {string} name as the dictionary's option gives it
 * @param {string} ending
 * @param {string} what the file is, for messages: stop-word, synonym …
 * @returns {string[]}
 * @throws {DbError} 22023 no name of a file; F0000 no such file; 22021 not UTF-8
 */
export function fileLines(vfs, name, ending, what) {
  if (!/^[a-z0-9_]*$/.test(name)) throw invalidFileName(name)
  const path = `${FOLDER}/${name}.${ending}`
  const bytes = vfs.exists(path) ? contents(vfs, path) : ownFile(`${name}.${ending}`)
  if (bytes === null)
    throw dictionaryFile(`could not open ${what} file "${vfs.name}/${path}": No such file or directory`)
  return textOf(bytes, `${vfs.name}/${path}`).split('\n').map((line) => line.endsWith('\r') ? line.slice(0, -1) : line)
}

/** @param {Vfs} vfs @param {string} path */
function contents(vfs, path) {
  const file = vfs.open(path)
  try {
    const bytes = new Uint8Array(file.size())
    file.readSync(bytes, 0, bytes.length, 0)
    return bytes
  } finally {
    file.close()
  }
}

/** @param {Uint8Array} bytes @param {string} path @throws {DbError} 22021 */
function textOf(bytes, path) {
  try {
    return decoder.decode(bytes)
  } catch {
    throw dictionaryFile(`invalid byte sequence for encoding "UTF8" in file "${path}"`)
  }
}
