/** What is no data directory of ours is refused by name and left as it is; what is damaged of one is named. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from '../../../src/index.js'

test('opening what is not ours', async () => {
  const root = mkdtempSync(join(tmpdir(), 'seawall-directories-'))
  try {
    const file = join(root, 'file')
    writeFileSync(file, 'text')
    await assert.rejects(open(file), { code: '58P02', message: `"${file}" is a file, not a data directory` })
    for (const [name, hint] of [['PG_VERSION', /PostgreSQL/], ['notes.txt', /empty/]]) {
      const directory = join(root, `of ${name}`)
      mkdirSync(directory)
      writeFileSync(join(directory, String(name)), '15')
      await assert.rejects(open(directory), {
        code: '58P02', message: `directory "${directory}" is not empty, and no data directory of Seawall`,
        detail: `It holds "${name}".`, hint,
      })
      assert.deepEqual(readdirSync(directory), [name], 'nothing was put there')
    }
    const hidden = join(root, 'hidden')
    mkdirSync(hidden)
    writeFileSync(join(hidden, '.gitkeep'), '')
    await (await open(hidden)).close()

    const copy = join(root, 'copy')
    cpSync(hidden, copy, { recursive: true })
    rmSync(join(copy, 'catalog-template'))
    await assert.rejects(open(copy), { code: 'XX001', message: '"catalog-template" is missing' })
    writeFileSync(join(copy, 'catalog-template'), 'rubbish')
    await assert.rejects(open(copy), { code: 'XX001', message: '"catalog-template" is damaged' })
  } finally {
    rmSync(root, { recursive: true })
  }
})
