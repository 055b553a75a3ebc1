/** Every program of examples/ prints what its comments say. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const programs = readdirSync(join(ROOT, 'examples')).filter((name) => name.endsWith('.js'))

for (const name of programs) {
  test(name, () => {
    const text = readFileSync(join(ROOT, 'examples', name), 'utf8')
    const expected = [...text.matchAll(/^ *console\.log\(.*\) {2,}\/\/ (.*)$/gm)].map(([, printed]) => printed)
    assert.ok(
      expected.length > 0 && expected.length === text.split('console.log').length - 1,
      'each line that prints says what'
    )
    const printed = execFileSync(process.execPath, [join('examples', name)], { cwd: ROOT, encoding: 'utf8' })
    assert.deepEqual(printed.trimEnd().split('\n'), expected)
  })
}

test('its README names each', () => {
  const named = [...readFileSync(join(ROOT, 'examples', 'README.md'), 'utf8').matchAll(/\]\((.*\.js)\)/g)].map(
    ([, name]) => name
  )
  assert.deepEqual(named.sort(), programs.sort())
})
