/**
 * Generated code of megabytes (a hundred windows, a thousand columns of expressions) takes V8 up to a second to
 * compile. Another thread does it, and this one reads what it made: a fiftieth of the time.
 */
import { Script } from 'node:vm'
import { later } from '../../util/later.js'

/** @type {() => typeof import('./long-calls.js')} */
const longCalls = later(import.meta.url, './long-calls.js')

/**
 * @param {import('../session/session.js').Session} session
 * @param {string} source an expression
 * @returns {Generator<Promise<unknown>, any, void>} its value
 */
export function* compiledElsewhere(session, source) {
  const { value } = yield* longCalls().asked(session, () => ({ source }), () => undefined)
  return new Script(source, value instanceof Uint8Array ? { cachedData: value } : {}).runInThisContext()
}
