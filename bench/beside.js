#!/usr/bin/env node
/** What one client's small commits wait for while another works on a large table. `node bench/beside.js --help`. */
import { Option } from 'commander'
import { labCommand, mainOf, positive, walSyncOption } from './lab/flags.js'
import { runLab } from './lab/lab.js'
import { makeLines } from './copy/systems.js'
import { WORK, postgres, seawall } from './beside/systems.js'

const command = labCommand('beside', `A connection commits one small update every --every milliseconds, whether the one before was answered or not, and each latency counts from when it was due. Meanwhile another
connection works on pgbench_accounts: nothing, COPY, CREATE INDEX, UPDATE and DELETE of many rows with what is cleaned up behind them, VACUUM, CHECKPOINT. --seconds: how long "nothing" takes.`, 'seawall,postgres')
  .option('-s, --scale <n>', 'of the table, 100,000 rows each', positive, 5)
  .addOption(new Option('--every <ms>', 'between commits').argParser(Number).default(4))
  .addOption(
    new Option('--work <names>', 'of what goes on beside')
      .argParser((text) => text.split(','))
      .default(Object.keys(WORK))
  )
  .addOption(walSyncOption())

process.exitCode = await mainOf(command, process.argv.slice(2), async (config) => {
  const lines = makeLines(config.scale)
  try {
    await runLab(
      {
        name: 'beside',
        title: `Commits beside long work, ${lines.rows.toLocaleString('en')} rows`,
        unit: 'commits/s',
        systems: [seawall, postgres],
        workloads: () => config.work.map((/** @type {string} */ work) => ({ name: `beside ${work}`, work, lines })),
      },
      config
    )
  } finally {
    lines.remove()
  }
})
