/** Which handles are closed when there are more files than may be open: none that is needed as it is. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { logPageImage } from '../../../src/storage/page-image.js'
import { CRC_OFFSET, PAGE_BYTES, PAGE_KINDS, initPage, pageCrc, setPageIdentity } from '../../../src/storage/page.js'
import { Storage } from '../../../src/storage/storage.js'
import { TemplateFile, WholeTemplate, wholeTemplate } from '../../../src/storage/template.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { turn } from '../../support/disk/fault-file.js'
import { FakeLog, FakeTxn } from './fake-log.js'

/** @import { RelationFile } from '../../../src/storage/relation-files.js' */

const OTHERS = [11, 12, 13]
const TEMPLATES = [1, 2]

/** Relations of one page each. */
function template() {
  return WholeTemplate.of(wholeTemplate(1, TEMPLATES.map((fileId) => {
    const pages = new Uint8Array(PAGE_BYTES)
    const view = new DataView(pages.buffer)
    initPage(view, pages, 0, PAGE_KINDS.SEQUENCE)
    setPageIdentity(view, 0, fileId, 0)
    view.setUint32(CRC_OFFSET, pageCrc(pages, 0), true)
    return { fileId, pages }
  })))
}

/** Three files on disk, and two of the template's, of which one handle at a time is to be open. */
function made() {
  const vfs = new FaultVfs({ seed: 1 })
  const storage = new Storage({ vfs, log: new FakeLog(), cachePages: 64, openFilesMax: 1, template: template() })
  const others = OTHERS.map((fileId) => storage.files.create(fileId, new FakeTxn()))
  for (const file of others) change(storage, file, storage.pool.extend(file))
  storage.flushSync()
  return { vfs, storage, others }
}

/** @param {Storage} storage @param {RelationFile} file @param {number} [frame] pinned */
function change({ pool, log }, file, frame = pool.pin(file, 0)) {
  initPage(pool.view, pool.bytes, frame * PAGE_BYTES, PAGE_KINDS.SEQUENCE)
  logPageImage(pool, log, frame)
  pool.unpin(frame)
}

/** @param {() => boolean} holds */
async function until(holds) {
  for (let turns = 0; !holds(); turns++) {
    assert.ok(turns < 1000, 'it comes to that')
    await turn()
  }
}

test('a handle with a call under way stays open; one of which nothing is under way does not', async () => {
  const { storage, others: [file, second, third] } = made()
  change(storage, file)
  const writing = storage.writer.makeRoom()
  await until(() => file.busy > file.waiting)
  const { handle } = file
  assert.notEqual(handle, null)
  for (const other of [second, third]) {
    storage.files.handle(other)
    assert.equal(file.handle, handle, 'what is being written')
  }
  assert.equal(second.handle, null, 'what is not')
  await writing
  storage.files.handle(second)
  storage.files.handle(third)
  assert.equal(file.handle, null, 'what has been written')
})

test("a copy of a template's file that has no name yet is not closed, and so not synced on the spot", async () => {
  const { vfs, storage, others } = made()
  const files = TEMPLATES.map((fileId) => storage.files.open(fileId))
  for (const file of files) change(storage, file)
  const writing = storage.writer.makeRoom()
  const [first, second] = files
  await until(() => second.busy > second.waiting)
  assert.ok(first.handle instanceof TemplateFile && first.handle.isUnnamed && first.busy === first.waiting)
  const { syncCount } = vfs
  for (const other of others) storage.files.handle(other)
  assert.equal(vfs.syncCount, syncCount, 'nobody waits for a sync because others want a descriptor')
  assert.ok(first.handle?.isUnnamed && second.handle !== null)
  await writing
  assert.equal(first.isOwn, true)
  for (const other of others) storage.files.handle(other)
  assert.equal(first.handle, null)
})

test('a file dropped while a call is under way: who is busy with it closes it', async () => {
  const { vfs, storage, others: [file] } = made()
  change(storage, file)
  const writing = storage.writer.makeRoom()
  await until(() => file.busy > file.waiting)
  const { path, handle } = file
  assert.notEqual(handle, null)
  storage.files.dropNow(file.fileId)
  assert.equal(file.handle, handle, 'the call goes on')
  await writing
  assert.equal(file.handle, null, 'and nobody else would come by')
  assert.ok(!vfs.openFiles().includes(path), 'its descriptor is given back')
})
