/** What was written and not synced holds back redo's start until a sync of it has ended. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { RelationFile } from '../../../src/storage/relation-file.js'
import { UnsyncedFiles } from '../../../src/storage/unsynced-files.js'

test('a sync that found no room has covered nothing, also while the next one is under way', async () => {
  const file = new RelationFile(1, 0)
  /** @type {(() => void)[]} */
  const ends = []
  const under = () => new Promise((/** @type {(value: undefined) => void} */ end) => ends.push(() => end(undefined)))
  let rooms = 0
  const files = /** @type {import('../../../src/storage/relation-files.js').FileManager} */ (/** @type {unknown} */ ({
    handle: () => ({
      sync: () => rooms++ === 0 ? Promise.reject(new Error('no room for a name')) : under(),
    }),
    leave: () => file.busy--,
  }))
  const unsynced = new UnsyncedFiles(files)
  unsynced.note(file, 7)
  await assert.rejects(unsynced.sync(0))
  assert.equal(unsynced.oldest(), 7)
  unsynced.note(file, 9)
  const syncing = unsynced.sync(0)
  assert.equal(unsynced.oldest(), 7)
  unsynced.note(file, 11) // while it is under way: not covered
  ends[0]()
  await syncing
  assert.equal(unsynced.oldest(), 11)
})
