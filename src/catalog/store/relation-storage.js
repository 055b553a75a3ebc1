/**
 * Relations' stored parts: the tuple layout of a list of columns, the heap over a file, the tree and key functions of
 * an index. One heap object per file, kept while its columns' storage stays the same.
 */
import { isStored } from '../kept-keys.js'
import { BTree } from '../../storage/btree/tree.js'
import { AccessCounters } from '../../storage/access-counters.js'
import { Heap } from '../../storage/heap/heap.js'
import { ATTRIBUTES_AT, OUT_OF_LINE, readInt8, TupleLayout } from '../../storage/heap/tuple.js'
import { emitKeyPart, encodeKeyPart, hasStoredKeyBytes, keyRuntime, nullMarkerOf } from '../../types/key.js'
import { GistKeys, isGistIndex } from '../../types/gist/keys.js'
import { packGin } from '../../types/gin.js'
import { builtinType } from '../../types/registry.js'
import { isBuiltinType, typesInUse, useTypes } from '../../types/lookup.js'
import { DbError, featureNotSupported } from '../../errors/db-error.js'
import { FIRST_USER_OID, GIN } from '../../types/oids.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('../../storage/gin/tree.js')} */
const gin = later(import.meta.url, '../../storage/gin/tree.js')
/** @type {() => typeof import('../../storage/gist/tree.js')} */
const gist = later(import.meta.url, '../../storage/gist/tree.js')

/** @import { HeapEnv, PurgeIndex, PurgeRelation } from '../../storage/heap/heap-env.js' */
/** @import { LayoutColumnSpec } from '../../storage/heap/tuple.js' */
/** @import { BTreeEnv } from '../../storage/btree/env.js' */
/** @import { FileManager } from '../../storage/relation-files.js' */
/** @import { ColumnDesc, IndexDesc, RelationDesc } from '../relation.js' */
/** @import { RelationStorage, TypeFinder } from './contract.js' */

/**
 * @typedef {(bytes: Uint8Array, view: DataView, tupleAt: number, out: Uint8Array, outAt: number) => number} ExtractKey
 */

/** Catalog columns whose own type has no operations, or has those of its domain's base: kept in the form of another. */
const STORED_AS = /** @type {Record<number, number>} */ ({
  1034: 1009,
  194: 25,
  3361: 25,
  3402: 25,
  5017: 25,
  10028: 17,
  13221: 23,
  13224: 1043,
  13234: 1043,
})
/** A dropped column keeps its place: by attlen, a type of the same storage. */
const DROPPED_AS = /** @type {Record<number, number>} */ ({ 1: 16, 2: 21, 4: 23, 8: 20, 16: 2950 })
const BYTEA = 17
/** SQLSTATEs of an expression that cannot be computed for a row. */
const COMPUTING = /^(?:2|38|39|42|54|P0)/
const RECORD = 2249
/** text, varchar, name: stored alike. */
const TEXTS = new Set([25, 1043, 19])

export class StoredRelations {
  /**
   * @param {object} parts
   * @param {HeapEnv} parts.heapEnv @param {BTreeEnv} parts.btreeEnv @param {FileManager} parts.files
   * @param {number} parts.databaseSlot number of the database in file ids of system catalogs
   * @param {((index: IndexDesc, relation: RelationDesc) => ExtractKey) | null} [parts.compileKey] made by the executor:
   *   keys with expressions, partial indexes
   */
  constructor({ heapEnv, btreeEnv, files, databaseSlot, compileKey = null }) {
    this.heapEnv = heapEnv
    this.btreeEnv = btreeEnv
    this.files = files
    this.databaseSlot = databaseSlot
    this.compileKey = compileKey
    /**
     * Committed user-defined types, for keys that are made without a session.
     * @type {import('../snapshot.js').CatalogSnapshot | null}
     */
    this.types = null
    /** @type {Map<number, { heap: Heap, signature: string }>} */
    this.heaps = new Map()
    /**
     * What undo needs to know of a file: its heap and the indexes over it, as somebody saw it last.
     * @type {Map<number, RelationDesc>}
     */
    this.relationOfFile = new Map()
    /**
     * The same for purge, as it is committed: indexes that a transaction makes or drops may come to nothing.
     * @type {Map<number, RelationDesc>}
     */
    this.committedOfFile = new Map()
    /**
     * Of each file the newest layout with so many columns: those of transactions that have added some, committed or
     * not.
     * @type {Map<number, Map<number, TupleLayout>>}
     */
    this.layoutsOfFile = new Map()
    this.counters = new AccessCounters()
  }

