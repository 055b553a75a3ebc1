/** Rows of pg_am in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_AM = {
  columns: 'oid amname amhandler amtype',
  types: [26, 19, 24, 18],
  defaults: '2\theap\t3\ti',
  count: 7,
  rows: `			t
403	btree	330
405	hash	331
783	gist	332
2742	gin	333
3580	brin	335
4000	spgist	334`,
}
