/**
 * The kinds of objects a database has, one row per catalog that holds them: where their names, schemas and owners are
 * kept, and how messages name one. DROP, RENAME, SET SCHEMA, OWNER TO, COMMENT and the pg_describe_object family go by
 * this table; a new kind of object adds a row here and, when it can be dropped, a remover in ddl/removers.js.
 *
 * An object's address is (catalog's OID, object's OID, column number or 0), as in pg_depend.
 */
import { unknownObjectClass } from '../errors/ddl/catalog.js'
import { catalogShape } from './store/shapes.js'
import {
  columnText, constraintText, defaultText, operatorClassText, functionSignature, operatorFamilyMember,
  operatorSignature, relationText, mappingText, subordinateText, castText, publishedText,
} from './deparse/objects.js'
import { formatType } from './deparse/types.js'
import { qualifiedUnlessVisible } from './deparse/visible.js'

/** @import { CatalogSnapshot } from './snapshot.js' */

/** @typedef {{ classId: number, objectId: number, subId: number }} ObjectAddress */
/**
 * @typedef {object} ObjectClass
 * @property {number} classId OID of the catalog
 * @property {string} catalog
 * @property {string} word what messages and pg_identify_object call it
 * @property {string} [name] column of its name
 * @property {string} [namespace] column of its schema
 * @property {string} [owner] column of its owner
 * @property {string} [acl] column of its privileges
 * @property {(catalog: CatalogSnapshot, row: any[], object: ObjectAddress) => string | null} [describe] unless "word
 *   name", the name qualified when the search path does not find it; null: no such part
 */

