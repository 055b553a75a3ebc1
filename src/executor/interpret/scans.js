/**
 * Scans of tables, row by row: what operators/scan writes as code, done at once. Rows' columns are read into registers
 * as soon as the row is believed.
 */
import { HeapCursor } from '../../storage/heap/heap-cursor.js'
import { HeapScan } from '../../storage/heap/heap-scan.js'
import { encodeKeyPart, hasKeyBytes, KEY_BUFFER_BYTES, NOT_NULL_MARKER, nullMarkerOf } from '../../types/key.js'
import { columnKey, slotKey } from '../codegen/function.js'
import { relationOf } from '../operators/scan/access.js'
import { ENTRY, HIGH, KEY_BYTES_MAX, KeyCode, LOW, OWN, sameBytes, sameEntry } from '../operators/scan/index-keys.js'
import { distinctElements, mayTrust, recheckOfProbe } from '../operators/scan/scan.js'
import { isGin } from '../operators/scan/gin-scan.js'
import { isGist } from '../operators/scan/gist-scan.js'
import { orderOf } from './values.js'
import { GIVE_UP, UNFIT } from './scope.js'

/** @import { IndexScan, SeqScan } from '../../planner/plan.js' */
/** @import { IndexDesc, RelationDesc } from '../../catalog/relation.js' */
/** @import { ExecContext } from '../context.js' */
/** @import { Datum } from '../../types/datum.js' */
/** @import { Link, Registers, Run, Scope, Test } from './scope.js' */

/**
 * A function that reads a row's columns into their registers.
 * @param {Scope} scope @param {number} rt @param {RelationDesc} relation @param {number[]} attnums
 * @returns {(r: Registers, at: number) => void}
 */
function rowReader(scope, rt, relation, attnums) {
  const { heap } = relation
  const { layout } = heap
  const { bytes, view } = heap.env.pool
  const stored = attnums.filter((attnum) => attnum !== TABLE_OID)
  if (stored.some((attnum) => attnum <= 0)) throw UNFIT
  const places = stored.map((attnum) => attnum - 1)
  const registers = stored.map((attnum) => scope.define(columnKey({ rt, attnum })))
  const count = places.length
  return (r, at) => {
    for (let index = 0; index < count; index++) {
      const value = r[registers[index]] = layout.read(places[index], bytes, view, at)
      if (typeof value === 'string' && value.length > TEXT_MAX) throw GIVE_UP
    }
  }
}
const TABLE_OID = -6
/** Longer texts are better copied than read. */
const TEXT_MAX = 16 * 1024

/** @param {SeqScan} node @param {Scope} scope @returns {Link} */
export function seqScan(node, scope) {
  const relation = relationOf(scope.module, node.relationOid)
  if (relation.kind === 'S' || node.sample) throw UNFIT
  const { heap } = relation
  const read = rowReader(scope, node.rt, relation, node.attnums)
  const filter = scope.test(node.filter)
  scope.counters.add(heap.counters)
  scope.expected += heap.counters.live
  /** @type {HeapScan | null} */
  let scan = null
  scope.ends.push(() => { scan = null })
  return (take) => (ctx, r) => {
    if (scan === null) ctx.cursors.push(scan = new HeapScan(heap, ctx.snapshot, !scope.patient))
    const rows = scan
    rows.rewind(ctx.snapshot)
    if (ctx.txn.serializable !== null) ctx.txn.serializable.readFile(heap.fileId)
    for (;;) {
      const at = rows.next()
      if (at < 0) {
        if (at === -1) return false
        throw GIVE_UP
      }
      scope.step()
      read(r, at)
      if ((filter === null || filter(ctx, r)) && take(ctx, r)) return true
    }
  }
}

/** @param {IndexScan} node @param {Scope} scope @returns {Link} */
export function indexScan(node, scope) {
  const relation = relationOf(scope.module, node.relationOid)
  const index = relation.indexes.find(({ oid }) => oid === node.indexOid)
  if (
    index === undefined || isGin(index) || isGist(index) || node.ranges !== undefined || node.also !== undefined
    || node.held !== undefined || node.orderBy !== undefined || index.keys.some(({ attnum }) => attnum <= 0)
  )
    throw UNFIT
  scope.counters.add(index.tree.counters)
  scope.expected += node.estimate.rows
  const bounds = new Bounds(node, scope, index)
  // Of what entries alone are asked, the recheck asks too.
  const attnums = node.indexOnly
    ? [...new Set([...node.attnums, ...index.keys.map(({ attnum }) => attnum)])]
    : node.attnums
  const read = rowReader(scope, node.rt, relation, attnums)
  const recheck = scope.test(bounds.loops.length === 0 ? node.recheck
    : recheckOfProbe(scope.asker, node, bounds.loops))
  const filter = scope.test(node.filter)
  const fetch = new HeapCursor(relation.heap)
  const row = { relation, index, read, recheck, filter, fetch }
  const link = node.uniqueMatch ? lookup(scope, bounds, row) : stretch(node, scope, bounds, row)
  return (take) => bounds.each(link(take))
}

