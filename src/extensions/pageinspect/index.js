/**
 * pageinspect 1.11: single pages of tables, sequences and btree indexes. Names and columns are PostgreSQL's, the bytes
 * Seawall's own (pages.js); what is about pages that Seawall does not have says so.
 */
import { featureNotSupported } from '../../errors/db-error.js'
import {
  blockBeyond, blockBeyondIndex, invalidBlock, invalidFork, isMetaPage, noBtreeIndex, noRawPage, superusersPages,
} from '../../errors/pageinspect.js'
import { Family } from '../../functions/impl.js'
import { PAGE_BYTES } from '../../storage/page.js'
import { META_BLOCK, ROOT_BLOCK } from '../../storage/btree/meta.js'
import { extensionScript } from '../script.js'
import { eachPage, storedNamed } from '../storage-looks.js'
import {
  checksumOf, headerOf, heapItems, isTreeMeta, pageOf, treeItems, treeMeta, treeStatistics,
} from './pages.js'
import { BTREE } from '../../types/oids.js'

/** @import { RoutineCall } from '../../functions/routine-call.js' */
/** @import { RelationFile } from '../../storage/relation-file.js' */
/** @import { FunctionLine } from '../script.js' */
/** @import { Stored } from '../storage-looks.js' */

const BLOCK_MAX = 2 ** 32 - 2
const FORKS = ['main', 'fsm', 'vm', 'init']

/** @param {RoutineCall} call @param {'raw page' | 'pageinspect'} what */
function requireSuperuser(call, what) {
  if (!call.session.superuser) throw superusersPages(what)
}

/** @param {number | bigint} block @returns {number} @throws {DbError} 22023 */
function blockNumber(block) {
  if (block < 0 || block > BLOCK_MAX) throw invalidBlock()
  return Number(block)
}

/** @param {RoutineCall} call @param {RelationFile} file @param {number} block that it has */
function* copyOf(call, file, block) {
  let copy = new Uint8Array(PAGE_BYTES)
  yield* eachPage(call, file, (_view, base, _block, bytes) => {
    copy = bytes.slice(base, base + PAGE_BYTES)
  }, block + 1, block)
  return copy
}

/** @param {RoutineCall} call @param {string} name @param {number | bigint} given @param {string} [fork] */
function* rawPage(call, name, given, fork = 'main') {
  requireSuperuser(call, 'raw page')
  const block = blockNumber(given)
  if (!FORKS.includes(fork)) throw invalidFork()
  if (fork !== 'main') throw featureNotSupported(`fork "${fork}" of a relation`)
  const stored = storedNamed(call, name)
  if (stored.file === null) throw noRawPage(stored.name, stored.kind)
  if (block >= stored.file.blockCount) throw blockBeyond(block, stored.name)
  return yield* copyOf(call, stored.file, block)
}

/**
 * @param {RoutineCall} call @param {string} name
 * @returns {Stored & { file: RelationFile }} of a btree index
 */
function treeNamed(call, name) {
  requireSuperuser(call, 'pageinspect')
  const stored = storedNamed(call, name)
  const { index, file, kind } = stored
  if (index === null || kind !== 'i' || index.method !== BTREE || file === null) throw noBtreeIndex(stored.name)
  return { ...stored, file }
}

/** @param {RoutineCall} call @param {string} name @param {number | bigint} given @returns the block and its page */
function* treePage(call, name, given) {
  const { file } = treeNamed(call, name)
  const block = blockNumber(given)
  if (block === META_BLOCK) throw isMetaPage('0 ')
  if (block >= file.blockCount) throw blockBeyondIndex()
  return { block, page: pageOf(yield* copyOf(call, file, block)) }
}

/** @param {RoutineCall} call @param {Uint8Array} bytes */
function given(call, bytes) {
  requireSuperuser(call, 'raw page')
  return pageOf(bytes)
}

