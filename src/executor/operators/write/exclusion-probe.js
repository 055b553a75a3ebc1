/**
 * Looks for a live row that a gist index's exclusion constraint forbids beside the one at hand: the index gives rows
 * whose keys may satisfy every operator, the
 * operators themselves are then asked about the newest version of each. Whom to wait for is UniqueProbe's rule.
 */
import { Snapshot } from '../../../txn/snapshot.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { items } from '../../../catalog/descriptors.js'
import { setExclusionProbe, UniqueProbe } from './unique-probe.js'

/** @import { Tid } from '../../../util/identifiers.js' */
/** @import { IndexDesc } from '../../../catalog/relation.js' */

const BOOL = 16

class ExclusionProbe extends UniqueProbe {
  /** @param {any} heap @param {IndexDesc} index @param {import('../../codegen/module.js').Module} module */
  constructor(heap, index, module) {
    super(heap, index, module)
    /** @type {{ columns: number[], strategies: number[], holds: ((ctx: any, values: any[]) => any)[] } | null} */
    this.operators = null
  }

  /** Made when first wanted. */
  prepared() {
    if (this.operators !== null) return this.operators
    const { catalog, index } = this
    const [row] = catalog.rows('pg_constraint', 'pg_constraint_oid_index', [index.constraintOid])
    const count = index.keys.length
    /** @type {number[]} */
    const operators = items(row[catalogShape('pg_constraint').at.conexclop])
    /**
     * @param {number} attnum
     * @param {import('../../../catalog/relation.js').IndexKey} key
     * @returns {import('../../../catalog/expr.js').Column}
     */
    const columnAt = (attnum, key) => ({
      kind: 'column', rt: 0, attnum, type: key.typeOid, typmod: -1, collation: key.collation, location: -1,
    })
    this.operators = {
      columns: operators.map((_, at) => at),
      strategies: operators.map((oid, at) => catalog.familyMember(oid, index.keys[at].family, 's').strategy),
      // The values of the row that is there, then those of the new one.
      holds: operators.map((oid, at) =>
        this.compileOver({
          kind: 'op',
          oid,
          funcOid: catalog.operator(oid).funcOid,
          retset: false,
          type: BOOL,
          typmod: -1,
          collation: 0,
          location: -1,
          ...(catalog.collator(index.keys[at].collation) === null
            ? null
            : { inputCollation: index.keys[at].collation }),
          args: [columnAt(at + 1, index.keys[at]), columnAt(count + at + 1, index.keys[at])],
        }),
      ),
    }
    return this.operators
  }

  /**
   * As UniqueProbe's. @override
   * @param {any} ctx
   * @param {any} tree
   * @param {Uint8Array} _key
   * @param {number} _at
   * @param {number} _end
   * @param {number} self
   * @param {any[]} values of the index's columns
   */
  find(ctx, tree, _key, _at, _end, self, values) {
    if (values.includes(null)) return -1
    const { columns, strategies } = this.prepared()
    const scan = tree.scan(tree.keys.test(columns, strategies, values))
    for (let tid = scan.next(); tid >= 0; tid = scan.next()) {
      if (tid === self) continue
      const xid = this.heap.activeWriter(ctx.txn, tid)
      if (xid !== 0) {
        this.wait = this.heap.env.txns.waitForXid(ctx.txn, xid)
        if (this.wait !== null) return -2
      }
      if (this.conflicts(ctx, scan, tid, values)) return tid
    }
    return -1
  }

  /**
   * Whether the newest version of a row is live, has the entry's key, and satisfies every operator.
   * @param {any} ctx
   * @param {any} scan
   * @param {Tid} tid
   * @param {any[]} values
   */
  conflicts(ctx, scan, tid, values) {
    const { bytes, keyAt, keyEnd } = scan
    this.newest ??= new Snapshot(ctx.txn, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    this.newest.txn = ctx.txn
    this.newest.xid = ctx.txn.xid
    let row
    try {
      const at = this.cursor.fetch(tid, this.newest)
      if (at < 0) return false
      const { pool } = this.heap.env
      const end = this.extractor()(pool.bytes, pool.view, at, this.own, 0)
      if (end !== keyEnd - keyAt) return false
      for (let i = 0; i < end; i++) if (this.own[i] !== bytes[keyAt + i]) return false
      row = this.heap.layout.decode(pool.bytes, pool.view, at)
    } finally {
      this.cursor.release()
    }
    const both = [...this.keyValues(ctx, row), ...values]
    return this.prepared().holds.every((holds) => holds(ctx, both) === true)
  }
}

setExclusionProbe((heap, index, module) => new ExclusionProbe(heap, index, module))
