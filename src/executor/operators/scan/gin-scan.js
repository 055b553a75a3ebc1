/**
 * Scans of a gin index. Each key's tuple ids are in order in the tree, so rows that have all of some keys, or one of
 * them, come out by leaping from tuple id to tuple id: nothing is gathered, and nothing but the last tuple id is held
 * over a yield. The row's version decides: all conditions are looked at again on it.
 */
import { ginQuery } from '../../../types/gin.js'
import { charge } from '../../../errors/value-size.js'
import { spend } from '../../../util/effort.js'
import { expression, whenTrue } from '../../expressions/compile.js'
import { isNothingWaiting } from '../../../storage/gin/waiting.js'
import { NO_ROWS, waitingRows } from './gin-waiting.js'
import { bindTuple, openFetch } from './access.js'
import { GIN } from '../../../types/oids.js'

/** @import { GinTree } from '../../../storage/gin/tree.js' */
/** @import { IndexDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { IndexScan } from '../../../planner/plan.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../../../types/gin.js').GinQuery} GinQuery */

/**
 * @typedef {{ seek: (from: number) => number, agreements: number }} Stream agreements: one after the other, see leap
 */

const NONE = Number.MAX_SAFE_INTEGER
const TID_BYTES = 6

/** Tuple ids that are read together: few where they are leapt over, more as long as they are wanted one by one. */
const CHUNK_MIN = 4
const CHUNK_MAX = 512

/**
 * Tuple ids of one key, some of them read ahead: of its postings, and of entries of one row each. Those that every
 * snapshot needs stay in the tree, so what was read before others ran is complete for this one; what is too much the
 * row's version tells.
 */
class KeyStream {
  /** @param {GinTree} tree @param {Uint8Array} key */
  constructor(tree, key) {
    this.tree = tree
    this.bytes = new Uint8Array(key.length + TID_BYTES)
    this.bytes.set(key)
    this.end = key.length
    this.agreements = 0
    /** What was read of entries of one row, and how far it was used. */
    this.tids = new Float64Array(CHUNK_MIN)
    this.count = 0
    this.place = 0
    /** answers that came out of what was read */
    this.used = 0
    this.hasSingle = true
    /** The same of postings: one at a time. */
    /** @type {Float64Array} */
    this.posted = NO_ROWS
    this.postedCount = 0
    this.postedPlace = 0
    this.hasPosted = true
  }

  /** The first tuple id not below `from`, which is not below what was asked for before. @param {number} from */
  seek(from) {
    const single = this.hasSingle ? this.seekSingle(from) : NONE
    const posted = this.hasPosted ? this.seekPosted(from) : NONE
    return single < posted ? single : posted
  }

  /** @param {number} from */
  seekSingle(from) {
    for (;;) {
      const { tids, count } = this
      while (this.place < count && tids[this.place] < from) this.place++
      if (this.place < count) {
        this.used++
        return tids[this.place]
      }
      if (!this.read(from)) return NONE
    }
  }

  /** @param {number} from @returns {boolean} whether there are more */
  read(from) {
    if (this.used >= this.count && this.count === this.tids.length && this.count < CHUNK_MAX) {
      this.tids = new Float64Array(4 * this.count)
    }
    const isLeapt = this.used < this.count >> 1
    const most = isLeapt ? CHUNK_MIN : this.tids.length
    this.count = this.tree.tidsAfter(this.bytes, 0, this.end, from - 1, this.tids, most)
    this.place = 0
    this.used = 0
    this.hasSingle = this.count > 0
    return this.hasSingle
  }

  /** @param {number} from */
  seekPosted(from) {
    const { posted, postedCount: count, postedPlace: place } = this
    if (place < count && posted[place] >= from) return posted[place]
    if (count === 0 || posted[count - 1] < from) {
      return this.readPosted(from)
    }
    return posted[this.postedPlace = leapTo(posted, place, count, from)]
  }

