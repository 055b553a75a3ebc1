/** Rows of pg_ts_template in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_TS_TEMPLATE = {
  columns: 'oid tmplname tmplnamespace tmplinit tmpllexize',
  types: [26, 19, 26, 24, 24],
  defaults: '3727\tsimple\t11\t3725\t3726',
  count: 5,
  rows: `
3730	synonym		3728	3729
3733	ispell		3731	3732
3742	thesaurus		3740	3741
13150	snowball		13148	13149`,
}
