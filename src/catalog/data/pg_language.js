/** Rows of pg_language in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_LANGUAGE = {
  columns: 'oid lanname lanowner lanispl lanpltrusted lanplcallfoid laninline lanvalidator lanacl',
  types: [26, 19, 26, 16, 16, 26, 26, 26, 1034],
  defaults: '12\tinternal\t10\tf\tf\t0\t0\t2246\t\\N',
  count: 4,
  rows: `
13	c						2247
14	sql			t			2248
13563	plpgsql		t	t	13560	13561	13562`,
}
