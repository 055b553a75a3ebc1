/**
 * The text of the system views that list objects with their schemas and owners (views.js). OIDs and columns are
 * PostgreSQL 15's.
 */
import { CATALOG_SCHEMA, systemView } from './text.js'

/** @param {number} oid @param {string} name @param {string} lines @param {string} rest */
const view = (oid, name, lines, rest) => systemView(CATALOG_SCHEMA, oid, name, lines, rest)

/** @type {import('./views.js').SystemView[]} */
export const OBJECT_VIEWS = [
  view(12018, 'pg_policies', `schemaname name n.nspname
    tablename name c.relname
    policyname name p.polname
    permissive text case when p.polpermissive then 'PERMISSIVE' else 'RESTRICTIVE' end
    roles _name case when p.polroles = '{0}' then array['public']::pg_catalog._name else array(select a.rolname from pg_catalog.pg_authid a where a.oid = any (p.polroles) order by 1) end
    cmd text case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE' when '*' then 'ALL' end
    qual text pg_catalog.pg_get_expr(p.polqual, p.polrelid)
    with_check text pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid)`,
    `from pg_catalog.pg_policy p join pg_catalog.pg_class c on c.oid = p.polrelid
    left join pg_catalog.pg_namespace n on n.oid = c.relnamespace`
  ),
  view(
    12023,
    'pg_rules',
    `schemaname name n.nspname
    tablename name c.relname
    rulename name r.rulename
    definition text pg_catalog.pg_get_ruledef(r.oid)`,
    `from pg_catalog.pg_rewrite r join pg_catalog.pg_class c on c.oid = r.ev_class
    left join pg_catalog.pg_namespace n on n.oid = c.relnamespace where r.rulename <> '_RETURN'`
  ),
  view(
    12038,
    'pg_matviews',
    `schemaname name n.nspname
    matviewname name c.relname
    matviewowner name pg_catalog.pg_get_userbyid(c.relowner)
    tablespace name t.spcname
    hasindexes bool c.relhasindex
    ispopulated bool c.relispopulated
    definition text pg_catalog.pg_get_viewdef(c.oid)`,
    `from pg_catalog.pg_class c left join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    left join pg_catalog.pg_tablespace t on t.oid = c.reltablespace where c.relkind = 'm'`
  ),
  view(
    12048,
    'pg_sequences',
    `schemaname name n.nspname
    sequencename name c.relname
    sequenceowner name pg_catalog.pg_get_userbyid(c.relowner)
    data_type regtype s.seqtypid
    start_value int8 s.seqstart
    min_value int8 s.seqmin
    max_value int8 s.seqmax
    increment_by int8 s.seqincrement
    cycle bool s.seqcycle
    cache_size int8 s.seqcache
    last_value int8 case when pg_catalog.has_sequence_privilege(c.oid, 'SELECT,USAGE') then pg_catalog.pg_sequence_last_value(c.oid) end`,
  `from pg_catalog.pg_sequence s join pg_catalog.pg_class c on c.oid = s.seqrelid left join pg_catalog.pg_namespace n on n.oid = c.relnamespace`),
  view(12068, 'pg_publication_tables', `pubname name p.pubname
    schemaname name n.nspname
    tablename name c.relname
    attnames _name array(select a.attname from pg_catalog.pg_attribute a where a.attrelid = m.relid and a.attnum > 0 and not a.attisdropped and (m.attrs is null or a.attnum = any (m.attrs)) order by a.attnum)
    rowfilter text pg_catalog.pg_get_expr(m.qual, m.relid)`,
    `from pg_catalog.pg_publication p, lateral pg_catalog.pg_get_publication_tables(p.pubname::pg_catalog.text) m
    join pg_catalog.pg_class c on c.oid = m.relid join pg_catalog.pg_namespace n on n.oid = c.relnamespace`
  ),
  view(
    12081,
    'pg_available_extensions',
    `name name s.name
    default_version text s.default_version
    installed_version text e.extversion
    comment text s.comment`,
    'from pg_catalog.pg_available_extensions() s left join pg_catalog.pg_extension e on e.extname = s.name'
  ),
  // Security labels are not kept: nothing can set one.
  view(12099, 'pg_seclabels', `objoid oid l.objoid
    classoid oid l.classoid
    objsubid int4 l.objsubid
    objtype text null
    objnamespace oid null
    objname text null
    provider text l.provider
    label text l.label`, 'from pg_catalog.pg_seclabel l'),
]
