/**
 * What is known of a run, so that what a crash left can be judged. Every lane notes, inside each of its transactions,
 * what its tables look like; after a crash they must look as after one of these transactions, and
 *
 *   not as before the last one that must have survived (`survives`: by the mode, the kind of cut, and the checkpoints
 *   that had ended) if a transaction is gone whose answer had come, so is every one that was asked for after that
 *   answer, in whatever lane: what is left is a prefix
 *
 * Moments count what was asked and answered, over all lanes. What outside witnesses were shown is a highest number by
 * name.
 */
import assert from 'node:assert/strict'

/**
 * @typedef {'immediate' | 'batch' | 'none' | 'off'} Mode off: immediate, with synchronous_commit = off in every session
 */
export const MODES = /** @type {Mode[]} */ (['immediate', 'batch', 'none', 'off'])

/**
 * answered: Infinity until then; afterLsn: what it has logged lies behind.
 * @typedef {{ look: string, asked: number, answered: number, answeredTurn: number, afterLsn: number }} State
 */

/** Until a batch of commits is durable: its timer takes about 20, its sync a few more. */
export const BATCH_TURNS = 150

export class Lane {
  /** states[0]: as it was found. @type {State[]} */
  states = []

  /** @param {string} name @param {History} history */
  constructor(name, history) {
    this.name = name
    this.history = history
  }

  /** What it is like before anything is done. @param {string} look */
  begins(look) {
    this.states = [{ look, asked: 0, answered: 0, answeredTurn: 0, afterLsn: 0 }]
  }

  /** A commit is about to be asked for. @param {string} look inside the transaction @returns {State} */
  asks(look) {
    const state = {
      look,
      asked: ++this.history.moment,
      answered: Infinity,
      answeredTurn: Infinity,
      afterLsn: this.history.logPosition(),
    }
    this.states.push(state)
    return state
  }

  /** Its answer came. @param {State} state */
  answered(state) {
    const { history, states } = this
    state.answered = ++history.moment
    state.answeredTurn = history.turn
    // Who changed nothing has logged nothing.
    if (state.look !== states[states.indexOf(state) - 1]?.look) history.tells(state.afterLsn)
  }

  /** It was refused: its transaction is not there. @param {State} state */
  refused(state) {
    this.states.splice(this.states.indexOf(state), 1)
  }
}

export class History {
  moment = 0
  /** Everything answered before it is durable, whatever the mode. */
  durableMoment = 0
  /** @type {Map<string, Lane>} */
  lanes = new Map()
  /** Highest number a witness was shown. @type {Map<string, number>} */
  shown = new Map()
  /** By whom. @type {Map<string, string>} */
  shownBy = new Map()
  /** SQLSTATEs of statements that failed, for who wonders what a run was made of. @type {Map<string, number>} */
  refusals = new Map()
  statements = 0
  /** SQLSTATEs that a statement may fail with although that is never the statement's own fault. */
  tolerated = /^$/
  /** Of the event loop, while lanes run. */
  turn = 0
  /** @type {() => number} */
  logPosition = () => 0
  /** Something that was answered or shown was logged behind this position. */
  toldAfterLsn = 0
  /** Where the log stood before each number was there to be shown. @type {Map<string, number[]>} */
  #before = new Map()

  /** What was told in which turn, while the mode `batch` may still lose it. @type {{ lsn: number, turn: number }[]} */
  #batched = []

  /**
   * Of the disk: what is told must be durable by then, where the mode says so.
   * @type {{ told: (lsn: number) => void } | null}
   */
  watch = null

  /** @param {Mode} mode */
  constructor(mode) {
    this.mode = mode
  }

  /** What is known now, to judge what a cut at this moment would leave. @returns {History} */
  copy() {
    const copy = new History(this.mode)
    copy.moment = this.moment
    copy.durableMoment = this.durableMoment
    copy.shown = new Map(this.shown)
    copy.shownBy = new Map(this.shownBy)
    for (const [name, lane] of this.lanes) copy.lane(name).states = lane.states.map((state) => ({ ...state }))
    return copy
  }

