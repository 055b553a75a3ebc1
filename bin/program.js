/**
 * The command line. A command loads the engine when it runs, so that help and complaints do not wait for it.
 * Results on stdout, everything else on stderr. Exit codes: 0 ok, 1 failed, 4 the directory is in use by another
 * process, 5 it is none, or of another version, 6 corruption found, 64 wrong usage.
 */
import { Command, CommanderError } from 'commander'
import { readFileSync } from 'node:fs'
import { benchCommand } from './commands/bench.js'
import { checkCommand } from './commands/check.js'
import { initCommand } from './commands/init.js'
import { serveCommand } from './commands/serve.js'
import { tlsCertCommand } from './commands/tls-cert.js'
import { EXIT, exitCodeOf } from './exit-codes.js'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

const program = new Command('seawall')
  .description('The PostgreSQL you can import: a SQL database engine in JavaScript.')
  .version(version)
  .helpOption('--help', 'show this text')
  .addCommand(serveCommand())
  .addCommand(initCommand())
  .addCommand(checkCommand())
  .addCommand(benchCommand())
  .addCommand(tlsCertCommand())
for (const command of [program, ...program.commands]) command.exitOverride()

// Whoever reads us may have read enough: `seawall bench --help | head -1`.
process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
  process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failed)
})

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    // Its own complaints Commander has written already.
    if (!error.code.startsWith('commander.')) console.error(`seawall: ${error.message}`)
    process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage
  } else {
    const { message, code, hint, detail, stack } = /** @type {any} */ (error)
    console.error(`seawall: ${message}${code === undefined ? '' : ` (${code})`}`)
    for (const line of [
      detail && `detail: ${detail}`, hint && `hint: ${hint}`,
      error instanceof TypeError || error instanceof RangeError ? stack : '',
    ])
      if (line) console.error(line)
    process.exitCode = exitCodeOf(code)
  }
}
