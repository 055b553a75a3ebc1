/**
 * The commands that pg_event_trigger_ddl_commands() tells of: the statement itself, with the object it made or changed,
 * and what it did besides (sequences, indexes, keys of a new table). Read off the catalog rows it has written.
 */
import { alteredParts } from './altered.js'
import { serialType } from '../tables/column-sequences.js'
import { identityOf, objectWord, schemaAndName } from '../../../catalog/deparse/identity.js'
import { OBJECT_CLASSES } from '../../../catalog/object-classes.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { relationOidOf } from '../../session/ddl.js'
import { OBJECT_TYPES, findNamed, findObject, namesOf } from '../objects/object-address.js'
import { DbError } from '../../../errors/db-error.js'

/** @import { ObjectAddress } from '../../../catalog/object-classes.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { Change } from './ddl-events.js' */
/** @typedef {import('../tables/create-trigger.js').ParseNode} ParseNode */

/**
 * @typedef {object} CollectedCommand
 * @property {ObjectAddress | null} object null: of GRANT
 * @property {string} tag
 * @property {string} type
 * @property {string | null} schema
 * @property {string | null} identity
 * @property {boolean} inExtension
 */

const RELATION = 1259

/** Commands that leave nothing behind to tell of. */
const UNTOLD = /^DROP /

/**
 * @param {Session} session
 * @param {{ tag: string, node: ParseNode }} prepared
 * @param {string} tag
 * @param {Change[]} changes
 * @returns {CollectedCommand[]}
 */
export function collectedCommands(session, prepared, tag, changes) {
  if (UNTOLD.test(tag)) return []
  const told = new Teller(session)
  const { node } = prepared
  if (prepared.tag === 'GrantStmt') {
    const type = (OBJECT_TYPES[node.objtype]?.words ?? '').toUpperCase()
    return [{ object: null, tag, type, schema: null, identity: null, inExtension: session.extensionOid !== 0 }]
  }
  if (prepared.tag === 'AlterDefaultPrivilegesStmt') {
    const type = `${OBJECT_TYPES[node.action?.objtype]?.words ?? ''}s`.toUpperCase()
    return [{ object: null, tag, type, schema: null, identity: null, inExtension: false }]
  }
  const main = mainObject(session, prepared.tag, node, changes) ?? unchanged(session, prepared.tag, node)
  const made = madeRelations(changes)
  if (prepared.tag === 'CreateSchemaStmt') {
    if (main !== null) told.tell(main, tag)
    return told.commands
  }
  // IF NOT EXISTS, and it did.
  if ((node.if_not_exists ?? node.base?.if_not_exists) && IS_MADE.has(prepared.tag) && made.length === 0) return []
  if (prepared.tag === 'AlterTableStmt' && prepared.node.objtype === 'OBJECT_TABLE' && main !== null) {
    const sequences = made.filter(({ kind }) => kind === 'S').map(({ oid }) => oid)
    for (const part of alteredParts(session.catalog(), node, main.objectId, sequences))
      told.tell(part.oid === 0 ? main : relation(part.oid), part.tag)
    return told.commands
  }
  if (prepared.tag === 'CreateStmt' || prepared.tag === 'AlterTableStmt') {
    const sequences = made.filter(({ kind }) => kind === 'S')
    for (const { oid } of sequences) told.tell(relation(oid), 'CREATE SEQUENCE')
    if (main !== null) told.tell(main, tag)
    if (prepared.tag === 'CreateStmt') {
      if (main !== null && copiesMore(node, changes)) told.tell(main, 'ALTER TABLE')
      for (const { oid, kind } of made) if (kind === 'i' || kind === 'I') told.tell(relation(oid), 'CREATE INDEX')
      if (main !== null && makesKeys(changes)) told.tell(main, 'ALTER TABLE')
      for (const object of commented(changes)) told.tell(object, 'COMMENT')
    }
    for (const { oid } of sequences) told.tell(relation(oid), 'ALTER SEQUENCE')
    return told.commands
  }
  if (prepared.tag === 'CreateOpClassStmt')
    for (const object of madeFamilies(changes)) told.tell(object, 'CREATE OPERATOR FAMILY')
  if (prepared.tag === 'AlterPublicationStmt') for (const object of publishedBy(changes)) told.tell(object, tag)
  if (main !== null) told.tell(main, tag)
  // A view that is replaced is told of twice: its columns, then its query.
  if (main !== null && prepared.tag === 'ViewStmt' && made.length === 0) told.tell(main, tag)
  return told.commands
}

