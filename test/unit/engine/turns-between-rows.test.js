/** Rows that are taken as soon as they are there (a fast client's, COPY's) do not keep others from their turns. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { Execution } from '../../../src/engine/statements/core/execution.js'
import { Prepared } from '../../../src/engine/statements/core/prepared.js'
import { runSteps } from '../../../src/engine/statements/core/run.js'
import { parse } from '../../../src/parser/parser.js'

test('a turn ends between two heaps of rows, whoever takes them', async () => {
  const db = await open(':memory:')
  const { session } = db
  session.cluster.slices.next = () => 0
  session.block.ensure()
  const text = 'SELECT i FROM generate_series(1, 100) i'
  const prepared = new Prepared(parse(text)[0], text, [])
  prepared.prepare(session)
  /** @type {any[][]} */
  const rows = []
  let heaps = 0
  const sink = { highWater: 10, drain: () => { heaps++; rows.length = 0; return null } }
  const execution = new Execution(/** @type {any} */ (sink), 'rows', '', null, rows)
  let turns = 0
  for (const pending of runSteps(session, prepared, [], execution)) {
    if (heaps > 0 && rows.length === 0) turns++
    await pending
  }
  execution.finish(session)
  assert.ok(heaps >= 8, `${heaps} heaps`)
  assert.ok(turns >= heaps, `${turns} turns right after ${heaps} heaps`)
  await db.exec('ROLLBACK')
  await db.close()
})
