/**
 * Parts of the names of objects in messages (../object-classes.js puts them together), and names that carry their
 * schema when they must.
 */
import { serverOf } from '../foreign.js'
import { catalogShape } from '../store/shapes.js'
import { formatType } from './types.js'
import { quoteIdentifier } from './names.js'
import { qualifiedUnlessVisible } from './visible.js'

/** @import { CatalogRow } from '../descriptors.js' */
/** @import { CatalogSnapshot } from '../snapshot.js' */

const KINDS = /** @type {Record<string, string>} */ ({
  r: 'table', p: 'table', v: 'view', m: 'materialized view', i: 'index', I: 'index', S: 'sequence', c: 'composite type',
  t: 'toast table', f: 'foreign table',
})

/** "table t". @param {CatalogSnapshot} catalog @param {any[]} row of pg_class @returns {string} */
export function relationText(catalog, row) {
  const { at } = catalogShape('pg_class')
  return `${KINDS[String.fromCharCode(row[at.relkind])] ?? 'relation'} ${relationName(catalog, row[at.oid], row[at.relname], row[at.relnamespace])}`
}

/** The same by OID. @param {CatalogSnapshot} catalog @param {number} oid @returns {string} */
function relationTextOf(catalog, oid) {
  const [row] = catalog.rows('pg_class', 'pg_class_oid_index', [oid])
  return row === undefined ? `relation ${oid}` : relationText(catalog, row)
}

/**
 * "column a of table t".
 * @param {CatalogSnapshot} catalog
 * @param {any[]} row of pg_class
 * @param {number} attnum
 * @returns {string | null} null: no such column
 */
export function columnText(catalog, row, attnum) {
  const [column] = catalog.rows('pg_attribute', 'pg_attribute_relid_attnum_index', [
    row[catalogShape('pg_class').at.oid],
    attnum,
  ])
  return column === undefined
    ? null
    : `column ${column[catalogShape('pg_attribute').at.attname]} of ${relationText(catalog, row)}`
}

/** "default value for column a of table t". @param {CatalogSnapshot} catalog @param {any[]} row of pg_attrdef */
export function defaultText(catalog, row) {
  const { at } = catalogShape('pg_attrdef')
  const [relation] = catalog.rows('pg_class', 'pg_class_oid_index', [row[at.adrelid]])
  return `default value for ${columnText(catalog, relation, row[at.adnum])}`
}

/**
 * "constraint c on table t", of a domain "constraint c".
 * @param {CatalogSnapshot} catalog
 * @param {any[]} row of pg_constraint
 */
export function constraintText(catalog, row) {
  const { at } = catalogShape('pg_constraint')
  return row[at.conrelid] === 0
    ? `constraint ${row[at.conname]}`
    : `constraint ${row[at.conname]} on ${relationTextOf(catalog, row[at.conrelid])}`
}

/**
 * "rule r on table t".
 * @param {CatalogSnapshot} catalog
 * @param {string} word
 * @param {string} name catalog
 * @param {string} nameColumn
 * @param {string} relationColumn
 * @param {any[]} row
 */
export function subordinateText(catalog, word, name, nameColumn, relationColumn, row) {
  const { at } = catalogShape(name)
  return `${word} ${row[at[nameColumn]]} on ${relationTextOf(catalog, row[at[relationColumn]])}`
}

/** "from integer to text". @param {CatalogSnapshot} catalog @param {any[]} row of pg_cast */
export function castText(catalog, row) {
  const { at } = catalogShape('pg_cast')
  return `from ${formatType(catalog, row[at.castsource])} to ${formatType(catalog, row[at.casttarget])}`
}

/**
 * "operator class c for access method m".
 * @param {CatalogSnapshot} catalog
 * @param {'pg_opclass' | 'pg_opfamily'} name
 * @param {any[]} row
 */
export function operatorClassText(catalog, name, row) {
  const { at } = catalogShape(name)
  const isClass = name === 'pg_opclass'
  const own = isClass
    ? qualifiedUnlessVisible(catalog, name, 'opcname', 'opcnamespace', row)
    : qualifiedUnlessVisible(catalog, name, 'opfname', 'opfnamespace', row)
  return `operator ${isClass ? 'class' : 'family'} ${own} for access method ${accessMethodName(catalog, row[isClass ? at.opcmethod : at.opfmethod])}`
}

/**
 * "operator 1 (integer, integer) of operator family …: <(integer,integer)".
 * @param {CatalogSnapshot} catalog
 * @param {'pg_amop' | 'pg_amproc'} name
 * @param {any[]} row
 */