  /** @param {number} oid @param {boolean} isShared */
  catalogFile(oid, isShared) {
    return isShared ? oid : this.databaseSlot * 16384 + oid
  }

  /** @param {ColumnDesc[]} columns @param {TypeFinder} [types] @returns {TupleLayout} */
  layout(columns, types) {
    return layoutOf(columns, types)
  }

  /**
   * @param {number} fileId
   * @param {TupleLayout} layout
   * @param {RelationDesc} relation
   * @param {boolean} [committed] no transaction's own view
   */
  heap(fileId, layout, relation, committed = true) {
    if (committed) this.committedOfFile.set(fileId, relation)
    const signature =
      relation.columns
        .map((column) => `${isStored(column) ? column.typeOid : `-${column.length}`}${column.hasMissing ? '+' : ''}`)
        .join() + (relation.options.fillfactor ?? '')
    this.relationOfFile.set(fileId, relation)
    const known = this.heaps.get(fileId)
    if (
      known !== undefined &&
      known.signature === signature &&
      !known.heap.file.dropped &&
      sameMissing(known.heap.layout, layout)
    ) {
      relation.layout = known.heap.layout
      return known.heap
    }
    known?.heap.release()
    this.noteLayout(fileId, layout)
    const file = this.files.open(fileId)
    const counters = this.counters.table(relation.oid)
    counters.useFile(fileId, Math.max(0, Math.round(relation.stats?.reltuples ?? 0)))
    const heap = new Heap(this.heapEnv, file, layout, {
      fillfactor: Number(relation.options.fillfactor ?? 100),
      counters,
    })
    this.heaps.set(fileId, { heap, signature })
    return heap
  }

  /**
   * Rows of all lengths lie in one file while a column is being added. As many columns as one that was undone another
   * may have later: of rows with so many, those are there.
   * @param {number} fileId @param {TupleLayout} layout
   */
  noteLayout(fileId, layout) {
    layout.ofFile = this.layoutsOfFile.get(fileId) ?? layout.ofFile
    layout.ofFile.set(layout.columnCount, layout)
    this.layoutsOfFile.set(fileId, layout.ofFile)
  }

  /** @param {number} relationOid */
  mayHoldNulls(relationOid) { return this.heapEnv.txns.olderNulls.mayHold(relationOid) }

  /** @param {IndexDesc} index @param {RelationDesc} relation */
  attachIndex(index, relation) {
    if (isGistIndex(index)) {
      this.attachGist(index, relation)
      return
    }
    const Tree = index.method === GIN ? gin().GinTree : BTree
    index.tree = new Tree(this.btreeEnv, this.files.open(index.fileId), index.name, this.counters.index(index.oid))
    index.tree.tableName = relation.name
    this.extractKeys(index, relation)
  }

  /** @param {IndexDesc} index @param {RelationDesc} relation */
  extractKeys(index, relation) {
    index.extractKey = this.forLonger(this.extractor(index, relation), index, relation)
    if (index.keys.some((key) => !isBuiltinType(key.typeOid) || key.typeOid === RECORD || key.expr !== null))
      index.extractKey = this.withTypes(/** @type {ExtractKey} */ (index.extractKey))
  }

