/**
 * What pg_identify_object and pg_identify_object_as_address say of an object: its kind in words, and its name in full,
 * as one text and as the lists of names that pg_get_object_address takes. Every name carries its schema, whatever the
 * search path.
 */
import { unknownObjectClass } from '../../errors/ddl/catalog.js'
import { OBJECT_CLASSES, objectRow } from '../object-classes.js'
import { catalogShape } from '../store/shapes.js'
import { quoteIdentifier } from './names.js'
import { mappingParts } from './objects.js'
import { formatType } from './types.js'

/** @import { ObjectAddress, ObjectClass } from '../object-classes.js' */
/** @import { CatalogSnapshot } from '../snapshot.js' */

/** @typedef {{ text: string, names: string[], args: string[] }} Identity */

/** Kinds whose word follows from more than their catalog. */
const RELATION_WORDS = /** @type {Record<string, string>} */ ({
  r: 'table', p: 'table', v: 'view', m: 'materialized view', i: 'index', I: 'index', S: 'sequence', c: 'composite type',
  t: 'toast table', f: 'foreign table',
})
const ROUTINE_WORDS = /** @type {Record<string, string>} */ ({
  a: 'aggregate', p: 'procedure', f: 'function', w: 'function',
})
/**
 * Kinds that nothing else knows yet: no object of them can be made, but they have names.
 * @type {Record<number, string>}
 */
const OTHER_WORDS = {
  826: 'default acl',
  6243: 'parameter ACL',
  3576: 'transform',
}
/** A kind of objects that cannot be made yet. @param {number} classId */
export const isUnmadeClass = (classId) => OTHER_WORDS[classId] !== undefined
/** Kinds whose objects' bare names are one schema's own. */
const NAMES_NOT_UNIQUE = new Set([1255, 2605, 2606, 2604, 2613, 2617, 2602, 2603, 2618, 2620, 3256])
/** Large objects are named by the catalog their bytes are in. */
const LARGE_OBJECT = 2613

/** @param {number} code a "char" */
const letter = (code) => String.fromCharCode(code)

/**
 * @param {ObjectAddress} object
 * @returns {ObjectClass | undefined} undefined: a kind without objects
 * @throws {DbError} XX000 no kind at all
 */
function kindOf({ classId }) {
  const kind = OBJECT_CLASSES.get(classId)
  if (kind === undefined && OTHER_WORDS[classId] === undefined) throw unknownObjectClass(classId)
  return kind
}

/**
 * "table", "table column", "domain constraint" …
 * @param {CatalogSnapshot} catalog
 * @param {ObjectAddress} object
 * @returns {string}
 */
export function objectWord(catalog, object) {
  const kind = kindOf(object)
  if (kind === undefined) return OTHER_WORDS[object.classId]
  const row = objectRow(catalog, kind, object.objectId)
  const { at } = catalogShape(kind.catalog)
  switch (kind.catalog) {
    case 'pg_class':
      return row === undefined
        ? 'relation'
        : RELATION_WORDS[letter(row[at.relkind])] + (object.subId === 0 ? '' : ' column')
    case 'pg_proc':
      return row === undefined ? 'routine' : ROUTINE_WORDS[letter(row[at.prokind])]
    case 'pg_constraint':
      return row === undefined ? 'constraint' : row[at.conrelid] === 0 ? 'domain constraint' : 'table constraint'
    default:
      return kind.word
  }
}

/** @param {CatalogSnapshot} catalog @param {number} namespaceOid the schema as names write it */
function schemaName(catalog, namespaceOid) {
  const name = catalog.namespace(namespaceOid)?.name ?? ''
  return /^pg_temp_\d+$/.test(name) && catalog.namespaceOid('pg_temp') === namespaceOid ? 'pg_temp' : name
}

/** @param {string[]} names @param {string[]} [args] @returns {Identity} */
const dotted = (names, args = []) => ({ text: names.map(quoteIdentifier).join('.'), names, args })
/** @param {CatalogSnapshot} catalog @param {number} oid */
const fullType = (catalog, oid) => formatType(catalog, oid, null, { qualify: true })
/** @param {CatalogSnapshot} catalog @param {string} name of a catalog @param {number} oid @returns {any[]} */
const rowOf = (catalog, name, oid) => catalog.rowsWith(name, 'oid', oid)[0]

/** @param {CatalogSnapshot} catalog @param {number} oid @returns {Identity} */
function relationIdentity(catalog, oid) {
  const { at } = catalogShape('pg_class')
  const row = rowOf(catalog, 'pg_class', oid)
  return dotted([schemaName(catalog, row[at.relnamespace]), row[at.relname]])
}

