/**
 * Functions that wait: pg_sleep, pg_terminate_backend, advisory locks. Their calls are generators that yield promises;
 * statements that use them have no plain body (`mayWait` in the planner).
 */
import { adminShutdown } from '../../errors/protocol.js'
import { Family } from '../impl.js'
import { requireSignal, sessionWithPid } from './session.js'
import { negativeTimeout } from '../../errors/functions.js'

/** @import { SessionHost } from '../host.js' */
/** @import { FunctionContext } from '../impl.js' */

const family = new Family()
export const waitingFunctions = family.functions

const WAITS = { waits: true }

// ---- sleeping

family.context('pg_sleep', function* ({ session }, seconds) {
  yield* session.sleep(seconds * 1000)
  return ''
}, WAITS)
family.context('pg_sleep_for(interval)', function* ({ session }, interval) {
  yield* session.sleep(((interval.months * 30 + interval.days) * 86400000) + Number(interval.micros) / 1000)
  return ''
}, WAITS)
family.context('pg_sleep_until(timestamptz)', function* ({ session }, until) {
  yield* session.sleep((Number(until) - Number(session.clock())) / 1000)
  return ''
}, WAITS)

// ---- ending sessions

/** Between two looks whether a session is gone. */
const LOOK_AGAIN_MS = 10

family.context(
  'pg_terminate_backend',
  function* (ctx, pid, timeout) {
    if (timeout < 0) throw negativeTimeout()
    const other = sessionWithPid(ctx, pid)
    if (other === null) return false
    requireSignal(ctx, other, 'terminate')
    if (other === ctx.session) throw adminShutdown()
    const terminated = other.terminateSoon()
    // Who hears the answer may count on it that the other session takes no more statements.
    if (!ctx.session.synchronous) yield terminated
    if (timeout === 0) return true
    const { sessions } = other.shared
    for (let waited = 0; sessions.has(other) && waited < timeout; waited += LOOK_AGAIN_MS)
      yield* ctx.session.sleep(LOOK_AGAIN_MS)
    if (!sessions.has(other)) return true
    ctx.session.notice({
      severity: 'WARNING',
      code: '01000',
      message: `backend with PID ${pid} did not terminate within ${timeout} millisecond${timeout === 1 ? '' : 's'}`,
    })
    return false
  },
  WAITS
)

// ---- advisory locks

/** The two halves of one number, or two numbers. @param {SessionHost} session @param {any[]} args */
function tagOf(session, args) {
  const database = session.database.oid
  if (args.length === 2) return { database, classId: args[0] >>> 0, objectId: args[1] >>> 0, kind: 2 }
  const number = BigInt.asUintN(64, BigInt(args[0]))
  return { database, classId: Number(number >> 32n), objectId: Number(number & 0xffffffffn), kind: 1 }
}

for (const width of ['int8', 'int4']) {
  for (const ofTxn of [false, true]) {
    for (const exclusive of [true, false]) {
      const name = `advisory_${ofTxn ? 'xact_' : ''}lock${exclusive ? '' : '_shared'}_${width}`
      family.context(`pg_${name}`, function* ({ session }, ...args) {
        const { txns } = session.shared
        const granted = txns.advisory.acquire(session, session.block.txn, tagOf(session, args), exclusive, ofTxn, true)
        if (granted !== true) yield* session.waitForLock(granted)
        return ''
      }, WAITS)
      family.context(`pg_try_${name}`, (/** @type {FunctionContext} */ { session }, /** @type {any[]} */ ...args) =>
        session.shared.txns.advisory.acquire(session, session.block.txn, tagOf(session, args), exclusive, ofTxn, false)
      )
    }
  }
  for (const exclusive of [true, false]) {
    family.context(`pg_advisory_unlock${exclusive ? '' : '_shared'}_${width}`, ({ session }, ...args) => {
      if (session.shared.txns.advisory.release(session, tagOf(session, args), exclusive)) return true
      session.notice({
        severity: 'WARNING',
        code: '01000',
        message: `you don't own a lock of type ${exclusive ? 'ExclusiveLock' : 'ShareLock'}`,
      })
      return false
    })
  }
}
family.context('pg_advisory_unlock_all', ({ session }) => {
  session.shared.txns.advisory.releaseAll(session)
  return ''
})
