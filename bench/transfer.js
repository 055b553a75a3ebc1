#!/usr/bin/env node
/**
 * keynote-2's money transfer, rebuilt bit for bit, with a check after each run that fails it.
 * `node bench/transfer.js --help`.
 */
import { Option } from 'commander'
import { labCommand, mainOf, numbers, positive, walSyncOption } from './lab/flags.js'
import { runLab } from './lab/lab.js'
import { SYSTEMS } from './transfer/systems.js'

const command = labCommand('transfer', `Moves 1 between two of 100,000 accounts, drawn uniformly or by Zipf's law. Test 2 adds a row of audit. A client program of its own keeps so many calls in
flight on each connection; every call is a transaction with its own answer.
Systems: ${SYSTEMS.map((system) => system.name).join(', ')}.`, 'procedure,postgres,sqlite')
  .option('--connections <n>', 'sockets', positive, 64)
  .option('--inflight <n>', 'calls under way on each', positive, 40)
  .option('--alpha <list>', 'of Zipf\'s law, with commas; 0: uniform', numbers, [0, 1.5])
  .addOption(new Option('--test <n>').choices(['1', '2']).default('1'))
  .option('--system <list>', 'the same as --against')
  .option('--accounts <n>', 'how many', positive, 100_000)
  .option('--balance <n>', 'of each at the start', positive, 1_000_000_000)
  .option('--warm-up <n>', 'seconds before the clock starts, of each run', Number, 2)
  .option('--pairs <n>', 'drawn before the clock starts', positive, 10_000_000)
  .option('--batch-size <n>', 'of SQLite\'s server: transfers that make it write at once', positive, 4000)
  .option('--batch-ms <n>', 'or so long after the first', positive, 2)
  .addOption(walSyncOption())

process.exitCode = await mainOf(command, process.argv.slice(2), async (options) => {
  const config = {
    ...options,
    test: Number(options.test),
    systems: options.system === undefined ? options.systems : String(options.system).split(','),
  }
  const workloads = config.alpha.map((/** @type {number} */ alpha) => ({
    name: `alpha ${alpha}, ${config.connections} x ${config.inflight}`,
    alpha,
    connections: config.connections,
    inflight: config.inflight,
  }))
  await runLab(
    {
      name: 'transfer',
      title: `Transfers, test ${config.test}: ${config.connections} connections, ${config.inflight} in flight on each`,
      unit: 'transfers/s',
      systems: SYSTEMS,
      workloads: () => workloads,
    },
    config
  )
})
