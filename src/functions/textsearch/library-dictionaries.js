/** Templates of dictionaries that extensions bring, by the code of their init function (`$libdir/NAME:symbol`). */

/** @import { Dictionary, DictionaryHost } from './dictionaries/dictionary.js' */

/** @typedef {(options: [string, string][], host: DictionaryHost) => Dictionary} MakeDictionary */

/** @type {Map<string, MakeDictionary>} */
const templates = new Map()

/** @param {string} source @param {MakeDictionary} make */
export const addLibraryDictionary = (source, make) => void templates.set(source, make)

/** @param {string} source */
export const libraryDictionary = (source) => templates.get(source)