/** @param {CatalogSnapshot} catalog @param {number} relationOid @param {number} attnum @returns {Identity | null} */
function columnIdentity(catalog, relationOid, attnum) {
  const { at } = catalogShape('pg_attribute')
  const [column] = catalog.rows('pg_attribute', 'pg_attribute_relid_attnum_index', [relationOid, attnum])
  return column === undefined || column[at.attisdropped]
    ? null
    : dotted([...relationIdentity(catalog, relationOid).names, column[at.attname]])
}

/**
 * "name on relation".
 * @param {CatalogSnapshot} catalog
 * @param {string} name
 * @param {number} relationOid
 * @returns {Identity}
 */
function subordinate(catalog, name, relationOid) {
  const relation = relationIdentity(catalog, relationOid)
  return { text: `${quoteIdentifier(name)} on ${relation.text}`, names: [...relation.names, name], args: [] }
}

/**
 * "schema.class USING method".
 * @param {CatalogSnapshot} catalog
 * @param {number} methodOid
 * @param {number} namespaceOid
 * @param {string} name
 * @returns {Identity}
 */
function usingMethod(catalog, methodOid, namespaceOid, name) {
  const method = rowOf(catalog, 'pg_am', methodOid)[catalogShape('pg_am').at.amname]
  const own = dotted([schemaName(catalog, namespaceOid), name])
  return { text: `${own.text} USING ${quoteIdentifier(method)}`, names: [method, ...own.names], args: [] }
}

/**
 * @param {CatalogSnapshot} catalog
 * @param {string} word
 * @param {number} number
 * @param {number[]} types
 * @param {number} familyOid
 * @returns {Identity}
 */
function familyMember(catalog, word, number, types, familyOid) {
  const { at } = catalogShape('pg_opfamily')
  const row = rowOf(catalog, 'pg_opfamily', familyOid)
  const family = usingMethod(catalog, row[at.opfmethod], row[at.opfnamespace], row[at.opfname])
  const args = types.map((oid) => fullType(catalog, oid))
  return {
    text: `${word} ${number} (${args.join(', ')}) of ${family.text}`,
    names: [...family.names, String(number)],
    args,
  }
}

/** What ALTER DEFAULT PRIVILEGES speaks of, by its letter. @type {Record<string, string>} */
const NEW_OBJECTS = { r: 'tables', S: 'sequences', f: 'functions', T: 'types', n: 'schemas' }

/**
 * Of kinds whose names are more than schema and name.
 * @type {Record<string, (catalog: CatalogSnapshot, row: any[], at: Record<string, number>, object:
 *   ObjectAddress) => Identity | null>}
 */
