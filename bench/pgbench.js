#!/usr/bin/env node
/**
 * Stock pgbench against a Seawall server, a PostgreSQL of the bench's own, and a server of canned answers.
 * `node bench/pgbench.js --help`.
 */
import { labCommand, mainOf, positive, walSyncOption } from './lab/flags.js'
import { runLab } from './lab/lab.js'
import { ceiling, postgres, seawall } from './pgbench/systems.js'

const command = labCommand(
  'pgbench',
  'Runs pgbench\'s own scripts against both servers, alternating. The balances must agree after each run, and no transaction may fail. "ceiling" answers from canned bytes: what any server in Node could carry here.',
  'seawall,postgres,ceiling',
)
  .option('-s, --scale <n>', 'scale of the tables', positive, 10)
  .option(
    '--runs <list>',
    'script:mode:clients, with commas; scripts tpcb-like, simple-update, select-only; modes simple, extended, prepared',
    'tpcb-like:prepared:1,tpcb-like:prepared:8,tpcb-like:prepared:32,tpcb-like:simple:8,tpcb-like:simple:32,select-only:prepared:8',
  )
  .addOption(walSyncOption())

process.exitCode = await mainOf(command, process.argv.slice(2), async (config) => {
  const workloads = String(config.runs)
    .split(',')
    .map((run) => {
      const [script, mode, clients] = run.split(':')
      if (
        !['tpcb-like', 'simple-update', 'select-only'].includes(script) ||
        !['simple', 'extended', 'prepared'].includes(mode) ||
        !(Number(clients) > 0)
      )
        throw new Error(`no such run: ${run}`)
      return { name: `${script} ${mode}, ${clients} clients`, script, mode, clients: Number(clients) }
    })
  await runLab(
    {
      name: 'pgbench',
      title: `pgbench, scale ${config.scale}`,
      unit: 'transactions/s',
      systems: [seawall, postgres, ceiling],
      workloads: () => workloads,
    },
    config
  )
})
