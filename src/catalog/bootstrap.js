/**
 * Makes the catalogs of a new database in one transaction: files, rows and indexes, all through the bulk paths. Shared catalogs (databases, roles,
 * tablespaces) are made once per cluster, with the first database.
 */
import { BTree } from '../storage/btree/tree.js'
import { Heap } from '../storage/heap/heap.js'
import { builtins } from './builtins.js'
import { catalogRelations } from './relation.js'
import { encodePrefix } from './relation-storage.js'
import { hasStaticRows, staticTable } from './static-data.js'
import { catalogShape } from './shapes.js'
import { systemAttributeRows } from './ddl/table.js'
import { catalogValue } from './vectors.js'
import { views } from './views.js'
import { KEY_BUFFER_BYTES } from '../types/key.js'

/** @import { CatalogRow } from './descriptors.js' */
/** @import { IndexDesc, RelationDesc } from './relation.js' */
/** @import { StoredRelations } from './relation-storage.js' */

const TID_BYTES = 6
const TWO_16 = 65536

/**
 * @param {StoredRelations} storage of the new database
 * @param {any} txn all is undone with it
 * @param {{ shared: boolean }} options shared: make the cluster's shared catalogs too
 */
export function bootstrapCatalogs(storage, txn, { shared }) {
  for (const relation of catalogRelations()) {
    if (relation.isShared && !shared) continue
    makeCatalog(storage, txn, relation, catalogRows(relation.name))
  }
}

/** Every row a catalog has in a new database. @param {string} name @returns {CatalogRow[]} */
export function catalogRows(name) {
  /** @type {CatalogRow[]} */
  const rows = []
  if (hasStaticRows(name)) {
    const table = staticTable(name)
    for (let row = 0; row < table.count; row++) rows.push(table.values(row).map((value, at) => catalogValue(table.types[at], value)))
  }
  if (name === 'pg_class') for (const view of views.list()) rows.push(viewClassRow(view))
  if (name === 'pg_attribute') {
    for (const relation of catalogRelations()) rows.push(...systemAttributeRows(relation.oid).map((values) => rowOf(name, values)))
    for (const view of views.list()) rows.push(...viewAttributeRows(view))
  }
  // pg_dump leaves out what is as it was in a new database.
  if (name === 'pg_init_privs') for (const [catalog, acl] of [['pg_class', 'relacl'], ['pg_attribute', 'attacl'], ['pg_proc', 'proacl'], ['pg_namespace', 'nspacl']]) rows.push(...initialPrivileges(catalog, acl))
  if (name === 'pg_description') rows.push(rowOf(name, { objoid: PUBLIC_SCHEMA, classoid: catalogShape('pg_namespace').oid, objsubid: 0, description: 'standard public schema' }))
  return rows
}

const PUBLIC_SCHEMA = 2200

/** Rows of pg_init_privs: the privileges built-in objects have. @param {string} catalog @param {string} column with them @returns {CatalogRow[]} */
function initialPrivileges(catalog, column) {
  const { at } = catalogShape(catalog)
  const classoid = catalogShape(catalog === 'pg_attribute' ? 'pg_class' : catalog).oid
  return catalogRows(catalog).flatMap((row) => row[at[column]] === null || (catalog === 'pg_namespace' && row[at.nspname] === 'information_schema') ? []
    : [rowOf('pg_init_privs', { objoid: row[at.oid ?? at.attrelid], classoid, objsubid: row[at.attnum] ?? 0, privtype: 'i'.charCodeAt(0), initprivs: row[at[column]] })])
}

/** @param {StoredRelations} storage @param {any} txn @param {RelationDesc} relation @param {CatalogRow[]} rows */
function makeCatalog(storage, txn, relation, rows) {
  const { heapEnv, btreeEnv, files } = storage
  const file = files.create(storage.catalogFile(relation.oid, relation.isShared), txn)
  const layout = storage.layout(relation.columns)
  const heap = new Heap(heapEnv, file, layout)
  const tids = loadRows(heap, txn, rows)
  heap.release()
  for (const index of relation.indexes) {
    const tree = BTree.create(btreeEnv, files.create(storage.catalogFile(index.oid, relation.isShared), txn), index.name)
    if (rows.length > 0) loadIndex(tree, index, rows, tids)
  }
}

