/**
 * Where the time of the engine's thread goes: one clock, split over layers without gaps. At any moment exactly one layer is
 * current; `enter` closes the running interval, books it on the layer that was current and makes another one current. So self times
 * add up to the wall time since `start()` by construction, and what no layer claims (the event loop, sockets, timers, the host
 * program, idle time) is `other`.
 *
 * Off: the engine holds `null` instead of a Profile, and each crossing costs one branch.
 */

export const LAYERS = Object.freeze(['other', 'wire.read', 'parse', 'analyze', 'plan', 'compile', 'execute', 'index', 'heap', 'buffer', 'lock',
  'wal.append', 'wal.write', 'wal.sync', 'wire.write'])

/** @type {Readonly<Record<string, number>>} layer name -> number */
export const LAYER = Object.freeze(Object.fromEntries(LAYERS.map((name, index) => [name, index])))

/** @typedef {{ layer: string, calls: number, selfMs: number, share: number, perOperationUs: number }} ProfileRow */

export class Profile {
  /** @param {() => number} nowMs a monotonic clock in milliseconds with fractions */
  constructor(nowMs) {
    this.nowMs = nowMs
    this.selfMs = new Float64Array(LAYERS.length)
    this.calls = new Float64Array(LAYERS.length)
    this.current = 0
    this.since = nowMs()
    this.startedMs = this.since
  }

  /** Forgets what was measured; the current layer stays. */
  start() {
    this.selfMs.fill(0)
    this.calls.fill(0)
    this.since = this.startedMs = this.nowMs()
  }

  /** @param {number} layer becomes current @returns {number} the layer that was: give it to `leave` */
  enter(layer) {
    const now = this.nowMs()
    const before = this.current
    this.selfMs[before] += now - this.since
    this.since = now
    this.current = layer
    this.calls[layer]++
    return before
  }

  /** @param {number} before what `enter` returned */
  leave(before) {
    const now = this.nowMs()
    this.selfMs[this.current] += now - this.since
    this.since = now
    this.current = before
  }

  /** @param {number} operations what "per operation" divides by (transactions) @returns {{ wallMs: number, rows: ProfileRow[] }} */
  report(operations) {
    this.leave(this.current)
    const wallMs = this.since - this.startedMs
    const rows = LAYERS.map((layer, index) => ({
      layer, calls: this.calls[index], selfMs: this.selfMs[index], share: wallMs > 0 ? this.selfMs[index] / wallMs : 0,
      perOperationUs: operations > 0 ? (this.selfMs[index] * 1000) / operations : 0,
    }))
    return { wallMs, rows }
  }
}

/** Wraps methods of an object so that each call is booked on a layer. The object keeps its identity; `restore()` takes the wrappers off again.
 * @param {Profile} profile @param {any} target @param {Record<string, string>} methods method name -> layer name @returns {() => void} restore */
export function instrument(profile, target, methods) {
  /** @type {[string, PropertyDescriptor | undefined][]} */
  const before = Object.keys(methods).map((method) => [method, Object.getOwnPropertyDescriptor(target, method)])
  for (const [method, layerName] of Object.entries(methods)) {
    const original = target[method]
    const layer = LAYER[layerName]
    target[method] = function profiled(/** @type {any[]} */ ...args) {
      const outer = profile.enter(layer)
      try {
        return original.apply(this, args)
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
