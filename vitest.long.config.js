/** What `npm test` has no time for: see test/support/long-files.js. */
import { defineConfig } from 'vitest/config'
import { longFiles } from './test/support/long-files.js'
import config, { ALONE, project } from './vitest.config.js'

const files = longFiles()
const alone = files.filter((file) => ALONE.includes(file))
const shared = files.filter((file) => !ALONE.includes(file))
export default defineConfig({
  ...config,
  test: { ...config.test, env: { TEST_LONG: '1' }, projects: [project(true, alone, []), project(false, shared, [])] },
})
