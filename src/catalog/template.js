/**
 * The system catalogs of a new database as a template (storage/template.js): pages of rows that were always there and
 * of the indexes over them, made without a transaction or a log. data/template.bin has them ready made
 * (scripts/make-template.js); should it not be of these very catalogs, they are made here, once per process, catalog by
 * catalog when first asked for. The first database's and the shared catalogs (databases, roles, tablespaces) are read
 * from the template itself, another database gets a copy.
 */
import { BTreeEnv } from '../storage/btree/env.js'
import { putTid, TID_BYTES } from '../util/tuple-id.js'
import { BTree } from '../storage/btree/tree.js'
import { frozenPages } from '../storage/heap/frozen.js'
import { CRC_OFFSET, PAGE_BYTES, pageCrc, setPageIdentity, slotCount, slotOffset } from '../storage/page.js'
import { logPageImage } from '../storage/page-image.js'
import { Storage } from '../storage/storage.js'
import { TEMPLATE_SLOT, WholeTemplate, wholeTemplate } from '../storage/template.js'
import { MemoryVfs } from '../storage/vfs/memory-vfs.js'
import { readPackageFile } from '../storage/vfs/package-file.js'
import { builtins } from './store/builtins.js'
import { catalogRelation } from './relation.js'
import { encodePrefix, layoutOf } from './store/relation-storage.js'
import { hasStaticRows, staticTable } from './store/static-data.js'
import { catalogShape, catalogShapes } from './store/shapes.js'
import { systemAttributeRows } from './ddl/tables/table.js'
import { catalogValue } from './store/vectors.js'
import { STATIC_DATA } from './data/index.js'
import { views } from './views/views.js'
import { SYSTEM_VIEWS } from './views/sql.js'
import { KEY_BUFFER_BYTES } from '../types/key.js'
import { assert } from '../util/assert.js'
import { crc32 } from '../util/crc32.js'

/** @import { CatalogRow } from './descriptors.js' */
/** @import { IndexDesc, RelationDesc } from './relation.js' */
/** @import { StoredRelations } from './store/relation-storage.js' */
/** @import { Template } from '../storage/template.js' */
/** @import { StorageTxn } from '../storage/relation-files.js' */

/** Pages of the largest index of a catalog, several times over. */
const BUILD_PAGES = 256

/** @type {Template | null} */
let known = null

/** The catalogs of a new cluster. @returns {Template} */
export function catalogTemplate() {
  return known ??= readyMade() ?? new CatalogTemplate()
}

/** The catalogs, made now. @returns {Template} */
export const makeTemplate = () => new CatalogTemplate()

/** @returns {Template | null} null: there is none, or of other catalogs */
function readyMade() {
  const bytes = readPackageFile(new URL('./data/template.bin', import.meta.url))
  if (bytes === null) return null
  const template = WholeTemplate.of(bytes)
  return template.stamp === catalogStamp() ? template : null
}

/**
 * A number for what the catalogs are made of; how they are made is the test's to compare
 * (test/unit/catalog/template.test.js).
 */
function catalogStamp() {
  const parts = []
  for (const [name, data] of Object.entries(STATIC_DATA)) {
    const { columns, types, defaults, rows } = data()
    parts.push(name, columns, types.join(), defaults, rows)
  }
  for (const { oid, name, namespaceOid, columns } of SYSTEM_VIEWS)
    parts.push(`${oid} ${name} ${namespaceOid} ${columns}`)
  const bytes = Buffer.from(parts.join('\n'))
  return crc32(bytes, 0, bytes.length)
}

/**
 * The rows a catalog has in a template, read by the columns it has now: those it did not have then are null.
 * @param {Template} template @param {string} name @returns {CatalogRow[]}
 */
export function rowsIn(template, name) {
  const relation = catalogRelation(name)
  const fileId = fileIdOf(relation.oid, relation.isShared)
  if (!template.has(fileId)) return []
  const layout = layoutOf(relation.columns)
  const pages = template.pages(fileId)
  const view = new DataView(pages.buffer, pages.byteOffset, pages.length)
  const rows = []
  for (let base = 0; base < pages.length; base += PAGE_BYTES) {
    for (let slot = 0; slot < slotCount(view, base); slot++) {
      const offset = slotOffset(view, base, slot)
      if (offset !== 0) rows.push(layout.decode(pages, view, base + offset))
    }
  }
  return rows
}

