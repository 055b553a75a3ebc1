/** Rows of pg_tablespace in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_TABLESPACE = {
  columns: 'oid spcname spcowner spcacl spcoptions',
  types: [26, 19, 26, 1034, 1009],
  defaults: '1663\tpg_default\t10\t\\N\t\\N',
  count: 2,
  rows: `
1664	pg_global`,
}