  /** @param {IndexDesc} index @param {RelationDesc} relation @returns {ExtractKey} */
  extractor(index, relation) {
    const { layout } = relation
    // Purge, rollback and builds want it: descriptions are read far more often.
    if (relation.oid < FIRST_USER_OID || (index.predicate === null && index.keys.every((key) => key.expr === null)))
      return madeLater(() => plainExtractor(index, layout))
    if (this.compileKey !== null) return this.compileKey(index, relation)
    return () => { throw featureNotSupported('an index over expressions or with a predicate') }
  }

  /**
   * The same for rows that have more columns than the relation: who goes by what is committed (purge, rollback) meets
   * those of a transaction that has added some. No index of before has a key of them, but they lie otherwise.
   * @param {ExtractKey} extract @param {IndexDesc} index @param {RelationDesc} relation @returns {ExtractKey}
   */
  forLonger(extract, index, relation) {
    const { layout } = relation
    if (relation.oid < FIRST_USER_OID || layout === null) return extract
    let made = { layout, extract }
    return (bytes, view, tupleAt, out, outAt) => {
      const count = view.getUint16(tupleAt + ATTRIBUTES_AT, true)
      if (count <= layout.columnCount) return extract(bytes, view, tupleAt, out, outAt)
      const own = layout.ofCount(count)
      if (made.layout !== own)
        made = { layout: own, extract: this.extractor({ ...index, storedText: '' }, { ...relation, layout: own }) }
      return made.extract(bytes, view, tupleAt, out, outAt)
    }
  }

  /** @param {IndexDesc} index @param {RelationDesc} relation */
  attachGist(index, relation) {
    const { txns } = this.heapEnv
    const tree = new (gist().GistTree)(
      this.btreeEnv,
      this.files.open(index.fileId),
      index.name,
      new GistKeys(index.keys.map(({ keysBy, typeOid }) => ({ family: keysBy, typeOid }))),
      () => Math.floor(txns.oldestCsn() / 2),
      this.counters.index(index.oid)
    )
    index.tree = tree
    this.extractKeys(index, relation)
    if (index.keys.every((key) => isBuiltinType(key.typeOid))) return
    tree.remove = this.withTypes(tree.remove.bind(tree))
  }

  /**
   * Purge and recovery work without a session of this database: keys of user-defined types then go by what is
   * committed.
   * @template {(...args: any[]) => any} T
   * @param {T} extract @returns {T}
   */
  withTypes(extract) {
    return /** @type {T} */ (
      (
        /** @type {any} */ a, /** @type {any} */ b, /** @type {any} */ c, /** @type {any} */ d, /** @type {any} */ e,
        /** @type {any} */ f,
      ) => {
        const inUse = typesInUse()
        if (this.types === null || (inUse !== null && this.types.knows(inUse))) return extract(a, b, c, d, e, f)
        useTypes(this.types)
        try {
          return extract(a, b, c, d, e, f)
        } finally {
          useTypes(inUse)
        }
      }
    )
  }

  /** Whose file it is, as far as descriptors were read; 0: nobody's, or a system catalog's. @param {number} fileId */
  ownerOf(fileId) {
    const oid = (this.committedOfFile.get(fileId) ?? this.relationOfFile.get(fileId))?.oid ?? 0
    return oid < FIRST_USER_OID ? 0 : oid
  }

  /** For purge and vacuum. @param {number} fileId of a heap @returns {PurgeRelation | null} */
  purgeRelation(fileId) {
    const relation = this.committedOfFile.get(fileId)
    if (relation === undefined || !this.files.exists(fileId)) return null
    return { heap: relation.heap, indexes: relation.indexes.map(purgeIndex) }
  }

  /** A file is gone. @param {number} fileId */
  forgetFile(fileId) {
    this.btreeEnv.waiting.forget(fileId)
    const relation = this.committedOfFile.get(fileId) ?? this.relationOfFile.get(fileId)
    this.heaps.get(fileId)?.heap.release()
    this.heaps.delete(fileId)
    this.layoutsOfFile.delete(fileId)
    this.relationOfFile.delete(fileId)
    this.committedOfFile.delete(fileId)
    if (relation === undefined || this.counters.tables.get(relation.oid)?.fileId !== fileId) return
    // a rewrite was undone: the table lives on in its old file
    for (const { oid } of this.relationOfFile.values()) if (oid === relation.oid) return
    this.counters.forget(relation)
  }

