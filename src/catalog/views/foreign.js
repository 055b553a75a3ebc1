/**
 * information_schema's views of foreign data (views.js): wrappers, servers, tables, user mappings, and their options.
 */
import { HERE, named, notOthers, nulls, owned, visible, visibleColumn } from './phrases.js'
import { INFORMATION_SCHEMA, systemView } from './text.js'

/** @param {number} oid @param {string} name @param {string} lines @param {string} rest */
const view = (oid, name, lines, rest) => systemView(INFORMATION_SCHEMA, oid, name, lines, rest)

/**
 * @param {string} list columns of an information_schema view that are shown as they are, "name type"
 * @returns {string}
 */
const same = (list) => list.split(', ').map((item) => `${item} f.${item.split(' ')[0]}`).join('\n')
const OPTION = `option_name sql_identifier o.option_name
  option_value character_data o.option_value`
/** @param {string} options */
const exploded = (options) => `lateral pg_catalog.pg_options_to_table(f.${options}) o`

const WRAPPER_NAME = 'foreign_data_wrapper_catalog sql_identifier, foreign_data_wrapper_name sql_identifier'
const SERVER_NAME = 'foreign_server_catalog sql_identifier, foreign_server_name sql_identifier'
const TABLE_NAME = ['foreign_table_catalog', 'foreign_table_schema', 'foreign_table_name']
  .map((name) => `${name} sql_identifier`).join(', ')

export const FOREIGN_VIEWS = [
  view(13507, '_pg_foreign_data_wrappers', `oid oid w.oid
    fdwowner oid w.fdwowner
    fdwoptions _text w.fdwoptions
    foreign_data_wrapper_catalog sql_identifier ${HERE}
    foreign_data_wrapper_name sql_identifier w.fdwname
    authorization_identifier sql_identifier u.rolname
    foreign_data_wrapper_language character_data 'c'`,
    `from pg_catalog.pg_foreign_data_wrapper w join pg_catalog.pg_authid u on u.oid = w.fdwowner
    where ${owned('w.fdwowner')} or pg_catalog.has_foreign_data_wrapper_privilege(w.oid, 'USAGE')`
  ),
  view(
    13515,
    'foreign_data_wrappers',
    `${same(`${WRAPPER_NAME}, authorization_identifier sql_identifier`)}
    ${nulls('character_data', 'library_name')}
    ${same('foreign_data_wrapper_language character_data')}`,
    'from information_schema._pg_foreign_data_wrappers f'
  ),
  view(
    13511,
    'foreign_data_wrapper_options',
    `${same(WRAPPER_NAME)}\n${OPTION}`,
    `from information_schema._pg_foreign_data_wrappers f, ${exploded('fdwoptions')}`
  ),
  view(
    13519,
    '_pg_foreign_servers',
    `oid oid s.oid
    srvoptions _text s.srvoptions
    foreign_server_catalog sql_identifier ${HERE}
    foreign_server_name sql_identifier s.srvname
    foreign_data_wrapper_catalog sql_identifier ${HERE}
    foreign_data_wrapper_name sql_identifier w.fdwname
    foreign_server_type character_data s.srvtype
    foreign_server_version character_data s.srvversion
    authorization_identifier sql_identifier u.rolname`, `from pg_catalog.pg_foreign_server s join pg_catalog.pg_foreign_data_wrapper w on w.oid = s.srvfdw
    join pg_catalog.pg_authid u on u.oid = s.srvowner where ${owned('s.srvowner')} or pg_catalog.has_server_privilege(s.oid, 'USAGE')`),
  view(13528, 'foreign_servers', same(`${SERVER_NAME}, ${WRAPPER_NAME}, foreign_server_type character_data, foreign_server_version character_data, authorization_identifier sql_identifier`),
    'from information_schema._pg_foreign_servers f'),
  view(13524, 'foreign_server_options', `${same(SERVER_NAME)}\n${OPTION}`, `from information_schema._pg_foreign_servers f, ${exploded('srvoptions')}`),
  view(13532, '_pg_foreign_tables', `foreign_table_catalog sql_identifier ${HERE}
    foreign_table_schema sql_identifier n.nspname
    foreign_table_name sql_identifier c.relname
    ftoptions _text t.ftoptions
    foreign_server_catalog sql_identifier ${HERE}
    foreign_server_name sql_identifier s.srvname
    authorization_identifier sql_identifier u.rolname`,
    `from pg_catalog.pg_foreign_table t join pg_catalog.pg_foreign_server s on s.oid = t.ftserver
    join pg_catalog.pg_class c on c.oid = t.ftrelid and c.relkind = 'f' join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_authid u on u.oid = c.relowner where ${notOthers('n')} and ${visible('c')}`),
  view(13541, 'foreign_tables', same(`${TABLE_NAME}, ${SERVER_NAME}`), 'from information_schema._pg_foreign_tables f'),
  view(13537, 'foreign_table_options', `${same(TABLE_NAME)}\n${OPTION}`, `from information_schema._pg_foreign_tables f, ${exploded('ftoptions')}`),
  view(13498, '_pg_foreign_table_columns', `nspname name n.nspname
    relname name c.relname
    attname name a.attname
    attfdwoptions _text a.attfdwoptions`, `from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace and c.relkind = 'f'
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 where ${notOthers('n')} and ${visibleColumn('c', 'a')}`),
  view(13503, 'column_options', `${named('table', 'table_name', 'f.nspname', 'f.relname')}
    column_name sql_identifier f.attname
    ${OPTION}`, `from information_schema._pg_foreign_table_columns f, ${exploded('attfdwoptions')}`),
  view(13545, '_pg_user_mappings', `oid oid m.oid
    umoptions _text m.umoptions
    umuser oid m.umuser
    authorization_identifier sql_identifier case when m.umuser = 0 then 'PUBLIC' else u.rolname end
    foreign_server_catalog sql_identifier s.foreign_server_catalog
    foreign_server_name sql_identifier s.foreign_server_name
    srvowner sql_identifier s.authorization_identifier`,
    `from pg_catalog.pg_user_mapping m join information_schema._pg_foreign_servers s on s.oid = m.umserver
    left join pg_catalog.pg_authid u on u.oid = m.umuser`
  ),
  view(
    13555,
    'user_mappings',
    same(`authorization_identifier sql_identifier, ${SERVER_NAME}`),
    'from information_schema._pg_user_mappings f'
  ),
  // Values of options are for whom they are about, and for the server's owner where they are about everybody.
  view(13550, 'user_mapping_options', `${same(`authorization_identifier sql_identifier, ${SERVER_NAME}`)}
    option_name sql_identifier o.option_name
    option_value character_data case when (f.umuser <> 0 and f.authorization_identifier = current_user) or (f.umuser = 0 and pg_catalog.pg_has_role(f.srvowner, 'USAGE')) or (select r.rolsuper from pg_catalog.pg_authid r where r.rolname = current_user) then o.option_value end`, `from information_schema._pg_user_mappings f, ${exploded('umoptions')}`),
]
