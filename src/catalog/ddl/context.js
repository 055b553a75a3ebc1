/**
 * What a DDL primitive works with: the transaction, its private view, and catalog rows by column name. One per
 * statement.
 */
import { assert } from '../../util/assert.js'
import { catalogShape } from '../store/shapes.js'
import { noteMember } from './members.js'
import { noteOwner } from './owners.js'
import { beginningAcl, noteAcl, ownerChange } from './privileges.js'
import { GUARDED_CATALOGS } from '../guarded.js'
import { ROLES } from '../roles.js'
import { TEXT_SEARCH } from '../store/cached-source.js'
import { FIRST_UNPINNED_OID } from '../../types/oids.js'

/** @import { Catalog, CatalogTxn } from '../catalog.js' */
/** @import { CatalogSnapshot, SearchPath } from '../snapshot.js' */
/** @import { Found } from '../store/contract.js' */

/**
 * A catalog object: catalog's OID, object's OID, column number or 0.
 * @typedef {{ classId: number, objectId: number, subId: number }} ObjectAddress
 */
/**
 * Relation files as DDL uses them (src/storage/relation-files.js, and trees of src/storage/btree).
 * @typedef {object} DdlFiles
 * @property {(fileId: number, txn: any) => void} createHeap
 * @property {(fileId: number, txn: any) => void} createTree an empty one
 * @property {(fileId: number, txn: any) => void} createGist
 * @property {(fileId: number, lastValue: number | bigint, isCalled: boolean) => void} setSequence
 * @property {(fileId: number, txn: any) => void} emptied all rows of a heap go: serializable ones may have read some
 *   (40001)
 * @property {(relationOid: number, txn: CatalogTxn) => void} nullsRemain a column becomes NOT NULL: older versions of
 *   rows may be null there
 * @property {(fileId: number, heapFile: number) => void} readsMove what they read of a file counts as read of the heap
 * @property {(fileId: number, txn: any) => void} dropAtCommit
 */

export const CLASS = Object.freeze({
  TYPE: 1247, ATTRIBUTE: 1249, PROC: 1255, RELATION: 1259, ATTRDEF: 2604, CONSTRAINT: 2606, NAMESPACE: 2615,
  REWRITE: 2618, TRIGGER: 2620, COLLATION: 3456, OPERATOR: 2617, CAST: 2605, OPCLASS: 2616, OPFAMILY: 2753, AMOP: 2602,
  AMPROC: 2603, STATISTICS: 3381, ACCESS_METHOD: 2601, POLICY: 3256, DATABASE: 1262,
})

/** The access method (pg_am) that tables have unless another is named. */
export const HEAP = 2

/** Kinds for which ALTER DEFAULT PRIVILEGES may have said something. */
const WITH_DEFAULTS = new Set(['pg_class', 'pg_proc', 'pg_type', 'pg_namespace'])
/** Whose change changes the object's grants as well. @type {Record<string, string>} */
const OWNER_COLUMNS = Object.fromEntries([...GUARDED_CATALOGS].map(([name, { entry }]) => [name, entry.owner ?? '']))
/** What a change of a catalog's rows is known by, whatever the row. @type {Map<string, string>} */
const NAME_OF = new Map([
  ...['pg_authid', 'pg_auth_members', 'pg_database'].map((catalog) => /** @type {const} */ ([catalog, ROLES])),
  ...['pg_ts_parser', 'pg_ts_template', 'pg_ts_dict', 'pg_ts_config', 'pg_ts_config_map']
    .map((catalog) => /** @type {const} */ ([catalog, TEXT_SEARCH])),
])

/**
 * What is noted of a command for event triggers.
 * @typedef {object} EventNotes
 * @property {(catalog: string, row: import('../descriptors.js').CatalogRow, how: 'made' | 'changed' | 'removed') =>
 *   void
 *   } changed a row of a catalog
 * @property {(view: CatalogSnapshot, object: ObjectAddress, original: boolean, normal: boolean) => void} drops an
 *   object
 *   is about to go: named by the command, or for its dependency
 */
