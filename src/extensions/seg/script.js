/** seg: what its script makes, as PostgreSQL 15's version of the extension has it. */
import { extensionScript } from '../script.js'

export const segScript = extensionScript({
  library: 'seg',
  shells: ['seg'],
  io: [
    ['seg_in(cstring)', 'seg', 'seg_in', 'is'],
    ['seg_out(seg)', 'cstring', 'seg_out', 'is'],
  ],
  types: `
    CREATE TYPE seg (
      INPUT = seg_in, OUTPUT = seg_out,
      INTERNALLENGTH = 12, ALIGNMENT = int4
    );
  `,
  functions: [
    ['seg_over_left(seg, seg)', 'boolean', 'seg_over_left', 'is'],
    ['seg_over_right(seg, seg)', 'boolean', 'seg_over_right', 'is'],
    ['seg_left(seg, seg)', 'boolean', 'seg_left', 'is'],
    ['seg_right(seg, seg)', 'boolean', 'seg_right', 'is'],
    ['seg_lt(seg, seg)', 'boolean', 'seg_lt', 'is'],
    ['seg_le(seg, seg)', 'boolean', 'seg_le', 'is'],
    ['seg_gt(seg, seg)', 'boolean', 'seg_gt', 'is'],
    ['seg_ge(seg, seg)', 'boolean', 'seg_ge', 'is'],
    ['seg_contains(seg, seg)', 'boolean', 'seg_contains', 'is'],
    ['seg_contained(seg, seg)', 'boolean', 'seg_contained', 'is'],
    ['seg_overlap(seg, seg)', 'boolean', 'seg_overlap', 'is'],
    ['seg_same(seg, seg)', 'boolean', 'seg_same', 'is'],
    ['seg_different(seg, seg)', 'boolean', 'seg_different', 'is'],
    ['seg_cmp(seg, seg)', 'integer', 'seg_cmp', 'is'],
    ['seg_union(seg, seg)', 'seg', 'seg_union', 'is'],
    ['seg_inter(seg, seg)', 'seg', 'seg_inter', 'is'],
    ['seg_size(seg)', 'real', 'seg_size', 'is'],
    ['seg_center(seg)', 'real', 'seg_center', 'is'],
    ['seg_upper(seg)', 'real', 'seg_upper', 'is'],
    ['seg_lower(seg)', 'real', 'seg_lower', 'is'],
    ['gseg_consistent(internal, seg, smallint, oid, internal)', 'boolean', 'gseg_consistent', 'is'],
    ['gseg_penalty(internal, internal, internal)', 'internal', 'gseg_penalty', 'is'],
    ['gseg_picksplit(internal, internal)', 'internal', 'gseg_picksplit', 'is'],
    ['gseg_union(internal, internal)', 'seg', 'gseg_union', 'is'],
    ['gseg_same(seg, seg, internal)', 'internal', 'gseg_same', 'is'],
  ],
  operators: [
    ['>', 'seg', 'seg', 'seg_gt', '<', '<=', 'scalargtsel', 'scalargtjoinsel'],
    ['>=', 'seg', 'seg', 'seg_ge', '<=', '<', 'scalargesel', 'scalargejoinsel'],
    ['<', 'seg', 'seg', 'seg_lt', '>', '>=', 'scalarltsel', 'scalarltjoinsel'],
    ['<=', 'seg', 'seg', 'seg_le', '>=', '>', 'scalarlesel', 'scalarlejoinsel'],
    ['>>', 'seg', 'seg', 'seg_right', '<<', '', 'positionsel', 'positionjoinsel'],
    ['<<', 'seg', 'seg', 'seg_left', '>>', '', 'positionsel', 'positionjoinsel'],
    ['&<', 'seg', 'seg', 'seg_over_left', '', '', 'positionsel', 'positionjoinsel'],
    ['&&', 'seg', 'seg', 'seg_overlap', '&&', '', 'areasel', 'areajoinsel'],
    ['&>', 'seg', 'seg', 'seg_over_right', '', '', 'positionsel', 'positionjoinsel'],
    ['<>', 'seg', 'seg', 'seg_different', '<>', '=', 'neqsel', 'neqjoinsel'],
    ['=', 'seg', 'seg', 'seg_same', '=', '<>', 'eqsel', 'eqjoinsel', 'm'],
    ['<@', 'seg', 'seg', 'seg_contained', '@>', '', 'contsel', 'contjoinsel'],
    ['@>', 'seg', 'seg', 'seg_contains', '<@', '', 'contsel', 'contjoinsel'],
  ],
  after: `
    CREATE OPERATOR CLASS seg_ops DEFAULT FOR TYPE seg USING btree AS
      OPERATOR 1 < (seg, seg), OPERATOR 2 <= (seg, seg), OPERATOR 3 = (seg, seg), OPERATOR 4 >= (seg, seg), OPERATOR 5
      > (seg, seg), FUNCTION 1 seg_cmp(seg, seg);
    CREATE OPERATOR CLASS gist_seg_ops DEFAULT FOR TYPE seg USING gist AS
      OPERATOR 1 << (seg, seg), OPERATOR 2 &< (seg, seg), OPERATOR 3 && (seg, seg), OPERATOR 4 &> (seg, seg), OPERATOR
      5 >> (seg, seg), OPERATOR 6 = (seg, seg), OPERATOR 7 @> (seg, seg), OPERATOR 8 <@ (seg, seg), FUNCTION 1
      gseg_consistent(internal, seg, smallint, oid, internal), FUNCTION 2 gseg_union(internal, internal), FUNCTION 5
      gseg_penalty(internal, internal, internal), FUNCTION 6 gseg_picksplit(internal, internal), FUNCTION 7
      gseg_same(seg, seg, internal);
  `,
})
