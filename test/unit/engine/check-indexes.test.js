/** `check` reads indexes of every kind: each is given the file of another table's, and every one of them is told of. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { open } from '../../../src/index.js'
import { temporaryDirectory } from '../../support/server-process.js'

/** By a name: what follows USING. */
const INDEXES = Object.entries({
  tree: 'btree (n)', expression: 'btree ((n + 1))', partial: 'btree (n) WHERE n % 2 = 0', hashed: 'hash (s)',
  words: 'gin (v)', waiting: 'gin (v) WITH (gin_pending_list_limit = 4096)', trigrams: 'gin (s gin_trgm_ops)',
  listed: 'gin (a)', document: 'gin (j)', signature: 'gist (v)', near: 'gist (p)', span: 'gist (r)',
  similar: 'gist (s gist_trgm_ops)', quad: 'spgist (p)', prefix: 'spgist (s)', blocks: 'brin (n)',
  filter: 'bloom (s, n)',
})

const fill = (/** @type {string} */ table, /** @type {number} */ from, /** @type {number} */ to) =>
  `INSERT INTO ${table} SELECT i, 'row number ' || i, to_tsvector('simple', 'row of ' || i), ARRAY[i, i + 1],
     jsonb_build_object('n', i), point(i, i), int4range(i, i + 5) FROM generate_series(${from}, ${to}) i`

test('an index that is another table\'s is told of, of whatever kind', async () => {
  const directory = temporaryDirectory()
  let db = await open(directory)
  await db.exec('CREATE EXTENSION pg_trgm; CREATE EXTENSION bloom')
  for (const [table, from] of /** @type {[string, number][]} */ ([['one', 1], ['other', 5001]])) {
    await db.exec(`CREATE TABLE ${table} (n int, s text, v tsvector, a int[], j jsonb, p point, r int4range)`)
    await db.exec(fill(table, from, from + 699))
    for (const [name, using] of INDEXES) await db.exec(`CREATE INDEX ${table}_${name} ON ${table} USING ${using}`)
    await db.exec(fill(table, from + 700, from + 799))
  }
  assert.deepEqual((await db.check()).problems, [])
  const path = async (/** @type {string} */ name) => {
    const { rows } = await db.query(`SELECT pg_relation_filenode('${name}')::int AS node`)
    return join(directory, 'base', Number(rows[0].node).toString(16).padStart(8, '0'))
  }
  const pairs = []
  for (const [name] of INDEXES) pairs.push([await path(`other_${name}`), await path(`one_${name}`)])
  await db.exec('CHECKPOINT')
  await db.close()
  for (const [from, to] of pairs) copyFileSync(from, to)
  db = await open(directory)
  const told = new Set((await db.check()).problems.map(({ relation }) => relation))
  const silent = INDEXES.map(([name]) => `one_${name}`).filter((name) => ![...told].some((each) => each.endsWith(name)))
  await db.close()
  assert.deepEqual(silent, [])
})
