/** Rows of pg_database in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_DATABASE = {
  columns:
    'oid datname datdba encoding datlocprovider datistemplate datallowconn datconnlimit datfrozenxid datminmxid dattablespace datcollate datctype daticulocale datcollversion datacl',
  types: [26, 19, 26, 23, 18, 16, 16, 23, 28, 28, 26, 25, 25, 25, 25, 1034],
  defaults:
    '1\ttemplate1\t10\t6\tc\tt\tt\t-1\t3\t1\t1663\tC.UTF-8\tC.UTF-8\t\\N\t\\N\t{=c/postgres,postgres=CTc/postgres}',
  count: 3,
  rows: `
4	template0					f
5	postgres				f										\\N`,
}
