/** A disk that never overwrites, and has room for one block: what is written over goes block by block. */
import { expect, test } from 'vitest'
import { writeOver, writeOverSync } from '../../../src/storage/vfs/write-over.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'

const LENGTH = 5 * 8192 + 100

/** @param {number} room bytes that are free */
function fullDisk(room) {
  const disk = new FaultVfs({ seed: 1 })
  const file = disk.open('f', { create: true })
  file.writeSync(new Uint8Array(LENGTH + 8192), 0, LENGTH + 8192, 0)
  Object.assign(disk.options, { copyOnWrite: true, capacityBytes: disk.usedBytes() + room })
  const read = () => {
    const bytes = new Uint8Array(LENGTH)
    file.readSync(bytes, 0, LENGTH, 8192)
    return bytes
  }
  return { file, read }
}

const bytes = Uint8Array.from({ length: LENGTH }, (_, at) => at * 7)

test('in pieces, on the thread and off it', async () => {
  const { file, read } = fullDisk(8192)
  writeOverSync(file, bytes, 0, LENGTH, 8192)
  expect(read()).toEqual(bytes)
  const other = bytes.map((byte) => byte ^ 255)
  await writeOver(file, other, 0, LENGTH, 8192)
  expect(read()).toEqual(other)
})

test('without room for a piece it is refused', async () => {
  const { file } = fullDisk(8191)
  expect(() => writeOverSync(file, bytes, 0, LENGTH, 8192)).toThrow(expect.objectContaining({ code: '53100' }))
  await expect(writeOver(file, bytes, 0, LENGTH, 8192)).rejects.toMatchObject({ code: '53100' })
})
