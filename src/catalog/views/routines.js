/** information_schema's views of functions and procedures, their parameters, and what their bodies use (views.js). */
import {
  HERE, named, nulls, owned, specificName, typeJoin, typeWord, UNMEASURED, visibleFunction, yesNo,
} from './phrases.js'
import { INFORMATION_SCHEMA, systemView } from './text.js'

/** @param {number} oid @param {string} name @param {string} lines @param {string} rest */
const view = (oid, name, lines, rest) => systemView(INFORMATION_SCHEMA, oid, name, lines, rest)

const FUNCTIONS = 'pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace'
const SCOPE = `${nulls('sql_identifier', 'scope_catalog scope_schema scope_name')}
  ${nulls('cardinal_number', 'maximum_cardinality')}`
const RESULT_CAST = `${nulls('character_data', 'result_cast_from_data_type')}
  ${nulls('yes_or_no', 'result_cast_as_locator')}
  ${nulls('cardinal_number', 'result_cast_char_max_length result_cast_char_octet_length')}
  ${nulls('sql_identifier', 'result_cast_char_set_catalog result_cast_char_set_schema result_cast_char_set_name result_cast_collation_catalog result_cast_collation_schema result_cast_collation_name')}
  ${nulls('cardinal_number', 'result_cast_numeric_precision result_cast_numeric_precision_radix result_cast_numeric_scale result_cast_datetime_precision')}
  ${nulls('character_data', 'result_cast_interval_type')}
  ${nulls('cardinal_number', 'result_cast_interval_precision')}
  ${nulls('sql_identifier', 'result_cast_type_udt_catalog result_cast_type_udt_schema result_cast_type_udt_name result_cast_scope_catalog result_cast_scope_schema result_cast_scope_name')}
  ${nulls('cardinal_number', 'result_cast_maximum_cardinality')}
  ${nulls('sql_identifier', 'result_cast_dtd_identifier')}`

/** What a function's body (BEGIN ATOMIC, RETURN) needs. @param {number} classId of the things */
const needs = (classId) => `${FUNCTIONS} join pg_catalog.pg_depend d on d.classid = 1255 and d.objid = p.oid and d.deptype = 'n' and d.refclassid = ${classId}`
const OF_ROUTINE = `${named('specific', 'specific_name', 'u.specific_schema', 'u.specific_name')}
  ${named('routine', 'routine_name', 'u.routine_schema', 'u.routine_name')}`
const ROUTINE_ITEMS = `n.nspname as specific_schema, ${specificName('p')} as specific_name, n.nspname as routine_schema, p.proname as routine_name`
/** @param {string} kinds of relations */
const relations = (kinds) => `${needs(1259)} join pg_catalog.pg_class c on c.oid = d.refobjid and c.relkind in (${kinds}) and ${owned('c.relowner')}
    join pg_catalog.pg_namespace nc on nc.oid = c.relnamespace`
const TABLES = `'r', 'v', 'f', 'p'`

