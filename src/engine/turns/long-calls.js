/**
 * Calls that turned out to take long are made once more on a thread of their own, which a cancel or statement_timeout
 * ends. Only functions of their arguments alone come here
 * (FunctionImpl.long, or with large values): the thread knows nothing of the database. It starts in some tens of
 * milliseconds, and the last one to be idle waits a while for the next
 * call; so many run at a time, others stay here. A call that can rest in the middle (`steps`) stays on this thread.
 */
import { Worker } from 'node:worker_threads'
import { DbError } from '../../errors/db-error.js'
import { turnUntil } from '../../util/effort.js'
import { nextTurn } from './drive.js'
import { Known, LongText, Rest, readingAhead } from '../../parser/ahead.js'
import { grammarFailed } from '../../parser/grammar.js'
import { foldedTree, grammarModule } from '../../parser/parser.js'
import { joinedTree } from '../../parser/pieces.js'
import { fromMessage, isSendable, toMessage } from './messages.js'

/** The thread's file may be missing where a program is one bundle. */
export const CANNOT_START = {}
const THREADS_MAX = 4
const IDLE_MS = 2000
/** One call cannot take the memory of the whole process. */
const HEAP_MB = 1024
let threads = 0
/** @type {Thread | null} */
let idle = null

/** What a thread tells goes to whoever it works for. */
class Thread {
  constructor() {
    this.worker = new Worker(new URL('./long-call-thread.js', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    /** @type {(message: unknown) => void} */
    this.told = () => undefined
    this.worker.on('message', (message) => this.told(message))
    this.worker.on('messageerror', () => this.told(CANNOT_START))
    this.worker.on('error', (/** @type {any} */ error) =>
      this.told(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? { error: { code: '53200', message: 'out of memory' } }
          : CANNOT_START,
      ),
    )
    this.worker.on('exit', () => this.told(CANNOT_START))
  }
}

/**
 * @typedef {{ name: string, set: boolean, call: (...args: any[]) => any, list: (...args: any[]) => any[], steps?:
 *   (...args: any[]) => Generator<void, any, void>, extension?: string | null }} LongImpl steps: the call, which rests
 *   now and then; extension: whose it is, '' nobody's; null: one that the thread cannot find
 */

/**
 * @param {import('../session/session.js').Session} session
 * @param {LongImpl} impl
 * @param {unknown[]} args
 * @returns {Generator<Promise<unknown>, any, void>}
 */
export function* longCall(session, impl, args) {
  if (impl.steps !== undefined) return yield* inSteps(session, impl.steps(...args))
  const { extension = '' } = impl
  if (session.synchronous || extension === null || !args.every(isSendable)) return callHere(impl, args)
  /** @type {unknown[]} */
  const list = []
  const answer = yield* asked(
    session,
    () => ({ name: impl.name, extension, args: args.map(toMessage), valueBytesMax: session.valueBytesMax }),
    (part) => {
      for (const value of part) list.push(fromMessage(value))
    },
  )
  if (answer === CANNOT_START || answer.isUnknown) return callHere(impl, args)
  if (answer.error !== undefined)
    throw new DbError(answer.error.code ?? 'XX000', answer.error.message, answer.error.fields ?? {})
  return answer.part !== undefined ? list : fromMessage(answer.value)
}

/**
 * A call that parses: long texts in it are read by the grammar on another thread before. @template T
 * @param {import('../session/session.js').Session} session
 * @param {() => T} call without effect until it has parsed
 * @returns {Generator<Promise<unknown>, T, void>}
 */
export function* readFirst(session, call) {
  const known = new Known()
  for (;;) {
    try {
      return readingAhead(known, call)
    } catch (error) {
      if (error instanceof Rest && !session.synchronous) {
        session.checkInterrupts()
        yield nextTurn()
        session.checkInterrupts()
      }
      if (error instanceof Rest) continue
      if (!(error instanceof LongText)) throw error
      known.set(error.text, yield* readElsewhere(session, error.text))
    }
  }
}

/**
 * What is wrong with a long text, or its tree, from another thread: read there, put together here between the turns of
 * others.
 * @param {import('../session/session.js').Session} session
 * @param {string} text as the grammar gets it
 * @returns {Generator<Promise<unknown>, import('../../parser/ahead.js').Read, void>}
 */
export function* readElsewhere(session, text) {
  const module = session.synchronous ? null : grammarModule()
  // It was looked through, and will be copied: each takes its time.
  if (module !== null && text.length > TEXT_AT_ONCE) yield nextTurn()
  const answer = module === null ? CANNOT_START : yield* asked(session, () => ({ text, module }), () => undefined)
  if (answer.error !== undefined)
    throw new DbError(answer.error.code ?? 'XX000', answer.error.message, answer.error.fields ?? {})
  if (answer === CANNOT_START) {
    try {
      return { tree: foldedTree(text) }
    } catch (failure) {
      return { failure }
    }
  }
  const { value } = answer
  return value.failure !== undefined
    ? { failure: grammarFailed(value.failure) }
    : { tree: yield* inSteps(session, joinedTree(value)), glance: value.glance }
}

/**
 * One question to a thread.
 * @param {import('../session/session.js').Session} session
 * @param {() => object} question
 * @param {(part: unknown[]) => void} take parts of an answer; the next is asked for when one is read
 * @returns {Generator<Promise<unknown>, any, void>} CANNOT_START where there is none for it
 */
export function* asked(session, question, take) {
  const thread = threads >= THREADS_MAX ? null : startThread()
  if (thread === null) return CANNOT_START
  threads++
  const { clock } = session.cluster
  /** @type {unknown} */
  let answer = null
  try {
    /** @type {() => void} */
    let wake = () => undefined
    /** @type {unknown[] | null} */
    let part = null
    const told = (/** @type {any} */ message) => {
      if (message.part !== undefined) part = message.part
      if (message.value !== undefined || message.part === undefined) answer ??= message
      wake()
    }
    thread.told = told
    thread.worker.postMessage(question())
    // A timer may fire a little before the deadline it was set for.
    for (;; session.checkInterrupts()) {
      if (part !== null) {
        take(part)
        part = null
        if (answer === null) thread.worker.postMessage({ more: true })
      }
      if (answer !== null) break
      const promise = new Promise((resolve) => { wake = () => resolve(undefined) })
      session.wait = { cancel: wake }
      const timer =
        session.statementDeadlineMs < Infinity
          ? clock.setTimer(wake, Math.max(1, session.statementDeadlineMs - clock.monotonicMs()))
          : null
      try {
        if (!session.cancelRequested) yield promise
      } finally {
        session.wait = null
        timer?.cancel()
      }
    }
  } finally {
    threads--
    if (answer === null || answer === CANNOT_START || idle !== null) endThread(thread)
    else restThread(thread, clock)
  }
  return answer
}

/**
 * On this thread, between the turns of others.
 * @param {import('../session/session.js').Session} session
 * @param {Generator<void, any, void>} work
 * @returns {Generator<Promise<unknown>, any, void>}
 */
export function* inSteps(session, work) {
  const { clock } = session.cluster
  for (let endsMs = clock.monotonicMs() + TURN_MS; ;) {
    // Work that looks at the clock itself rests by it.
    if (!session.synchronous) turnUntil(endsMs, clock.monotonicMs)
    let step
    try {
      step = work.next()
    } finally {
      turnUntil(Infinity)
    }
    if (step.done) {
      // Many that end within their turn are one long stretch: the loop around them looks at the clock as well.
      session.tire()
      return step.value
    }
    session.checkInterrupts()
    if (session.synchronous || clock.monotonicMs() < endsMs) continue
    yield nextTurn()
    session.checkInterrupts()
    endsMs = clock.monotonicMs() + TURN_MS
  }
}

const TURN_MS = 5
/** Characters of a text that are copied in a few milliseconds. */
const TEXT_AT_ONCE = 1 << 22

/** @param {LongImpl} impl @param {unknown[]} args */
const callHere = (impl, args) => (impl.set ? impl.list(...args) : impl.call(...args))

/** @returns {Thread | null} null where there are no threads */
function startThread() {
  if (idle !== null) {
    const thread = idle
    idle = null
    thread.worker.ref()
    return thread
  }
  try {
    return new Thread()
  } catch {
    return null
  }
}

/**
 * It waits for the next call, but keeps no process alive.
 * @param {Thread} thread
 * @param {import('./clock.js').Clock} clock
 */
function restThread(thread, clock) {
  idle = thread
  thread.worker.unref()
  thread.told = () => { if (idle === thread) idle = null }
  clock.setTimer(() => {
    if (idle !== thread) return
    idle = null
    endThread(thread)
  }, IDLE_MS, true)
}

/** @param {Thread} thread */
function endThread(thread) {
  thread.told = () => undefined
  void thread.worker.terminate()
}