/** @param {number} oid @param {boolean} isShared */
const fileIdOf = (oid, isShared) => isShared ? oid : TEMPLATE_SLOT * 16384 + oid

/** @implements {Template} */
class CatalogTemplate {
  constructor() {
    /** The catalog whose build makes a file. @type {Map<number, string>} */
    this.catalogOf = new Map()
    for (const { name, oid, shared: isShared, indexes } of catalogShapes().values()) {
      for (const one of [oid, ...indexes.map((index) => index.oid)]) this.catalogOf.set(fileIdOf(one, isShared), name)
    }
    /** @type {Map<number, Uint8Array>} by file id */
    this.made = new Map()
    /** @type {TreePages | null} */
    this.trees = null
    this.stamp = catalogStamp()
  }

  /** @param {number} fileId */
  has(fileId) {
    return this.catalogOf.has(fileId)
  }

  /** @param {number} fileId */
  blockCount(fileId) {
    return this.pages(fileId).length / PAGE_BYTES
  }

  whole() {
    return wholeTemplate(
      this.stamp,
      [...this.catalogOf.keys()].map((fileId) => ({ fileId, pages: this.pages(fileId) }))
    )
  }

  close() { /* others use it too */ }

  /** @param {number} fileId @returns {Uint8Array} */
  pages(fileId) {
    if (!this.made.has(fileId)) this.#make(catalogRelation(/** @type {string} */ (this.catalogOf.get(fileId))))
    return /** @type {Uint8Array} */ (this.made.get(fileId))
  }

  /** @param {RelationDesc} relation */
  #make(relation) {
    const rows = catalogRows(relation.name)
    const tids = new Float64Array(rows.length)
    this.#keep(fileIdOf(relation.oid, relation.isShared), heapPages(relation, rows, tids))
    this.trees ??= new TreePages()
    for (const index of relation.indexes)
      this.#keep(fileIdOf(index.oid, relation.isShared), this.trees.make(index, rows, tids))
  }

  /** @param {number} fileId @param {Uint8Array} pages */
  #keep(fileId, pages) {
    const view = new DataView(pages.buffer)
    for (let at = 0; at < pages.length; at += PAGE_BYTES) {
      setPageIdentity(view, at, fileId, at / PAGE_BYTES)
      view.setUint32(at + CRC_OFFSET, pageCrc(pages, at), true)
    }
    this.made.set(fileId, pages)
  }
}

/** @param {RelationDesc} relation @param {CatalogRow[]} rows @param {Float64Array} tids filled in */
function heapPages(relation, rows, tids) {
  const layout = layoutOf(relation.columns)
  let total = 0
  for (const row of rows) total += layout.measure(row)
  const source = new Uint8Array(total)
  const view = new DataView(source.buffer)
  const ends = new Uint32Array(rows.length)
  let at = 0
  for (let row = 0; row < rows.length; row++) ends[row] = at = layout.encode(rows[row], source, view, at)
  return frozenPages(source, ends, tids)
}

/** Trees are built where trees live, in a pool, and taken out of it page by page. */
class TreePages {
  constructor() {
    const log = new NoLog()
    this.storage = new Storage({ vfs: new MemoryVfs(), log, cachePages: BUILD_PAGES, doubleWrite: false })
    this.env = new BTreeEnv({ pool: this.storage.pool, wal: log, files: this.storage.files })
    this.txn = new NoTransaction()
    this.fileId = 0
  }

  /** @param {IndexDesc} index @param {CatalogRow[]} rows @param {Float64Array} tids @returns {Uint8Array} */
  make(index, rows, tids) {
    const { files, pool } = this.storage
    const file = files.create(++this.fileId, this.txn)
    loadIndex(BTree.create(this.env, file, index.name), index, rows, tids)
    const pages = new Uint8Array(file.blockCount * PAGE_BYTES)
    for (let block = 0; block < file.blockCount; block++) {
      const base = pool.pin(file, block) * PAGE_BYTES
      pages.set(pool.bytes.subarray(base, base + PAGE_BYTES), block * PAGE_BYTES)
      pool.unpin(base / PAGE_BYTES)
    }
    files.undoCreate(file.fileId, this.txn, 0)
    return pages
  }
}

