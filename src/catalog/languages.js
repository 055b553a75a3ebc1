/**
 * Languages functions are written in: pg_language by OID and by name. How a body is read and run follows from the
 * language's handler, whatever the language is called: several may be PL/pgSQL.
 */
import { catalogShape } from './store/shapes.js'

/** @import { CatalogSnapshot } from './snapshot.js' */

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

/** pg_language */
export const LANGUAGE = 2612

/** @param {any} catalog @param {number} oid @returns {string} */
export function languageName(catalog, oid) {
  return catalog.rows('pg_language', 'pg_language_oid_index', [oid])[0]?.[1] ?? String(oid)
}

/** @param {any} catalog @param {string} name @returns {number} OID, 0: there is none */
export function languageNamed(catalog, name) {
  return catalog.rows('pg_language', 'pg_language_name_index', [name])[0]?.[0] ?? 0
}

/** How PL/pgSQL is called here. */
export const PLPGSQL = 'plpgsql'

/** By pg_proc.prosrc of the handler. @type {Record<string, string>} */
const CODES = { plpgsql_call_handler: PLPGSQL }

/**
 * @typedef {object} LanguageDesc
 * @property {string} name
 * @property {string} code whose bodies these are: 'sql', 'plpgsql' …; the name where nothing is known of the handler
 * @property {boolean} runsInline DO can be written in it
 * @property {boolean} validates bodies are looked at when a function is made
 */

/**
 * @param {CatalogSnapshot} catalog @param {number} oid
 * @returns {LanguageDesc | undefined}
 */
export function languageDesc(catalog, oid) {
  const [row] = catalog.rows('pg_language', 'pg_language_oid_index', [oid])
  if (row === undefined) return undefined
  const { at } = catalogShape('pg_language')
  const handler = row[at.lanplcallfoid] === 0 ? undefined : catalog.func(row[at.lanplcallfoid])
  const isOwn = handler === undefined
  return {
    name: row[at.lanname],
    code: isOwn ? row[at.lanname] : CODES[handler.source] ?? row[at.lanname],
    runsInline: isOwn ? row[at.lanname] === JAVASCRIPT : row[at.laninline] !== 0,
    validates: isOwn || row[at.lanvalidator] !== 0,
  }
}

/** @param {CatalogSnapshot} catalog @param {number} oid @returns {string} LanguageDesc.code */
export const languageCode = (catalog, oid) => languageDesc(catalog, oid)?.code ?? ''
