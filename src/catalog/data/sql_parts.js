/** Rows of sql_parts in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const SQL_PARTS = {
  columns: 'feature_id feature_name is_supported is_verified_by comments',
  types: [1043, 1043, 1043, 1043, 1043],
  defaults: '1\tFramework (SQL/Framework)\tNO\t\\N\t\\E',
  count: 10,
  rows: `
10	Object Language Bindings (SQL/OLB)
11	Information and Definition Schema (SQL/Schemata)
13	Routines and Types Using the Java Programming Language (SQL/JRT)
14	XML-Related Specifications (SQL/XML)
15	Multi-Dimensional Arrays (SQL/MDA)
2	Foundation (SQL/Foundation)
3	Call-Level Interface (SQL/CLI)
4	Persistent Stored Modules (SQL/PSM)
9	Management of External Data (SQL/MED)`,
}
