/**
 * Makes src/catalog/data/*.js: what a fresh PostgreSQL 15 database contains in its system catalogs (object ids, names,
 * signatures), as compact text. Needs a running PostgreSQL 15 (the usual PG* environment variables; superuser; connect
 * to a database made from template0):
 *
 *     PGDATABASE=fresh node scripts/extract-catalog.js
 *
 * What is said about objects is in a file of its own, pg_description.txt, which only who makes a template reads: a line
 * per object with the OIDs of its catalog and its own, an empty cell for the catalog of the line before, and the text.
 *
 * Left out: TOAST relations, views (but for their row types) and their rewrite rules (Seawall has its own,
 * src/catalog/views/views.js), dependencies among built-in objects but PL/pgSQL's, and the operating system's
 * collations but C.utf8.
 *
 * A data file exports {columns, types, defaults, count, rows}: `rows` is one text, a row per line, cells separated by
 * tabs, trailing empty cells cut. A cell is empty when the value is the column's commonest (`defaults`), `\N` for NULL,
 * `\E` for the empty string; otherwise the value's text form (functions by OID), with backslash, tab and newline
 * written as \\ \t \n.
 */
import { mkdirSync, readdirSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const out = join(dirname(fileURLToPath(import.meta.url)), '..', 'src', 'catalog', 'data')

/**
 * Catalog indexes that exist in Seawall: the keys the catalog cache, DDL and everyday client queries look things up by.
 */
const INDEXES = `pg_aggregate_fnoid_index pg_am_name_index pg_am_oid_index pg_amop_fam_strat_index pg_amop_opr_fam_index
  pg_amproc_fam_proc_index pg_attrdef_adrelid_adnum_index pg_attrdef_oid_index pg_attribute_relid_attnam_index pg_attribute_relid_attnum_index
  pg_auth_members_member_role_index pg_auth_members_role_member_index pg_authid_oid_index pg_authid_rolname_index pg_cast_oid_index
  pg_cast_source_target_index pg_class_oid_index pg_class_relname_nsp_index pg_collation_name_enc_nsp_index pg_collation_oid_index
  pg_constraint_conname_nsp_index pg_constraint_conrelid_contypid_conname_index pg_constraint_contypid_index pg_constraint_oid_index
  pg_database_datname_index pg_database_oid_index pg_db_role_setting_databaseid_rol_index pg_default_acl_role_nsp_obj_index pg_depend_depender_index
  pg_depend_reference_index pg_description_o_c_o_index pg_enum_oid_index pg_enum_typid_label_index pg_enum_typid_sortorder_index
  pg_extension_name_index pg_extension_oid_index pg_index_indexrelid_index pg_index_indrelid_index pg_inherits_parent_index
  pg_inherits_relid_seqno_index pg_language_name_index pg_language_oid_index pg_largeobject_loid_pn_index
  pg_largeobject_metadata_oid_index pg_namespace_nspname_index pg_namespace_oid_index
  pg_opclass_am_name_nsp_index pg_opclass_oid_index pg_operator_oid_index pg_operator_oprname_l_r_n_index pg_opfamily_am_name_nsp_index
  pg_opfamily_oid_index pg_partitioned_table_partrelid_index pg_policy_oid_index pg_policy_polrelid_polname_index pg_proc_oid_index
  pg_proc_proname_args_nsp_index pg_range_rngtypid_index pg_rewrite_oid_index pg_rewrite_rel_rulename_index pg_sequence_seqrelid_index
  pg_shdepend_depender_index pg_shdepend_reference_index pg_shdescription_o_c_index pg_statistic_relid_att_inh_index pg_tablespace_oid_index
  pg_tablespace_spcname_index pg_trigger_oid_index pg_trigger_tgconstraint_index pg_trigger_tgrelid_tgname_index pg_type_oid_index
  pg_type_typname_nsp_index`.split(/\s+/).map((name) => `'${name}'`).join(',')

const KEPT = `select oid from pg_class where relnamespace in (11, 'information_schema'::regnamespace) and (relkind = 'r' or relname in (${INDEXES}))`
/** Tables that are no catalogs. */
const STANDARD = ['sql_features', 'sql_implementation_info', 'sql_parts', 'sql_sizing']

/** Which rows of a catalog are kept; a catalog not named here is empty in a new database. */
const FILTERS = /** @type {Record<string, string>} */ ({
  pg_type: 'true',
  pg_proc: 'true',
  pg_class: `oid in (${KEPT})`,
  pg_attribute: `attrelid in (${KEPT}) and attnum > 0`,
  pg_index: `indexrelid in (${KEPT})`,
  pg_constraint: `contypid <> 0 or (conrelid in (${KEPT}) and conindid in (${KEPT}))`,
  pg_operator: 'true',
  pg_cast: 'true',
  pg_aggregate: 'true',
  pg_am: 'true',
  pg_opclass: 'true',
  pg_opfamily: 'true',
  pg_amop: 'true',
  pg_amproc: 'true',
  pg_language: 'true',
  pg_namespace: 'true',
  pg_authid: 'true',
  pg_auth_members: 'true',
  pg_tablespace: 'true',
  pg_database: `datname in ('postgres', 'template0', 'template1')`,
  pg_conversion: 'true',
  pg_range: 'true',
  pg_extension: 'true',
  pg_depend: `classid in ('pg_proc'::regclass, 'pg_language'::regclass) and
    (refclassid = 'pg_extension'::regclass or classid = 'pg_language'::regclass)`,
  pg_ts_config: 'true',
  pg_ts_config_map: 'true',
  pg_ts_dict: 'true',
  pg_ts_parser: 'true',
  pg_ts_template: 'true',
  pg_collation: `collprovider = 'i' or collname in ('default', 'C', 'POSIX', 'ucs_basic', 'C.utf8')`,
  ...Object.fromEntries(STANDARD.map((name) => [name, 'true'])),
})

/** The expressions of information_schema's domains, in the serialised form of src/catalog/expr-text.js. */
const CARDINAL_NUMBER_CHECK = JSON.stringify({
  kind: 'op', oid: 525, funcOid: 150, args: [
    { kind: 'caseTest', type: 23, typmod: -1, collation: 0 },
    { kind: 'const', value: '0', type: 23, typmod: -1, collation: 0 },
  ], retset: false, type: 16, typmod: -1, collation: 0,
})
const YES_OR_NO_CHECK = JSON.stringify({
  kind: 'anyall', oid: 98, funcOid: 67, all: false, args: [
    {
      kind: 'relabel', arg: { kind: 'caseTest', type: 1043, typmod: 7, collation: 950 }, type: 25, typmod: -1,
      collation: 950, display: 'implicit',
    },
    {
      kind: 'relabel', arg: {
        kind: 'array', elementType: 1043, elements: ['YES', 'NO'].map((value) =>
          ({ kind: 'const', value, type: 1043, typmod: -1, collation: 100 })),
        multidims: false, type: 1015, typmod: -1, collation: 100,
      }, type: 1009, typmod: -1, collation: 100, display: 'implicit',
    },
  ], type: 16, typmod: -1, collation: 0,
})
const TIME_STAMP_DEFAULT = JSON.stringify({
  kind: 'sqlvalue', name: 'current_timestamp', type: 1184, typmod: 2, collation: 0,
})

/** Values that belong to the server they were read from, or whose stored form is Seawall's own. */
const OVERRIDES = /** @type {Record<string, Record<string, string>>} */ ({
  pg_class: {
    relfilenode: '0', reltoastrelid: '0', relpages: '0', reltuples: '-1', relallvisible: '0', relfrozenxid: '3',
    relminmxid: '1', relhasrules: 'false',
  },
  pg_authid: { rolpassword: 'null' },
  pg_database: { datfrozenxid: '3', datminmxid: '1', datcollversion: 'null', encoding: '6', datlocprovider: `'c'`,
    datcollate: `'C.UTF-8'`, datctype: `'C.UTF-8'` },
  pg_collation: { collversion: 'null' },
  pg_type: { typdefaultbin: `case typname when 'time_stamp' then '${TIME_STAMP_DEFAULT}' end` },
  pg_proc: { proargdefaults: DEFAULTS(), prosqlbody: 'null' },
  pg_constraint: { conbin: `case conname when 'yes_or_no_check' then '${YES_OR_NO_CHECK}'
    when 'cardinal_number_domain_check' then '${CARDINAL_NUMBER_CHECK}' end` },
})

/** Default arguments are constants; they are kept in the serialised form of src/catalog/expr-text.js. */
function DEFAULTS() {
  return `case when pronargdefaults > 0 then (select json_agg(json_build_object('kind', 'const', 'type', a.type::int, 'typmod', -1, 'collation',
      case when a.type = 25 then 100 else 0 end, 'value', regexp_replace(regexp_replace(pg_get_function_arg_default(pg_proc.oid, a.ord::int),
      '::[a-z\\[\\]]+$', ''), '^''(.*)''$', '\\1')) order by a.ord)
    from unnest(proargtypes::oid[]) with ordinality a(type, ord) where a.ord > pronargs - pronargdefaults) end`
}

const client = new pg.Client()
await client.connect()
await client.query('set search_path = pg_catalog')
mkdirSync(out, { recursive: true })
for (const name of readdirSync(out)) if (name.endsWith('.js')) unlinkSync(join(out, name))

for (const [table, filter] of Object.entries(FILTERS)) {
  const qualified = STANDARD.includes(table) ? `information_schema.${table}` : table
  const columns = (
    await client.query(
      `select attname, coalesce((select nullif(typbasetype, 0) from pg_type where oid = atttypid), atttypid)::int as type
    from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [qualified],
    )
  ).rows
  const cells = columns.map(({ attname, type }) => {
    const override = OVERRIDES[table]?.[attname]
    if (override !== undefined) return `(${override})::text`
    if (type === 24) return `${attname}::oid::text`
    if (type === 16) return `case when ${attname} then 't' else 'f' end`
    return `${attname}::text`
  })
  const { rows } = await client.query({
    text: `select ${cells.join(', ')} from ${qualified} where ${filter} order by 1`,
    rowMode: 'array',
  })
  if (columns[0].type === 26) rows.sort((a, b) => Number(a[0]) - Number(b[0]) || Number(a[4] ?? 0) - Number(b[4] ?? 0))
  if (table === 'pg_attribute') {
    const at = columns.findIndex((column) => column.attname === 'attnum')
    rows.sort((a, b) => Number(a[0]) - Number(b[0]) || Number(a[at]) - Number(b[at]))
  }
  const defaults = columns.map((_, index) => commonest(rows.map((row) => row[index])))
  const lines = rows.map((row) =>
    row
      .map((/** @type {string | null} */ value, /** @type {number} */ index) =>
        value === defaults[index] ? '' : cell(value)
      )
      .join('\t')
      .replace(/\t+$/, '')
  )
  writeFileSync(
    join(out, `${table}.js`),
    `/** Rows of ${table} in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const ${table.toUpperCase()} = {
  columns: ${literal(columns.map((column) => column.attname).join(' '))},
  types: [${columns.map((column) => column.type).join(', ')}],
  defaults: ${literal(defaults.map(cell).join('\t'))},
  count: ${rows.length},
  rows: \`${lines.join('\n').replace(/[\\`$]/g, '\\$&')}\`,
}
`)
}

/** Of objects that are kept. */
const described = (
  await client.query({
    rowMode: 'array',
    text: `select classoid::oid::int, objoid::int, description from pg_description where objoid < 16384 and objsubid = 0
  and (classoid <> 'pg_collation'::regclass or objoid in (select oid from pg_collation where ${FILTERS.pg_collation})) order by 1, 2`,
  })
).rows
writeFileSync(
  join(out, 'pg_description.txt'),
  described
    .map(
      ([catalog, oid, text], at) =>
        `${at > 0 && described[at - 1][0] === catalog ? '' : catalog}\t${oid}\t${cell(text)}\n`,
    )
    .join(''),
)

// The shape of every system catalog, empty ones included, is in pg_class and pg_attribute; nothing else is needed to
// create them.
/** @param {string} table as a name in JavaScript */
const camelCase = (table) => table.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())
writeFileSync(join(out, 'index.js'), `/**
 * Every data file by catalog name, loaded when it is asked for. Made by scripts/extract-catalog.js.
 */
import { later } from '../../util/later.js'

/** @typedef {{ columns: string, types: number[], defaults: string, count: number, rows: string }} StaticData */

${Object.keys(FILTERS).map((table) => `/** @type {() => typeof import('./${table}.js')} */
const ${camelCase(table)} = later(import.meta.url, './${table}.js')`).join('\n')}

/** @type {Record<string, () => StaticData>} */
export const STATIC_DATA = {
${Object.keys(FILTERS).map((table) => `  ${table}: () => ${camelCase(table)}().${table.toUpperCase()},`).join('\n')}
}
`)
await client.end()

/** @param {(string | null)[]} values */
function commonest(values) {
  const counts = new Map()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best = values.length === 0 ? null : values[0]
  for (const [value, count] of counts) if (count > counts.get(best)) best = value
  return best
}

/** @param {string | null} value */
function cell(value) {
  if (value === null) return '\\N'
  if (value === '') return '\\E'
  return value.replace(/[\\\t\n]/g, (character) => character === '\t' ? '\\t' : character === '\n' ? '\\n' : '\\\\')
}

/** @param {string} text */
function literal(text) {
  return `'${text.replace(/[\\']/g, '\\$&').replace(/\t/g, '\\t')}'`
}
