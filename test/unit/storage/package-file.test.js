/** A file of the program that cannot be opened just now is not one that is missing. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { readPackageFile } from '../../../src/storage/vfs/package-file.js'

const OWN = new URL(import.meta.url)

test('a missing file is null, one for which there is no descriptor an error', () => {
  assert.equal(readPackageFile(new URL('./not-there.txt', OWN)), null)
  const { readFileSync } = fs
  fs.readFileSync = () => { throw Object.assign(new Error('too many'), { code: 'EMFILE' }) }
  try {
    assert.throws(() => readPackageFile(OWN), { code: '53000', message: /too many open files/i })
  } finally {
    fs.readFileSync = readFileSync
  }
  assert.ok(Number(readPackageFile(OWN)?.length) > 100)
})