const family = new Family()
family.routine('get_raw_page_1_9', (call, name, block) => rawPage(call, name, block))
family.routine('get_raw_page_fork_1_9', (call, name, fork, block) => rawPage(call, name, block, fork))
family.routine('page_header', function* (call, bytes) { return call.record(headerOf(given(call, bytes))) })
family.routine('page_checksum_1_9', function* (call, bytes, block) {
  requireSuperuser(call, 'raw page')
  blockNumber(block)
  return checksumOf(pageOf(bytes))
})
family.routine('heap_page_items', function* (call, bytes) {
  requireSuperuser(call, 'raw page')
  yield* heapItems(bytes)
})
family.routine('bt_metap', function* (call, name) {
  const { file } = treeNamed(call, name)
  const root = pageOf(yield* copyOf(call, file, ROOT_BLOCK))
  return call.record(treeMeta(root, pageOf(yield* copyOf(call, file, META_BLOCK))))
})
family.routine('bt_page_stats_1_9', function* (call, name, block) {
  const found = yield* treePage(call, name, block)
  return call.record(treeStatistics(found.page, found.block))
})
family.routine('bt_page_items_1_9', function* (call, name, block) {
  yield* treeItems((yield* treePage(call, name, block)).page)
})
family.routine('bt_page_items_bytea', function* (call, bytes) {
  const page = given(call, bytes)
  if (isTreeMeta(page)) throw isMetaPage()
  yield* treeItems(page)
})

/** @param {string[]} columns `name type` @returns {string} as OUT parameters */
const out = (...columns) => columns.map((column) => `OUT ${column}`).join(', ')
const HEAP_ITEM = ['lp smallint', 'lp_off smallint', 'lp_flags smallint', 'lp_len smallint', 't_xmin xid', 't_xmax xid',
  't_field3 int4', 't_ctid tid', 't_infomask2 integer', 't_infomask integer', 't_hoff smallint', 't_bits text',
  't_oid oid']
const TREE_ITEM = out('itemoffset smallint', 'ctid tid', 'itemlen smallint', 'nulls bool', 'vars bool', 'data text',
  'dead boolean', 'htid tid', 'tids tid[]')

/** @type {FunctionLine[]} */
const FUNCTIONS = [
  ['get_raw_page(text, int8)', 'bytea', 'get_raw_page_1_9', 'vsr'],
  ['get_raw_page(text, text, int8)', 'bytea', 'get_raw_page_fork_1_9', 'vsr'],
  [
    `page_header(page bytea, ${out('lsn pg_lsn', 'checksum smallint', 'flags smallint', 'lower int', 'upper int',
      'special int', 'pagesize int', 'version smallint', 'prune_xid xid')})`,
    'record', 'page_header', 'vs',
  ],
  ['page_checksum(page bytea, blkno int8)', 'smallint', 'page_checksum_1_9', 'vs'],
  [`heap_page_items(page bytea, ${out(...HEAP_ITEM, 't_data bytea')})`, 'SETOF record', 'heap_page_items', 'vs'],
  [
    `bt_metap(relname text, ${out('magic int4', 'version int4', 'root int8', 'level int8', 'fastroot int8',
      'fastlevel int8', 'last_cleanup_num_delpages int8', 'last_cleanup_num_tuples float8', 'allequalimage boolean')})`,
    'record', 'bt_metap', 'vsr',
  ],
  [
    `bt_page_stats(relname text, blkno int8, ${out('blkno int8', 'type "char"', 'live_items int4', 'dead_items int4',
      'avg_item_size int4', 'page_size int4', 'free_size int4', 'btpo_prev int8', 'btpo_next int8', 'btpo_level int8',
      'btpo_flags int4')})`,
    'record', 'bt_page_stats_1_9', 'vsr',
  ],
  [`bt_page_items(relname text, blkno int8, ${TREE_ITEM})`, 'SETOF record', 'bt_page_items_1_9', 'vsr'],
  [`bt_page_items(page bytea, ${TREE_ITEM})`, 'SETOF record', 'bt_page_items_bytea', 'vs'],
]