/**
 * @typedef {object} DroppedObject
 * @property {ObjectAddress} object
 * @property {boolean} original
 * @property {boolean} normal
 * @property {boolean} isTemporary
 * @property {string} type in words
 * @property {string | null} schema
 * @property {string | null} name
 * @property {import('../deparse/identity.js').Identity} identity
 */

export class DdlContext {
  /**
   * @param {object} parts
   * @param {Catalog} parts.catalog @param {CatalogTxn} parts.txn @param {SearchPath} parts.path
   * @param {number} parts.userOid owner of what is made
   * @param {DdlFiles | null} parts.files null in tests that store nothing
   * @param {number} [parts.extensionOid] its script runs: what is made is of it
   * @param {EventNotes | null} [parts.events] event triggers may ask what was done
   */
  constructor({ catalog, txn, path, userOid, files, extensionOid = 0, events = null }) {
    this.catalog = catalog
    this.txn = txn
    this.path = path
    this.userOid = userOid
    this.files = files
    this.extensionOid = extensionOid
    this.events = events
    /** What to tell the client: NOTICEs. @type {{ message: string, detail?: string, code?: string }[]} */
    this.notices = []
    /** Relations that were touched with their indexes. @type {Set<number>} */
    this.touchedWholes = new Set()
    catalog.begin(txn)
  }

  /** The transaction's own view, its changes so far included. @returns {CatalogSnapshot} */
  get view() {
    return this.catalog.snapshot(this.txn, this.path)
  }

  /** @param {string} catalog @param {string} index @param {any[]} key @returns {Found[]} */
  find(catalog, index, key) {
    return this.catalog.store.find(catalog, index, key, this.catalog.store.own(this.txn))
  }

  /**
   * The row itself, which must be there.
   * @param {string} catalog
   * @param {string} index
   * @param {any[]} key
   * @returns {Found}
   */
  one(catalog, index, key) {
    const [found] = this.find(catalog, index, key)
    assert(found !== undefined, `${catalog} has a row for ${key.join()}`)
    return found
  }

  /**
   * The row of a catalog whose rows have OIDs, by index or scan.
   * @param {string} catalog
   * @param {number} oid
   * @returns {Found}
   */
  byOid(catalog, oid) {
    const { at, indexes } = catalogShape(catalog)
    const index = indexes.find((candidate) => candidate.attnums[0] === at.oid + 1)
    if (index !== undefined) return this.one(catalog, index.name, [oid])
    const found = this.scan(catalog).find(({ row }) => row[at.oid] === oid)
    assert(found !== undefined, `${catalog} has a row for ${oid}`)
    return found
  }

  /** @param {string} catalog @returns {Found[]} */
  scan(catalog) {
    return this.catalog.store.scan(catalog, this.catalog.store.own(this.txn))
  }

  /** @param {string} catalog @param {Record<string, any>} values by column name; those left out are null */
  insert(catalog, values) {
    const all = WITH_DEFAULTS.has(catalog) ? { ...values, ...beginningAcl(this, catalog, values) } : values
    const row = rowOf(catalog, all)
    this.catalog.store.insert(this.txn, catalog, row)
    noteOwner(this, catalog, null, row)
    noteAcl(this, catalog, null, row)
    this.touchWhole(catalog)
    if (this.extensionOid !== 0) noteMember(this, catalog, row)
    this.events?.changed(catalog, row, 'made')
  }

  /**
   * Of things that have no owners.
   * @param {string} catalog @param {Record<string, any>[]} rows
   * @param {boolean} [areFresh] as for the store's: parts, each different, of what was just made
   */
  insertMany(catalog, rows, areFresh = false) {
    if (rows.length === 0) return
    this.catalog.store.insertMany(this.txn, catalog, rows.map((values) => rowOf(catalog, values)), areFresh)
  }

