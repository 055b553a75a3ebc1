/** A large index that was just built is in its file: its pages can be evicted at once. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from '../../../src/index.js'

test('a large index goes to its file with its build, of whatever kind', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'seawall-built-'))
  try {
    const db = await open({ path: join(directory, 'data'), bufferPool: '2MB' })
    await db.query('create table t (id int, words tsvector, place point)')
    await db.query(`insert into t select i, to_tsvector('simple', 'w' || i || ' v' || i || ' u' || i % 1000),
      point(i, i) from generate_series(1, 12000) i`)
    for (const of of ['btree (id) with (fillfactor = 30)', 'gin (words)', 'gist (place)']) {
      await db.query(`create index made on t using ${of}`)
      const { rows: [{ file }] } = await db.query(`select pg_relation_filenode('made')::int as file`)
      const { pool } = db.cluster.storage
      const changed = [...pool.frameFile.keys()]
        .filter((frame) => pool.frameFile[frame]?.fileId === file && pool.state[frame] > 1)
      const { blockCount } = db.cluster.storage.files.open(file)
      assert.ok(blockCount > pool.writer.choice.reserveFrames, `${of}: ${blockCount} blocks`)
      assert.ok(changed.length * 10 < blockCount, `${of}: ${changed.length} of ${blockCount} blocks are changed`)
      await db.query('drop index made')
    }
    assert.equal((await db.check()).problems.length, 0)
    await db.close()
  } finally {
    rmSync(directory, { recursive: true })
  }
})
