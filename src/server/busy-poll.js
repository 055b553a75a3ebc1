/**
 * Waits for the next message awake. A thread that sleeps in epoll must be woken, and in a virtual machine its processor with it, which takes longer than most statements. While clients
 * answer at once, the event loop asks the sockets again and again instead (a pending immediate makes it poll without waiting), for at most the window after whatever happened last; for a few
 * windows while answers wait for the end of a sync, which wakes the loop like a message does. The kernel's own busy polling (net.core.busy_poll) does the same one layer below.
 *
 * It learns whether that pays: it begins after `needed` messages that came soon one after the other. Where few then found it awake before it waited in vain, it asks for twice as many before it
 * tries again, else for half. So a client that thinks between its statements costs next to nothing, and where server and clients share one processor, so that waiting awake keeps from running
 * whom it waits for, it all but stops.
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

/** @typedef {{ now: () => number, setImmediate: (callback: () => void) => unknown }} Clock now: milliseconds */

/** @type {Clock} */
const CLOCK = { now: () => performance.now(), setImmediate: (callback) => setImmediate(callback) }

export class BusyPoll {
  /**
   * @param {number} windowUs microseconds after which nobody is waited for awake any more; 0: never
   * @param {() => boolean} [isSyncing] whether answers wait for a sync @param {Clock} [clock]
   */
  constructor(windowUs, isSyncing = () => false, clock = CLOCK) {
    this.windowMs = windowUs / 1000
    this.isSyncing = isSyncing
    this.clock = clock
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
    const waitedMs = this.clock.now() - this.since
    if (waitedMs <= this.windowMs || (waitedMs <= this.windowMs * SYNC_WINDOWS && this.isSyncing())) {
      this.clock.setImmediate(this.poll)
      return
    }
    this.polling = false
    this.needed = this.soon >= PAYS_MIN ? Math.max(this.needed >> 1, NEEDED_MIN) : Math.min(this.needed * 2, NEEDED_MAX)
    this.soon = 0
  }
}
