#!/usr/bin/env node
/**
 * From nothing to the first answer: cold start, first query, resident memory, each in a process of its own.
 * `node bench/open.js --help`.
 */
import { Option } from 'commander'
import { labCommand, mainOf } from './lab/flags.js'
import { runLab } from './lab/lab.js'
import { first, node, pglite, seawall, source, sqlite } from './open/systems.js'

const command = labCommand('open', `Starts a program that imports the database, opens it, and runs its first queries; its own clock starts when the process does.
"seawall" is the package as it is published, one script with the code cache that an earlier program has left; "first" the same without; "source" is this repository, a file a module; "node" is the same program without a database.`, 'seawall,first,source,sqlite,pglite,node')
  .addOption(new Option('--queries <which>').choices(['first', 'tables']).default('tables'))

process.exitCode = await mainOf(command, process.argv.slice(2), async (config) => {
  await runLab(
    {
      name: 'open',
      title: 'Opening a database',
      unit: 'opens/s',
      systems: [seawall, first, source, sqlite, pglite, node],
      workloads: () => [
        { name: ':memory:', where: 'memory' }, { name: 'new directory', where: 'new' },
        { name: 'existing directory', where: 'existing' },
      ],
    },
    config,
  )
})
