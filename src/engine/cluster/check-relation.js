/**
 * Looks at one table and its indexes, page by page, and says what is wrong. Sound is a table of which holds:
 *
 *   every page has its checksum, and is a page of rows, of out-of-line values, or free
 *   no row was changed or locked by a transaction that has not begun
 *   slots lie within their page; a stub points at a moved body, and every visible row decodes, NOT NULL columns filled
 *   each index is a sound tree (btree/check.js); every visible row has its entry in it, and a unique one has no key
 *   twice
 *   every entry leads to a row, of some version of which it is, and every out-of-line value is some row's. Entries of
 *   no version, and values of no row, are left over: a crash leaves some until the sweep; after it they tell of rows
 *   that are lost
 *
 * Synchronous and within one turn, so that nothing changes meanwhile; memory does not grow with the table, except by
 * moved rows.
 */
import { NOT_NULL_MARKER } from '../../types/key.js'
import { KeyList } from '../../types/key-list.js'
import { indexOfKey, purgeIndex as indexOfPurge } from '../../catalog/store/relation-storage.js'
import { DbError } from '../../errors/db-error.js'
import { checkGist } from '../../storage/gist/check.js'
import { isGistIndex } from '../../types/gist/keys.js'
import { checkTree } from '../../storage/btree/check.js'
import { FLAG } from '../../storage/heap/tuple.js'
import { HeapScan } from '../../storage/heap/heap-scan.js'
import { chainOf, chainOfPointer } from '../../storage/overflow.js'
import { eachWaitingKey, hasWaiting, waits } from '../../storage/gin/waiting.js'
import { isPosting, POSTED_MAX, postingKeyBytes, postingProblem, readPosting } from '../../storage/gin/posting.js'
import { headerFlags, headerXid, stubTarget } from '../../storage/heap/heap-env.js'
import { keyIsReachable } from '../../storage/heap/heap-versions.js'
import { ENTRY_BYTES_MAX } from '../../storage/btree/node.js'
import {
  PAGE_BYTES, PAGE_KINDS, pageKind, pageLower, pageUpper, slotCount, slotLength, slotOffset,
} from '../../storage/page.js'
import { blockOf, slotOf, tidOf } from '../../util/tuple-id.js'
import { GIN } from '../../types/oids.js'

/** @import { BlockNumber, Tid } from '../../util/identifiers.js' */
/** @import { IndexDesc, RelationDesc } from '../../catalog/relation.js' */
/** @import { Snapshot } from '../../txn/snapshot.js' */

/** @typedef {{ relation: string, code: string, message: string, detail?: string }} Finding */
/**
 * @typedef {{ rows: number, entries: number, staleEntries: number, staleTids: string[], orphanPages: number, pages:
 *   number, problems: Finding[] }} RelationReport staleTids: some of the
 *   rows that stale entries speak of
 */

/** Damaged pages, and stale entries, that are told one by one. */
const TOLD_MAX = 10

/** What an error says is wrong. @param {unknown} error */
export const findingOf = (error) =>
  error instanceof DbError
    ? { code: error.code, message: error.message, detail: error.detail }
    : { code: 'XX001', message: `cannot be read: ${error instanceof Error ? error.message : String(error)}` }

/**
 * @param {RelationDesc} relation with its heap and trees
 * @param {Snapshot} snapshot what is to be found in the indexes: everything committed
 * @param {((index: IndexDesc, relation: RelationDesc) => any) | null} compileKey makes the key extractor of an index
 *   with expressions
 * @returns {RelationReport}
 */
export function checkRelation(relation, snapshot, compileKey) {
  return new RelationCheck(relation, snapshot, compileKey).run()
}

class RelationCheck {
  /**
   * @param {RelationDesc} relation
   * @param {Snapshot} snapshot
   * @param {((index: IndexDesc, relation: RelationDesc) => any) | null} compileKey
   */
  constructor(relation, snapshot, compileKey) {
    this.relation = relation
    this.snapshot = snapshot
    this.compileKey = compileKey
    /** @type {Map<IndexDesc, IndexDesc[]>} */
    this.expressions = new Map()
    this.heap = relation.heap
    this.pool = relation.heap.env.pool
    /** @type {RelationReport} */
    this.report = { rows: 0, entries: 0, staleEntries: 0, staleTids: [], orphanPages: 0, pages: 0, problems: [] }
    this.damagedPages = 0
    /** Out-of-line values: pages by chain, and the chains that rows name. @type {Map<number, number>} */
    this.chainPages = new Map()
    /** @type {Set<number>} */
    this.chainsNamed = new Set()
    this.key = new Uint8Array(2 * ENTRY_BYTES_MAX)
    this.otherKey = new Uint8Array(2 * ENTRY_BYTES_MAX)
    this.list = new KeyList()
    /** Entries of the index at hand that lead to no row. */
    this.empty = 0
    /** The list of a gin index before, its key and its last row. @type {Uint8Array} */
    this.postedKey = this.key.subarray(0, 0)
    this.postedLast = 0
  }

