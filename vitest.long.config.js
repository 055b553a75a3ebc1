/**
 * What `npm test` has no time for: files named `*.long.test.js`, and those whose random tests have more rounds here
 * (test/support/rounds.js).
 */
import { readFileSync, readdirSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import config from './vitest.config.js'

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.js')).map((name) => `test/${name.replaceAll('\\', '/')}`)
const isLong = (/** @type {string} */ file) => file.endsWith('.long.test.js') ||
  /\b(rounds|power-cuts)\.js'/.test(readFileSync(file, 'utf8'))

const shared = { ...config.test }
delete shared.projects
export default defineConfig({
  ...config, test: { ...shared, env: { TEST_LONG: '1' }, include: files.filter(isLong) },
})
