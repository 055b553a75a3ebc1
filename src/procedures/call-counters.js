/**
 * How often functions were called and how long they took: pg_stat_user_functions, as far as track_functions says. A
 * call's own time is what its callees did not take; a recursive one's total counts once.
 */

/** @typedef {{ calls: number, totalMicros: number, selfMicros: number }} CallCounts */
/**
 * @typedef {{ oid: number, start: number, before: number, callees: number, failed: boolean }} Frame before: the
 *   total when it began */

/** Counts by function OID. */
export class CallCounters {
  constructor() {
    /** @type {Map<number, CallCounts>} */
    this.functions = new Map()
  }

  /** @param {number} oid @returns {CallCounts} */
  of(oid) {
    let counts = this.functions.get(oid)
    if (counts === undefined) this.functions.set(oid, (counts = { calls: 0, totalMicros: 0, selfMicros: 0 }))
    return counts
  }
}

/** Calls of a session under way, one inside the other. */
export class CallClock {
  /** @param {() => number} now microseconds @param {CallCounters} counters of the database */
  constructor(now, counters) {
    this.now = now
    this.counters = counters
    /** Of the transaction of that number. */
    this.own = new CallCounters()
    this.serial = -1
    /** @type {(Frame | null)[]} null: a call that is not counted */
    this.frames = []
  }

  /** @param {number} oid 0: not counted @param {number} serial of the transaction */
  begin(oid, serial) {
    if (serial !== this.serial) {
      this.serial = serial
      this.own = new CallCounters()
    }
    const before = oid === 0 ? 0 : this.counters.of(oid).totalMicros
    this.frames.push(oid === 0 ? null : { oid, start: this.now(), before, callees: 0, failed: false })
  }

  /** The innermost call ends by an error: it is not counted. */
  fail() {
    const frame = this.frames.at(-1)
    if (frame) frame.failed = true
  }

  end() {
    const frame = this.frames.pop()
    if (frame === null || frame === undefined || frame.failed) return
    const took = this.now() - frame.start
    const counts = this.counters.of(frame.oid)
    const own = this.own.of(frame.oid)
    counts.calls++
    own.calls++
    counts.totalMicros = frame.before + took
    own.totalMicros += took
    counts.selfMicros += took - frame.callees
    own.selfMicros += took - frame.callees
    const caller = this.frames.findLast((other) => other !== null)
    if (caller) caller.callees += took
  }
}
