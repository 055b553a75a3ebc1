/** What the texts of information_schema's views say again and again (views-*.js). */

export const HERE = 'pg_catalog.current_database()'

/** Whether the role owns something. @param {string} owner column of the owner */
export const owned = (owner) => `pg_catalog.pg_has_role(${owner}, 'USAGE')`

/** Whether the role may see a table. @param {string} table alias of its pg_class row */
export const visible = (table) => `(${owned(`${table}.relowner`)} or pg_catalog.has_table_privilege(${table}.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
  or pg_catalog.has_any_column_privilege(${table}.oid, 'SELECT, INSERT, UPDATE, REFERENCES'))`

/** Whether the role may more than read it. @param {string} table */
export const writable = (table) => `(${owned(`${table}.relowner`)} or pg_catalog.has_table_privilege(${table}.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
  or pg_catalog.has_any_column_privilege(${table}.oid, 'INSERT, UPDATE, REFERENCES'))`

/** Whether the role may see a column. @param {string} table @param {string} column alias of its pg_attribute row */
export const visibleColumn = (table, column) => `(${owned(`${table}.relowner`)}
  or pg_catalog.has_column_privilege(${table}.oid, ${column}.attnum, 'SELECT, INSERT, UPDATE, REFERENCES'))`

/** Whether the role may see a type. @param {string} type alias of its pg_type row */
export const visibleType = (type) =>
  `(${owned(`${type}.typowner`)} or pg_catalog.has_type_privilege(${type}.oid, 'USAGE'))`

/** Whether the role may see a function. @param {string} func alias of its pg_proc row */
export const visibleFunction = (func) =>
  `(${owned(`${func}.proowner`)} or pg_catalog.has_function_privilege(${func}.oid, 'EXECUTE'))`

/** Nobody else's temporary things. @param {string} schema alias of a pg_namespace row */
export const notOthers = (schema) => `not pg_catalog.pg_is_other_temp_schema(${schema}.oid)`

/** YES or NO. @param {string} condition */
export const yesNo = (condition) => `case when ${condition} then 'YES' else 'NO' end`

/** Columns that say nothing here. @param {string} type @param {string} names */
export const nulls = (type, names) => names.split(' ').map((name) => `${name} ${type} null`).join('\n')

/** A function's name that no other one has. @param {string} func alias of its pg_proc row */
export const specificName = (func) => `pg_catalog.nameconcatoid(${func}.proname, ${func}.oid)`

/**
 * The three columns of a name.
 * @param {string} prefixed what comes before _catalog and _schema
 * @param {string} last the third column's name
 * @param {string} schema
 * @param {string} name
 */
export const named = (prefixed, last, schema, name) => `${prefixed}_catalog sql_identifier ${HERE}
  ${prefixed}_schema sql_identifier ${schema}
  ${last} sql_identifier ${name}`

/** Length, precision and the like of a type and its modifier. @param {string} type @param {string} typmod */
export const numbers = (type, typmod) => ({
  length: `information_schema._pg_char_max_length(${type}, ${typmod})`,
  octets: `information_schema._pg_char_octet_length(${type}, ${typmod})`,
  precision: `information_schema._pg_numeric_precision(${type}, ${typmod})`,
  radix: `information_schema._pg_numeric_precision_radix(${type}, ${typmod})`,
  scale: `information_schema._pg_numeric_scale(${type}, ${typmod})`,
  datetime: `information_schema._pg_datetime_precision(${type}, ${typmod})`,
  interval: `information_schema._pg_interval_type(${type}, ${typmod})`,
})

/**
 * @param {string} type alias of its pg_type row
 * @param {string} schema alias of its pg_namespace row
 * @param {string} oid
 * @returns {string}
 */
export const typeWord = (type, schema, oid) =>
  `case when ${type}.typelem <> 0 and ${type}.typlen = -1 then 'ARRAY' when ${schema}.nspname = 'pg_catalog' then pg_catalog.format_type(${oid}, null) else 'USER-DEFINED' end`

