/** citext 1.6: what its script makes. */
import { extensionScript } from '../script.js'

const ATTRIBUTES = 'IMMUTABLE PARALLEL SAFE STRICT'

/** Comparisons with patterns are those of text, whatever the letters' case. */
const patterns = ['texticlike', 'texticnlike', 'texticregexeq', 'texticregexne'].flatMap((name) =>
  ['citext', 'text'].map((right) =>
    `CREATE FUNCTION ${name}(citext, ${right}) RETURNS boolean LANGUAGE internal ${ATTRIBUTES} AS '${name}'`))

/**
 * A function of text with patterns: without flags, and with flags among which c keeps the case.
 * @param {string} name @param {string[]} types behind the first two @param {string} result
 * @param {number} [rows] with flags
 */
const regexps = (name, types, result, rows) => [false, true].map((flagged) => {
  const all = ['citext', 'citext', ...types, ...(flagged ? ['text'] : [])]
  const flags = flagged ? `CASE WHEN strpos($${all.length}, 'c') = 0 THEN $${all.length} || 'i' ELSE $${all.length} END`
    : "'i'"
  const args = ['$1::text', '$2::text', ...types.map((_, at) => `$${at + 3}`), flags]
  const many = rows === undefined ? '' : ` ROWS ${flagged ? rows : 1}`
  return `CREATE FUNCTION ${name}(${all.join(', ')}) RETURNS ${result} LANGUAGE sql ${ATTRIBUTES}${many} ` +
    `AS $$ SELECT pg_catalog.${name}(${args.join(', ')}) $$`
})

/** $2 as a pattern that matches nothing but itself. */
const LITERALLY = "regexp_replace($2::text, '([^a-zA-Z_0-9])', E'\\\\\\\\\\\\1', 'g')"

/** @param {string} signature @param {string} result @param {string} body */
const sql = (signature, result, body) =>
  `CREATE FUNCTION ${signature} RETURNS ${result} LANGUAGE sql ${ATTRIBUTES} AS $$ SELECT ${body} $$`

const SPLIT_ROWS = 1000

