/**
 * Runs mutants, each in a process of its own, until one of its cases fails: one that survives its minutes has shown
 * that the matrix cannot see what it breaks. What the matrix comes to too seldom has a test that goes there at once.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { MUTANTS } from './list.js'

/** @import { Mutant } from './mutant.js' */

const RUN = fileURLToPath(new URL('../run.js', import.meta.url))
const VITEST = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url))
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const REGISTER = new URL('./register.js', import.meta.url).href
/** A mutant that hangs is cut off after so many times its time: others may have the processor. */
const PATIENCE = 60

/**
 * @param {string[] | undefined} names all of them if absent; a name may end with *
 * @param {number} minutes for each
 * @param {number} from first seed
 * @returns {Promise<number>} exit code: 1 when one survives
 */
export async function runMutants(names, minutes, from) {
  const chosen = MUTANTS.filter(
    ({ name }) =>
      names === undefined ||
      names.some((wanted) => (wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted))
  )
  if (chosen.length === 0)
    throw new Error(`there is no mutant "${names}"; there are\n  ${MUTANTS.map(({ name }) => name).join('\n  ')}`)
  let survivors = 0
  console.log(`${'mutant'.padEnd(36)} ${'caught'.padEnd(8)} ${'cases'.padStart(5)} ${'seconds'.padStart(7)}  complaint`)
  for (const mutant of chosen) {
    const { text, seconds } = await (mutant.test === undefined ? runOne(mutant, minutes, from) : runTest(mutant))
    const complaint = mutant.test === undefined ? complaintIn(text) : complaintOfTest(text)
    if ((complaint === null) !== (mutant.equal !== undefined)) survivors++
    const cases = mutant.test === undefined ? [...text.matchAll(/^(?:FAILED|--seed)/gm)].length : 'test'
    const told = `${mutant.name.padEnd(36)} ${verdict(mutant, complaint).padEnd(8)} ${String(cases).padStart(5)}`
    console.log(`${told} ${seconds.toFixed(0).padStart(7)}  ${complaint ?? ''}`)
  }
  console.log(`${chosen.length - survivors} of ${chosen.length} mutants caught, or equal as they should be`)
  return survivors > 0 ? 1 : 0
}

/**
 * @param {Mutant} mutant
 * @param {number} minutes
 * @param {number} from
 * @returns {Promise<{ text: string, seconds: number }>}
 */
function runOne({ name, options = [] }, minutes, from) {
  const args = [
    '--conditions=development', '--import', REGISTER, RUN, '--from', String(from), '--minutes', String(minutes),
    '--until-failure', '--no-faults', ...options,
  ]
  return ended(args, { MUTANT: name }, minutes)
}

/** @param {Mutant} mutant that has a test @returns {Promise<{ text: string, seconds: number }>} */
async function runTest({ name, test = '' }) {
  const startedMs = performance.now()
  const env = { MUTANT: name, NODE_OPTIONS: `--import ${REGISTER}`, NO_COLOR: '1' }
  const { text } = await ended([VITEST, 'run', ...test.split(' ')], env, 1)
  return { text, seconds: (performance.now() - startedMs) / 1000 }
}

/**
 * @param {string[]} args of Node @param {Record<string, string>} env @param {number} minutes
 * @returns {Promise<{ text: string, seconds: number }>}
 */
function ended(args, env, minutes) {
  const child = spawn(process.execPath, args, {
    cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => { text += chunk })
  const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE * minutes * 60_000)
  return new Promise((resolve) =>
    child.on('close', (_code, signal) => {
      clearTimeout(patience)
      resolve({
        text: signal === 'SIGKILL' ? `${text}\nFAILED hangs\n  \n  it hangs` : text,
        seconds: Number(/, ([0-9]+) s: /.exec(text)?.[1] ?? NaN),
      })
    })
  )
}

/** @param {Mutant} mutant @param {string | null} complaint */
const verdict = ({ equal }, complaint) => equal === undefined ? complaint === null ? 'NO' : 'yes'
  : complaint === null ? 'equal' : 'NOT EQ'

/** What a test says of the mutant. @param {string} text @returns {string | null} */
function complaintOfTest(text) {
  if (/^[1-9]\d* passed, 0 failed/m.test(text)) return null
  const failed = text.split('\n').find((line) => /^ +× /.test(line))
  return (failed ?? `the test does not run: ${text.slice(-200)}`).trim().slice(0, 150)
}

/** The first line of what went wrong. @param {string} text @returns {string | null} */
function complaintIn(text) {
  const at = text.search(/^FAILED/m)
  if (at < 0)
    return /cases, .*failures/.test(text)
      ? null
      : `the process ended: ${
          text
            .trim()
            .split('\n')
            .find((line) => /Error/.test(line)) ?? text.slice(-200)
        }`
  const lines = text.slice(at).split('\n')
  return (lines.slice(1).find((line) => /Error/.test(line)) ?? lines[2] ?? lines[0])
    .trim()
    .replace(/^AssertionError \[ERR_ASSERTION\]: /, '')
    .slice(0, 150)
}
