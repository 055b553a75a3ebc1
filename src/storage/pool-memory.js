/**
 * The memory of a pool: shared WebAssembly memory, for what V8 does with any other.
 *
 * V8 counts an ArrayBuffer's bytes as its own heap's: from 64 MB on it collects the whole heap, though nothing of it
 * went, and nobody needs those bytes back. It does not count shared memory. But within that it moves and clears bytes
 * one atomic word, or one atomic byte, at a time. WebAssembly's memory.copy and memory.fill are the C library's, and
 * short moves take half of what the typed array's own take in any memory (docs/decisions/0018). So `copyWithin` and
 * `fill` of a pool's bytes are these, and nobody who has pages in hand needs to know.
 */
import { constants } from 'node:buffer'

const WASM_PAGE_BYTES = 65536
/** WebAssembly's addresses end here, and so do V8's typed arrays. */
export const POOL_BYTES_MAX = Math.min(65536 * WASM_PAGE_BYTES, constants.MAX_LENGTH)

/**
 * (module (import "" "" (memory 0 65536 shared)) (func (export "copy") …) (func (export "fill") …)), both of three i32
 * and without a result: https://webassembly.github.io/spec/core/binary/
 */
const MODULE = Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  1, 7, 1, 0x60, 3, 0x7f, 0x7f, 0x7f, 0, // type 0
  2, 9, 1, 0, 0, 0x02, 0x03, 0, 0x80, 0x80, 0x04, // memory: with a limit, shared; from 0 to 65536 pages
  3, 3, 2, 0, 0, // two functions of type 0
  7, 15, 2, 4, 0x63, 0x6f, 0x70, 0x79, 0, 0, 4, 0x66, 0x69, 0x6c, 0x6c, 0, 1, // "copy", "fill"
  10, 26, 2,
  12, 0, 0x20, 0, 0x20, 1, 0x20, 2, 0xfc, 10, 0, 0, 0x0b, // local.get 0, 1, 2; memory.copy
  11, 0, 0x20, 0, 0x20, 1, 0x20, 2, 0xfc, 11, 0, 0x0b, // local.get 0, 1, 2; memory.fill
)

/** @type {any} WebAssembly, which TypeScript knows from browsers only */
const { WebAssembly } = /** @type {any} */ (globalThis)
/** @type {object | undefined} made for the first pool */
let compiled

/** What is not worth a collection. */
const GARBAGE_MIN = 16 * 1048576

/**
 * Has V8 collect a pool's memory that nobody uses any more: not having counted it, it sees no reason to. An array of
 * the same size does the counting; none of its pages is touched.
 * @param {number} byteCount that were used
 */
export function poolMemoryIsGarbage(byteCount) {
  if (byteCount < GARBAGE_MIN) return
  try {
    new ArrayBuffer(byteCount).slice(0, 0)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error // too few addresses: then it is collected some day
  }
}

/**
 * @param {number} byteCount at most POOL_BYTES_MAX
 * @returns {Uint8Array} zeroes. `copyWithin` and `fill` want places within it, counted from its start
 */
export function poolMemory(byteCount) {
  const pages = Math.ceil(byteCount / WASM_PAGE_BYTES)
  let memory
  try {
    memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true })
  } catch (error) {
    // V8 reserves ten times as many addresses as it may use. Where a process has few (ulimit -v), other memory works as
    // well, only slower.
    if (!(error instanceof RangeError)) throw error
    return new Uint8Array(byteCount)
  }
  compiled ??= new WebAssembly.Module(MODULE)
  const { copy, fill } = new WebAssembly.Instance(compiled, { '': { '': memory } }).exports
  const bytes = new Uint8Array(memory.buffer, 0, byteCount)
  Object.defineProperties(bytes, {
    copyWithin: {
      value: (/** @type {number} */ to, /** @type {number} */ from, end = byteCount) => {
        copy(to, from, end - from)
        return bytes
      },
    },
    fill: {
      value: (/** @type {number} */ value, from = 0, end = byteCount) => {
        fill(from, value, end - from)
        return bytes
      },
    },
  })
  return bytes
}