/** Records go nowhere, and pages keep lsn 0. */
class NoLog {
  buffer = new Uint8Array(1 << 18)
  view = new DataView(this.buffer.buffer)
  position = 1
  durableLsn = Infinity
  pagesAfterLsn = 0
  reserve() { return 0 }
  seal() { return 0 }
  syncSync() { /* nothing to wait for */ }
  async durable() { /* nor here */ }
}

/** @implements {StorageTxn} */
class NoTransaction {
  lastLsn = 0
  assignXid() { return 1 }
  noteFileCreated() { /* never rolled back */ }
  noteFileDropped() { /* never committed */ }
}

/**
 * The catalogs of another database: a copy of the first one's as they were when it was new.
 * @param {StoredRelations} storage of the new database
 * @param {any} txn all is undone with it
 * @param {Template} template
 */
export function copyCatalogs(storage, txn, template) {
  const { heapEnv: { pool, wal }, files } = storage
  for (const { oid, shared: isShared, indexes } of catalogShapes().values()) {
    if (isShared) continue
    for (const one of [oid, ...indexes.map((index) => index.oid)]) {
      const from = fileIdOf(one, false)
      const file = files.create(storage.catalogFile(one, false), txn)
      const pages = template.pages(from)
      for (let block = 0; block * PAGE_BYTES < pages.length; block++) {
        const frame = pool.extend(file)
        try {
          pool.bytes.set(pages.subarray(block * PAGE_BYTES, (block + 1) * PAGE_BYTES), frame * PAGE_BYTES)
          setPageIdentity(pool.view, frame * PAGE_BYTES, file.fileId, block)
          logPageImage(pool, /** @type {any} */ (wal), frame)
        } finally {
          pool.unpin(frame)
        }
      }
    }
  }
}

/** Every row a catalog has in a new database. @param {string} name @returns {CatalogRow[]} */
export function catalogRows(name) {
  /** @type {CatalogRow[]} */
  const rows = []
  if (hasStaticRows(name)) {
    const table = staticTable(name)
    for (let row = 0; row < table.count; row++)
      rows.push(table.values(row).map((value, at) => catalogValue(table.types[at], value)))
  }
  if (name === 'pg_class') for (const view of views.list()) rows.push(viewClassRow(view))
  if (name === 'pg_attribute') {
    for (const { oid } of catalogShapes().values())
      rows.push(...systemAttributeRows(oid).map((values) => rowOf(name, values)))
    for (const view of views.list()) rows.push(...viewAttributeRows(view))
  }
  // pg_dump leaves out what is as it was in a new database.
  if (name === 'pg_init_privs')
    for (const [catalog, acl] of [
      ['pg_class', 'relacl'],
      ['pg_attribute', 'attacl'],
      ['pg_proc', 'proacl'],
      ['pg_namespace', 'nspacl'],
    ])
      rows.push(...initialPrivileges(catalog, acl))
  if (name === 'pg_description') rows.push(...descriptionRows())
  if (name === 'pg_shdescription')
    for (const [objoid, description] of DATABASES)
      rows.push(rowOf(name, { objoid, classoid: catalogShape('pg_database').oid, description }))
  return rows
}

/** @type {[number, string][]} */
const DATABASES = [
  [1, 'default template for new databases'],
  [4, 'unmodifiable empty database'],
  [5, 'default administrative connection database'],
]

/** What is said about built-in objects. @returns {CatalogRow[]} */
function descriptionRows() {
  const bytes = readPackageFile(new URL('./data/pg_description.txt', import.meta.url))
  assert(bytes !== null, 'the descriptions are beside the other data')
  let classoid = 0
  return new TextDecoder().decode(bytes).trimEnd().split('\n').map((line) => {
    const [catalog, oid, description] = line.split('\t')
    if (catalog !== '') classoid = Number(catalog)
    return rowOf('pg_description', { objoid: Number(oid), classoid, objsubid: 0, description })
  })
}

