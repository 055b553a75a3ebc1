/**
 * The text of the system views (views.js): roles, tables, indexes, settings, table statistics, and the others from the
 * files beside. OIDs and columns are PostgreSQL 15's.
 */

import { INFORMATION_SCHEMA_VIEWS } from './information-schema.js'
import { COUNTER_VIEWS } from './counters.js'
import { PROGRESS_VIEWS } from './progress.js'
import { SERVER_VIEWS } from './server.js'
import { FOREIGN_VIEWS } from './foreign.js'
import { PRIVILEGE_VIEWS } from './privileges.js'
import { ROUTINE_VIEWS } from './routines.js'
import { TRIGGER_VIEWS } from './triggers.js'
import { TYPE_VIEWS } from './types.js'
import { STATISTICS_KEPT_VIEWS } from './stats.js'
import { VIEW_USAGE_VIEWS } from './usage.js'
import { OBJECT_VIEWS } from './objects.js'
import { STATISTICS_VIEWS } from './statistics.js'

const STATISTICS = `relid oid, schemaname name, relname name, seq_scan int8, seq_tup_read int8, idx_scan int8, idx_tup_fetch int8, n_tup_ins int8, n_tup_upd int8,
  n_tup_del int8, n_tup_hot_upd int8, n_live_tup int8, n_dead_tup int8, n_mod_since_analyze int8, n_ins_since_vacuum int8, last_vacuum timestamptz,
  last_autovacuum timestamptz, last_analyze timestamptz, last_autoanalyze timestamptz, vacuum_count int8, autovacuum_count int8, analyze_count int8,
  autoanalyze_count int8`

