/**
 * Files of dictionaries: stop words, synonyms, affixes. NAME.ENDING is looked for in the data directory's
 * `tsearch_data`, then among those that come with the program.
 */
import { DbError } from '../../errors/db-error.js'
import { dictionaryFile, invalidFileName } from '../../errors/text-search.js'
import { readPackageFile } from '../../storage/vfs/package-file.js'
import { receiveText } from '../../types/strings/utf8.js'
/** @import { Vfs } from '../../storage/vfs/vfs.js' */

/** Directory, in the data directory. */
const FOLDER = 'tsearch_data'

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

/**
 * Each line until one is answered by false.
 * @param {Vfs} vfs
 * @param {string} name
 * @param {string} ending
 * @param {string} what
 * @param {(line: string, number: number) => boolean} read
 * @throws {DbError} as `read` does, with the line
 */
export function eachLine(vfs, name, ending, what, read) {
  const lines = fileLines(vfs, name, ending, what)
  let goesOn = true
  for (let at = 0; at < lines.length && goesOn; at++) {
    locatedIn(vfs, name, ending, at + 1, lines[at], () => { goesOn = read(lines[at], at + 1) })
  }
}

/**
 * An error is told which line it is about, unless it says so.
 * @param {Vfs} vfs
 * @param {string} name
 * @param {string} ending
 * @param {number} number
 * @param {string | null} line
 * @param {() => void} read
 */
export function locatedIn(vfs, name, ending, number, line, read) {
  const place = `line ${number} of configuration file "${vfs.name}/${FOLDER}/${name}.${ending}"`
  located(line === null ? place : `${place}: "${line}"`, read)
}

/** @param {string} where @param {() => void} read */
function located(where, read) {
  try {
    read()
  } catch (error) {
    if (error instanceof DbError) error.where ??= where
    throw error
  }
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

/** @param {Uint8Array} bytes @param {string} path @throws {DbError} 22021, with the line */
function textOf(bytes, path) {
  try {
    return receiveText(bytes, 0, bytes.length)
  } catch (error) {
    for (let from = 0, number = 1; from <= bytes.length; number++) {
      const end = bytes.indexOf(10, from)
      const to = end < 0 ? bytes.length : end
      located(`line ${number} of configuration file "${path}"`, () => receiveText(bytes, from, to))
      from = to + 1
    }
    throw error
  }
}
