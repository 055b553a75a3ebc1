/** intarray: what its script makes, as PostgreSQL 15's version of the extension has it. */
import { extensionScript } from '../script.js'

export const intarrayScript = extensionScript({
  library: '_int',
  shells: ['query_int', 'intbig_gkey'],
  io: [
    ['bqarr_in(cstring)', 'query_int', 'bqarr_in', 'is'],
    ['bqarr_out(query_int)', 'cstring', 'bqarr_out', 'is'],
    ['_intbig_in(cstring)', 'intbig_gkey', '_intbig_in', 'is'],
    ['_intbig_out(intbig_gkey)', 'cstring', '_intbig_out', 'is'],
  ],
  types: `
    CREATE TYPE query_int (
      INPUT = bqarr_in, OUTPUT = bqarr_out, INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = plain
    );
    CREATE TYPE intbig_gkey (
      INPUT = _intbig_in, OUTPUT = _intbig_out, INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = plain
    );
  `,
  functions: [
    ['querytree(query_int)', 'text', 'querytree', 'is'],
    ['boolop(integer[], query_int)', 'boolean', 'boolop', 'is'],
    ['rboolop(query_int, integer[])', 'boolean', 'rboolop', 'is'],
    ['_int_matchsel(internal, oid, internal, integer)', 'double precision', '_int_matchsel', 'ss'],
    ['_int_contains(integer[], integer[])', 'boolean', '_int_contains', 'is'],
    ['_int_contained(integer[], integer[])', 'boolean', '_int_contained', 'is'],
    ['_int_overlap(integer[], integer[])', 'boolean', '_int_overlap', 'is'],
    ['_int_same(integer[], integer[])', 'boolean', '_int_same', 'is'],
    ['_int_different(integer[], integer[])', 'boolean', '_int_different', 'is'],
    ['_int_union(integer[], integer[])', 'integer[]', '_int_union', 'is'],
    ['_int_inter(integer[], integer[])', 'integer[]', '_int_inter', 'is'],
    ['_int_overlap_sel(internal, oid, internal, integer)', 'double precision', '_int_overlap_sel', 'ss'],
    ['_int_contains_sel(internal, oid, internal, integer)', 'double precision', '_int_contains_sel', 'ss'],
    ['_int_contained_sel(internal, oid, internal, integer)', 'double precision', '_int_contained_sel', 'ss'],
    [
      '_int_overlap_joinsel(internal, oid, internal, smallint, internal)',
      'double precision',
      '_int_overlap_joinsel', 'ss',
    ],
    [
      '_int_contains_joinsel(internal, oid, internal, smallint, internal)',
      'double precision',
      '_int_contains_joinsel', 'ss',
    ],
    [
      '_int_contained_joinsel(internal, oid, internal, smallint, internal)',
      'double precision',
      '_int_contained_joinsel', 'ss',
    ],
    ['intset(integer)', 'integer[]', 'intset', 'is'],
    ['icount(integer[])', 'integer', 'icount', 'is'],
    ['sort(integer[], text)', 'integer[]', 'sort', 'is'],
    ['sort(integer[])', 'integer[]', 'sort', 'is'],
    ['sort_asc(integer[])', 'integer[]', 'sort_asc', 'is'],
    ['sort_desc(integer[])', 'integer[]', 'sort_desc', 'is'],
    ['uniq(integer[])', 'integer[]', 'uniq', 'is'],
    ['idx(integer[], integer)', 'integer', 'idx', 'is'],
    ['subarray(integer[], integer, integer)', 'integer[]', 'subarray', 'is'],
    ['subarray(integer[], integer)', 'integer[]', 'subarray', 'is'],
    ['intarray_push_elem(integer[], integer)', 'integer[]', 'intarray_push_elem', 'is'],
    ['intarray_push_array(integer[], integer[])', 'integer[]', 'intarray_push_array', 'is'],
    ['intarray_del_elem(integer[], integer)', 'integer[]', 'intarray_del_elem', 'is'],
    ['intset_union_elem(integer[], integer)', 'integer[]', 'intset_union_elem', 'is'],
    ['intset_subtract(integer[], integer[])', 'integer[]', 'intset_subtract', 'is'],
    ['g_int_consistent(internal, integer[], smallint, oid, internal)', 'boolean', 'g_int_consistent', 'is'],
    ['g_int_compress(internal)', 'internal', 'g_int_compress', 'is'],
    ['g_int_decompress(internal)', 'internal', 'g_int_decompress', 'is'],
    ['g_int_penalty(internal, internal, internal)', 'internal', 'g_int_penalty', 'is'],
    ['g_int_picksplit(internal, internal)', 'internal', 'g_int_picksplit', 'is'],
    ['g_int_union(internal, internal)', 'integer[]', 'g_int_union', 'is'],
    ['g_int_same(integer[], integer[], internal)', 'internal', 'g_int_same', 'is'],
    ['g_intbig_consistent(internal, integer[], smallint, oid, internal)', 'boolean', 'g_intbig_consistent', 'is'],
    ['g_intbig_compress(internal)', 'internal', 'g_intbig_compress', 'is'],
    ['g_intbig_decompress(internal)', 'internal', 'g_intbig_decompress', 'is'],
    ['g_intbig_penalty(internal, internal, internal)', 'internal', 'g_intbig_penalty', 'is'],
    ['g_intbig_picksplit(internal, internal)', 'internal', 'g_intbig_picksplit', 'is'],
    ['g_intbig_union(internal, internal)', 'intbig_gkey', 'g_intbig_union', 'is'],
    ['g_intbig_same(intbig_gkey, intbig_gkey, internal)', 'internal', 'g_intbig_same', 'is'],
    [
      'ginint4_queryextract(integer[], internal, smallint, internal, internal, internal, internal)',
      'internal',
      'ginint4_queryextract', 'is',
    ],
    [
      'ginint4_consistent(internal, smallint, integer[], integer, internal, internal, internal, internal)',
      'boolean',
      'ginint4_consistent', 'is',
    ],
    ['g_int_options(internal)', 'void', 'g_int_options', 'i'],
    ['g_intbig_options(internal)', 'void', 'g_intbig_options', 'i'],
  ],
  operators: [
    ['~~', 'query_int', 'integer[]', 'rboolop', '@@', '', '_int_matchsel', 'contjoinsel'],
    ['@@', 'integer[]', 'query_int', 'boolop', '~~', '', '_int_matchsel', 'contjoinsel'],
    ['&&', 'integer[]', 'integer[]', '_int_overlap', '&&', '', '_int_overlap_sel', '_int_overlap_joinsel'],
    ['<@', 'integer[]', 'integer[]', '_int_contained', '@>', '', '_int_contained_sel', '_int_contained_joinsel'],
    ['@>', 'integer[]', 'integer[]', '_int_contains', '<@', '', '_int_contains_sel', '_int_contains_joinsel'],
    ['#', '', 'integer[]', 'icount'],
    ['#', 'integer[]', 'integer', 'idx'],
    ['+', 'integer[]', 'integer', 'intarray_push_elem'],
    ['+', 'integer[]', 'integer[]', 'intarray_push_array', '+'],
    ['-', 'integer[]', 'integer', 'intarray_del_elem'],
    ['|', 'integer[]', 'integer', 'intset_union_elem'],
    ['|', 'integer[]', 'integer[]', '_int_union', '|'],
    ['-', 'integer[]', 'integer[]', 'intset_subtract'],
    ['&', 'integer[]', 'integer[]', '_int_inter', '&'],
  ],
  after: `
    CREATE OPERATOR CLASS gist__int_ops DEFAULT FOR TYPE integer[] USING gist AS
      OPERATOR 3 &&, OPERATOR 7 @>, OPERATOR 20 @@ (integer[], query_int),
      FUNCTION 1 g_int_consistent(internal, integer[], smallint, oid, internal),
      FUNCTION 2 g_int_union(internal, internal), FUNCTION 3 g_int_compress(internal),
      FUNCTION 4 g_int_decompress(internal), FUNCTION 5 g_int_penalty(internal, internal, internal),
      FUNCTION 6 g_int_picksplit(internal, internal), FUNCTION 7 g_int_same(integer[], integer[], internal),
      FUNCTION 10 g_int_options(internal);
    CREATE OPERATOR CLASS gist__intbig_ops FOR TYPE integer[] USING gist AS
      OPERATOR 3 &&, OPERATOR 7 @>, OPERATOR 20 @@ (integer[], query_int),
      FUNCTION 1 g_intbig_consistent(internal, integer[], smallint, oid, internal),
      FUNCTION 2 g_intbig_union(internal, internal), FUNCTION 3 g_intbig_compress(internal),
      FUNCTION 4 g_intbig_decompress(internal), FUNCTION 5 g_intbig_penalty(internal, internal, internal),
      FUNCTION 6 g_intbig_picksplit(internal, internal), FUNCTION 7 g_intbig_same(intbig_gkey, intbig_gkey, internal),
      FUNCTION 10 g_intbig_options(internal), STORAGE intbig_gkey;
    CREATE OPERATOR CLASS gin__int_ops FOR TYPE integer[] USING gin AS
      OPERATOR 3 &&, OPERATOR 7 @>, OPERATOR 8 <@, OPERATOR 20 @@ (integer[], query_int),
      FUNCTION 1 btint4cmp(integer, integer), FUNCTION 2 ginarrayextract(anyarray, internal, internal),
      FUNCTION 3 ginint4_queryextract(integer[], internal, smallint, internal, internal, internal, internal),
      FUNCTION 4 ginint4_consistent(internal, smallint, integer[], integer, internal, internal, internal, internal),
      STORAGE integer;
  `,
})
