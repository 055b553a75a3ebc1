/** `seawall bench <name> …`: the programs of bench/, with their own flags. */
import { Command } from 'commander'
import { main as tpcb } from '../../bench/tpcb/main.js'

export function benchCommand() {
  return new Command('bench')
    .description('Runs a benchmark.')
    .helpOption('--help', 'show this text')
    .addCommand(passThrough('tpcb', 'TPC-B as pgbench runs it', tpcb))
}

/** @param {string} name @param {string} description @param {(args: string[]) => Promise<number>} main */
function passThrough(name, description, main) {
  return new Command(name).description(description).helpOption(false).allowUnknownOption().allowExcessArguments().argument('[flags...]')
    .action(async (/** @type {string[]} */ _flags, /** @type {unknown} */ _options, /** @type {Command} */ command) => { process.exitCode = await main(command.args) })
}
