/** README's first program does what its comments say, the second time too. */
import { afterAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { atDoors, useServers } from '../support/doors.js'

const INDEX = new URL('../../src/index.js', import.meta.url).href
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'seawall-readme-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const FIRST = '[ { id: 1, balance: 70 }, { id: 2, balance: 130 } ]\n'

/** @returns {string[]} */
const programs = () => [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/```js\n([^]*?)```/g)].map(
  ([, program]) => program.replace("from 'seawall'", () => `from ${JSON.stringify(INDEX)}`))

/** @param {string} code */
const run = (code) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: dir, encoding: 'utf8' })

test('the first program runs twice', () => {
  const [first, second] = programs()
  for (let round = 0; round < 2; round++) {
    assert.equal(run(first), FIRST)
    assert.match(run(second), /^{ balance: 65 }\npsql -h 127\.0\.0\.1 -p \d+ -U postgres postgres\n$/)
  }
})

useServers()
atDoors('the first program runs on a server by its URL alone', ['wire', 'postgres'], async (_db, { url }) => {
  const [first] = programs()
  const code = first.replace("'./data'", () => `'${url}'`)
  assert.notEqual(code, first)
  // The server of the one door is in this process.
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: dir })
  assert.equal(stdout, FIRST)
})