  run() {
    try {
      const isWhole = this.guard(() => this.pages()) && this.damagedPages === 0
      if (isWhole) this.guard(() => this.rows())
      // With pages gone, entries of their rows are all that is left of them: nothing to complain of.
      for (const index of this.relation.indexes)
        this.guard(() => {
          if (isWhole) this.index(index)
          else this.tree(index)
        }, index.name)
    } finally {
      this.heap.release()
    }
    return this.report
  }

  /**
   * Runs a step; an error that storage raises is a finding.
   * @param {() => void} step
   * @param {string} [name]
   * @returns {boolean} the step came to its end
   */
  guard(step, name = this.relation.name) {
    try {
      step()
      return true
    } catch (error) {
      this.report.problems.push({ relation: name, ...findingOf(error) })
      return false
    }
  }

  /** @param {string} message @param {string} [name] */
  found(message, name = this.relation.name) {
    this.report.problems.push({ relation: name, code: name === this.relation.name ? 'XX001' : 'XX002', message })
  }

  /** Every page of the table's file, and where its rows have moved. */
  pages() {
    const { pool, heap } = this
    const { view } = pool
    /** @type {Set<number>} */
    const bodies = new Set()
    /** @type {Map<number, number>} body -> stub */
    const targets = new Map()
    for (let block = 0; block < heap.file.blockCount; block++) {
      this.report.pages++
      const frame = this.pinOrTell(block)
      if (frame < 0) continue
      try {
        const base = frame * PAGE_BYTES
        const kind = pageKind(view, base)
        if (kind === PAGE_KINDS.HEAP) this.slots(base, block, bodies, targets)
        else if (kind === PAGE_KINDS.OVERFLOW) {
          const chain = chainOf(view, base)
          this.chainPages.set(chain, (this.chainPages.get(chain) ?? 0) + 1)
        } else if (kind !== PAGE_KINDS.FREE) this.found(`block ${block} is of kind ${kind}, which a table has none of`)
      } finally {
        pool.unpin(frame)
      }
    }
    if (this.damagedPages > TOLD_MAX) this.found(`${this.damagedPages - TOLD_MAX} more blocks are damaged`)
    if (this.damagedPages > 0) return
    for (const [chain, count] of this.chainPages) if (!this.chainsNamed.has(chain)) this.report.orphanPages += count
    for (const [body, stub] of targets)
      if (!bodies.has(body)) this.found(`row ${place(stub)} says it moved to ${place(body)}, where no moved row is`)
  }

  /** @param {BlockNumber} block @returns {number} frame, or -1: it is damaged, which is told */
  pinOrTell(block) {
    try {
      return this.pool.pin(this.heap.file, block)
    } catch (error) {
      if (this.heap.file.quarantined) throw error
      if (++this.damagedPages <= TOLD_MAX)
        this.report.problems.push({ relation: this.relation.name, ...findingOf(error) })
      return -1
    }
  }

  /**
   * @param {number} base
   * @param {BlockNumber} block
   * @param {Set<number>} bodies
   * @param {Map<number, number>} targets
   */
  slots(base, block, bodies, targets) {
    const { view } = this.pool
    const upper = pageUpper(view, base)
    if (pageLower(view, base) > upper || upper > PAGE_BYTES) {
      this.found(`block ${block}: its free space ends before it begins`)
      return
    }
    for (let slotIndex = 0; slotIndex < slotCount(view, base); slotIndex++) {
      const offset = slotOffset(view, base, slotIndex)
      if (offset === 0) continue
      const length = slotLength(view, base, slotIndex)
      const tid = tidOf(block, slotIndex)
      if (offset < upper || offset + length > PAGE_BYTES) {
        this.found(`row ${place(tid)} lies outside the rows of its page`)
        continue
      }
      const xid = headerXid(view, base + offset)
      if (xid >= this.heap.env.txns.ring.next) {
        this.found(`row ${place(tid)} was changed or locked by transaction ${xid}, which has not begun`)
      }
      const flags = headerFlags(view, base + offset)
      if (flags & FLAG.MOVED) bodies.add(tid)
      else if (flags & FLAG.FORWARD) targets.set(stubTarget(view, base + offset), tid)
      if ((flags & (FLAG.FORWARD | FLAG.OVERFLOW)) === FLAG.OVERFLOW)
        this.heap.layout.eachPointer(view, base + offset, (/** @type {number} */ pointerAt) =>
          this.chainsNamed.add(chainOfPointer(view, pointerAt)),
        )
      if ((flags & FLAG.FORWARD) === 0 && this.heap.layout.tupleBytes(view, base + offset) > length)
        this.found(`row ${place(tid)} is longer than its slot`)
    }
  }

