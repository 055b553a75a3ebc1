/**
 * What expressions and index builds outside a plan are computed in: the session's transaction, its types and settings.
 */
import { makeContext } from '../../executor/context.js'

/** @import { SessionHost } from '../../functions/host.js' */
/** @import { Session } from './session.js' */
/** @import { ExecContext } from '../../executor/context.js' */

/** Made once per session and used again by every bounded statement. @param {Session} session */
export function sessionContext(session) {
  /** @type {SessionHost} what functions see of it */
  const host = session
  return makeContext({ session: host, vfs: session.tempFiles, env: session.env, profile: session.cluster.profile })
}

/**
 * For expressions outside a plan: defaults, EXECUTE's arguments.
 * @param {Session} session
 * @param {unknown[]} params
 * @returns {ExecContext} ExecContext
 */
export function expressionContext(session, params) {
  const ctx = sessionContext(session)
  ctx.params = params
  ctx.catalog = session.catalog()
  ctx.txn = session.block.txn
  return ctx
}

/**
 * For index builds and ANALYZE.
 * @param {Session} session
 * @returns {import('../../catalog/ddl/indexes/index-build.js').BuildContext}
 */
export function buildContext(session) {
  const { clock, slices } = session.cluster
  let sliceEndsMs = clock.monotonicMs() + slices.next(clock.monotonicMs())
  const turn = async () => {
    await session.turn()
    const nowMs = clock.monotonicMs()
    sliceEndsMs = nowMs + slices.next(nowMs)
  }
  return {
    vfs: session.tempFiles,
    workMem: Number(session.settings.get('maintenance_work_mem')) * 1024,
    env: session.env,
    synchronous: session.synchronous,
    breathe: () => {
      return session.synchronous || clock.monotonicMs() < sliceEndsMs ? null : turn()
    },
  }
}
