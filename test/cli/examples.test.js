/** Every program of examples/ prints what its comments say. */
import { beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const programs = readdirSync(join(ROOT, 'examples')).filter((name) => name.endsWith('.js'))

/** What each prints: one process runs them one after the other. @type {string[]} */
let printed
beforeAll(() => {
  const program = `for (const name of process.argv.slice(1)) {
    process.stdout.write('\\0')
    await import(${JSON.stringify(new URL('../../examples/', import.meta.url).href)} + name)
  }`
  const run = execFileSync(
    process.execPath, ['--input-type=module', '-e', program, ...programs], { cwd: ROOT, encoding: 'utf8' },
  )
  printed = run.split('\0').slice(1)
})

for (const [index, name] of programs.entries()) {
  test(name, () => {
    const text = readFileSync(join(ROOT, 'examples', name), 'utf8')
    const expected = [...text.matchAll(/^ *console\.log\(.*\) {2,}\/\/ (.*)$/gm)].map(([, line]) => line)
    assert.ok(
      expected.length > 0 && expected.length === text.split('console.log').length - 1,
      'each line that prints says what'
    )
    assert.deepEqual(printed[index].trimEnd().split('\n'), expected)
  })
}

test('its README names each', () => {
  const named = [...readFileSync(join(ROOT, 'examples', 'README.md'), 'utf8').matchAll(/\]\((.*\.js)\)/g)].map(
    ([, name]) => name
  )
  assert.deepEqual(named.sort(), programs.sort())
})
