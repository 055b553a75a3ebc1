/**
 * Tables on real storage, transactions and log over a disk in memory; a catalog of the built-ins plus these tables;
 * plans written by hand.
 */
import { Storage } from '../../../src/storage/storage.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { Heap } from '../../../src/storage/heap/heap.js'
import { HeapEnv } from '../../../src/storage/heap/heap-env.js'
import { TupleLayout } from '../../../src/storage/heap/tuple.js'
import { registerHeap } from '../../../src/storage/heap/heap-register.js'
import { undoInsert } from '../../../src/storage/btree/recovery.js'
import { BTreeEnv } from '../../../src/storage/btree/env.js'
import { BTree } from '../../../src/storage/btree/tree.js'
import { TransactionManager } from '../../../src/txn/manager.js'
import { Wal } from '../../../src/wal/wal.js'
import { builtinType } from '../../../src/types/registry.js'
import { DEFAULT_ENV } from '../../../src/types/type-ops.js'
import { builtins } from '../../../src/catalog/store/builtins.js'
import { columnDesc, indexDesc, relationDesc } from '../../../src/catalog/relation.js'
import { compile } from '../../../src/executor/compile.js'
import { makeContext, releaseCursors } from '../../../src/executor/context.js'

export class World {
  constructor({ cachePages = 512 } = {}) {
    this.vfs = new MemoryVfs()
    this.wal = new Wal(this.vfs, {
      segmentBytes: 16 * 1024 * 1024, systemIdentifier: 77n, epoch: 1, stagingBytes: 256 * 1024,
    })
    this.storage = new Storage({ vfs: this.vfs, log: this.wal, cachePages })
    this.txns = new TransactionManager({ wal: this.wal, vfs: this.vfs })
    this.heapEnv = new HeapEnv({
      pool: this.storage.pool, wal: this.wal, files: this.storage.files, freeSpace: this.storage.freeSpace,
      overflow: this.storage.overflow, txns: this.txns,
    })
    this.btreeEnv = new BTreeEnv({ pool: this.storage.pool, wal: this.wal, files: this.storage.files })
    registerHeap(this.heapEnv, (txn, fileId, bytes, start, end, tid, undoNext) =>
      undoInsert(this.btreeEnv, txn, fileId, bytes, start, end, tid, undoNext),
    )
    /** @type {Map<number, any>} */
    this.relations = new Map()
    this.nextOid = 20000
    const world = this
    this.catalog = {
      relation: (/** @type {number} */ oid) => world.relations.get(oid),
      type: (/** @type {number} */ oid) => builtins.type(oid),
      function: (/** @type {number} */ oid) => builtins.func(oid),
      operator: (/** @type {number} */ oid) => builtins.operator(oid),
      hasPlainLetters: () => false,
      namespace: () => ({ name: 'public' }),
      userComparison: () => null,
    }
    this.nodeId = 0
  }

  /**
   * @param {string} name
   * @param {[string, number, boolean?][]} columns name, type, not null
   * @param {{ name: string, attnums: number[], unique?: boolean }[]} [indexes]
   */
  table(name, columns, indexes = []) {
    const txn = this.txns.begin({})
    const oid = this.nextOid++
    const descs = columns.map(([column, typeOid, notNull = false], at) =>
      columnDesc({ attnum: at + 1, name: column, typeOid, notNull }),
    )
    const layout = TupleLayout.of(
      columns.map(([, typeOid]) => ({ typeOid, kind: /** @type {any} */ (builtinType(typeOid)).kind })),
    )
    const heap = new Heap(this.heapEnv, this.storage.files.create(2 ** 28 + oid, txn), layout)
    const relation = relationDesc({ oid, name, namespaceOid: 2200, columns: descs, layout, heap })
    relation.indexes = indexes.map((index) => {
      const file = this.nextOid++
      return indexDesc({
        oid: file,
        name: index.name,
        relationOid: oid,
        unique: index.unique ?? false,
        tree: BTree.create(this.btreeEnv, this.storage.files.create(2 ** 28 + file, txn), index.name),
        keyAttnums: index.attnums,
        keys: index.attnums.map((attnum) => ({
          attnum, expr: null, keptAt: 0, typeOid: columns[attnum - 1][1], collation: 0, desc: false, nullsFirst: false,
          opclass: 0, family: 0, keysBy: 0,
        })),
      })
    })
    this.relations.set(oid, relation)
    this.txns.commit(txn)
    return relation
  }

