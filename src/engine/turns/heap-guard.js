/**
 * Whether V8's heap is nearly full. Much of what statements make are objects that nobody counts: plans, generated code,
 * rows in hand, what a session keeps. V8 ends the process where they do not fit; before that, whoever works long is
 * refused (53200).
 *
 * What counts is what lives: the heap is measured behind each collection of the whole of it, which is when the object
 * that is registered here is found dead.
 */
import v8 from 'node:v8'
import { heapNearlyFull } from '../../errors/value-size.js'

/** Of what V8 has for objects that live on: beyond this it does little but collect. */
const SHARE = 0.85
/** Of V8's limit so much is for new objects. */
const YOUNG_BYTES = 48 * 1048576

export class HeapGuard {
  /** Bytes that lived when the heap was last collected; 0: not known, or somebody was refused for it. */
  #lived = 0

  /** @param {number} [limit] bytes */
  constructor(limit = v8.getHeapStatistics().heap_size_limit - YOUNG_BYTES) {
    this.limit = limit
    this.registry = new FinalizationRegistry(() => { this.#collected() })
    this.#register()
  }

  #register() { this.registry.register({}, null) }

  #collected() {
    this.#lived = v8.getHeapStatistics().used_heap_size
    this.#register()
  }

  /**
   * For a statement that has worked a while. One is refused for each collection: the next one tells whether that
   * helped.
   * @throws {DbError} 53200
   */
  check() {
    if (this.#lived <= SHARE * this.limit) return
    const lived = this.#lived
    this.#lived = 0
    throw heapNearlyFull(lived, this.limit)
  }
}

/** Of this thread. */
export const heapGuard = new HeapGuard()