/** @type {ObjectClass[]} */
const CLASSES = [
  {
    classId: 1259, catalog: 'pg_class', word: 'relation', name: 'relname', namespace: 'relnamespace', owner: 'relowner',
    acl: 'relacl',
    describe: (catalog, row, { subId }) => (subId === 0 ? relationText(catalog, row) : columnText(catalog, row, subId)),
  },
  {
    classId: 1255, catalog: 'pg_proc', word: 'function', name: 'proname', namespace: 'pronamespace', owner: 'proowner',
    acl: 'proacl', describe: (catalog, row) => `function ${functionSignature(catalog, row[0])}`,
  },
  {
    classId: 1247, catalog: 'pg_type', word: 'type', name: 'typname', namespace: 'typnamespace', owner: 'typowner',
    acl: 'typacl', describe: (catalog, row) => `type ${formatType(catalog, row[0])}`,
  },
  { classId: 2605, catalog: 'pg_cast', word: 'cast', describe: (catalog, row) => `cast ${castText(catalog, row)}` },
  {
    classId: 3456, catalog: 'pg_collation', word: 'collation', name: 'collname', namespace: 'collnamespace',
    owner: 'collowner',
  },
  {
    classId: 2606, catalog: 'pg_constraint', word: 'constraint', name: 'conname', namespace: 'connamespace',
    describe: (catalog, row) => constraintText(catalog, row),
  },
  {
    classId: 2607, catalog: 'pg_conversion', word: 'conversion', name: 'conname', namespace: 'connamespace',
    owner: 'conowner',
  },
  {
    classId: 2604, catalog: 'pg_attrdef', word: 'default value', describe: (catalog, row) => defaultText(catalog, row),
  },
  { classId: 2612, catalog: 'pg_language', word: 'language', name: 'lanname', owner: 'lanowner', acl: 'lanacl' },
  {
    classId: 2613, catalog: 'pg_largeobject_metadata', word: 'large object', owner: 'lomowner', acl: 'lomacl',
    describe: (_catalog, row) => `large object ${row[0]}`,
  },
  {
    classId: 2617, catalog: 'pg_operator', word: 'operator', name: 'oprname', namespace: 'oprnamespace',
    owner: 'oprowner', describe: (catalog, row) => `operator ${operatorSignature(catalog, row)}`,
  },
  {
    classId: 2616, catalog: 'pg_opclass', word: 'operator class', name: 'opcname', namespace: 'opcnamespace',
    owner: 'opcowner', describe: (catalog, row) => operatorClassText(catalog, 'pg_opclass', row),
  },
  {
    classId: 2753, catalog: 'pg_opfamily', word: 'operator family', name: 'opfname', namespace: 'opfnamespace',
    owner: 'opfowner', describe: (catalog, row) => operatorClassText(catalog, 'pg_opfamily', row),
  },
  {
    classId: 2601, catalog: 'pg_am', word: 'access method', name: 'amname',
    describe: plain('access method', 'pg_am', 'amname'),
  },
  {
    classId: 2602, catalog: 'pg_amop', word: 'operator of access method',
    describe: (catalog, row) => operatorFamilyMember(catalog, 'pg_amop', row),
  },
  {
    classId: 2603, catalog: 'pg_amproc', word: 'function of access method',
    describe: (catalog, row) => operatorFamilyMember(catalog, 'pg_amproc', row),
  },
  {
    classId: 2618, catalog: 'pg_rewrite', word: 'rule', name: 'rulename',
    describe: (catalog, row) => subordinateText(catalog, 'rule', 'pg_rewrite', 'rulename', 'ev_class', row),
  },
  {
    classId: 2620, catalog: 'pg_trigger', word: 'trigger', name: 'tgname',
    describe: (catalog, row) => subordinateText(catalog, 'trigger', 'pg_trigger', 'tgname', 'tgrelid', row),
  },
  {
    classId: 3256, catalog: 'pg_policy', word: 'policy', name: 'polname',
    describe: (catalog, row) => subordinateText(catalog, 'policy', 'pg_policy', 'polname', 'polrelid', row),
  },
  {
    classId: 2615, catalog: 'pg_namespace', word: 'schema', name: 'nspname', owner: 'nspowner', acl: 'nspacl',
    describe: plain('schema', 'pg_namespace', 'nspname'),
  },
  {
    classId: 3381, catalog: 'pg_statistic_ext', word: 'statistics object', name: 'stxname', namespace: 'stxnamespace',
    owner: 'stxowner',
  },
  { classId: 3601, catalog: 'pg_ts_parser', word: 'text search parser', name: 'prsname', namespace: 'prsnamespace' },
  {
    classId: 3600, catalog: 'pg_ts_dict', word: 'text search dictionary', name: 'dictname', namespace: 'dictnamespace',
    owner: 'dictowner',
  },
  {
    classId: 3764, catalog: 'pg_ts_template', word: 'text search template', name: 'tmplname',
    namespace: 'tmplnamespace',
  },
  {
    classId: 3602, catalog: 'pg_ts_config', word: 'text search configuration', name: 'cfgname',
    namespace: 'cfgnamespace', owner: 'cfgowner',
  },
  {
    classId: 1260, catalog: 'pg_authid', word: 'role', name: 'rolname', describe: plain('role', 'pg_authid', 'rolname'),
  },
  {
    classId: 1262, catalog: 'pg_database', word: 'database', name: 'datname', owner: 'datdba', acl: 'datacl',
    describe: plain('database', 'pg_database', 'datname'),
  },
  {
    classId: 1213, catalog: 'pg_tablespace', word: 'tablespace', name: 'spcname', owner: 'spcowner', acl: 'spcacl',
    describe: plain('tablespace', 'pg_tablespace', 'spcname'),
  },
  {
    classId: 2328, catalog: 'pg_foreign_data_wrapper', word: 'foreign-data wrapper', name: 'fdwname', owner: 'fdwowner',
    acl: 'fdwacl', describe: plain('foreign-data wrapper', 'pg_foreign_data_wrapper', 'fdwname'),
  },
  {
    classId: 1417, catalog: 'pg_foreign_server', word: 'server', name: 'srvname', owner: 'srvowner', acl: 'srvacl',
    describe: plain('server', 'pg_foreign_server', 'srvname'),
  },
  { classId: 1418, catalog: 'pg_user_mapping', word: 'user mapping', owner: 'umuser', describe: mappingText },
  {
    classId: 3079, catalog: 'pg_extension', word: 'extension', name: 'extname', owner: 'extowner',
    describe: plain('extension', 'pg_extension', 'extname'),
  },
  {
    classId: 3466, catalog: 'pg_event_trigger', word: 'event trigger', name: 'evtname', owner: 'evtowner',
    describe: plain('event trigger', 'pg_event_trigger', 'evtname'),
  },
  { classId: 826, catalog: 'pg_default_acl', word: 'default acl', owner: 'defaclrole', describe: defaultAclText },
  {
    classId: 6243, catalog: 'pg_parameter_acl', word: 'parameter ACL', name: 'parname',
    describe: plain('parameter', 'pg_parameter_acl', 'parname'),
  },
  {
    classId: 6104, catalog: 'pg_publication', word: 'publication', name: 'pubname', owner: 'pubowner',
    describe: plain('publication', 'pg_publication', 'pubname'),
  },
  {
    classId: 6106, catalog: 'pg_publication_rel', word: 'publication relation',
    describe: (catalog, row) => publishedText(catalog, 'pg_publication_rel', row),
  },
  {
    classId: 6237, catalog: 'pg_publication_namespace', word: 'publication namespace',
    describe: (catalog, row) => publishedText(catalog, 'pg_publication_namespace', row),
  },
  {
    classId: 6100, catalog: 'pg_subscription', word: 'subscription', name: 'subname', owner: 'subowner',
    describe: plain('subscription', 'pg_subscription', 'subname'),
  },
]

