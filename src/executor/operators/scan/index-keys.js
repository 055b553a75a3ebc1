/**
 * Index bounds as key bytes. Keys are built in two buffers of the generated module; the tree copies them, and nothing
 * yields between the building and the call, so sharing them between executions is safe.
 */
import {
  emitKeyPart, keyRuntime, KEY_BUFFER_BYTES, NOT_NULL_MARKER, NULL_FIRST_MARKER, NULL_LAST_MARKER,
} from '../../../types/key.js'
import { copyEntry, ENTRY_BYTES_MAX } from '../../../storage/btree/node.js'
import { leafTextIs } from '../../../storage/btree/node-search.js'
import { OUT_OF_LINE } from '../../../storage/heap/tuple.js'
import { TID_BYTES } from '../../../util/tuple-id.js'
import { baseType } from '../../expressions/operations.js'
import { columnKey } from '../../codegen/function.js'
import { plainType } from '../../../types/collation/types.js'
import { packGin } from '../../../types/gin.js'
import { isGistIndex } from '../../../types/gist/keys.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { GIN } from '../../../types/oids.js'

/** @import { IndexDesc } from '../../../catalog/relation.js' */
/** @import { TupleLayout } from '../../../storage/heap/tuple.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { IndexScan } from '../../../planner/plan.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @type {Record<number, { rank: number, min: string, max: string }>} */
const INTEGER_RANGE = {
  21: { rank: 1, min: '-32768', max: '32767' }, 23: { rank: 2, min: '-2147483648', max: '2147483647' },
  20: { rank: 3, min: '', max: '' },
}
/** Types whose values and key bytes are interchangeable. @type {number[][]} */
const SAME_BYTES = [
  [25, 1043, 19], [700, 701], [1114, 1184], [26, 24, 2202, 2203, 2204, 2205, 2206, 3734, 3769, 4089, 4096, 4191],
]

/**
 * Both ends of a range and an entry that is looked at: filled and read without a step between, so all statements share
 * them.
 */
export const LOW = new Uint8Array(KEY_BUFFER_BYTES)
export const HIGH = new Uint8Array(KEY_BUFFER_BYTES)
export const ENTRY = new Uint8Array(ENTRY_BYTES_MAX + 64)
export const OWN = new Uint8Array(KEY_BUFFER_BYTES)

/**
 * A buffer for the key of the row at hand; computed keys may run code of users between two of its parts.
 * @param {import('../../codegen/module.js').Module} module @param {IndexDesc} index
 */
const ownKey = (module, index) => {
  const isPlain = index.keys.every((/** @type {{ attnum: number }} */ key) => key.attnum > 0)
  return module.constant(isPlain ? OWN : new Uint8Array(KEY_BUFFER_BYTES), 'own')
}

/** Longer keys are in no index. Behind them there is room for the tuple id. */
export const KEY_BYTES_MAX = KEY_BUFFER_BYTES - 6

/**
 * How a value of one type stands in an index over another. @param {number} from @param {number} to base types
 * @returns {null | 'same' | { min: number | bigint, max: number | bigint }} a range: beyond it no key is equal; null:
 *   key bytes say nothing
 */
export function keyConversion(from, to) {
  to = plainType(to)
  if (from === to || SAME_BYTES.some((group) => group.includes(from) && group.includes(to))) return 'same'
  const range = INTEGER_RANGE[to]
  const own = INTEGER_RANGE[from]
  if (range === undefined || own === undefined) return null
  return range.rank >= own.rank ? 'same' : { min: Number(range.min), max: Number(range.max) }
}

export class KeyCode {
  /**
   * @param {FunctionBuilder} fn
   * @param {any} index IndexDesc
   * @param {any[]} bounds IndexBounds with `name`, the local that holds the value
   */
  constructor(fn, index, bounds) {
    this.fn = fn
    this.index = index
    this.equal = []
    for (let column = 0; column < index.keys.length; column++) {
      const bound = bounds.find(
        (candidate) => candidate.column === column && (candidate.op === '=' || candidate.op === 'isnull'),
      )
      if (bound === undefined) break
      this.equal.push(bound)
    }
    this.ranged = bounds.filter(
      (bound) => bound.column === this.equal.length && bound.op !== '=' && bound.op !== 'isnull',
    )
    this.allEqual = this.equal.length === index.keys.length
  }