  /** Every visible row: it decodes, and its entries are there. */
  rows() {
    const { relation, heap, pool, report } = this
    const scan = new HeapScan(heap, this.snapshot, true)
    try {
      for (let at = scan.next(); at >= 0; at = scan.next()) {
        report.rows++
        const tid = scan.tid
        const values = heap.layout.decode(pool.bytes, pool.view, at)
        for (const column of relation.columns) {
          if (column.notNull && !column.dropped && values[column.attnum - 1] === null)
            this.found(`row ${place(tid)} has no value in column "${column.name}", which is NOT NULL`)
        }
        for (const index of relation.indexes) {
          if (index.method === GIN) {
            this.list.fill(/** @type {any} */ (index.extractKey), pool.bytes, pool.view, at)
            for (let i = 0; i < this.list.count; i++) {
              const { bytes, starts, ends } = this.list
              const isThere = index.tree.has(bytes, starts[i], ends[i], tid)
                || hasWaiting(index.tree, tid, bytes, starts[i], ends[i])
              if (!isThere) this.found(`has no entry for row ${place(tid)}`, index.name)
            }
            continue
          }
          const end = this.extract(index, at, this.key)
          if (end >= 0 && !index.tree.has(this.key, 0, end, tid))
            this.found(`has no entry for row ${place(tid)}`, index.name)
        }
      }
    } finally {
      scan.release()
    }
  }

  /** @param {IndexDesc} index @param {number} at @param {Uint8Array} out @returns {number} */
  extract(index, at, out) {
    return /** @type {any} */ (index.extractKey)(this.pool.bytes, this.pool.view, at, out, 0)
  }

  /** @param {IndexDesc} index */
  tree(index) {
    if (isGistIndex(index)) checkGist(index.tree)
    else checkTree(index.tree)
  }

  /** @param {IndexDesc} index */
  index(index) {
    const { report, key } = this
    const purgeIndex = indexOfPurge(index)
    this.tree(index)
    const cursor = index.tree.cursor()
    let previousEnd = -1
    this.empty = 0
    this.postedKey = this.postedKey.subarray(0, 0)
    try {
      cursor.setWholeRange()
      cursor.toStart()
      for (let tid = cursor.next(); tid >= 0; tid = cursor.next()) {
        cursor.release()
        const end = cursor.savedEnd - 6
        if (purgeIndex.multi && isPosting(tid)) {
          this.posting(purgeIndex, index.name, cursor.saved, cursor.savedEnd)
          continue
        }
        report.entries++
        if (purgeIndex.multi && waits(cursor.saved, 0)) {
          this.waiting(purgeIndex, index.name, tid, cursor.saved, cursor.savedEnd)
          continue
        }
        const sameKey =
          index.unique && end === previousEnd
          && Buffer.compare(cursor.saved.subarray(0, end), key.subarray(0, end)) === 0
        if (this.isStale(purgeIndex, index.name, tid, cursor.saved, end)) continue
        if (!index.unique || !this.rowHasKey(index, tid, cursor.saved, end)) continue
        if (sameKey) this.found(`has two rows with one key, the second being ${place(tid)}`, index.name)
        key.set(cursor.saved.subarray(0, end), 0)
        previousEnd = end
      }
    } finally {
      cursor.close()
    }
  }

