/**
 * How soon a server lets V8's optimizing compiler have code: late while a young server's statements are new, as V8
 * itself does once it has read so many that compiling pays, soon when they repeat.
 *
 * What a new statement needs of parser, planner and generator is broad and runs once. Compiled early, for shapes that
 * the next statement does not have, it took a third of a new statement's processor time. What repeats runs three times
 * as fast once it is compiled, and with one client and a slow disk it takes thousands of statements until V8's own
 * measure says so (docs/decisions/0021).
 *
 * V8 looks at a function each time that so many bytes of its bytecode have run (its budget), and has it compiled after
 * some looks: more for long functions. The looks that there were stay counted, so it is their number that changes, and
 * not the budget: what has run often meanwhile is compiled at its next look.
 */
import v8 from 'node:v8'

/** Half of V8's own, which is 67,584. */
const BUDGET = '--interrupt-budget=33000'
/** As if the budget were 540,000; functions that are compiled sooner since they are short there are none. */
const LATE = ['--ticks-before-optimization=49', '--bytecode-size-allowance-per-tick=9',
  '--max-bytecode-size-for-early-opt=0']
/**
 * What a new statement runs, it runs a few times: loads of properties get their caches, and functions their machine
 * code of V8's baseline compiler, after a quarter and an eighth of what V8 waits for.
 */
const BASELINE = ['--interrupt-budget-factor-for-feedback-allocation=2', '--baseline-batch-compilation-threshold=512']
/** V8's own, of twice the budget. */
const USUAL = ['--ticks-before-optimization=6', '--bytecode-size-allowance-per-tick=75',
  '--max-bytecode-size-for-early-opt=81']
/** V8's own numbers, half the budget. */
const SOON = ['--ticks-before-optimization=3', '--bytecode-size-allowance-per-tick=150',
  '--max-bytecode-size-for-early-opt=81']
/**
 * A small statement runs through many small functions, more than V8's usual 920 bytes of bytecode let it put into one
 * piece of machine code: a tenth of its time are calls (docs/decisions/0012). Holds for what is optimised from then on.
 */
export const INLINE_MORE = '--max-inlined-bytecode-size-cumulative=2500'
/**
 * Small new statements run through much more code than that, each part of it a few times: what is put into one piece is
 * compiled again and again, and thrown away when another statement comes by.
 */
const INLINE_LESS = '--max-inlined-bytecode-size-cumulative=300'
/**
 * So much was new, in texts that read: what a statement needs of parser, planner and generator has run often enough.
 * Compiling it then costs the helper thread more than it saves for some hundreds of statements, and saves a quarter of
 * each one's time on the main thread at once.
 */
const YOUNG_WORK = 150
/** Messages between two looks at what they were. */
const LOOK_EVERY = 32
/** Statements are new if more of these messages brought a new text, and repeat if fewer did. */
const NEW_MIN = 8
const REPEATED_MAX = 2

/** Messages between two looks are small statements if they came within this: loops of long ones need their inlining. */
const QUICK_MS = 50 * LOOK_EVERY

/** @typedef {'late' | 'usual' | 'lean' | 'soon'} Pace lean: as usual, of small statements */
/** @type {Record<Pace, string[]>} */
const FLAGS = {
  late: [...LATE, INLINE_MORE], usual: [...USUAL, INLINE_MORE], lean: [...USUAL, INLINE_LESS],
  soon: [...SOON, INLINE_MORE],
}

/**
 * Whether a V8 has these flags: Node 20's. From 12 on, Node 22's, it counts calls instead of bytes, and writes to
 * stderr that it does not know them. @param {string} version as process.versions has it
 */
export const hasBudgets = (version) => Number.parseInt(version, 10) === 11

/** @param {string[]} flags */
function setFlags(flags) {
  if (hasBudgets(process.versions.v8)) for (const flag of flags) v8.setFlagsFromString(flag)
}

/** @param {Pace} pace */
const setPace = (pace) => setFlags(FLAGS[pace])

/** Before the first statement has come. */
export function optimizeLate() {
  setFlags([BUDGET, ...BASELINE, ...LATE])
}

export class OptimizingPace {
  /**
   * @param {{ readonly texts: number, readonly work: number }} parsed texts of statements, and what they count for
   * @param {(pace: Pace) => void} [set] for tests
   * @param {() => number} [nowMs] for tests
   */
  constructor(parsed, set = setPace, nowMs = () => performance.now()) {
    this.parsed = parsed
    this.set = set
    this.nowMs = nowMs
    this.lookedMs = nowMs()
    this.before = parsed.texts
    this.youngUntil = parsed.work + YOUNG_WORK
    this.left = LOOK_EVERY
    /** @type {Pace} */
    this.pace = 'late'
    set(this.pace)
  }

  /** A message came. */
  heard() {
    if (--this.left > 0) return
    this.left = LOOK_EVERY
    const { texts, work } = this.parsed
    const count = texts - this.before
    this.before = texts
    const repeats = this.pace === 'soon' ? count <= NEW_MIN : count < REPEATED_MAX
    const now = this.nowMs()
    const isQuick = now - this.lookedMs < QUICK_MS
    this.lookedMs = now
    const pace = repeats ? 'soon' : work < this.youngUntil ? 'late' : isQuick ? 'lean' : 'usual'
    if (pace === this.pace) return
    this.pace = pace
    this.set(pace)
  }
}
