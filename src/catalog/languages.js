/** Languages functions are written in: pg_language by OID and by name. */

/** The language of functions that come with the program; its row is made with the first of them. */
export const JAVASCRIPT = 'javascript'

/** @param {any} catalog @param {number} oid @returns {string} */
export function languageName(catalog, oid) {
  return catalog.rows('pg_language', 'pg_language_oid_index', [oid])[0]?.[1] ?? String(oid)
}

/** @param {any} catalog @param {string} name @returns {number} OID, 0: there is none */
export function languageNamed(catalog, name) {
  return catalog.rows('pg_language', 'pg_language_name_index', [name])[0]?.[0] ?? 0
}
