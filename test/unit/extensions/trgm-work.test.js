/** Trigrams of long texts are made elsewhere: the functions say how long they will take. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { stretchWork, trigramsOf, trigramWork } from '../../../src/extensions/pg_trgm/trigrams.js'

test('long lists are in the order of short ones, each trigram once', () => {
  const words = Array.from({ length: 3000 }, (_, at) => `w${(at * 7919) % 2999}é`).join(' ')
  const found = trigramsOf(words)
  assert.ok(found.length > 1000)
  assert.deepEqual(found, [...new Set(found)].sort((a, b) => a - b))
})

test('a call that takes long does not keep the thread', async () => {
  assert.ok(trigramWork('abc', 'abcd') < 1 << 18 && stretchWork('abc', 'abcd') < 1 << 18)
  const db = await open(':memory:')
  try {
    await db.exec('CREATE EXTENSION pg_trgm')
    let turns = 0
    const timer = setInterval(() => { turns++ }, 1)
    const { rows } = await db.query(`SELECT word_similarity(w, t) AS s FROM (SELECT
      (SELECT string_agg(md5(i::text), ' ') FROM generate_series(1, 40) i) AS w,
      (SELECT string_agg(md5(i::text), ' ') FROM generate_series(1, 250) i) AS t) x`)
    clearInterval(timer)
    assert.equal(Math.round(Number(rows[0].s) * 1000) / 1000, 1)
    assert.ok(turns > 0, `${turns} turns`)
  } finally {
    await db.close()
  }
})
