/** The flags of the bench, in pgbench's letters where it has one. */
import { Command, InvalidArgumentError, Option } from 'commander'

/** @typedef {'immediate' | 'batch' | 'none'} WalSync */
/** @typedef {'simple' | 'extended' | 'prepared'} Mode */

/**
 * @typedef {object} Options
 * @property {number} scale @property {number} clients
 * @property {number} seconds how long to run, unless transactions is set
 * @property {number} transactions of each client; 0: by time
 * @property {WalSync} walSync
 * @property {boolean} walSyncGiven whether it was asked for, or is the default
 * @property {number} seed
 * @property {Mode} mode
 * @property {boolean} wire
 * @property {string} [against] a postgres:// address, or `sqlite`
 * @property {string} [variant]
 * @property {string} [data] directory, kept afterwards
 * @property {string} [memory] size of the page cache
 * @property {boolean} profile
 * @property {string} [profileJson] @property {string} [json]
 */

/** @param {string[]} args @returns {Options} @throws commander's CommanderError for --help and mistakes */
export function parseOptions(args) {
  const command = new Command('tpcb')
    .description(
      'TPC-B as pgbench runs it: embedded in this process, or over the wire with --wire or --against. Checks the balances afterwards.',
    )
    .usage('[options]')
    .helpOption('--help', 'show this text')
    .option('-s, --scale <n>', '100,000 accounts, 10 tellers and 1 branch each', positive, 1)
    .option('-c, --clients <n>', 'concurrent sessions', positive, 1)
    .option('-T, --seconds <n>', 'how long to run', seconds, 10)
    .option('-t, --transactions <n>', 'how many each client runs, instead of --seconds', positive)
    .addOption(
      new Option('--wal-sync <mode>', 'what a COMMIT waits for')
        .choices(['immediate', 'batch', 'none'])
        .default('immediate'),
    )
    .option('--seed <n>', 'of the random draws', natural, 1)
    .addOption(
      new Option('-M, --mode <mode>', 'how statements are sent')
        .choices(['simple', 'extended', 'prepared'])
        .default('prepared'),
    )
    .option('--wire', 'through the pg package and a server in a process of its own', false)
    .option(
      '--against <target>',
      'postgres://… (drops and makes the pgbench tables there), or sqlite (the better-sqlite3 package)',
    )
    .addOption(
      new Option('--variant <name>', 'one of the published HenryDB workloads instead').choices([
        'h1', 'h2', 'h3', 'h4', 'h5', 'h6',
      ]),
    )
    .option('--data <dir>', 'data directory to use and keep, or a server as postgres://…; else one is made and removed')
    .option('--memory <size>', 'page cache, such as 256MB')
    .option('--profile', "show where the engine's time went", false)
    .option('--profile-json <file>', 'write that as JSON')
    .option('--json <file>', 'write all figures as JSON')
    .exitOverride()
    .allowExcessArguments(false)
  command.parse(args, { from: 'user' })
  const given = command.opts()
  const profile = given.profile || given.profileJson !== undefined
  if (given.against !== undefined && given.against !== 'sqlite' && !/^postgres(ql)?:\/\//.test(given.against))
    command.error(`error: --against takes postgres://… or sqlite, not "${given.against}"`)
  if (profile && given.against !== undefined) command.error('error: --profile looks into Seawall, not into --against')
  if (given.against === 'sqlite' && given.clients > 1)
    command.error('error: --against sqlite has one client: its calls are synchronous')
  if (given.variant !== undefined && given.against !== undefined)
    command.error('error: --variant runs on Seawall, not on --against')
  return /** @type {Options} */ ({
    ...given,
    profile,
    transactions: given.transactions ?? 0,
    walSyncGiven: command.getOptionValueSource('walSync') === 'cli',
  })
}

/** @param {string} text */
function positive(text) {
  const value = natural(text)
  if (value === 0) throw new InvalidArgumentError('It must be 1 or more.')
  return value
}

/** @param {string} text */
function natural(text) {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** @param {string} text */
function seconds(text) {
  const value = Number(text)
  if (!(value > 0 && value < 1e6)) throw new InvalidArgumentError('It must be a number of seconds.')
  return value
}