/**
 * @typedef {{ relation: RelationDesc, index: IndexDesc, read: (r: Registers, at: number) => void, recheck: Test | null,
 *   filter: Test | null, fetch: HeapCursor }} RowOf what a scan does with a row
 */

/** The values that bound a scan, and the keys made of them. */
class Bounds {
  /** @param {IndexScan} node @param {Scope} scope @param {IndexDesc} index */
  constructor(node, scope, index) {
    this.all = node.keys.map(({ column, op, value, any, strategy }, at) => ({
      column, op, value, any, strategy, name: `b${at}`, at, reading: value === null ? null : scope.value(value),
    }))
    this.loops = this.all.filter((bound) => bound.any)
    const code = new KeyCode(scope.asker, index, this.all)
    for (const bound of [...code.equal, ...code.ranged])
      if (bound.value && code.guardOf(bound) !== '') throw UNFIT
    this.equal = code.equal
    this.allEqual = code.allEqual
    this.specs = index.keys.map((_, column) => code.spec(column))
    if (this.specs.some(({ typeOid }) => typeOid < 0 || !hasKeyBytes(typeOid))) throw UNFIT
    const lower = code.ranged.find(({ op }) => op === '>' || op === '>=')
    const upper = code.ranged.find(({ op }) => op === '<' || op === '<=')
    this.isRanged = code.ranged.length > 0
    const desc = this.isRanged && this.specs[code.equal.length].desc
    // In a descending column the larger values come first.
    this.first = desc ? upper : lower
    this.last = desc ? lower : upper
    /** By place in `all`: the values of a probe. @type {Datum[]} */
    this.values = this.all.map(() => null)
    this.compares = this.loops.map((bound) => {
      const compare = orderOf(scope, index.keys[bound.column].typeOid)
      return node.backward ? (/** @type {Datum} */ a, /** @type {Datum} */ b) => -compare(a, b) : compare
    })
    this.registers = this.loops.map(({ column }) => scope.define(slotKey({ node: node.id, index: -1 - column })))
    this.scope = scope
  }

  /** Runs a probe for each element of arrays that bound, in the index's order. @param {Run} probe @returns {Run} */
  each(probe) {
    const { all, values, loops, compares, registers, scope } = this
    /** @param {ExecContext} ctx @param {Registers} r @param {number} depth @returns {boolean} */
    const nested = (ctx, r, depth) => {
      if (depth === loops.length) return probe(ctx, r)
      const { at } = loops[depth]
      for (const element of distinctElements(values[at], compares[depth])) {
        scope.step()
        const whole = values[at]
        values[at] = r[registers[depth]] = element
        const stops = nested(ctx, r, depth + 1)
        values[at] = whole
        if (stops) return true
      }
      return false
    }
    return (ctx, r) => {
      for (const { at, reading } of all) {
        if (reading === null) continue
        if ((values[at] = reading(ctx, r)) === null) return false
      }
      return nested(ctx, r, 0)
    }
  }

  /** The equalities' key. @param {Uint8Array} out @returns {number} its end */
  prefix(out) {
    let end = 0
    for (const { op, column, at } of this.equal) {
      const spec = this.specs[column]
      if (op === 'isnull') out[end++] = nullMarkerOf(spec)
      else end = encodeKeyPart(spec.typeOid, this.values[at], spec.desc, spec.nullsFirst, out, end)
    }
    return end
  }

  /**
   * One end of the range behind the equalities.
   * @param {{ column: number, at: number } | undefined} bound @param {Uint8Array} out @param {number} end
   */
  end(bound, out, end) {
    if (bound === undefined) {
      out[end] = NOT_NULL_MARKER
      return end + 1
    }
    const spec = this.specs[bound.column]
    return encodeKeyPart(spec.typeOid, this.values[bound.at], spec.desc, spec.nullsFirst, out, end)
  }

  /** The key of a row. @param {IndexDesc} index @param {RelationDesc} relation @param {number} at */
  own(index, { heap: { layout, env: { pool } } }, at) {
    let end = 0
    for (let column = 0; column < index.keys.length; column++) {
      const { typeOid, desc, nullsFirst } = this.specs[column]
      const value = layout.read(index.keys[column].attnum - 1, pool.bytes, pool.view, at)
      end = encodeKeyPart(typeOid, value, desc, nullsFirst, OWN, end)
    }
    return end
  }
}