/** @param {Heap} heap @param {any} txn @param {CatalogRow[]} rows @returns {Float64Array} tuple ids */
function loadRows(heap, txn, rows) {
  const tids = new Float64Array(rows.length)
  if (rows.length === 0) return tids
  const { layout } = heap
  let total = 0
  for (const row of rows) total += layout.measure(row)
  const source = new Uint8Array(total)
  const view = new DataView(source.buffer)
  const ends = new Uint32Array(rows.length)
  let at = 0
  for (let row = 0; row < rows.length; row++) ends[row] = at = layout.encode(rows[row], source, view, at)
  heap.insertMany(txn, source, ends, rows.length, tids)
  return tids
}

/** @param {BTree} tree @param {IndexDesc} index @param {CatalogRow[]} rows @param {Float64Array} tids */
function loadIndex(tree, index, rows, tids) {
  const scratch = new Uint8Array(KEY_BUFFER_BYTES)
  /** @type {Buffer[]} */
  const entries = []
  for (let row = 0; row < rows.length; row++) {
    const end = encodePrefix(index, index.keyAttnums.map((attnum) => rows[row][attnum - 1]), scratch)
    const entry = Buffer.from(scratch.subarray(0, end + TID_BYTES))
    putTid(entry, end, tids[row])
    entries.push(entry)
  }
  entries.sort(Buffer.compare)
  const builder = tree.builder(100)
  for (const entry of entries) builder.add(entry, 0, entry.length)
  builder.finish()
}

/** Block and slot, big-endian. @param {Uint8Array} bytes @param {number} at @param {number} tid */
export function putTid(bytes, at, tid) {
  const slot = tid & 511
  const block = (tid - slot) / 512
  bytes[at] = block >>> 24
  bytes[at + 1] = block >>> 16
  bytes[at + 2] = block >>> 8
  bytes[at + 3] = block
  bytes[at + 4] = slot >>> 8
  bytes[at + 5] = slot % TWO_16
}

/** @param {string} catalog @param {Record<string, any>} values */
function rowOf(catalog, values) {
  const { at, columns } = catalogShape(catalog)
  const row = new Array(columns.length).fill(null)
  for (const [name, value] of Object.entries(values)) row[at[name]] = value
  return row
}

/** @param {RelationDesc} view */
function viewClassRow(view) {
  return rowOf('pg_class', {
    oid: view.oid, relname: view.name, relnamespace: view.namespaceOid, reltype: 0, reloftype: 0, relowner: 10, relam: 0, relfilenode: 0, reltablespace: 0,
    relpages: 0, reltuples: -1, relallvisible: 0, reltoastrelid: 0, relhasindex: false, relisshared: false, relpersistence: 112, relkind: 118,
    relnatts: view.columns.length, relchecks: 0, relhasrules: true, relhastriggers: false, relhassubclass: false, relrowsecurity: false,
    relforcerowsecurity: false, relispopulated: true, relreplident: 110, relispartition: false, relrewrite: 0, relfrozenxid: 0, relminmxid: 0,
  })
}

/** @param {RelationDesc} view */
function viewAttributeRows(view) {
  return view.columns.map((column) => {
    const type = /** @type {import('./descriptors.js').TypeDesc} */ (builtins.type(column.typeOid))
    return rowOf('pg_attribute', {
      attrelid: view.oid, attname: column.name, atttypid: column.typeOid, attstattarget: -1, attlen: type.length, attnum: column.attnum, attndims: 0,
      attcacheoff: -1, atttypmod: -1, attbyval: type.byValue, attalign: type.align.charCodeAt(0), attstorage: type.storage.charCodeAt(0), attcompression: 0,
      attnotnull: false, atthasdef: false, atthasmissing: false, attidentity: 0, attgenerated: 0, attisdropped: false, attislocal: true, attinhcount: 0,
      attcollation: type.collation,
    })
  })
}