const IDENTITIES = {
  pg_class: (catalog, row, at, { subId }) =>
    subId === 0 ? relationIdentity(catalog, row[at.oid]) : columnIdentity(catalog, row[at.oid], subId),
  pg_proc: (catalog, row, at) => {
    const args = (catalog.func(row[at.oid])?.argTypes ?? []).map((oid) => fullType(catalog, oid))
    const own = dotted([schemaName(catalog, row[at.pronamespace]), row[at.proname]], args)
    return { ...own, text: `${own.text}(${args.join(',')})` }
  },
  pg_type: (catalog, row, at) => {
    const text = fullType(catalog, row[at.oid])
    return { text, names: [text], args: [] }
  },
  pg_cast: (catalog, row, at) => {
    const [from, to] = [fullType(catalog, row[at.castsource]), fullType(catalog, row[at.casttarget])]
    return { text: `(${from} AS ${to})`, names: [from], args: [to] }
  },
  pg_constraint: (catalog, row, at) => {
    if (row[at.conrelid] !== 0) return subordinate(catalog, row[at.conname], row[at.conrelid])
    const domain = fullType(catalog, row[at.contypid])
    return { text: `${quoteIdentifier(row[at.conname])} on ${domain}`, names: [domain], args: [row[at.conname]] }
  },
  pg_attrdef: (catalog, row, at) => {
    const column = columnIdentity(catalog, row[at.adrelid], row[at.adnum])
    return column === null ? null : { ...column, text: `for ${column.text}` }
  },
  pg_largeobject_metadata: (_catalog, row, at) => ({
    text: String(row[at.oid]),
    names: [String(row[at.oid])],
    args: [],
  }),
  pg_operator: (catalog, row, at) => {
    const sides = [row[at.oprleft], row[at.oprright]]
    const schema = schemaName(catalog, row[at.oprnamespace])
    const shown = sides.map((oid) => (oid === 0 ? 'NONE' : fullType(catalog, oid)))
    return {
      text: `${quoteIdentifier(schema)}.${row[at.oprname]}(${shown.join(',')})`,
      names: [schema, row[at.oprname]],
      args: shown.filter((_, side) => sides[side] !== 0),
    }
  },
  pg_opclass: (catalog, row, at) => usingMethod(catalog, row[at.opcmethod], row[at.opcnamespace], row[at.opcname]),
  pg_opfamily: (catalog, row, at) => usingMethod(catalog, row[at.opfmethod], row[at.opfnamespace], row[at.opfname]),
  pg_amop: (catalog, row, at) =>
    familyMember(
      catalog, 'operator', row[at.amopstrategy], [row[at.amoplefttype], row[at.amoprighttype]], row[at.amopfamily],
    ),
  pg_amproc: (catalog, row, at) =>
    familyMember(
      catalog, 'function', row[at.amprocnum], [row[at.amproclefttype], row[at.amprocrighttype]], row[at.amprocfamily],
    ),
  pg_rewrite: (catalog, row, at) => subordinate(catalog, row[at.rulename], row[at.ev_class]),
  pg_trigger: (catalog, row, at) => subordinate(catalog, row[at.tgname], row[at.tgrelid]),
  pg_policy: (catalog, row, at) => subordinate(catalog, row[at.polname], row[at.polrelid]),
  pg_namespace: (catalog, row, at) => dotted([schemaName(catalog, row[at.oid])]),
  pg_user_mapping: (catalog, row) => {
    const { user, server } = mappingParts(catalog, row)
    return { text: `${user} on server ${server}`, names: [user], args: [server] }
  },
  pg_default_acl: (catalog, row, at) => {
    const letter = String.fromCharCode(row[at.defaclobjtype])
    const role = catalog.role(row[at.defaclrole])?.name ?? ''
    const schema = row[at.defaclnamespace] === 0 ? undefined : catalog.namespace(row[at.defaclnamespace])?.name
    const where = schema === undefined ? '' : ` in schema ${quoteIdentifier(schema)}`
    const text = `for role ${quoteIdentifier(role)}${where} on ${NEW_OBJECTS[letter]}`
    return { text, names: schema === undefined ? [role] : [role, schema], args: [letter] }
  },
  pg_publication_rel: (catalog, row, at) =>
    inPublication(catalog, relationIdentity(catalog, row[at.prrelid]), row[at.prpubid]),
  pg_publication_namespace: (catalog, row, at) =>
    inPublication(catalog, dotted([schemaName(catalog, row[at.pnnspid])]), row[at.pnpubid]),
}

/**
 * "what in publication p".
 * @param {CatalogSnapshot} catalog @param {Identity} what @param {number} oid
 * @returns {Identity}
 */
function inPublication(catalog, { text, names }, oid) {
  const name = rowOf(catalog, 'pg_publication', oid)[catalogShape('pg_publication').at.pubname]
  return { text: `${text} in publication ${name}`, names, args: [name] }
}

/**
 * @param {CatalogSnapshot} catalog
 * @param {ObjectAddress} object
 * @returns {Identity | null} null: there is no such object
 */
export function identityOf(catalog, object) {
  const kind = kindOf(object)
  const row = kind === undefined ? undefined : objectRow(catalog, kind, object.objectId)
  if (kind === undefined || row === undefined) return null
  const { at } = catalogShape(kind.catalog)
  const special = IDENTITIES[kind.catalog]
  if (special !== undefined) return special(catalog, row, at, object)
  const name = row[at[/** @type {string} */ (kind.name)]]
  return dotted(kind.namespace === undefined ? [name] : [schemaName(catalog, row[at[kind.namespace]]), name])
}

/**
 * The object's schema and bare name as SQL writes them, each null where the object has none of its own.
 * @param {CatalogSnapshot} catalog
 * @param {ObjectAddress} object
 * @returns {{ schema: string | null, name: string | null }}
 */
export function schemaAndName(catalog, object) {
  const kind = kindOf(object)
  const row = kind === undefined ? undefined : objectRow(catalog, kind, object.objectId)
  if (kind === undefined || row === undefined) return { schema: null, name: null }
  const { at } = catalogShape(kind.catalog)
  // Constraints have a schema only by their table or domain.
  const schema = kind.namespace === undefined ? undefined : catalog.namespace(row[at[kind.namespace]])?.name
  const name = kind.name === undefined || NAMES_NOT_UNIQUE.has(object.classId) ? undefined : row[at[kind.name]]
  return {
    schema: schema === undefined ? null : quoteIdentifier(schema),
    name: name === undefined ? null : quoteIdentifier(name),
  }
}

/**
 * An address as callers give it, large objects under the catalog that has a row each.
 * @param {number} classId
 * @param {number} objectId
 * @param {number} subId
 * @returns {ObjectAddress}
 */
export const addressOf = (classId, objectId, subId) => ({
  classId,
  objectId,
  subId: classId === LARGE_OBJECT ? 0 : subId,
})
