/** What is known of the extensions there are, without what they bring (ddl/extensions.js, ../extensions). */

/**
 * @typedef {{ version: string, relocatable: boolean, trusted: boolean, schema: string | null, requires: string[],
 *   comment: string }} KnownExtension
 */

/** @type {Record<string, KnownExtension>} */
export const KNOWN_EXTENSIONS = {
  btree_gin: {
    version: '1.3', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'support for indexing common datatypes in GIN',
  },
  btree_gist: {
    version: '1.7', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'support for indexing common datatypes in GiST',
  },
  citext: {
    version: '1.6', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'data type for case-insensitive character strings',
  },
  fuzzystrmatch: {
    version: '1.1', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'determine similarities and distance between strings',
  },
  hstore: {
    version: '1.8', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'data type for storing sets of (key, value) pairs',
  },
  ltree: {
    version: '1.2', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'data type for hierarchical tree-like structures',
  },
  pg_trgm: {
    version: '1.6', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'text similarity measurement and index searching based on trigrams',
  },
  pgcrypto: {
    version: '1.3', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'cryptographic functions',
  },
  plpgsql: {
    version: '1.0', relocatable: false, trusted: true, schema: 'pg_catalog', requires: [],
    comment: 'PL/pgSQL procedural language',
  },
  'uuid-ossp': {
    version: '1.1', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'generate universally unique identifiers (UUIDs)',
  },
}
