/**
 * Rows that a second index's entries lead to, for a scan that looks up no others (planner/build/access/index-and.js).
 * What is noted is a bit for each hash of a tuple id: of the rows it lets through some may be others, and their
 * conditions are asked all the same.
 */
import { KeyCode } from './index-keys.js'
import { cached, openIndex } from './access.js'
import { expression } from '../../expressions/compile.js'

/** @import { Tid } from '../../../util/identifiers.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { IndexScan } from '../../../planner/plan.js' */
/** @import { FunctionBuilder } from '../../codegen/function.js' */

const BITS_PER_ROW = 16
const BITS_MIN = 2 ** 13
const BITS_MAX = 2 ** 25

export class NotedRows {
  /** @param {number} rows as many as are expected */
  constructor(rows) {
    const log = Math.ceil(Math.log2(Math.min(BITS_MAX, Math.max(BITS_MIN, rows * BITS_PER_ROW))))
    this.shift = 32 - log
    this.words = new Int32Array(2 ** (log - 5))
  }

  clear() { this.words.fill(0) }

  /** @param {Tid} tid */
  add(tid) {
    const hash = Math.imul(tid, 0x9e3779b1) >>> this.shift
    this.words[hash >>> 5] |= 1 << (hash & 31)
  }

  /** @param {Tid} tid @returns {boolean} false: it was not added */
  has(tid) {
    const hash = Math.imul(tid, 0x9e3779b1) >>> this.shift
    return (this.words[hash >>> 5] & (1 << (hash & 31))) !== 0
  }
}

/**
 * Notes the rows of a scan's entries, whoever sees them.
 * @param {FunctionBuilder} fn @param {IndexScan} scan its bounds are values, no lists @param {RelationDesc} relation
 * @param {(fn: FunctionBuilder, cursor: string, tid: string) => void} stepEntries opens the loop over entries
 * @returns {string} name of the NotedRows
 */
export function noteRows(fn, scan, relation, stepEntries) {
  const { module } = fn
  const index = relation.indexes.find(({ oid }) => oid === scan.indexOid)
  if (index === undefined) throw new Error('an index that the table does not have')
  const rows = cached(fn, 'noted', `new ${module.constant(NotedRows, 'NotedRows')}(${scan.estimate.rows})`)
  fn.line(`${rows}.clear()`)
  fn.open('{')
  const bounds = scan.keys.map((bound) => {
    const name = module.name('bound')
    if (bound.value === null) return { ...bound, name: '' }
    const value = expression(fn, bound.value)
    fn.line(`const ${name} = ${value.js}`)
    return { ...bound, name, nullable: value.nullable }
  })
  const key = new KeyCode(fn, index, bounds)
  const nulls = bounds.flatMap((bound) => 'nullable' in bound && bound.nullable ? [`${bound.name} !== null`] : [])
  const holds = [...nulls, key.guard()].filter((text) => text !== '').join(' && ')
  if (holds !== '') fn.open(`if (${holds}) {`)
  const cursor = openIndex(fn, index)
  key.range(cursor)
  fn.line(`${cursor}.toStart()`)
  fn.line(`${module.constant(index.tree.counters, 'counters')}.scans++`)
  const tid = module.name('tid')
  stepEntries(fn, cursor, tid)
  fn.line(`${rows}.add(${tid})`)
  fn.close()
  if (holds !== '') fn.close()
  fn.close()
  return rows
}
