/** earthdistance 1.1: distances on the surface of the earth, of cubes' points and of longitudes and latitudes. */
import { Family } from '../functions/impl.js'
import { extensionScript } from './script.js'

const EARTH_RADIUS_MILES = 3958.747716

/** @param {number} degrees */
const radians = (degrees) => degrees * (2 * Math.PI / 360)

/** Great circle distance in statute miles, by haversines. */
const family = new Family()
family.add('geo_distance', (one, other) => {
  const [from, to] = [radians(one.y), radians(other.y)]
  let across = Math.abs(radians(one.x) - radians(other.x))
  if (across > Math.PI) across = 2 * Math.PI - across
  const half = Math.min(1, Math.sqrt(
    Math.sin(Math.abs(from - to) / 2) ** 2 + Math.cos(from) * Math.cos(to) * Math.sin(across / 2) ** 2))
  return 2 * EARTH_RADIUS_MILES * Math.asin(half)
})

const FUNCTIONS = [
  ['earth()', 'float8', "SELECT '6378168'::float8"],
  [
    'sec_to_gc(float8)', 'float8',
    'SELECT CASE WHEN $1 < 0 THEN 0::float8 WHEN $1/(2*earth()) > 1 THEN pi()*earth() ' +
    'ELSE 2*earth()*asin($1/(2*earth())) END',
  ],
  [
    'gc_to_sec(float8)', 'float8',
    'SELECT CASE WHEN $1 < 0 THEN 0::float8 WHEN $1/earth() > pi() THEN 2*earth() ' +
    'ELSE 2*earth()*sin($1/(2*earth())) END',
  ],
  [
    'll_to_earth(float8, float8)', 'earth',
    'SELECT cube(cube(cube(earth()*cos(radians($1))*cos(radians($2))),earth()*cos(radians($1))*sin(radians($2))),' +
    'earth()*sin(radians($1)))::earth',
  ],
  [
    'latitude(earth)', 'float8',
    'SELECT CASE WHEN cube_ll_coord($1, 3)/earth() < -1 THEN -90::float8 WHEN cube_ll_coord($1, 3)/earth() > 1 ' +
    'THEN 90::float8 ELSE degrees(asin(cube_ll_coord($1, 3)/earth())) END',
  ],
  ['longitude(earth)', 'float8', 'SELECT degrees(atan2(cube_ll_coord($1, 2), cube_ll_coord($1, 1)))'],
  ['earth_distance(earth, earth)', 'float8', 'SELECT sec_to_gc(cube_distance($1, $2))'],
  ['earth_box(earth, float8)', 'cube', 'SELECT cube_enlarge($1, gc_to_sec($2), 3)'],
].map(([signature, result, body]) => `CREATE FUNCTION ${signature} RETURNS ${result} LANGUAGE sql IMMUTABLE ` +
  `${signature === 'earth()' ? '' : 'STRICT '}PARALLEL SAFE AS '${body.replaceAll("'", "''")}'`)

/** @type {import('./bundled.js').ExtensionModule} */
export const extension = {
  script: `${FUNCTIONS[0]};
    CREATE DOMAIN earth AS cube
      CONSTRAINT not_point CHECK (cube_is_point(value))
      CONSTRAINT not_3d CHECK (cube_dim(value) <= 3)
      CONSTRAINT on_surface CHECK (abs(cube_distance(value, '(0)'::cube) / earth() - '1'::float8) < '10e-7'::float8);
    ${FUNCTIONS.slice(1).join(';\n')};
    ${extensionScript({
      library: 'earthdistance',
      functions: [['geo_distance(point, point)', 'double precision', 'geo_distance', 'is']],
      operators: [['<@>', 'point', 'point', 'geo_distance', '<@>']],
    })}`,
  functions: family.functions,
}
