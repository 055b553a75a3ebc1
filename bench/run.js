#!/usr/bin/env node
/**
 * `npm run bench -- NAME …` runs one bench, `npm run bench -- all` the whole table, with what each row should reach and
 * what it did.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TABLE } from './lab/table.js'
import { BENCHES } from './names.js'
import { runToEnd } from './support/children.js'

const NAMES = Object.keys(BENCHES)
const [name, ...rest] = process.argv.slice(2)

/** @param {string} bench @param {string[]} args */
const run = (bench, args) => runToEnd(fileURLToPath(new URL(`./${bench}.js`, import.meta.url)), args)

const usage = `usage: npm run bench -- all | ${NAMES.join(' | ')} [options]; each but all takes --help, all hands its options to each`

if (name === 'all' && rest.includes('--help')) console.log(usage)
else if (name === 'all') process.exitCode = await runAll(rest)
else if (NAMES.includes(name)) process.exitCode = await run(name, rest)
else {
  console.error(usage)
  process.exitCode = 64
}

/** @param {string[]} args passed on to every bench, such as --seconds 2 */
async function runAll(args) {
  const dir = mkdtempSync(join(tmpdir(), 'bench-all-'))
  process.once('exit', () => { rmSync(dir, { recursive: true, force: true }) })
  let failures = 0
  /** @type {string[]} */
  const lines = []
  for (const [at, group] of TABLE.entries()) {
    const file = join(dir, `${at}.json`)
    console.log(`\n== ${group.bench} ${group.args.join(' ')}`)
    if (await run(group.bench, [...group.args, ...args, '--json', file]) !== 0) {
      failures++
      lines.push(`${group.bench} ${group.args.join(' ')}: failed`)
      continue
    }
    const { results } = JSON.parse(readFileSync(file, 'utf8'))
    for (const row of group.rows) {
      const ratio = row.ratio(results)
      const reach = row.lower?.(results) ?? row.reach
      lines.push(`${row.work.padEnd(64)} ${(reach === 0 ? '' : `${Number(reach.toFixed(2))} x`).padStart(8)} ${ratio === null ? 'not run'.padStart(10) : `${ratio.toFixed(2)} x`.padStart(10)}${ratio !== null && ratio >= reach ? '' : '   short'}`)
    }
  }
  console.log(`\n${'work'.padEnd(64)} ${'reach'.padStart(8)} ${'reached'.padStart(10)}\n${lines.join('\n')}`)
  return failures === 0 ? 0 : 1
}
