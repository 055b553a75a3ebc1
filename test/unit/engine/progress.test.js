/** Long commands tell other sessions how far they have come, and nothing once they are done. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

/**
 * What other sessions see of a command while it runs.
 * @param {import('../../../src/index.js').Database} db
 * @param {string} command
 * @param {string} view
 */
async function seenOf(db, command, view) {
  const [worker, watcher] = [await db.connect(), await db.connect()]
  /** @type {any[]} */
  const rows = []
  let running = true
  const done = worker.query(command).finally(() => { running = false })
  while (running) {
    rows.push(...(await watcher.query(`SELECT *, relid::regclass::text AS name FROM pg_stat_progress_${view}`)).rows)
    await new Promise((resolve) => { setImmediate(resolve) })
  }
  await done
  assert.deepEqual((await watcher.query(`SELECT * FROM pg_stat_progress_${view}`)).rows, [], `${command} is over`)
  await worker.release()
  await watcher.release()
  assert.ok(rows.length > 0, `${command} is seen`)
  assert.ok(rows.every((row) => row.name === 'long_one'), `${command} works on its table`)
  return rows
}

/** @param {any[]} rows @param {string} column */
const rises = (rows, column) => rows.every((row, at) => at === 0 || Number(row[column]) >= Number(rows[at - 1][column]))

test('commands tell how far they have come', async () => {
  const db = await open(':memory:')
  try {
    await db.query('CREATE TABLE long_one (a int, b text)')
    await db.query(`INSERT INTO long_one SELECT i, 'row number ' || i FROM generate_series(1, 300000) i`)
    const built = await seenOf(db, 'CREATE INDEX long_index ON long_one (b)', 'create_index')
    assert.ok(
      built.every((row) => row.command === 'CREATE INDEX' && Number(row.blocks_done) <= Number(row.blocks_total)),
    )
    assert.ok(
      built.some((row) => row.phase === 'building index: scanning table')
        && rises(built, 'blocks_done')
        && rises(built, 'tuples_done'),
    )
    const rebuilt = await seenOf(db, 'REINDEX TABLE long_one', 'create_index')
    assert.equal(rebuilt[0].command, 'REINDEX')
    const analyzed = await seenOf(db, 'ANALYZE long_one', 'analyze')
    assert.ok(
      rises(analyzed, 'sample_blks_scanned')
        && analyzed.every((row) => Number(row.sample_blks_scanned) <= Number(row.sample_blks_total)),
    )
    const vacuumed = await seenOf(db, 'VACUUM long_one', 'vacuum')
    assert.ok(vacuumed.every((row) => Number(row.heap_blks_scanned) <= Number(row.heap_blks_total)))
    const clustered = await seenOf(db, 'CLUSTER long_one USING long_index', 'cluster')
    assert.ok(clustered.every((row) => row.command === 'CLUSTER') && rises(clustered, 'heap_tuples_written'))
    // Its indexes are built as a part of it.
    assert.ok(clustered.some((row) => row.phase === 'rebuilding index'))
  } finally {
    await db.close()
  }
})

test('a command that fails is told of no longer', async () => {
  const db = await open(':memory:')
  try {
    await db.query('CREATE TABLE twice (a int)')
    await db.query('INSERT INTO twice VALUES (1), (1)')
    await assert.rejects(db.query('CREATE UNIQUE INDEX ON twice (a)'), { code: '23505' })
    assert.deepEqual((await db.query('SELECT * FROM pg_stat_progress_create_index')).rows, [])
  } finally {
    await db.close()
  }
})
