/** What is known of the extensions there are, without what they bring (ddl/extensions.js, ../extensions). */

/**
 * @typedef {{ version: string, relocatable: boolean, trusted: boolean, schema: string | null, requires: string[],
 *   comment: string, updates?: Record<string, string>, isBrought?: boolean }} KnownExtension updates: scripts by
 *   'FROM--TO'; isBrought: by a program
 */

/** @type {Record<string, KnownExtension>} */
export const KNOWN_EXTENSIONS = {
  adminpack: {
    version: '2.1', relocatable: false, trusted: false, schema: 'pg_catalog', requires: [],
    comment: 'administrative functions for PostgreSQL',
  },
  amcheck: {
    version: '1.3', relocatable: true, trusted: false, schema: null, requires: [],
    comment: 'functions for verifying relation integrity',
  },
  autoinc: {
    version: '1.0', relocatable: true, trusted: false, schema: null, requires: [],
    comment: 'functions for autoincrementing fields',
  },
  bloom: {
    version: '1.0', relocatable: true, trusted: false, schema: null, requires: [],
    comment: 'bloom access method - signature file based index',
  },
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
  cube: {
    version: '1.5', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'data type for multidimensional cubes',
  },
  dblink: {
    version: '1.2', relocatable: true, trusted: false, schema: null, requires: [],
    comment: 'connect to other PostgreSQL databases from within a database',
  },
  dict_int: {
    version: '1.0', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'text search dictionary template for integers',
  },
  dict_xsyn: {
    version: '1.0', relocatable: true, trusted: false, schema: null, requires: [],
    comment: 'text search dictionary template for extended synonym processing',
  },
  earthdistance: {
    version: '1.1', relocatable: true, trusted: false, schema: null, requires: ['cube'],
    comment: 'calculate great-circle distances on the surface of the Earth',
  },
  file_fdw: {
    version: '1.0', relocatable: true, trusted: false, schema: null, requires: [],
    comment: 'foreign-data wrapper for flat file access',
  },
  fuzzystrmatch: {
    version: '1.1', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'determine similarities and distance between strings',
  },
  hstore: {
    version: '1.8', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'data type for storing sets of (key, value) pairs',
  },
  insert_username: {
    version: '1.0', relocatable: true, trusted: false, schema: null, requires: [],
    comment: 'functions for tracking who changed a table',
  },
  intagg: {
    version: '1.1', relocatable: true, trusted: false, schema: null, requires: [],
    comment: 'integer aggregator and enumerator (obsolete)',
  },
  intarray: {
    version: '1.5', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'functions, operators, and index support for 1-D arrays of integers',
  },
  isn: {
    version: '1.2', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'data types for international product numbering standards',
  },
  lo: {
    version: '1.1', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'Large Object maintenance',
  },
  ltree: {
    version: '1.2', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'data type for hierarchical tree-like structures',
  },
  moddatetime: {
    version: '1.0', relocatable: true, trusted: false, schema: null, requires: [],
    comment: 'functions for tracking last modification time',
  },
  pageinspect: {
    version: '1.11', relocatable: true, trusted: false, schema: null, requires: [],
    comment: 'inspect the contents of database pages at a low level',
  },
  pg_buffercache: {
    version: '1.3', relocatable: true, trusted: false, schema: null, requires: [],
    comment: 'examine the shared buffer cache',
  },
  pg_prewarm: {
    version: '1.2', relocatable: true, trusted: false, schema: null, requires: [],
    comment: 'prewarm relation data',
  },
  pg_stat_statements: {
    version: '1.10', relocatable: true, trusted: false, schema: null, requires: [],
    comment: 'track planning and execution statistics of all SQL statements executed',
  },
  pg_trgm: {
    version: '1.6', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'text similarity measurement and index searching based on trigrams',
  },
  pgcrypto: {
    version: '1.3', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'cryptographic functions',
  },
  pgrowlocks: {
    version: '1.2', relocatable: true, trusted: false, schema: null, requires: [],
    comment: 'show row-level locking information',
  },
  pgstattuple: {
    version: '1.5', relocatable: true, trusted: false, schema: null, requires: [],
    comment: 'show tuple-level statistics',
  },
  plpgsql: {
    version: '1.0', relocatable: false, trusted: true, schema: 'pg_catalog', requires: [],
    comment: 'PL/pgSQL procedural language',
  },
  postgres_fdw: {
    version: '1.1', relocatable: true, trusted: false, schema: null, requires: [],
    comment: 'foreign-data wrapper for remote PostgreSQL servers',
  },
  refint: {
    version: '1.0', relocatable: true, trusted: false, schema: null, requires: [],
    comment: 'functions for implementing referential integrity (obsolete)',
  },
  seg: {
    version: '1.4', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'data type for representing line segments or floating-point intervals',
  },
  sslinfo: {
    version: '1.2', relocatable: true, trusted: false, schema: null, requires: [],
    comment: 'information about SSL certificates',
  },
  tablefunc: {
    version: '1.0', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'functions that manipulate whole tables, including crosstab',
  },
  tcn: {
    version: '1.0', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'Triggered change notifications',
  },
  tsm_system_rows: {
    version: '1.0', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'TABLESAMPLE method which accepts number of rows as a limit',
  },
  tsm_system_time: {
    version: '1.0', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'TABLESAMPLE method which accepts time in milliseconds as a limit',
  },
  unaccent: {
    version: '1.1', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'text search dictionary that removes accents',
  },
  'uuid-ossp': {
    version: '1.1', relocatable: true, trusted: true, schema: null, requires: [],
    comment: 'generate universally unique identifiers (UUIDs)',
  },
  xml2: {
    version: '1.1', relocatable: true, trusted: false, schema: null, requires: [],
    comment: 'XPath querying and XSLT',
  },
}

/**
 * An extension that the program brings.
 * @param {string} name @param {KnownExtension} known
 */
export function addKnownExtension(name, known) {
  KNOWN_EXTENSIONS[name] = known
}

/**
 * Every version that can be made or come to: those that updates lead from or to, and the one there is a script of.
 * @param {KnownExtension} known @returns {string[]}
 */
export const versionsOf = ({ version, updates = {} }) =>
  [...new Set([version, ...Object.keys(updates).flatMap((path) => path.split('--'))])]

/**
 * The shortest way between two versions.
 * @param {KnownExtension} known @param {string} from @param {string} to
 * @returns {string[] | null} the versions on it, both ends included; null: there is none
 */
export function updatePath({ updates = {} }, from, to) {
  const steps = Object.keys(updates).map((path) => path.split('--'))
  /** @type {string[][]} */
  const ways = [[from]]
  const seen = new Set([from])
  for (const way of ways) {
    const last = way[way.length - 1]
    if (last === to) return way
    for (const [start, end] of steps) {
      if (start !== last || seen.has(end)) continue
      seen.add(end)
      ways.push([...way, end])
    }
  }
  return null
}
