/**
 * Forks straight after loads, before any checkpoint, with transactions in flight: random histories against a model of
 * the parent and of each fork. Nothing is written for a fork.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { open } from '../../../src/index.js'
import { seededRandom } from '../../../src/util/prng.js'
import { temporaryDirectory } from '../../../src/storage/vfs/own-directories.js'

/** @import { Database, EmbeddedSession } from '../../../src/index.js' */
/** @import { Random } from '../../../src/util/prng.js' */

/**
 * Rows by table: id and v; the last value of each table's sequence; tables with a column that came later.
 * @typedef {{ tables: Map<string, Map<number, number>>, last: Map<string, number> }} Model
 */
/** @typedef {{ db: Database, model: Model }} One */

const FORKS_MAX = 4
const STEPS = 60

/** @param {Model} model @returns {Model} */
const copyOf = ({ tables, last }) =>
  ({ tables: new Map([...tables].map(([name, rows]) => [name, new Map(rows)])), last: new Map(last) })

/** @param {One} one */
async function compare({ db, model }) {
  const names = await db.query("SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 2200 ORDER BY 1")
  assert.deepEqual(names.rows.map(({ relname }) => relname), [...model.tables.keys()].sort())
  for (const [name, rows] of model.tables) {
    let [ids, vs, most] = [0, 0, -1]
    for (const [id, v] of rows) {
      ids += id
      vs += v
      most = Math.max(most, v)
    }
    const { rows: [found] } = await db.query(`SELECT count(*)::int n, coalesce(sum(id), 0)::int ids,
      coalesce(sum(v), 0)::int vs, coalesce((SELECT max(v) FROM ${name}), -1) most,
      count(*) FILTER (WHERE length(pad) <> 20 + id % 400)::int odd FROM ${name}`)
    assert.deepEqual(found, { n: rows.size, ids, vs, most, odd: 0 })
  }
}

/**
 * @param {Random} random @param {Model} model changed, sequences also of what is undone later
 * @returns {string} what does the same
 */
function change(random, model) {
  const names = [...model.tables.keys()]
  if (names.length === 0 || (names.length < 4 && random.below(8) === 0)) {
    const name = `t${random.below(1e6)}`
    model.tables.set(name, new Map())
    model.last.set(name, 0)
    return `CREATE TABLE ${name} (id serial PRIMARY KEY, v int, pad text); CREATE INDEX ON ${name} (v)`
  }
  const name = names[random.below(names.length)]
  const rows = /** @type {Map<number, number>} */ (model.tables.get(name))
  const part = 2 + random.below(5)
  switch (random.below(12)) {
    case 0:
      if (names.length < 2) break
      model.tables.delete(name)
      return `DROP TABLE ${name}`
    case 1:
      rows.clear()
      return `TRUNCATE ${name}`
    case 2:
    case 3:
      for (const id of rows.keys()) if (id % part === 0) rows.delete(id)
      return `DELETE FROM ${name} WHERE id % ${part} = 0`
    case 4:
    case 5:
      for (const [id, v] of rows) if (id % part === 1) rows.set(id, v + part)
      return `UPDATE ${name} SET v = v + ${part} WHERE id % ${part} = 1`
    case 6: return `ALTER TABLE ${name} ADD COLUMN more_${random.below(1e6)} int DEFAULT ${part}`
    case 7: return `CREATE INDEX ON ${name} (v, id)`
    case 8: return `CREATE TEMPORARY TABLE mine_${random.below(1e9)} AS SELECT * FROM ${name}`
    default: break
  }
  const count = random.below(4) === 0 ? 1 + random.below(1500) : 1 + random.below(40)
  let id = /** @type {number} */ (model.last.get(name))
  const first = id + 1
  for (let n = 0; n < count; n++) rows.set(++id, id % 50)
  model.last.set(name, id)
  // What the sequence gives next is what the model says.
  return `INSERT INTO ${name} (v, pad) SELECT g % 50, repeat('x', 20 + g % 400)
    FROM generate_series(${first}, ${id}) g; SELECT 1 / (currval('${name}_id_seq') = ${id})::int`
}

/**
 * Something that is not over when the fork is made, with parts of it undone.
 * @param {Random} random @param {EmbeddedSession} session @param {Model} model of what is seen by it, changed
 */
async function begin(random, session, model) {
  await session.exec('BEGIN')
  for (let count = random.below(4); count >= 0; count--) {
    await session.exec(change(random, model))
    if (random.below(2) > 0) continue
    await session.exec('SAVEPOINT s')
    const { tables } = copyOf(model)
    await session.exec(change(random, model))
    if (random.below(2) === 0) continue
    await session.exec('ROLLBACK TO s')
    model.tables = tables
  }
}

/** @param {number} seed @param {Database} parent */
async function history(seed, parent) {
  const random = seededRandom(seed)
  const { vfs } = parent.cluster
  /** @type {One[]} */
  const all = [{ db: parent, model: { tables: new Map(), last: new Map() } }]
  /** @param {One} one */
  const fork = async (one) => {
    const { db, model } = one
    const { writer } = db.cluster.storage
    const { pagesWritten } = writer
    all.push({ db: await db.fork(), model: copyOf(model) })
    if (!writer.cleaning) assert.equal(writer.pagesWritten, pagesWritten)
    if (all.length <= FORKS_MAX) return
    const others = all.slice(1).filter((each) => each !== one) // whose session goes on
    const gone = others[random.below(others.length)]
    all.splice(all.indexOf(gone), 1)
    await compare(gone)
    await gone.db.close() // forks of it stay
  }
  for (let step = 0; step < STEPS; step++) {
    const one = all[random.below(all.length)]
    switch (random.below(8)) {
      case 0:
        await fork(one)
        break
      case 1: {
        const session = await one.db.connect()
        const within = copyOf(one.model)
        await begin(random, session, within)
        const before = one.model
        // Sequences are nobody's.
        for (const [name, last] of within.last) if (before.tables.has(name)) before.last.set(name, last)
        await fork(one)
        const isKept = random.below(2) === 0
        await session.exec(isKept ? 'COMMIT' : 'ROLLBACK')
        if (isKept) one.model = within
        await session.release()
        break
      }
      case 2:
        if (random.below(4) === 0) await one.db.checkpoint()
        else await compare(one)
        break
      default:
        await one.db.exec(change(random, one.model))
    }
  }
  for (const one of all) {
    await compare(one)
    assert.deepEqual((await one.db.check()).problems, [])
  }
  await all[0].db.close()
  for (const one of all.slice(1)) {
    await compare(one)
    await one.db.close()
  }
  assert.equal(vfs.keptBytes, 0)
  return all[0].model
}

const SEEDS = (process.env.FORK_SEEDS ?? '1,2').split(',').map(Number)

for (const seed of SEEDS) {
  test(`in memory, seed ${seed}`, async () => {
    await history(seed, await open(':memory:', { bufferPool: '2MB' }))
  })

  test(`in a directory, seed ${seed}`, async () => {
    const directory = temporaryDirectory('seawall-loads-')
    const path = join(directory, 'data')
    try {
      const bufferPool = seed % 2 === 0 ? '2MB' : '32MB'
      const model = await history(seed + 1000, await open(path, { bufferPool, walSync: 'none' }))
      const again = await open(path)
      await compare({ db: again, model })
      await again.close()
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
}
