/** Rows of pg_extension in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_EXTENSION = {
  columns: 'oid extname extowner extnamespace extrelocatable extversion extconfig extcondition',
  types: [26, 19, 26, 26, 16, 25, 1028, 1009],
  defaults: '13559\tplpgsql\t10\t11\tf\t1.0\t\\N\t\\N',
  count: 1,
  rows: ``,
}