/** Commands that make a relation, if it is not there. */
const IS_MADE = new Set(['CreateStmt', 'CreateTableAsStmt', 'CreateSeqStmt', 'CreateForeignTableStmt'])

/** Of LIKE, checks and defaults come by a command of their own. @param {ParseNode} node @param {Change[]} changes */
function copiesMore({ tableElts = [] }, changes) {
  if (!tableElts.some((/** @type {ParseNode} */ item) => item.TableLikeClause !== undefined)) return false
  const columns = tableElts.flatMap((/** @type {ParseNode} */ { ColumnDef }) => ColumnDef ?? [])
  const written = [...tableElts, ...columns.flatMap((/** @type {ParseNode} */ { constraints = [] }) => constraints)]
    .flatMap((/** @type {ParseNode} */ { Constraint }) => Constraint?.contype ?? [])
  const serials = columns.filter((/** @type {ParseNode} */ { typeName }) => serialType(typeName) !== 0).length
  const made = (/** @type {string} */ catalog, /** @type {(row: Change['row']) => boolean} */ isOne) =>
    changes.filter((change) => change.catalog === catalog && change.how === 'made' && isOne(change.row)).length
  const { at } = catalogShape('pg_constraint')
  return made('pg_attrdef', () => true) > serials + written.filter((type) => OF_VALUES.has(type)).length
    || made('pg_constraint', (row) => row[at.contype] === 99 && row[at.conislocal] === true)
      > written.filter((type) => type === 'CONSTR_CHECK').length
}

/** Constraints of a column that are values of it. */
const OF_VALUES = new Set(['CONSTR_DEFAULT', 'CONSTR_GENERATED'])

/** @param {number} oid @returns {ObjectAddress} */
const relation = (oid) => ({ classId: RELATION, objectId: oid, subId: 0 })

/** @param {Change[]} changes */
function madeRelations(changes) {
  const { at } = catalogShape('pg_class')
  return changes
    .filter(({ catalog, how }) => how === 'made' && catalog === 'pg_class')
    .map(({ row }) => ({ oid: /** @type {number} */ (row[at.oid]), kind: String.fromCharCode(row[at.relkind]) }))
}

/** Foreign keys come by a command of their own. @param {Change[]} changes */
function makesKeys(changes) {
  const { at } = catalogShape('pg_constraint')
  return changes.some(
    ({ catalog, how, row }) => how === 'made' && catalog === 'pg_constraint' && row[at.contype] === 102,
  )
}

/**
 * Statements whose relation is named in them: by which field.
 * @type {Record<string, (node: ParseNode) => ParseNode | undefined>}
 */
const NAMED = {
  CreateStmt: (node) => node.relation,
  CreateForeignTableStmt: (node) => node.base?.relation,
  ViewStmt: (node) => node.view,
  CreateTableAsStmt: (node) => node.into.rel,
  CreateSeqStmt: (node) => node.sequence,
  AlterSeqStmt: (node) => node.sequence,
  AlterTableStmt: (node) => node.relation,
  RefreshMatViewStmt: (node) => node.relation,
}

/** Others: the catalog in whose rows the object is found. @type {Record<string, string>} */
const CATALOGS = {
  IndexStmt: 'pg_class', CreateSchemaStmt: 'pg_namespace', CreateTrigStmt: 'pg_trigger', RuleStmt: 'pg_rewrite',
  CreateExtensionStmt: 'pg_extension', AlterExtensionStmt: 'pg_extension', CompositeTypeStmt: 'pg_type',
  CreateEnumStmt: 'pg_type', CreateRangeStmt: 'pg_type', CreateDomainStmt: 'pg_type', AlterTypeStmt: 'pg_type',
  AlterDomainStmt: 'pg_type', AlterCollationStmt: 'pg_collation', AlterOperatorStmt: 'pg_operator',
  CreateOpFamilyStmt: 'pg_opfamily', CreateOpClassStmt: 'pg_opclass', AlterOpFamilyStmt: 'pg_opfamily',
  CreateAmStmt: 'pg_am', CreateCastStmt: 'pg_cast', CreateConversionStmt: 'pg_conversion',
  CreateStatsStmt: 'pg_statistic_ext', AlterStatsStmt: 'pg_statistic_ext', CreatePolicyStmt: 'pg_policy',
  AlterPolicyStmt: 'pg_policy', CreatePublicationStmt: 'pg_publication', AlterPublicationStmt: 'pg_publication',
  CreateFunctionStmt: 'pg_proc', AlterFunctionStmt: 'pg_proc', CreateFdwStmt: 'pg_foreign_data_wrapper',
  AlterFdwStmt: 'pg_foreign_data_wrapper', CreateForeignServerStmt: 'pg_foreign_server',
  AlterForeignServerStmt: 'pg_foreign_server', CreateUserMappingStmt: 'pg_user_mapping',
  AlterUserMappingStmt: 'pg_user_mapping', CreatePLangStmt: 'pg_language',
}

