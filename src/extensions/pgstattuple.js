/**
 * pgstattuple 1.5: what tables and indexes hold, page by page. A row that was changed stays in its place, so what is
 * dead is rows that were deleted and not purged yet; out-of-line values are in their table's own file, counted in its
 * length alone.
 */
import { indexNotSupported, noTupleStatistics, noPageCount, notIndexOf, wrongKind } from '../errors/extensions.js'
import { Family } from '../functions/impl.js'
import { itemBytes, itemCount, pageLevel } from '../storage/gist/page.js'
import { nodeCount, nodeFree, nodeLevel, nodeNext, NODE_ROOM } from '../storage/btree/node.js'
import { META_BLOCK, metaVersion, ROOT_BLOCK } from '../storage/btree/meta.js'
import { headerFlags } from '../storage/heap/heap-env.js'
import { HeapScan } from '../storage/heap/heap-scan.js'
import { FLAG } from '../storage/heap/tuple.js'
import {
  PAGE_BYTES, PAGE_KINDS, PAGE_ROOM, pageKind, pageLower, pageRoom, pageUpper, slotCount, slotLength, slotOffset,
} from '../storage/page.js'
import { eachWaiting } from '../storage/gin/waiting.js'
import { slotOf } from '../util/tuple-id.js'
import { extensionScript } from './script.js'
import { eachPage, storedNamed, storedOf } from './storage-looks.js'
import { BRIN, BTREE, GIN, HASH, SPGIST } from '../types/oids.js'

/** @import { RelationDesc } from '../catalog/relation.js' */
/** @import { RoutineCall } from '../functions/routine-call.js' */
/** @import { FunctionLine } from './script.js' */
/** @import { Stored } from './storage-looks.js' */

/**
 * @typedef {{ length: number, tuples: number, tupleBytes: number, dead: number, deadBytes: number,
 *   free: number }} Facts
 */

/** To two places, as PostgreSQL has them. @param {number} part @param {number} whole */
const percent = (part, whole) => whole === 0 ? 0 : Number((100 * part / whole).toFixed(2))

/**
 * @param {RoutineCall} call @param {RelationDesc} relation with a heap
 * @returns {Generator<Promise<unknown>, Facts, void>}
 */
function* heapFacts(call, relation) {
  const { heap } = relation
  const { file } = heap
  let [rows, bytes, moved, free] = [0, 0, 0, 0]
  yield* eachPage(call, file, (view, base) => {
    free += pageKind(view, base) === PAGE_KINDS.OVERFLOW ? 0 : pageRoom(view, base)
    if (pageKind(view, base) !== PAGE_KINDS.HEAP) return
    for (let slot = 0; slot < slotCount(view, base); slot++) {
      const offset = slotOffset(view, base, slot)
      if (offset === 0) continue
      const length = slotLength(view, base, slot)
      if ((headerFlags(view, base + offset) & FLAG.MOVED) !== 0) moved += length
      else {
        rows++
        bytes += length
      }
    }
  })
  let [live, liveBytes] = [0, 0]
  const scan = new HeapScan(heap, call.snapshot, call.session.synchronous)
  try {
    for (;;) {
      const at = scan.next()
      if (at === -1) break
      if (at < 0) {
        scan.release()
        yield scan.prefetch()
        continue
      }
      live++
      liveBytes += slotLength(scan.view, scan.base, slotOf(scan.tid))
      if ((live & 255) === 0 && call.isTired()) {
        scan.release()
        yield call.rest()
      }
    }
  } finally {
    scan.release()
  }
  return {
    length: file.blockCount * PAGE_BYTES, tuples: live, tupleBytes: liveBytes + moved,
    dead: Math.max(0, rows - live), deadBytes: Math.max(0, bytes - liveBytes), free,
  }
}

/** @param {RoutineCall} call @param {Stored} stored @returns {Generator<Promise<unknown>, Facts, void>} */
function* sequenceFacts(call, { file }) {
  const facts = { length: 0, tuples: 0, tupleBytes: 0, dead: 0, deadBytes: 0, free: 0 }
  if (file === null) return facts
  yield* eachPage(call, file, (view, base) => {
    facts.length += PAGE_BYTES
    facts.tuples += slotCount(view, base)
    for (let slot = slotCount(view, base) - 1; slot >= 0; slot--) facts.tupleBytes += slotLength(view, base, slot)
    facts.free += pageUpper(view, base) - pageLower(view, base)
  })
  return facts
}

/**
 * Entries of leaves.
 * @param {RoutineCall} call @param {Stored} stored @returns {Generator<Promise<unknown>, Facts, void>}
 */
