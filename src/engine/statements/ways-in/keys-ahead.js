/**
 * Which parameters of a call are keys of rows that it is going to look up: learned by watching some calls of it. What a
 * routine of the program does with its arguments is its own business, but it does the same each time. Whoever has
 * several calls before him looks their rows up together first (executor/operators/scan/look-ahead.js); a guess that is
 * wrong costs a look at the wrong row, and nothing else.
 */

/** @import { PointRunner } from '../core/point.js' */
/** @import { LookAhead } from '../../../executor/operators/scan/look-ahead.js' */
/** @import { Session } from '../../session/session.js' */

/** Calls that are watched, and in how many of them a parameter must have been the key. */
const WATCHED_CALLS = 16
const HITS_MIN = 12
/** Guesses that are kept in mind meanwhile. */
const CANDIDATES_MAX = 32

/** @typedef {{ point: PointRunner, planned: any, rows: LookAhead, parameter: number, hits: number }} Candidate */

export class KeysAhead {
  /** @param {Session} session */
  constructor(session) {
    this.session = session
    /** Calls that are still to be watched. */
    this.left = WATCHED_CALLS
    /** Parameters of the call that is watched. @type {unknown[]} */
    this.params = []
    /** @type {Candidate[]} */
    this.candidates = []
    /** What was learned. @type {Candidate[]} */
    this.keys = []
  }

  /** @param {unknown[]} params of the call that begins */
  begin(params) {
    if (this.left === 0) return
    this.params = params
    this.session.watcher = this
  }

  /** The call is over. */
  end() {
    if (this.left === 0) return
    this.session.watcher = null
    this.left--
    if (this.left > 0) return
    for (const candidate of this.candidates) {
      if (
        candidate.hits >= HITS_MIN
        && !this.keys.some(
          ({ rows, parameter }) => rows.fileId === candidate.rows.fileId && parameter === candidate.parameter,
        )
      )
        this.keys.push(candidate)
    }
    this.candidates = []
  }

  /** A statement of the call is about to run. @param {PointRunner} point @param {unknown[]} params */
  note(point, params) {
    const ahead = point.executable.ahead()
    if (ahead === null) return
    const value = params[ahead.parameter]
    for (let parameter = 0; parameter < this.params.length; parameter++) {
      if (this.params[parameter] !== value || typeof value !== 'number') continue
      const known = this.candidates.find((candidate) => candidate.point === point && candidate.parameter === parameter)
      if (known !== undefined && known.planned === point.planned) known.hits++
      else if (this.candidates.length < CANDIDATES_MAX)
        this.candidates.push({ point, planned: point.planned, rows: ahead.rows, parameter, hits: 1 })
    }
  }

  /** Is there anything to look up? What was learned of plans that are no more is learned again. */
  get isUseful() {
    const { keys } = this
    for (let index = 0; index < keys.length; index++) {
      if (keys[index].point.planned === keys[index].planned) continue
      this.keys = []
      this.left = WATCHED_CALLS
      return false
    }
    return keys.length > 0
  }
}
