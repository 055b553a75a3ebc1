/** `seawall bench <name> …`: the programs of bench/, with their own flags. */
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { BENCHES } from '../../bench/names.js'

export function benchCommand() {
  const bench = new Command('bench').description('Runs a benchmark.').helpOption('--help', 'show this text')
  for (const [name, description] of Object.entries(BENCHES)) bench.addCommand(
    passThrough(name, description, (args) => name === 'tpcb' ? tpcb(args) : program(name, args))
  )
  return bench
}

/** In this process, the others in one of their own. @param {string[]} args @returns {Promise<number>} its exit code */
const tpcb = async (args) => (await import('../../bench/tpcb/main.js')).main(args)

/** @param {string} name @param {string[]} args @returns {Promise<number>} its exit code */
async function program(name, args) {
  const { runToEnd } = await import('../../bench/support/children.js')
  return runToEnd(fileURLToPath(new URL(`../../bench/${name}.js`, import.meta.url)), args)
}

/** @param {string} name @param {string} description @param {(args: string[]) => Promise<number> | number} main */
function passThrough(name, description, main) {
  return new Command(name)
    .description(description)
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .argument('[flags...]')
    .action(async (/** @type {string[]} */ _flags, /** @type {unknown} */ _options, /** @type {Command} */ command) => {
      process.exitCode = await main(command.args)
    })
}