function* indexFacts(call, { file }) {
  const facts = { length: 0, tuples: 0, tupleBytes: 0, dead: 0, deadBytes: 0, free: 0 }
  if (file === null) return facts
  yield* eachPage(call, file, (view, base) => {
    facts.length += PAGE_BYTES
    switch (pageKind(view, base)) {
      case PAGE_KINDS.FREE:
        facts.free += PAGE_ROOM
        break
      case PAGE_KINDS.BTREE_LEAF:
        facts.tuples += nodeCount(view, base)
        facts.tupleBytes += NODE_ROOM - nodeFree(view, base)
        facts.free += nodeFree(view, base)
        break
      case PAGE_KINDS.GIST:
        facts.free += pageUpper(view, base) - pageLower(view, base)
        if (pageLevel(view, base) > 0) break
        for (let item = itemCount(view, base) - 1; item >= 0; item--) {
          facts.tuples++
          facts.tupleBytes += itemBytes(view, base, item)
        }
        break
      default:
    }
  })
  return facts
}

const UNSUPPORTED = new Map([[GIN, 'gin index'], [SPGIST, 'spgist index'], [BRIN, 'brin index']])
const HEAPS = 'rmt'

/** @param {RoutineCall} call @param {Stored} stored */
function* tupleStatistics(call, stored) {
  const facts = yield* factsOf(call, stored)
  const { length, tuples, tupleBytes, dead, deadBytes, free } = facts
  return call.record([
    length, tuples, tupleBytes, percent(tupleBytes, length), dead, deadBytes, percent(deadBytes, length), free,
    percent(free, length),
  ])
}

/** @param {RoutineCall} call @param {Stored} stored @returns {Generator<Promise<unknown>, Facts, void>} */
function factsOf(call, stored) {
  const { name, kind, relation, index } = stored
  if (kind === 'S') return sequenceFacts(call, stored)
  if (relation !== null && HEAPS.includes(kind)) return heapFacts(call, relation)
  if (index === null || kind !== 'i') throw noTupleStatistics(name, kind)
  const unsupported = UNSUPPORTED.get(index.accessMethod)
  if (unsupported !== undefined) throw indexNotSupported(name, unsupported)
  return indexFacts(call, stored)
}

/** All of it is looked at, so nothing is estimated. @param {RoutineCall} call @param {Stored} stored */
function* approximate(call, { name, kind, relation }) {
  if (relation === null || !HEAPS.includes(kind)) throw wrongKind(name, kind)
  const { length, tuples, tupleBytes, dead, deadBytes, free } = yield* heapFacts(call, relation)
  return call.record([
    length, length === 0 ? 0 : 100, tuples, tupleBytes, percent(tupleBytes, length), dead, deadBytes,
    percent(deadBytes, length), free, percent(free, length),
  ])
}

/** @param {RoutineCall} call @param {Stored} stored */
function* treeStatistics(call, { name, kind, index, file }) {
  if (index === null || kind !== 'i' || index.method !== BTREE || file === null) throw notIndexOf(name, 'btree')
  let [version, level, inner, leaves, empty, free, room, used, broken] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  yield* eachPage(call, file, (view, base, block) => {
    if (block === META_BLOCK) version = metaVersion(view, base)
    const pages = pageKind(view, base)
    if (pages === PAGE_KINDS.FREE) free++
    else if (pages === PAGE_KINDS.BTREE_INNER) inner++
    else if (pages === PAGE_KINDS.BTREE_LEAF) {
      leaves++
      if (nodeCount(view, base) === 0) empty++
      room += NODE_ROOM
      used += NODE_ROOM - nodeFree(view, base)
      const next = nodeNext(view, base)
      if (next !== 0 && next < block) broken++
    }
    if (block === ROOT_BLOCK) level = nodeLevel(view, base)
  })
  return call.record([
    version, level, file.blockCount * PAGE_BYTES, ROOT_BLOCK, inner, leaves, empty, free,
    percent(used, room), percent(broken, leaves),
  ])
}

/** A hash index is a tree of hashes: its leaves are the buckets. @param {RoutineCall} call @param {Stored} stored */
function* hashStatistics(call, { name, kind, index, file }) {
  if (index === null || kind !== 'i' || index.method !== HASH || file === null) throw notIndexOf(name, 'hash')
  let [version, buckets, unused, items, free] = [0, 0, 0, 0, 0]
  yield* eachPage(call, file, (view, base, block) => {
    if (block === META_BLOCK) version = metaVersion(view, base)
    if (pageKind(view, base) === PAGE_KINDS.FREE) unused++
    if (pageKind(view, base) !== PAGE_KINDS.BTREE_LEAF) return
    buckets++
    items += nodeCount(view, base)
    free += nodeFree(view, base)
  })
  const whole = (buckets + unused) * NODE_ROOM
  return call.record([
    version, buckets, 0, 0, unused, items, 0, whole === 0 ? 0 : 100 * (free + unused * NODE_ROOM) / whole,
  ])
}

