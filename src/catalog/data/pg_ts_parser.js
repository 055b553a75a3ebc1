/** Rows of pg_ts_parser in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_TS_PARSER = {
  columns: 'oid prsname prsnamespace prsstart prstoken prsend prsheadline prslextype',
  types: [26, 19, 26, 24, 24, 24, 24, 24],
  defaults: '3722\tdefault\t11\t3717\t3718\t3719\t3720\t3721',
  count: 1,
  rows: ``,
}
