/**
 * The crash matrix: `npm run crash -- --seeds 200`. README.md says what it does and how to read it.
 *
 *   --seeds N        so many cases (200), from seed --from (1)           --minutes M      as many as there is time for
 *   --seed S         that one case, again                                --lane L --mode M --lives N    only these
 *   --faults         calls of the disk fail in every life                --no-faults      in none
 *   --full         the disk has little room in every life, and may have some again
 *   --call sync      that one fails in every life                        --sort '^control'  lives end at such a file
 *   --ends kill      lives end so (write, sync, kill)
 *   --rest           every case ends with a rest, not every third
 *   --new            the first life makes the directory, in every case
 *   --large          segments of the log are large, in every case
 *   --reach N        lives end within so many changes                --pool 5MB       of the engine
 *   --every K        of the case --seed S: its first life cut at every K-th write, sync and kill, until it ends by itself
 *   --mutate NAME    with the engine broken on purpose: ends with 0 when that was noticed         --mutants    all of them, as a table
 *
 *   --kill N         instead: a real server under load, killed so often in each mode (--mode, --clients 32)
 *
 * Exit code 1: something was wrong, or some kind of log record was never replayed or undone.
 */
import { parseArgs } from 'node:util'
import { Coverage } from './matrix/coverage.js'
import { damaged } from './matrix/damaged.js'
import { describe, planOf } from './matrix/plan.js'
import { baseOf, openDisk, simulate } from './matrix/simulate.js'
import { unlessStuck } from './matrix/stuck.js'
import { sweepKills } from './kill-sweep.js'
import { runMutants } from './mutants/run-mutants.js'

/** @import { Cut, Plan } from './matrix/plan.js' */

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    seeds: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    lane: { type: 'string', multiple: true },
    mode: { type: 'string', multiple: true },
    lives: { type: 'string' },
    pool: { type: 'string' },
    faults: { type: 'boolean' },
    full: { type: 'boolean' },
    rest: { type: 'boolean' },
    new: { type: 'boolean' },
    large: { type: 'boolean' },
    'no-faults': { type: 'boolean' },
    every: { type: 'string' },
    mutate: { type: 'string', multiple: true },
    mutants: { type: 'boolean' },
    'until-failure': { type: 'boolean' },
    quiet: { type: 'boolean' },
    call: { type: 'string' },
    ends: { type: 'string' },
    sort: { type: 'string' },
    reach: { type: 'string' },
    kill: { type: 'string' },
    clients: { type: 'string', default: '32' },
  },
})
if (values.kill !== undefined) {
  const modes = values.mode ?? ['immediate', 'batch', 'none']
  process.exit(await sweepKills(Number(values.kill), modes, Number(values.clients), Number(values.seed ?? values.from)))
}
if (values.mutants || values.mutate !== undefined)
  process.exit(await runMutants(values.mutate, Number(values.minutes ?? 1), Number(values.from)))

const limits = {
  modes: /** @type {import('./matrix/history.js').Mode[] | undefined} */ (values.mode),
  lanes: values.lane,
  lives: values.lives === undefined ? undefined : Number(values.lives),
  pool: values.pool,
  call: /** @type {import('../support/disk/faults.js').Call | undefined} */ (values.call),
  ends: /** @type {Cut['kind'] | undefined} */ (values.ends),
  sort: values.sort === undefined ? undefined : new RegExp(values.sort),
  reach: values.reach === undefined ? undefined : Number(values.reach),
  full: values.full,
  rest: values.rest,
  isNew: values.new,
  largeSegments: values.large,
  faults: values.faults ? true : values['no-faults'] ? false : undefined,
}
/** A mutant's minutes are the processor's: what else the machine does makes no difference. */
const nowMs = values['until-failure']
  ? () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000
  : () => performance.now()
const startedMs = nowMs()
const endsMs = values.minutes === undefined ? Infinity : startedMs + Number(values.minutes) * 60_000
const coverage = new Coverage()
const some = await openDisk((await baseOf(planOf(1, limits))).crashImage(1), 'none', 1)
coverage.begin(some)
await some.close()
let [cases, failures, lives, statements, ended] = [0, 0, 0, 0, 0]
let running = ''
process.on('uncaughtException', (error) => {
  console.log(`FAILED, not caught, in ${running}\n${error.stack}`)
  process.exit(1)
})
setInterval(() => undefined, 1e6) // who waits for a promise does not end the process

