/** Everything generated code needs of the heap and of B+trees: cursors, column bindings, names of the shared memory. */
import { HeapCursor } from '../../../storage/heap/heap-cursor.js'
import { HeapScan } from '../../../storage/heap/heap-scan.js'
import { OUT_OF_LINE, readInt8 } from '../../../storage/heap/tuple.js'
import { decodeText } from '../../../types/strings/text.js'
import { decodeUtf8 } from '../../../types/strings/utf8.js'
import { columnKey } from '../../codegen/function.js'
import { makeRecord } from '../../expressions/composite.js'
import { isStored } from '../../../catalog/kept-keys.js'
import { assert } from '../../../util/assert.js'

/** @import { BTree } from '../../../storage/btree/tree.js' */
/** @import { Heap } from '../../../storage/heap/heap.js' */
/** @import { IndexDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { TupleLayout } from '../../../storage/heap/tuple.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../../codegen/module.js').Module} Module */

/** @param {Module} module @param {number} oid @returns {RelationDesc} RelationDesc with a heap */
export function relationOf(module, oid) {
  const relation = module.catalog.relation(oid)
  assert(relation?.heap, 'a scanned relation has a heap')
  return relation
}

/**
 * Names under which a relation's heap and layout are known; `view`, `bytes` and `readInt8` are defined along the way.
 * @param {Module} module
 * @param {RelationDesc} relation
 */
export function heapNames(module, relation) {
  const { heap } = relation
  const { pool } = heap.env
  module.named('view', pool.view)
  module.named('bytes', pool.bytes)
  module.named('readInt8', readInt8)
  return { heap: module.constant(heap, 'heap'), layout: module.constant(heap.layout, 'layout') }
}

/**
 * A scan at its start: one per execution and place in the plan, rewound when its loop runs again.
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @returns {string} its name
 */
export function startScan(fn, relation) {
  const { module } = fn
  const scan = cached(
    fn, 'scan',
    `${module.constant(openScan, 'openScan')}(ctx, ${heapNames(module, relation).heap}, ${module.generator})`,
  )
  fn.line(`${scan}.rewind(ctx.snapshot)`)
  return scan
}

/**
 * @param {import('../../context.js').ExecContext} ctx
 * @param {Heap} heap
 * @param {boolean} patient may be asked to prefetch
 */
function openScan(ctx, heap, patient) {
  const scan = new HeapScan(heap, ctx.snapshot, !patient)
  ctx.cursors.push(scan)
  return scan
}

/** @param {import('../../context.js').ExecContext} ctx @param {Heap} heap */
function openHeap(ctx, heap) {
  const cursor = new HeapCursor(heap)
  ctx.cursors.push(cursor)
  return cursor
}

/** @param {import('../../context.js').ExecContext} ctx @param {BTree} tree @param {boolean} patient */
function openTree(ctx, tree, patient) {
  const cursor = tree.cursor()
  cursor.patient = patient
  ctx.cursors.push(cursor)
  return cursor
}

/**
 * A cursor that fetches rows by tuple id, one per execution. A plain body runs to its end before anybody else does, so
 * it has one for ever.
 * @param {FunctionBuilder} fn @param {RelationDesc} relation
 */
export function openFetch(fn, relation) {
  const { module } = fn
  const names = heapNames(module, relation)
  if (!module.generator) return own(fn, new HeapCursor(relation.heap), 'fetch')
  return cached(fn, 'fetch', `${module.constant(openHeap, 'openHeap')}(ctx, ${names.heap})`)
}

/** @param {FunctionBuilder} fn @param {IndexDesc} index */
export function openIndex(fn, index) {
  const { module } = fn
  if (!module.generator) return own(fn, index.tree.cursor(), 'cursor')
  return cached(
    fn, 'cursor', `${module.constant(openTree, 'openTree')}(ctx, ${module.constant(index.tree, 'tree')}, true)`,
  )
}

/** @param {FunctionBuilder} fn @param {HeapCursor} cursor @param {string} hint */
function own(fn, cursor, hint) {
  const name = fn.module.constant(cursor, hint)
  // A function that runs once per row must not list it once per row.
  fn.prologue.push(
    fn.name === 'statement'
      ? `ctx.cursors.push(${name})`
      : `if (!ctx.cursors.includes(${name})) ctx.cursors.push(${name})`,
  )
  return name
}