/** @type {Uint8Array} */
const NO_KEY = new Uint8Array(0)
/** Of lookups that do not run: a statement stays in the plan cache, and 4 kB of its own would with it. */
const keyBuffers = /** @type {Uint8Array[]} */ ([])

/** One row or none: see pointLookup. @param {Scope} scope @param {Bounds} bounds @param {RowOf} row @returns {Link} */
function lookup(scope, bounds, { relation, index, read, recheck, filter, fetch }) {
  const { tree } = index
  const { counters } = tree
  let key = NO_KEY
  const isListed = bounds.loops.length > 0
  scope.begins.push((ctx) => {
    key = keyBuffers.pop() ?? new Uint8Array(KEY_BUFFER_BYTES)
    ctx.cursors.push(fetch)
  })
  scope.ends.push(() => {
    if (key !== NO_KEY) keyBuffers.push(key)
    key = NO_KEY
  })
  return (take) => (ctx, r) => {
    const end = bounds.prefix(key)
    counters.scans++
    if (end > KEY_BYTES_MAX) return false
    const { serializable, repeatableRead, xid } = ctx.txn
    if (serializable !== null) serializable.readKey(index.fileId, key, end)
    const both = repeatableRead && xid !== 0
    for (let tid = tree.lookup(key, 0, end); tid >= 0; tid = tree.lookupAfter(key, 0, end, tid)) {
      scope.step()
      const at = fetch.fetch(tid, ctx.snapshot)
      if (at < 0) continue
      if (isListed && !sameBytes(OWN, bounds.own(index, relation, at), key, end)) continue
      read(r, at)
      if (recheck !== null && !recheck(ctx, r)) continue
      counters.rows++
      if (serializable !== null) serializable.readRow(relation.heap.fileId, tid)
      const isWanted = filter === null || filter(ctx, r)
      if (isWanted && take(ctx, r)) return true
      // A partial index has keys of rows that have left it, in front of the one that is in it.
      if (!both && (isWanted || index.predicate === null)) return false
    }
    return false
  }
}

/**
 * The rows of a stretch of the index: see readStretch.
 * @param {IndexScan} node @param {Scope} scope @param {Bounds} bounds @param {RowOf} row @returns {Link}
 */
function stretch(node, scope, bounds, { relation, index, read, recheck, filter, fetch }) {
  const { backward } = node
  const { heap } = relation
  const { counters } = index.tree
  const { first, last } = bounds
  const compares = !bounds.allEqual || bounds.loops.length > 0
  const trusts = mayTrust(index) && (compares || node.implied || node.indexOnly === true)
  const isImplied = trusts && node.implied
  const cursor = index.tree.cursor()
  const { sweepFiles } = heap.env.txns
  scope.begins.push((ctx) => {
    cursor.patient = scope.patient
    ctx.cursors.push(fetch, cursor)
  })
  return (take) => (ctx, r) => {
    let lowEnd = bounds.prefix(LOW), highEnd = bounds.prefix(HIGH), lowAfter = false, highAfter = true
    if (bounds.isRanged) {
      lowEnd = bounds.end(first, LOW, lowEnd)
      highEnd = bounds.end(last, HIGH, highEnd)
      if (first !== undefined) lowAfter = first.op === '>' || first.op === '<'
      if (last !== undefined) highAfter = last.op === '>=' || last.op === '<='
    }
    const { serializable } = ctx.txn
    if (serializable !== null)
      serializable.readRange(index.fileId, LOW, lowEnd, lowAfter, HIGH, highEnd, highAfter)
    cursor.setRange(LOW, 0, lowEnd, lowAfter, HIGH, 0, highEnd, highAfter)
    if (backward) cursor.toEnd()
    else cursor.toStart()
    counters.scans++
    const trusted = trusts && !sweepFiles.has(heap.fileId)
    for (;;) {
      const tid = backward ? cursor.prev() : cursor.next()
      if (tid < 0) {
        if (tid === -1) return false
        throw GIVE_UP
      }
      scope.step()
      let at = trusted ? fetch.settledAt(tid) : -1
      const isSettled = at >= 0
      if (!isSettled) at = fetch.fetch(tid, ctx.snapshot)
      if (at < 0) continue
      if (serializable !== null) serializable.readRow(heap.fileId, tid)
      if (!isSettled && compares) {
        const end = bounds.own(index, relation, at)
        if (!sameEntry(cursor, cursor.moved > 0 ? cursor.index - 1 : cursor.index, ENTRY, OWN, end)) continue
      }
      read(r, at)
      if (recheck !== null && !(isImplied && (isSettled || compares)) && !recheck(ctx, r)) continue
      counters.rows++
      if ((filter === null || filter(ctx, r)) && take(ctx, r)) return true
    }
  }
}
