/**
 * Where the time of the engine's thread goes: one clock, split over layers without gaps. At any moment exactly one
 * layer is current; `enter` closes the running interval, books it on the layer that was current and makes another one
 * current. So self times add up to the wall time since `start()` by construction, and what no layer claims (the event
 * loop, sockets, timers, the host program, idle time) is `other`.
 *
 * Layers that are crossed dozens of times per transaction (index, heap, buffer, lock, wal.append) take less time than
 * reading a clock does. They are counted always and timed in every 17th statement only; the report divides the exact
 * time of `execute` as those samples were divided. That keeps the cost of a profile below a tenth and the sum exact.
 *
 * Off: the engine holds `null` instead of a Profile, and each crossing costs one branch.
 */

const LAYERS = Object.freeze([
  'other', 'wire.read', 'parse', 'analyze', 'plan', 'compile', 'execute', 'index', 'heap', 'buffer', 'lock',
  'wal.append', 'wal.write', 'wal.sync', 'wire.write', 'procedure', 'trigger',
])

/** @type {Readonly<Record<string, number>>} layer name -> number */
export const LAYER = Object.freeze(Object.fromEntries(LAYERS.map((name, index) => [name, index])))

/** Sampled layers: their exact time is part of `execute`. */
const FINE = LAYERS.map((name) => ['index', 'heap', 'buffer', 'lock', 'wal.append'].includes(name))
const EXECUTE = LAYERS.indexOf('execute')
/** Coprime with the statements of any transaction one is likely to run in a loop. */
const SAMPLE_EVERY = 17

/** @typedef {{ layer: string, calls: number, selfMs: number, share: number, perOperationUs: number }} ProfileRow */

export class Profile {
  /** @param {() => number} nowMs a monotonic clock in milliseconds with fractions */
  constructor(nowMs) {
    this.nowMs = nowMs
    /** Exact; `execute` includes the fine layers. */
    this.selfMs = new Float64Array(LAYERS.length)
    /** What sampled statements spent, `execute` without the fine layers. */
    this.sampledMs = new Float64Array(LAYERS.length)
    this.calls = new Float64Array(LAYERS.length)
    this.current = 0
    this.sampling = false
    this.statements = 0
    this.since = nowMs()
    this.startedMs = this.since
  }

  /** Forgets what was measured; the current layer stays. */
  start() {
    this.selfMs.fill(0)
    this.sampledMs.fill(0)
    this.calls.fill(0)
    this.since = this.startedMs = this.nowMs()
  }

  /** Closes the running interval. */
  book() {
    const now = this.nowMs()
    const passed = now - this.since
    this.since = now
    const layer = this.current
    if (FINE[layer]) {
      this.sampledMs[layer] += passed
      this.selfMs[EXECUTE] += passed
    } else {
      this.selfMs[layer] += passed
      if (layer === EXECUTE && this.sampling) this.sampledMs[EXECUTE] += passed
    }
  }

  /** @param {number} layer becomes current @returns {number} the layer that was: give it to `leave` */
  enter(layer) {
    this.calls[layer]++
    return this.resume(layer)
  }

  /** Work goes on that has waited: the same call. @param {number} layer becomes current @returns {number} as `enter` */
  resume(layer) {
    this.book()
    const before = this.current
    this.current = layer
    if (layer === EXECUTE && before !== EXECUTE) this.sampling = ++this.statements % SAMPLE_EVERY === 0
    return before
  }

  /** @param {number} before what `enter` returned */
  leave(before) {
    this.book()
    if (this.current === EXECUTE && before !== EXECUTE) this.sampling = false
    this.current = before
  }

  /**
   * @param {number} operations what "per operation" divides by (transactions)
   * @returns {{ wallMs: number, rows: ProfileRow[] }}
   */
  report(operations) {
    this.book()
    const wallMs = this.since - this.startedMs
    let sampled = 0
    for (const ms of this.sampledMs) sampled += ms
    const rows = LAYERS.map((layer, index) => {
      const inside = FINE[index] || index === EXECUTE
      const selfMs = !inside
        ? this.selfMs[index]
        : sampled > 0
          ? (this.selfMs[EXECUTE] * this.sampledMs[index]) / sampled
          : index === EXECUTE
            ? this.selfMs[EXECUTE]
            : 0
      return {
        layer, calls: this.calls[index], selfMs, share: wallMs > 0 ? selfMs / wallMs : 0,
        perOperationUs: operations > 0 ? (selfMs * 1000) / operations : 0,
      }
    })
    return { wallMs, rows }
  }
}

/**
 * Work whose stretches between two waits are booked on a layer, as one call.
 * @template Value, Wait
 * @param {Profile} profile
 * @param {number} layer
 * @param {Generator<Wait, Value, void>} work
 * @returns {Generator<Wait, Value, void>}
 */
export function* booked(profile, layer, work) {
  /** @type {{ error: unknown } | null} */
  let failure = null
  let isOver = false
  let hasBegun = false
  try {
    for (;;) {
      const before = hasBegun ? profile.resume(layer) : profile.enter(layer)
      hasBegun = true
      let step
      try {
        step = failure === null ? work.next() : work.throw(failure.error)
      } catch (error) {
        isOver = true
        throw error
      } finally {
        profile.leave(before)
      }
      if (step.done) {
        isOver = true
        return step.value
      }
      failure = null
      try {
        yield step.value
      } catch (error) {
        failure = { error }
      }
    }
  } finally {
    if (!isOver) work.return(/** @type {Value} */ (undefined))
  }
}

/**
 * Wraps methods of an object so that each call is booked on a layer; fine layers are timed in sampled statements only.
 * The object keeps its identity.
 * @param {Profile} profile @param {any} target @param {Record<string, string>} methods method name -> layer name
 * @returns {() => void} takes the wrappers off again
 */
export function instrument(profile, target, methods) {
  /** @type {[string, PropertyDescriptor | undefined][]} */
  const before = Object.keys(methods).map((method) => [method, Object.getOwnPropertyDescriptor(target, method)])
  for (const [method, layerName] of Object.entries(methods)) {
    const original = target[method]
    const layer = LAYER[layerName]
    const fine = FINE[layer]
    // A fixed list of arguments: a rest parameter would make an array per call.
    target[method] = function profiled(
      /** @type {any} */ a, /** @type {any} */ b, /** @type {any} */ c, /** @type {any} */ d, /** @type {any} */ e,
      /** @type {any} */ f, /** @type {any} */ g, /** @type {any} */ h,
    ) {
      if (fine && !profile.sampling) {
        profile.calls[layer]++
        return original.call(this, a, b, c, d, e, f, g, h)
      }
      const outer = profile.enter(layer)
      try {
        return original.call(this, a, b, c, d, e, f, g, h)
      } finally {
        profile.leave(outer)
      }
    }
  }
  return () => {
    for (const [method, descriptor] of before) {
      if (descriptor === undefined) delete target[method]
      else Object.defineProperty(target, method, descriptor)
    }
  }
}
