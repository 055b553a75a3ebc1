#!/usr/bin/env node
/**
 * COPY of pgbench's accounts and their primary key, and what a commit waits for meanwhile. `node bench/copy.js --help`.
 */
import { labCommand, mainOf, positive, walSyncOption } from './lab/flags.js'
import { runLab } from './lab/lab.js'
import { makeLines, postgres, seawall } from './copy/systems.js'

const command = labCommand('copy', `psql copies pgbench_accounts into a new table of either server, then the primary key is added; the rows are counted after each. Last, a second connection commits small
transactions while a copy runs and a checkpoint follows: its latencies are what a bulk load costs everybody else. --seconds does not apply.`, 'seawall,postgres')
  .option('-s, --scale <n>', '100,000 rows each', positive, 10)
  .addOption(walSyncOption())

process.exitCode = await mainOf(command, process.argv.slice(2), async (config) => {
  const lines = makeLines(config.scale)
  try {
    await runLab(
      {
        name: 'copy',
        title: `COPY of pgbench_accounts, scale ${config.scale}`,
        unit: 'rows/s (commits/s beside a COPY)',
        systems: [seawall, postgres],
        workloads: () => [
          { name: `COPY, scale ${config.scale}`, kind: 'copy', lines },
          { name: 'ADD PRIMARY KEY', kind: 'key', lines },
          { name: 'commits beside a COPY', kind: 'beside', lines },
        ],
      },
      config
    )
  } finally {
    lines.remove()
  }
})
