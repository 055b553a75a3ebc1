/** Flags that every lab bench takes. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'

/**
 * @param {string} name
 * @param {string} description
 * @param {string} systems default of --against, Seawall's own ways first
 * @returns {Command}
 */
export function labCommand(name, description, systems) {
  return new Command(name).description(description).usage('[options]').helpOption('--help', 'show this text')
    .option('-T, --seconds <n>', 'how long each run takes', seconds, 5)
    .option('--rounds <n>', 'runs of each system, alternating; the median counts', positive, 3)
    .option('--against <list>', 'systems to run, with commas', systems)
    .option('--json <file>', 'write all figures as JSON')
    .option('--html <file>', 'write a report with charts')
    .option('--data <dir>', 'where the data go; otherwise a directory is made here and removed')
    .exitOverride().allowExcessArguments(false)
}

/** @param {string[]} modes */
export const walSyncOption = (modes = ['immediate', 'batch', 'none']) =>
  new Option('--wal-sync <mode>', 'what a COMMIT waits for').choices(modes).default('immediate')

/**
 * Parses and runs.
 * @param {Command} command
 * @param {string[]} args
 * @param {(options: any) => Promise<void>} run
 * @returns {Promise<number>} exit code: 1 a run failed or an invariant did not hold, 64 wrong flags
 */
export async function mainOf(command, args, run) {
  try {
    command.parse(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 64
    throw error
  }
  try {
    const options = command.opts()
    await run({
      ...options,
      systems: String(options.against)
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    })
    return 0
  } catch (error) {
    console.error(`error: ${error instanceof Error ? error.stack : error}`)
    return 1
  }
}

/** @param {string} text */
export function positive(text) {
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('It must be a whole number, 1 or more.')
  return Number(text)
}

/** @param {string} text */
function seconds(text) {
  if (!(Number(text) > 0 && Number(text) < 1e6)) throw new InvalidArgumentError('It must be a number of seconds.')
  return Number(text)
}

/** Numbers with commas. @param {string} text */
export function numbers(text) {
  const list = text.split(',').map(Number)
  if (list.some((value) => !(value >= 0))) throw new InvalidArgumentError('They must be numbers.')
  return list
}
