/** `seawall init`: makes a data directory and nothing else. `serve` and `open` do it too where there is none. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { EXIT } from '../exit-codes.js'
import { loadEngine } from './engine.js'
import { dataDirectory } from './options.js'

export function initCommand() {
  return new Command('init')
    .description('Makes a data directory.')
    .argument('[dir]', 'where (default: $PGDATA, then ./seawall-data)')
    .helpOption('--help', 'show this text')
    .action(init)
}

/** @param {string | undefined} given */
async function init(given) {
  const { CONTROL_PATH } = await import('../../src/wal/control-file.js')
  const dir = dataDirectory(given)
  if (existsSync(join(dir, CONTROL_PATH))) {
    console.error(`seawall: ${dir} is a data directory already`)
    process.exitCode = EXIT.failed
    return
  }
  const { open } = await loadEngine()
  const db = await open(dir)
  await db.close()
  console.log(dir)
}