export const citextScript = extensionScript({
  library: 'citext',
  shells: ['citext'],
  io: [
    ['citextin(cstring)', 'citext', 'citextin', 'is'],
    ['citextout(citext)', 'cstring', 'citextout', 'is'],
    ['citextrecv(internal)', 'citext', 'citextrecv', 'ss'],
    ['citextsend(citext)', 'bytea', 'citextsend', 'ss'],
  ],
  types: `
    CREATE TYPE citext (
      INPUT = citextin, OUTPUT = citextout, RECEIVE = citextrecv, SEND = citextsend, INTERNALLENGTH = VARIABLE,
      STORAGE = extended, CATEGORY = 'S', COLLATABLE = true
    )`,
  functions: [
    ['citext(character)', 'citext', 'citext_of_character', 'is'],
    ['citext(boolean)', 'citext', 'citext_of_boolean', 'is'],
    ['citext(inet)', 'citext', 'citext_of_inet', 'is'],
    ['citext_eq(citext, citext)', 'boolean', 'citext_eq', 'is'],
    ['citext_ne(citext, citext)', 'boolean', 'citext_ne', 'is'],
    ['citext_lt(citext, citext)', 'boolean', 'citext_lt', 'is'],
    ['citext_le(citext, citext)', 'boolean', 'citext_le', 'is'],
    ['citext_gt(citext, citext)', 'boolean', 'citext_gt', 'is'],
    ['citext_ge(citext, citext)', 'boolean', 'citext_ge', 'is'],
    ['citext_cmp(citext, citext)', 'integer', 'citext_cmp', 'is'],
    ['citext_hash(citext)', 'integer', 'citext_hash', 'is'],
    ['citext_smaller(citext, citext)', 'citext', 'citext_smaller', 'is'],
    ['citext_larger(citext, citext)', 'citext', 'citext_larger', 'is'],
    ['citext_pattern_lt(citext, citext)', 'boolean', 'citext_pattern_lt', 'is'],
    ['citext_pattern_le(citext, citext)', 'boolean', 'citext_pattern_le', 'is'],
    ['citext_pattern_gt(citext, citext)', 'boolean', 'citext_pattern_gt', 'is'],
    ['citext_pattern_ge(citext, citext)', 'boolean', 'citext_pattern_ge', 'is'],
    ['citext_pattern_cmp(citext, citext)', 'integer', 'citext_pattern_cmp', 'is'],
    ['citext_hash_extended(citext, bigint)', 'bigint', 'citext_hash_extended', 'is'],
  ],
  before: [
    ...patterns,
    ...regexps('regexp_match', [], 'text[]'),
    ...regexps('regexp_matches', [], 'SETOF text[]', 10),
    ...regexps('regexp_replace', ['text'], 'text'),
    ...regexps('regexp_split_to_array', [], 'text[]'),
    ...regexps('regexp_split_to_table', [], 'SETOF text', SPLIT_ROWS),
    sql('strpos(citext, citext)', 'integer', 'strpos(lower($1::text), lower($2::text))'),
    sql('replace(citext, citext, citext)', 'text', `regexp_replace($1::text, ${LITERALLY}, $3::text, 'gi')`),
    sql('split_part(citext, citext, integer)', 'text', `(regexp_split_to_array($1::text, ${LITERALLY}, 'i'))[$3]`),
    sql('translate(citext, citext, text)', 'text',
      'translate(translate($1::text, lower($2::text), $3), upper($2::text), $3)'),
  ].join(';\n'),
  operators: [
    ['<>', 'citext', 'citext', 'citext_ne', '<>', '=', 'neqsel', 'neqjoinsel'],
    ['=', 'citext', 'citext', 'citext_eq', '=', '<>', 'eqsel', 'eqjoinsel', 'hm'],
    ['>', 'citext', 'citext', 'citext_gt', '<', '<=', 'scalargtsel', 'scalargtjoinsel'],
    ['>=', 'citext', 'citext', 'citext_ge', '<=', '<', 'scalargesel', 'scalargejoinsel'],
    ['<', 'citext', 'citext', 'citext_lt', '>', '>=', 'scalarltsel', 'scalarltjoinsel'],
    ['<=', 'citext', 'citext', 'citext_le', '>=', '>', 'scalarlesel', 'scalarlejoinsel'],
    ['!~', 'citext', 'citext', 'texticregexne', '', '~', 'icregexnesel', 'icregexnejoinsel'],
    ['~', 'citext', 'citext', 'texticregexeq', '', '!~', 'icregexeqsel', 'icregexeqjoinsel'],
    ['!~*', 'citext', 'citext', 'texticregexne', '', '~*', 'icregexnesel', 'icregexnejoinsel'],
    ['~*', 'citext', 'citext', 'texticregexeq', '', '!~*', 'icregexeqsel', 'icregexeqjoinsel'],
    ['!~~', 'citext', 'citext', 'texticnlike', '', '~~', 'icnlikesel', 'icnlikejoinsel'],
    ['~~', 'citext', 'citext', 'texticlike', '', '!~~', 'iclikesel', 'iclikejoinsel'],
    ['!~~*', 'citext', 'citext', 'texticnlike', '', '~~*', 'icnlikesel', 'icnlikejoinsel'],
    ['~~*', 'citext', 'citext', 'texticlike', '', '!~~*', 'iclikesel', 'iclikejoinsel'],
    ['!~', 'citext', 'text', 'texticregexne', '', '~', 'icregexnesel', 'icregexnejoinsel'],
    ['~', 'citext', 'text', 'texticregexeq', '', '!~', 'icregexeqsel', 'icregexeqjoinsel'],
    ['!~*', 'citext', 'text', 'texticregexne', '', '~*', 'icregexnesel', 'icregexnejoinsel'],
    ['~*', 'citext', 'text', 'texticregexeq', '', '!~*', 'icregexeqsel', 'icregexeqjoinsel'],
    ['!~~', 'citext', 'text', 'texticnlike', '', '~~', 'icnlikesel', 'icnlikejoinsel'],
    ['~~', 'citext', 'text', 'texticlike', '', '!~~', 'iclikesel', 'iclikejoinsel'],
    ['!~~*', 'citext', 'text', 'texticnlike', '', '~~*', 'icnlikesel', 'icnlikejoinsel'],
    ['~~*', 'citext', 'text', 'texticlike', '', '!~~*', 'iclikesel', 'iclikejoinsel'],
    ['~>~', 'citext', 'citext', 'citext_pattern_gt', '~<~', '~<=~', 'scalargtsel', 'scalargtjoinsel'],
    ['~>=~', 'citext', 'citext', 'citext_pattern_ge', '~<=~', '~<~', 'scalargtsel', 'scalargtjoinsel'],
    ['~<~', 'citext', 'citext', 'citext_pattern_lt', '~>~', '~>=~', 'scalarltsel', 'scalarltjoinsel'],
    ['~<=~', 'citext', 'citext', 'citext_pattern_le', '~>=~', '~>~', 'scalarltsel', 'scalarltjoinsel'],
  ],
  after: `
    CREATE OPERATOR CLASS citext_ops DEFAULT FOR TYPE citext USING btree AS
      OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 citext_cmp(citext, citext);
    CREATE OPERATOR CLASS citext_ops DEFAULT FOR TYPE citext USING hash AS
      OPERATOR 1 =, FUNCTION 1 citext_hash(citext), FUNCTION 2 citext_hash_extended(citext, bigint);
    CREATE OPERATOR CLASS citext_pattern_ops FOR TYPE citext USING btree AS
      OPERATOR 1 ~<~, OPERATOR 2 ~<=~, OPERATOR 3 =, OPERATOR 4 ~>=~, OPERATOR 5 ~>~,
      FUNCTION 1 citext_pattern_cmp(citext, citext);
    CREATE CAST (citext AS text) WITHOUT FUNCTION AS IMPLICIT;
    CREATE CAST (citext AS character varying) WITHOUT FUNCTION AS IMPLICIT;
    CREATE CAST (citext AS character) WITHOUT FUNCTION AS ASSIGNMENT;
    CREATE CAST (text AS citext) WITHOUT FUNCTION AS ASSIGNMENT;
    CREATE CAST (character varying AS citext) WITHOUT FUNCTION AS ASSIGNMENT;
    CREATE CAST (character AS citext) WITH FUNCTION citext(character) AS ASSIGNMENT;
    CREATE CAST (boolean AS citext) WITH FUNCTION citext(boolean) AS ASSIGNMENT;
    CREATE CAST (inet AS citext) WITH FUNCTION citext(inet) AS ASSIGNMENT;
    CREATE AGGREGATE min(citext) (
      SFUNC = citext_smaller, STYPE = citext, COMBINEFUNC = citext_smaller, SORTOP = <, PARALLEL = safe);
    CREATE AGGREGATE max(citext) (
      SFUNC = citext_larger, STYPE = citext, COMBINEFUNC = citext_larger, SORTOP = >, PARALLEL = safe);
  `,
})
