/** When PL/pgSQL gives others a turn: by how long its own statement has had the thread. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { SessionProgramHost } from '../../../src/engine/statements/core/program-host.js'
import { Slices } from '../../../src/engine/turns/slices.js'

/** A session's host, on a clock that is moved by hand. */
function hosted() {
  const session = {
    statements: 0,
    synchronous: false,
    nowMs: 1000,
    checkInterrupts: () => undefined,
    cluster: {
      clock: { monotonicMs: () => session.nowMs },
      slices: new Slices(),
      wal: { mode: 'none', failed: null, durableLsn: 0 },
    },
  }
  return { session, host: new SessionProgramHost(/** @type {any} */ (session)) }
}

test('time between statements is no time that a body took', async () => {
  const { session, host } = hosted()
  for (let statement = 1; statement < 50; statement++) {
    session.statements = statement
    session.nowMs += 100
    assert.equal(host.rest(), null)
    session.nowMs += 0.01
    assert.equal(host.rest(), null)
    assert.ok(host.fuel >= 64, 'few looks at the clock')
  }
})

test('one that goes on for longer than its slice gives a turn', async () => {
  const { session, host } = hosted()
  session.statements = 1
  assert.equal(host.rest(), null)
  session.nowMs += 50
  const turn = host.rest()
  assert.ok(turn instanceof Promise)
  session.nowMs += 1
  await turn
  assert.equal(host.rest(), null)
  session.statements = 2
  session.nowMs += 50
  assert.equal(host.rest(), null)
  session.nowMs += 50
  assert.ok(host.rest() instanceof Promise)
})
