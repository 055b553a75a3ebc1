/**
 * The text of information_schema's views (views.js). OIDs and columns are PostgreSQL 15's. A view shows what the
 * current role owns or has a privilege on.
 */
import {
  GRANT_NAMES, GRANT_OF_ROLE, GRANT_ROLES, GRANT_VISIBLE, GRANTABLE, grantsOf, HERE, MEMBERSHIPS, numbers, owned,
  typeWord, visible, writable, yesNo,
} from './phrases.js'
import { INFORMATION_SCHEMA, systemView } from './text.js'

/** @param {number} oid @param {string} name @param {string} lines @param {string} rest */
const view = (oid, name, lines, rest) => systemView(INFORMATION_SCHEMA, oid, name, lines, rest)

const ofColumn = numbers(
  `case when t.typtype = 'd' then t.typbasetype else a.atttypid end`,
  `case when t.typtype = 'd' then t.typtypmod else a.atttypmod end`
)
const ofDomain = numbers('t.typbasetype', 't.typtypmod')

const DOMAIN_COLUMNS_BETWEEN = `collation_catalog sql_identifier case when co.collname is not null then ${HERE} end
    collation_schema sql_identifier case when co.collname is not null then nco.nspname end
    collation_name sql_identifier co.collname`

const CONSTRAINT_FROM = `from pg_catalog.pg_constraint con join pg_catalog.pg_namespace nc on nc.oid = con.connamespace
    join pg_catalog.pg_class c on c.oid = con.conrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace`
const NO_OTHER_TEMP = 'not pg_catalog.pg_is_other_temp_schema(n.oid)'

const TABLE_PRIVILEGES = `${GRANT_NAMES}
    table_catalog sql_identifier ${HERE}
    table_schema sql_identifier n.nspname
    table_name sql_identifier c.relname
    privilege_type character_data p.privilege_type
    is_grantable yes_or_no ${GRANTABLE}
    with_hierarchy yes_or_no ${yesNo(`p.privilege_type = 'SELECT'`)}`
const TABLE_PRIVILEGES_FROM = `from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace,
    ${grantsOf('c.relacl', 'r', 'c.relowner', `'INSERT', 'SELECT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'`)}
    ${GRANT_ROLES} where c.relkind in ('r', 'v', 'f', 'p')`

