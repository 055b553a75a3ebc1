/**
 * amcheck 1.3: whether indexes and tables are what they should be, while others work on. bt_index_check goes through a
 * tree's entries in order; with `heapallindexed` each row that the statement sees is looked for in it.
 * bt_index_parent_check does the same and looks at each leaf's way down, too. verify_heapam goes through a table's
 * pages: their headers and where their rows lie. Rows are not decoded: that is `seawall check`, with nobody at work.
 */
import { indexCorrupted } from '../errors/btree.js'
import { invalidSkipOption, badStartBlock, badEndBlock } from '../errors/amcheck.js'
import { lacksEntry, noCheckOf, onlyBtrees } from '../errors/extensions.js'
import { wrongObject } from '../errors/functions.js'
import { Family } from '../functions/impl.js'
import { copyEntry, ENTRY_BYTES_MAX, nodeCount, nodeLevel } from '../storage/btree/node.js'
import { headerFlags } from '../storage/heap/heap-env.js'
import { HeapScan } from '../storage/heap/heap-scan.js'
import { FLAG } from '../storage/heap/tuple.js'
import {
  PAGE_BYTES, PAGE_KINDS, pageKind, pageLower, pageUpper, slotCount, slotLength, slotOffset,
} from '../storage/page.js'
import { blockOf, slotOf, TID_BYTES, tidAt } from '../util/tuple-id.js'
import { extensionScript } from './script.js'
import { eachPage, storedOf } from './storage-looks.js'
import { BTREE } from '../types/oids.js'

/** @import { Tid } from '../util/identifiers.js' */
/** @import { IndexDesc, RelationDesc } from '../catalog/relation.js' */
/** @import { RoutineCall } from '../functions/routine-call.js' */
/** @import { BTree } from '../storage/btree/tree.js' */

const KEY_BYTES = 8192
const ROWS_PER_LOOK = 256

/** @param {Tid} tid */
const place = (tid) => `(${blockOf(tid)},${slotOf(tid) + 1})`

/**
 * @param {RoutineCall} call @param {number} oid @param {boolean} allIndexed @param {boolean} downwards
 * @throws {DbError} 42809, 0A000, XX001, XX002
 */
function* checkIndex(call, oid, allIndexed, downwards) {
  const { name, index } = storedOf(call, oid)
  if (index === null) throw wrongObject(`"${name}" is not an index`)
  if (index.method !== BTREE || index.tree === null) throw onlyBtrees(name)
  yield* checkOrder(call, index.name, index.tree, downwards)
  if (!allIndexed) return ''
  const relation = call.catalog.relation(index.relationOid)
  yield* checkRows(call, relation, index)
  return ''
}

/**
 * Entries ascend, over all leaves.
 * @param {RoutineCall} call @param {string} name @param {BTree} tree @param {boolean} downwards
 */
function* checkOrder(call, name, tree, downwards) {
  const cursor = tree.cursor()
  let previous = new Uint8Array(2 * ENTRY_BYTES_MAX)
  let entry = new Uint8Array(2 * ENTRY_BYTES_MAX)
  let previousEnd = 0
  try {
    cursor.setWholeRange()
    cursor.toStart()
    while (cursor.nextRun()) {
      const { view, bytes, base, high } = cursor
      if (nodeLevel(view, base) !== 0 || high > nodeCount(view, base)) throw indexCorrupted(name, 'a leaf is none')
      for (let at = cursor.index; at < high; at++) {
        const end = copyEntry(view, bytes, base, at, entry, 0)
        if (previousEnd > 0 && Buffer.compare(previous.subarray(0, previousEnd), entry.subarray(0, end)) >= 0) {
          const row = place(tidAt(entry, end - TID_BYTES))
          throw indexCorrupted(name, `its entry for row ${row} is not behind the one before it`)
        }
        [previous, entry] = [entry, previous]
        previousEnd = end
      }
      if (previousEnd === 0 || !(downwards || call.isTired())) continue
      // The leaf is let go: on from behind its last entry.
      cursor.seek(previous, 0, previousEnd, true)
      if (downwards) {
        const tid = tidAt(previous, previousEnd - TID_BYTES)
        const key = previous.slice(0, previousEnd)
        if (!tree.has(key, 0, previousEnd - TID_BYTES, tid)) {
          throw indexCorrupted(name, `its entry for row ${place(tid)} is not found from the root`)
        }
      }
      if (call.isTired()) yield call.rest()
    }
  } finally {
    cursor.close()
  }
}

