/**
 * `seawall check`: reads everything in a data directory that nobody has open and says what is wrong with it. Where the
 * last close was not clean, opening recovers first. Of a directory that cannot be opened the files are looked at as
 * they are.
 */
import { Command } from 'commander'
import { EXIT } from '../exit-codes.js'
import { loadEngine } from './engine.js'
import { dataDirectory, extensionOption, extensionsOf } from './options.js'

export function checkCommand() {
  return new Command('check')
    .description('Looks for corruption in a data directory.')
    .argument('[dir]', 'data directory (default: $PGDATA, then ./seawall-data)')
    .option('--salvage <relation>', 'writes the rows of a damaged table that can be read to stdout, as COPY')
    .option('--database <name>', 'where that table is', 'postgres')
    .addOption(extensionOption())
    .helpOption('--help', 'show this text')
    .action(check)
}

/** @param {string | undefined} dir @param {{ salvage?: string, database: string, extension?: string[] }} options */
async function check(dir, { salvage, database, extension }) {
  const { DbError, open } = await loadEngine()
  const path = dataDirectory(dir)
  const logger = (/** @type {string} */ line) => console.error(`seawall: ${line}`)
  const extensions = await extensionsOf(extension)
  const db = await open({ path, create: false, logger, extensions }).catch(async (error) => {
    // Corrupt, or the disk fails: what can be said without opening is said. Everything else is no matter of the files.
    if (error instanceof DbError && /^(XX|58030)/.test(error.code)) await checkUnopened(path)
    throw error
  })
  let report
  try {
    if (salvage !== undefined) {
      const [name, schema = null] = salvage.split('.').reverse()
      const { rows, lost } = (await db.connect({ database })).salvage(
        schema, name, (text) => { process.stdout.write(text) }, (line) => console.error(`seawall: ${line}`),
      )
      console.error(`seawall: ${rows} rows, ${lost} pages and rows that cannot be read`)
      if (lost > 0) process.exitCode = EXIT.corrupt
      return
    }
    report = await db.check()
  } finally {
    await db.close()
  }
  const { problems, databases, tables, indexes, rows, pages } = report
  for (const { database, relation, code, message, detail } of problems)
    console.log(
      `${database === '' ? '' : `${database}: `}${relation}: ${message} (${code})${detail ? `: ${detail}` : ''}`,
    )
  console.log(`${databases} databases, ${tables} tables, ${rows} rows, ${pages} pages, ${indexes} indexes: ${problems.length === 0 ? 'no problem found' : `${problems.length} problems`}`)
  if (problems.length > 0) process.exitCode = EXIT.corrupt
}

/** What is wrong with the files of a directory that cannot be opened. @param {string} path */
async function checkUnopened(path) {
  const { checkFilesOnly } = await import('../../src/engine/cluster/check-files.js')
  const { DiskVfs } = await import('../../src/storage/vfs/disk-vfs.js')
  const vfs = new DiskVfs(path)
  const unlock = await vfs.lock('seawall.lock', `process ${process.pid}`)
  try {
    const { pages, files, findings } = checkFilesOnly(vfs)
    for (const { path: file, message, code } of findings) console.log(`${file}: ${message} (${code})`)
    const found = findings.length === 0 ? 'no problem found in them' : `${findings.length} problems`
    console.log(`it cannot be opened; ${files} files, ${pages} pages read: ${found}`)
  } finally {
    unlock()
  }
}