/** One per execution and place in the plan. @param {FunctionBuilder} fn @param {string} hint @param {string} make */
export function cached(fn, hint, make) {
  const name = fn.module.name(hint)
  const state = fn.module.state()
  fn.prologue.push(`const ${name} = ${state} === undefined ? (${state} = ${make}) : ${state}`)
  return name
}

/**
 * Binds the columns of a tuple, to be read when needed.
 * @param {FunctionBuilder} fn
 * @param {number} rt
 * @param {RelationDesc} relation
 * @param {string} at name of its byte offset
 * @param {string} tid source of its tuple id
 * @param {number[] | null} [wanted] attnums somebody asks for: what nobody does would still be read before a nested
 *   loop (settle); null: all
 */
export function bindTuple(fn, rt, relation, at, tid, wanted = null) {
  const wants = (/** @type {number} */ attnum) => wanted === null || wanted.includes(attnum)
  const { module } = fn
  const names = heapNames(module, relation)
  const { layout } = relation.heap
  relation.columns.forEach((column, /** @type {number} */ index) => {
    if (!isStored(column) || !wants(index + 1)) return
    const key = columnKey({ rt, attnum: index + 1 })
    const isNull = column.neverNull ? null : layout.emitIsNull(index, at, names.layout)
    const shorter = layout.hasAdded()
    const raw = layout.columns[index].isVar && !shorter ? rawRange(layout, names.layout, index, at, isNull) : undefined
    const read = raw !== undefined && layout.columns[index].ops.decode === decodeText ? `${module.constant(readText, 'readText')}(bytes, view, ${at}, ${raw.start}, ${raw.endWord}, ${names.layout}, ${index})` : layout.emitRead(index, at, names.layout)
    fn.bind(key, {
      read: isNull === null || shorter ? read : `${isNull} ? null : ${read}`, nullable: !column.neverNull, memory: true,
      raw,
    })
  })
  if (wants(-1)) fn.bind(columnKey({ rt, attnum: -1 }), { read: tid, nullable: false, memory: true })
  fn.bind(columnKey({ rt, attnum: -6 }), { js: String(relation.oid), nullable: false })
  if (wants(-2))
    fn.bind(columnKey({ rt, attnum: -2 }), { read: `view.getUint32(${at}, true)`, nullable: false, memory: true })
  fn.bind(columnKey({ rt, attnum: -3 }), { js: '0', nullable: false })
  fn.bind(columnKey({ rt, attnum: -4 }), { js: '0', nullable: false })
  fn.bind(columnKey({ rt, attnum: -5 }), { js: '0', nullable: false })
  if (!wants(0)) return
  const dropped = relation.columns.filter((column) => column.dropped)
  const values = `${names.layout}.decode(bytes, view, ${at})`
  const pick =
    dropped.length === 0
      ? values
      : `${module.constant(withoutDropped, 'withoutDropped')}(${values}, ${module.constant(
          dropped.map((column) => column.attnum - 1),
          'dropped',
        )})`
  const types = module.constant(
    relation.columns.map((column) => (column.dropped ? 0 : column.typeOid)),
    'types',
  )
  const row = module.constant(makeRecord, 'makeRecord')
  fn.bind(columnKey({ rt, attnum: 0 }), {
    read: `${row}(${relation.typeOid ?? 0}, ${pick}, ${types})`, nullable: false, memory: true,
  })
}

/**
 * A text at hand, without a detour through its type.
 * @param {Uint8Array} bytes
 * @param {DataView} view
 * @param {number} at the tuple
 * @param {number} start
 * @param {number} endWord
 * @param {TupleLayout} layout
 * @param {number} index
 * @returns {string}
 */
const readText = (bytes, view, at, start, endWord, layout, index) =>
  endWord < OUT_OF_LINE ? decodeUtf8(bytes, start, at + endWord) : layout.readVar(index, bytes, view, at)

/** Dropped columns keep their place in a record, and are null. @param {unknown[]} values @param {number[]} places */
function withoutDropped(values, places) {
  for (const place of places) values[place] = null
  return values
}

/**
 * @param {TupleLayout} layout
 * @param {string} name of the layout
 * @param {number} index
 * @param {string} at
 * @param {string | null} isNull
 */
function rawRange(layout, name, index, at, isNull) {
  return {
    isNull, start: layout.emitVarStart(index, at), endWord: layout.emitVarEnd(index, at), at, layout: name, index,
  }
}
