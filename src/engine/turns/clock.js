/**
 * The engine's clock and timers: the only place below the server where time comes from. Tests pass their own.
 */
import { performance } from 'node:perf_hooks'

/**
 * A timer keeps the program alive, since somebody waits for it (pg_sleep, lock_timeout); a background one does not.
 * @typedef {{ nowMicros: () => number, monotonicMs: () => number, setTimer: (work: () => void, ms: number, background?:
 *   boolean) => { cancel: () => void } }} Clock
 */

/** Microseconds between 1970-01-01 and 2000-01-01. */
const EPOCH_MICROS = 946684800000000

/** `performance` as a global and its timeOrigin are getters, and the time is asked for with every statement. */
const { timeOrigin } = performance

/** @returns {Clock} microseconds since 2000-01-01 UTC that never go backwards by themselves */
export function systemClock() {
  return {
    nowMicros: () => Math.round((timeOrigin + performance.now()) * 1000) - EPOCH_MICROS,
    monotonicMs: () => performance.now(),
    setTimer: (work, ms, background = false) => {
      const timer = setTimeout(work, ms)
      if (background) timer.unref()
      return { cancel: () => clearTimeout(timer) }
    },
  }
}