/**
 * Rows of pg_init_privs: the privileges built-in objects have.
 * @param {string} catalog
 * @param {string} column with them
 * @returns {CatalogRow[]}
 */
function initialPrivileges(catalog, column) {
  const { at } = catalogShape(catalog)
  const classoid = catalogShape(catalog === 'pg_attribute' ? 'pg_class' : catalog).oid
  return catalogRows(catalog).flatMap((row) =>
    row[at[column]] === null || (catalog === 'pg_namespace' && row[at.nspname] === 'information_schema')
      ? []
      : [
          rowOf('pg_init_privs', {
            objoid: row[at.oid ?? at.attrelid], classoid, objsubid: row[at.attnum] ?? 0, privtype: 'i'.charCodeAt(0),
            initprivs: row[at[column]],
          }),
        ],
  )
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

/** @param {string} catalog @param {Record<string, any>} values */
function rowOf(catalog, values) {
  const { at, columns } = catalogShape(catalog)
  const row = new Array(columns.length).fill(null)
  for (const [name, value] of Object.entries(values)) row[at[name]] = value
  return row
}

const OWNERS_ALONE = new Set([
  'pg_shadow',
  'pg_file_settings',
  'pg_hba_file_rules',
  'pg_ident_file_mappings',
  'pg_config',
  'pg_replication_origin_status',
])
const READ_BY_MONITORS = new Set(['pg_shmem_allocations', 'pg_backend_memory_contexts'])
const NOT_GRANTED = new Set([
  'transforms',
  '_pg_foreign_table_columns',
  '_pg_foreign_data_wrappers',
  '_pg_foreign_servers',
  '_pg_foreign_tables',
  '_pg_user_mappings',
])

/** Nearly all may be read by anybody. @param {string} name of a system view */
function viewPrivileges(name) {
  if (NOT_GRANTED.has(name)) return null
  const others = OWNERS_ALONE.has(name)
    ? []
    : [
        READ_BY_MONITORS.has(name)
          ? 'pg_read_all_stats=r/postgres'
          : name === 'pg_settings'
            ? '=rw/postgres'
            : '=r/postgres',
      ]
  return catalogValue(ACLITEM_ARRAY, ['postgres=arwdDxt/postgres', ...others])
}

const ACLITEM_ARRAY = 1034

/** @param {RelationDesc} view */
function viewClassRow(view) {
  return rowOf('pg_class', {
    oid: view.oid, relname: view.name, relnamespace: view.namespaceOid, reltype: view.typeOid, reloftype: 0,
    relowner: 10, relam: 0, relfilenode: 0, reltablespace: 0, relpages: 0, reltuples: -1, relallvisible: 0,
    reltoastrelid: 0, relhasindex: false, relisshared: false, relpersistence: 112, relkind: 118,
    relnatts: view.columns.length, relchecks: 0, relhasrules: true, relhastriggers: false, relhassubclass: false,
    relrowsecurity: false, relforcerowsecurity: false, relispopulated: true, relreplident: 110, relispartition: false,
    relrewrite: 0, relfrozenxid: 0, relminmxid: 0, relacl: viewPrivileges(view.name),
  })
}

/** @param {RelationDesc} view */
function viewAttributeRows(view) {
  return view.columns.map((column) => {
    const type = /** @type {import('./descriptors.js').TypeDesc} */ (builtins.type(column.typeOid))
    return rowOf('pg_attribute', {
      attrelid: view.oid, attname: column.name, atttypid: column.typeOid, attstattarget: -1, attlen: type.length,
      attnum: column.attnum, attndims: 0, attcacheoff: -1, atttypmod: -1, attbyval: type.byValue,
      attalign: type.align.charCodeAt(0), attstorage: type.storage.charCodeAt(0), attcompression: 0, attnotnull: false,
      atthasdef: false, atthasmissing: false, attidentity: 0, attgenerated: 0, attisdropped: false, attislocal: true,
      attinhcount: 0, attcollation: type.collation,
    })
  })
}
