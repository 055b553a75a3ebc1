/**
 * How long work may keep the thread before others get a turn. Alone, a long statement takes slices that cost nothing
 * worth mentioning; as soon as others run short statements, each of which waits for several turns (it is read, it is
 * synced, it is answered), the slices are short.
 */
import { others } from '../../util/others.js'

/** @import { Lsn } from '../../util/identifiers.js' */

const ALONE_MS = 4
const AMONG_OTHERS_MS = 0.5
/** So long after the last statement slices stay short. */
const REMEMBERED_MS = 250
/** Between two slices long work steps back for others at most so long, which leaves it half of the thread. */
const PATIENCE_MS = 0.5
/** So soon a client's next statement comes, if it comes soon at all. */
const ANSWER_MS = 0.1

export class Slices {
  constructor() {
    /** Statements begun and commits noted, by whoever begins and notes them. */
    this.served = 0
    this.servedBefore = 0
    this.shortUntilMs = 0
    /** The newest commit whose answer waits for a sync. @type {Lsn} */
    this.commitLsn = 0
    this.overMs = 0
    this.heardMs = 0
    this.servedHeard = 0
  }

  /** A slice is over. @param {number} nowMs */
  over(nowMs) {
    this.overMs = nowMs
    this.servedHeard = this.served
  }

  /**
   * Whether long work should wait for another turn: a commit's sync is under way, or a client was answered and may go
   * on. A commit takes several turns; a slice in each of them would be waited for.
   * @param {number} nowMs @param {Lsn} durableLsn @returns {boolean}
   */
  givesWay(nowMs, durableLsn) {
    if (nowMs - this.overMs >= PATIENCE_MS) return false
    if (this.served !== this.servedHeard) {
      this.servedHeard = this.served
      this.heardMs = nowMs
    }
    return this.commitLsn > durableLsn || nowMs - this.heardMs < ANSWER_MS
  }

  /** Do others run short statements? @param {number} nowMs */
  areShort(nowMs) { return nowMs < this.shortUntilMs || this.served !== this.servedBefore }

  /** A slice begins. @param {number} nowMs @returns {number} milliseconds it may take */
  next(nowMs) {
    if (this.served !== this.servedBefore) {
      this.servedBefore = this.served
      this.shortUntilMs = nowMs + REMEMBERED_MS
    }
    others.areBusy = nowMs < this.shortUntilMs
    return others.areBusy ? AMONG_OTHERS_MS : ALONE_MS
  }
}
