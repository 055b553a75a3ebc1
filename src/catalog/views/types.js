/**
 * information_schema's views of types: composite types and their attributes, elements of arrays, domains, and which
 * columns use them (views.js).
 */
import {
  collationOf, HERE, measured, named, nulls, numbers, owned, typeJoin, typeWord, UNMEASURED, visibleType, yesNo,
} from './phrases.js'
import { INFORMATION_SCHEMA, systemView } from './text.js'

/** @param {number} oid @param {string} name @param {string} lines @param {string} rest */
const view = (oid, name, lines, rest) => systemView(INFORMATION_SCHEMA, oid, name, lines, rest)

const SCOPE = `${nulls('sql_identifier', 'scope_catalog scope_schema scope_name')}
  ${nulls('cardinal_number', 'maximum_cardinality')}`
const COMPOSITE = `pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace and c.relkind = 'c' join pg_catalog.pg_type ct on ct.oid = c.reltype`
const TABLE_COLUMNS = `pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace and c.relkind in ('r', 'v', 'f', 'p')
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`
const DOMAIN = `${typeJoin('t', 'n')}`
/** An attribute's type, or what its domain is over. */
const TRUE_TYPE = numbers(
  `case when t.typtype = 'd' then t.typbasetype else a.atttypid end`,
  `case when t.typtype = 'd' then t.typtypmod else a.atttypmod end`
)

/**
 * Everything that has a type: its kind and number within its owner, the type. Who may see what is data_type_privileges'
 * to say.
 */
const TYPED = `(select n.nspname as object_schema, c.relname as object_name, case when c.relkind = 'c' then 'USER-DEFINED TYPE' else 'TABLE' end as object_type, a.attnum::pg_catalog.text as number, a.atttypid as type
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace join pg_catalog.pg_attribute a on a.attrelid = c.oid
      where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'v', 'f', 'p', 'c')
    union all select n.nspname, t.typname, 'DOMAIN', '1', t.typbasetype from ${DOMAIN} where t.typtype = 'd'
    union all select n.nspname, pg_catalog.nameconcatoid(p.proname, p.oid), 'ROUTINE', a.number::pg_catalog.text, a.type
      from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace,
        lateral pg_catalog.unnest(coalesce(p.proallargtypes, p.proargtypes::pg_catalog.oid[])) with ordinality a(type, number)
    union all select n.nspname, pg_catalog.nameconcatoid(p.proname, p.oid), 'ROUTINE', '0', p.prorettype
      from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace) o`