export const ROUTINE_VIEWS = [
  view(13377, 'routines', `${named('specific', 'specific_name', 'n.nspname', specificName('p'))}
    ${named('routine', 'routine_name', 'n.nspname', 'p.proname')}
    routine_type character_data case p.prokind when 'f' then 'FUNCTION' when 'p' then 'PROCEDURE' end
    ${nulls('sql_identifier', 'module_catalog module_schema module_name udt_catalog udt_schema udt_name')}
    data_type character_data case when p.prokind <> 'p' then ${typeWord('t', 'nt', 't.oid')} end
    ${UNMEASURED}
    type_udt_catalog sql_identifier case when nt.nspname is not null then ${HERE} end
    type_udt_schema sql_identifier nt.nspname
    type_udt_name sql_identifier t.typname
    ${SCOPE}
    dtd_identifier sql_identifier case when p.prokind <> 'p' then '0' end
    routine_body character_data case when l.lanname = 'sql' then 'SQL' else 'EXTERNAL' end
    routine_definition character_data case when ${owned('p.proowner')} then p.prosrc end
    external_name character_data case when l.lanname = 'c' then p.prosrc end
    external_language character_data pg_catalog.upper(l.lanname::pg_catalog.text)
    parameter_style character_data 'GENERAL'
    is_deterministic yes_or_no ${yesNo(`p.provolatile = 'i'`)}
    sql_data_access character_data 'MODIFIES'
    is_null_call yes_or_no case when p.prokind <> 'p' then ${yesNo('p.proisstrict')} end
    sql_path character_data null
    schema_level_routine yes_or_no 'YES'
    max_dynamic_result_sets cardinal_number 0
    ${nulls('yes_or_no', 'is_user_defined_cast is_implicitly_invocable')}
    security_type character_data case when p.prosecdef then 'DEFINER' else 'INVOKER' end
    ${nulls('sql_identifier', 'to_sql_specific_catalog to_sql_specific_schema to_sql_specific_name')}
    as_locator yes_or_no 'NO'
    ${nulls('time_stamp', 'created last_altered')}
    new_savepoint_level yes_or_no null
    is_udt_dependent yes_or_no 'NO'
    ${RESULT_CAST}`, `from ${FUNCTIONS} join pg_catalog.pg_language l on l.oid = p.prolang
    left join ${typeJoin('t', 'nt')} on t.oid = p.prorettype and p.prokind <> 'p' where ${visibleFunction('p')}`),
  view(13334, 'parameters', `${named('specific', 'specific_name', 'n.nspname', specificName('p'))}
    ordinal_position cardinal_number a.number
    parameter_mode character_data case p.proargmodes[a.number] when 'o' then 'OUT' when 't' then 'OUT' when 'b' then 'INOUT' else 'IN' end
    is_result yes_or_no 'NO'
    as_locator yes_or_no 'NO'
    parameter_name sql_identifier nullif(p.proargnames[a.number], '')
    data_type character_data ${typeWord('t', 'nt', 't.oid')}
    ${UNMEASURED}
    ${named('udt', 'udt_name', 'nt.nspname', 't.typname')}
    ${SCOPE}
    dtd_identifier sql_identifier a.number::pg_catalog.text
    parameter_default character_data case when ${owned('p.proowner')} then pg_catalog.pg_get_function_arg_default(p.oid, a.number::pg_catalog.int4) end`,
  `from ${FUNCTIONS}, lateral pg_catalog.unnest(coalesce(p.proallargtypes, p.proargtypes::pg_catalog.oid[])) with ordinality a(type, number)
    join ${typeJoin('t', 'nt')} on t.oid = a.type where ${visibleFunction('p')}`),
  view(13348, 'routine_column_usage', `${OF_ROUTINE}
    ${named('table', 'table_name', 'u.table_schema', 'u.table_name')}
    column_name sql_identifier u.column_name`, `from (select distinct ${ROUTINE_ITEMS}, nc.nspname as table_schema, c.relname as table_name, a.attname as column_name
    from ${relations(TABLES)} join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid and not a.attisdropped) u`),
  view(13362, 'routine_routine_usage', `${named('specific', 'specific_name', 'u.specific_schema', 'u.specific_name')}
    ${named('routine', 'routine_name', 'u.routine_schema', 'u.routine_name')}`,
  `from (select distinct n.nspname as specific_schema, ${specificName('p')} as specific_name, nc.nspname as routine_schema, ${specificName('c')} as routine_name
    from ${needs(1255)} join pg_catalog.pg_proc c on c.oid = d.refobjid and ${owned('c.proowner')} join pg_catalog.pg_namespace nc on nc.oid = c.pronamespace) u`),
  view(13367, 'routine_sequence_usage', `${OF_ROUTINE}
    ${named('sequence', 'sequence_name', 'u.sequence_schema', 'u.sequence_name')}`,
  `from (select distinct ${ROUTINE_ITEMS}, nc.nspname as sequence_schema, c.relname as sequence_name from ${relations(`'S'`)}) u`),
  view(13372, 'routine_table_usage', `${OF_ROUTINE}
    ${named('table', 'table_name', 'u.table_schema', 'u.table_name')}`,
  `from (select distinct ${ROUTINE_ITEMS}, nc.nspname as table_schema, c.relname as table_name from ${relations(TABLES)}) u`),
  view(13255, 'check_constraint_routine_usage', `${named('constraint', 'constraint_name', 'u.constraint_schema', 'u.constraint_name')}
    ${named('specific', 'specific_name', 'u.specific_schema', 'u.specific_name')}`,
  `from (select distinct nc.nspname as constraint_schema, c.conname as constraint_name, n.nspname as specific_schema, ${specificName('p')} as specific_name
    from ${FUNCTIONS} join pg_catalog.pg_depend d on d.refclassid = 1255 and d.refobjid = p.oid and d.classid = 2606
      join pg_catalog.pg_constraint c on c.oid = d.objid and c.contype = 'c' join pg_catalog.pg_namespace nc on nc.oid = c.connamespace
    where ${owned('p.proowner')}) u`),
  view(13430, 'transforms', `${named('udt', 'udt_name', 'nt.nspname', 't.typname')}
    ${named('specific', 'specific_name', 'n.nspname', specificName('p'))}
    group_name sql_identifier l.lanname
    transform_type character_data f.kind`, `from pg_catalog.pg_transform x join ${typeJoin('t', 'nt')} on t.oid = x.trftype join pg_catalog.pg_language l on l.oid = x.trflang,
    lateral (values ('FROM SQL', x.trffromsql), ('TO SQL', x.trftosql)) f(kind, func), ${FUNCTIONS} where p.oid = f.func`),
]
