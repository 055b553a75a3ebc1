/**
 * Calls that turned out to take long are made once more on a thread of their own, which a cancel or statement_timeout ends. Only functions of their arguments alone come here
 * (FunctionImpl.long): the thread knows nothing of the database. It starts in some tens of milliseconds and ends with the call; so many run at a time, others stay here. A call that
 * can rest in the middle (`steps`) stays on this thread.
 */
import { Worker } from 'node:worker_threads'
import { DbError } from '../../errors/db-error.js'
import { PgArray } from '../../types/array.js'
import { nextTurn } from '../statements/drive.js'

const THREADS_MAX = 4
let threads = 0

/** @typedef {{ name: string, set: boolean, call: (...args: any[]) => any, list: (...args: any[]) => any[], steps?: (...args: any[]) => Generator<void, any, void> }} LongImpl steps: the call, which rests now and then */

/** @param {import('../session/session.js').Session} session @param {LongImpl} impl @param {any[]} args @returns {Generator<Promise<unknown>, any, void>} */
export function* longCall(session, impl, args) {
  if (impl.steps !== undefined) return yield* inSteps(session, impl.steps(...args))
  const worker = session.synchronous || threads >= THREADS_MAX ? null : startWorker(impl.name, args)
  if (worker === null) return callHere(impl, args)
  threads++
  const { clock } = session.cluster
  /** @type {any} */
  let answer = null
  try {
    /** @type {() => void} */
    let wake = () => undefined
    const told = (/** @type {any} */ message) => {
      answer ??= message
      wake()
    }
    worker.once('message', told)
    worker.once('error', (/** @type {any} */ error) => told(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? { error: { code: '53200', message: 'out of memory' } } : CANNOT_START))
    worker.once('exit', () => told(CANNOT_START))
    // A timer may fire a little before the deadline it was set for.
    for (; answer === null; session.checkInterrupts()) {
      const promise = new Promise((resolve) => { wake = () => resolve(undefined) })
      session.wait = { cancel: wake }
      const timer = session.statementDeadlineMs < Infinity ? clock.setTimer(wake, Math.max(1, session.statementDeadlineMs - clock.monotonicMs())) : null
      try {
        if (!session.cancelRequested) yield promise
      } finally {
        session.wait = null
        timer?.cancel()
      }
    }
  } finally {
    threads--
    void worker.terminate()
  }
  if (answer === CANNOT_START) return callHere(impl, args)
  if (answer.error !== undefined) throw new DbError(answer.error.code ?? 'XX000', answer.error.message, answer.error.fields ?? {})
  return fromMessage(answer.value)
}

/** On this thread, between the turns of others. @param {import('../session/session.js').Session} session @param {Generator<void, any, void>} work @returns {Generator<Promise<unknown>, any, void>} */
function* inSteps(session, work) {
  const { clock } = session.cluster
  for (let endsMs = clock.monotonicMs() + TURN_MS; ;) {
    const step = work.next()
    if (step.done) return step.value
    session.checkInterrupts()
    if (session.synchronous || clock.monotonicMs() < endsMs) continue
    yield nextTurn()
    session.checkInterrupts()
    endsMs = clock.monotonicMs() + TURN_MS
  }
}

const TURN_MS = 5

/** The thread's file may be missing where a program is one bundle. */
const CANNOT_START = {}

/** @param {any} impl @param {any[]} args */
const callHere = (impl, args) => (impl.set ? impl.list(...args) : impl.call(...args))

/** @param {string} name @param {any[]} args @returns {Worker | null} null where there are no threads */
function startWorker(name, args) {
  try {
    return new Worker(new URL('./long-call-thread.js', import.meta.url), { workerData: { name, args } })
  } catch {
    return null
  }
}

/** Arrays lose their class on the way. @param {any} value @returns {any} */
export function toMessage(value) {
  if (value instanceof PgArray) return { array: [value.elementType, value.dims, value.lowerBounds, value.values] }
  return Array.isArray(value) ? { list: value.map(toMessage) } : { value }
}

/** @param {any} message @returns {any} */
function fromMessage(message) {
  if (message.array !== undefined) return new PgArray(message.array[0], message.array[1], message.array[2], message.array[3])
  return message.list !== undefined ? message.list.map(fromMessage) : message.value
}
