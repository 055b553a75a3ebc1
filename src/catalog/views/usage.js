/**
 * information_schema's views of what views are made from: tables, columns, routines (information-schema.js has the
 * others).
 */
import { INFORMATION_SCHEMA, systemView } from './text.js'

const HERE = 'pg_catalog.current_database()'

/** A view's rule and what it needs, other than the view itself. */
const NEEDS = `pg_catalog.pg_class v join pg_catalog.pg_namespace nv on nv.oid = v.relnamespace and v.relkind = 'v'
    join pg_catalog.pg_depend dv on dv.refobjid = v.oid and dv.refclassid = 1259 and dv.classid = 2618 and dv.deptype = 'i'
    join pg_catalog.pg_depend d on d.objid = dv.objid and d.classid = 2618 and d.refobjid <> dv.refobjid`
const TABLES = `${NEEDS} join pg_catalog.pg_class t on d.refclassid = 1259 and t.oid = d.refobjid and t.relkind in ('r', 'v', 'f', 'p') and pg_catalog.pg_has_role(t.relowner, 'USAGE')
    join pg_catalog.pg_namespace nt on nt.oid = t.relnamespace`

/** @param {string} more columns */
const used = (more) => `view_catalog sql_identifier ${HERE}
    view_schema sql_identifier u.view_schema
    view_name sql_identifier u.view_name
    table_catalog sql_identifier ${HERE}
    table_schema sql_identifier u.table_schema
    table_name sql_identifier u.table_name${more}`

export const VIEW_USAGE_VIEWS = [
  systemView(INFORMATION_SCHEMA, 13468, 'view_column_usage', used(`
    column_name sql_identifier u.column_name`), `from (select distinct nv.nspname as view_schema, v.relname as view_name, nt.nspname as table_schema, t.relname as table_name, a.attname as column_name
    from ${TABLES} join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid) u`),
  systemView(INFORMATION_SCHEMA, 13473, 'view_routine_usage', `table_catalog sql_identifier ${HERE}
    table_schema sql_identifier u.table_schema
    table_name sql_identifier u.table_name
    specific_catalog sql_identifier ${HERE}
    specific_schema sql_identifier u.specific_schema
    specific_name sql_identifier u.specific_name`, `from (select distinct nv.nspname as table_schema, v.relname as table_name, np.nspname as specific_schema, pg_catalog.nameconcatoid(p.proname, p.oid) as specific_name
    from ${NEEDS} join pg_catalog.pg_proc p on d.refclassid = 1255 and p.oid = d.refobjid and pg_catalog.pg_has_role(p.proowner, 'USAGE')
    join pg_catalog.pg_namespace np on np.oid = p.pronamespace) u`),
  systemView(INFORMATION_SCHEMA, 13478, 'view_table_usage', used(''), `from (select distinct nv.nspname as view_schema, v.relname as view_name, nt.nspname as table_schema, t.relname as table_name
    from ${TABLES}) u`),
]