/** @type {import('./views.js').SystemView[]} */
export const INFORMATION_SCHEMA_VIEWS = [
  view(13227, 'information_schema_catalog_name', `catalog_name sql_identifier ${HERE}`, ''),
  view(13236, 'applicable_roles', `grantee sql_identifier m.rolname
    role_name sql_identifier r.rolname
    is_grantable yes_or_no ${yesNo('a.admin_option')}`, `${MEMBERSHIPS} where ${owned('m.oid')}`),
  view(13325, 'enabled_roles', 'role_name sql_identifier r.rolname',
    `from pg_catalog.pg_authid r where pg_catalog.pg_has_role(r.oid, 'USAGE')`),
  view(13250, 'character_sets', `character_set_catalog sql_identifier null
    character_set_schema sql_identifier null
    character_set_name sql_identifier pg_catalog.getdatabaseencoding()
    character_repertoire sql_identifier 'UCS'
    form_of_use sql_identifier pg_catalog.getdatabaseencoding()
    default_collate_catalog sql_identifier ${HERE}
    default_collate_schema sql_identifier nc.nspname
    default_collate_name sql_identifier c.collname`, `from pg_catalog.pg_database d left join (pg_catalog.pg_collation c join pg_catalog.pg_namespace nc on nc.oid = c.collnamespace)
      on d.datcollate = c.collcollate and d.datctype = c.collctype where d.datname = ${HERE} order by char_length(c.collname) desc, c.collname asc limit 1`),
  view(13265, 'collations', `collation_catalog sql_identifier ${HERE}
    collation_schema sql_identifier n.nspname
    collation_name sql_identifier c.collname
    pad_attribute character_data 'NO PAD'`,
  `from pg_catalog.pg_collation c join pg_catalog.pg_namespace n on n.oid = c.collnamespace
    where c.collencoding in (-1, 6)`),
  view(13382, 'schemata', `catalog_name sql_identifier ${HERE}
    schema_name sql_identifier n.nspname
    schema_owner sql_identifier u.rolname
    default_character_set_catalog sql_identifier null
    default_character_set_schema sql_identifier null
    default_character_set_name sql_identifier null
    sql_path character_data null`, `from pg_catalog.pg_namespace n join pg_catalog.pg_authid u on u.oid = n.nspowner
    where pg_catalog.pg_has_role(n.nspowner, 'USAGE') or pg_catalog.has_schema_privilege(n.oid, 'CREATE, USAGE')`),
  view(13425, 'tables', `table_catalog sql_identifier ${HERE}
    table_schema sql_identifier n.nspname
    table_name sql_identifier c.relname
    table_type character_data case when n.oid = pg_catalog.pg_my_temp_schema() then 'LOCAL TEMPORARY' when c.relkind in ('r', 'p') then 'BASE TABLE' when c.relkind = 'v' then 'VIEW' when c.relkind = 'f' then 'FOREIGN' end
    self_referencing_column_name sql_identifier null
    reference_generation character_data null
    user_defined_type_catalog sql_identifier case when t.typname is not null then ${HERE} end
    user_defined_type_schema sql_identifier nt.nspname
    user_defined_type_name sql_identifier t.typname
    is_insertable_into yes_or_no ${yesNo(`c.relkind in ('r', 'p') or (c.relkind in ('v', 'f') and pg_catalog.pg_relation_is_updatable(c.oid, false) & 8 = 8)`)}
    is_typed yes_or_no ${yesNo('t.typname is not null')}
    commit_action character_data null`,
  `from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    left join (pg_catalog.pg_type t join pg_catalog.pg_namespace nt on nt.oid = t.typnamespace) on c.reloftype = t.oid
    where c.relkind in ('r', 'v', 'f', 'p') and ${NO_OTHER_TEMP} and ${visible('c')}`),
  view(13483, 'views', `table_catalog sql_identifier ${HERE}
    table_schema sql_identifier n.nspname
    table_name sql_identifier c.relname
    view_definition character_data case when pg_catalog.pg_has_role(c.relowner, 'USAGE') then pg_catalog.pg_get_viewdef(c.oid) end
    check_option character_data case when 'check_option=cascaded' = any (c.reloptions) then 'CASCADED' when 'check_option=local' = any (c.reloptions) then 'LOCAL' else 'NONE' end
    is_updatable yes_or_no ${yesNo('pg_catalog.pg_relation_is_updatable(c.oid, false) & 20 = 20')}
    is_insertable_into yes_or_no ${yesNo('pg_catalog.pg_relation_is_updatable(c.oid, false) & 8 = 8')}
    is_trigger_updatable yes_or_no ${yesNo('exists (select from pg_catalog.pg_trigger g where g.tgrelid = c.oid and g.tgtype & 81 = 81)')}
    is_trigger_deletable yes_or_no ${yesNo('exists (select from pg_catalog.pg_trigger g where g.tgrelid = c.oid and g.tgtype & 73 = 73)')}
    is_trigger_insertable_into yes_or_no ${yesNo('exists (select from pg_catalog.pg_trigger g where g.tgrelid = c.oid and g.tgtype & 69 = 69)')}`,
  `from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.relkind = 'v' and ${visible('c')}`),
  view(13295, 'columns', `table_catalog sql_identifier ${HERE}
    table_schema sql_identifier n.nspname
    table_name sql_identifier c.relname
    column_name sql_identifier a.attname
    ordinal_position cardinal_number a.attnum
    column_default character_data case when a.attgenerated = '' then pg_catalog.pg_get_expr(ad.adbin, ad.adrelid) end
    is_nullable yes_or_no case when a.attnotnull or (t.typtype = 'd' and t.typnotnull) then 'NO' else 'YES' end
    data_type character_data case when t.typtype = 'd' then ${typeWord('bt', 'nbt', 't.typbasetype')} else ${typeWord('t', 'nt', 'a.atttypid')} end
    character_maximum_length cardinal_number ${ofColumn.length}
    character_octet_length cardinal_number ${ofColumn.octets}
    numeric_precision cardinal_number ${ofColumn.precision}
    numeric_precision_radix cardinal_number ${ofColumn.radix}
    numeric_scale cardinal_number ${ofColumn.scale}
    datetime_precision cardinal_number ${ofColumn.datetime}
    interval_type character_data ${ofColumn.interval}
    interval_precision cardinal_number null
    character_set_catalog sql_identifier null
    character_set_schema sql_identifier null
    character_set_name sql_identifier null
    ${DOMAIN_COLUMNS_BETWEEN}
    domain_catalog sql_identifier case when t.typtype = 'd' then ${HERE} end
    domain_schema sql_identifier case when t.typtype = 'd' then nt.nspname end
    domain_name sql_identifier case when t.typtype = 'd' then t.typname end
    udt_catalog sql_identifier ${HERE}
    udt_schema sql_identifier coalesce(nbt.nspname, nt.nspname)
    udt_name sql_identifier coalesce(bt.typname, t.typname)
    scope_catalog sql_identifier null
    scope_schema sql_identifier null
    scope_name sql_identifier null
    maximum_cardinality cardinal_number null
    dtd_identifier sql_identifier a.attnum::pg_catalog.text
    is_self_referencing yes_or_no 'NO'
    is_identity yes_or_no ${yesNo(`a.attidentity in ('a', 'd')`)}
    identity_generation character_data case a.attidentity when 'a' then 'ALWAYS' when 'd' then 'BY DEFAULT' end
    identity_start character_data seq.seqstart::pg_catalog.text
    identity_increment character_data seq.seqincrement::pg_catalog.text
    identity_maximum character_data seq.seqmax::pg_catalog.text
    identity_minimum character_data seq.seqmin::pg_catalog.text
    identity_cycle yes_or_no ${yesNo('seq.seqcycle')}
    is_generated character_data case when a.attgenerated <> '' then 'ALWAYS' else 'NEVER' end
    generation_expression character_data case when a.attgenerated <> '' then pg_catalog.pg_get_expr(ad.adbin, ad.adrelid) end
    is_updatable yes_or_no ${yesNo(`c.relkind in ('r', 'p') or (c.relkind in ('v', 'f') and pg_catalog.pg_column_is_updatable(c.oid, a.attnum, false))`)}`,
  `from pg_catalog.pg_attribute a left join pg_catalog.pg_attrdef ad on ad.adrelid = a.attrelid and ad.adnum = a.attnum
    join (pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace) on c.oid = a.attrelid
    join (pg_catalog.pg_type t join pg_catalog.pg_namespace nt on nt.oid = t.typnamespace) on t.oid = a.atttypid
    left join (pg_catalog.pg_type bt join pg_catalog.pg_namespace nbt on nbt.oid = bt.typnamespace) on t.typtype = 'd' and bt.oid = t.typbasetype
    left join (pg_catalog.pg_collation co join pg_catalog.pg_namespace nco on nco.oid = co.collnamespace) on co.oid = a.attcollation and (nco.nspname, co.collname) <> ('pg_catalog', 'default')
    left join (pg_catalog.pg_depend dep join pg_catalog.pg_sequence seq on dep.classid = 1259 and dep.objid = seq.seqrelid and dep.deptype = 'i')
      on dep.refclassid = 1259 and dep.refobjid = c.oid and dep.refobjsubid = a.attnum
    where ${NO_OTHER_TEMP} and a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'v', 'f', 'p')
      and (pg_catalog.pg_has_role(c.relowner, 'USAGE') or pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT, INSERT, UPDATE, REFERENCES'))`),
  view(13411, 'table_constraints', `constraint_catalog sql_identifier ${HERE}
    constraint_schema sql_identifier k.constraint_schema
    constraint_name sql_identifier k.constraint_name
    table_catalog sql_identifier ${HERE}
    table_schema sql_identifier k.table_schema
    table_name sql_identifier k.table_name
    constraint_type character_data k.constraint_type
    is_deferrable yes_or_no k.is_deferrable
    initially_deferred yes_or_no k.initially_deferred
    enforced yes_or_no 'YES'
    nulls_distinct yes_or_no k.nulls_distinct`, `from (select nc.nspname as constraint_schema, con.conname as constraint_name, n.nspname as table_schema, c.relname as table_name,
      case con.contype when 'c' then 'CHECK' when 'f' then 'FOREIGN KEY' when 'p' then 'PRIMARY KEY' when 'u' then 'UNIQUE' end as constraint_type,
      ${yesNo('con.condeferrable')} as is_deferrable, ${yesNo('con.condeferred')} as initially_deferred,
      case when con.contype = 'u' then (select case when x.indnullsnotdistinct then 'NO' else 'YES' end from pg_catalog.pg_index x where x.indexrelid = con.conindid) end as nulls_distinct
      ${CONSTRAINT_FROM} where con.contype not in ('t', 'x') and c.relkind in ('r', 'p') and ${NO_OTHER_TEMP} and ${writable('c')}
    union all select n.nspname, (n.oid::pg_catalog.text || '_' || c.oid::pg_catalog.text || '_' || a.attnum::pg_catalog.text || '_not_null')::pg_catalog.name, n.nspname, c.relname, 'CHECK', 'NO', 'NO', null
      from pg_catalog.pg_namespace n join pg_catalog.pg_class c on c.relnamespace = n.oid join pg_catalog.pg_attribute a on a.attrelid = c.oid
      where a.attnotnull and a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p') and ${NO_OTHER_TEMP} and ${writable('c')}) k`),
  view(13260, 'check_constraints', `constraint_catalog sql_identifier ${HERE}
    constraint_schema sql_identifier k.constraint_schema
    constraint_name sql_identifier k.constraint_name
    check_clause character_data k.check_clause`, `from (select rs.nspname as constraint_schema, con.conname as constraint_name,
      pg_catalog.substring(pg_catalog.pg_get_constraintdef(con.oid), 7) as check_clause
      from pg_catalog.pg_constraint con left join pg_catalog.pg_namespace rs on rs.oid = con.connamespace left join pg_catalog.pg_class c on c.oid = con.conrelid
        left join pg_catalog.pg_type t on t.oid = con.contypid
      where con.contype = 'c' and pg_catalog.pg_has_role(coalesce(c.relowner, t.typowner), 'USAGE')
    union select n.nspname, (n.oid::pg_catalog.text || '_' || c.oid::pg_catalog.text || '_' || a.attnum::pg_catalog.text || '_not_null')::pg_catalog.name, a.attname || ' IS NOT NULL'
      from pg_catalog.pg_namespace n join pg_catalog.pg_class c on c.relnamespace = n.oid join pg_catalog.pg_attribute a on a.attrelid = c.oid
      where a.attnum > 0 and not a.attisdropped and a.attnotnull and c.relkind in ('r', 'p') and pg_catalog.pg_has_role(c.relowner, 'USAGE')) k`),
  view(13329, 'key_column_usage', `constraint_catalog sql_identifier ${HERE}
    constraint_schema sql_identifier nc.nspname
    constraint_name sql_identifier con.conname
    table_catalog sql_identifier ${HERE}
    table_schema sql_identifier n.nspname
    table_name sql_identifier c.relname
    column_name sql_identifier a.attname
    ordinal_position cardinal_number k.number
    position_in_unique_constraint cardinal_number case when con.contype = 'f' then information_schema._pg_index_position(con.conindid, con.confkey[k.number]) end`,
  `${CONSTRAINT_FROM}, lateral pg_catalog.generate_subscripts(con.conkey, 1) k(number), pg_catalog.pg_attribute a
    where a.attrelid = c.oid and a.attnum = con.conkey[k.number] and not a.attisdropped and con.contype in ('p', 'u', 'f') and c.relkind in ('r', 'p') and ${NO_OTHER_TEMP}
      and (pg_catalog.pg_has_role(c.relowner, 'USAGE') or pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT, INSERT, UPDATE, REFERENCES'))`),
  view(13300, 'constraint_column_usage', `table_catalog sql_identifier ${HERE}
    table_schema sql_identifier u.table_schema
    table_name sql_identifier u.table_name
    column_name sql_identifier u.column_name
    constraint_catalog sql_identifier ${HERE}
    constraint_schema sql_identifier u.constraint_schema
    constraint_name sql_identifier u.constraint_name`, `from (select distinct n.nspname as table_schema, c.relname as table_name, c.relowner, a.attname as column_name, nc.nspname as constraint_schema, con.conname as constraint_name
      from pg_catalog.pg_namespace n join pg_catalog.pg_class c on c.relnamespace = n.oid join pg_catalog.pg_attribute a on a.attrelid = c.oid
        join pg_catalog.pg_depend d on d.refclassid = 1259 and d.refobjid = c.oid and d.refobjsubid = a.attnum and d.classid = 2606
        join pg_catalog.pg_constraint con on con.oid = d.objid join pg_catalog.pg_namespace nc on nc.oid = con.connamespace
      where con.contype = 'c' and c.relkind in ('r', 'p') and not a.attisdropped
    union all select n.nspname, c.relname, c.relowner, a.attname, nc.nspname, con.conname
      from pg_catalog.pg_constraint con join pg_catalog.pg_namespace nc on nc.oid = con.connamespace
        join pg_catalog.pg_class c on c.oid = case con.contype when 'f' then con.confrelid else con.conrelid end
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace join pg_catalog.pg_attribute a on a.attrelid = c.oid
      where con.contype in ('p', 'u', 'f') and a.attnum = any (case con.contype when 'f' then con.confkey else con.conkey end) and not a.attisdropped and c.relkind in ('r', 'p')) u
    where pg_catalog.pg_has_role(u.relowner, 'USAGE')`),
  view(13305, 'constraint_table_usage', `table_catalog sql_identifier ${HERE}
    table_schema sql_identifier n.nspname
    table_name sql_identifier c.relname
    constraint_catalog sql_identifier ${HERE}
    constraint_schema sql_identifier nc.nspname
    constraint_name sql_identifier con.conname`,
    `from pg_catalog.pg_constraint con join pg_catalog.pg_namespace nc on nc.oid = con.connamespace
    join pg_catalog.pg_class c on c.oid = case con.contype when 'f' then con.confrelid else con.conrelid end join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where con.contype in ('p', 'u', 'f') and c.relkind in ('r', 'p') and pg_catalog.pg_has_role(c.relowner, 'USAGE')`),
  view(13339, 'referential_constraints', `constraint_catalog sql_identifier ${HERE}
    constraint_schema sql_identifier nc.nspname
    constraint_name sql_identifier con.conname
    unique_constraint_catalog sql_identifier case when npk.nspname is not null then ${HERE} end
    unique_constraint_schema sql_identifier npk.nspname
    unique_constraint_name sql_identifier pk.conname
    match_option character_data case con.confmatchtype when 'f' then 'FULL' when 'p' then 'PARTIAL' when 's' then 'NONE' end
    update_rule character_data case con.confupdtype when 'c' then 'CASCADE' when 'n' then 'SET NULL' when 'd' then 'SET DEFAULT' when 'r' then 'RESTRICT' when 'a' then 'NO ACTION' end
    delete_rule character_data case con.confdeltype when 'c' then 'CASCADE' when 'n' then 'SET NULL' when 'd' then 'SET DEFAULT' when 'r' then 'RESTRICT' when 'a' then 'NO ACTION' end`,
  `${CONSTRAINT_FROM} left join pg_catalog.pg_constraint pk on pk.conindid = con.conindid and pk.conrelid = con.confrelid and pk.contype in ('p', 'u')
    left join pg_catalog.pg_namespace npk on npk.oid = pk.connamespace where con.contype = 'f' and ${writable('c')}`),
  view(13386, 'sequences', `sequence_catalog sql_identifier ${HERE}
    sequence_schema sql_identifier n.nspname
    sequence_name sql_identifier c.relname
    data_type character_data pg_catalog.format_type(s.seqtypid, null)
    numeric_precision cardinal_number information_schema._pg_numeric_precision(s.seqtypid, -1)
    numeric_precision_radix cardinal_number 2
    numeric_scale cardinal_number 0
    start_value character_data s.seqstart::pg_catalog.text
    minimum_value character_data s.seqmin::pg_catalog.text
    maximum_value character_data s.seqmax::pg_catalog.text
    increment character_data s.seqincrement::pg_catalog.text
    cycle_option yes_or_no ${yesNo('s.seqcycle')}`, `from pg_catalog.pg_namespace n join pg_catalog.pg_class c on c.relnamespace = n.oid join pg_catalog.pg_sequence s on s.seqrelid = c.oid
    where not exists (select from pg_catalog.pg_depend d where d.classid = 1259 and d.objid = c.oid and d.deptype = 'i') and ${NO_OTHER_TEMP} and c.relkind = 'S'
      and (pg_catalog.pg_has_role(c.relowner, 'USAGE') or pg_catalog.has_sequence_privilege(c.oid, 'SELECT, UPDATE, USAGE'))`),
  view(13416, 'table_privileges', TABLE_PRIVILEGES, `${TABLE_PRIVILEGES_FROM} and ${GRANT_VISIBLE}`),
  view(13421, 'role_table_grants', TABLE_PRIVILEGES, `${TABLE_PRIVILEGES_FROM} and ${GRANT_OF_ROLE}`),
  view(13320, 'domains', `domain_catalog sql_identifier ${HERE}
    domain_schema sql_identifier nt.nspname
    domain_name sql_identifier t.typname
    data_type character_data case when nbt.nspname = 'pg_catalog' then pg_catalog.format_type(t.typbasetype, null) else 'USER-DEFINED' end
    character_maximum_length cardinal_number ${ofDomain.length}
    character_octet_length cardinal_number ${ofDomain.octets}
    character_set_catalog sql_identifier null
    character_set_schema sql_identifier null
    character_set_name sql_identifier null
    ${DOMAIN_COLUMNS_BETWEEN}
    numeric_precision cardinal_number ${ofDomain.precision}
    numeric_precision_radix cardinal_number ${ofDomain.radix}
    numeric_scale cardinal_number ${ofDomain.scale}
    datetime_precision cardinal_number ${ofDomain.datetime}
    interval_type character_data ${ofDomain.interval}
    interval_precision cardinal_number null
    domain_default character_data t.typdefault
    udt_catalog sql_identifier ${HERE}
    udt_schema sql_identifier nbt.nspname
    udt_name sql_identifier bt.typname
    scope_catalog sql_identifier null
    scope_schema sql_identifier null
    scope_name sql_identifier null
    maximum_cardinality cardinal_number null
    dtd_identifier sql_identifier 1::pg_catalog.text`,
    `from pg_catalog.pg_type t join pg_catalog.pg_namespace nt on nt.oid = t.typnamespace
    join (pg_catalog.pg_type bt join pg_catalog.pg_namespace nbt on nbt.oid = bt.typnamespace) on t.typtype = 'd' and bt.oid = t.typbasetype
    left join (pg_catalog.pg_collation co join pg_catalog.pg_namespace nco on nco.oid = co.collnamespace) on co.oid = t.typcollation and (nco.nspname, co.collname) <> ('pg_catalog', 'default')
    where pg_catalog.pg_has_role(t.typowner, 'USAGE') or pg_catalog.has_type_privilege(t.oid, 'USAGE')`),
]
