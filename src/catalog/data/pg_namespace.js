/** Rows of pg_namespace in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_NAMESPACE = {
  columns: 'oid nspname nspowner nspacl',
  types: [26, 19, 26, 1034],
  defaults: '11\tpg_catalog\t10\t{postgres=UC/postgres,=U/postgres}',
  count: 4,
  rows: `
99	pg_toast		\\N
2200	public	6171	{pg_database_owner=UC/pg_database_owner,=U/pg_database_owner}
13207	information_schema`,
}