/** @param {ParseNode} node @returns {string | undefined} */
const typeOf = (node) => node.renameType ?? node.objectType ?? node.kind ?? node.objtype

/**
 * @param {Session} session
 * @param {string} kind of the statement
 * @param {ParseNode} node
 * @param {Change[]} changes
 * @returns {ObjectAddress | null}
 */
function mainObject(session, kind, node, changes) {
  const named = NAMED[kind]?.(node)
  if (named !== undefined) {
    const oid = relationOidOf(session, named)
    return oid === 0 ? null : relation(oid)
  }
  if (kind === 'CommentStmt' || kind === 'SecLabelStmt') return described(changes)
  if (kind === 'AlterEnumStmt') return enumOf(changes)
  if (kind === 'AlterDomainStmt') return domainOf(changes)
  const type = CATALOGS[kind] === undefined ? typeOf(node) : undefined
  if (type === 'OBJECT_COLUMN' || type === 'OBJECT_ATTRIBUTE') return columnOf(changes)
  const catalog = CATALOGS[kind] ?? catalogOf(type)
  const found = changes.find((change) => change.catalog === catalog && change.how !== 'removed' && fits(change))
  if (catalog === undefined || found === undefined) return null
  const classId = [...OBJECT_CLASSES.values()].find((item) => item.catalog === catalog)?.classId ?? 0
  return { classId, objectId: found.row[catalogShape(catalog).at.oid], subId: 0 }
}

/**
 * Statements that are told of though they found everything as they want it, or write rows of other catalogs only: what
 * they name.
 * @type {Record<string, (session: Session, node: ParseNode) => ObjectAddress>}
 */
const FOUND_AGAIN = {
  AlterObjectSchemaStmt: (session, node) => node.relation === undefined
    ? findObject(session, node.objectType, node) : relation(relationOidOf(session, node.relation)),
  CommentStmt: (session, { objtype, object }) =>
    OBJECT_TYPES[objtype]?.classId === RELATION && objtype !== 'OBJECT_COLUMN'
      ? relation(relationOidOf(session, rangeOf(namesOf(object)))) : findNamed(session, objtype, object),
  AlterEnumStmt: (session, node) => findNamed(session, 'OBJECT_TYPE', { List: { items: node.typeName } }),
  AlterTSConfigurationStmt: (session, node) => findNamed(session, 'OBJECT_TSCONFIGURATION', node.cfgname),
  AlterTSDictionaryStmt: (session, node) => findNamed(session, 'OBJECT_TSDICTIONARY', node.dictname),
  AlterCollationStmt: (session, node) => findNamed(session, 'OBJECT_COLLATION', node.collname),
  AlterOpFamilyStmt: (session, node) =>
    findNamed(session, 'OBJECT_OPFAMILY', [{ String: { sval: node.amname } }, ...node.opfamilyname]),
}

/** @param {string[]} names */
const rangeOf = (names) => ({ schemaname: names.at(-2), relname: names.at(-1) })

/**
 * @param {Session} session @param {string} kind of the statement @param {ParseNode} node
 * @returns {ObjectAddress | null}
 */
function unchanged(session, kind, node) {
  try {
    const found = FOUND_AGAIN[kind]?.(session, node) ?? null
    return found === null || found.objectId === 0 ? null : found
  } catch (error) {
    // IF EXISTS, and it does not.
    if (error instanceof DbError) return null
    throw error
  }
}