/** @param {RoutineCall} call @param {RelationDesc} relation @param {IndexDesc} index */
function* checkRows(call, relation, index) {
  const { heap } = relation
  const { pool } = heap.env
  const extract = /** @type {NonNullable<IndexDesc['extractKey']>} */ (index.extractKey)
  const key = new Uint8Array(KEY_BYTES)
  const scan = new HeapScan(heap, call.snapshot, call.session.synchronous)
  let rows = 0
  try {
    for (;;) {
      const at = scan.next()
      if (at === -1) return
      if (at < 0) {
        scan.release()
        yield scan.prefetch()
        continue
      }
      const end = extract(pool.bytes, pool.view, at, key, 0)
      if (end >= 0 && !index.tree.has(key, 0, end, scan.tid)) {
        throw lacksEntry(place(scan.tid), relation.name, index.name)
      }
      if (++rows % ROWS_PER_LOOK === 0 && call.isTired()) {
        scan.release()
        yield call.rest()
      }
    }
  } finally {
    scan.release()
  }
}

/**
 * What is wrong with a table's pages: block, slot, column, words.
 * @param {RoutineCall} call @param {number} oid @param {boolean} stops at the first page that has something
 * @param {boolean} _values @param {string} skip @param {number | null} first @param {number | null} last
 */
function* checkHeap(call, oid, stops, _values, skip, first, last) {
  const { name, kind, relation, file } = storedOf(call, oid)
  if (!['all-visible', 'all-frozen', 'none'].includes(skip.toLowerCase())) {
    throw invalidSkipOption()
  }
  if (relation === null || file === null || !'rmt'.includes(kind)) throw noCheckOf(name, kind)
  const end = file.blockCount
  if (first !== null && (first < 0 || first >= end)) {
    throw badStartBlock(Math.max(0, end - 1))
  }
  if (last !== null && (last < 0 || last >= end)) {
    throw badEndBlock(Math.max(0, end - 1))
  }
  /** @type {[number, number | null, null, string][]} */
  const problems = []
  const { layout } = relation.heap
  yield* eachPage(call, file, (view, base, block) => {
    if (stops && problems.length > 0) return
    const page = pageKind(view, base)
    if (page !== PAGE_KINDS.HEAP) {
      if (page !== PAGE_KINDS.OVERFLOW && page !== PAGE_KINDS.FREE)
        problems.push([block, null, null, `page is of kind ${page}, which a table has none of`])
      return
    }
    const upper = pageUpper(view, base)
    if (pageLower(view, base) > upper || upper > PAGE_BYTES)
      problems.push([block, null, null, 'free space ends before it begins'])
    for (let slot = 0; slot < slotCount(view, base); slot++) {
      const offset = slotOffset(view, base, slot)
      if (offset === 0) continue
      const length = slotLength(view, base, slot)
      const isOutside = offset < upper || offset + length > PAGE_BYTES
      const isLong = !isOutside && (headerFlags(view, base + offset) & FLAG.FORWARD) === 0
        && layout.tupleBytes(view, base + offset) > length
      if (isOutside) problems.push([block, slot + 1, null, 'row lies outside the rows of its page'])
      else if (isLong) problems.push([block, slot + 1, null, 'row is longer than its slot'])
    }
  }, last === null ? end : Number(last) + 1, Number(first ?? 0))
  yield* problems
}

const family = new Family()
family.routine('bt_index_check', (call, oid, allIndexed = false) => checkIndex(call, oid, allIndexed, false))
family.routine('bt_index_parent_check', (call, oid, allIndexed = false) => checkIndex(call, oid, allIndexed, true))
family.routine('verify_heapam', checkHeap)

const HEAP = `verify_heapam(relation regclass, on_error_stop boolean DEFAULT false, check_toast boolean DEFAULT false,
  skip text DEFAULT 'none', startblock bigint DEFAULT NULL, endblock bigint DEFAULT NULL, OUT blkno bigint,
  OUT offnum integer, OUT attnum integer, OUT msg text)`
const SIGNATURES = [
  'bt_index_check(regclass)', 'bt_index_check(regclass, boolean)', 'bt_index_parent_check(regclass)',
  'bt_index_parent_check(regclass, boolean)', 'bt_index_parent_check(regclass, boolean, boolean)',
  'verify_heapam(regclass, boolean, boolean, text, bigint, bigint)',
]

/** @type {import('./bundled.js').ExtensionModule} */
export const extension = {
  script: extensionScript({
    library: 'amcheck',
    functions: [
      ['bt_index_check(index regclass)', 'void', 'bt_index_check', 'vsr'],
      ['bt_index_check(index regclass, heapallindexed boolean)', 'void', 'bt_index_check', 'vsr'],
      ['bt_index_parent_check(index regclass)', 'void', 'bt_index_parent_check', 'vsr'],
      ['bt_index_parent_check(index regclass, heapallindexed boolean)', 'void', 'bt_index_parent_check', 'vsr'],
      [
        'bt_index_parent_check(index regclass, heapallindexed boolean, rootdescend boolean)', 'void',
        'bt_index_parent_check', 'vsr',
      ],
      [HEAP, 'SETOF record', 'verify_heapam', 'vr'],
    ],
    after: SIGNATURES.map((signature) => `REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC`).join(';\n'),
  }),
  functions: family.functions,
}
