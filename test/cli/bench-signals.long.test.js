/** A bench that is told to end takes the programs along that it started. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const skip = process.platform !== 'linux' && 'reads /proc'
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** @param {number} group @returns {string[]} the command lines of its processes */
function processesOf(group) {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\) /, '').split(' ')
      if (Number(fields[2]) !== group || fields[0] === 'Z') return []
      return [readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')]
    } catch {
      return [] // it has ended meanwhile
    }
  })
}

for (const [how, program] of /** @type {[string, string[]][]} */ ([
  ['npm run bench', ['bench/run.js']],
  ['seawall bench', ['bin/seawall.js', 'bench']],
])) {
  test(`SIGTERM ends ${how} and all it has started`, { timeout: 60_000 }, async (context) => {
    if (skip) context.skip(skip)
    const cwd = mkdtempSync(join(tmpdir(), 'bench-signals-'))
    const [file, ...args] = program
    const child = spawn(
      process.execPath,
      [join(ROOT, file), ...args, 'transfer', '--against', 'procedure', '-T', '50'],
      { cwd, detached: true, stdio: 'ignore' }
    )
    const { pid } = child
    assert.ok(pid !== undefined)
    try {
      while (!processesOf(pid).some((line) => line.includes('transfer-client'))) await wait(50)
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      while (processesOf(pid).length > 0) await wait(50)
    } finally {
      try { process.kill(-pid, 'SIGKILL') } catch { /* all have ended */ }
      rmSync(cwd, { recursive: true, force: true })
    }
  })
}