export function operatorFamilyMember(catalog, name, row) {
  const { at } = catalogShape(name)
  const isOperator = name === 'pg_amop'
  const [family] = catalog.rows('pg_opfamily', 'pg_opfamily_oid_index', [
    row[isOperator ? at.amopfamily : at.amprocfamily],
  ])
  const of = operatorClassText(catalog, 'pg_opfamily', family)
  if (!isOperator) {
    const types = `${formatType(catalog, row[at.amproclefttype])}, ${formatType(catalog, row[at.amprocrighttype])}`
    return `function ${row[at.amprocnum]} (${types}) of ${of}: ${functionSignature(catalog, row[at.amproc])}`
  }
  const [operator] = catalog.rows('pg_operator', 'pg_operator_oid_index', [row[at.amopopr]])
  return `operator ${row[at.amopstrategy]} (${formatType(catalog, row[at.amoplefttype])}, ${formatType(catalog, row[at.amoprighttype])}) of ${of}: ${operatorSignature(catalog, operator)}`
}

/** @param {CatalogSnapshot} catalog @param {number} oid @returns {string} */
export function accessMethodName(catalog, oid) {
  const [row] = catalog.rows('pg_am', 'pg_am_oid_index', [oid])
  return row === undefined ? String(oid) : row[catalogShape('pg_am').at.amname]
}

/** As regoperator prints it. @param {CatalogSnapshot} catalog @param {any[]} row of pg_operator @returns {string} */
export function operatorSignature(catalog, row) {
  const { at } = catalogShape('pg_operator')
  const name = row[at.oprname]
  const sides = [row[at.oprleft], row[at.oprright]]
  const namesakes = catalog
    .rowsWith('pg_operator', 'oprname', name)
    .filter((other) => other[at.oprleft] === sides[0] && other[at.oprright] === sides[1])
    .map((other) => other[at.oprnamespace])
  const visible = catalog.searchPath.find((namespaceOid) => namesakes.includes(namespaceOid)) === row[at.oprnamespace]
  const types = sides.map((oid) => (oid === 0 ? 'NONE' : formatType(catalog, oid))).join(',')
  return `${visible ? '' : `${quoteIdentifier(catalog.namespace(row[at.oprnamespace])?.name ?? '')}.`}${name}(${types})`
}

/**
 * Qualified when the bare name finds another relation, or none.
 * @param {CatalogSnapshot} catalog
 * @param {number} oid
 * @param {string} name
 * @param {number} namespaceOid
 */
export function relationName(catalog, oid, name, namespaceOid) {
  return catalog.relationOid(null, name) === oid ? quoteIdentifier(name) : qualifiedName(catalog, name, namespaceOid)
}

/** @param {CatalogSnapshot} catalog @param {string} name @param {number} namespaceOid */
export function qualifiedName(catalog, name, namespaceOid) {
  return `${quoteIdentifier(catalog.namespace(namespaceOid)?.name ?? '')}.${quoteIdentifier(name)}`
}

/** As regprocedure prints it. @param {CatalogSnapshot} catalog @param {number} oid @returns {string} */
export function functionSignature(catalog, oid) {
  const func = catalog.func(oid)
  if (func === undefined) return String(oid)
  const visible = catalog.functionsNamed(func.name).some((candidate) => candidate.oid === oid)
  const args = func.argTypes.map((type) => formatType(catalog, type)).join(',')
  return `${visible ? quoteIdentifier(func.name) : qualifiedName(catalog, func.name, func.namespaceOid)}(${args})`
}

/**
 * "publication of table t in publication p".
 * @param {CatalogSnapshot} catalog
 * @param {'pg_publication_rel' | 'pg_publication_namespace'} name
 * @param {import('../descriptors.js').CatalogRow} row
 */
export function publishedText(catalog, name, row) {
  const { at } = catalogShape(name)
  const isTable = name === 'pg_publication_rel'
  const [publication] = catalog.rowsWith('pg_publication', 'oid', row[at[isTable ? 'prpubid' : 'pnpubid']])
  const what = isTable ? relationTextOf(catalog, row[at.prrelid]) : `schema ${catalog.namespace(row[at.pnnspid])?.name}`
  return `publication of ${what} in publication ${publication?.[catalogShape('pg_publication').at.pubname]}`
}

/** "user mapping for u on server s". @param {CatalogSnapshot} catalog @param {CatalogRow} row of pg_user_mapping */
export function mappingText(catalog, row) {
  const { user, server } = mappingParts(catalog, row)
  return `user mapping for ${user} on server ${server}`
}

/**
 * Whose mapping, and on which server.
 * @param {CatalogSnapshot} catalog @param {CatalogRow} row of pg_user_mapping
 */
export function mappingParts(catalog, row) {
  const { at } = catalogShape('pg_user_mapping')
  const user = row[at.umuser] === 0 ? 'public' : catalog.role(row[at.umuser])?.name ?? ''
  return { user, server: serverOf(catalog, row[at.umserver]).name }
}
