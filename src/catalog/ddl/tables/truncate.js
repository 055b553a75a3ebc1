/** TRUNCATE: the table and its indexes get new, empty files; the old ones go when the transaction commits. */
import { isGistIndex } from '../../../types/gist/keys.js'
import { catalogShape } from '../../store/shapes.js'
import { relationOf } from '../constraints/constraint-row.js'

/** @import { DdlContext } from '../context.js' */

/** @param {DdlContext} ddl @param {number} relationOid the caller holds ACCESS EXCLUSIVE */
export function truncateRelation(ddl, relationOid) {
  const relation = relationOf(ddl, relationOid)
  ddl.files?.emptied(relation.fileId, ddl.txn)
  swapFile(ddl, relationOid, 'createHeap', { relpages: 0, reltuples: -1 })
  for (const index of relation.indexes) swapFile(ddl, index.oid, 'createTree', { relpages: 1, reltuples: 0 })
  ddl.touchRelation(relation)
}

/** A new empty tree for an index that is built again. @param {DdlContext} ddl @param {number} indexOid */
export function replaceIndexFile(ddl, indexOid) {
  swapFile(ddl, indexOid, 'createTree', {})
  const index = ddl.view.index(indexOid)
  ddl.touch(index === undefined ? [indexOid] : [indexOid, index.relationOid])
}

/** As the transaction has it now. @param {DdlContext} ddl @param {number} relationOid @returns {number} */
export const heapFileOf = (ddl, relationOid) =>
  ddl.one('pg_class', 'pg_class_oid_index', [relationOid]).row[catalogShape('pg_class').at.relfilenode]

/**
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {'createHeap' | 'createTree'} create
 * @param {Record<string, any>} stats
 * @returns {number} the new file
 */
export function swapFile(ddl, oid, create, stats) {
  const found = ddl.one('pg_class', 'pg_class_oid_index', [oid])
  const oldFile = found.row[catalogShape('pg_class').at.relfilenode]
  const fileId = ddl.catalog.oids.nextFileId()
  const index = create === 'createTree' ? ddl.view.index(oid) : undefined
  const isGist = index !== undefined && isGistIndex(index)
  ddl.files?.[isGist ? 'createGist' : create](fileId, ddl.txn)
  ddl.files?.dropAtCommit(oldFile, ddl.txn)
  ddl.update('pg_class', found, { relfilenode: fileId, ...stats })
  // Places of rows and entries mean nothing in another file: what was read of them counts as all of the heap, as in
  // PostgreSQL.
  ddl.files?.readsMove(oldFile, index === undefined ? fileId : heapFileOf(ddl, index.relationOid))
  return fileId
}