  /** @param {string} catalog @param {Found} found @param {Record<string, any>} values columns that change */
  update(catalog, found, values) {
    const { at, columns } = catalogShape(catalog)
    const row = found.row.slice()
    const owner = OWNER_COLUMNS[catalog]
    const all = owner === undefined || !(owner in values) ? values
      : { ...ownerChange(catalog, row, values[owner]), ...values }
    for (const [name, value] of Object.entries(all)) {
      assert(name in at, `${catalog} has a column ${name}`)
      assert(value !== null || !columns[at[name]].notNull, `${catalog}.${name} is not null`)
      row[at[name]] = value
    }
    this.catalog.store.update(this.txn, catalog, found.tid, row)
    this.events?.changed(catalog, row, 'changed')
    noteOwner(this, catalog, found.row, row)
    noteAcl(this, catalog, found.row, row)
    this.touchWhole(catalog)
  }

  /** @param {string} catalog @param {Found} found */
  remove(catalog, found) {
    this.catalog.store.remove(this.txn, catalog, found.tid, found.row)
    this.events?.changed(catalog, found.row, 'removed')
    noteOwner(this, catalog, found.row, null)
    noteAcl(this, catalog, found.row, null)
    this.touchWhole(catalog)
  }

  /** @param {string} catalog a row of which has changed */
  touchWhole(catalog) {
    const name = NAME_OF.get(catalog)
    if (name !== undefined) this.touch([], [name])
  }

  /** Removes every row with that key prefix. @param {string} catalog @param {string} index @param {any[]} key */
  removeAll(catalog, index, key) {
    for (const found of this.find(catalog, index, key)) this.remove(catalog, found)
  }

  newOid() {
    return this.catalog.oids.next()
  }

  /** @param {number[]} oids @param {string[]} [names] */
  touch(oids, names) {
    this.catalog.touch(this.txn, oids, names)
  }

  /** A relation changed in place. @param {{ oid: number, indexes?: { oid: number }[] }} relation */
  touchRelation(relation) {
    this.touch([relation.oid, ...(relation.indexes ?? []).map((index) => index.oid)])
  }

  /**
   * The same, known by its OID alone, at most once a statement: its indexes are asked for, and nothing else of it.
   * @param {number} relationOid
   */
  touchRelationOnce(relationOid) {
    const { at } = catalogShape('pg_index')
    const found = this.touchedWholes.has(relationOid) ? []
      : this.find('pg_index', 'pg_index_indrelid_index', [relationOid])
    this.touchedWholes.add(relationOid)
    this.touch([relationOid, ...found.map(({ row }) => row[at.indexrelid])])
  }

  /**
   * A relation's name appears or goes: plans that resolved bare names through this schema are reconsidered.
   * @param {number} namespaceOid
   * @param {string} name
   */
  touchRelationName(namespaceOid, name) {
    this.touch([namespaceOid], [`r:${namespaceOid}.${name}`])
  }

  /** @param {number} namespaceOid @param {string} name */
  touchTypeName(namespaceOid, name) {
    this.touch([namespaceOid], [`t:${namespaceOid}.${name}`])
  }

  /**
   * Whether a row of this class is someone's to change: built-ins are not, except the public schema.
   * @param {number} oid
   */
  isPinned(oid) {
    return oid < FIRST_UNPINNED_OID && oid !== 2200
  }
}

/** @param {string} catalog @param {Record<string, any>} values */
function rowOf(catalog, values) {
  const { at, columns } = catalogShape(catalog)
  const row = new Array(columns.length).fill(null)
  for (const name in values) {
    const column = at[name]
    if (column === undefined) assert(false, `${catalog} has a column ${name}`)
    row[column] = values[name]
  }
  for (let column = 0; column < row.length; column++)
    if (row[column] === null && columns[column].notNull) assert(false, `${catalog}.${columns[column].name} is given`)
  return row
}

/** A one-letter "char". @param {string} letter '' for none */
export const char = (letter) => letter === '' ? 0 : letter.charCodeAt(0)