  /** @param {any} root @param {any[]} outputs @param {object} [more] */
  plan(root, outputs, more = {}) {
    return /** @type {any} */ ({
      command: 'select', tag: 'SELECT', root, outputs, columns: [], paramTypes: [], ctes: [], locks: [],
      dependencies: new Map(), bounded: true, bodyCalls: [], readOnly: true, utility: null, ...more,
    })
  }

  /** @param {any} fields @returns {any} */
  node(fields) {
    return { id: ++this.nodeId, estimate: { rows: 1, width: 1, startupCost: 0, totalCost: 0 }, ...fields }
  }

  /** @param {any} txn @param {any[]} [params] @param {object} [more] */
  context(txn, params = [], more = {}) {
    txn.nextCommand()
    return makeContext({
      txn, snapshot: this.txns.snapshot(txn), params, catalog: this.catalog, env: DEFAULT_ENV, rows: [], vfs: this.vfs,
      fuel: 1000, ...more,
    })
  }

  /**
   * Runs both ways a statement may run.
   * @param {any} planned
   * @param {{ txn?: any, params?: any[], body?: 'plain' | 'generator', workMem?: number }} [options]
   * @returns {any[][]}
   */
  run(planned, { txn = null, params = [], body = 'generator', workMem } = {}) {
    const own = txn ?? this.txns.begin({})
    const ctx = this.context(own, params, workMem === undefined ? {} : { workMem })
    const executable = compile(planned, { output: planned.outputs.length > 0 ? 'rows' : 'none', catalog: this.catalog })
    try {
      if (body === 'plain') executable.run(ctx)
      else {
        const steps = executable.start(ctx)
        for (let step = steps.next(); !step.done; step = steps.next()) {
          if (step.value === 2 || step.value === 4) throw new Error(`unexpected wait ${step.value}`)
          ctx.fuel = 100
        }
      }
    } finally {
      releaseCursors(ctx, true)
      this.txns.releaseSnapshot(ctx.snapshot)
    }
    if (txn === null) this.txns.commit(own)
    this.count = ctx.rowCount
    return ctx.rows ?? []
  }
}

/** @param {number} rt @param {number} attnum @param {number} [type] */
export const column = (rt, attnum, type = 23) => ({ kind: 'column', rt, attnum, type, typmod: -1, collation: 0 })
/** @param {any} value @param {number} [type] */
export const constant = (value, type = 23) => ({ kind: 'const', value, type, typmod: -1, collation: 0 })
/** @param {number} number @param {number} [type] */
export const param = (number, type = 23) => ({ kind: 'param', number, type, typmod: -1, collation: 0 })
/** @param {number} node @param {number} index @param {number} [type] */
export const slot = (node, index, type = 23) => ({ kind: 'slot', node, index, type, typmod: -1, collation: 0 })

/**
 * An operator between two int4: by its function's OID.
 * @param {'=' | '<' | '>' | '+' | '%'} name
 * @param {any} a
 * @param {any} b
 */
export const op = (name, a, b) => ({
  kind: 'op', oid: 0, funcOid: { '=': 65, '<': 66, '>': 147, '+': 177, '%': 941 }[name], args: [a, b], retset: false,
  type: name === '+' || name === '%' ? 23 : 16, typmod: -1, collation: 0,
})
/** @param {number} oid @param {any[]} args @param {number} type @param {object} [more] */
export const agg = (oid, args, type, more = {}) => ({
  kind: 'agg', oid, args, directArgs: [], distinct: false, star: args.length === 0, variadic: false, orderBy: [],
  filter: null, levelsUp: 0, slot: 0, type, typmod: -1, collation: 0, ...more,
})