/** An error and what caused it. @param {unknown} error @returns {string} */
function told(error) {
  if (!(error instanceof Error)) return String(error)
  return (error.stack ?? error.message) + (error.cause === undefined ? '' : `\n  because of ${told(error.cause)}`)
}

/**
 * @param {Plan} plan
 * @param {string} replay
 * @returns {Promise<import('./matrix/simulate.js').Told | null>} null: it failed
 */
async function one(plan, replay) {
  running = `${replay}: ${describe(plan)}`
  cases++
  try {
    const run = await unlessStuck(simulate(plan))
    lives += run.lives
    statements += run.statements
    ended += run.failed
    if (!values.quiet) {
      const refused = [...run.refusals].map(([code, count]) => `${code} ${count}`).join(', ') || 'nothing'
      const trace = (run.trace >>> 0).toString(16)
      console.log(`${replay}: ${run.statements} statements, ${run.writes} writes, trace ${trace}; ${describe(plan)}; `
        + `refused ${refused}`)
    }
    return run
  } catch (error) {
    failures++
    console.log(`FAILED npm run crash -- ${replay}\n  ${describe(plan)}\n  ${told(error).replaceAll('\n', '\n  ')}`)
    return null
  }
}

const options = [
  ...(values.lane ?? []).map((lane) => `--lane ${lane}`),
  ...(values.mode ?? []).map((mode) => `--mode ${mode}`),
  ...(values.lives === undefined ? [] : [`--lives ${values.lives}`]),
  ...(values.pool === undefined ? [] : [`--pool ${values.pool}`]),
  ...(values.call === undefined ? [] : [`--call ${values.call}`]),
  ...(values.ends === undefined ? [] : [`--ends ${values.ends}`]),
  ...(values.sort === undefined ? [] : [`--sort '${values.sort}'`]),
  ...(values.reach === undefined ? [] : [`--reach ${values.reach}`]),
  ...(values.full ? ['--full'] : []),
  ...(values.rest ? ['--rest'] : []),
  ...(values.new ? ['--new'] : []),
  ...(values.large ? ['--large'] : []),
  ...(values.faults ? ['--faults'] : values['no-faults'] ? ['--no-faults'] : []),
]
  .map((text) => ` ${text}`)
  .join('')
// The one case that no seed comes to.
try {
  await damaged(Number(values.seed ?? values.from))
} catch (error) {
  failures++
  console.log(`FAILED damaged.js\n  \n  ${told(error).replaceAll('\n', '\n  ')}`)
}
if (values.every !== undefined) {
  for (const kind of /** @type {Cut['kind'][]} */ (['write', 'sync', 'kill'])) {
    for (let at = Number(values.from); nowMs() < endsMs; at += Number(values.every)) {
      const plan = planOf(Number(values.seed ?? 1), { ...limits, lives: 1, cut: { kind, at } })
      const run = await one(plan, `--seed ${values.seed ?? 1} --every 1 --from ${at}${options}`)
      if (run !== null && (kind === 'sync' ? run.syncs : run.writes) < at) break // it ended by itself
    }
  }
} else {
  const first = Number(values.seed ?? values.from)
  const last =
    values.seed !== undefined
      ? first
      : values.seeds !== undefined
        ? first + Number(values.seeds) - 1
        : values.minutes === undefined
          ? first + 199
          : Infinity
  for (let seed = first; seed <= last && nowMs() < endsMs && !(values['until-failure'] && failures > 0); seed++)
    await one(planOf(seed, limits), `--seed ${seed}${options}`)
}

const [replayed, undone] = [coverage.notReplayed(), coverage.notUndone()]
const seconds = Math.round((nowMs() - startedMs) / 1000)
console.log(`${cases} cases, ${lives} lives (${ended} ended by the engine because the disk failed), ${statements} statements, ${seconds} s: ${failures} failures`)
// A few cases need not meet every kind; a run of many must.
const mustCover = cases >= 100 && options === ''
if (replayed.length > 0) console.log(`never replayed: ${replayed.join(', ')}`)
if (undone.length > 0) console.log(`never undone by a recovery: ${undone.join(', ')}`)
process.exit(failures > 0 || (mustCover && replayed.length + undone.length > 0) ? 1 : 0)