/** @type {import('./views.js').SystemView[]} */
export const SYSTEM_VIEWS = [
  {
    oid: 12000, name: 'pg_roles', namespaceOid: 11,
    columns: `rolname name, rolsuper bool, rolinherit bool, rolcreaterole bool, rolcreatedb bool, rolcanlogin bool, rolreplication bool, rolconnlimit int4,
      rolpassword text, rolvaliduntil timestamptz, rolbypassrls bool, rolconfig _text, oid oid`,
    sql: `select r.rolname, r.rolsuper, r.rolinherit, r.rolcreaterole, r.rolcreatedb, r.rolcanlogin, r.rolreplication, r.rolconnlimit,
        '********'::text as rolpassword, r.rolvaliduntil, r.rolbypassrls, c.setconfig as rolconfig, r.oid
      from pg_catalog.pg_authid r left join pg_catalog.pg_db_role_setting c on c.setrole = r.oid and c.setdatabase = 0`,
  },
  {
    oid: 12005, name: 'pg_shadow', namespaceOid: 11,
    columns: `usename name, usesysid oid, usecreatedb bool, usesuper bool, userepl bool, usebypassrls bool, passwd text, valuntil timestamptz, useconfig _text`,
    sql: `select r.rolname as usename, r.oid as usesysid, r.rolcreatedb as usecreatedb, r.rolsuper as usesuper, r.rolreplication as userepl,
        r.rolbypassrls as usebypassrls, r.rolpassword as passwd, r.rolvaliduntil as valuntil, c.setconfig as useconfig
      from pg_catalog.pg_authid r left join pg_catalog.pg_db_role_setting c on c.setrole = r.oid and c.setdatabase = 0
      where r.rolcanlogin`,
  },
  {
    oid: 12010, name: 'pg_group', namespaceOid: 11, columns: `groname name, grosysid oid, grolist _oid`,
    sql: `select r.rolname as groname, r.oid as grosysid,
        array(select m.member from pg_catalog.pg_auth_members m where m.roleid = r.oid) as grolist
      from pg_catalog.pg_authid r where not r.rolcanlogin`,
  },
  {
    oid: 12014, name: 'pg_user', namespaceOid: 11,
    columns: `usename name, usesysid oid, usecreatedb bool, usesuper bool, userepl bool, usebypassrls bool, passwd text, valuntil timestamptz, useconfig _text`,
    sql: `select usename, usesysid, usecreatedb, usesuper, userepl, usebypassrls, '********'::text as passwd, valuntil, useconfig
      from pg_catalog.pg_shadow`,
  },
  {
    oid: 12028,
    name: 'pg_views',
    namespaceOid: 11,
    columns: `schemaname name, viewname name, viewowner name, definition text`,
    sql: `select s.nspname as schemaname, v.relname as viewname, pg_catalog.pg_get_userbyid(v.relowner) as viewowner,
        pg_catalog.pg_get_viewdef(v.oid) as definition
      from pg_catalog.pg_class v left join pg_catalog.pg_namespace s on s.oid = v.relnamespace
      where v.relkind = 'v'`,
  },
  {
    oid: 12033, name: 'pg_tables', namespaceOid: 11,
    columns: `schemaname name, tablename name, tableowner name, tablespace name, hasindexes bool, hasrules bool, hastriggers bool, rowsecurity bool`,
    sql: `select s.nspname as schemaname, t.relname as tablename, pg_catalog.pg_get_userbyid(t.relowner) as tableowner, p.spcname as tablespace,
        t.relhasindex as hasindexes, t.relhasrules as hasrules, t.relhastriggers as hastriggers, t.relrowsecurity as rowsecurity
      from pg_catalog.pg_class t left join pg_catalog.pg_namespace s on s.oid = t.relnamespace
        left join pg_catalog.pg_tablespace p on p.oid = t.reltablespace
      where t.relkind in ('r', 'p')`,
  },
  {
    oid: 12043, name: 'pg_indexes', namespaceOid: 11,
    columns: `schemaname name, tablename name, indexname name, tablespace name, indexdef text`,
    sql: `select s.nspname as schemaname, t.relname as tablename, i.relname as indexname, p.spcname as tablespace,
        pg_catalog.pg_get_indexdef(i.oid) as indexdef
      from pg_catalog.pg_index x join pg_catalog.pg_class t on t.oid = x.indrelid join pg_catalog.pg_class i on i.oid = x.indexrelid
        left join pg_catalog.pg_namespace s on s.oid = t.relnamespace left join pg_catalog.pg_tablespace p on p.oid = i.reltablespace
      where t.relkind in ('r', 'm', 'p') and i.relkind in ('i', 'I')`,
  },
  {
    oid: 12104, name: 'pg_settings', namespaceOid: 11,
    columns: `name text, setting text, unit text, category text, short_desc text, extra_desc text, context text, vartype text, source text, min_val text,
      max_val text, enumvals _text, boot_val text, reset_val text, sourcefile text, sourceline int4, pending_restart bool`,
    sql: `select name, setting, unit, category, short_desc, extra_desc, context, vartype, source, min_val, max_val, enumvals, boot_val, reset_val,
        sourcefile, sourceline, pending_restart
      from pg_catalog.pg_show_all_settings()`,
  },
  {
    oid: 12142, name: 'pg_stat_all_tables', namespaceOid: 11, columns: STATISTICS,
    sql: `select t.oid as relid, s.nspname as schemaname, t.relname, pg_catalog.pg_stat_get_numscans(t.oid) as seq_scan,
        pg_catalog.pg_stat_get_tuples_returned(t.oid) as seq_tup_read, sum(pg_catalog.pg_stat_get_numscans(x.indexrelid))::bigint as idx_scan,
        sum(pg_catalog.pg_stat_get_tuples_fetched(x.indexrelid))::bigint + pg_catalog.pg_stat_get_tuples_fetched(t.oid) as idx_tup_fetch,
        pg_catalog.pg_stat_get_tuples_inserted(t.oid) as n_tup_ins, pg_catalog.pg_stat_get_tuples_updated(t.oid) as n_tup_upd,
        pg_catalog.pg_stat_get_tuples_deleted(t.oid) as n_tup_del, pg_catalog.pg_stat_get_tuples_hot_updated(t.oid) as n_tup_hot_upd,
        pg_catalog.pg_stat_get_live_tuples(t.oid) as n_live_tup, pg_catalog.pg_stat_get_dead_tuples(t.oid) as n_dead_tup,
        pg_catalog.pg_stat_get_mod_since_analyze(t.oid) as n_mod_since_analyze, pg_catalog.pg_stat_get_ins_since_vacuum(t.oid) as n_ins_since_vacuum,
        pg_catalog.pg_stat_get_last_vacuum_time(t.oid) as last_vacuum, pg_catalog.pg_stat_get_last_autovacuum_time(t.oid) as last_autovacuum,
        pg_catalog.pg_stat_get_last_analyze_time(t.oid) as last_analyze, pg_catalog.pg_stat_get_last_autoanalyze_time(t.oid) as last_autoanalyze,
        pg_catalog.pg_stat_get_vacuum_count(t.oid) as vacuum_count, pg_catalog.pg_stat_get_autovacuum_count(t.oid) as autovacuum_count,
        pg_catalog.pg_stat_get_analyze_count(t.oid) as analyze_count, pg_catalog.pg_stat_get_autoanalyze_count(t.oid) as autoanalyze_count
      from pg_catalog.pg_class t left join pg_catalog.pg_index x on x.indrelid = t.oid left join pg_catalog.pg_namespace s on s.oid = t.relnamespace
      where t.relkind in ('r', 't', 'm', 'p')
      group by t.oid, s.nspname, t.relname`,
  },
  {
    oid: 12161, name: 'pg_stat_user_tables', namespaceOid: 11, columns: STATISTICS,
    sql: `select * from pg_catalog.pg_stat_all_tables
      where schemaname <> 'pg_catalog' and schemaname <> 'information_schema' and schemaname !~ '^pg_toast'`,
  },
  ...OBJECT_VIEWS, ...STATISTICS_VIEWS, ...INFORMATION_SCHEMA_VIEWS, ...VIEW_USAGE_VIEWS, ...STATISTICS_KEPT_VIEWS, ...ROUTINE_VIEWS, ...TYPE_VIEWS,
  ...PRIVILEGE_VIEWS, ...TRIGGER_VIEWS, ...FOREIGN_VIEWS, ...COUNTER_VIEWS, ...SERVER_VIEWS, ...PROGRESS_VIEWS,
]
