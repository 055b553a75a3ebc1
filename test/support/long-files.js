/** Which test files `npm run test:long` runs, and which of them `npm test` leaves to it. */
import { readFileSync, readdirSync } from 'node:fs'

/**
 * Files that take more than some five seconds (of two cores, for themselves) and are not what most changes could break;
 * who changes what they test names them: `npx vitest run test/crash/matrix.test.js`. Also long: `*.long.test.js`.
 */
const LONG = [
  // Processes and threads, each of which loads the engine.
  'cli/commands', 'cli/readme', 'cli/tls', 'clients/pg', 'clients/pgbench', 'unit/engine/waiting-alone',
  'unit/extensions/reopened', 'unit/library/doors', 'unit/library/misuse', 'unit/library/pieces',
  'unit/library/streams', 'unit/library/templates', 'unit/library/worker', 'unit/library/worker-rows',
  'unit/vfs/process-lock', 'wire/silent-sockets',
  // The power goes, or the disk is full, again and again.
  'crash/failures', 'crash/full-disk', 'crash/matrix', 'unit/btree/crash', 'unit/engine/full-disk',
  'unit/engine/undo-limit', 'unit/engine/upgrade', 'unit/heap/crash', 'unit/storage/crash', 'unit/storage/with-wal',
  // What chance makes, compared with what it must be.
  'fuzz/fuzz', 'hostile/hostile', 'random/random', 'unit/btree/model', 'unit/engine/copy-plain', 'unit/engine/folded',
  'unit/executor/ordered-trees', 'unit/executor/spills', 'unit/executor/straight-scans', 'unit/executor/typed-keys',
  'unit/library/fork-histories', 'unit/parser/wide',
  // Much of something.
  'unit/engine/database-copies', 'unit/engine/descriptors', 'unit/engine/gin-waiting', 'unit/engine/long-calls',
  'unit/engine/progress', 'unit/executor/doubled-rows', 'unit/functions/in-steps', 'wire/hostile-clients',
].map((name) => `test/${name}.test.js`)

/** Those that run nowhere else, but where they are named. */
export const leftToLong = () => ['**/*.long.test.js', ...LONG]
  .filter((file) => !process.argv.slice(2).some((word) => word.endsWith('.test.js') && matches(file, word)))

/** @param {string} file or a pattern @param {string} word of the command line */
const matches = (file, word) => file.startsWith('**')
  ? word.endsWith(file.slice('**/*'.length))
  : file.endsWith(word) || word.endsWith(file)

/**
 * Those of `leftToLong`, and those whose random tests have more rounds there (rounds.js).
 * @returns {string[]}
 */
export function longFiles() {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.js')).map((name) => `test/${name.replaceAll('\\', '/')}`)
  return files.filter((file) => file.endsWith('.long.test.js') || LONG.includes(file) ||
    /\b(rounds|power-cuts)\.js'/.test(readFileSync(file, 'utf8')))
}
