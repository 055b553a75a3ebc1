/** What is known of the extensions there are, without what they bring (ddl/extensions.js). */

/**
 * @typedef {{ version: string, relocatable: boolean, trusted: boolean, schema: string | null, comment: string }}
 *   KnownExtension
 */

/** @type {Record<string, KnownExtension>} */
export const KNOWN_EXTENSIONS = {
  btree_gist: { version: '1.7', relocatable: true, trusted: true, schema: null, comment: 'support for indexing common datatypes in GiST' },
  plpgsql: { version: '1.0', relocatable: false, trusted: true, schema: 'pg_catalog', comment: 'PL/pgSQL procedural language' },
}