  /** @param {number} column */
  spec(column) {
    const key = this.index.keys[column]
    return { typeOid: baseType(this.fn.module, key.typeOid), desc: key.desc, nullsFirst: key.nullsFirst }
  }

  /** What must hold for the bounds to select anything; write it as an `if` around point() or range(). */
  guard() {
    const checked = [...this.equal, ...this.ranged].filter((bound) => bound.value)
    return checked.map((bound) => this.guardOf(bound)).filter(Boolean).join(' && ')
  }

  /** A value of a wider integer type may be beyond the column's. @param {any} bound @returns {string} */
  guardOf(bound) {
    const column = plainType(this.spec(bound.column).typeOid)
    const type = bound.any ? column : baseType(this.fn.module, bound.value.type)
    if (type === column || SAME_BYTES.some((group) => group.includes(type) && group.includes(column))) return ''
    const range = INTEGER_RANGE[column]
    const from = INTEGER_RANGE[type]
    if (range === undefined || from === undefined)
      throw featureNotSupported(`an index bound of type ${type} on a column of type ${column}`)
    if (range.rank >= from.rank) return ''
    if (bound.op === '=') return `${bound.name} >= ${range.min} && ${bound.name} <= ${range.max}`
    bound.clamp = range
    return bound.op === '>' || bound.op === '>=' ? `${bound.name} <= ${range.max}` : `${bound.name} >= ${range.min}`
  }

  /** Writes code that puts the equality prefix. @param {string} buffer @param {string} at */
  prefix(buffer, at) {
    for (const bound of this.equal) {
      const spec = this.spec(bound.column)
      if (bound.op === 'isnull')
        this.fn.line(`${buffer}[${at}++] = ${spec.nullsFirst ? NULL_FIRST_MARKER : NULL_LAST_MARKER}`)
      else this.fn.line(emitKeyPart(spec, bound.name, { out: buffer, at, runtime: this.runtime(), notNull: true }))
    }
  }

  runtime() {
    return this.fn.module.constant(keyRuntime, 'runtime')
  }

  /** @param {string} hint */
  buffer(hint) {
    return this.fn.module.constant(new Uint8Array(KEY_BUFFER_BYTES), hint)
  }

  /** The whole key. @returns {{ buffer: string, end: string }} */
  point() {
    const buffer = this.buffer('key')
    const end = this.fn.module.name('end')
    this.fn.line(`let ${end} = 0`)
    this.prefix(buffer, end)
    return { buffer, end }
  }

  /** Sets a cursor's range. @param {string} cursor */
  range(cursor) {
    const { fn } = this
    const { low, lowEnd, lowAfter, high, highEnd, highAfter } = this.ends()
    fn.line(`if (ctx.txn.serializable !== null) ctx.txn.serializable.readRange(${this.index.fileId}, ${low}, ${lowEnd}, ${lowAfter}, ${high}, ${highEnd}, ${highAfter})`)
    fn.line(`${cursor}.setRange(${low}, 0, ${lowEnd}, ${lowAfter}, ${high}, 0, ${highEnd}, ${highAfter})`)
  }

  /** Both boundaries: names of their buffers, of where these end, and of whether what begins so is before them. */
  ends() {
    const { fn } = this
    const low = fn.module.constant(LOW, 'low')
    const high = fn.module.constant(HIGH, 'high')
    const lowEnd = fn.module.name('lowEnd')
    const highEnd = fn.module.name('highEnd')
    const lowAfter = fn.module.name('lowAfter')
    const highAfter = fn.module.name('highAfter')
    fn.line(`let ${lowEnd} = 0, ${highEnd} = 0, ${lowAfter} = false, ${highAfter} = true`)
    this.prefix(low, lowEnd)
    this.prefix(high, highEnd)
    if (this.ranged.length > 0) {
      const spec = this.spec(this.equal.length)
      const lower = this.ranged.find((bound) => bound.op === '>' || bound.op === '>=')
      const upper = this.ranged.find((bound) => bound.op === '<' || bound.op === '<=')
      // In a descending column the larger values come first.
      const [first, last] = spec.desc ? [upper, lower] : [lower, upper]
      this.end(first, low, lowEnd, lowAfter, (op) => op === '>' || op === '<')
      this.end(last, high, highEnd, highAfter, (op) => op === '>=' || op === '<=')
    }
    return { low, lowEnd, lowAfter, high, highEnd, highAfter }
  }

