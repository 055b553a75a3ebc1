/**
 * Trees on real storage over a disk in memory, with a log in memory, a transaction that remembers its undo, and a
 * sorted model.
 */
import { Storage } from '../../../src/storage/storage.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { BTreeEnv } from '../../../src/storage/btree/env.js'
import { BTree } from '../../../src/storage/btree/tree.js'
import { KEY_BUFFER_BYTES, keyEncoder } from '../../../src/types/key.js'
import { FakeLog, FakeTxn } from '../storage/fake-log.js'

/** @typedef {{ key: Uint8Array, tid: number }} Entry */

export class IndexTxn extends FakeTxn {
  /** @type {{ kind: string, fileId: number, key: Uint8Array, tid: number, prevLsn: number }[]} */
  undone = []
  undo = {
    makeRoom: () => { this.assignXid() },
    /**
     * @param {number} fileId
     * @param {Uint8Array} bytes
     * @param {number} start
     * @param {number} end
     * @param {number} tid
     */
    indexInsert: (fileId, bytes, start, end, tid) => {
      this.undone.push({ kind: 'insert', fileId, key: bytes.slice(start, end), tid, prevLsn: this.lastLsn })
    },
    /**
     * @param {number} fileId
     * @param {Uint8Array} bytes
     * @param {number} start
     * @param {number} end
     * @param {number} tid
     */
    indexKeep: (fileId, bytes, start, end, tid) => {
      this.undone.push({ kind: 'keep', fileId, key: bytes.slice(start, end), tid, prevLsn: this.lastLsn })
    },
  }
}

/** @param {{ cachePages?: number, vfs?: any, log?: any }} [options] */
export function makeWorld({ cachePages = 256, vfs = new MemoryVfs(), log = new FakeLog() } = {}) {
  const storage = new Storage({ vfs, log, cachePages })
  const env = new BTreeEnv({ pool: storage.pool, wal: log, files: storage.files })
  return { vfs, log, storage, env, txn: new IndexTxn() }
}

/** @param {ReturnType<typeof makeWorld>} world @param {number} [fileId] */
export function makeTree(world, fileId = 1000) {
  return BTree.create(world.env, world.storage.files.create(fileId, world.txn), `tree_${fileId}`)
}

/** @param {Uint8Array} key */
export const hex = (key) => Buffer.from(key.buffer, key.byteOffset, key.length).toString('hex')

/** Entries in order, with the tree's set semantics. */
export class Model {
  /** @type {Map<string, Entry>} */
  entries = new Map()

  /** @param {Uint8Array} key @param {number} tid */
  name(key, tid) {
    return hex(key) + tid.toString(16).padStart(14, '0')
  }

  /** @param {Uint8Array} key @param {number} tid @returns {boolean} whether it is new */
  add(key, tid) {
    const name = this.name(key, tid)
    if (this.entries.has(name)) return false
    this.entries.set(name, { key, tid })
    return true
  }

  /** @param {Uint8Array} key @param {number} tid */
  delete(key, tid) {
    return this.entries.delete(this.name(key, tid))
  }

  /** @returns {Entry[]} */
  sorted() {
    return [...this.entries.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
  }
}

/**
 * Encoded keys with room for a tuple id.
 * @param {{ typeOid: number, desc?: boolean, nullsFirst?: boolean }[]} columns
 * @returns {(...values: any[]) => Uint8Array}
 */
export function keyMaker(columns) {
  const encode = keyEncoder(columns.map((column) => ({ desc: false, nullsFirst: false, ...column })))
  const out = new Uint8Array(KEY_BUFFER_BYTES)
  return (...values) => out.slice(0, encode(...values, out, 0))
}

/** A key in a buffer with spare room, as the tree wants it. @param {Uint8Array} key */
export function roomy(key) {
  const buffer = new Uint8Array(key.length + 6)
  buffer.set(key)
  return buffer
}
