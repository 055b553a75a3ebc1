/**
 * Memory of hash tables and sorts: chunks that hold columns of numbers.
 *
 * A large chunk is a WebAssembly memory's buffer. It comes from the kernel as pages that are zero and take no memory
 * before they are touched, and goes back to it. An ArrayBuffer comes from the C allocator: freeing one of a few MB
 * makes that believe such sizes are usual, and from then on it keeps as much at the end of each of its arenas (glibc's
 * M_TRIM_THRESHOLD is twice the largest such piece ever freed), one arena per thread: 30 MB that nobody uses.
 *
 * A chunk given back is remembered weakly: the next table takes it, or the collector does.
 *
 * Where the engine's memory is limited (memory-account.js), large chunks count from when they are taken until they are
 * given back or collected, or their statement is over.
 */
import { holdTable, memoryNow } from './effort.js'
import { settle } from './memory-account.js'

/** @import { Holding } from './memory-account.js' */

const MAPPED_BYTES_MIN = 262144
/** beyond this, chunks are neither rounded up nor remembered */
const MAPPED_BYTES_MAX = 268435456
const WASM_PAGE_BYTES = 65536

/** spare chunks of one size */
const SPARE_MAX = 16
/** a spare chunk this much larger than what is wanted still serves: its memory is there already */
const USABLE_TIMES = 8

/** What may be reserved at once: pages that nobody touches are no memory. */
const RESERVED_BYTES_MAX = MAPPED_BYTES_MAX
/**
 * A table this large reserves all the memory it may come to hold, instead of moving to a larger chunk each time it is
 * full.
 */
const RESERVED_BYTES_MIN = 4 * MAPPED_BYTES_MIN

/**
 * How many rows the arrays of a table that is full are to have room for.
 * @param {number} capacity what they have now
 * @param {number} rowBytes
 * @param {number} memory bytes the table may hold, Infinity: any number
 * @returns {number}
 */
export function nextCapacity(capacity, rowBytes, memory) {
  const doubled = 2 * capacity
  return memory <= RESERVED_BYTES_MAX && doubled * rowBytes >= RESERVED_BYTES_MIN
    ? Math.max(doubled, Math.ceil(memory / rowBytes))
    : doubled
}

/**
 * The one part of WebAssembly that is used here.
 * @type {{ Memory: new (options: { initial: number, maximum: number }) => { buffer: ArrayBuffer } }}
 */
const { Memory } = /** @type {any} */ (globalThis).WebAssembly

/** by size @type {Map<number, WeakRef<ArrayBuffer>[]>} */
const spare = new Map()

/** Those that count. @type {WeakMap<ArrayBuffer, Holding>} */
const holdings = new WeakMap()
/** @type {FinalizationRegistry<Holding>} */
const lost = new FinalizationRegistry(settle)

/** @param {number} byteCount @returns {ArrayBuffer} at least so long; what is in it is undefined */
export const takeChunk = (byteCount) => take(byteCount, false)

/** @param {number} byteCount @returns {ArrayBuffer} at least so long, and all zero up to there */
export const takeZeros = (byteCount) => take(byteCount, true)

/** @param {number} byteCount @param {boolean} zeros @returns {ArrayBuffer} */
function take(byteCount, zeros) {
  if (byteCount < MAPPED_BYTES_MIN) return new ArrayBuffer(byteCount)
  const account = memoryNow()
  if (!account.isLimited) return make(byteCount, zeros)
  account.require(byteCount, 'a table of a statement')
  const chunk = make(byteCount, zeros)
  const holding = holdTable(account, chunk.byteLength)
  holdings.set(chunk, holding)
  lost.register(chunk, holding, chunk)
  return chunk
}

/** It counts no longer. @param {ArrayBuffer} chunk */
function uncount(chunk) {
  const holding = holdings.get(chunk)
  if (holding === undefined) return
  settle(holding)
  holdings.delete(chunk)
  lost.unregister(chunk)
}

/** @param {number} byteCount @param {boolean} zeros @returns {ArrayBuffer} */
function make(byteCount, zeros) {
  if (byteCount > MAPPED_BYTES_MAX) return new ArrayBuffer(byteCount)
  const size = 2 ** Math.ceil(Math.log2(byteCount))
  for (let usable = size; usable <= USABLE_TIMES * size; usable *= 2) {
    const list = spare.get(usable)
    for (let known = list?.pop(); known !== undefined; known = list?.pop()) {
      const chunk = known.deref()
      if (chunk === undefined) continue
      if (zeros) new Uint8Array(chunk, 0, byteCount).fill(0)
      return chunk
    }
  }
  try {
    return new Memory({ initial: size / WASM_PAGE_BYTES, maximum: size / WASM_PAGE_BYTES }).buffer
  } catch {
    return new ArrayBuffer(size) // Address space is limited here.
  }
}

/** Does somebody else get it when it is given back? @param {ArrayBuffer} chunk */
export const isLent = (chunk) => chunk.byteLength >= MAPPED_BYTES_MIN && chunk.byteLength <= MAPPED_BYTES_MAX

/** Nobody uses it any more. @param {ArrayBuffer} chunk */
export function giveChunk(chunk) {
  if (chunk.byteLength >= MAPPED_BYTES_MIN) uncount(chunk)
  if (!isLent(chunk)) return
  const size = chunk.byteLength
  let list = spare.get(size)
  if (list === undefined) spare.set(size, list = [])
  if (list.length < SPARE_MAX) list.push(new WeakRef(chunk))
}