  /** One end of the range; without a bound, the end of the values that are not null.
   * @param {any} bound
   * @param {string} buffer
   * @param {string} end
   *  @param {string} after @param {(op: string) => boolean} isAfter
   */
  end(bound, buffer, end, after, isAfter) {
    const { fn } = this
    if (bound === undefined) {
      fn.line(`${buffer}[${end}++] = ${NOT_NULL_MARKER}`)
      return
    }
    const part = emitKeyPart(this.spec(bound.column), bound.name, {
      out: buffer, at: end, runtime: this.runtime(), notNull: true,
    })
    if (bound.clamp) {
      // Beyond the column's range on the side that excludes nothing: no bound at all.
      fn.open(`if (${bound.name} >= ${bound.clamp.min} && ${bound.name} <= ${bound.clamp.max}) {`)
      fn.line(part)
      fn.line(`${after} = ${isAfter(bound.op)}`)
      fn.swap()
      fn.line(`${buffer}[${end}++] = ${NOT_NULL_MARKER}`)
      fn.close()
      return
    }
    fn.line(part)
    fn.line(`${after} = ${isAfter(bound.op)}`)
  }
}

/** Source of the place, in the page it holds, of the entry a cursor gave last. @param {string} cursor */
export const currentOf = (cursor) => `(${cursor}.moved > 0 ? ${cursor}.index - 1 : ${cursor}.index)`

/**
 * Source: does the version at hand have the key of an entry of the cursor's page?
 * @param {FunctionBuilder} fn
 * @param {any} index
 * @param {number} rt
 * @param {string} cursor
 * @param {string} [position] source; the entry it gave last
 */
export function entryMatches(fn, index, rt, cursor, position = currentOf(cursor)) {
  const { module } = fn
  const buffer = ownKey(module, index)
  const entry = module.constant(ENTRY, 'entry')
  const end = module.name('end')
  fn.line(`let ${end} = 0`)
  putKey(fn, index, rt, buffer, end)
  return `${module.constant(sameEntry, 'sameEntry')}(${cursor}, ${position}, ${entry}, ${buffer}, ${end})`
}

/**
 * Source: does the version at hand have the key of an entry, which is one text and not null? Nothing is decoded; with
 * the entry the bounds hold, too.
 * @param {FunctionBuilder} fn
 * @param {IndexScan} node
 * @param {IndexDesc} index
 * @param {string} cursor
 * @param {string} [position] source; the entry it gave last
 * @returns {string | null} null: compare by `entryMatches`
 */
export function storedEntryMatches(fn, node, index, cursor, position = currentOf(cursor)) {
  if (
    !isStoredText(index, fn.module)
    || node.keys.some((/** @type {any} */ bound) => bound.any || bound.op === 'isnull' || bound.op === 'notnull')
  )
    return null
  const raw = fn.peek(columnKey({ rt: node.rt, attnum: index.keys[0].attnum }))?.raw
  if (raw === undefined || (raw.isNull !== null && node.keys.length === 0)) return null
  const same = `${fn.module.constant(entryIsText, 'entryIsText')}(${cursor}, ${position}, bytes, view, ${raw.at}, ${raw.start}, ${raw.endWord}, ${raw.layout}, ${raw.index})`
  return raw.isNull === null ? same : `!${raw.isNull} && ${same}`
}

/**
 * @param {any} cursor BTreeCursor
 * @param {number} position of the entry in its page
 * @param {Uint8Array} bytes
 * @param {DataView} view
 * @param {number} at the tuple
 * @param {number} start
 * @param {number} endWord
 * @param {any} layout @param {number} index
 */
function entryIsText(cursor, position, bytes, view, at, start, endWord, layout, index) {
  if (endWord < OUT_OF_LINE) return leafTextIs(view, bytes, cursor.base, position, bytes, start, at + endWord)
  const text = layout.varBytes(index, bytes, view, at)
  return leafTextIs(view, bytes, cursor.base, position, text, 0, text.length)
}

