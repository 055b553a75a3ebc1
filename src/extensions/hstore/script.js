/** hstore: what its script makes, as PostgreSQL 15's version of the extension has it. */
import { extensionScript } from '../script.js'

export const hstoreScript = extensionScript({
  library: 'hstore',
  shells: ['hstore', 'ghstore'],
  io: [
    ['hstore_in(cstring)', 'hstore', 'hstore_in', 'is'],
    ['hstore_out(hstore)', 'cstring', 'hstore_out', 'is'],
    ['hstore_recv(internal)', 'hstore', 'hstore_recv', 'is'],
    ['hstore_send(hstore)', 'bytea', 'hstore_send', 'is'],
    ['ghstore_in(cstring)', 'ghstore', 'ghstore_in', 'is'],
    ['ghstore_out(ghstore)', 'cstring', 'ghstore_out', 'is'],
    ['hstore_subscript_handler(internal)', 'internal', 'hstore_subscript_handler', 'is'],
  ],
  types: `
    CREATE TYPE hstore (
      INPUT = hstore_in, OUTPUT = hstore_out, RECEIVE = hstore_recv, SEND = hstore_send,
      SUBSCRIPT = hstore_subscript_handler, INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = extended
    );
    CREATE TYPE ghstore (
      INPUT = ghstore_in, OUTPUT = ghstore_out, INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = plain
    );
  `,
  functions: [
    ['hstore_version_diag(hstore)', 'integer', 'hstore_version_diag', 'is'],
    ['fetchval(hstore, text)', 'text', 'hstore_fetchval', 'is'],
    ['slice_array(hstore, text[])', 'text[]', 'hstore_slice_to_array', 'is'],
    ['slice(hstore, text[])', 'hstore', 'hstore_slice_to_hstore', 'is'],
    ['isexists(hstore, text)', 'boolean', 'hstore_exists', 'is'],
    ['exist(hstore, text)', 'boolean', 'hstore_exists', 'is'],
    ['exists_any(hstore, text[])', 'boolean', 'hstore_exists_any', 'is'],
    ['exists_all(hstore, text[])', 'boolean', 'hstore_exists_all', 'is'],
    ['isdefined(hstore, text)', 'boolean', 'hstore_defined', 'is'],
    ['defined(hstore, text)', 'boolean', 'hstore_defined', 'is'],
    ['delete(hstore, text)', 'hstore', 'hstore_delete', 'is'],
    ['delete(hstore, text[])', 'hstore', 'hstore_delete_array', 'is'],
    ['delete(hstore, hstore)', 'hstore', 'hstore_delete_hstore', 'is'],
    ['hs_concat(hstore, hstore)', 'hstore', 'hstore_concat', 'is'],
    ['hs_contains(hstore, hstore)', 'boolean', 'hstore_contains', 'is'],
    ['hs_contained(hstore, hstore)', 'boolean', 'hstore_contained', 'is'],
    ['tconvert(text, text)', 'hstore', 'hstore_from_text', 'i'],
    ['hstore(text, text)', 'hstore', 'hstore_from_text', 'i'],
    ['hstore(text[], text[])', 'hstore', 'hstore_from_arrays', 'i'],
    ['hstore(text[])', 'hstore', 'hstore_from_array', 'is'],
    ['hstore_to_json(hstore)', 'json', 'hstore_to_json', 'is'],
    ['hstore_to_json_loose(hstore)', 'json', 'hstore_to_json_loose', 'is'],
    ['hstore_to_jsonb(hstore)', 'jsonb', 'hstore_to_jsonb', 'is'],
    ['hstore_to_jsonb_loose(hstore)', 'jsonb', 'hstore_to_jsonb_loose', 'is'],
    ['hstore(record)', 'hstore', 'hstore_from_record', 'i'],
    ['hstore_to_array(hstore)', 'text[]', 'hstore_to_array', 'is'],
    ['hstore_to_matrix(hstore)', 'text[]', 'hstore_to_matrix', 'is'],
    ['akeys(hstore)', 'text[]', 'hstore_akeys', 'is'],
    ['avals(hstore)', 'text[]', 'hstore_avals', 'is'],
    ['skeys(hstore)', 'SETOF text', 'hstore_skeys', 'is'],
    ['svals(hstore)', 'SETOF text', 'hstore_svals', 'is'],
    ['each(hs hstore, OUT key text, OUT value text)', 'SETOF record', 'hstore_each', 'is'],
    ['populate_record(anyelement, hstore)', 'anyelement', 'hstore_populate_record', 'i'],
    ['hstore_eq(hstore, hstore)', 'boolean', 'hstore_eq', 'is'],
    ['hstore_ne(hstore, hstore)', 'boolean', 'hstore_ne', 'is'],
    ['hstore_gt(hstore, hstore)', 'boolean', 'hstore_gt', 'is'],
    ['hstore_ge(hstore, hstore)', 'boolean', 'hstore_ge', 'is'],
    ['hstore_lt(hstore, hstore)', 'boolean', 'hstore_lt', 'is'],
    ['hstore_le(hstore, hstore)', 'boolean', 'hstore_le', 'is'],
    ['hstore_cmp(hstore, hstore)', 'integer', 'hstore_cmp', 'is'],
    ['hstore_hash(hstore)', 'integer', 'hstore_hash', 'is'],
    ['ghstore_compress(internal)', 'internal', 'ghstore_compress', 'is'],
    ['ghstore_decompress(internal)', 'internal', 'ghstore_decompress', 'is'],
    ['ghstore_penalty(internal, internal, internal)', 'internal', 'ghstore_penalty', 'is'],
    ['ghstore_picksplit(internal, internal)', 'internal', 'ghstore_picksplit', 'is'],
    ['ghstore_union(internal, internal)', 'ghstore', 'ghstore_union', 'is'],
    ['ghstore_same(ghstore, ghstore, internal)', 'internal', 'ghstore_same', 'is'],
    ['ghstore_consistent(internal, hstore, smallint, oid, internal)', 'boolean', 'ghstore_consistent', 'is'],
    ['gin_extract_hstore(hstore, internal)', 'internal', 'gin_extract_hstore', 'is'],
    [
      'gin_extract_hstore_query(hstore, internal, smallint, internal, internal)',
      'internal',
      'gin_extract_hstore_query', 'is',
    ],
    [
      'gin_consistent_hstore(internal, smallint, hstore, integer, internal, internal)',
      'boolean',
      'gin_consistent_hstore', 'is',
    ],
    ['hstore_hash_extended(hstore, bigint)', 'bigint', 'hstore_hash_extended', 'is'],
    ['ghstore_options(internal)', 'void', 'ghstore_options', 'i'],
  ],
  operators: [
    ['->', 'hstore', 'text', 'fetchval'],
    ['->', 'hstore', 'text[]', 'slice_array'],
    ['?', 'hstore', 'text', 'exist', '', '', 'matchingsel', 'matchingjoinsel'],
    ['?|', 'hstore', 'text[]', 'exists_any', '', '', 'matchingsel', 'matchingjoinsel'],
    ['?&', 'hstore', 'text[]', 'exists_all', '', '', 'matchingsel', 'matchingjoinsel'],
    ['-', 'hstore', 'text', 'delete'],
    ['-', 'hstore', 'text[]', 'delete'],
    ['-', 'hstore', 'hstore', 'delete'],
    ['||', 'hstore', 'hstore', 'hs_concat'],
    ['<@', 'hstore', 'hstore', 'hs_contained', '@>', '', 'matchingsel', 'matchingjoinsel'],
    ['@>', 'hstore', 'hstore', 'hs_contains', '<@', '', 'matchingsel', 'matchingjoinsel'],
    ['%%', '', 'hstore', 'hstore_to_array'],
    ['%#', '', 'hstore', 'hstore_to_matrix'],
    ['#=', 'anyelement', 'hstore', 'populate_record'],
    ['<>', 'hstore', 'hstore', 'hstore_ne', '<>', '=', 'neqsel', 'neqjoinsel'],
    ['=', 'hstore', 'hstore', 'hstore_eq', '=', '<>', 'eqsel', 'eqjoinsel', 'hm'],
    ['#>#', 'hstore', 'hstore', 'hstore_gt', '#<#', '#<=#', 'scalargtsel', 'scalargtjoinsel'],
    ['#>=#', 'hstore', 'hstore', 'hstore_ge', '#<=#', '#<#', 'scalargesel', 'scalargejoinsel'],
    ['#<#', 'hstore', 'hstore', 'hstore_lt', '#>#', '#>=#', 'scalarltsel', 'scalarltjoinsel'],
    ['#<=#', 'hstore', 'hstore', 'hstore_le', '#>=#', '#>#', 'scalarlesel', 'scalarlejoinsel'],
  ],
  after: `
    CREATE OPERATOR CLASS btree_hstore_ops DEFAULT FOR TYPE hstore USING btree AS
      OPERATOR 1 #<#, OPERATOR 2 #<=#, OPERATOR 3 =, OPERATOR 4 #>=#, OPERATOR 5 #>#,
      FUNCTION 1 hstore_cmp(hstore, hstore);
    CREATE OPERATOR CLASS hash_hstore_ops DEFAULT FOR TYPE hstore USING hash AS
      OPERATOR 1 =, FUNCTION 1 hstore_hash(hstore), FUNCTION 2 hstore_hash_extended(hstore, bigint);
    CREATE OPERATOR CLASS gist_hstore_ops DEFAULT FOR TYPE hstore USING gist AS
      OPERATOR 7 @>, OPERATOR 9 ? (hstore, text), OPERATOR 10 ?| (hstore, text[]), OPERATOR 11 ?& (hstore, text[]),
      FUNCTION 1 ghstore_consistent(internal, hstore, smallint, oid, internal),
      FUNCTION 2 ghstore_union(internal, internal), FUNCTION 3 ghstore_compress(internal),
      FUNCTION 4 ghstore_decompress(internal), FUNCTION 5 ghstore_penalty(internal, internal, internal),
      FUNCTION 6 ghstore_picksplit(internal, internal), FUNCTION 7 ghstore_same(ghstore, ghstore, internal),
      FUNCTION 10 ghstore_options(internal), STORAGE ghstore;
    CREATE OPERATOR CLASS gin_hstore_ops DEFAULT FOR TYPE hstore USING gin AS
      OPERATOR 7 @>, OPERATOR 9 ? (hstore, text), OPERATOR 10 ?| (hstore, text[]), OPERATOR 11 ?& (hstore, text[]),
      FUNCTION 1 bttextcmp(text, text), FUNCTION 2 gin_extract_hstore(hstore, internal),
      FUNCTION 3 gin_extract_hstore_query(hstore, internal, smallint, internal, internal),
      FUNCTION 4 gin_consistent_hstore(internal, smallint, hstore, integer, internal, internal), STORAGE text;
    CREATE CAST (text[] AS hstore) WITH FUNCTION hstore(text[]);
    CREATE CAST (hstore AS json) WITH FUNCTION hstore_to_json(hstore);
    CREATE CAST (hstore AS jsonb) WITH FUNCTION hstore_to_jsonb(hstore);
  `,
})
