/**
 * How soon a server lets V8's optimizing compiler look at code: late while most statements are new, soon once they
 * repeat.
 *
 * What a new statement needs of parser, planner and generator is broad and runs once. Compiled early, for shapes that
 * the next statement does not have, it took a third of a new statement's processor time. What repeats runs three times
 * as fast once it is compiled, and with one client and a slow disk it takes thousands of statements until V8's own
 * measure says so (docs/decisions/0021).
 *
 * V8 looks at a function each time that so many bytes of its bytecode have run, and compiles it after some looks.
 */
import v8 from 'node:v8'

/** V8's own is 67,584. */
const BYTES_NEW = 270_000
const BYTES_REPEATED = 33_000
/** Messages between two looks at what they were. */
const LOOK_EVERY = 32
/** Statements are new if more of these messages brought a new text, and repeat if fewer did. */
const NEW_MIN = 8
const REPEATED_MAX = 2

/** @param {number} bytes */
const setBudget = (bytes) => v8.setFlagsFromString(`--interrupt-budget=${bytes}`)

/** Before the first statement has come. */
export const optimizeLate = () => setBudget(BYTES_NEW)

export class OptimizingPace {
  /**
   * @param {() => number} newTexts so many texts of statements were parsed so far
   * @param {(bytes: number) => void} [set] for tests
   */
  constructor(newTexts, set = setBudget) {
    this.newTexts = newTexts
    this.set = set
    this.before = newTexts()
    this.left = LOOK_EVERY
    this.repeats = false
    set(BYTES_NEW)
  }

  /** A message came. */
  heard() {
    if (--this.left > 0) return
    this.left = LOOK_EVERY
    const now = this.newTexts()
    const count = now - this.before
    this.before = now
    const repeats = this.repeats ? count <= NEW_MIN : count < REPEATED_MAX
    if (repeats === this.repeats) return
    this.repeats = repeats
    this.set(repeats ? BYTES_REPEATED : BYTES_NEW)
  }
}
