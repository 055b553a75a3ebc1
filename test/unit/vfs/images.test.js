/** Files of an imaged Vfs whose names go while an image is looked at. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { ImagedVfs } from '../../../src/storage/vfs/imaged-vfs.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'

test('a file made and removed while there is an image keeps no descriptor', async () => {
  const disk = new FaultVfs({ seed: 1 })
  const vfs = new ImagedVfs(disk)
  vfs.mkdir('base')
  const old = vfs.open('base/1', { create: true })
  old.writeSync(new Uint8Array(8192).fill(1), 0, 8192, 0)
  const image = vfs.image()
  for (const path of ['base/2', 'base/3']) {
    const file = vfs.open(path, { create: true })
    file.allocate(8192) // its length is asked for
    file.close()
    if (path === 'base/2') vfs.unlink(path)
    else await vfs.unlinkInSteps(path)
  }
  old.writeSync(new Uint8Array(8192).fill(2), 0, 8192, 0)
  old.close()
  vfs.unlink('base/1')
  const seen = new Uint8Array(8192)
  image.files.get('base/1')?.readBlock(image.epoch, /** @type {any} */ (0), seen)
  assert.equal(seen[0], 1, 'what an image looks at outlives its name')
  image.release()
  assert.deepEqual(disk.openFiles(), [])
})