export const TYPE_VIEWS = [
  view(13245, 'attributes', `${named('udt', 'udt_name', 'n.nspname', 'c.relname')}
    attribute_name sql_identifier a.attname
    ordinal_position cardinal_number a.attnum
    attribute_default character_data pg_catalog.pg_get_expr(ad.adbin, ad.adrelid)
    is_nullable yes_or_no ${yesNo(`not (a.attnotnull or (t.typtype = 'd' and t.typnotnull))`)}
    data_type character_data ${typeWord('t', 'nt', 't.oid')}
    ${measured(TRUE_TYPE)}
    ${named('attribute_udt', 'attribute_udt_name', 'nt.nspname', 't.typname')}
    ${SCOPE}
    dtd_identifier sql_identifier a.attnum::pg_catalog.text
    is_derived_reference_attribute yes_or_no 'NO'`,
    `from ${COMPOSITE} join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_catalog.pg_attrdef ad on ad.adrelid = a.attrelid and ad.adnum = a.attnum
    join ${typeJoin('t', 'nt')} on t.oid = a.atttypid
    ${collationOf('a.attcollation')} where ${visibleType('ct')}`),
  view(13463, 'user_defined_types', `${named('user_defined_type', 'user_defined_type_name', 'n.nspname', 'c.relname')}
    user_defined_type_category character_data 'STRUCTURED'
    is_instantiable yes_or_no 'YES'
    ${nulls('yes_or_no', 'is_final')}
    ${nulls('character_data', 'ordering_form ordering_category')}
    ${nulls('sql_identifier', 'ordering_routine_catalog ordering_routine_schema ordering_routine_name')}
    ${nulls('character_data', 'reference_type data_type')}
    ${UNMEASURED}
    ${nulls('sql_identifier', 'source_dtd_identifier ref_dtd_identifier')}`,
  `from ${COMPOSITE} where ${visibleType('ct')}`),
  view(13488, 'data_type_privileges', `object_catalog sql_identifier ${HERE}
    object_schema sql_identifier o.object_schema
    object_name sql_identifier o.object_name
    object_type character_data o.object_type
    dtd_identifier sql_identifier o.number`, `from (select udt_schema as object_schema, udt_name as object_name, 'USER-DEFINED TYPE' as object_type, dtd_identifier as number from information_schema.attributes
    union all select table_schema, table_name, 'TABLE', dtd_identifier from information_schema.columns
    union all select domain_schema, domain_name, 'DOMAIN', dtd_identifier from information_schema.domains
    union all select specific_schema, specific_name, 'ROUTINE', dtd_identifier from information_schema.parameters
    union all select specific_schema, specific_name, 'ROUTINE', dtd_identifier from information_schema.routines) o`),
  view(13493, 'element_types', `object_catalog sql_identifier ${HERE}
    object_schema sql_identifier o.object_schema
    object_name sql_identifier o.object_name
    object_type character_data o.object_type
    collection_type_identifier sql_identifier o.number
    data_type character_data ${typeWord('t', 'nt', 't.oid')}
    ${UNMEASURED}
    domain_default character_data null
    ${named('udt', 'udt_name', 'nt.nspname', 't.typname')}
    ${SCOPE}
    dtd_identifier sql_identifier 'a' || o.number`,
    `from ${TYPED} join pg_catalog.pg_type ar on ar.oid = o.type and ar.typelem <> 0 and ar.typlen = -1
    join ${typeJoin('t', 'nt')} on t.oid = ar.typelem
    where (o.object_schema, o.object_name, o.object_type, o.number::pg_catalog.name) in (select object_schema, object_name, object_type, dtd_identifier from information_schema.data_type_privileges)`),
  view(13310, 'domain_constraints', `${named('constraint', 'constraint_name', 'nc.nspname', 'con.conname')}
    ${named('domain', 'domain_name', 'n.nspname', 't.typname')}
    is_deferrable yes_or_no ${yesNo('con.condeferrable')}
    initially_deferred yes_or_no ${yesNo('con.condeferred')}`,
    `from ${DOMAIN} join pg_catalog.pg_constraint con on con.contypid = t.oid
    join pg_catalog.pg_namespace nc on nc.oid = con.connamespace where ${visibleType('t')}`
  ),
  view(
    13315,
    'domain_udt_usage',
    `${named('udt', 'udt_name', 'nb.nspname', 'b.typname')}
    ${named('domain', 'domain_name', 'n.nspname', 't.typname')}`,
    `from ${DOMAIN} join ${typeJoin('b', 'nb')} on b.oid = t.typbasetype
    where t.typtype = 'd' and ${owned('b.typowner')}`
  ),
  view(
    13280,
    'column_domain_usage',
    `${named('domain', 'domain_name', 'nt.nspname', 't.typname')}
    ${named('table', 'table_name', 'n.nspname', 'c.relname')}
    column_name sql_identifier a.attname`,
  `from ${TABLE_COLUMNS} join ${typeJoin('t', 'nt')} on t.oid = a.atttypid and t.typtype = 'd'
    where ${owned('t.typowner')}`),
  view(13290, 'column_udt_usage', `${named('udt', 'udt_name', 'nt.nspname', 't.typname')}
    ${named('table', 'table_name', 'n.nspname', 'c.relname')}
    column_name sql_identifier a.attname`, `from ${TABLE_COLUMNS} join pg_catalog.pg_type own on own.oid = a.atttypid
    join ${typeJoin('t', 'nt')} on t.oid = case when own.typtype = 'd' then own.typbasetype else own.oid end where ${owned('t.typowner')}`),
  view(13275, 'column_column_usage', `${named('table', 'table_name', 'u.table_schema', 'u.table_name')}
    column_name sql_identifier u.column_name
    dependent_column sql_identifier u.dependent_column`, `from (select distinct n.nspname as table_schema, c.relname as table_name, used.attname as column_name, a.attname as dependent_column
    from ${TABLE_COLUMNS} join pg_catalog.pg_attrdef ad on ad.adrelid = c.oid and ad.adnum = a.attnum
      join pg_catalog.pg_depend d on d.classid = 2604 and d.objid = ad.oid and d.refclassid = 1259 and d.refobjid = c.oid and d.refobjsubid <> a.attnum
      join pg_catalog.pg_attribute used on used.attrelid = c.oid and used.attnum = d.refobjsubid
    where a.attgenerated <> '' and ${owned('c.relowner')}) u`
  ),
  view(
    13270,
    'collation_character_set_applicability',
    `${named('collation', 'collation_name', 'n.nspname', 'c.collname')}
    ${nulls('sql_identifier', 'character_set_catalog character_set_schema')}
    character_set_name sql_identifier pg_catalog.getdatabaseencoding()`,
    `from pg_catalog.pg_collation c join pg_catalog.pg_namespace n on n.oid = c.collnamespace
    where c.collencoding in (-1, (select d.encoding from pg_catalog.pg_database d where d.datname = ${HERE}))`
  ),
]
