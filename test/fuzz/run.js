/**
 * `npm run soak`: every target in turn in a process of its own, for as long as asked; prints counts, and for each
 * complaint the line that replays it. Exit code 1 when there was one.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { TARGETS } from './targets.js'

const WORKER = fileURLToPath(new URL('./worker.js', import.meta.url))
const SILENT_MS_MAX = 60_000
const SLICE_MS = 20_000

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    count: { type: 'string', default: '0' },
    only: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const names = values.only?.split(',') ?? Object.keys(TARGETS)
const unknown = names.find((name) => !(name in TARGETS))
if (values.help || unknown !== undefined) {
  console.log(`${unknown === undefined ? '' : `no target "${unknown}"\n`}usage: npm run soak -- [--minutes M] [--only ${Object.keys(TARGETS).join(',')}] [--seed N] [--count EPISODES]`)
  process.exit(unknown === undefined ? 0 : 64)
}
const firstSeed = Number(values.seed ?? Date.now() % 1e9)
const count = Number(values.count)
const endsMs = performance.now() + Number(values.minutes) * 60_000

/** @type {Map<string, { episodes: number, inputs: number, complaints: number, next: number }>} */
const totals = new Map(names.map((name) => [name, { episodes: 0, inputs: 0, complaints: 0, next: firstSeed }]))

/** @param {string} name @param {number} seed @param {string} what @param {string} [stack] */
function complain(name, seed, what, stack = '') {
  const total = /** @type {any} */ (totals.get(name))
  total.complaints++
  console.log(`\n${name} ${seed}: ${what}${stack === '' ? '' : `\n${stack.split('\n').slice(0, 6).join('\n')}`}\n    again: npm run soak -- --only ${name} --seed ${seed} --count 1`)
}

/**
 * Episodes of one target until the slice is over (or `count` have run).
 * @param {string} name
 * @param {number} sliceMs
 */
async function slice(name, sliceMs) {
  const total = /** @type {any} */ (totals.get(name))
  const sliceEnds = performance.now() + sliceMs
  const child = fork(WORKER, [name, String(total.next), String(count)], {
    execArgv: ['--conditions=development'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let running = total.next
  let isOver = false
  let heardMs = performance.now()
  const watch = setInterval(() => {
    if (performance.now() - heardMs < SILENT_MS_MAX) return
    complain(name, running, `silent for ${SILENT_MS_MAX / 1000} seconds`)
    total.next = running + 1
    isOver = true
    child.kill('SIGKILL')
  }, 1000)
  child.on('message', (/** @type {any} */ said) => {
    heardMs = performance.now()
    if (said.begun !== undefined) { running = said.begun; return }
    total.episodes++
    total.inputs += said.inputs
    total.next = said.ended + 1
    if (said.complaint !== undefined) complain(name, said.ended, said.complaint, said.stack)
    if (count === 0 && performance.now() > sliceEnds) { isOver = true; child.kill('SIGKILL') }
  })
  const code = await new Promise((resolve) => { child.once('exit', (status, signal) => resolve(status ?? signal)) })
  clearInterval(watch)
  if (!isOver && code !== 0) { complain(name, running, `the process ended with ${code}`); total.next = running + 1 }
}

if (count > 0) for (const name of names) await slice(name, Infinity)
else
  while (performance.now() < endsMs)
    for (const name of names)
      if (performance.now() < endsMs) await slice(name, Math.min(SLICE_MS, endsMs - performance.now()))

console.log(
  `\n${'target'.padEnd(10)} ${'episodes'.padStart(9)} ${'inputs'.padStart(9)} ${'complaints'.padStart(11)}   seeds`
)
let complaints = 0
for (const [name, total] of totals) {
  complaints += total.complaints
  console.log(`${name.padEnd(10)} ${String(total.episodes).padStart(9)} ${String(total.inputs).padStart(9)} ${String(total.complaints).padStart(11)}   ${firstSeed} to ${total.next - 1}`)
}
process.exitCode = complaints === 0 ? 0 : 1
