/** What `npm test` has no time for: see test/support/long-files.js. */
import { defineConfig } from 'vitest/config'
import { longFiles } from './test/support/long-files.js'
import config from './vitest.config.js'

const shared = { ...config.test }
delete shared.projects
export default defineConfig({
  ...config, test: { ...shared, env: { TEST_LONG: '1' }, include: longFiles() },
})
