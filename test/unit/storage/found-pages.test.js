/** What redo finds done already may be in the system's cache alone, where no later sync brings it to the disk. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { relationPath } from '../../../src/errors/pages.js'
import { logPageImage } from '../../../src/storage/page-image.js'
import { PAGE_BYTES, PAGE_KINDS, initPage, pageLsn } from '../../../src/storage/page.js'
import { Storage } from '../../../src/storage/storage.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { FakeLog, FakeTxn } from './fake-log.js'

const FILE_ID = 7
const CHANGES = 3

/** @param {Storage} storage @param {number} frame pinned @returns {number} LSN of the record */
function change({ pool, log }, frame) {
  initPage(pool.view, pool.bytes, frame * PAGE_BYTES, PAGE_KINDS.SEQUENCE)
  logPageImage(pool, log, frame)
  pool.unpin(frame)
  return pageLsn(pool.view, frame * PAGE_BYTES)
}

/** The page's LSN when the power is cut now and nothing is left that was not synced. @param {FaultVfs} vfs */
function durableLsn(vfs) {
  const bytes = new Uint8Array(PAGE_BYTES)
  vfs.view('current').open(relationPath(FILE_ID), 'durable').readSync(bytes, 0, PAGE_BYTES, 0)
  return pageLsn(new DataView(bytes.buffer), 0)
}

test('a page that redo finds new enough is on the disk for good before redo starts behind its record', () => {
  let lost = 0
  for (let seed = 1; seed <= 8; seed++) {
    const vfs = new FaultVfs({ seed })
    const log = new FakeLog()
    const first = new Storage({ vfs, log, cachePages: 64 })
    const file = first.files.create(FILE_ID, new FakeTxn())
    change(first, first.pool.extend(file))
    first.flushSync()
    let lsn = 0
    for (let at = 0; at < CHANGES; at++) lsn = change(first, first.pool.pin(file, 0))
    vfs.inject({ call: 'sync', path: /^base\/[0-9a-f]{8}$/, at: 1 })
    assert.throws(() => first.flushSync(), { code: '58030' }, 'the process ends because of it')
    const found = vfs.afterKill()
    if (durableLsn(found) < lsn) lost++
    const second = new Storage({ vfs: found, log: log.survivor(0), cachePages: 64 })
    assert.equal(second.pool.pinRedo(FILE_ID, 0, lsn, true), -1, 'it has the change already')
    assert.ok(second.minRecLsn() <= lsn, 'redo starts there until it is written')
    second.flushSync()
    assert.ok(second.minRecLsn() > lsn)
    assert.equal(durableLsn(found), lsn, `seed ${seed}`)
  }
  assert.ok(lost > 0, 'a failed sync has lost some')
})
