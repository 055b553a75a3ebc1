/** Random histories on a database and its forks, and forks of those, against a model of each. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { open } from '../../../src/index.js'
import { seededRandom } from '../../../src/util/prng.js'
import { temporaryDirectory } from '../../../src/storage/vfs/own-directories.js'

/** @import { Database } from '../../../src/index.js' */
/** Rows by table: id and v. @typedef {Map<string, Map<number, number>>} Model */
/** @typedef {{ db: Database, model: Model }} One */

const NAMES = ['a', 'b', 'c', 'd']
const FORKS_MAX = 6
const STEPS = 120

/** @param {Model} model @returns {Model} */
const copyOf = (model) => new Map([...model].map(([name, rows]) => [name, new Map(rows)]))

/** @param {One} one */
async function compare({ db, model }) {
  const names = await db.query("SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 2200 ORDER BY 1")
  assert.deepEqual(names.rows.map(({ relname }) => relname), [...model.keys()].sort())
  for (const [name, rows] of model) {
    const expected = [...rows].sort(([one], [other]) => one - other).map(([id, v]) => ({ id, v }))
    assert.deepEqual((await db.query(`SELECT id, v FROM ${name} ORDER BY id`)).rows, expected)
    const most = expected.reduce((found, { v }) => Math.max(found, v), -1)
    assert.equal((await db.query(`SELECT coalesce(max(v), -1) AS most FROM ${name}`)).rows[0].most, most)
  }
}

/** @param {ReturnType<typeof seededRandom>} random @param {Model} model changed @returns {string} what does the same */
function change(random, model) {
  const name = NAMES[random.below(NAMES.length)]
  const rows = model.get(name)
  if (rows === undefined) {
    model.set(name, new Map())
    const pad = random.below(2) === 0 ? ", pad text DEFAULT repeat('x', 200)" : ''
    return `CREATE TABLE ${name} (id int PRIMARY KEY, v int${pad}); CREATE INDEX ON ${name} (v)`
  }
  const part = 2 + random.below(5)
  switch (random.below(9)) {
    case 0: {
      const other = NAMES.find((free) => !model.has(free))
      if (other === undefined) break
      model.delete(name)
      model.set(other, rows)
      return `ALTER TABLE ${name} RENAME TO ${other}`
    }
    case 1:
      model.delete(name)
      return `DROP TABLE ${name}`
    case 2:
      rows.clear()
      return `TRUNCATE ${name}`
    case 3:
      for (const id of rows.keys()) if (id % part === 0) rows.delete(id)
      return `DELETE FROM ${name} WHERE id % ${part} = 0`
    case 4: return `ALTER TABLE ${name} ADD COLUMN more_${random.below(1e6)} int DEFAULT ${part}`
    case 5:
    case 6:
      for (const [id, v] of rows) if (id % part === 1) rows.set(id, v + part)
      return `UPDATE ${name} SET v = v + ${part} WHERE id % ${part} = 1`
    default: break
  }
  const from = rows.size === 0 ? 0 : Math.max(...rows.keys())
  const count = 1 + random.below(150)
  for (let id = from + 1; id <= from + count; id++) rows.set(id, id % 50)
  return `INSERT INTO ${name} (id, v) SELECT g, g % 50 FROM generate_series(${from + 1}, ${from + count}) g`
}

/** @param {number} seed @param {Database} parent */
async function history(seed, parent) {
  const random = seededRandom(seed)
  /** @type {One[]} */
  const all = [{ db: parent, model: new Map() }]
  for (let step = 0; step < STEPS; step++) {
    const one = all[random.below(all.length)]
    switch (random.below(10)) {
      case 0:
        all.push({ db: await one.db.fork(), model: copyOf(one.model) })
        if (all.length > FORKS_MAX) {
          const [gone] = all.splice(1 + random.below(FORKS_MAX), 1)
          await compare(gone)
          await gone.db.close() // forks of it stay
        }
        break
      case 1: {
        const undone = copyOf(one.model)
        await one.db.exec('BEGIN')
        for (let count = random.below(4); count >= 0; count--) await one.db.exec(change(random, undone))
        // A fork of now has nothing of it.
        if (random.below(2) === 0 && all.length <= FORKS_MAX) {
          all.push({ db: await one.db.fork(), model: copyOf(one.model) })
        }
        await one.db.exec('ROLLBACK')
        break
      }
      case 2:
        await one.db.checkpoint()
        break
      case 3:
        await compare(one)
        break
      default:
        await one.db.exec(change(random, one.model))
    }
  }
  for (const one of all) {
    await compare(one)
    assert.deepEqual((await one.db.check()).problems, [])
  }
  for (const { db } of all.slice(1)) await db.close()
  return all[0].model
}

for (const seed of [1, 2]) {
  test(`in memory, seed ${seed}`, async () => {
    const db = await open(':memory:', { bufferPool: '2MB' })
    await history(seed, db)
    await db.close()
  })
}

test('in a directory, which holds what was its own afterwards', async () => {
  const directory = temporaryDirectory('seawall-histories-')
  const path = join(directory, 'data')
  try {
    const db = await open(path, { bufferPool: '2MB' })
    const { store } = db.cluster.vfs
    store.bytesMax = 64 * 8192 // the others go to a temporary file
    const model = await history(3, db)
    await db.close()
    const again = await open(path)
    await compare({ db: again, model })
    await again.close()
  } finally {
    rmSync(directory, { recursive: true })
  }
})