  /** Gives back what heaps hold of the pool. */
  close() {
    for (const { heap } of this.heaps.values()) heap.release()
    this.heaps.clear()
    this.layoutsOfFile.clear()
    this.relationOfFile.clear()
    this.committedOfFile.clear()
  }
}

/**
 * An index over one key of an index alone, which is stored nowhere: what says whether the key is null.
 * @param {IndexDesc} index @param {IndexDesc['keys'][number]} key an expression @returns {IndexDesc}
 */
export const indexOfKey = (index, key) =>
  ({ ...index, keys: [key], keyAttnums: [0], predicate: null, predicateAt: 0, storedText: '', computed: null })

/**
 * An index as purge, vacuum and rollback see it. They meet versions of rows that never got as far as this index,
 * because its expression cannot be computed for them (or that were dead before it was made); expressions are immutable,
 * so what fails now had no entry then.
 * @param {IndexDesc} index @returns {PurgeIndex}
 */
export function purgeIndex(index) {
  const extract = /** @type {ExtractKey} */ (index.extractKey)
  const computes = index.predicate !== null || index.keys.some((key) => key.expr !== null)
  return {
    tree: index.tree,
    multi: index.method === GIN,
    extractKey: !computes
      ? extract
      : (bytes, view, tupleAt, out, outAt) => {
          try {
            return extract(bytes, view, tupleAt, out, outAt)
          } catch (error) {
            if (error instanceof DbError && COMPUTING.test(error.code)) return -1
            throw error
          }
        },
  }
}

/**
 * Whether short rows mean the same: a column that was added, undone and added again may have another value for them.
 * @param {TupleLayout} a
 * @param {TupleLayout} b
 */
const sameMissing = (a, b) =>
  a.columns.every(({ missing, ops }, at) => {
    const other = b.columns[at].missing
    return (
      missing === other ||
      (missing !== null &&
        other !== null &&
        typeof missing === 'object' &&
        /** @type {any} */ (ops).equals(missing, other))
    )
  })

/** @param {ColumnDesc[]} columns @param {TypeFinder} [types] @returns {TupleLayout} */
export const layoutOf = (columns, types) => TupleLayout.of(columns.map((column) => columnSpec(column, types)))

/**
 * @param {ColumnDesc} column
 * @param {TypeFinder} [types]
 * @returns {LayoutColumnSpec}
 * @throws {DbError} 0A000 a type without operations
 */
function columnSpec(column, types) {
  if (!isStored(column)) {
    const typeOid = DROPPED_AS[column.length] ?? BYTEA
    return { typeOid, kind: /** @type {any} */ (builtinType(typeOid)).kind, added: column.hasMissing }
  }
  const ops = isBuiltinType(column.typeOid)
    ? builtinType(column.typeOid)
    : (types?.userTypeOps(column.typeOid) ?? builtinType(STORED_AS[column.typeOid] ?? 0))
  if (ops === undefined) throw featureNotSupported(`a column of the type with OID ${column.typeOid}`)
  return { typeOid: column.typeOid, kind: ops.kind, ops, added: column.hasMissing, missing: column.missing }
}

/** @param {() => ExtractKey} make @returns {ExtractKey} */
function madeLater(make) {
  /** @type {ExtractKey | null} */
  let made = null
  return (bytes, view, tupleAt, out, outAt) => (made ??= make())(bytes, view, tupleAt, out, outAt)
}

/**
 * Key bytes straight from a tuple, compiled for its layout.
 * @param {IndexDesc} index
 * @param {TupleLayout} layout
 * @returns {ExtractKey}
 */