/** What a type with no modifier is said to be: no lengths, no precisions. */
const CHARACTER_SET = nulls('sql_identifier', 'character_set_catalog character_set_schema character_set_name')
export const UNMEASURED = `${nulls('cardinal_number', 'character_maximum_length character_octet_length')}
${CHARACTER_SET}
${nulls('sql_identifier', 'collation_catalog collation_schema collation_name')}
${nulls('cardinal_number', 'numeric_precision numeric_precision_radix numeric_scale datetime_precision')}
${nulls('character_data', 'interval_type')}
${nulls('cardinal_number', 'interval_precision')}`

/**
 * The same columns with something in them.
 * @param {ReturnType<typeof numbers>} of
 * @param {string} [collation] alias of a pg_collation row
 * @param {string} [schema] alias of its pg_namespace row
 */
export const measured = (of, collation = 'co', schema = 'nco') => `character_maximum_length cardinal_number ${of.length}
  character_octet_length cardinal_number ${of.octets}
  ${CHARACTER_SET}
  collation_catalog sql_identifier case when ${schema}.nspname is not null then ${HERE} end
  collation_schema sql_identifier ${schema}.nspname
  collation_name sql_identifier ${collation}.collname
  numeric_precision cardinal_number ${of.precision}
  numeric_precision_radix cardinal_number ${of.radix}
  numeric_scale cardinal_number ${of.scale}
  datetime_precision cardinal_number ${of.datetime}
  interval_type character_data ${of.interval}
  ${nulls('cardinal_number', 'interval_precision')}`

/** A collation that was chosen. @param {string} oid */
export const collationOf = (
  oid
) => `left join (pg_catalog.pg_collation co join pg_catalog.pg_namespace nco on nco.oid = co.collnamespace)
    on co.oid = ${oid} and (nco.nspname, co.collname) <> ('pg_catalog', 'default')`

/** A type and its schema. @param {string} type alias @param {string} schema alias */
export const typeJoin = (type, schema) =>
  `(pg_catalog.pg_type ${type} join pg_catalog.pg_namespace ${schema} on ${schema}.oid = ${type}.typnamespace)`

/**
 * The names of a grant's roles. A grant is `p`: grantor, grantee (0 is PUBLIC), owner, privilege_type, is_grantable.
 */
export const GRANT_ROLES =
  'left join pg_catalog.pg_authid g on g.oid = p.grantor left join pg_catalog.pg_authid e on e.oid = p.grantee'
export const GRANT_NAMES = `grantor sql_identifier g.rolname
  grantee sql_identifier case when p.grantee = 0 then 'PUBLIC' else e.rolname end`
export const GRANTABLE = yesNo(
  `p.is_grantable or (p.grantee <> 0 and pg_catalog.pg_has_role(p.grantee, p.owner, 'USAGE'))`
)
/** Who sees a grant: who gave it, who has it, everybody if everybody has it. */
export const GRANT_VISIBLE = `(p.grantee = 0 or ${owned('p.grantor')} or ${owned('p.grantee')})`
/** The views named role_…_grants: what was given by or to a role of the current one. */
export const GRANT_OF_ROLE = `(${owned('p.grantor')} or (p.grantee <> 0 and ${owned('p.grantee')}))`

/**
 * The grants on an object.
 * @param {string} acl
 * @param {string} kind as acldefault takes it
 * @param {string} owner
 * @param {string} wanted privileges, as a list
 */
export const grantsOf = (
  acl,
  kind,
  owner,
  wanted
) => `lateral (select x.grantor, x.grantee, x.privilege_type, x.is_grantable, ${owner} as owner
      from pg_catalog.aclexplode(coalesce(${acl}, pg_catalog.acldefault('${kind}', ${owner}))) x where x.privilege_type in (${wanted})) p`

/** Who is a member of which role; the owner of the database is one of pg_database_owner without being told so. */
export const MEMBERSHIPS = `from (select roleid, member, admin_option from pg_catalog.pg_auth_members
      union all select o.oid, d.datdba, false from pg_catalog.pg_authid o, pg_catalog.pg_database d where o.rolname = 'pg_database_owner' and d.datname = ${HERE}) a
    join pg_catalog.pg_authid m on m.oid = a.member join pg_catalog.pg_authid r on r.oid = a.roleid`
