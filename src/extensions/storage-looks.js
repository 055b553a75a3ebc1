/** What extensions that look into storage share: relations by name and OID, and their pages one after the other. */
import { SELECT } from '../catalog/acl.js'
import { privilegesOn, RELATION, relationWord } from '../catalog/guarded.js'
import { isMember } from '../catalog/roles.js'
import { isOthersTemporary } from '../catalog/temporary.js'
import { temporaryTableOfOthers } from '../errors/ddl/temporary.js'
import { permissionDenied } from '../errors/privileges.js'
import { undefinedRelation } from '../errors/data.js'
import { noRelationWithOid } from '../errors/ddl/sequences.js'
import { PAGE_BYTES } from '../storage/page.js'
import { findRelation } from '../types/reg.js'

/** @import { BlockNumber } from '../util/identifiers.js' */
/** @import { IndexDesc, RelationDesc } from '../catalog/relation.js' */
/** @import { RoutineCall } from '../functions/routine-call.js' */
/** @import { RelationFile } from '../storage/relation-file.js' */
/** @import { BufferPool } from '../storage/buffer-pool.js' */

/**
 * Something with a file, or without.
 * @typedef {object} Stored
 * @property {string} name
 * @property {string} kind pg_class.relkind
 * @property {RelationDesc | null} relation
 * @property {IndexDesc | null} index
 * @property {RelationFile | null} file
 */

/** The pool's frames that a whole table may take are few; blocks read at a time. */
const READ_AHEAD_BLOCKS = 32

/**
 * @param {RoutineCall} call @param {string} text a name, perhaps with its schema
 * @returns {Stored} @throws {DbError} 42P01
 */
export function storedNamed(call, text) {
  if (/^[0-9]+$/.test(text)) throw undefinedRelation(text)
  return storedOf(call, findRelation(call.catalog, text))
}

/** @param {RoutineCall} call @param {number} oid @returns {Stored} @throws {DbError} XX000 there is none */
export function storedOf(call, oid) {
  const { catalog } = call
  const index = catalog.index(oid) ?? null
  if (index !== null) {
    if (isOthersTemporary(catalog, catalog.relation(index.relationOid))) throw temporaryTableOfOthers()
    const { name, tree } = index
    return { name, kind: tree === null ? 'I' : 'i', relation: null, index, file: tree?.file ?? null }
  }
  const relation = catalog.relation(oid)
  if (relation === undefined) throw noRelationWithOid(oid)
  if (isOthersTemporary(catalog, relation)) throw temporaryTableOfOthers()
  const { files } = call.session.database.storage
  const file = relation.heap?.file ?? (relation.fileId === 0 ? null : files.open(relation.fileId))
  return { name: relation.name, kind: relation.kind, relation, index: null, file }
}

/**
 * SELECT of a table is asked for, of an index's table for its pages.
 * @param {RoutineCall} call @param {Stored} stored @param {number} [role] whose members may, too
 * @throws {DbError} 42501
 */
export function requireSelect({ catalog }, { relation, index, name }, role = 0) {
  const asked = catalog.roleOid
  const oid = relation?.oid ?? index?.relationOid ?? 0
  if (privilegesOn(catalog, asked, RELATION, oid, SELECT) !== 0) return
  if (role !== 0 && isMember(catalog, asked, role)) return
  throw permissionDenied(index === null ? relationWord(catalog, oid) : 'index', name)
}

/** @param {RoutineCall} call @returns {BufferPool} */
export const poolOf = (call) => call.session.shared.storage.pool

/**
 * Pages of a file, in order; others have their turn in between.
 * @param {RoutineCall} call @param {RelationFile} file
 * @param {(view: DataView, base: number, block: BlockNumber, bytes: Uint8Array) => void} look may not wait
 * @param {number} [end] block
 * @param {number} [start] block
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* eachPage(call, file, look, end = Infinity, start = 0) {
  const pool = poolOf(call)
  for (let block = start; block < Math.min(end, file.blockCount); block++) {
    let frame = pool.tryPin(file, block)
    if (frame < 0) {
      if (!call.session.synchronous) {
        yield pool.prefetch(file, block, Math.min(READ_AHEAD_BLOCKS, file.blockCount - block))
      }
      frame = pool.pin(file, block)
    }
    try {
      look(pool.view, frame * PAGE_BYTES, block, pool.bytes)
    } finally {
      pool.unpin(frame)
    }
    if (call.isTired()) yield call.rest()
  }
}
