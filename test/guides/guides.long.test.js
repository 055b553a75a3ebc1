/**
 * Every block of the guides runs: in a project of its own that has seawall and BESIDE as dependencies. A block
 * that begins with `// path` is that file; the others are programs, which print what their comments say. Tests in the
 * manner of jest run by vitest with its globals.
 */
import { afterAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DOORS, atDoors, useServers } from '../support/doors.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BESIDE = ['pg', 'vitest', 'pgsql-ast-parser']
const GUIDES = [
  'testing.md', 'outgrowing.md', 'worker.md', 'node-postgres.md', 'from-pg-mem.md', 'from-pglite.md', 'from-sqlite.md',
]

useServers()
/** @type {string[]} */
const made = []
afterAll(() => { for (const dir of made) rmSync(dir, { recursive: true, force: true }) })

/** @param {string} guide @returns {{ files: Map<string, string>, programs: string[] }} */
function blocksOf(guide) {
  const files = new Map()
  const programs = []
  for (const [, code] of readFileSync(join(ROOT, 'docs', guide), 'utf8').matchAll(/```js\n([^]*?)```/g)) {
    const [, path] = /^\/\/ (\S+\.js)\n/.exec(code) ?? []
    if (path === undefined) programs.push(code)
    else files.set(path, code)
  }
  return { files, programs }
}

/** A program that asks the environment where its data is runs at every door. @param {string} code */
const doorsOf = (code) => code.includes('DATABASE_URL') ? DOORS.filter((door) => door !== 'worker') : DOORS.slice(0, 1)

/** @param {Map<string, string>} files @returns {string} */
function project(files) {
  const dir = mkdtempSync(join(tmpdir(), 'seawall-guide-'))
  made.push(dir)
  mkdirSync(join(dir, 'node_modules'))
  symlinkSync(ROOT, join(dir, 'node_modules', 'seawall'))
  for (const name of BESIDE) symlinkSync(join(ROOT, 'node_modules', name), join(dir, 'node_modules', name))
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }')
  for (const [path, code] of files) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), code)
  }
  return dir
}

/**
 * @param {string} cwd @param {string[]} args of node @param {NodeJS.ProcessEnv} [more]
 * @returns {Promise<string>} what it printed
 */
async function run(cwd, args, more = {}) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, CI: '1', NO_COLOR: '1', ...more }
  for (const name of ['NODE_OPTIONS', 'VITEST', 'NODE_TEST_CONTEXT']) delete env[name]
  const child = spawn(process.execPath, args, { cwd, env })
  const said = { stdout: '', stderr: '' }
  for (const stream of /** @type {const} */ (['stdout', 'stderr'])) {
    child[stream].on('data', (piece) => { said[stream] += piece })
  }
  const [status] = await once(child, 'close')
  assert.equal(status, 0, `${args.join(' ')}\n${said.stdout}\n${said.stderr}`)
  return said.stdout
}

for (const guide of GUIDES) {
  const { files, programs } = blocksOf(guide)
  programs.forEach((code, index) => atDoors(`${guide}: program ${index + 1}`, doorsOf(code), async (_db, { url }) => {
    const dir = project(new Map([...files, ['program.js', code]]))
    const expected = [...code.matchAll(/^ *console\.log\(.*\) {2,}\/\/ (.*)$/gm)].map(([, printed]) => printed)
    assert.equal(expected.length, code.split('console.log').length - 1, 'each line that prints says what')
    const env = url === ':memory:' ? {} : { DATABASE_URL: url }
    const printed = await run(dir, ['program.js'], env)
    assert.deepEqual(printed.split('\n').filter((line) => line !== ''), expected)
  }))
  const suites = [...files].filter(([path]) => path.endsWith('.test.js'))
  if (suites.length === 0) continue
  test(`${guide}: its tests pass, beside each other`, async () => {
    const dir = project(files)
    const ofNode = suites.filter(([, code]) => code.includes("'node:test'")).map(([path]) => path)
    const ofVitest = suites.map(([path]) => path).filter((path) => !ofNode.includes(path))
    for (let round = 0; round < 2; round++) {
      if (ofVitest.length > 0) {
        const vitest = join('node_modules', 'vitest', 'vitest.mjs')
        assert.match(await run(dir, [vitest, 'run', '--globals', '--maxWorkers=2', ...ofVitest]),
          new RegExp(`Test Files +${ofVitest.length} passed`))
      }
      if (ofNode.length > 0) {
        assert.match(await run(dir, ['--test', '--test-reporter=tap', ...ofNode]), /^# fail 0$/m)
      }
    }
  })
}