/** Pending is what waits: as many pages as it takes. @param {RoutineCall} call @param {Stored} stored */
function* ginStatistics(call, { name, kind, index, file }) {
  if (index === null || kind !== 'i' || index.accessMethod !== GIN || file === null) throw notIndexOf(name, 'GIN')
  let version = 0
  yield* eachPage(call, file, (view, base, block) => {
    if (block === META_BLOCK) version = metaVersion(view, base)
  }, 1)
  let bytes = 0
  let entries = 0
  eachWaiting(index.tree, -1, (_entry, end) => {
    bytes += end
    entries++
  })
  return call.record([version, Math.ceil(bytes / PAGE_BYTES), entries])
}

/** @param {Stored} stored */
function pageCount({ name, kind, file }) {
  if (!`${HEAPS}Si`.includes(kind) || file === null) throw noPageCount(name, kind)
  return file.blockCount
}

const family = new Family()
for (const [suffix, find] of /** @type {[string, typeof storedOf][]} */ ([['byid', storedOf], ['', storedNamed]])) {
  family.routine(`pgstattuple${suffix}_v1_5`, (call, what) => tupleStatistics(call, find(call, what)))
  family.routine(`pgstatindex${suffix}_v1_5`, (call, what) => treeStatistics(call, find(call, what)))
  family.routine(`pg_relpages${suffix}_v1_5`, function* (call, what) { return pageCount(find(call, what)) })
}
family.routine('pgstattuple_approx_v1_5', (call, oid) => approximate(call, storedOf(call, oid)))
family.routine('pgstathashindex', (call, oid) => hashStatistics(call, storedOf(call, oid)))
family.routine('pgstatginindex_v1_5', (call, oid) => ginStatistics(call, storedOf(call, oid)))

/** @param {string[]} columns `name type` @returns {string} as OUT parameters */
const out = (...columns) => columns.map((column) => `OUT ${column}`).join(', ')
const TUPLES = out('table_len bigint', 'tuple_count bigint', 'tuple_len bigint', 'tuple_percent float8',
  'dead_tuple_count bigint', 'dead_tuple_len bigint', 'dead_tuple_percent float8', 'free_space bigint',
  'free_percent float8')
const TREE = out('version integer', 'tree_level integer', 'index_size bigint', 'root_block_no bigint',
  'internal_pages bigint', 'leaf_pages bigint', 'empty_pages bigint', 'deleted_pages bigint',
  'avg_leaf_density float8', 'leaf_fragmentation float8')

/** @type {FunctionLine[]} */
const FUNCTIONS = [
  [`pgstattuple(relname text, ${TUPLES})`, 'record', 'pgstattuple_v1_5', 'vs'],
  [`pgstatindex(relname text, ${TREE})`, 'record', 'pgstatindex_v1_5', 'vs'],
  ['pg_relpages(relname text)', 'bigint', 'pg_relpages_v1_5', 'vs'],
  [
    `pgstatginindex(relname regclass, ${out('version integer', 'pending_pages integer', 'pending_tuples bigint')})`,
    'record', 'pgstatginindex_v1_5', 'vs',
  ],
  [`pgstattuple(reloid regclass, ${TUPLES})`, 'record', 'pgstattuplebyid_v1_5', 'vs'],
  [`pgstatindex(relname regclass, ${TREE})`, 'record', 'pgstatindexbyid_v1_5', 'vs'],
  ['pg_relpages(relname regclass)', 'bigint', 'pg_relpagesbyid_v1_5', 'vs'],
  [
    `pgstattuple_approx(reloid regclass, ${out('table_len bigint', 'scanned_percent float8',
      'approx_tuple_count bigint', 'approx_tuple_len bigint', 'approx_tuple_percent float8', 'dead_tuple_count bigint',
      'dead_tuple_len bigint', 'dead_tuple_percent float8', 'approx_free_space bigint',
      'approx_free_percent float8')})`,
    'record', 'pgstattuple_approx_v1_5', 'vs',
  ],
  [
    `pgstathashindex(relname regclass, ${out('version integer', 'bucket_pages bigint', 'overflow_pages bigint',
      'bitmap_pages bigint', 'unused_pages bigint', 'live_items bigint', 'dead_items bigint', 'free_percent float8')})`,
    'record', 'pgstathashindex', 'vs',
  ],
]

/** @param {FunctionLine} line @returns {string} its name and the types of its arguments */
const signatureOf = ([signature]) => signature.replace(/\((?:\w+ )(\w+).*$/s, '($1)')

/** @type {import('./bundled.js').ExtensionModule} */
export const extension = {
  script: extensionScript({
    library: 'pgstattuple',
    functions: FUNCTIONS,
    after: FUNCTIONS.map((line) => `REVOKE EXECUTE ON FUNCTION ${signatureOf(line)} FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION ${signatureOf(line)} TO pg_stat_scan_tables`).join(';\n'),
  }),
  functions: family.functions,
}
