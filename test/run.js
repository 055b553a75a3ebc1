/**
 * Runs every test file under test/ (or those named on the command line) with node:test, with invariant checks on, and ends
 * with one plain line: `N passed, N failed`.
 */
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const named = process.argv.slice(2)
const files = named.length > 0 ? named : readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.js')).map((file) => join(root, file)).sort()

const child = spawn(process.execPath, ['--conditions=development', '--test', '--test-concurrency=2', '--test-timeout=180000', '--test-reporter=tap', ...files],
  { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NO_COLOR: '1' } })
let text = ''
/** @type {string[]} */
const recent = []
child.stdout.setEncoding('utf8')
child.stdout.on('data', (chunk) => {
  text += chunk
  const lines = text.split('\n')
  text = lines.pop() ?? ''
  for (const line of lines) show(line)
})

/** @type {Record<string, number>} */
const totals = {}
let inFailure = false
/** @param {string} line */
function show(line) {
  const total = /^# (pass|fail|skipped|cancelled|tests) (\d+)$/.exec(line)
  if (total) { totals[total[1]] = Number(total[2]); return }
  if (/^\s*not ok /.test(line)) { inFailure = true; console.log(line); return }
  if (/^\s*ok /.test(line)) { inFailure = false; if (/# SKIP/.test(line)) console.log(line); return }
  if (/^# /.test(line) && !/^# Subtest/.test(line)) console.log(line)
  else if (inFailure) console.log(line)
  recent.push(line)
}
child.on('close', (code) => {
  const failed = (totals.fail ?? 0) + (totals.cancelled ?? 0)
  console.log(`${totals.pass ?? 0} passed, ${failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`)
  process.exit(code === 0 && failed === 0 && (totals.pass ?? 0) > 0 ? 0 : 1)
})
