/**
 * information_schema's views of who may use what: columns, functions, types, domains, collations, sequences (views.js).
 * Those of tables are in information-schema.js.
 */
import {
  GRANT_NAMES, GRANT_OF_ROLE, GRANT_ROLES, GRANT_VISIBLE, GRANTABLE, grantsOf, HERE, MEMBERSHIPS, named, owned,
  specificName, yesNo,
} from './phrases.js'
import { INFORMATION_SCHEMA, systemView } from './text.js'
/** @import { SystemView } from './views.js' */

/** @param {number} oid @param {string} name @param {string} lines @param {string} rest */
const view = (oid, name, lines, rest) => systemView(INFORMATION_SCHEMA, oid, name, lines, rest)

/**
 * Two views of the same grants: those everybody concerned sees, and those of the current roles.
 * @param {[number, string]} all OID and name
 * @param {[number, string]} ofRoles
 * @param {string} lines after grantor and grantee
 * @param {string} from @param {string} [condition] @returns {SystemView[]}
 */
function grantViews(all, ofRoles, lines, from, condition = 'true') {
  const text = `${GRANT_NAMES}\n${lines}`
  const rest = `${from} ${GRANT_ROLES} where ${condition}`
  return [view(...all, text, `${rest} and ${GRANT_VISIBLE}`), view(...ofRoles, text, `${rest} and ${GRANT_OF_ROLE}`)]
}

const COLUMN_PRIVILEGES = `'INSERT', 'SELECT', 'UPDATE', 'REFERENCES'`
const GRANT = 'p.grantor, p.grantee, p.privilege_type, p.is_grantable, p.owner'
const COLUMNS = `pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace and c.relkind in ('r', 'v', 'f', 'p')
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`

/** What can be used, by kind: who owns it, who may. */
const USABLE = `select n.nspname as schema, c.collname as name, 'COLLATION' as kind, c.collowner as grantor, 0 as grantee, 'USAGE' as privilege_type, false as is_grantable, c.collowner as owner
      from pg_catalog.pg_collation c join pg_catalog.pg_namespace n on n.oid = c.collnamespace
      where c.collencoding in (-1, (select d.encoding from pg_catalog.pg_database d where d.datname = ${HERE}))
    union all select n.nspname, t.typname, 'DOMAIN', ${GRANT} from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace and t.typtype = 'd',
      ${grantsOf('t.typacl', 'T', 't.typowner', `'USAGE'`)}
    union all select '', w.fdwname, 'FOREIGN DATA WRAPPER', ${GRANT} from pg_catalog.pg_foreign_data_wrapper w, ${grantsOf('w.fdwacl', 'F', 'w.fdwowner', `'USAGE'`)}
    union all select '', s.srvname, 'FOREIGN SERVER', ${GRANT} from pg_catalog.pg_foreign_server s, ${grantsOf('s.srvacl', 'S', 's.srvowner', `'USAGE'`)}
    union all select n.nspname, c.relname, 'SEQUENCE', ${GRANT} from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace and c.relkind = 'S',
      ${grantsOf('c.relacl', 'r', 'c.relowner', `'USAGE'`)}`

export const PRIVILEGE_VIEWS = [
  ...grantViews(
    [13285, 'column_privileges'],
    [13344, 'role_column_grants'],
    `${named('table', 'table_name', 'p.schema', 'p.name')}
    column_name sql_identifier p.attname
    privilege_type character_data p.privilege_type
    is_grantable yes_or_no ${GRANTABLE}`,
    `from (select n.nspname as schema, c.relname as name, a.attname, ${GRANT}
      from ${COLUMNS}, ${grantsOf('c.relacl', 'r', 'c.relowner', COLUMN_PRIVILEGES)}
    union select n.nspname, c.relname, a.attname, ${GRANT} from ${COLUMNS}, ${grantsOf('a.attacl', 'c', 'c.relowner', COLUMN_PRIVILEGES)}) p`,
  ),
  ...grantViews(
    [13353, 'routine_privileges'],
    [13358, 'role_routine_grants'],
    `${named('specific', 'specific_name', 'n.nspname', specificName('f'))}
    ${named('routine', 'routine_name', 'n.nspname', 'f.proname')}
    privilege_type character_data 'EXECUTE'
    is_grantable yes_or_no ${GRANTABLE}`,
    `from pg_catalog.pg_proc f join pg_catalog.pg_namespace n on n.oid = f.pronamespace,
    ${grantsOf('f.proacl', 'f', 'f.proowner', `'EXECUTE'`)}`,
  ),
  ...grantViews(
    [13445, 'udt_privileges'],
    [13450, 'role_udt_grants'],
    `${named('udt', 'udt_name', 'n.nspname', 't.typname')}
    privilege_type character_data 'TYPE USAGE'
    is_grantable yes_or_no ${GRANTABLE}`,
    `from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace,
    ${grantsOf('t.typacl', 'T', 't.typowner', `'USAGE'`)}`,
    `t.typtype = 'c'`,
  ),
  ...grantViews(
    [13454, 'usage_privileges'],
    [13459, 'role_usage_grants'],
    `${named('object', 'object_name', 'p.schema', 'p.name')}
    object_type character_data p.kind
    privilege_type character_data 'USAGE'
    is_grantable yes_or_no ${GRANTABLE}`,
    `from (${USABLE}) p`,
  ),
  view(
    13241,
    'administrable_role_authorizations',
    `grantee sql_identifier m.rolname
    role_name sql_identifier r.rolname
    is_grantable yes_or_no ${yesNo('a.admin_option')}`,
    `${MEMBERSHIPS} where a.admin_option and ${owned('m.oid')}`,
  ),
]