/** Of pages, or parts of them, that Seawall does not have. @type {FunctionLine[]} */
const REFUSED = [
  ['fsm_page_contents(page bytea)', 'text', 'fsm_page_contents', 'vs'],
  [
    `heap_tuple_infomask_flags(t_infomask integer, t_infomask2 integer, ${out('raw_flags text[]',
      'combined_flags text[]')})`,
    'record', 'heap_tuple_infomask_flags', 'vs',
  ],
  [
    'tuple_data_split(rel_oid oid, t_data bytea, t_infomask integer, t_infomask2 integer, t_bits text)', 'bytea[]',
    'tuple_data_split', 'vr',
  ],
  [
    `tuple_data_split(rel_oid oid, t_data bytea, t_infomask integer, t_infomask2 integer, t_bits text,
      do_detoast bool)`,
    'bytea[]', 'tuple_data_split', 'vr',
  ],
  ...['page bytea, rel_oid regclass', 'page bytea, rel_oid regclass, do_detoast bool'].map((args) =>
    /** @type {FunctionLine} */ ([`heap_page_item_attrs(${args}, ${out(...HEAP_ITEM, 't_attrs bytea[]')})`,
      'SETOF record', 'heap_page_item_attrs', 'vr'])),
  ['brin_page_type(page bytea)', 'text', 'brin_page_type', 'vs'],
  [
    `brin_metapage_info(page bytea, ${out('magic text', 'version integer', 'pagesperrange integer',
      'lastrevmappage bigint')})`,
    'record', 'brin_metapage_info', 'vs',
  ],
  ['brin_revmap_data(page bytea, OUT pages tid)', 'SETOF tid', 'brin_revmap_data', 'vs'],
  [
    `brin_page_items(page bytea, index_oid regclass, ${out('itemoffset int', 'blknum int8', 'attnum int',
      'allnulls bool', 'hasnulls bool', 'placeholder bool', 'value text')})`,
    'SETOF record', 'brin_page_items', 'vsr',
  ],
  [
    `gin_metapage_info(page bytea, ${out('pending_head bigint', 'pending_tail bigint', 'tail_free_size int4',
      'n_pending_pages bigint', 'n_pending_tuples bigint', 'n_total_pages bigint', 'n_entry_pages bigint',
      'n_data_pages bigint', 'n_entries bigint', 'version int4')})`,
    'record', 'gin_metapage_info', 'vs',
  ],
  [
    `gin_page_opaque_info(page bytea, ${out('rightlink bigint', 'maxoff int4', 'flags text[]')})`, 'record',
    'gin_page_opaque_info', 'vs',
  ],
  [
    `gin_leafpage_items(page bytea, ${out('first_tid tid', 'nbytes int2', 'tids tid[]')})`, 'SETOF record',
    'gin_leafpage_items', 'vs',
  ],
  [
    `gist_page_opaque_info(page bytea, ${out('lsn pg_lsn', 'nsn pg_lsn', 'rightlink bigint', 'flags text[]')})`,
    'record', 'gist_page_opaque_info', 'vs',
  ],
  [
    `gist_page_items_bytea(page bytea, ${out('itemoffset smallint', 'ctid tid', 'itemlen smallint', 'dead boolean',
      'key_data bytea')})`,
    'SETOF record', 'gist_page_items_bytea', 'vs',
  ],
  [
    `gist_page_items(page bytea, index_oid regclass, ${out('itemoffset smallint', 'ctid tid', 'itemlen smallint',
      'dead boolean', 'keys text')})`,
    'SETOF record', 'gist_page_items', 'vsr',
  ],
  ['hash_page_type(page bytea)', 'text', 'hash_page_type', 'vs'],
  [
    `hash_page_stats(page bytea, ${out('live_items int4', 'dead_items int4', 'page_size int4', 'free_size int4',
      'hasho_prevblkno int8', 'hasho_nextblkno int8', 'hasho_bucket int8', 'hasho_flag int4', 'hasho_page_id int4')})`,
    'record', 'hash_page_stats', 'vs',
  ],
  [
    `hash_page_items(page bytea, ${out('itemoffset int4', 'ctid tid', 'data int8')})`, 'SETOF record',
    'hash_page_items', 'vs',
  ],
  [
    `hash_bitmap_info(index_oid regclass, blkno int8, ${out('bitmapblkno int8', 'bitmapbit int4', 'bitstatus bool')})`,
    'SETOF record', 'hash_bitmap_info', 'vsr',
  ],
  [
    `hash_metapage_info(page bytea, ${out('magic int8', 'version int8', 'ntuples double precision', 'ffactor int4',
      'bsize int4', 'bmsize int4', 'bmshift int4', 'maxbucket int8', 'highmask int8', 'lowmask int8', 'ovflpoint int8',
      'firstfree int8', 'nmaps int8', 'procid oid', 'spares int8[]', 'mapp int8[]')})`,
    'record', 'hash_metapage_info', 'vs',
  ],
]
for (const [signature, result, symbol] of new Map(REFUSED.map((line) => [line[2], line])).values()) {
  const name = signature.slice(0, signature.indexOf('('))
  const refuse = () => { throw featureNotSupported(`function ${name}`) }
  family.add(symbol, refuse, { set: result.startsWith('SETOF') })
}

/** @type {import('../bundled.js').ExtensionModule} */
export const extension = {
  script: extensionScript({ library: 'pageinspect', functions: [...FUNCTIONS, ...REFUSED] }),
  functions: family.functions,
}