/** What ALTER DEFAULT PRIVILEGES speaks of, by its letter. @type {Record<string, string>} */
const NEW_OBJECTS = { r: 'relations', S: 'sequences', f: 'functions', T: 'types', n: 'schemas' }

/** @param {CatalogSnapshot} catalog @param {import('./descriptors.js').CatalogRow} row of pg_default_acl */
function defaultAclText(catalog, row) {
  const { at } = catalogShape('pg_default_acl')
  const what = NEW_OBJECTS[String.fromCharCode(row[at.defaclobjtype])]
  const schema = row[at.defaclnamespace] === 0 ? '' : ` in schema ${catalog.namespace(row[at.defaclnamespace])?.name}`
  return `default privileges on new ${what} belonging to role ${catalog.role(row[at.defaclrole])?.name}${schema}`
}

/** @type {Map<number, ObjectClass>} */
export const OBJECT_CLASSES = new Map(CLASSES.map((entry) => [entry.classId, entry]))

/**
 * "word name" of what is in no schema; the name unquoted, as PostgreSQL prints these.
 * @param {string} word
 * @param {string} catalogName
 * @param {string} column
 */
function plain(word, catalogName, column) {
  return (/** @type {CatalogSnapshot} */ _catalog, /** @type {any[]} */ row) =>
    `${word} ${row[catalogShape(catalogName).at[column]]}`
}

/**
 * The object's row of its catalog.
 * @param {CatalogSnapshot} catalog
 * @param {ObjectClass} kind
 * @param {number} oid
 * @returns {any[] | undefined}
 */
export const objectRow = (catalog, kind, oid) => catalog.rowsWith(kind.catalog, 'oid', oid)[0]

/**
 * An object as messages name it: "table t", "constraint c on table t", "column a of view v". Names carry their schema
 * when the search path does not find them.
 * @param {CatalogSnapshot} catalog @param {ObjectAddress} object
 * @returns {string | null} null: there is no such object @throws {DbError} XX000 no such kind of objects
 */
export function describeIfExists(catalog, object) {
  const kind = OBJECT_CLASSES.get(object.classId)
  if (kind === undefined) throw unknownObjectClass(object.classId)
  const row = objectRow(catalog, kind, object.objectId)
  if (row === undefined) return null
  if (kind.describe !== undefined) return kind.describe(catalog, row, object)
  const { at } = catalogShape(kind.catalog)
  const name = row[at[/** @type {string} */ (kind.name)]]
  return `${kind.word} ${kind.namespace === undefined ? name : qualifiedUnlessVisible(catalog, kind.catalog, kind.name ?? '', kind.namespace, row)}`
}

/**
 * The same of an object that is there.
 * @param {CatalogSnapshot} catalog
 * @param {ObjectAddress} object
 * @returns {string}
 */
export const describeObject = (catalog, object) =>
  describeIfExists(catalog, object) ?? `object ${object.objectId} of catalog ${object.classId}`
