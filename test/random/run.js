/**
 * The long run, by hand: `node test/random/run.js --oracle-port 5432 --statements 100000
 * [--seed 1] [--seconds 600] [--against extended|small-memory|small-pool] [--only inputs|stories|programs]`.
 * Prints each
 * kind of difference with its seed, its schema and the smallest statement that still shows it; ends with 1 if there was
 * any.
 */
import { parseArgs } from 'node:util'
import { makeSides } from './sides.js'
import { runInputs, runRound } from './rounds.js'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    statements: { type: 'string', default: '1000' },
    round: { type: 'string', default: '120' },
    'oracle-port': { type: 'string' },
    against: { type: 'string' },
    'own-port': { type: 'string' },
    shrink: { type: 'boolean', default: true },
    findings: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '1000000' },
    quiet: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
  allowNegative: true,
})

/** Queries change nothing. @param {string} text of what went before */
const isNeeded = (text) => !/^(SELECT|WITH RECURSIVE|VALUES|\(|SET .* = on$)/.test(text)

const sides = await makeSides({
  oraclePort: values['oracle-port'],
  against: values.against,
  ownPort: values['own-port'],
})
const end = performance.now() + Number(values.seconds) * 1000
if (values.only === 'inputs') {
  /** One of each kind is enough: numbers and quoted texts apart. @type {Set<string>} */
  const kinds = new Set()
  const count = Number(values.statements)
  await runInputs(Number(values.seed), sides.one, sides.other, count, (statement, what) => {
    const kind = `${what.slice(0, 12)} ${statement.replace(/'(''|[^'])*'/g, "'…'").replace(/\d+/g, '0')}`
    if (kinds.has(kind)) return
    kinds.add(kind)
    console.log(`${statement};\n    ${what.slice(0, 300)}`)
  })
  console.log(`${count} inputs, ${kinds.size} kinds of differences`)
  await sides.close()
  process.exit(kinds.size === 0 ? 0 : 1)
}
let total = 0
let programs = 0
let errors = 0
let found = 0
/** @type {Map<string, number>} */
const codes = new Map()
/** Differences that look the same are shown once. @type {Map<string, number>} */
const kinds = new Map()
for (
  let seed = Number(values.seed);
  performance.now() < end && total < Number(values.statements) && found < Number(values.findings);
  seed++
) {
  const result = await runRound(seed, sides.one, sides.other, {
    statements: Number(values.round),
    shrinks: values.shrink,
    stories: values.only === 'stories',
    programs: values.only === 'programs',
  })
  total += result.count
  programs += result.programs
  if (Math.floor(total / 2000) > Math.floor((total - result.count) / 2000))
    console.error(`${total} statements, up to seed ${seed}, after ${Math.round(performance.now() / 1000)} s`)
  errors += result.errors
  for (const [code, count] of result.codes) codes.set(code, (codes.get(code) ?? 0) + count)
  for (const finding of result.findings) {
    const kind = finding.what.replace(/\d+/g, '0').slice(0, 200)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    if (kinds.get(kind) !== 1) continue
    found++
    console.log(`--- seed ${seed} (${sides.one.name} / ${sides.other.name}): ${finding.what.slice(0, 6000)}`)
    if (!values.quiet) for (const line of finding.setup.filter((text) => isNeeded(text))) console.log(`${line};`)
    console.log(`${finding.statement};`)
  }
}
for (const [kind, count] of kinds) if (count > 1) console.log(`${count} x ${kind}`)
console.log(
  `${programs > 0 ? `${programs} programs, ` : ''}${total} statements, ${errors} of them errors (${[...codes]
    .sort((a, b) => b[1] - a[1])
    .map(([code, count]) => `${code} ${count}`)
    .join(', ')}), ${found} differences`
)
await sides.close()
process.exit(found === 0 ? 0 : 1)