/** Families that came with a class of operators. @param {Change[]} changes @returns {ObjectAddress[]} */
const madeFamilies = (changes) => changes.flatMap(({ catalog, how, row }) =>
  catalog === 'pg_opfamily' && how === 'made'
    ? [{ classId: 2753, objectId: row[catalogShape(catalog).at.oid], subId: 0 }] : [])

/** What got comments by LIKE. @param {Change[]} changes @returns {ObjectAddress[]} */
const commented = (changes) => changes.flatMap(({ catalog, how, row }) => {
  if (catalog !== 'pg_description' || how !== 'made') return []
  const { at } = catalogShape(catalog)
  return [{ classId: row[at.classoid], objectId: row[at.objoid], subId: row[at.objsubid] }]
})

/** Members that a publication was given. @param {Change[]} changes @returns {ObjectAddress[]} */
const publishedBy = (changes) => changes.flatMap(({ catalog, how, row }) => {
  const classId = { pg_publication_rel: 6106, pg_publication_namespace: 6237 }[catalog]
  return how !== 'made' || classId === undefined ? []
    : [{ classId, objectId: row[catalogShape(catalog).at.oid], subId: 0 }]
})

/**
 * A type's array is no object of the command's, nor a range's multirange and a trigger's clones.
 * @param {Change} change
 */
function fits({ catalog, row }) {
  const { at } = catalogShape(catalog)
  if (catalog === 'pg_type')
    return String.fromCharCode(row[at.typcategory]) !== 'A' && String.fromCharCode(row[at.typtype]) !== 'm'
  return catalog !== 'pg_trigger' || row[at.tgparentid] === 0
}

/** @param {string | undefined} type OBJECT_… @returns {string | undefined} */
function catalogOf(type) {
  if (type === 'OBJECT_TABCONSTRAINT' || type === 'OBJECT_DOMCONSTRAINT') return 'pg_constraint'
  const known = type === undefined ? undefined : OBJECT_TYPES[type]
  return known === undefined ? undefined : OBJECT_CLASSES.get(known.classId)?.catalog
}

/** @param {Change[]} changes @returns {ObjectAddress | null} */
function columnOf(changes) {
  const { at } = catalogShape('pg_attribute')
  const found = changes.find(({ catalog }) => catalog === 'pg_attribute')
  return found === undefined
    ? null
    : { classId: RELATION, objectId: found.row[at.attrelid], subId: found.row[at.attnum] }
}

/** @param {Change[]} changes @returns {ObjectAddress | null} */
function enumOf(changes) {
  const found = changes.find(({ catalog }) => catalog === 'pg_enum')
  return found === undefined
    ? null
    : { classId: 1247, objectId: found.row[catalogShape('pg_enum').at.enumtypid], subId: 0 }
}

/** Itself, or by a constraint of it. @param {Change[]} changes @returns {ObjectAddress | null} */
function domainOf(changes) {
  for (const { catalog, row } of changes) {
    const { at } = catalogShape(catalog)
    const oid = catalog === 'pg_type' ? row[at.oid] : catalog === 'pg_constraint' ? row[at.contypid] : 0
    if (oid !== 0) return { classId: 1247, objectId: oid, subId: 0 }
  }
  return null
}

/** @param {Change[]} changes @returns {ObjectAddress | null} */
function described(changes) {
  const found = changes.find(({ catalog }) => catalog === 'pg_description' || catalog === 'pg_seclabel')
  if (found === undefined) return null
  const { at } = catalogShape(found.catalog)
  return { classId: found.row[at.classoid], objectId: found.row[at.objoid], subId: found.row[at.objsubid] }
}

/** Puts commands into words. */
class Teller {
  /** @param {Session} session */
  constructor(session) {
    this.view = session.catalog()
    this.inExtension = session.extensionOid !== 0
    /** @type {CollectedCommand[]} */
    this.commands = []
  }

  /** @param {ObjectAddress} object @param {string} tag */
  tell(object, tag) {
    const identity = identityOf(this.view, object)
    if (identity === null) return
    const { schema } = schemaAndName(this.view, object)
    this.commands.push({
      object,
      tag,
      type: objectWord(this.view, object),
      schema: schema !== null && schema.startsWith('pg_temp_') ? 'pg_temp' : schema,
      identity: identity.text,
      inExtension: this.inExtension,
    })
  }
}