function plainExtractor(index, layout) {
  if (index.method === GIN) {
    const reads = index.keys.map(
      (key) => `${layout.emitIsNull(key.attnum - 1, 'tupleAt')} ? null : ${layout.emitRead(key.attnum - 1, 'tupleAt')}`
    )
    return new Function(
      'packGin',
      'families',
      'layout',
      'readInt8',
      `'use strict'; return (bytes, view, tupleAt, out, at) => packGin(families, [${reads.join(', ')}], out, at)`
    )(
      packGin,
      index.keys.map((key) => key.keysBy),
      layout,
      readInt8
    )
  }
  if (isGistIndex(index)) {
    const reads = index.keys.map(
      (key) => `${layout.emitIsNull(key.attnum - 1, 'tupleAt')} ? null : ${layout.emitRead(key.attnum - 1, 'tupleAt')}`
    )
    return new Function(
      'keys',
      'layout',
      'readInt8',
      `'use strict'; return (bytes, view, tupleAt, out, at) => keys.pack([${reads.join(', ')}], out, at)`
    )(index.tree.keys, layout, readInt8)
  }
  const parts = index.keys.map((key, at) => {
    const column = key.attnum - 1
    const desc = { typeOid: key.typeOid, desc: key.desc, nullsFirst: key.nullsFirst }
    const names = { out: 'out', at: 'at', runtime: 'runtime' }
    const put = emitKeyPart(desc, `v${at}`, names)
    if (hasStoredKeyBytes(key.typeOid) && isStoredAs(layout, column, key.typeOid)) {
      const isNull = layout.emitIsNull(column, 'tupleAt')
      const marker = `out[at++] = ${nullMarkerOf(desc)}`
      const { kind, offset } = layout.columns[column]
      if (kind === 'fixed16') {
        const stored = { bytes: 'bytes', start: `tupleAt + ${offset}`, end: `tupleAt + ${offset + 16}` }
        return `if (${isNull}) ${marker}\nelse { ${emitKeyPart(desc, '', { ...names, notNull: true, stored })} }`
      }
      const stored = { bytes: 'bytes', start: layout.emitVarStart(column, 'tupleAt'), end: `tupleAt + e${at}` }
      return `const e${at} = ${layout.emitVarEnd(column, 'tupleAt')}
        if (${isNull}) ${marker}
        else if (e${at} >= ${OUT_OF_LINE}) { const v${at} = ${layout.emitRead(column, 'tupleAt')}; ${put} }
        else { ${emitKeyPart(desc, '', { ...names, notNull: true, stored })} }`
    }
    return `const v${at} = ${layout.emitIsNull(column, 'tupleAt')} ? null : ${layout.emitRead(column, 'tupleAt')}; ${put}`
  })
  const source = `'use strict'; return (bytes, view, tupleAt, out, at) => {\n${parts.join('\n')}\nreturn at }`
  let make = MADE.get(source)
  if (make === undefined) {
    make = new Function('runtime', 'layout', 'readInt8', source)
    if (MADE.size >= MADE_MAX) MADE.clear()
    MADE.set(source, make)
  }
  return make(keyRuntime, layout, readInt8)
}

/**
 * What makes extractors, by its source: schema changes read an index's description again and again.
 * @type {Map<string, Function>}
 */
const MADE = new Map()
const MADE_MAX = 1000

/**
 * Does a column keep what a key of that type is made from, in the type's own form?
 * @param {TupleLayout} layout
 * @param {number} column
 * @param {number} typeOid
 */
function isStoredAs(layout, column, typeOid) {
  if (layout.hasAdded()) return false
  const own = layout.specs[column].typeOid
  return own === typeOid || (TEXTS.has(own) && TEXTS.has(typeOid))
}

/**
 * Key bytes of values, some or all of an index's columns.
 * @param {IndexDesc} index
 * @param {any[]} values a prefix
 * @param {Uint8Array} out
 * @returns {number} end
 */
export function encodePrefix(index, values, out) {
  let at = 0
  for (let column = 0; column < values.length; column++) {
    const key = index.keys[column]
    at = encodeKeyPart(key.typeOid, values[column], key.desc, key.nullsFirst, out, at)
  }
  return at
}
