/**
 * How long one call of a function may take. A function whose work may be long tells its steps with `spend`; now and
 * then somebody is asked whether to go on, so that statement_timeout ends it where it is. A caller that can take the
 * work elsewhere gives it a limit: beyond that the call gives up.
 */

import { Deep, goesOn } from './deep-steps.js'
import { UNLIMITED } from './memory-account.js'

/** @import { Holding, MemoryAccount } from './memory-account.js' */

/** Steps between two looks: some tens of milliseconds. */
const LOOK_STEPS = 5_000_000
/** The same of a limited call, and how long it may take: what a step costs differs a hundredfold. */
const LIMITED_LOOK_STEPS = 20_000
const LIMIT_MS = 10

/** What a limited call answers that gave up. */
export const EXHAUSTED = Symbol('exhausted')

let left = LOOK_STEPS
let isLimited = false
let limitedUntilMs = 0
/**
 * memory: what its engine holds; tables: what tables of its statements hold of that.
 * @typedef
 *   {{ checkInterrupts: () => void, valueBytesMax: number, tire: () => void, memory: MemoryAccount,
 *   tables: Set<Holding>, quotesAll: boolean }} Watcher
 */
/** @type {Watcher | null} */
let watcher = null

/** Who is asked from now on: the session whose statement runs. @param {Watcher | null} session */
export function watchedBy(session) {
  if (watcher !== session) watcher = session
}

/** Its statement is over: what runs from now on is somebody else's. @param {Watcher} session */
export function unwatchedBy(session) {
  if (watcher === session) watcher = null
}

/** Who is asked now: for whoever lets others run meanwhile. @returns {Watcher | null} */
export const watcherNow = () => watcher

/** What the engine whose statement runs may hold. @returns {MemoryAccount} */
export const memoryNow = () => watcher === null ? UNLIMITED : watcher.memory

/**
 * Memory of a table of the statement that runs. @param {MemoryAccount} account @param {number} bytes @returns {Holding}
 */
export function holdTable(account, bytes) {
  const among = /** @type {Watcher} */ (watcher).tables
  const holding = { account, bytes, among }
  account.add(bytes)
  among.add(holding)
  return holding
}

/** Whether names are written in quotes even where they need none (quote_all_identifiers). */
export const quotesAll = () => watcher !== null && watcher.quotesAll

/** What one value of the statement that runs may take (max_value_size). @returns {number} bytes */
export const valueBytesMax = () => watcher === null ? VALUE_BYTES_UNWATCHED : watcher.valueBytesMax

/** Outside statements. */
const VALUE_BYTES_UNWATCHED = 512 * 1048576

/** @param {number} steps */
export function spend(steps) {
  if ((left -= steps) < 0) look()
}

function look() {
  if (isLimited) {
    left = LIMITED_LOOK_STEPS
    if (performance.now() < limitedUntilMs) return
    throw EXHAUSTED
  }
  left = LOOK_STEPS
  if (watcher === null) return
  watcher.checkInterrupts()
  watcher.tire()
}

/**
 * Work in steps that may rest between them: a generator that yields where it has had its turn. What it waits for is
 * others having theirs, no value.
 * @template T @typedef {Generator<void, T, void>} Steps
 */

/** When work in steps has had its turn; Infinity: nobody rests it. */
let turnEndsMs = Infinity

/** Whether work in steps should yield here. */
export const isTired = () => turnEndsMs !== Infinity && nowMs() > turnEndsMs

/** By which clock. */
let nowMs = () => performance.now()

/**
 * Work in steps that begins now rests then.
 * @param {number} ms @param {() => number} [clock] milliseconds
 */
export function turnUntil(ms, clock = nowMs) {
  turnEndsMs = ms
  nowMs = clock
}

/** Work in steps without a rest. @template T @param {Steps<T>} steps @returns {T} */
export function atOnce(steps) {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    const below = /** @type {unknown} */ (step.value)
    if (below instanceof Deep) return deeplyAtOnce(steps, below)
  }
}

/** @template T @param {Steps<T>} steps @param {Deep<unknown>} below what they wait for @returns {T} */
function deeplyAtOnce(steps, below) {
  const root = new Deep(steps)
  const stack = [root, below]
  while (!goesOn(stack)) /* no rest */;
  return /** @type {T} */ (root.value)
}

/** Something long was done at a stretch: the loop around it, if it gives way, does so at its next step. */
export const tire = () => watcher?.tire()

/**
 * A call that gives up after a while.
 * @param {(...args: any[]) => any} call @param {any[]} args @returns {any} EXHAUSTED, or what the call returned
 */
export function limited(call, args) {
  left = LIMITED_LOOK_STEPS
  limitedUntilMs = performance.now() + LIMIT_MS
  isLimited = true
  try {
    return call(...args)
  } catch (error) {
    if (error === EXHAUSTED) return EXHAUSTED
    throw error
  } finally {
    isLimited = false
    left = LOOK_STEPS
  }
}
