/**
 * Which row a statement looks up by a parameter, for those who know values of it before the statement runs: they have
 * the rows brought into the processor's cache together. Each is some dependent misses away (hint, slot, tuple), but
 * those of different rows do not depend on each other, and a processor waits for ten of them at a time as long as for
 * one. Only looks at memory: no pins, no reads from disk, and what it finds is told to nobody.
 */
import { PAGE_BYTES, PAGE_HEADER_BYTES } from '../../../storage/page.js'
import { FunctionBuilder } from '../../codegen/function.js'
import { relationOf } from './access.js'
import { KeyCode } from './index-keys.js'
import { isGuessed } from './scan.js'
import { slotOf } from '../../../util/tuple-id.js'

/** @import { Heap } from '../../../storage/heap/heap.js' */
/** @import { PlanNode } from '../../../planner/plan.js' */
/** @import { Param } from '../../../catalog/expr.js' */

/** Rows of one round: so many fit the nearest cache beside what the statements need. */
const LOOK_AHEAD_MAX = 128

const RECENT_MASK = 1023

export class LookAhead {
  /**
   * @param {Heap} heap
   * @param {import('../../../storage/btree/row-hints.js').RowHints} hints
   * @param {number} fileId of the unique index
   * @param {(value: any) => number} cellOf puts the tag of a key into `hints.tag` and returns its cell
   */
  constructor(heap, hints, fileId, cellOf) {
    this.fileId = fileId
    this.file = heap.file
    this.view = heap.env.pool.view
    this.hints = hints
    this.cellOf = cellOf
    this.count = 0
    this.cells = new Int32Array(LOOK_AHEAD_MAX)
    this.tags = new Uint32Array(LOOK_AHEAD_MAX)
    this.places = new Float64Array(LOOK_AHEAD_MAX)
    /** Keys of late, by their lowest bits. */
    this.recent = new Int32Array(RECENT_MASK + 1).fill(-1)
    /** What was looked at, mixed: a result that nobody drops as unused. */
    this.seen = 0
  }

  /** @param {number} value of the key, 32 bits */
  add(value) {
    const { count, recent } = this
    // What was asked for a moment ago is in the cache.
    if (count === LOOK_AHEAD_MAX || recent[value & RECENT_MASK] === value) return
    recent[value & RECENT_MASK] = value
    this.cells[count] = this.cellOf(value)
    this.tags[count] = this.hints.tag
    this.count = count + 1
  }

  /** As `add`, for a key of any type that is not null. @param {unknown} value */
  addKey(value) {
    if (typeof value === 'number') { this.add(value); return }
    const { count } = this
    if (count === LOOK_AHEAD_MAX) return
    this.cells[count] = this.cellOf(value)
    this.tags[count] = this.hints.tag
    this.count = count + 1
  }

  /** Looks at all that were added. Each loop's loads are independent of each other. */
  look() {
    const { count, cells, tags, places, view, hints, file } = this
    const { directory, blockCount } = file
    this.count = 0
    let seen = 0
    for (let index = 0; index < count; index++) seen ^= hints.cells[cells[index]]
    let found = 0
    for (let index = 0; index < count; index++) {
      const tid = hints.guess(cells[index], tags[index], file)
      if (tid < 0) continue
      const block = tid >>> 9
      if (block >= blockCount) continue
      const chunk = directory[block >>> 10]
      const frame = chunk === undefined ? -1 : chunk[block & 1023] - 1
      if (frame < 0) continue
      const base = frame * PAGE_BYTES
      places[found++] = base + PAGE_HEADER_BYTES + slotOf(tid) * 4
      seen ^= view.getUint16(base, true)
    }
    for (let index = 0; index < found; index++) seen ^= view.getUint16(places[index], true)
    for (let index = 0; index < found; index++) {
      const at = places[index]
      seen ^= view.getUint16(at - at % PAGE_BYTES + (view.getUint16(at, true) & (PAGE_BYTES - 1)), true)
    }
    this.seen = seen
  }
}

/** @typedef {{ parameter: number, rows: LookAhead }} RowAhead parameter: from 0 on */

/**
 * @param {import('../../../planner/plan.js').PlannedStatement} planned
 * @param {import('../../codegen/module.js').Module} module a plain one
 * @returns {RowAhead | null} null: its first rows, or an INSERT's arbiter row, are found in another way than by a whole
 *   unique key that is a parameter
 */
export function rowAhead(planned, module) {
  const sought = arbiterKey(planned.root, module) ?? scannedKey(planned.root, module)
  if (sought === null || !sought.index.tree) return null
  const { relation, index, bound } = sought
  const { hints } = index.tree.env
  let guarded = false
  const cell = module.define('cell', new FunctionBuilder(module, 'top', null), (fn) => {
    fn.ownParams = ['value']
    const key = new KeyCode(fn, index, [{ ...bound, name: 'value' }])
    guarded = key.guard() !== ''
    const { buffer, end } = key.point()
    fn.line(`return ${module.constant(hints, 'hints')}.place(${index.fileId}, ${buffer}, ${end})`)
  })
  if (guarded) return null
  const cellOf = module.build(cell.name)
  return {
    parameter: bound.value.number - 1,
    rows: new LookAhead(relation.heap, hints, index.fileId, (value) => cellOf(null, value)),
  }
}

/**
 * @typedef {{ relation: any, index: any, bound: { column: number, op: string, value: Param } }} Sought a unique index
 *   of one column, and the parameter that is
 *   its key
 */

/**
 * The first scan below: by a whole key?
 * @param {any} node
 * @param {import('../../codegen/module.js').Module} module
 * @returns {Sought | null}
 */
function scannedKey(node, module) {
  while (node !== null && node !== undefined && node.node !== 'indexScan') node = node.input
  if (!node || node.keys.length !== 1 || !node.uniqueMatch) return null
  const [bound] = node.keys
  if (bound.op !== '=' || bound.any || bound.value.kind !== 'param') return null
  const relation = relationOf(module, node.relationOid)
  const index = relation.indexes.find((/** @type {any} */ candidate) => candidate.oid === node.indexOid)
  return index !== undefined && isGuessed(node, index) ? { relation, index, bound } : null
}

/**
 * An INSERT that looks for the row of its one arbiter.
 * @param {PlanNode | null} node
 * @param {import('../../codegen/module.js').Module} module
 * @returns {Sought | null}
 */
function arbiterKey(node, module) {
  if (node?.node !== 'modify' || node.operation !== 'insert' || node.tree || node.onConflict?.indexOids.length !== 1)
    return null
  const relation = relationOf(module, node.relationOid)
  const index = relation.indexes.find((/** @type {any} */ candidate) => candidate.oid === node.onConflict.indexOids[0])
  if (index === undefined || !index.unique || !index.immediate || index.predicate !== null || index.keys.length !== 1)
    return null
  const value = node.values?.[index.keys[0].attnum - 1]
  return value?.kind === 'param' ? { relation, index, bound: { column: 0, op: '=', value } } : null
}
