/** Languages functions are written in: pg_language by OID and by name. */

/** Its row is made with the first function that is written in it. */
export const JAVASCRIPT = 'javascript'

/** pg_proc.prosrc of a JavaScript function whose code the program brings (`db.createFunction`). */
export const PROGRAM_SOURCE = 'createFunction'

/** pg_language's OID of functions of the engine itself. */
export const INTERNAL_LANGUAGE = 12

/** pg_language's OID of functions that a library brings (functions/libraries.js). */
export const C_LANGUAGE = 13

/**
 * How the code of a function in C is named, where that of a built-in one is by prosrc.
 * @param {string} binary pg_proc.probin @param {string} symbol pg_proc.prosrc
 */
export const librarySource = (binary, symbol) => `${binary}:${symbol}`

/** Where PostgreSQL's own libraries are: `$libdir/pgcrypto`. */
export const LIBRARY_DIRECTORY = '$libdir/'

/** @param {string} source of a function */
export const isLibrarySource = (source) => source.startsWith(LIBRARY_DIRECTORY)

/** @param {any} catalog @param {number} oid @returns {string} */
export function languageName(catalog, oid) {
  return catalog.rows('pg_language', 'pg_language_oid_index', [oid])[0]?.[1] ?? String(oid)
}

/** @param {any} catalog @param {string} name @returns {number} OID, 0: there is none */
export function languageNamed(catalog, name) {
  return catalog.rows('pg_language', 'pg_language_name_index', [name])[0]?.[0] ?? 0
}