/**
 * Source: does the version at hand have the key in `buffer`?
 * @param {FunctionBuilder} fn
 * @param {IndexDesc} index
 * @param {number} rt
 * @param {string} buffer
 * @param {string} end
 */
export function keyMatches(fn, index, rt, buffer, end) {
  const own = ownKey(fn.module, index)
  const ownEnd = fn.module.name('end')
  fn.line(`let ${ownEnd} = 0`)
  putKey(fn, index, rt, own, ownEnd)
  return `${fn.module.constant(sameBytes, 'sameBytes')}(${own}, ${ownEnd}, ${buffer}, ${end})`
}

/** Text types whose key bytes are a marker, the stored bytes and an end byte. */
const STORED_TEXT = new Set([25, 1043])
/** No collation, default, C, POSIX: equal values have equal bytes. */
const BY_BYTES = new Set([0, 100, 950, 951])

/**
 * Is an index's key one text column, as its bytes?
 * @param {IndexDesc} index
 * @param {import('../../codegen/module.js').Module} module
 */
export const isStoredText = (index, module) =>
  index.method !== GIN && !isGistIndex(index) && index.keys.length === 1 && index.keys[0].attnum > 0
  && !index.keys[0].desc && BY_BYTES.has(index.keys[0].collation)
  && STORED_TEXT.has(baseType(module, index.keys[0].typeOid))

/**
 * Does a tuple of the newest layout have the key?
 * @param {Uint8Array} bytes
 * @param {DataView} view
 * @param {number} tuple
 * @param {TupleLayout} layout
 * @param {number} column its place; not null
 * @param {Uint8Array} key
 * @param {number} at
 * @param {number} end
 */
export function storedTextIs(bytes, view, tuple, layout, column, key, at, end) {
  const { varIndex } = layout.columns[column]
  const endAt = tuple + layout.endsAt + 2 * varIndex
  const stop = view.getUint16(endAt, true)
  const start = varIndex === 0 ? layout.varStart : view.getUint16(endAt - 2, true) & ~OUT_OF_LINE
  if (stop >= OUT_OF_LINE || stop - start !== end - at - 2) return false
  for (let from = start, to = at + 1; from < stop; from++, to++) if (bytes[tuple + from] !== key[to]) return false
  return true
}

/**
 * Source: does the stored tuple have the key in `buffer`? For one text column bound by one equality: nothing is
 * decoded.
 * @param {FunctionBuilder} fn
 * @param {any} node IndexScan
 * @param {IndexDesc} index
 * @param {string} buffer
 * @param {string} end
 * @returns {string | null} null: compare values
 */
export function storedKeyIs(fn, node, index, buffer, end) {
  const [key] = index.keys
  if (!isStoredText(index, fn.module)) return null
  if (node.keys.length !== 1 || node.keys[0].op !== '=' || node.keys[0].any || node.recheck.kind !== 'op') return null
  const raw = fn.peek(columnKey({ rt: node.rt, attnum: key.attnum }))?.raw
  if (raw === undefined) return null
  const same = `${fn.module.constant(storedTextAt, 'storedTextAt')}(bytes, view, ${raw.at}, ${raw.start}, ${raw.endWord}, ${raw.layout}, ${raw.index}, ${buffer}, ${end})`
  return raw.isNull === null ? same : `!${raw.isNull} && ${same}`
}

/**
 * @param {Uint8Array} bytes
 * @param {DataView} view
 * @param {number} at the tuple
 * @param {number} start of the column's bytes
 * @param {number} endWord
 * @param {any} layout
 * @param {number} index
 * @param {Uint8Array} key @param {number} end
 */
function storedTextAt(bytes, view, at, start, endWord, layout, index, key, end) {
  let stop = at + endWord
  if (endWord >= 32768) {
    bytes = layout.varBytes(index, bytes, view, at)
    start = 0
    stop = bytes.length
  }
  if (stop - start !== end - 2) return false
  for (let from = 1; start < stop; start++, from++) if (bytes[start] !== key[from]) return false
  return true
}

/**
 * What a computed key is made by: a call that may wait would let go of the row at hand, so functions in it are their
 * bodies (IndexDesc.computed). @param {IndexDesc} index @param {number} at which key
 */
const keyExpr = (index, at) => index.computed?.().exprs[at] ?? index.keys[at].expr

