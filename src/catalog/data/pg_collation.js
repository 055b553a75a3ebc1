/** Rows of pg_collation in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_COLLATION = {
  columns: 'oid collname collnamespace collowner collprovider collisdeterministic collencoding collcollate collctype colliculocale collversion',
  types: [26, 19, 26, 26, 18, 16, 23, 25, 25, 25, 25],
  defaults: '100\tdefault\t11\t10\ti\tt\t-1\t\\N\t\\N\t\\N\t\\N',
  count: 10,
  rows: `				d
950	C			c			C	C
951	POSIX			c			POSIX	POSIX
12340	ucs_basic			c		6	C	C
12342	und-x-icu								und
12453	de-x-icu								de
12481	en-x-icu								en
12579	en-US-x-icu								en-US
12591	es-x-icu								es
12663	fr-x-icu								fr`,
}
