/** Test files that `npm run test:long` runs. */
import { readFileSync, readdirSync } from 'node:fs'

/**
 * Files named `*.long.test.js`, and those whose random tests have more rounds there (rounds.js).
 * @returns {string[]}
 */
export function longFiles() {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.js')).map((name) => `test/${name.replaceAll('\\', '/')}`)
  return files.filter((file) => file.endsWith('.long.test.js') ||
    /\b(rounds|power-cuts)\.js'/.test(readFileSync(file, 'utf8')))
}
