/** Rows of pg_auth_members in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const PG_AUTH_MEMBERS = {
  columns: 'roleid member grantor admin_option',
  types: [26, 26, 26, 16],
  defaults: '3374\t3373\t10\tf',
  count: 3,
  rows: `
3375
3377`,
}
