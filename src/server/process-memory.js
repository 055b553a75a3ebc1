/**
 * What a Seawall process of its own holds beside its page cache. As a library Seawall leaves the host's V8 alone (the
 * grammar's module aside: parser/tiering.js) and never loads this; a process that is nothing but a server (bin/,
 * bench/support) may tune its own. Importing this module first does what must come first.
 *
 * - The young generation of the heap: V8 doubles it up to 3 x 16 MB, which then stay resident: as much as the rest of
 *   an idle server. Half of that costs joins and sorts of 500,000 rows nothing, a quarter costs them up to a third, and
 *   is for those who have little memory to give. It stays as it is until `limitHeap` lets it grow to its limit.
 * - The old generation: by how much it may grow before it is collected. V8 lets 20 MB that live become 70 before it
 *   looks.
 * - WebAssembly stays with its first compiler: nothing but the grammar runs here.
 * - JavaScript is given to V8's optimizing compiler later than usual while the server is young (optimizing-pace.js).
 */
import v8 from 'node:v8'
import { optimizeLate } from './optimizing-pace.js'

const LOOK_EVERY_MS = 20
const MB = 1048576

/** @param {1 | 2} factor */
const growBy = (factor) => v8.setFlagsFromString(`--semi-space-growth-factor=${factor}`)

growBy(1)
v8.setFlagsFromString('--no-wasm-tier-up')
v8.setFlagsFromString('--no-wasm-dynamic-tiering')
optimizeLate()

/** @param {number} poolBytes size of the page cache: who gives it little has little to give */
export function limitHeap(poolBytes) {
  const limit = (poolBytes < 128 * MB ? 4 : 8) * MB
  v8.setFlagsFromString('--heap-growing-percent=50')
  growBy(2)
  const timer = setInterval(() => {
    const space = v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    // Both halves are counted.
    if (space === undefined || space.space_size < 2 * limit) return
    growBy(1)
    clearInterval(timer)
  }, LOOK_EVERY_MS)
  timer.unref()
}