  /** @param {number} from */
  readPosted(from) {
    const { tree } = this
    const posted = this.posted = tree.postedFrom(this.bytes, 0, this.end, from, this.posted)
    const count = this.postedCount = tree.postedCount
    this.hasPosted = count > 0
    return this.hasPosted ? posted[this.postedPlace = leapTo(posted, 0, count, from)] : NONE
  }
}

/**
 * The first place from `low` on whose tuple id is not below `from`, and there is one: near ones one by one, others by
 * ever longer leaps, then between the last two.
 * @param {Float64Array} tids @param {number} low @param {number} count @param {number} from
 */
function leapTo(tids, low, count, from) {
  let step = 1
  while (low + step < count && tids[low + step] < from) {
    low += step
    step *= 2
  }
  for (let high = Math.min(low + step, count - 1); low < high;) {
    const middle = (low + high) >> 1
    if (tids[middle] < from) low = middle + 1
    else high = middle
  }
  return low
}

/** Tuple ids of all keys of a range, gathered: they are in order within a key only. */
class RangeStream {
  /** @param {GinTree} tree @param {[from: Uint8Array, to: Uint8Array]} range */
  constructor(tree, range) {
    /** @type {number[]} */
    const found = []
    tree.eachInRange(range, (tid) => {
      found.push(tid)
      spend(STEPS_PER_TID)
      if (found.length % TIDS_PER_CHARGE === 0) charge(found.length * 8, 'rows of an index')
    })
    this.agreements = 0
    this.tids = Float64Array.from(found).sort()
    this.place = 0
  }

  /** @param {number} from @returns {number} */
  seek(from) {
    const { tids } = this
    while (this.place < tids.length && tids[this.place] < from) this.place++
    return this.place < tids.length ? tids[this.place] : NONE
  }
}
const STEPS_PER_TID = 20
const TIDS_PER_CHARGE = 65536

/** Rows one condition asks for. */
class QueryStream {
  /** @param {GinTree} tree @param {GinQuery} query */
  constructor(tree, { all, keys, least = 1, parts = [], ranges = [] }) {
    this.agreements = 0
    this.all = all
    this.least = least
    /** @type {Stream[]} */
    this.streams = [
      ...keys.map((key) => new KeyStream(tree, key)), ...ranges.map((range) => new RangeStream(tree, range)),
      ...parts.map((part) => new QueryStream(tree, part)),
    ]
  }

  /** @param {number} from @returns {number} */
  seek(from) {
    if (this.all) return leap(this.streams, from)
    if (this.least > 1) return this.seekSeveral(from)
    let least = NONE
    for (let i = 0; i < this.streams.length; i++) {
      const tid = this.streams[i].seek(from)
      if (tid < least) least = tid
    }
    return least
  }

  /** The first tuple id that so many have: none that is below the so-manieth of the next ones. @param {number} from */
  seekSeveral(from) {
    const { streams, least } = this
    if (streams.length < least) return NONE
    const next = new Float64Array(streams.length)
    for (;;) {
      for (let i = 0; i < streams.length; i++) next[i] = streams[i].seek(from)
      next.sort()
      const candidate = next[least - 1]
      if (candidate === NONE) return NONE
      let agreed = 0
      for (let i = 0; i < streams.length; i++) if (streams[i].seek(candidate) === candidate) agreed++
      if (agreed >= least) return candidate
      from = candidate + 1
    }
  }
}

/**
 * The first tuple id, not below `from`, that all have. A stream that agrees again and again (every row has its key, or
 * every row that another lets through) is left out from then on: conditions are looked at again on the row. Rows that
 * are matched by a word in every tenth and one in every row cost half as much then.
 * @param {Stream[]} streams @param {number} from
 */
function leap(streams, from) {
  let candidate = from
  for (let agreed = 0, i = 0; agreed < streams.length; i = i + 1 >= streams.length ? 0 : i + 1) {
    const stream = streams[i]
    const tid = stream.seek(candidate)
    if (tid === NONE) return NONE
    if (tid !== candidate) {
      candidate = tid
      agreed = 1
      stream.agreements = 0
    } else if (++stream.agreements < AGREEMENTS_MAX || streams.length === 1) agreed++
    else streams.splice(i--, 1)
  }
  return candidate
}
const AGREEMENTS_MAX = 64