/** The same for what a partial index is about; null: all rows. @param {IndexDesc} index */
export const partOf = (index) => index.computed?.().predicate ?? index.predicate

/** @param {FunctionBuilder} fn @param {IndexDesc} index @param {number} at which key @param {number} rt whose row */
const keyValue = (fn, index, at, rt) => index.keys[at].attnum > 0
  ? fn.resolve(columnKey({ rt, attnum: index.keys[at].attnum })) : fn.expression(retarget(keyExpr(index, at), rt))

/**
 * Sources of the values an index's keys are made of.
 * @param {FunctionBuilder} fn @param {IndexDesc} index @param {number} rt whose row @returns {string[]}
 */
export const keyValues = (fn, index, rt) =>
  index.keys.map((_, /** @type {number} */ at) => keyValue(fn, index, at, rt).js)

/**
 * Writes the key of the row at hand ({kind:'column', rt}) into `buffer` from `end` on.
 * @param {FunctionBuilder} fn @param {IndexDesc} index @param {number} rt @param {string} buffer @param {string} end
 * @returns {{ js: string, nullable: boolean }[]} names of the key's parts
 */
export function putKey(fn, index, rt, buffer, end) {
  const { module } = fn
  if (isGistIndex(index)) {
    const values = keyValues(fn, index, rt)
    fn.line(`${end} = ${module.constant(index.tree.keys, 'gistKeys')}.pack([${values.join(', ')}], ${buffer}, ${end})`)
    return index.keys.map((_, /** @type {number} */ at) => ({ js: values[at], nullable: true }))
  }
  if (index.method === GIN) {
    const values = keyValues(fn, index, rt)
    fn.line(
      `${end} = ${module.constant(packGin, 'packGin')}(${module.constant(
        index.keys.map((key) => key.keysBy),
        'families',
      )}, [${values.join(', ')}], ${buffer}, ${end})`,
    )
    return []
  }
  const runtime = module.constant(keyRuntime, 'runtime')
  return index.keys.map((key, /** @type {number} */ place) => {
    const value = keyValue(fn, index, place, rt)
    const name = value.atom ? value.js : module.name('part')
    if (!value.atom) fn.line(`const ${name} = ${value.js}`)
    const spec = { typeOid: baseType(module, key.typeOid), desc: key.desc, nullsFirst: key.nullsFirst }
    fn.line(emitKeyPart(spec, name, { out: buffer, at: end, runtime, notNull: !value.nullable }))
    return { js: name, nullable: value.nullable }
  })
}

/**
 * An index expression over the relation's own columns, about this range-table entry.
 * @param {Expr | null} expr
 * @param {number} rt
 * @returns {any}
 */
export function retarget(expr, rt) {
  if (expr === null || typeof expr !== 'object') return expr
  if (Array.isArray(expr)) return expr.map((item) => retarget(item, rt))
  if (expr.kind === 'column') return { ...expr, rt }
  if (expr.kind === 'const') return expr
  return Object.fromEntries(
    Object.entries(expr).map(([name, value]) => [name, typeof value === 'object' ? retarget(value, rt) : value]),
  )
}

/**
 * @param {any} cursor BTreeCursor
 * @param {number} position of an entry in its page
 * @param {Uint8Array} entry
 * @param {Uint8Array} key
 * @param {number} end
 */
export function sameEntry(cursor, position, entry, key, end) {
  const bytes = copyEntry(cursor.view, cursor.bytes, cursor.base, position, entry, 0)
  return sameBytes(entry, bytes - TID_BYTES, key, end)
}

/**
 * Source: does the version at hand have the key of the entry that merged cursors gave last?
 * @param {FunctionBuilder} fn @param {IndexDesc} index @param {number} rt @param {string} merged its name
 */
export const mergedEntryMatches = (fn, index, rt, merged) =>
  keyMatches(fn, index, rt, `${merged}.key`, `${merged}.end - ${TID_BYTES}`)

/** @param {Uint8Array} a @param {number} aEnd @param {Uint8Array} b @param {number} bEnd */
export function sameBytes(a, aEnd, b, bEnd) {
  if (aEnd !== bEnd) return false
  for (let at = 0; at < aEnd; at++) if (a[at] !== b[at]) return false
  return true
}
