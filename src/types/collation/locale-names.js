/** Locales of the C library by name: those there are order texts by bytes, and differ in what letters are. */

const PLAIN = new Set(['C', 'POSIX'])
/** As the library has it: how UTF-8 is written does not matter. */
const UTF8 = /^C\.utf-?8$/i

/** The locale of new clusters. */
export const USUAL_LOCALE = 'C.UTF-8'

/** Whether letters are ASCII's only. @param {string | null} name */
export const isPlainLocale = (name) => name !== null && PLAIN.has(name)

/** @param {string} name */
export const isKnownLocale = (name) => PLAIN.has(name) || UTF8.test(name)