  /** Somebody knows of what was logged behind a position. @param {number} lsn */
  tells(lsn) {
    if (lsn <= this.toldAfterLsn) return
    this.toldAfterLsn = lsn
    if (this.mode === 'immediate') this.watch?.told(lsn)
    if (this.mode === 'batch') this.#batched.push({ lsn, turn: this.turn })
  }

  /**
   * The event loop has had a turn.
   * @param {boolean} isWell no call of the disk fails: batches of long ago are durable
   */
  turned(isWell) {
    this.turn++
    while (isWell && this.#batched.length > 0 && this.#batched[0].turn < this.turn - BATCH_TURNS) {
      const { lsn } = /** @type {{ lsn: number }} */ (this.#batched.shift())
      this.watch?.told(lsn) // lanes that have all ended leave nobody to look
    }
  }

  /** @param {string} name @returns {Lane} */
  lane(name) {
    let lane = this.lanes.get(name)
    if (lane === undefined) this.lanes.set(name, lane = new Lane(name, this))
    return lane
  }

  /** From here on a number can be shown. @param {string} what @param {number} number */
  begins(what, number) {
    let list = this.#before.get(what)
    if (list === undefined) this.#before.set(what, list = [])
    list[number] = this.logPosition()
  }

  /** Somebody outside was shown a number. @param {string} what @param {number} number @param {string} by */
  show(what, number, by) {
    if (Number.isFinite(number) && number > (this.shown.get(what) ?? 0)) {
      this.shown.set(what, number)
      this.shownBy.set(what, by)
      this.tells(this.#before.get(what)?.[number] ?? 0)
    }
  }

  /** A checkpoint begins: when it has ended, call what is returned. @returns {() => void} */
  checkpoint() {
    const { moment } = this
    return () => { this.durableMoment = Math.max(this.durableMoment, moment) }
  }

  /**
   * Finds each lane among its states.
   * @param {Map<string, string>} looks by lane
   * @param {(state: State) => boolean} survives whether an answered commit must be there
   * @param {boolean} isOrdered whether what is left must be a prefix
   */
  judge(looks, survives, isOrdered) {
    /** Of what is gone, the soonest answered. */
    let lost = { at: Infinity, lane: '', number: 0 }
    /** Of what is there, the last asked for. */
    let there = { at: 0, lane: '', number: 0 }
    for (const [name, look] of looks) {
      const { states } = this.lane(name)
      if (states.length === 0) continue // cut before it began
      const last = states.findLastIndex((state) => state.look === look)
      const needed = states.findLastIndex((state, index) => index > 0 && state.answered < Infinity && survives(state))
      if (last < 0) assert.fail(`lane ${name} looks as after none of its ${states.length - 1} transactions, ${Math.max(0, needed)} of which must be there: ${difference(states, look)}`)
      assert.ok(
        last >= needed,
        `lane ${name}: transaction ${needed} must be there, it looks as after ${last} of ${states.length - 1}`,
      )
      const first = states.findIndex((state) => state.look === look)
      if (states[first].asked > there.at) there = { at: states[first].asked, lane: name, number: first }
      for (const [index, { answered }] of states.entries())
        if (index > last && answered < lost.at) lost = { at: answered, lane: name, number: index }
    }
    if (isOrdered) assert.ok(there.at < lost.at, `lane ${there.lane} has transaction ${there.number}, asked for after lane ${lost.lane}'s ${lost.number} was answered, which is gone`)
    for (const [name, look] of looks) this.lane(name).begins(look)
    this.toldAfterLsn = 0
    this.#batched.length = 0
    this.#before.clear()
    this.durableMoment = this.moment
  }
}

/** Where a look differs from the state it is nearest to. @param {State[]} states @param {string} look */
function difference(states, look) {
  const lines = look.split('\n')
  let nearest = { count: Infinity, text: '' }
  for (const [index, state] of states.entries()) {
    const others = state.look.split('\n')
    const more = lines.filter((line) => !others.includes(line))
    const less = others.filter((line) => !lines.includes(line))
    if (more.length + less.length < nearest.count) {
      nearest = { count: more.length + less.length, text: `nearest to ${index}\n${[...less.map((line) => `  - ${line}`), ...more.map((line) => `  + ${line}`)].slice(0, 30).join('\n')}` }
    }
  }
  return nearest.text
}
