/**
 * Replay and rollback of gist records. Redo is physical by page and position. Undo finds the entry by its bytes alone,
 * without knowing what keys mean: from the page it was put on along the links to the right, else on any leaf.
 */
import { RECORD_KINDS } from '../../wal/record-kinds.js'
import { putTid, TID_BYTES } from '../../util/tuple-id.js'
import { PAGE_BYTES, PAGE_KINDS, pageKind } from '../page.js'
import {
  appendItem, isDeleted, itemAt, itemBytes, itemCount, META_BLOCK, pageLevel, pageRight, removeItem, replaceItem,
  ROOT_BLOCK, sameBytes,
} from './page.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('./tree.js')} */
const trees = later(import.meta.url, './tree.js')

/** @import { BlockNumber, Lsn, Tid, Xid } from '../../util/identifiers.js' */
/** @import { BTreeEnv, BTreeTxn } from '../btree/env.js' */
/** @import { LogRecord, RelationFile } from '../relation-files.js' */
/** @import { GistTree } from './tree.js' */

/** @param {BTreeEnv} env @returns {Record<number, (record: LogRecord, lsn: Lsn) => void>} */
export function gistRedo(env) {
  const { pool } = env
  /** @param {(base: number, record: LogRecord) => void} apply @returns {(record: LogRecord, lsn: Lsn) => void} */
  const onPage = (apply) => (record, lsn) => {
    const frame = pool.pinRedo(
      record.view.getUint32(record.at, true),
      record.view.getUint32(record.at + 4, true),
      lsn,
      false
    )
    if (frame < 0) return
    apply(frame * PAGE_BYTES, record)
    pool.markDirty(frame, lsn)
    pool.unpin(frame)
  }
  return {
    [RECORD_KINDS.GIST_INSERT]: onPage((base, { bytes, at, end }) =>
      appendItem(pool.view, pool.bytes, base, bytes, at + 8, end)
    ),
    [RECORD_KINDS.GIST_REMOVE]: onPage((base, { view, at }) =>
      removeItem(pool.view, pool.bytes, base, view.getUint16(at + 8, true))
    ),
    [RECORD_KINDS.GIST_KEY]: onPage((base, { view, bytes, at, end }) =>
      replaceItem(pool.view, pool.bytes, base, view.getUint16(at + 8, true), bytes, at + 10, end)
    ),
  }
}

/**
 * @param {BTreeEnv} env
 * @returns {Record<number, (record: LogRecord, txn: { xid: Xid, lastLsn: Lsn }) => void>}
 */
export function gistUndo(env) {
  return {
    [RECORD_KINDS.GIST_INSERT]: ({ view, bytes, at, end, prevLsn, xid }, txn) => {
      const fileId = view.getUint32(at, true)
      if (!env.files.exists(fileId)) return //        made by the same transaction and removed already
      const lsn = removeBytes(
        env,
        env.files.open(fileId),
        view.getUint32(at + 4, true),
        bytes.slice(at + 8, end),
        xid,
        prevLsn
      )
      if (lsn !== 0) txn.lastLsn = lsn
    },
  }
}

/**
 * Rollback while the engine runs: removes the entry and logs that as a compensation record.
 * @param {BTreeEnv} env @param {GistTree | null} tree when it is at hand @param {BTreeTxn} txn @param {number} fileId
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end the key; copied
 * @param {Tid} tid
 * @param {Lsn} prevLsn
 */
export function undoGistInsert(env, tree, txn, fileId, bytes, start, end, tid, prevLsn) {
  const item = new Uint8Array(end - start + TID_BYTES)
  for (let i = start; i < end; i++) item[i - start] = bytes[i]
  putTid(item, end - start, tid)
  const lsn = tree !== null ? tree.remove(item, 0, end - start, tid, txn.xid, prevLsn)
    : removeBytes(env, env.files.open(fileId), ROOT_BLOCK, item, txn.xid, prevLsn)
  if (lsn !== 0) txn.lastLsn = lsn
}

/** Whether the index file holds a gist tree. @param {BTreeEnv} env @param {number} fileId */
export function isGistFile(env, fileId) {
  const frame = env.pool.pin(env.files.open(fileId), META_BLOCK)
  const kind = pageKind(env.pool.view, frame * PAGE_BYTES)
  env.pool.unpin(frame)
  return kind === PAGE_KINDS.GIST_META
}

/**
 * @param {BTreeEnv} env
 * @param {RelationFile} file
 * @param {number} hint where it was once
 * @param {Uint8Array} item
 * @param {Xid} xid
 * @param {Lsn} prevLsn
 * @returns {Lsn} lsn, 0: it is not there
 */
function removeBytes(env, file, hint, item, xid, prevLsn) {
  const seen = new Set()
  for (let block = hint; block !== 0 && block < file.blockCount && !seen.has(block);) {
    seen.add(block)
    const { position, right } = lookOn(env, file, block, item)
    if (position >= 0) return trees().removeAt(env, file, block, position, xid, prevLsn)
    block = right
  }
  for (let block = ROOT_BLOCK; block < file.blockCount; block++) {
    if (seen.has(block)) continue
    const { position } = lookOn(env, file, block, item)
    if (position >= 0) return trees().removeAt(env, file, block, position, xid, prevLsn)
  }
  return 0
}

/**
 * @param {BTreeEnv} env
 * @param {RelationFile} file
 * @param {BlockNumber} block
 * @param {Uint8Array} item
 * @returns {{ position: number, right: number }}
 */
function lookOn({ pool }, file, block, item) {
  const frame = pool.pin(file, block)
  const base = frame * PAGE_BYTES
  const { view, bytes } = pool
  let found = -1
  let right = 0
  if (pageKind(view, base) === PAGE_KINDS.GIST) {
    right = pageRight(view, base)
    if (pageLevel(view, base) === 0 && !isDeleted(view, base)) {
      for (let position = itemCount(view, base) - 1; position >= 0 && found < 0; position--) {
        if (
          itemBytes(view, base, position) === item.length &&
          sameBytes(bytes, itemAt(view, base, position), item.length, item, 0)
        )
          found = position
      }
    }
  }
  pool.unpin(frame)
  return { position: found, right }
}
