/**
 * Functions that extensions bring: LANGUAGE c, found by the library (pg_proc.probin) and the symbol in it (prosrc). A
 * library's functions are gone through when one of them is asked for.
 */

import { isLibrarySource, LIBRARY_DIRECTORY } from '../catalog/languages.js'

/** @import { FunctionImpl } from './impl.js' */

export { isLibrarySource }

/** @type {Map<string, () => FunctionImpl[]>} */
const libraries = new Map()
/** @type {Map<string, Map<string, FunctionImpl>>} */
const read = new Map()

/** @param {string} name of the file, without directory @param {() => FunctionImpl[]} functions */
export function addLibrary(name, functions) {
  libraries.set(LIBRARY_DIRECTORY + name, functions)
  read.delete(LIBRARY_DIRECTORY + name)
}

/** @param {string} binary as pg_proc.probin has it */
export const hasLibrary = (binary) => libraries.has(binary)

/** @param {string} source @returns {FunctionImpl | undefined} */
export function libraryFunction(source) {
  const at = source.lastIndexOf(':')
  const binary = source.slice(0, at)
  let functions = read.get(binary)
  if (functions === undefined) {
    const list = libraries.get(binary)
    if (list === undefined) return undefined
    read.set(binary, functions = new Map(list().map((impl) => [impl.name, impl])))
  }
  return functions.get(source.slice(at + 1))
}

/** Whether a function's code runs statements: the procedures layer calls it. @param {string} source */
export const isLibraryRoutine = (source) => libraryFunction(source)?.routine === true
