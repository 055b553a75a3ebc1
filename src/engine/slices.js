/**
 * How long work may keep the thread before others get a turn. Alone, a long statement takes slices that cost nothing worth mentioning; as soon as others run short statements, each
 * of which waits for several turns (it is read, it is synced, it is answered), the slices are short.
 */
import { others } from '../util/others.js'

const ALONE_MS = 4
const AMONG_OTHERS_MS = 1
/** So long after the last statement slices stay short. */
const REMEMBERED_MS = 250

export class Slices {
  constructor() {
    /** Statements begun and commits noted, by whoever begins and notes them. */
    this.served = 0
    this.servedBefore = 0
    this.shortUntilMs = 0
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
