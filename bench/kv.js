#!/usr/bin/env node
/**
 * Keys and values through the synchronous prepared path, as key-value stores are measured. `node bench/kv.js --help`.
 */
import { Option } from 'commander'
import { labCommand, mainOf, positive, walSyncOption } from './lab/flags.js'
import { runLab } from './lab/lab.js'
import { codeWorkloads, pageWorkloads } from './kv/workloads.js'
import { seawall, sqlite } from './kv/systems.js'

const command = labCommand('kv', `Point reads and writes, scans and batches on one table of text keys, one caller. Two variants, never mixed: "page" as TensorDB's page says it
(a million keys, random order, 10,000 timed operations), "code" as its benchmark code runs it (a few thousand keys, in order).`, 'seawall,sqlite')
  .addOption(new Option('--variant <name>').choices(['page', 'code']).default('page'))
  .option('--keys <n>', 'of the page variant', positive, 1_000_000)
  .addOption(walSyncOption().default('none'))
  .option('--cache <size>', 'page cache of every system, in MB', positive, 512)

process.exitCode = await mainOf(command, process.argv.slice(2), async (config) => {
  await runLab(
    {
      name: 'kv',
      title: `Keys and values, variant ${config.variant}`,
      systems: [seawall, sqlite],
      workloads: () => (config.variant === 'page' ? pageWorkloads(config.keys) : codeWorkloads()),
    },
    config
  )
})
