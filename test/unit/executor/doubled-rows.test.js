/** Rows within rows, whose text grows twofold with each. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

test('rows within rows double their text with each: too much of it is refused, and ends nothing', async () => {
  const db = await open(':memory:')
  const rows = (/** @type {number} */ levels) => `${'ROW('.repeat(levels)}1${')'.repeat(levels)}`
  for (let run = 0; run < 3; run++) { // interpreted at first, then compiled
    await assert.rejects(db.query(`select ${rows(60)} as r`), { code: '53200' })
    await assert.rejects(db.query(`select length((${rows(60)})::text)`), { code: '53200' })
    assert.equal((await db.query(`select length((${rows(16)})::text) as n`)).rows[0].n, 65_567)
  }
  await db.close()
})
