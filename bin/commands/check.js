/**
 * `seawall check`: reads everything in a data directory that nobody has open and says what is wrong with it. Where the last close was not
 * clean, opening recovers first.
 */
import { Command } from 'commander'
import { open } from '../../src/index.js'
import { EXIT } from '../exit-codes.js'
import { dataDirectory } from './options.js'

export function checkCommand() {
  return new Command('check')
    .description('Looks for corruption in a data directory.')
    .argument('[dir]', 'data directory (default: $PGDATA, then ./seawall-data)')
    .helpOption('--help', 'show this text')
    .action(check)
}

/** @param {string | undefined} dir */
async function check(dir) {
  const db = await open({ path: dataDirectory(dir), create: false, logger: (line) => console.error(`seawall: ${line}`) })
  let report
  try {
    report = await db.check()
  } finally {
    await db.close()
  }
  const { problems, databases, tables, indexes, rows, pages } = report
  for (const { database, relation, code, message, detail } of problems) console.log(`${database === '' ? '' : `${database}: `}${relation}: ${message} (${code})${detail ? `: ${detail}` : ''}`)
  console.log(`${databases} databases, ${tables} tables, ${rows} rows, ${pages} pages, ${indexes} indexes: ${problems.length === 0 ? 'no problem found' : `${problems.length} problems`}`)
  if (problems.length > 0) process.exitCode = EXIT.corrupt
}
