/** cube: what its script makes, as PostgreSQL 15's version of the extension has it. */
import { extensionScript } from '../script.js'

export const cubeScript = extensionScript({
  library: 'cube',
  shells: ['cube'],
  io: [
    ['cube_in(cstring)', 'cube', 'cube_in', 'is'],
    ['cube_out(cube)', 'cstring', 'cube_out', 'is'],
    ['cube_recv(internal)', 'cube', 'cube_recv', 'is'],
    ['cube_send(cube)', 'bytea', 'cube_send', 'is'],
  ],
  types: `
    CREATE TYPE cube (
      INPUT = cube_in, OUTPUT = cube_out, RECEIVE = cube_recv, SEND = cube_send, INTERNALLENGTH = VARIABLE,
      ALIGNMENT = double, STORAGE = plain
    );
  `,
  functions: [
    ['cube(double precision[], double precision[])', 'cube', 'cube_a_f8_f8', 'is'],
    ['cube(double precision[])', 'cube', 'cube_a_f8', 'is'],
    ['cube_eq(cube, cube)', 'boolean', 'cube_eq', 'is'],
    ['cube_ne(cube, cube)', 'boolean', 'cube_ne', 'is'],
    ['cube_lt(cube, cube)', 'boolean', 'cube_lt', 'is'],
    ['cube_gt(cube, cube)', 'boolean', 'cube_gt', 'is'],
    ['cube_le(cube, cube)', 'boolean', 'cube_le', 'is'],
    ['cube_ge(cube, cube)', 'boolean', 'cube_ge', 'is'],
    ['cube_cmp(cube, cube)', 'integer', 'cube_cmp', 'is'],
    ['cube_contains(cube, cube)', 'boolean', 'cube_contains', 'is'],
    ['cube_contained(cube, cube)', 'boolean', 'cube_contained', 'is'],
    ['cube_overlap(cube, cube)', 'boolean', 'cube_overlap', 'is'],
    ['cube_union(cube, cube)', 'cube', 'cube_union', 'is'],
    ['cube_inter(cube, cube)', 'cube', 'cube_inter', 'is'],
    ['cube_size(cube)', 'double precision', 'cube_size', 'is'],
    ['cube_subset(cube, integer[])', 'cube', 'cube_subset', 'is'],
    ['cube_distance(cube, cube)', 'double precision', 'cube_distance', 'is'],
    ['distance_chebyshev(cube, cube)', 'double precision', 'distance_chebyshev', 'is'],
    ['distance_taxicab(cube, cube)', 'double precision', 'distance_taxicab', 'is'],
    ['cube_dim(cube)', 'integer', 'cube_dim', 'is'],
    ['cube_ll_coord(cube, integer)', 'double precision', 'cube_ll_coord', 'is'],
    ['cube_ur_coord(cube, integer)', 'double precision', 'cube_ur_coord', 'is'],
    ['cube_coord(cube, integer)', 'double precision', 'cube_coord', 'is'],
    ['cube_coord_llur(cube, integer)', 'double precision', 'cube_coord_llur', 'is'],
    ['cube(double precision)', 'cube', 'cube_f8', 'is'],
    ['cube(double precision, double precision)', 'cube', 'cube_f8_f8', 'is'],
    ['cube(cube, double precision)', 'cube', 'cube_c_f8', 'is'],
    ['cube(cube, double precision, double precision)', 'cube', 'cube_c_f8_f8', 'is'],
    ['cube_is_point(cube)', 'boolean', 'cube_is_point', 'is'],
    ['cube_enlarge(cube, double precision, integer)', 'cube', 'cube_enlarge', 'is'],
    ['g_cube_consistent(internal, cube, smallint, oid, internal)', 'boolean', 'g_cube_consistent', 'is'],
    ['g_cube_penalty(internal, internal, internal)', 'internal', 'g_cube_penalty', 'is'],
    ['g_cube_picksplit(internal, internal)', 'internal', 'g_cube_picksplit', 'is'],
    ['g_cube_union(internal, internal)', 'cube', 'g_cube_union', 'is'],
    ['g_cube_same(cube, cube, internal)', 'internal', 'g_cube_same', 'is'],
    ['g_cube_distance(internal, cube, smallint, oid, internal)', 'double precision', 'g_cube_distance', 'is'],
  ],
  operators: [
    ['>', 'cube', 'cube', 'cube_gt', '<', '<=', 'scalargtsel', 'scalargtjoinsel'],
    ['>=', 'cube', 'cube', 'cube_ge', '<=', '<', 'scalargesel', 'scalargejoinsel'],
    ['<', 'cube', 'cube', 'cube_lt', '>', '>=', 'scalarltsel', 'scalarltjoinsel'],
    ['<=', 'cube', 'cube', 'cube_le', '>=', '>', 'scalarlesel', 'scalarlejoinsel'],
    ['&&', 'cube', 'cube', 'cube_overlap', '&&', '', 'areasel', 'areajoinsel'],
    ['<>', 'cube', 'cube', 'cube_ne', '<>', '=', 'neqsel', 'neqjoinsel'],
    ['=', 'cube', 'cube', 'cube_eq', '=', '<>', 'eqsel', 'eqjoinsel', 'm'],
    ['<@', 'cube', 'cube', 'cube_contained', '@>', '', 'contsel', 'contjoinsel'],
    ['@>', 'cube', 'cube', 'cube_contains', '<@', '', 'contsel', 'contjoinsel'],
    ['->', 'cube', 'integer', 'cube_coord'],
    ['~>', 'cube', 'integer', 'cube_coord_llur'],
    ['<#>', 'cube', 'cube', 'distance_taxicab', '<#>'],
    ['<->', 'cube', 'cube', 'cube_distance', '<->'],
    ['<=>', 'cube', 'cube', 'distance_chebyshev', '<=>'],
  ],
  after: `
    CREATE OPERATOR CLASS cube_ops DEFAULT FOR TYPE cube USING btree AS
      OPERATOR 1 < (cube, cube), OPERATOR 2 <= (cube, cube), OPERATOR 3 = (cube, cube), OPERATOR 4 >= (cube, cube),
      OPERATOR 5 > (cube, cube), FUNCTION 1 cube_cmp(cube, cube);
    CREATE OPERATOR CLASS gist_cube_ops DEFAULT FOR TYPE cube USING gist AS
      OPERATOR 3 && (cube, cube), OPERATOR 6 = (cube, cube), OPERATOR 7 @> (cube, cube), OPERATOR 8 <@ (cube, cube),
      OPERATOR 15 ~> (cube, integer) FOR ORDER BY float_ops, OPERATOR 16 <#> (cube, cube) FOR ORDER BY float_ops,
      OPERATOR 17 <-> (cube, cube) FOR ORDER BY float_ops, OPERATOR 18 <=> (cube, cube) FOR ORDER BY float_ops,
      FUNCTION 1 g_cube_consistent(internal, cube, smallint, oid, internal), FUNCTION 2 g_cube_union(internal,
      internal), FUNCTION 5 g_cube_penalty(internal, internal, internal), FUNCTION 6 g_cube_picksplit(internal,
      internal), FUNCTION 7 g_cube_same(cube, cube, internal), FUNCTION 8 g_cube_distance(internal, cube, smallint,
      oid, internal);
  `,
})