class GinScan {
  /** @param {GinTree} tree @param {GinQuery[]} queries all of which must hold */
  constructor(tree, queries) {
    this.streams = queries.map((query) => new QueryStream(tree, query))
    this.from = 0
    /** Rows whose keys wait, ascending: what is moved from now on was read here. */
    this.waiting = isNothingWaiting(tree) ? NO_ROWS : waitingRows(tree, queries)
    this.place = 0
  }

  /** @returns {number} the next tuple id, -1 after the last */
  next() {
    const { waiting } = this
    while (this.place < waiting.length && waiting[this.place] < this.from) this.place++
    const waits = this.place < waiting.length ? waiting[this.place] : NONE
    const belongs = leap(this.streams, this.from)
    const tid = waits < belongs ? waits : belongs
    if (tid === NONE) return -1
    this.from = tid + 1
    return tid
  }
}

/**
 * @param {any} ctx
 * @param {any} tree
 * @param {number[]} families
 * @param {number[]} columns
 * @param {number[]} strategies
 * @param {unknown[]} values of the conditions' right sides
 * @returns {GinScan | null} null: one is null, no row
 */
function openGin(ctx, tree, families, columns, strategies, values) {
  tree.counters.scans++
  if (values.includes(null)) return null
  return new GinScan(
    tree,
    values.map((value, at) => ginQuery(families[columns[at]], columns[at], strategies[at], value, ctx.session)),
  )
}

/** @param {IndexDesc} index */
export const isGin = (index) => index.method === GIN

/** Of keys of new rows, where the index does not say: as gin_pending_list_limit is. */
const WAITING_KB = 4096

/** Bytes that may wait in a gin index; 0: none. @param {IndexDesc} index @returns {number} */
export function waitingLimit({ options }) {
  if (/^(?:off|false|no|0|f|n)$/i.test(options.fastupdate ?? '')) return 0
  return 1024 * Number(options.gin_pending_list_limit ?? WAITING_KB)
}

/** @param {IndexDesc} index @returns {number[]} what keys of its columns are made by */
export const ginFamilies = (index) => index.keys.map((key) => key.keysBy)

/**
 * @param {IndexScan} node over a gin index
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 * @param {RelationDesc} relation
 * @param {IndexDesc} index
 */
export function produceGinScan(node, fn, consume, relation, index) {
  const { module } = fn
  const scan = module.name('gin')
  const fetch = openFetch(fn, relation)
  fn.line(`if (ctx.txn.serializable !== null) ctx.txn.serializable.readFile(${relation.heap.fileId})`)
  const tid = module.name('tid')
  const at = module.name('at')
  const constant = (/** @type {any} */ value, /** @type {string} */ name) => module.constant(value, name)
  const values = node.keys.map((key) => expression(fn, key.value).js)
  fn.open('{')
  fn.line(`const ${scan} = ${constant(openGin, 'openGin')}(ctx, ${constant(index.tree, 'tree')}, ${constant(ginFamilies(index), 'families')}, ${constant(node.keys.map((key) => key.column), 'columns')}, `
    + `${constant(node.keys.map((key) => key.strategy), 'strategies')}, [${values.join(', ')}])`)
  fn.open(`if (${scan} !== null) {`)
  fn.open('for (;;) {')
  fn.loopHead()
  fn.line(`const ${tid} = ${scan}.next()`)
  fn.line(`if (${tid} < 0) break`)
  fn.line(`const ${at} = ${fetch}.fetch(${tid}, ctx.snapshot)`)
  fn.line(`if (${at} < 0) continue`)
  fn.line(`${constant(index.tree.counters, 'counters')}.rows++`)
  bindTuple(fn, node.rt, relation, at, tid)
  whenTrue(fn, node.recheck, () => whenTrue(fn, node.filter, consume))
  fn.close()
  fn.close()
  fn.close()
}
