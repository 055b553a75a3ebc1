/**
 * npm run histories: random transactions at each isolation level, and what they were told judged by the checker; ends
 * with counts. A seed that fails is printed with the command
 * that runs it again. With --mutate the engine isolates less than it says, and the run fails unless that is found.
 */
import { Command, InvalidArgumentError, Option } from 'commander'
import { check } from './checker.js'
import { MUTANTS } from './mutants.js'
import { runHistory } from './workload.js'

/** @typedef {import('./checker.js').Level} Level */

/** @type {Level[]} */
const LEVELS = ['read committed', 'repeatable read', 'serializable']

/** @param {string} text */
function positive(text) {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('not a number from 1 on')
  return Number(text)
}

const command = new Command('histories')
  .description('Random transactions by many sessions, with commands that change tables\' files between them: was what they were told possible at their isolation level?')
  .option('--seeds <n>', 'so many histories at each level', positive, 100)
  .option('--minutes <m>', 'stop after so long', positive)
  .option('--seed <n>', 'the first seed', positive, 1)
  .option('--transactions <n>', 'of each history', positive, 40)
  .addOption(new Option('--level <level>', 'this level alone').choices(LEVELS))
  .addOption(new Option('--mutate <name>', 'an engine that isolates less than it says').choices(Object.keys(MUTANTS)))
  .parse()
const { seeds, minutes, seed: first, transactions, level: only, mutate } = command.opts()

const levels = mutate !== undefined ? [MUTANTS[mutate].level] : only !== undefined ? [only] : LEVELS
const endsMs = minutes === undefined ? Infinity : performance.now() + minutes * 60000
const sums = { histories: 0, committed: 0, undone: 0, commands: 0 }
let failures = 0
for (let seed = first; seed < first + seeds && performance.now() < endsMs; seed++) {
  for (const level of levels) {
    const found = await failuresOf(seed, level)
    sums.histories++
    if (found.length === 0) continue
    failures++
    console.log(`seed ${seed}, ${level}:\n  ${found.join('\n  ')}`)
    console.log(`  again: npm run histories -- --seed ${seed} --seeds 1 --level "${level}" --transactions ${transactions}${mutate === undefined ? '' : ` --mutate ${mutate}`}`)
  }
  if (mutate !== undefined && failures > 0) break
}
console.log(`${sums.histories} histories: ${sums.committed} transactions committed, ${sums.undone} undone, ${sums.commands} commands between them; ${failures} with anomalies`)
if (mutate !== undefined) console.log(failures > 0 ? `${mutate} was found` : `${mutate} was NOT found`)
process.exit((failures > 0) === (mutate !== undefined) ? 0 : 1)

/** @param {number} seed @param {Level} level @returns {Promise<string[]>} */
async function failuresOf(seed, level) {
  try {
    const run = await runHistory(seed, level, { transactions, mutant: mutate })
    sums.committed += run.committed
    sums.undone += run.undone
    sums.commands += run.commands
    return check(run.history, level).map(({ name, what }) => `${name}: ${what}`)
  } catch (error) {
    return [error instanceof Error ? `${/** @type {any} */ (error).code ?? ''} ${error.stack}` : String(error)]
  }
}
