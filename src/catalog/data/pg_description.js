/** Rows of pg_description in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_DESCRIPTION = {
  columns: 'objoid classoid objsubid description',
  types: [26, 26, 23, 25],
  defaults: '2200\t2615\t0\tstandard public schema',
  count: 1,
  rows: ``,
}
