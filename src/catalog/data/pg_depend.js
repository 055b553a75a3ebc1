/** Rows of pg_depend in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_DEPEND = {
  columns: 'classid objid objsubid refclassid refobjid refobjsubid deptype',
  types: [26, 26, 23, 26, 26, 23, 18],
  defaults: '2612\t13563\t0\t3079\t13559\t0\te',
  count: 7,
  rows: `1255	13560
1255	13561
1255	13562

			1255	13560		n
			1255	13561		n
			1255	13562		n`,
}
