/**
 * Waits for the next message awake. A thread that sleeps in epoll must be woken, and in a virtual machine its processor
 * with it, which takes longer than most statements. While clients answer at once, the event loop asks the sockets again
 * and again instead (a pending immediate makes it poll without waiting), for at most the window after whatever happened
 * last; for a few windows while answers wait for the end of a sync, which wakes the loop like a message does. The
 * kernel's own busy polling (net.core.busy_poll) does the same one layer below.
 *
 * It learns whether that pays: it begins after `needed` messages that came soon one after the other. Where few then
 * found it awake before it waited in vain, it asks for twice as many before it tries again, else for half. So a client
 * that thinks between its statements costs next to nothing, and where server and clients share one processor, so that
 * waiting awake keeps from running whom it waits for, it all but stops.
 *
 * A loop that is awake keeps its processor, and the thread that syncs the log may have been put on the same one: it
 * waits until the scheduler's slice is over, half a millisecond and more. After a sync that took so much longer than
 * usual, the loop sleeps for an instant in each of the next ones, which lets that thread run; not always, since an
 * instant is as long as half a sync, and not before a turn in which no message came: clients that have something to ask
 * would wait for it.
 *
 * asleep ──enough messages soon──► polling ──window passed──► asleep, fewer or more needed
 */
import { performance } from 'node:perf_hooks'

const NEEDED_MIN = 4
const NEEDED_MAX = 4096
/** So many messages found awake are worth one wait in vain. */
const PAYS_MIN = 4
/** Asleep, a message counts as soon up to so many windows: the time to wake up is in it. */
const SOON_WINDOWS = 3

/** For so many windows the end of a sync is waited for. */
const SYNC_WINDOWS = 4

/** A sync is late that took so many times as long as usual, and more than so many milliseconds longer. */
const LATE_TIMES = 3
const LATE_MS = 0.1
/** So many syncs are made room for after a late one. */
const ROOM_SYNCS = 64
/** Of a sync's usual time, until it is known. */
const USUAL_MS = 0.15

/**
 * @typedef {{ now: () => number, setImmediate: (callback: () => void) => unknown, instant: () => void }} Clock now:
 *   milliseconds; instant: sleeps as shortly as the system can, some 50 microseconds
 */
/**
 * @typedef {{ begun: () => number, awaited: () => boolean }} Syncs of the log: how many have begun; whether answers
 *   wait for one
 */

const CELL = new Int32Array(new SharedArrayBuffer(4))

/** @type {Clock} */
const CLOCK = {
  now: () => performance.now(),
  setImmediate: (callback) => setImmediate(callback),
  instant: () => {
    Atomics.wait(CELL, 0, 0, 0.001)
  },
}
/** @type {Syncs} */
const NO_SYNCS = { begun: () => 0, awaited: () => false }

export class BusyPoll {
  /**
   * @param {number} windowUs microseconds after which nobody is waited for awake any more; 0: never
   * @param {Syncs} [syncs] @param {Clock} [clock]
   */
  constructor(windowUs, syncs = NO_SYNCS, clock = CLOCK) {
    this.windowMs = windowUs / 1000
    this.syncs = syncs
    this.clock = clock
    /** Syncs begun that it knows of, and when it heard of the last; 0: that one has ended. */
    this.begun = 0
    this.begunMs = 0
    this.usualMs = USUAL_MS
    /** Syncs that are still made room for; whether the one under way is and has not been. */
    this.room = 0
    this.owing = false
    /** What `since` was a turn ago. */
    this.sinceBefore = -Infinity
    /** When a message or a chance to send one was last. */
    this.since = -Infinity
    /** Messages that came soon, one after the other; while polling: that found it awake. */
    this.soon = 0
    /** So many are needed. */
    this.needed = NEEDED_MIN
    this.polling = false
    this.poll = () => this.again()
  }

  /** A message came. */
  heard() {
    if (this.windowMs === 0) return
    const now = this.clock.now()
    if (this.polling || now - this.since <= this.windowMs * SOON_WINDOWS) this.soon++
    else this.soon = 0
    this.since = now
  }

  /** What was to be done is done: from here on a client may send its next message. */
  idle() {
    if (this.windowMs === 0) return
    this.since = this.clock.now()
    if (this.polling || this.soon < this.needed) return
    this.polling = true
    this.soon = 0
    this.clock.setImmediate(this.poll)
  }

  /** A turn of the event loop without waiting has passed. */
  again() {
    this.lookForSync()
    const waitedMs = this.clock.now() - this.since
    if (waitedMs <= this.windowMs || (waitedMs <= this.windowMs * SYNC_WINDOWS && this.syncs.awaited())) {
      this.clock.setImmediate(this.poll)
      return
    }
    this.polling = false
    this.needed = this.soon >= PAYS_MIN ? Math.max(this.needed >> 1, NEEDED_MIN) : Math.min(this.needed * 2, NEEDED_MAX)
    this.soon = 0
  }

  /**
   * While awake: when a sync begins, and when there is nothing to do but wait for it. One that nobody waits for is over
   * already, on this thread, or none of ours.
   */
  lookForSync() {
    const begun = this.syncs.begun()
    if (begun !== this.begun) {
      this.begun = begun
      this.begunMs = this.syncs.awaited() ? this.clock.now() : 0
      this.owing = this.room > 0 && this.begunMs !== 0
    } else if (this.owing && this.since === this.sinceBefore) {
      this.owing = false
      this.room--
      this.clock.instant()
    }
    this.sinceBefore = this.since
  }

  /** A sync has ended. */
  synced() {
    if (this.begunMs === 0) return
    const tookMs = this.clock.now() - this.begunMs
    this.begunMs = 0
    this.owing = false
    if (tookMs > LATE_TIMES * this.usualMs + LATE_MS) this.room = ROOM_SYNCS
    // Late ones hardly change what is usual, unless all are: then the disk is slow.
    this.usualMs += (Math.min(tookMs, 2 * this.usualMs) - this.usualMs) / ROOM_SYNCS
  }
}
