/** README's first program does what its comments say, the second time too. */
import { afterAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'seawall-readme-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('the first program runs twice', () => {
  const [, program] = /```js\n([^]*?)```/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? []
  const code = program.replace(
    "from 'seawall'",
    () => `from ${JSON.stringify(new URL('../../src/index.js', import.meta.url).href)}`
  )
  for (let round = 0; round < 2; round++) {
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: dir, encoding: 'utf8' })
    assert.match(printed, /^\[ { id: 1, balance: 70 }, { id: 2, balance: 130 } \]\n{ balance: 65 }\npsql -h 127\.0\.0\.1 -p \d+ -U postgres postgres\n$/)
  }
})