  /**
   * Whether no version that somebody may see has this key; one without a row is a problem.
   * @param {import('../../storage/heap/heap-env.js').PurgeIndex} index @param {string} name @param {Tid} tid
   * @param {Uint8Array} key @param {number} end
   */
  isStale(index, name, tid, key, end) {
    const { heap, report } = this
    if (keyIsReachable(heap, index, tid, key, 0, end, this.otherKey)) return false
    if (this.leadsNowhere(tid) && this.empty++ < TOLD_MAX) {
      this.found(`has an entry for row ${place(tid)}, which is not there`, name)
    }
    if (report.staleEntries++ < TOLD_MAX) report.staleTids.push(`${place(tid)} in "${name}"`)
    return true
  }

  /**
   * An entry of many rows of one key.
   * @param {import('../../storage/heap/heap-env.js').PurgeIndex} index @param {string} name
   * @param {Uint8Array} entry @param {number} end
   */
  posting(index, name, entry, end) {
    const problem = postingProblem(entry, end)
    if (problem !== '') { this.found(`has a list of rows that ${problem}`, name); return }
    const rows = new Float64Array(POSTED_MAX)
    const count = readPosting(entry, end, rows)
    const keyBytes = postingKeyBytes(entry, end)
    const isNext = Buffer.compare(entry.subarray(0, keyBytes), this.postedKey) === 0
    if (isNext && rows[0] <= this.postedLast) this.found(`has two lists with row ${place(rows[0])} for one key`, name)
    this.postedKey = entry.slice(0, keyBytes)
    this.postedLast = rows[count - 1]
    this.report.entries += count
    for (let at = 0; at < count; at++) this.isStale(index, name, rows[at], entry, keyBytes)
  }

  /**
   * An entry that waits: each of its keys is one of its row's.
   * @param {import('../../storage/heap/heap-env.js').PurgeIndex} index @param {string} name @param {Tid} tid
   * @param {Uint8Array} entry @param {number} end
   */
  waiting(index, name, tid, entry, end) {
    if (this.leadsNowhere(tid)) this.found(`has an entry for row ${place(tid)}, which is not there`, name)
    let isStale = false
    eachWaitingKey(entry, end, (from, to) => {
      isStale ||= !keyIsReachable(this.heap, index, tid, entry, from, to, this.otherKey)
    })
    if (isStale && this.report.staleEntries++ < TOLD_MAX) this.report.staleTids.push(`${place(tid)} in "${name}"`)
  }

  /**
   * Purge and rollback take a row's entries away before the row. Those a crash left of its older keys (a fork begins as
   * if after one) stay until the sweep, which a row that is deleted before does not wait for.
   * @param {Tid} tid of an entry
   */
  leadsNowhere(tid) {
    const { heap } = this
    return !heap.env.txns.sweepFiles.has(heap.fileId) && !this.hasRow(tid)
  }

  /** Whether anything stands at a row's home. @param {Tid} tid */
  hasRow(tid) {
    const { heap } = this
    return Math.floor(tid / 512) < heap.file.blockCount && heap.reader.locate(tid) >= 0
  }

  /**
   * Whether the visible version has this key, without a null in it.
   * @param {IndexDesc} index
   * @param {Tid} tid
   * @param {Uint8Array} key
   * @param {number} end
   */
  rowHasKey(index, tid, key, end) {
    const { heap, pool, otherKey } = this
    const at = heap.fetch(tid, this.snapshot)
    if (at < 0) return false
    const rowEnd = this.extract(index, at, otherKey)
    if (rowEnd !== end || Buffer.compare(otherKey.subarray(0, end), key.subarray(0, end)) !== 0) return false
    if (index.nullsNotDistinct) return true
    const values = this.expressionsOf(index)
    return index.keyAttnums.every((attnum, place) =>
      attnum !== 0
        ? heap.layout.read(attnum - 1, pool.bytes, pool.view, at) !== null
        : this.extract(values[place], at, otherKey) >= 0 && otherKey[0] === NOT_NULL_MARKER,
    )
  }

  /**
   * For each key that is an expression an index of it alone: a key's first byte says whether it is null.
   * @param {IndexDesc} index
   * @returns {IndexDesc[]} by the place of the key
   */
  expressionsOf(index) {
    let found = this.expressions.get(index)
    if (found === undefined) {
      found = index.keys.map((key) => {
        const alone = indexOfKey(index, key)
        return key.expr === null
          ? index
          : { ...alone, extractKey: /** @type {any} */ (this.compileKey)(alone, this.relation) }
      })
      this.expressions.set(index, found)
    }
    return found
  }
}

/** @param {Tid} tid */
const place = (tid) => `(${blockOf(tid)},${slotOf(tid)})`
