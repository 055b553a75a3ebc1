/** pg_trgm: what its script makes, as PostgreSQL 15's version of the extension has it. */
import { extensionScript } from '../script.js'

export const pgTrgmScript = extensionScript({
  library: 'pg_trgm',
  shells: ['gtrgm'],
  io: [
    ['gtrgm_in(cstring)', 'gtrgm', 'gtrgm_in', 'is'],
    ['gtrgm_out(gtrgm)', 'cstring', 'gtrgm_out', 'is'],
  ],
  types: `
    CREATE TYPE gtrgm (
      INPUT = gtrgm_in, OUTPUT = gtrgm_out, INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = plain
    );
  `,
  functions: [
    ['set_limit(real)', 'real', 'set_limit', 'vsu'],
    ['show_limit()', 'real', 'show_limit', 'ss'],
    ['show_trgm(text)', 'text[]', 'show_trgm', 'is'],
    ['similarity(text, text)', 'real', 'similarity', 'is'],
    ['similarity_op(text, text)', 'boolean', 'similarity_op', 'ss'],
    ['word_similarity(text, text)', 'real', 'word_similarity', 'is'],
    ['word_similarity_op(text, text)', 'boolean', 'word_similarity_op', 'ss'],
    ['word_similarity_commutator_op(text, text)', 'boolean', 'word_similarity_commutator_op', 'ss'],
    ['similarity_dist(text, text)', 'real', 'similarity_dist', 'is'],
    ['word_similarity_dist_op(text, text)', 'real', 'word_similarity_dist_op', 'is'],
    ['word_similarity_dist_commutator_op(text, text)', 'real', 'word_similarity_dist_commutator_op', 'is'],
    ['gtrgm_consistent(internal, text, smallint, oid, internal)', 'boolean', 'gtrgm_consistent', 'is'],
    ['gtrgm_distance(internal, text, smallint, oid, internal)', 'double precision', 'gtrgm_distance', 'is'],
    ['gtrgm_compress(internal)', 'internal', 'gtrgm_compress', 'is'],
    ['gtrgm_decompress(internal)', 'internal', 'gtrgm_decompress', 'is'],
    ['gtrgm_penalty(internal, internal, internal)', 'internal', 'gtrgm_penalty', 'is'],
    ['gtrgm_picksplit(internal, internal)', 'internal', 'gtrgm_picksplit', 'is'],
    ['gtrgm_union(internal, internal)', 'gtrgm', 'gtrgm_union', 'is'],
    ['gtrgm_same(gtrgm, gtrgm, internal)', 'internal', 'gtrgm_same', 'is'],
    ['gin_extract_value_trgm(text, internal)', 'internal', 'gin_extract_value_trgm', 'is'],
    [
      'gin_extract_query_trgm(text, internal, smallint, internal, internal, internal, internal)',
      'internal',
      'gin_extract_query_trgm', 'is',
    ],
    [
      'gin_trgm_consistent(internal, smallint, text, integer, internal, internal, internal, internal)',
      'boolean',
      'gin_trgm_consistent', 'is',
    ],
    [
      'gin_trgm_triconsistent(internal, smallint, text, integer, internal, internal, internal)',
      '"char"',
      'gin_trgm_triconsistent', 'is',
    ],
    ['strict_word_similarity(text, text)', 'real', 'strict_word_similarity', 'is'],
    ['strict_word_similarity_op(text, text)', 'boolean', 'strict_word_similarity_op', 'ss'],
    ['strict_word_similarity_commutator_op(text, text)', 'boolean', 'strict_word_similarity_commutator_op', 'ss'],
    ['strict_word_similarity_dist_op(text, text)', 'real', 'strict_word_similarity_dist_op', 'is'],
    [
      'strict_word_similarity_dist_commutator_op(text, text)',
      'real',
      'strict_word_similarity_dist_commutator_op', 'is',
    ],
    ['gtrgm_options(internal)', 'void', 'gtrgm_options', 'i'],
  ],
  operators: [
    ['%', 'text', 'text', 'similarity_op', '%', '', 'matchingsel', 'matchingjoinsel'],
    ['%>', 'text', 'text', 'word_similarity_commutator_op', '<%', '', 'matchingsel', 'matchingjoinsel'],
    ['<%', 'text', 'text', 'word_similarity_op', '%>', '', 'matchingsel', 'matchingjoinsel'],
    ['<->', 'text', 'text', 'similarity_dist', '<->'],
    ['<->>', 'text', 'text', 'word_similarity_dist_commutator_op', '<<->'],
    ['<<->', 'text', 'text', 'word_similarity_dist_op', '<->>'],
    ['%>>', 'text', 'text', 'strict_word_similarity_commutator_op', '<<%', '', 'matchingsel', 'matchingjoinsel'],
    ['<<%', 'text', 'text', 'strict_word_similarity_op', '%>>', '', 'matchingsel', 'matchingjoinsel'],
    ['<->>>', 'text', 'text', 'strict_word_similarity_dist_commutator_op', '<<<->'],
    ['<<<->', 'text', 'text', 'strict_word_similarity_dist_op', '<->>>'],
  ],
  after: `
    CREATE OPERATOR CLASS gist_trgm_ops FOR TYPE text USING gist AS
      OPERATOR 1 %, OPERATOR 2 <-> FOR ORDER BY pg_catalog.float_ops, OPERATOR 3 ~~, OPERATOR 4 ~~*, OPERATOR 5 ~,
      OPERATOR 6 ~*, OPERATOR 7 %>, OPERATOR 8 <->> FOR ORDER BY pg_catalog.float_ops, OPERATOR 9 %>>,
      OPERATOR 10 <->>> FOR ORDER BY pg_catalog.float_ops, OPERATOR 11 =,
      FUNCTION 1 gtrgm_consistent(internal, text, smallint, oid, internal), FUNCTION 2 gtrgm_union(internal, internal),
      FUNCTION 3 gtrgm_compress(internal), FUNCTION 4 gtrgm_decompress(internal),
      FUNCTION 5 gtrgm_penalty(internal, internal, internal), FUNCTION 6 gtrgm_picksplit(internal, internal),
      FUNCTION 7 gtrgm_same(gtrgm, gtrgm, internal), FUNCTION 8 gtrgm_distance(internal, text, smallint, oid, internal),
      FUNCTION 10 gtrgm_options(internal), STORAGE gtrgm;
    CREATE OPERATOR CLASS gin_trgm_ops FOR TYPE text USING gin AS
      OPERATOR 1 %, OPERATOR 3 ~~, OPERATOR 4 ~~*, OPERATOR 5 ~, OPERATOR 6 ~*, OPERATOR 7 %>, OPERATOR 9 %>>,
      OPERATOR 11 =, FUNCTION 1 btint4cmp(integer, integer), FUNCTION 2 gin_extract_value_trgm(text, internal),
      FUNCTION 3 gin_extract_query_trgm(text, internal, smallint, internal, internal, internal, internal),
      FUNCTION 4 gin_trgm_consistent(internal, smallint, text, integer, internal, internal, internal, internal),
      FUNCTION 6 gin_trgm_triconsistent(internal, smallint, text, integer, internal, internal, internal),
      STORAGE integer;
  `,
})
