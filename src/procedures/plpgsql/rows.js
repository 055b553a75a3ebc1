/** Calls of PL/pgSQL functions whose rows are asked for. */
import { Run } from './run.js'

/** @typedef {import('../host.js').Value} Value */
/** @typedef {import('../host.js').Snapshot} Snapshot */
/** @typedef {import('../host.js').ProcedureHost} ProcedureHost */
/** @import { Results } from './results.js' */
/** @import { PlpgsqlRoutine } from './routine.js' */

/** A set-returning call: the body runs to its end when the first rows are asked for. */
export class PlpgsqlRows {
  /** @param {PlpgsqlRoutine} routine @param {ProcedureHost} host @param {Value[]} args @param {Snapshot} snapshot */
  constructor(routine, host, args, snapshot) {
    this.routine = routine
    this.host = host
    this.args = args
    this.snapshot = snapshot
    /** @type {Results | null} */
    this.results = null
    this.isOver = false
  }

  /** @param {number} count @returns {Generator<Promise<unknown>, Value[], void>} fewer than count: that was all */
  *fetch(count) {
    if (!this.isOver) {
      this.isOver = true
      const run = new Run(this.routine, this.host, this.snapshot, false)
      const value = yield* this.routine.body(run, this.args)
      if (!this.routine.retset) return [value]
      this.results = run.results
    }
    return this.results === null ? [] : this.results.take(count)
  }

  close() {
    this.results?.close()
    this.results = null
  }
}
